//! The record of a season: everything that its results depend on. The archive stores it, and replay reads it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::commitment::{Commitment, Committed};
use super::history::History;
use super::log::Entry;
use super::manifest::Manifest;
use super::merkle::Tree;
use super::receipt::Submitted;
use super::results::{self, Computed, InputProblem, InputSubmission};
use super::scoring::ScoringError;
use crate::canonical_json;
use crate::contest::{Contest, ProblemFiles, RecordedReport, Scoring};
use crate::digest::{Digest, Fields, NotADigest, Salt, terms_hash};

/// The record of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonRecord {
    /// The manifest, fixed when the season was scheduled.
    pub manifest: Manifest,
    /// The problems in board order, including withdrawn ones. The log says who set them.
    pub problems: Vec<ProblemRecord>,
    /// All submissions of the contest, in the order of their numbers, without practice.
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
    /// The published part of the commitment.
    pub published: PublishedProblem,
    /// What everybody knows about it, as canonical JSON: `problem.toml`, or the card of a physics problem.
    pub problem_json: String,
    /// `statement.md`.
    pub statement: String,
    /// The setter's solution: the canonical source of `setter.py`, or the text of a physics problem's `problem.json`.
    pub setter_source: String,
    /// The terms, if the problem has terms.
    pub terms: Vec<String>,
}

/// The commitment of a problem, with what it was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedProblem {
    /// What the problem asks for.
    pub kind: Contest,
    /// Slug of the problem.
    pub problem: String,
    /// Version, from 1.
    pub version: u32,
    /// Digest of the sandbox that made the terms; of the grader for a physics problem.
    pub runtime_digest: Digest,
    /// The salt.
    pub salt: Salt,
    /// The commitment.
    pub commitment: Commitment,
}

/// The judgement of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Number of the submission.
    pub submission: u64,
    /// Digest of the sandbox, or of the grader.
    pub runtime_digest: Digest,
    /// Scoring version.
    pub scoring: Scoring,
    /// The report.
    pub report: RecordedReport,
}

impl ProblemRecord {
    /// The commitment computed from the content.
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
/// `SHA-256("sequence-dojo/judgements/1" ‖ lines)`, both preceded by their length. Each line is the canonical JSON of
/// a judgement and a newline, in the order of the submissions.
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

/// An inconsistency in a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The season was not frozen, so there are no results.
    #[error("the log has no transition to frozen, so the season has no results")]
    NotFrozen,
    /// A submission to a problem that is missing in the record.
    #[error(
        "submission {submission} is to problem {problem} version {version}, which is not in the record"
    )]
    UnknownProblem {
        /// The submission.
        submission: u64,
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
    },
    /// Judgements and submissions do not pair up in the same order.
    #[error(
        "judgement {place} is of submission {judgement}, submission {place} is number {submission}"
    )]
    Order {
        /// The position in both lists, from 0.
        place: usize,
        /// Number in the judgement.
        judgement: u64,
        /// Number of the submission.
        submission: u64,
    },
    /// The numbers of judgements and submissions differ.
    #[error("there are {judgements} judgements of {submissions} submissions")]
    Count {
        /// How many judgements.
        judgements: usize,
        /// How many submissions.
        submissions: usize,
    },
    /// A hash that is not a digest.
    #[error("`solver_hash` of submission {submission}: {error}")]
    SolverHash {
        /// The submission.
        submission: u64,
        /// What is wrong.
        error: NotADigest,
    },
    /// The source of a submission is missing.
    #[error("the source {source_hash} of submission {submission} is not in the record")]
    NoSource {
        /// The submission.
        submission: u64,
        /// SHA-256 of its bytes.
        source_hash: Digest,
    },
    /// A value from which no points can be computed.
    #[error(transparent)]
    Scoring(#[from] ScoringError),
    /// A slug that cannot be part of a path.
    #[error("`{0}` is no slug: 1 to 64 of a-z, 0-9 and hyphens")]
    Slug(String),
}

impl RecordError {
    /// The faulty member of an archive, and the field in it.
    pub(super) fn place(&self) -> (&'static str, String) {
        const SUBMISSIONS: &str = "submissions.jsonl";
        const JUDGEMENTS: &str = "judgements.jsonl";
        match self {
            Self::NotFrozen => ("log.jsonl", "transition".to_owned()),
            Self::UnknownProblem { submission, .. } => {
                (SUBMISSIONS, format!("submission {submission} problem"))
            }
            Self::Order { place, .. } => (JUDGEMENTS, format!("line {} submission", place + 1)),
            Self::Count { .. } => (JUDGEMENTS, "count".to_owned()),
            Self::SolverHash { submission, .. } => {
                (JUDGEMENTS, format!("submission {submission} solver_hash"))
            }
            Self::NoSource { submission, .. } => {
                (SUBMISSIONS, format!("submission {submission} source"))
            }
            Self::Scoring(ScoringError {
                submission, field, ..
            }) => (JUDGEMENTS, format!("submission {submission} {field}")),
            Self::Slug(_) => ("manifest.json", "season".to_owned()),
        }
    }
}

impl SeasonRecord {
    /// The results of the season, with the freeze, withdrawals and disqualifications from its log.
    ///
    /// # Errors
    /// When the record is inconsistent.
    pub fn results(&self, history: &History) -> Result<Computed, RecordError> {
        let freeze_started_at_us = history.freeze_started_at_us.ok_or(RecordError::NotFrozen)?;
        let problems: Vec<InputProblem<'_>> = self
            .problems
            .iter()
            .map(|problem| problem.input(history))
            .collect();
        let submissions = self.input_submissions(history)?;
        let computed = results::compute(&results::Input {
            season: &self.manifest.season,
            scoring: self.manifest.scoring,
            freeze_started_at_us,
            problems: &problems,
            submissions: &submissions,
        })?;
        Ok(computed)
    }

    fn input_submissions(
        &self,
        history: &History,
    ) -> Result<Vec<InputSubmission<'_>>, RecordError> {
        if self.judgements.len() != self.submissions.len() {
            return Err(RecordError::Count {
                judgements: self.judgements.len(),
                submissions: self.submissions.len(),
            });
        }
        let places: BTreeMap<(&str, u32), u32> = self
            .problems
            .iter()
            .map(|problem| problem.published.key())
            .zip(0..)
            .collect();
        let pairs = self.submissions.iter().zip(&self.judgements);
        pairs
            .enumerate()
            .map(|(place, (submitted, judgement))| {
                if submitted.submission != judgement.submission {
                    return Err(RecordError::Order {
                        place,
                        judgement: judgement.submission,
                        submission: submitted.submission,
                    });
                }
                let problem = places.get(&(submitted.problem.as_str(), submitted.version));
                let Some(&problem) = problem else {
                    return Err(RecordError::UnknownProblem {
                        submission: submitted.submission,
                        problem: submitted.problem.clone(),
                        version: submitted.version,
                    });
                };
                let logged = history.submissions.get(&submitted.submission);
                judgement.input(
                    submitted,
                    problem,
                    logged.is_some_and(|logged| logged.out.is_some()),
                )
            })
            .collect()
    }
}

impl PublishedProblem {
    /// Slug and version.
    pub fn key(&self) -> (&str, u32) {
        (&self.problem, self.version)
    }
}

impl ProblemRecord {
    /// The path of one of its files in an archive.
    pub(super) fn member(&self, name: &str) -> String {
        let (slug, version) = self.published.key();
        format!("problems/{slug}/{version}/{name}")
    }

    /// Its files.
    pub(super) fn files(&self) -> ProblemFiles<'_> {
        ProblemFiles {
            slug: &self.published.problem,
            card: &self.problem_json,
            solution: &self.setter_source,
            terms: &self.terms,
        }
    }

    fn input<'a>(&'a self, history: &'a History) -> InputProblem<'a> {
        let (problem, version) = self.published.key();
        let logged = history.problems.get(&(problem.to_owned(), version));
        InputProblem {
            problem,
            version,
            setter: logged.and_then(|logged| logged.setter.as_deref()),
            setter_l_chars: u32::try_from(self.setter_source.len()).unwrap_or(u32::MAX),
            withdrawn: logged.is_some_and(|logged| logged.withdrawn.is_some()),
        }
    }
}

impl Judgement {
    /// The facts about a submission and its judgement that affect results.
    fn input<'a>(
        &'a self,
        submitted: &'a Submitted,
        problem: u32,
        out: bool,
    ) -> Result<InputSubmission<'a>, RecordError> {
        let report = self.report.report();
        let solver_hash = report
            .content_hash()
            .map(str::parse)
            .transpose()
            .map_err(|error| RecordError::SolverHash {
                submission: self.submission,
                error,
            })?;
        Ok(InputSubmission {
            submission: submitted.submission,
            problem,
            person: &submitted.person,
            counts: submitted.ranked && !out,
            created_at_us: submitted.created_at_us,
            tag: &submitted.method_tag,
            contradicted: report.contradiction(&submitted.method_tag).is_some(),
            verdict: report.verdict_word(),
            worth: report.worth(),
            details: report.details(),
            solver_hash,
        })
    }
}
