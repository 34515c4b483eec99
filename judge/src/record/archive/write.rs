//! Writes an archive from a record.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use super::container::{BLOCK, Compressor, header, padding};
use super::{
    COMMITMENT, FORMAT, File, JUDGEMENTS, LOG, MANIFEST, PROBLEMS_CSV, RESULTS, SEASON_CSV,
    STATEMENT, SUBMISSIONS, SUBMISSIONS_CSV, SUMMARY, Summary, is_slug, source_path,
};
use crate::canonical_json;
use crate::digest::Digest;
use crate::record::history::History;
use crate::record::results::Computed;
use crate::record::season::{self, ProblemRecord, RecordError, SeasonRecord, line};

/// Why an archive is not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The record is inconsistent.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The output cannot be written.
    #[error("cannot write the archive: {0}")]
    Io(#[from] io::Error),
}

/// Writes the archive of a season. The same record gives the same bytes.
///
/// # Errors
/// When the record is inconsistent or `out` fails.
pub fn write(record: &SeasonRecord, out: impl Write) -> Result<Summary, WriteError> {
    let (history, _) = History::read(&record.log);
    let computed = record.results(&history)?;
    let members = members(record, &computed)?;
    let summary = summary(record, &computed, &members);
    let season = &summary.season;
    let first = canonical_json::to_string(&summary).expect("texts, integers and digests only");

    let mut out = Compressor::new(out)?;
    append(&mut out, season, SUMMARY, first.as_bytes())?;
    for (path, bytes) in &members {
        append(&mut out, season, path, bytes)?;
    }
    out.write_all(&[0; 2 * BLOCK])?;
    out.finish()?.flush()?;
    Ok(summary)
}

fn append(out: &mut impl Write, season: &str, path: &str, bytes: &[u8]) -> io::Result<()> {
    let size = bytes.len() as u64;
    let header = header(&format!("season-{season}/{path}"), size)?;
    out.write_all(header.as_bytes())?;
    out.write_all(bytes)?;
    out.write_all(&[0; BLOCK][..padding(size)])
}

fn summary(
    record: &SeasonRecord,
    computed: &Computed,
    members: &BTreeMap<String, Cow<'_, [u8]>>,
) -> Summary {
    let judged = record.judgements.last();
    Summary {
        format: FORMAT.to_owned(),
        season: record.manifest.season.clone(),
        scoring: record.manifest.scoring,
        runtime_digest: judged.map_or(record.manifest.runtime_digest, |last| last.runtime_digest),
        log_head: record
            .log
            .last()
            .map_or(Digest([0; 32]), |entry| entry.hash),
        submissions_root: season::tree(&record.submissions).root(),
        results_hash: computed.hash(),
        files: members
            .iter()
            .map(|(path, bytes)| File {
                path: path.clone(),
                bytes: bytes.len() as u64,
                sha256: Digest::of(bytes),
            })
            .collect(),
    }
}

/// All members but the first, in the order of their paths.
fn members<'a>(
    record: &'a SeasonRecord,
    computed: &'a Computed,
) -> Result<BTreeMap<String, Cow<'a, [u8]>>, RecordError> {
    let slugs = record.problems.iter().map(|it| &it.published.problem);
    for slug in slugs.chain([&record.manifest.season]) {
        if !is_slug(slug) {
            return Err(RecordError::Slug(slug.clone()));
        }
    }
    let mut members: BTreeMap<String, Cow<'a, [u8]>> = BTreeMap::new();
    let mut add = |path: &str, bytes: Cow<'a, [u8]>| {
        let before = members.insert(path.to_owned(), bytes);
        debug_assert!(before.is_none(), "each path once");
    };
    let owned = |text: String| Cow::Owned(text.into_bytes());
    add(MANIFEST, owned(record.manifest.to_json()));
    add(LOG, owned(record.log.iter().map(line).collect()));
    add(
        SUBMISSIONS,
        owned(record.submissions.iter().map(line).collect()),
    );
    add(
        JUDGEMENTS,
        owned(record.judgements.iter().map(line).collect()),
    );
    add(RESULTS, computed.json.as_bytes().into());
    add(SEASON_CSV, computed.season_csv.as_bytes().into());
    add(PROBLEMS_CSV, computed.problems_csv.as_bytes().into());
    add(SUBMISSIONS_CSV, computed.submissions_csv.as_bytes().into());
    for problem in &record.problems {
        for (name, bytes) in problem_files(problem) {
            let (slug, version) = problem.published.key();
            add(&format!("problems/{slug}/{version}/{name}"), bytes);
        }
    }
    let contest = record.manifest.scoring.contest();
    for (hash, source) in &record.sources {
        add(&source_path(contest, hash), source.into());
    }
    for submitted in &record.submissions {
        if !record.sources.contains_key(&submitted.source) {
            return Err(RecordError::NoSource {
                submission: submitted.submission,
                source_hash: submitted.source,
            });
        }
    }
    Ok(members)
}

fn problem_files(problem: &ProblemRecord) -> Vec<(&'static str, Cow<'_, [u8]>)> {
    let published = canonical_json::to_string(&problem.published);
    let published = published.expect("texts, integers and digests only");
    let mut files: Vec<(&'static str, Cow<'_, [u8]>)> = vec![
        (COMMITMENT, Cow::Owned(published.into_bytes())),
        (STATEMENT, problem.statement.as_bytes().into()),
    ];
    let names = problem.published.kind.names();
    files.push((names.card, problem.problem_json.as_bytes().into()));
    files.push((names.solution, problem.setter_source.as_bytes().into()));
    if let Some(name) = names.terms {
        let terms: String = problem.terms.iter().flat_map(|term| [term, "\n"]).collect();
        files.push((name, Cow::Owned(terms.into_bytes())));
    }
    files
}
