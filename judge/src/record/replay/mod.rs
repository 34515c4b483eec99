//! Replays a season from its archive alone, to check that every byte is accounted for and that the results follow
//! from the record: hashes, log, commitments and submissions, then every submission judged again, the scores and
//! their hash.
//!
//! The result is a function of the archive and the judge: a list of differences, each with a member of the archive
//! and a field in it.

mod difference;
mod record;
mod rejudge;
mod scores;
mod submissions;

use std::collections::BTreeMap;

use serde::Serialize;

pub use difference::Difference;
use difference::Findings;

use super::archive::Archive;
use super::history::History;
use super::merkle::Tree;
use super::receipt::Submitted;
use crate::contest::{Contest, Judges, each};
use crate::digest::Digest;

/// Values that were published elsewhere. A forged archive, even with a consistent log and hashes, cannot match them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// The hash of a log entry, which the log must contain.
    pub log_entry: Option<Digest>,
    /// Merkle root over the submissions.
    pub submissions_root: Option<Digest>,
    /// Hash of the results.
    pub results_hash: Option<Digest>,
}

/// The result of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replay {
    /// Slug of the season.
    pub season: String,
    /// Problems in the archive.
    pub problems: u64,
    /// Submissions in the archive.
    pub submissions: u64,
    /// How many submissions were judged again, for each type of contest under its own word
    /// ([`Names::counted`](crate::contest::Names::counted)): `programs_run`, those of setters and solvers,
    /// `derivations_graded`. 0 if only scores were computed.
    #[serde(flatten)]
    pub judged: BTreeMap<&'static str, u64>,
    /// Hash of the manifest.
    pub manifest_hash: Digest,
    /// Hash of the last log entry.
    pub log_head: Option<Digest>,
    /// The Merkle root computed from the submissions in the archive.
    pub submissions_root: Digest,
    /// The hash of the results computed from the record; none if they cannot be computed.
    pub results_hash: Option<Digest>,
    /// The differences; empty if the archive is right.
    pub differences: Vec<Difference>,
    /// How many further differences are not listed.
    pub unlisted: u64,
}

impl Replay {
    /// How many submissions were judged again.
    pub fn judged(&self) -> u64 {
        self.judged.values().sum()
    }

    /// Whether the archive passed every check.
    pub fn is_right(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Replays a season. Without `judges`, scores are computed from the judgements in the archive and
/// nothing is judged.
pub fn replay(archive: &Archive, judges: Option<&Judges<'_>>, published: &Published) -> Replay {
    let record = &archive.record;
    let (history, impossible) = History::read(&record.log);
    let mut findings = Findings::default();
    let leaves: Vec<Digest> = record.submissions.iter().map(Submitted::leaf).collect();
    let root = Tree::new(leaves.clone()).root();
    if !archive.recompressed {
        let message = "the content can be read, but its compressed bytes are not those that \
                       compressing it gives";
        findings.add("archive file", "compression", message);
    }
    record::check_manifest(archive, &history, &mut findings);
    record::check_log(archive, &impossible, &history, &mut findings);
    record::check_problems(record, &history, &mut findings);
    submissions::check_submissions(record, &history, &leaves, &mut findings);
    submissions::check_seal(root, leaves.len() as u64, &history, &mut findings);
    submissions::check_judgements(record, &history, &mut findings);
    let contest = record.manifest.scoring.contest();
    let count = judges.map_or(0, |judges| {
        each!(contest, K => rejudge::judge_again::<K>(record, &history, judges, &mut findings))
    });
    let mut counts: BTreeMap<&str, u64> = (Contest::ALL.iter())
        .map(|contest| (contest.names().counted, 0))
        .collect();
    counts.insert(contest.names().counted, count);
    let computed = scores::check(archive, &history, root, &mut findings);
    check_published(record, published, root, computed, &mut findings);
    let (differences, unlisted) = findings.into_parts();
    Replay {
        season: record.manifest.season.clone(),
        problems: record.problems.len() as u64,
        submissions: record.submissions.len() as u64,
        judged: counts,
        manifest_hash: record.manifest.hash(),
        log_head: record.log.last().map(|entry| entry.hash),
        submissions_root: root,
        results_hash: computed,
        differences,
        unlisted,
    }
}

fn check_published(
    record: &super::season::SeasonRecord,
    published: &Published,
    root: Digest,
    results: Option<Digest>,
    findings: &mut Findings,
) {
    if let Some(expected) = published
        .submissions_root
        .filter(|expected| *expected != root)
    {
        let message = format!("the root is {root}, published was {expected}");
        findings.add("submissions.jsonl", "root", &message);
    }
    if let (Some(expected), Some(found)) = (published.results_hash, results)
        && expected != found
    {
        let message = format!("it is {found}, published was {expected}");
        findings.add("scores/results.json", "results_hash", &message);
    }
    if let Some(expected) = published.log_entry
        && !record.log.iter().any(|entry| entry.hash == expected)
    {
        let message = format!("no entry has the published hash {expected}");
        findings.add("log.jsonl", "hash", &message);
    }
}
