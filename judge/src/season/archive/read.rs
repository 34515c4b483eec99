//! Reads an archive, strictly: each member at its place, in its canonical form, with the size and
//! the hash that the first member gives, and nothing else.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tar::Header;

use super::container::{self, BLOCK, Comparison, Compressor, header, padding};
use super::{
    Archive, FORMAT, File, JUDGEMENTS, LOG, MANIFEST, PROBLEMS_CSV, RESULTS, SEASON_CSV,
    SUBMISSIONS, SUBMISSIONS_CSV, SUMMARY, ScoreFiles, Summary, is_slug,
};
use crate::season::canonical_json;
use crate::season::digest::Digest;
use crate::season::history::History;
use crate::season::record::{ProblemRecord, SeasonRecord};

/// Largest first member, in bytes: more than 2,000,000 files.
const SUMMARY_MAX_BYTES: u64 = 512 << 20;

/// Largest list of submissions, judgements or log entries, and largest table of scores, in bytes.
const LIST_MAX_BYTES: u64 = 2 << 30;

/// Largest source and largest file of a problem, in bytes, but for its terms.
const FILE_MAX_BYTES: u64 = 2 << 20;

/// Largest list of terms of a problem, in bytes.
const TERMS_MAX_BYTES: u64 = 64 << 20;

/// Most bytes of all members together.
const TOTAL_MAX_BYTES: u64 = 16 << 30;

/// Why an archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A member is not what it must be.
    #[error("{member}: {fault}")]
    Member {
        /// Its path below the season's folder.
        member: String,
        /// What is wrong with it.
        fault: String,
    },
    /// The archive cannot be unpacked: it is truncated or no archive at all.
    #[error("the archive cannot be unpacked at byte {at} of its content: {error}")]
    Unpack {
        /// Bytes unpacked so far.
        at: u64,
        /// What the decompression says.
        error: io::Error,
    },
    /// Something follows the archive.
    #[error("the archive is followed by other bytes")]
    Trailing,
    /// The file cannot be opened.
    #[error("the archive cannot be opened: {0}")]
    Open(io::Error),
}

fn wrong(member: &str, fault: impl ToString) -> ArchiveError {
    ArchiveError::Member {
        member: member.to_owned(),
        fault: fault.to_string(),
    }
}

/// Reads an archive. `open` gives its bytes from the beginning, and is called twice: what is
/// unpacked is compressed again and compared with what was read. Memory is bounded by the limits on
/// members, not by what their headers claim.
///
/// # Errors
/// The first thing that is wrong, with the member it is in.
pub fn read<R: BufRead>(mut open: impl FnMut() -> io::Result<R>) -> Result<Archive, ArchiveError> {
    let input = open().map_err(ArchiveError::Open)?;
    let again = open().map_err(ArchiveError::Open)?;
    let unpack = |error| ArchiveError::Unpack { at: 0, error };
    let mut content = Content {
        input: container::decompressor(input).map_err(unpack)?,
        copy: Compressor::new(Comparison::new(again)).map_err(unpack)?,
        at: 0,
    };
    let mut archive = read_content(&mut content)?;
    let Content { input, copy, at } = content;
    let unpack = |error| ArchiveError::Unpack { at, error };
    let mut rest = input.finish();
    if !rest.fill_buf().map_err(unpack)?.is_empty() {
        return Err(ArchiveError::Trailing);
    }
    archive.recompressed = copy.finish().and_then(Comparison::finish).map_err(unpack)?;
    Ok(archive)
}

/// The unpacked bytes on their way: each is counted and compressed again.
struct Content<I, C> {
    input: I,
    copy: C,
    at: u64,
}

impl<I: Read, C: Write> Content<I, C> {
    /// The next bytes; an error when there are fewer.
    fn take(&mut self, bytes: u64) -> Result<Vec<u8>, ArchiveError> {
        // Grows with what is really there, not with what a header claims.
        let mut taken = Vec::new();
        let read = self.input.by_ref().take(bytes).read_to_end(&mut taken);
        let at = self.at + taken.len() as u64;
        let missing = || io::Error::new(io::ErrorKind::UnexpectedEof, "it ends too early");
        let complete = read.and_then(|read| {
            if read as u64 == bytes {
                self.copy.write_all(&taken)
            } else {
                Err(missing())
            }
        });
        self.at = at;
        match complete {
            Ok(()) => Ok(taken),
            Err(error) => Err(ArchiveError::Unpack { at, error }),
        }
    }

    /// The zeros after a member or at the end.
    fn take_zeros(&mut self, member: &str, bytes: usize) -> Result<(), ArchiveError> {
        let zeros = self.take(bytes as u64)?;
        if zeros.iter().all(|byte| *byte == 0) {
            Ok(())
        } else {
            Err(wrong(
                member,
                "the zeros that fill up the last block are not all zero",
            ))
        }
    }

    /// The next member, which must be this one.
    fn member(&mut self, folder: &str, file: &File) -> Result<Vec<u8>, ArchiveError> {
        let found = self.take(BLOCK as u64)?;
        let path = &file.path;
        let expected =
            header(&format!("{folder}/{path}"), file.bytes).map_err(|error| wrong(path, error))?;
        if found != expected.as_bytes() {
            return Err(wrong(path, misplaced(&found, folder, file)));
        }
        let bytes = self.take(file.bytes)?;
        self.take_zeros(path, padding(file.bytes))?;
        let sha256 = Digest::of(&bytes);
        if sha256 != file.sha256 {
            return Err(wrong(
                path,
                format!(
                    "its SHA-256 is {sha256}, {SUMMARY} says `sha256` {}",
                    file.sha256
                ),
            ));
        }
        Ok(bytes)
    }
}

/// What is wrong with a header that is not the one of `file`.
fn misplaced(found: &[u8], folder: &str, file: &File) -> String {
    if found.iter().all(|byte| *byte == 0) {
        return "the member is missing; the archive ends before it".to_owned();
    }
    let mut found_header = Header::new_old();
    found_header.as_mut_bytes().copy_from_slice(found);
    let name = found_header.path().map_or_else(
        |_| "no readable path".to_owned(),
        |path| path.display().to_string(),
    );
    if name != format!("{folder}/{}", file.path) {
        return format!("the member is missing; in its place is `{name}`");
    }
    match found_header.size() {
        Ok(size) if size != file.bytes => {
            format!("its size is {size}, {SUMMARY} says `bytes` {}", file.bytes)
        }
        _ => "its header differs: mode, owner, time and type must be those that the archive's \
              description gives"
            .to_owned(),
    }
}

fn read_content(content: &mut Content<impl Read, impl Write>) -> Result<Archive, ArchiveError> {
    let summary = read_summary(content)?;
    let folder = format!("season-{}", summary.season);
    let mut parts = Parts::default();
    for file in &summary.files {
        let bytes = content.member(&folder, file)?;
        parts.add(&file.path, bytes)?;
    }
    content.take_zeros("end of the archive", 2 * BLOCK)?;
    let mut more = [0];
    let at = content.at;
    let unpack = |error| ArchiveError::Unpack { at, error };
    if content.input.read(&mut more).map_err(unpack)? != 0 {
        return Err(ArchiveError::Trailing);
    }
    parts.assemble(summary)
}

fn read_summary(content: &mut Content<impl Read, impl Write>) -> Result<Summary, ArchiveError> {
    let mut found = Header::new_old();
    let first = content.take(BLOCK as u64)?;
    found.as_mut_bytes().copy_from_slice(&first);
    let size = found.size().map_err(|error| wrong(SUMMARY, error))?;
    if size > SUMMARY_MAX_BYTES {
        return Err(wrong(
            SUMMARY,
            format!("{size} bytes, at most {SUMMARY_MAX_BYTES}"),
        ));
    }
    let bytes = content.take(size)?;
    content.take_zeros(SUMMARY, padding(size))?;
    let summary: Summary = parse(SUMMARY, &bytes)?;
    if summary.format != FORMAT {
        let fault = format!(
            "`format` is {:?}; this program reads {FORMAT:?}",
            summary.format
        );
        return Err(wrong(SUMMARY, fault));
    }
    if !is_slug(&summary.season) {
        return Err(wrong(
            SUMMARY,
            format!("`season` {:?} is no slug", summary.season),
        ));
    }
    let path = format!("season-{}/{SUMMARY}", summary.season);
    let expected = header(&path, size).map_err(|error| wrong(SUMMARY, error))?;
    if first != expected.as_bytes() {
        return Err(wrong(
            SUMMARY,
            format!("its header is not that of `{path}`"),
        ));
    }
    let mut total = 0u64;
    for (file, at) in summary.files.iter().zip(0_usize..) {
        let place = Place::of(&file.path).ok_or_else(|| {
            wrong(
                SUMMARY,
                format!("`files`: {:?} is no member of an archive", file.path),
            )
        })?;
        let most = place.max_bytes();
        if file.bytes > most {
            return Err(wrong(
                &file.path,
                format!("{} bytes, at most {most}", file.bytes),
            ));
        }
        total = total.saturating_add(file.bytes);
        let before = at.checked_sub(1).and_then(|at| summary.files.get(at));
        if before.is_some_and(|before| before.path >= file.path) {
            let fault = format!("`files`: {:?} is listed twice or out of order", file.path);
            return Err(wrong(SUMMARY, fault));
        }
    }
    if total > TOTAL_MAX_BYTES {
        return Err(wrong(
            SUMMARY,
            format!("`files`: {total} bytes in all, at most {TOTAL_MAX_BYTES}"),
        ));
    }
    Ok(summary)
}

/// What a path is.
enum Place<'a> {
    Whole,
    Problem {
        slug: &'a str,
        version: u32,
        name: &'a str,
    },
    Source(Digest),
}

const PROBLEM_FILES: [&str; 5] = [
    "commitment.json",
    "problem.json",
    "setter.py",
    "statement.md",
    "terms.txt",
];

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

impl<'a> Place<'a> {
    fn of(path: &'a str) -> Option<Self> {
        if WHOLE.contains(&path) {
            return Some(Self::Whole);
        }
        let parts: Vec<&str> = path.split('/').collect();
        match parts.as_slice() {
            ["sources", name] => {
                let hash = name.strip_suffix(".py")?.parse().ok()?;
                Some(Self::Source(hash))
            }
            ["problems", slug, text, name] if is_slug(slug) && PROBLEM_FILES.contains(name) => {
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

    fn max_bytes(&self) -> u64 {
        match self {
            Self::Whole => LIST_MAX_BYTES,
            Self::Problem {
                name: "terms.txt", ..
            } => TERMS_MAX_BYTES,
            Self::Problem { .. } | Self::Source(_) => FILE_MAX_BYTES,
        }
    }
}

/// The members as they come.
#[derive(Default)]
struct Parts {
    whole: BTreeMap<String, Vec<u8>>,
    problems: BTreeMap<(String, u32), BTreeMap<String, Vec<u8>>>,
    sources: BTreeMap<Digest, Vec<u8>>,
}

impl Parts {
    fn add(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), ArchiveError> {
        match Place::of(path).ok_or_else(|| wrong(path, "no member of an archive"))? {
            Place::Whole => {
                self.whole.insert(path.to_owned(), bytes);
            }
            Place::Problem {
                slug,
                version,
                name,
            } => {
                let files = self.problems.entry((slug.to_owned(), version)).or_default();
                files.insert(name.to_owned(), bytes);
            }
            Place::Source(hash) => {
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

    fn assemble(mut self, summary: Summary) -> Result<Archive, ArchiveError> {
        let mut problems = Vec::new();
        for ((slug, version), files) in std::mem::take(&mut self.problems) {
            problems.push(problem(&slug, version, files)?);
        }
        let log = lines(LOG, &self.take(LOG)?)?;
        // Board order is in the log; what is not logged comes last and is found by replay.
        let (history, _) = History::read(&log);
        problems.sort_by_key(|problem| {
            let (slug, version) = problem.published.key();
            let key = (slug.to_owned(), version);
            let logged = history.problems.get(&key);
            (logged.map_or(u32::MAX, |logged| logged.position), key)
        });
        let record = SeasonRecord {
            manifest: parse(MANIFEST, &self.take(MANIFEST)?)?,
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
    let published = parse(&path("commitment.json"), &take("commitment.json")?)?;
    let mut take_text = |name: &str| text(&path(name), take(name)?);
    let terms = take_text("terms.txt")?;
    if !terms.is_empty() && !terms.ends_with('\n') {
        return Err(wrong(
            &path("terms.txt"),
            "the last term is not followed by a newline",
        ));
    }
    let record = ProblemRecord {
        published,
        problem_json: take_text("problem.json")?,
        statement: take_text("statement.md")?,
        setter_source: take_text("setter.py")?,
        terms: terms.split_terminator('\n').map(str::to_owned).collect(),
    };
    if record.published.key() != (slug, version) {
        let (problem, version) = record.published.key();
        let fault =
            format!("`problem` and `version` are {problem} and {version}, not those of its path");
        return Err(wrong(&path("commitment.json"), fault));
    }
    Ok(record)
}

fn text(path: &str, bytes: Vec<u8>) -> Result<String, ArchiveError> {
    String::from_utf8(bytes).map_err(|error| wrong(path, error.utf8_error()))
}

fn parse<T: DeserializeOwned + Serialize>(path: &str, bytes: &[u8]) -> Result<T, ArchiveError> {
    canonical_json::from_slice(bytes).map_err(|error| wrong(path, error))
}

/// One value a line, each line in canonical form and ended by a newline.
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
