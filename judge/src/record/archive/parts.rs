//! Reads the members of an archive one by one, and assembles the record from them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::read::{ArchiveError, wrong};
use super::{
    Archive, COMMITMENT, JUDGEMENTS, LOG, MANIFEST, PROBLEMS_CSV, RESULTS, SEASON_CSV, STATEMENT,
    SUBMISSIONS, SUBMISSIONS_CSV, SUMMARY, ScoreFiles, Summary, is_slug,
};
use crate::canonical_json;
use crate::contest::Contest;
use crate::digest::Digest;
use crate::record::history::History;
use crate::record::manifest::Manifest;
use crate::record::season::{ProblemRecord, PublishedProblem, SeasonRecord};

/// The most bytes of a list of submissions, judgements or log entries, and of a table of scores.
const LIST_MAX_BYTES: u64 = 2 << 30;

/// The most bytes of a source, and of a file of a problem except its terms.
const FILE_MAX_BYTES: u64 = 2 << 20;

/// The most bytes of a problem's list of terms.
const TERMS_MAX_BYTES: u64 = 64 << 20;

/// What a path in the archive is.
pub(super) enum MemberPath<'a> {
    Whole,
    Problem {
        slug: &'a str,
        version: u32,
        name: &'a str,
    },
    Source(Contest, Digest),
}

/// Whether problems of some type have a file of this name.
fn is_problem_file(name: &str) -> bool {
    [COMMITMENT, STATEMENT].contains(&name)
        || Contest::ALL.iter().any(|contest| {
            let names = contest.names();
            [names.card, names.solution].contains(&name) || names.terms == Some(name)
        })
}

/// Whether problems of some type have their terms in a file of this name.
fn is_terms(name: &str) -> bool {
    let mut all = Contest::ALL.iter();
    all.any(|contest| contest.names().terms == Some(name))
}

const WHOLE: [&str; 8] = [
    JUDGEMENTS,
    LOG,
    MANIFEST,
    PROBLEMS_CSV,
    RESULTS,
    SEASON_CSV,
    SUBMISSIONS,
    SUBMISSIONS_CSV,
];

impl<'a> MemberPath<'a> {
    /// Classifies a path; `None` if it is not a member of an archive.
    pub(super) fn of(path: &'a str) -> Option<Self> {
        if WHOLE.contains(&path) {
            return Some(Self::Whole);
        }
        let parts: Vec<&str> = path.split('/').collect();
        match parts.as_slice() {
            ["sources", name] => {
                let (stem, ending) = name.split_once('.')?;
                let mut all = Contest::ALL.iter().copied();
                let contest = all.find(|contest| contest.names().extension == ending)?;
                Some(Self::Source(contest, stem.parse().ok()?))
            }
            ["problems", slug, text, name] if is_slug(slug) && is_problem_file(name) => {
                let version: u32 = text.parse().ok()?;
                (version.to_string() == *text).then_some(Self::Problem {
                    slug,
                    version,
                    name,
                })
            }
            _ => None,
        }
    }

    /// The most bytes of such a member.
    pub(super) fn max_bytes(&self) -> u64 {
        match self {
            Self::Whole => LIST_MAX_BYTES,
            Self::Problem { name, .. } if is_terms(name) => TERMS_MAX_BYTES,
            Self::Problem { .. } | Self::Source(..) => FILE_MAX_BYTES,
        }
    }
}

/// The members read so far.
#[derive(Default)]
pub(super) struct Parts {
    whole: BTreeMap<String, Vec<u8>>,
    problems: BTreeMap<(String, u32), BTreeMap<String, Vec<u8>>>,
    sources: BTreeMap<Digest, Vec<u8>>,
    /// The types of contest of the sources, by their file extensions.
    contests: BTreeSet<Contest>,
}

impl Parts {
    pub(super) fn add(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), ArchiveError> {
        match MemberPath::of(path).ok_or_else(|| wrong(path, "no member of an archive"))? {
            MemberPath::Whole => {
                self.whole.insert(path.to_owned(), bytes);
            }
            MemberPath::Problem {
                slug,
                version,
                name,
            } => {
                let files = self.problems.entry((slug.to_owned(), version)).or_default();
                files.insert(name.to_owned(), bytes);
            }
            MemberPath::Source(contest, hash) => {
                self.contests.insert(contest);
                let found = Digest::of(&bytes);
                if found != hash {
                    return Err(wrong(
                        path,
                        format!("its SHA-256 is {found}, not that of its name"),
                    ));
                }
                self.sources.insert(hash, bytes);
            }
        }
        Ok(())
    }

    fn take(&mut self, path: &str) -> Result<Vec<u8>, ArchiveError> {
        let missing = || {
            wrong(
                path,
                format!("the member is missing; {SUMMARY} does not list it"),
            )
        };
        self.whole.remove(path).ok_or_else(missing)
    }

    fn take_text(&mut self, path: &str) -> Result<String, ArchiveError> {
        text(path, self.take(path)?)
    }

    /// Assembles the members to a record.
    pub(super) fn assemble(mut self, summary: Summary) -> Result<Archive, ArchiveError> {
        let mut problems = Vec::new();
        for ((slug, version), files) in std::mem::take(&mut self.problems) {
            problems.push(problem(&slug, version, files)?);
        }
        let log = lines(LOG, &self.take(LOG)?)?;
        // The log determines the order of the board; a problem that is not logged comes last and is reported by
        // replay.
        let (history, _) = History::read(&log);
        problems.sort_by_key(|problem| {
            let (slug, version) = problem.published.key();
            let key = (slug.to_owned(), version);
            let logged = history.problems.get(&key);
            (logged.map_or(u32::MAX, |logged| logged.position), key)
        });
        let manifest: Manifest = parse(MANIFEST, &self.take(MANIFEST)?)?;
        let contest = manifest.scoring.contest();
        if self.contests.iter().any(|other| *other != contest) {
            let fault = format!("a source is not named as those of a {contest} season are");
            return Err(wrong("sources/", fault));
        }
        let record = SeasonRecord {
            manifest,
            problems,
            submissions: lines(SUBMISSIONS, &self.take(SUBMISSIONS)?)?,
            sources: std::mem::take(&mut self.sources),
            judgements: lines(JUDGEMENTS, &self.take(JUDGEMENTS)?)?,
            log,
        };
        let scores = ScoreFiles {
            results_json: self.take_text(RESULTS)?,
            season_csv: self.take_text(SEASON_CSV)?,
            problems_csv: self.take_text(PROBLEMS_CSV)?,
            submissions_csv: self.take_text(SUBMISSIONS_CSV)?,
        };
        Ok(Archive {
            summary,
            record,
            scores,
            recompressed: false,
        })
    }
}

fn problem(
    slug: &str,
    version: u32,
    mut files: BTreeMap<String, Vec<u8>>,
) -> Result<ProblemRecord, ArchiveError> {
    let path = |name: &str| format!("problems/{slug}/{version}/{name}");
    let mut take = |name: &str| {
        let missing = || {
            wrong(
                &path(name),
                format!("the member is missing; {SUMMARY} does not list it"),
            )
        };
        files.remove(name).ok_or_else(missing)
    };
    let published: PublishedProblem = parse(&path(COMMITMENT), &take(COMMITMENT)?)?;
    let mut take_text = |name: &str| text(&path(name), take(name)?);
    let names = published.kind.names();
    let terms = names.terms.map_or(Ok(String::new()), &mut take_text)?;
    if !terms.is_empty() && !terms.ends_with('\n') {
        return Err(wrong(
            &path(names.terms.unwrap_or_default()),
            "the last term is not followed by a newline",
        ));
    }
    let record = ProblemRecord {
        published,
        problem_json: take_text(names.card)?,
        statement: take_text(STATEMENT)?,
        setter_source: take_text(names.solution)?,
        terms: terms.split_terminator('\n').map(str::to_owned).collect(),
    };
    if let Some(name) = files.keys().next() {
        let kind = record.published.kind;
        return Err(wrong(&path(name), format!("no file of a {kind} problem")));
    }
    if record.published.key() != (slug, version) {
        let (problem, version) = record.published.key();
        let fault =
            format!("`problem` and `version` are {problem} and {version}, not those of its path");
        return Err(wrong(&path(COMMITMENT), fault));
    }
    Ok(record)
}

fn text(path: &str, bytes: Vec<u8>) -> Result<String, ArchiveError> {
    String::from_utf8(bytes).map_err(|error| wrong(path, error.utf8_error()))
}

/// One value in canonical form.
pub(super) fn parse<T: DeserializeOwned + Serialize>(
    path: &str,
    bytes: &[u8],
) -> Result<T, ArchiveError> {
    canonical_json::from_slice(bytes).map_err(|error| wrong(path, error))
}

/// One value on each line, in canonical form and ended by a newline.
fn lines<T: DeserializeOwned + Serialize>(
    path: &str,
    bytes: &[u8],
) -> Result<Vec<T>, ArchiveError> {
    let Some(bytes) = bytes.strip_suffix(b"\n") else {
        return if bytes.is_empty() {
            Ok(Vec::new())
        } else {
            Err(wrong(path, "the last line is not ended by a newline"))
        };
    };
    bytes
        .split(|byte| *byte == b'\n')
        .zip(1..)
        .map(|(line, number)| {
            canonical_json::from_slice(line)
                .map_err(|error| wrong(path, format!("line {number}: {error}")))
        })
        .collect()
}
