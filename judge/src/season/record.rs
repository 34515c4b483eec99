//! The record of a season: all that its results follow from. The archive holds it, replay reads it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::canonical_json;
use super::commitment::{Commitment, Committed, ProblemKind, terms_hash};
use super::digest::{Digest, Fields, Salt};
use super::log::Entry;
use super::manifest::Manifest;
use super::merkle::Tree;
use super::receipt::Submitted;
use crate::sequence::{Report, ScoringVersion};

/// Everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonRecord {
    /// What was fixed when the season was scheduled.
    pub manifest: Manifest,
    /// The problems in board order, withdrawn ones too. Who set them is in the log.
    pub problems: Vec<ProblemRecord>,
    /// All submissions of the contest, in the order of their numbers. Practice is not among them.
    pub submissions: Vec<Submitted>,
    /// The bytes of the submissions, by their SHA-256.
    pub sources: BTreeMap<Digest, Vec<u8>>,
    /// The judgement of each submission, in the same order.
    pub judgements: Vec<Judgement>,
    /// The log from its beginning.
    pub log: Vec<Entry>,
}

/// A committed problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemRecord {
    /// What is published of the commitment.
    pub published: PublishedProblem,
    /// `problem.toml` as canonical JSON.
    pub problem_json: String,
    /// `statement.md`.
    pub statement: String,
    /// Canonical source of `setter.py`.
    pub setter_source: String,
    /// The terms.
    pub terms: Vec<String>,
}

/// The commitment of a problem and what it was made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedProblem {
    /// Kind of the problem.
    pub kind: ProblemKind,
    /// Slug of the problem.
    pub problem: String,
    /// Version, from 1.
    pub version: u32,
    /// Digest of the sandbox that made the terms.
    pub runtime_digest: Digest,
    /// The salt.
    pub salt: Salt,
    /// The commitment.
    pub commitment: Commitment,
}

/// What the judge said of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Number of the submission.
    pub submission: u64,
    /// Digest of the sandbox.
    pub runtime_digest: Digest,
    /// Scoring version.
    pub scoring: ScoringVersion,
    /// The report.
    pub report: Report,
}

impl ProblemRecord {
    /// The commitment that follows from the content.
    pub fn commitment(&self, season: &str) -> Commitment {
        let PublishedProblem {
            kind,
            problem,
            version,
            runtime_digest,
            salt,
            ..
        } = &self.published;
        let committed = Committed {
            kind: *kind,
            season,
            problem,
            version: *version,
            problem_json: &self.problem_json,
            setter: self.setter_source.as_bytes(),
            statement: self.statement.as_bytes(),
            terms_hash: terms_hash(&self.terms),
            runtime_digest: *runtime_digest,
        };
        committed.commit(salt)
    }
}

/// One line of canonical JSON.
pub(super) fn line<T: Serialize>(value: &T) -> String {
    let mut line = canonical_json::to_string(value).expect("texts, integers and digests only");
    line.push('\n');
    line
}

/// The hash over all judgements with their details, which the log seals at Reveal:
/// `SHA-256("sequence-dojo/judgements/1" ‖ lines)`, both preceded by their length; a line is the
/// canonical JSON of a judgement and a newline, in the order of the submissions.
pub fn judgements_hash(judgements: &[Judgement]) -> Digest {
    let lines: String = judgements.iter().map(line).collect();
    Fields::new("sequence-dojo/judgements/1")
        .text(&lines)
        .finish()
}

/// The Merkle tree over submissions, which must be in the order of their numbers.
pub fn tree<'a>(submissions: impl IntoIterator<Item = &'a Submitted>) -> Tree {
    Tree::new(submissions.into_iter().map(Submitted::leaf).collect())
}
