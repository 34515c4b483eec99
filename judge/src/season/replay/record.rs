//! What can be checked of a record without running a program: manifest, log, commitments,
//! submissions, judgements.

use std::collections::{BTreeMap, BTreeSet};

use super::difference::Findings;
use crate::season::archive::Archive;
use crate::season::canonical_json;
use crate::season::commitment::ProblemKind;
use crate::season::digest::Digest;
use crate::season::history::{History, Impossible};
use crate::season::log::verify_chain;
use crate::season::record::{Judgement, ProblemRecord, SeasonRecord, gates, judgements_hash};
use crate::sequence::Rules;
use crate::sequence::canonical::Canonical;
use crate::sequence::gate::Gates;
use crate::sequence::package::ProblemLimits;
use crate::sequence::score::score;

/// A submission is logged by the transaction that stores it. One that is dated further back than
/// this, in µs, was dated back.
const MAX_DELAY_US: i64 = 60_000_000;

pub(super) const SUBMISSIONS: &str = "submissions.jsonl";
pub(super) const JUDGEMENTS: &str = "judgements.jsonl";
const MANIFEST: &str = "manifest.json";
const LOG: &str = "log.jsonl";
const SUMMARY: &str = "archive.json";

pub(super) fn check_manifest(archive: &Archive, history: &History, findings: &mut Findings) {
    let manifest = &archive.record.manifest;
    if let Err(error) = manifest.check() {
        findings.add(MANIFEST, "parameters", &error.to_string());
    }
    same(
        findings,
        MANIFEST,
        "season",
        &manifest.season,
        &archive.summary.season,
        SUMMARY,
    );
    if manifest.scoring != archive.summary.scoring {
        let message = format!(
            "is {}, {MANIFEST} has {}",
            archive.summary.scoring, manifest.scoring
        );
        findings.add(SUMMARY, "scoring", &message);
    }
    let hash = manifest.hash();
    match history.manifest {
        Some(logged) if logged == hash => {}
        Some(logged) => {
            let message = format!("the manifest hashes to {hash}, the log published {logged}");
            findings.add(MANIFEST, "hash", &message);
        }
        None => findings.add(LOG, "manifest", "the log publishes no manifest"),
    }
}

pub(super) fn check_log(
    archive: &Archive,
    impossible: &[Impossible],
    history: &History,
    findings: &mut Findings,
) {
    let log = &archive.record.log;
    if let Err(error) = verify_chain(&archive.record.manifest.season, log) {
        findings.add(
            LOG,
            &format!("entry {}", error.place),
            &error.fault.to_string(),
        );
    }
    for entry in impossible {
        findings.add(LOG, &format!("entry {}", entry.seq), &entry.why);
    }
    let head = log.last().map_or(Digest([0; 32]), |entry| entry.hash);
    if head != archive.summary.log_head {
        let message = format!("is {}, the last entry has {head}", archive.summary.log_head);
        findings.add(SUMMARY, "log_head", &message);
    }
    let state = history.state.as_deref().unwrap_or("draft");
    if !matches!(state, "revealed" | "final") {
        let message = format!("the season is {state}; an archive is of a revealed or final one");
        findings.add(LOG, "state", &message);
    }
}

pub(super) fn check_problems(record: &SeasonRecord, history: &History, findings: &mut Findings) {
    for problem in &record.problems {
        check_problem(record, history, problem, findings);
    }
    let present: BTreeSet<(&str, u32)> = record
        .problems
        .iter()
        .map(|problem| problem.published.key())
        .collect();
    for (slug, version) in history.problems.keys() {
        if !present.contains(&(slug.as_str(), *version)) {
            let member = format!("problems/{slug}/{version}/");
            findings.add(
                &member,
                "problem",
                "the log committed to it, the archive does not have it",
            );
        }
    }
}

fn check_problem(
    record: &SeasonRecord,
    history: &History,
    problem: &ProblemRecord,
    findings: &mut Findings,
) {
    let (slug, version) = problem.published.key();
    let member = |name: &str| format!("problems/{slug}/{version}/{name}");
    let published = &problem.published;
    let Some(logged) = history.problems.get(&(slug.to_owned(), version)) else {
        findings.add(
            &member("commitment.json"),
            "problem",
            "the log never committed to it",
        );
        return;
    };
    if published.commitment != logged.commitment {
        let message = format!(
            "is {}, the log has {}",
            published.commitment, logged.commitment
        );
        findings.add(&member("commitment.json"), "commitment", &message);
    }
    match logged.salt {
        Some(salt) if salt == published.salt => {}
        Some(_) => findings.add(
            &member("commitment.json"),
            "salt",
            "is not the one that the log revealed",
        ),
        None => findings.add(
            LOG,
            "salt",
            &format!("the salt of {slug} version {version} was never revealed"),
        ),
    }
    let commitment = problem.commitment(&record.manifest.season);
    if commitment != logged.commitment {
        let message = format!(
            "problem.json, setter.py, statement.md, terms.txt, salt and runtime digest give the \
             commitment {commitment}, the log has {}: one of them was changed",
            logged.commitment
        );
        findings.add(&member("setter.py"), "commitment", &message);
    }
    let canonical = serde_json::from_str(&problem.problem_json)
        .map_err(canonical_json::JsonError::from)
        .and_then(canonical_json::canonical);
    if canonical.is_ok_and(|canonical| canonical != problem.problem_json) {
        findings.add(&member("problem.json"), "form", "is not in canonical form");
    }
    match published.kind {
        ProblemKind::Sequence => match rules_of(record, problem) {
            Ok(Rules { n_check, .. }) => {
                if problem.terms.len() != n_check as usize {
                    let message = format!("{} terms, `n_check` is {n_check}", problem.terms.len());
                    findings.add(&member("terms.txt"), "terms", &message);
                }
            }
            Err(why) => findings.add(&member("problem.json"), "rules", &why),
        },
        ProblemKind::Physics => findings.add(
            &member("commitment.json"),
            "kind",
            "is physics, whose judgements this version does not replay",
        ),
    }
}

/// The rules of a problem: its own numbers of terms and limits, or the season's. A season's number
/// is lowered where it exceeds what it depends on, as the package has it.
pub(super) fn rules_of(record: &SeasonRecord, problem: &ProblemRecord) -> Result<Rules, String> {
    let json: serde_json::Value =
        serde_json::from_str(&problem.problem_json).map_err(|error| error.to_string())?;
    let number = |key: &str, default: u32| match json.get(key) {
        None | Some(serde_json::Value::Null) => Ok(default),
        Some(value) => value
            .as_u64()
            .and_then(|value| u32::try_from(value).ok())
            .ok_or_else(|| format!("`{key}` is {value}, not a number of terms")),
    };
    let parameters = &record.manifest.parameters;
    let n_check = number("n_check", parameters.n_check)?;
    let n_stage = number("n_stage", parameters.n_stage.min(n_check))?;
    if n_stage == 0 || n_stage > n_check {
        return Err(format!(
            "`n_stage` {n_stage} is not between 1 and `n_check` {n_check}"
        ));
    }
    let limits: ProblemLimits = match json.get("limits") {
        None => ProblemLimits::default(),
        Some(table) => {
            serde_json::from_value(table.clone()).map_err(|error| format!("`limits`: {error}"))?
        }
    };
    let rules = record.manifest.rules(n_check, n_stage);
    Ok(Rules {
        limits: limits.within(&rules.limits)?,
        ..rules
    })
}

pub(super) fn check_submissions(
    record: &SeasonRecord,
    history: &History,
    leaves: &[Digest],
    findings: &mut Findings,
) {
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
            wrong(
                "source",
                &format!("sources/{}.py is not in the archive", submitted.source),
            );
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
            &format!("sources/{hash}.py"),
            "path",
            "belongs to no submission",
        );
    }
}

/// `root` and `submissions` are those of the archive.
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
    let report = &judgement.report;
    let mut wrong = |field: &str, message: &str| {
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
            if word != report.verdict.word() {
                wrong(
                    "verdict",
                    &format!("is {}, the log has {word}", report.verdict.word()),
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
    let gates = gates(&report.verdict);
    let (stage, reward) = (gates >= Gates::Stage, gates == Gates::Reward);
    if report.stage_pass != stage {
        wrong(
            "stage_pass",
            &format!("is {}, the verdict says {stage}", report.stage_pass),
        );
    }
    if report.reward_correct != reward {
        wrong(
            "reward_correct",
            &format!("is {}, the verdict says {reward}", report.reward_correct),
        );
    }
    let canonical = source.and_then(|source| Canonical::new(source).ok());
    let (l_chars, hash) = canonical.as_ref().map_or((0, None), |canonical| {
        (canonical.l_chars(), Some(canonical.hash().to_string()))
    });
    if source.is_some() && report.l_chars != l_chars {
        wrong(
            "l_chars",
            &format!(
                "is {}, the source has {l_chars} canonical bytes",
                report.l_chars
            ),
        );
    }
    if source.is_some() && report.solver_hash != hash {
        wrong("solver_hash", "is not the hash of the canonical source");
    }
    if gates == Gates::None || l_chars > 0 {
        let (brevity, points) = score(gates, l_chars);
        if (report.brevity_bonus, report.score) != (brevity, points) {
            let message = format!(
                "is {} with a brevity bonus of {}, should be {points} with {brevity}",
                report.score, report.brevity_bonus
            );
            wrong("score", &message);
        }
    }
}

fn same(
    findings: &mut Findings,
    member: &str,
    field: &str,
    found: &str,
    other: &str,
    where_: &str,
) {
    if found != other {
        findings.add(member, field, &format!("is {found}, {where_} has {other}"));
    }
}
