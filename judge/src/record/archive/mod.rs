//! The archive of a season, `season-<slug>.tar.zst` (`docs/ARCHIVE.md`): everything needed to compute its results
//! again. The same record always gives the same bytes.
//!
//! The first member lists all others with size and SHA-256, in the order of their paths. Headers contain nothing that
//! differs between machines or days.

mod container;
mod parts;
mod read;
mod write;

use serde::{Deserialize, Serialize};

use super::season::SeasonRecord;
use crate::contest::{Contest, Scoring};
use crate::digest::Digest;

pub use read::{ArchiveError, read};
pub use write::{WriteError, write};

/// The word that identifies the format, including its compression: zstd 1.5.7 at level 9.
pub const FORMAT: &str = "sequence-dojo/archive/1";

/// The first member.
const SUMMARY: &str = "archive.json";
const JUDGEMENTS: &str = "judgements.jsonl";
const LOG: &str = "log.jsonl";
const MANIFEST: &str = "manifest.json";
const RESULTS: &str = "scores/results.json";
const SEASON_CSV: &str = "scores/season.csv";
const PROBLEMS_CSV: &str = "scores/problems.csv";
const SUBMISSIONS_CSV: &str = "scores/submissions.csv";
const SUBMISSIONS: &str = "submissions.jsonl";

const COMMITMENT: &str = "commitment.json";
const STATEMENT: &str = "statement.md";

/// The path of a submission's source.
pub(in crate::record) fn source_path(contest: Contest, hash: &Digest) -> String {
    format!("sources/{hash}.{}", contest.names().extension)
}

/// The first member of an archive: its format, the values to compare with published ones, and the list of all other
/// members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// [`FORMAT`].
    pub format: String,
    /// Slug of the season.
    pub season: String,
    /// Scoring version.
    pub scoring: Scoring,
    /// Digest of the sandbox that judged, or of the grader.
    pub runtime_digest: Digest,
    /// Hash of the last log entry.
    pub log_head: Digest,
    /// Merkle root over the submissions.
    pub submissions_root: Digest,
    /// Hash of the results.
    pub results_hash: Digest,
    /// All other members, in the order of their paths.
    pub files: Vec<File>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Path below the season's folder.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: Digest,
}

/// The content of an archive. Each member was in its canonical form and had its size and hash, and there was nothing
/// else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// The first member.
    pub summary: Summary,
    /// The record.
    pub record: SeasonRecord,
    /// The scores as they are in the archive.
    pub scores: ScoreFiles,
    /// Whether compressing the content again gives the same bytes.
    pub recompressed: bool,
}

/// The members that hold scores, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreFiles {
    /// `scores/results.json`.
    pub results_json: String,
    /// `scores/season.csv`.
    pub season_csv: String,
    /// `scores/problems.csv`.
    pub problems_csv: String,
    /// `scores/submissions.csv`.
    pub submissions_csv: String,
}

/// The name of the file of a season's archive.
pub fn file_name(season: &str) -> String {
    format!("season-{season}.tar.zst")
}

/// Whether a slug can be part of a path.
fn is_slug(slug: &str) -> bool {
    (1..=64).contains(&slug.len())
        && slug
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}
