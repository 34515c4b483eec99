//! Judges everything again and compares the results with the archive.

use std::collections::BTreeMap;
use std::convert::Infallible;

use dojo_sandbox::in_order;

use super::difference::Findings;
use super::record::{MANIFEST, SUMMARY};
use super::submissions::{JUDGEMENTS, check_report, is_same_judge};
use crate::contest::{Judges, Member, Season, Wrong};
use crate::digest::Digest;
use crate::record::history::History;
use crate::record::season::{Judgement, ProblemRecord, SeasonRecord};

/// A problem by slug and version.
type Key<'a> = (&'a str, u32);

/// Judges everything again, unless another judge made the archive. Returns the number of solutions judged, both
/// setters' and submitted ones.
pub(super) fn judge_again<K: Member>(
    record: &SeasonRecord,
    history: &History,
    judges: &Judges<'_>,
    findings: &mut Findings,
) -> u64 {
    let ours = match K::judge_digest(judges) {
        Ok(ours) => ours,
        Err(missing) => {
            findings.add(SUMMARY, "runtime_digest", missing);
            return 0;
        }
    };
    if !is_same_judge(record, &ours.to_string(), findings) {
        return 0;
    }
    // Missing parameters were reported with the manifest.
    let Some(parameters) = K::parameters(&record.manifest.parameters) else {
        return 0;
    };
    if let Some(other) = K::other_policy(parameters, record.manifest.scoring) {
        let message = format!(
            "the season was judged by another policy: {other}; {}s cannot be {} again here, everything else was \
             checked, as --scores-only does",
            K::NAMES.submission,
            K::NAMES.judged,
        );
        findings.add(MANIFEST, "parameters.scoring", &message);
        return 0;
    }
    let season = Season::<K> {
        parameters,
        scoring: record.manifest.scoring,
        seed: history.seed,
    };
    let tasks = tasks(record, &season, findings);
    let solutions = check_solutions::<K>(&tasks, judges, findings);
    solutions + judge_submissions::<K>(record, &tasks, judges, findings)
}

/// Problems prepared for judging.
type Tasks<'a, K> = BTreeMap<Key<'a>, (&'a ProblemRecord, <K as crate::contest::Kind>::Task)>;

fn tasks<'a, K: Member>(
    record: &'a SeasonRecord,
    season: &Season<'_, K>,
    findings: &mut Findings,
) -> Tasks<'a, K> {
    let mut tasks = BTreeMap::new();
    for problem in &record.problems {
        match K::task(season, &problem.files()) {
            Ok(task) => {
                tasks.insert(problem.published.key(), (problem, task));
            }
            Err(wrong) => tell(problem, wrong, findings),
        }
    }
    tasks
}

/// Checks that each problem matches its setter's solution, if that can be run.
fn check_solutions<K: Member>(
    tasks: &Tasks<'_, K>,
    judges: &Judges<'_>,
    findings: &mut Findings,
) -> u64 {
    let mut checked = 0;
    let Ok(()) = in_order(
        judges.threads,
        tasks.values(),
        |(problem, task)| {
            let outcome = K::check_solution(task, &problem.files(), judges);
            (*problem, outcome)
        },
        |(problem, outcome)| {
            if let Some(outcome) = outcome {
                checked += 1;
                tell(problem, outcome.err(), findings);
            }
            Ok::<(), Infallible>(())
        },
    );
    checked
}

fn tell(problem: &ProblemRecord, wrong: Option<Wrong>, findings: &mut Findings) {
    if let Some(Wrong {
        file,
        field,
        message,
    }) = wrong
    {
        findings.add(&problem.member(file), &field, &message);
    }
}

/// The same bytes for the same problem are judged once, since a report depends on nothing else.
fn judge_submissions<K: Member>(
    record: &SeasonRecord,
    tasks: &Tasks<'_, K>,
    judges: &Judges<'_>,
    findings: &mut Findings,
) -> u64 {
    let mut groups: BTreeMap<(Key<'_>, Digest), Vec<&Judgement>> = BTreeMap::new();
    for (submitted, judgement) in record.submissions.iter().zip(&record.judgements) {
        let key = (submitted.problem.as_str(), submitted.version);
        if tasks.contains_key(&key) && record.sources.contains_key(&submitted.source) {
            let group = groups.entry((key, submitted.source)).or_default();
            group.push(judgement);
        }
    }
    let mut count = 0;
    let Ok(()) = in_order(
        judges.threads,
        groups.iter(),
        |((key, source), judgements)| {
            let (_, task) = &tasks[key];
            let report = K::judge(task, judges, &record.sources[source]);
            (judgements, report.map(K::whole))
        },
        |(judgements, report)| {
            count += 1;
            for judgement in judgements {
                match &report {
                    Ok(made) => check_report::<K>(judgement, made, findings),
                    Err(error) => {
                        let field = format!("submission {} report", judgement.submission);
                        findings.add(JUDGEMENTS, &field, &format!("cannot be judged: {error}"));
                    }
                }
            }
            Ok::<(), Infallible>(())
        },
    );
    count
}
