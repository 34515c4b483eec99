//! What can be checked of a record without judging again: manifest, log, commitments.

use std::collections::BTreeSet;

use super::derivations;
use super::difference::Findings;
use crate::season::archive::{Archive, own_files};
use crate::season::canonical_json;
use crate::season::contest::{Contest, Scoring};
use crate::season::digest::Digest;
use crate::season::history::{History, Impossible};
use crate::season::log::verify_chain;
use crate::season::manifest::{Manifest, Parameters};
use crate::season::record::{ProblemRecord, SeasonRecord};
use crate::sequence::Rules;
use crate::sequence::package::ProblemLimits;

const MANIFEST: &str = "manifest.json";
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
    check_seed(manifest, history, findings);
}

/// The seed that the log reveals must be the one that the manifest committed to.
fn check_seed(manifest: &Manifest, history: &History, findings: &mut Findings) {
    match (&manifest.parameters, history.seed) {
        (Parameters::Sequence(_), None) => {}
        (Parameters::Sequence(_), Some(_)) => {
            findings.add(LOG, "seed", "a season of programs has no seed");
        }
        (Parameters::Physics(_), None) => findings.add(LOG, "seed", "was never revealed"),
        (Parameters::Physics(numbers), Some(seed)) => {
            let found = seed.commitment(&manifest.season);
            if found != numbers.seed_commitment {
                let message = format!(
                    "{seed} gives the commitment {found}, {MANIFEST} has {}",
                    numbers.seed_commitment
                );
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
            "{}, salt and runtime digest give the commitment {commitment}, the log has {}: one of \
             them was changed",
            match published.kind {
                Contest::Sequence => "problem.json, setter.py, statement.md, terms.txt",
                Contest::Physics => "card.json, problem.json, statement.md",
            },
            logged.commitment
        );
        findings.add(
            &member(own_files(published.kind)[1]),
            "commitment",
            &message,
        );
    }
    let canonical = serde_json::from_str(&problem.problem_json)
        .map_err(canonical_json::JsonError::from)
        .and_then(canonical_json::canonical);
    if canonical.is_ok_and(|canonical| canonical != problem.problem_json) {
        let name = own_files(published.kind)[0];
        findings.add(&member(name), "form", "is not in canonical form");
    }
    let contest = record.manifest.scoring.contest();
    if published.kind != contest {
        let message = format!("is {}, the season is a {contest} season", published.kind);
        findings.add(&member("commitment.json"), "kind", &message);
        return;
    }
    match published.kind {
        Contest::Sequence => match rules_of(record, problem) {
            Ok(Rules { n_check, .. }) => {
                if problem.terms.len() != n_check as usize {
                    let message = format!("{} terms, `n_check` is {n_check}", problem.terms.len());
                    findings.add(&member("terms.txt"), "terms", &message);
                }
            }
            Err(why) => findings.add(&member("problem.json"), "rules", &why),
        },
        Contest::Physics => derivations::check_card(problem, findings),
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
    let (Parameters::Sequence(parameters), Scoring::Sequence(scoring)) =
        (&record.manifest.parameters, record.manifest.scoring)
    else {
        return Err("the season's parameters have no numbers of terms".to_owned());
    };
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
    let rules = parameters.rules(scoring, n_check, n_stage);
    Ok(Rules {
        limits: limits.within(&rules.limits)?,
        room: scoring.room_beside(&problem.setter_source),
        ..rules
    })
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
