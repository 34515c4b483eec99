//! The checks of a record that need no judging: manifest, log, commitments.

use std::collections::BTreeSet;

use super::difference::Findings;
use crate::canonical_json;
use crate::contest::{Kind as _, Member as _, Season, each};
use crate::digest::Digest;
use crate::record::archive::Archive;
use crate::record::history::{History, Impossible};
use crate::record::log::verify_chain;
use crate::record::manifest::Manifest;
use crate::record::season::{ProblemRecord, SeasonRecord};

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const LOG: &str = "log.jsonl";
pub(super) const SUMMARY: &str = "archive.json";

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
    let planned = (manifest.freezes_at_us, manifest.blackout_at_us);
    if let Some((first, _)) = history.moved
        && (first.freezes_at_us, first.blackout_at_us) != planned
    {
        let message = format!("dates were moved that {MANIFEST} has not planned");
        findings.add(LOG, "dates", &message);
    }
    check_seed(manifest, history, findings);
}

/// The seed that the log reveals must be the one that the manifest committed to.
fn check_seed(manifest: &Manifest, history: &History, findings: &mut Findings) {
    match (manifest.parameters.seed_commitment(), history.seed) {
        (None, None) => {}
        (None, Some(_)) => {
            let names = manifest.parameters.contest().names();
            let message = format!("a season of {}s has no seed", names.submission);
            findings.add(LOG, "seed", &message);
        }
        (Some(_), None) => findings.add(LOG, "seed", "was never revealed"),
        (Some(committed), Some(seed)) => {
            let found = seed.commitment(&manifest.season);
            if found != committed {
                let message =
                    format!("{seed} gives the commitment {found}, {MANIFEST} has {committed}");
                findings.add(LOG, "seed", &message);
            }
        }
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
    let member = |name: &str| problem.member(name);
    let published = &problem.published;
    let names = published.kind.names();
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
        let files = [names.card, names.solution, "statement.md"];
        let files: Vec<&str> = files.into_iter().chain(names.terms).collect();
        let message = format!(
            "{}, salt and runtime digest give the commitment {commitment}, the log has {}: one of \
             them was changed",
            files.join(", "),
            logged.commitment
        );
        findings.add(&member(names.solution), "commitment", &message);
    }
    let canonical = serde_json::from_str(&problem.problem_json)
        .map_err(canonical_json::JsonError::from)
        .and_then(canonical_json::canonical);
    if canonical.is_ok_and(|canonical| canonical != problem.problem_json) {
        findings.add(&member(names.card), "form", "is not in canonical form");
    }
    let contest = record.manifest.scoring.contest();
    if published.kind != contest {
        let message = format!("is {}, the season is a {contest} season", published.kind);
        findings.add(&member("commitment.json"), "kind", &message);
        return;
    }
    each!(contest, K => {
        // Parameters of another type were reported with the manifest.
        let Some(parameters) = K::parameters(&record.manifest.parameters) else {
            return;
        };
        let season = Season::<K> {
            parameters,
            scoring: record.manifest.scoring,
            seed: history.seed,
        };
        if let Err(wrong) = K::check_problem(&season, &problem.files()) {
            findings.add(&member(wrong.file), &wrong.field, &wrong.message);
        }
    });
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
