//! Runs the setters' and the contestants' programs again and holds what comes out against the
//! archive.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;

use dojo_sandbox::{End, Runtime, in_order};

use super::Judges;
use super::difference::Findings;
use super::record::rules_of;
use super::submissions::{JUDGEMENTS, check_report, is_same_judge};
use crate::season::digest::Digest;
use crate::season::record::{Judgement, ProblemRecord, SeasonRecord};
use crate::sequence::{self, Rules};

/// The sandbox, and how many programs run at once.
struct Programs<'a> {
    runtime: &'a Runtime,
    threads: NonZeroUsize,
}

/// Runs everything again, unless the archive was judged by another sandbox. Gives the number of
/// programs run.
pub(super) fn run_again(
    record: &SeasonRecord,
    judges: &Judges<'_>,
    findings: &mut Findings,
) -> u64 {
    let &Judges {
        runtime: Some(runtime),
        threads,
        ..
    } = judges
    else {
        let message = "programs cannot be run again without a sandbox";
        findings.add("archive.json", "runtime_digest", message);
        return 0;
    };
    let ours = runtime.digest().to_string();
    if !is_same_judge(record, &ours, findings) {
        return 0;
    }
    let programs = &Programs { runtime, threads };
    let problems: Vec<(&ProblemRecord, Rules)> = record
        .problems
        .iter()
        .filter_map(|problem| {
            // What makes no rules was reported with the problem.
            Some((problem, rules_of(record, problem).ok()?))
        })
        .collect();
    let mut run = 0;
    let Ok(()) = in_order(
        programs.threads,
        problems.iter(),
        |(problem, rules)| (*problem, setter_terms(programs, problem, rules)),
        |(problem, terms)| {
            run += 1;
            check_terms(problem, terms, findings);
            Ok::<(), Infallible>(())
        },
    );
    run + judge_again(record, &problems, programs, findings)
}

fn setter_terms(
    programs: &Programs<'_>,
    problem: &ProblemRecord,
    rules: &Rules,
) -> Result<Vec<String>, String> {
    let run = programs
        .runtime
        .run(problem.setter_source.as_bytes(), &rules.limits)
        .map_err(|error| error.to_string())?;
    match run.end {
        End::Enough => Ok(run.terms),
        end => Err(format!(
            "wrote {} of {} terms, then ended with {end:?}",
            run.terms.len(),
            rules.n_check
        )),
    }
}

fn check_terms(
    problem: &ProblemRecord,
    terms: Result<Vec<String>, String>,
    findings: &mut Findings,
) {
    let (slug, version) = problem.published.key();
    match terms {
        Err(why) => {
            let member = format!("problems/{slug}/{version}/setter.py");
            findings.add(&member, "run", &why);
        }
        Ok(terms) if terms != problem.terms => {
            let at = terms
                .iter()
                .zip(&problem.terms)
                .take_while(|(a, b)| a == b)
                .count();
            let shown = |terms: &[String]| terms.get(at).map_or("nothing".to_owned(), Clone::clone);
            let message = format!(
                "is {}, the setter's program gives {}",
                shown(&problem.terms),
                shown(&terms)
            );
            let member = format!("problems/{slug}/{version}/terms.txt");
            findings.add(&member, &format!("term {at}"), &message);
        }
        Ok(_) => {}
    }
}

/// The same source to the same problem is judged once: a report depends on nothing else.
fn judge_again(
    record: &SeasonRecord,
    problems: &[(&ProblemRecord, Rules)],
    programs: &Programs<'_>,
    findings: &mut Findings,
) -> u64 {
    let by_key: BTreeMap<(&str, u32), &(&ProblemRecord, Rules)> = problems
        .iter()
        .map(|it| (it.0.published.key(), it))
        .collect();
    let mut groups: BTreeMap<((&str, u32), Digest), Vec<&Judgement>> = BTreeMap::new();
    for (submitted, judgement) in record.submissions.iter().zip(&record.judgements) {
        let key = (submitted.problem.as_str(), submitted.version);
        if by_key.contains_key(&key) && record.sources.contains_key(&submitted.source) {
            let group = groups.entry((key, submitted.source)).or_default();
            group.push(judgement);
        }
    }
    let mut run = 0;
    let Ok(()) = in_order(
        programs.threads,
        groups.iter(),
        |((key, source), judgements)| {
            let (problem, rules) = by_key[key];
            let source = &record.sources[source];
            let report = sequence::judge(programs.runtime, rules, &problem.terms, source);
            (judgements, report)
        },
        |(judgements, report)| {
            run += 1;
            for judgement in judgements {
                match &report {
                    Ok(report) => check_report(judgement, &report.clone().into(), findings),
                    Err(error) => {
                        let field = format!("submission {} run", judgement.submission);
                        findings.add(JUDGEMENTS, &field, &format!("cannot be judged: {error}"));
                    }
                }
            }
            Ok::<(), Infallible>(())
        },
    );
    run
}
