//! The checks of submissions and their judgements that need no judging.

use std::collections::{BTreeMap, BTreeSet};

use super::difference::Findings;
use super::record::{LOG, SUMMARY};
use crate::canonical_json;
use crate::contest::{Kind as _, Member, Report, each};
use crate::digest::Digest;
use crate::record::archive::source_path;
use crate::record::history::History;
use crate::record::season::{Judgement, SeasonRecord, judgements_hash};

/// A submission is logged by the transaction that stores it. If it is dated further back than this, in µs, it was
/// backdated.
const MAX_DELAY_US: i64 = 60_000_000;

const SUBMISSIONS: &str = "submissions.jsonl";
pub(super) const JUDGEMENTS: &str = "judgements.jsonl";

pub(super) fn check_submissions(
    record: &SeasonRecord,
    history: &History,
    leaves: &[Digest],
    findings: &mut Findings,
) {
    let contest = record.manifest.scoring.contest();
    let mut present = BTreeSet::new();
    let mut used = BTreeSet::new();
    for (submitted, leaf) in record.submissions.iter().zip(leaves) {
        let number = submitted.submission;
        let mut wrong = |field: &str, message: &str| {
            findings.add(
                SUBMISSIONS,
                &format!("submission {number} {field}"),
                message,
            );
        };
        if present.last().is_some_and(|last| *last >= number) {
            wrong("submission", "numbers must rise from line to line");
        }
        present.insert(number);
        used.insert(submitted.source);
        if submitted.season != record.manifest.season {
            wrong("season", &format!("is {}", submitted.season));
        }
        if !record.sources.contains_key(&submitted.source) {
            let path = source_path(contest, &submitted.source);
            wrong("source", &format!("{path} is not in the archive"));
        }
        if history
            .freeze_started_at_us
            .is_some_and(|freeze| submitted.created_at_us > freeze)
        {
            wrong("created_at_us", "is later than the freeze");
        }
        let Some(logged) = history.submissions.get(&number) else {
            wrong("submission", "was never logged: no entry has its receipt");
            continue;
        };
        if *leaf != logged.receipt {
            let message = format!(
                "does not hash to the receipt in log entry {}: something of the submission was changed",
                logged.seq
            );
            wrong("receipt", &message);
        }
        let delay = logged.at_us.saturating_sub(submitted.created_at_us);
        if !(0..=MAX_DELAY_US).contains(&delay) {
            let message = format!(
                "is {} s from the time of log entry {}: the submission was dated back or forward",
                delay.unsigned_abs() / 1_000_000,
                logged.seq
            );
            wrong("created_at_us", &message);
        }
    }
    for number in history
        .submissions
        .keys()
        .filter(|number| !present.contains(number))
    {
        let field = format!("submission {number}");
        findings.add(
            SUBMISSIONS,
            &field,
            "was received by the log and is dropped from the archive",
        );
    }
    for hash in record.sources.keys().filter(|hash| !used.contains(hash)) {
        findings.add(
            &source_path(contest, hash),
            "path",
            "belongs to no submission",
        );
    }
}

/// `root` and `submissions` come from the archive.
pub(super) fn check_seal(
    root: Digest,
    submissions: u64,
    history: &History,
    findings: &mut Findings,
) {
    let Some((count, sealed)) = history.sealed else {
        findings.add(LOG, "root", "the log does not seal the submissions");
        return;
    };
    if submissions != count {
        let message = format!("{submissions} submissions, the log sealed {count}");
        findings.add(SUBMISSIONS, "count", &message);
    }
    if root != sealed {
        let message = format!("the Merkle root is {root}, the log sealed {sealed}");
        findings.add(SUBMISSIONS, "root", &message);
    }
}

pub(super) fn check_judgements(record: &SeasonRecord, history: &History, findings: &mut Findings) {
    let digests: BTreeSet<Digest> = record
        .judgements
        .iter()
        .map(|it| it.runtime_digest)
        .collect();
    if digests.len() > 1 {
        let message = "not all submissions were judged by the same sandbox";
        findings.add(JUDGEMENTS, "runtime_digest", message);
    }
    let sources: BTreeMap<u64, Digest> = record
        .submissions
        .iter()
        .map(|submitted| (submitted.submission, submitted.source))
        .collect();
    for judgement in &record.judgements {
        let source = sources
            .get(&judgement.submission)
            .and_then(|source| record.sources.get(source));
        check_judgement(
            record,
            history,
            judgement,
            source.map(Vec::as_slice),
            findings,
        );
    }
    let hash = judgements_hash(&record.judgements);
    match history.judgements {
        Some(sealed) if sealed == hash => {}
        Some(sealed) => {
            let message = format!("the judgements hash to {hash}, the log sealed {sealed}");
            findings.add(JUDGEMENTS, "hash", &message);
        }
        None => findings.add(LOG, "judgements", "the log does not seal the judgements"),
    }
}

fn check_judgement(
    record: &SeasonRecord,
    history: &History,
    judgement: &Judgement,
    source: Option<&[u8]>,
    findings: &mut Findings,
) {
    let report = judgement.report.report();
    let wrong = &mut |field: &str, message: &str| {
        let field = format!("submission {} {field}", judgement.submission);
        findings.add(JUDGEMENTS, &field, message);
    };
    if judgement.scoring != record.manifest.scoring {
        wrong(
            "scoring",
            &format!(
                "is {}, the season has {}",
                judgement.scoring, record.manifest.scoring
            ),
        );
    }
    let logged = history.submissions.get(&judgement.submission);
    match logged.and_then(|logged| logged.verdict.as_ref()) {
        None => wrong("verdict", "the log has no verdict of it"),
        Some((word, digest)) => {
            if word != report.verdict_word() {
                wrong(
                    "verdict",
                    &format!("is {}, the log has {word}", report.verdict_word()),
                );
            }
            if *digest != judgement.runtime_digest {
                wrong(
                    "runtime_digest",
                    &format!("is {}, the log has {digest}", judgement.runtime_digest),
                );
            }
        }
    }
    let contest = record.manifest.scoring.contest();
    each!(contest, K => match K::report(report) {
        Some(report) => K::check_report(report, source, wrong),
        None => wrong("report", &format!("is not of a {contest} contest")),
    });
}

/// Compares a newly made report with the archive's.
pub(super) fn check_report<K: Member>(
    judgement: &Judgement,
    report: &Report,
    findings: &mut Findings,
) {
    let recorded = judgement.report.report();
    let ours = match (K::report(report), K::report(recorded)) {
        (Some(made), Some(recorded)) => K::whole(K::in_words_of(made, recorded)),
        _ => report.clone(),
    };
    let ours = canonical_json::to_string(&ours).expect("texts and integers only");
    let theirs = judgement.report.json();
    if theirs == ours {
        return;
    }
    let value = |json| serde_json::from_str(json).expect("canonical JSON is JSON");
    let at = format!("submission {} report", judgement.submission);
    findings.compare(JUDGEMENTS, &at, &value(theirs), &value(&ours));
}

/// Whether this program is the judge that made the archive; a difference is recorded as a finding.
pub(super) fn is_same_judge(record: &SeasonRecord, ours: &str, findings: &mut Findings) -> bool {
    let theirs = record
        .judgements
        .last()
        .map_or(record.manifest.runtime_digest, |last| last.runtime_digest)
        .to_string();
    if ours == theirs {
        return true;
    }
    let names = record.manifest.scoring.contest().names();
    let message = format!(
        "the archive was judged by the {} {theirs}, this program has {ours}: {}s cannot be {} again \
         here; everything else was checked, as --scores-only does",
        names.judge, names.submission, names.judged
    );
    findings.add(SUMMARY, "runtime_digest", &message);
    false
}
