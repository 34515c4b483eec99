//! A season of derivations: its cards, and every derivation graded again with the revealed seed.

use std::collections::BTreeMap;
use std::convert::Infallible;

use dojo_sandbox::in_order;

use super::Judges;
use super::difference::Findings;
use super::submissions::{JUDGEMENTS, check_report, is_same_judge};
use crate::physics::{Card, Report, Rules, judge};
use crate::season::canonical_json;
use crate::season::contest::grader_digest;
use crate::season::digest::Digest;
use crate::season::history::History;
use crate::season::manifest::Parameters;
use crate::season::record::{Judgement, ProblemRecord, SeasonRecord};
use dojo_physics::grade::{Fraction, Grader};
use dojo_physics::problem::Problem;

/// A problem by slug and version.
type Key<'a> = (&'a str, u32);

/// The card must be what the problem itself says.
pub(super) fn check_card(problem: &ProblemRecord, findings: &mut Findings) {
    let (slug, version) = problem.published.key();
    let member = |name: &str| format!("problems/{slug}/{version}/{name}");
    match Problem::read(problem.setter_source.as_bytes()) {
        Err(error) => findings.add(&member("problem.json"), "content", &error.to_string()),
        Ok(read) => {
            let card = canonical_json::to_string(&Card::of(slug, &read)).expect("texts only");
            if card != problem.problem_json {
                let message = "is not what problem.json says of the problem";
                findings.add(&member("card.json"), "content", message);
            }
        }
    }
}

/// What of the report on a derivation follows from itself and from the derivation.
pub(super) fn check_derivation(
    report: &Report,
    solution: Option<&[u8]>,
    mut wrong: impl FnMut(&str, &str),
) {
    if let Some(solution) = solution
        && Digest::of(solution).to_string() != report.solution_hash
    {
        wrong("solution_hash", "is not the hash of the derivation");
    }
    let (score, scored, matched) = report.grading.as_ref().map_or((0, 0, 0), |grading| {
        (
            grading.score_fraction.contest_score(),
            grading.formulas_scored,
            grading.formulas_matched,
        )
    });
    let numbers = [
        ("score", report.score as usize, score as usize),
        ("formulas_scored", report.formulas_scored as usize, scored),
        (
            "formulas_matched",
            report.formulas_matched as usize,
            matched,
        ),
    ];
    for (field, found, expected) in numbers {
        if found != expected {
            wrong(field, &format!("is {found}, the grading says {expected}"));
        }
    }
    let Some(grading) = &report.grading else {
        return;
    };
    let Some(eed) = &grading.eed else {
        return;
    };
    if !eed.adds_up() {
        let message = format!("is {}, which is not the mean of the answers", eed.score);
        wrong("eed", &message);
    }
    let is_right = |index| grading.matched.contains(index);
    let right = eed.answers.iter().filter(|it| is_right(&it.node));
    let answers = (right.count() as u64, eed.answers.len() as u64);
    let Fraction { earned, of } = grading.final_answers;
    if (earned, of) != answers || grading.final_correct != (earned == of) {
        let (right, all) = answers;
        wrong(
            "final_answers",
            &format!("are {earned} of {of}, the grading says {right} of {all}"),
        );
    }
}

/// Grades everything again, unless the archive was graded by another grader. Gives the number of
/// derivations graded.
pub(super) fn grade_again(
    record: &SeasonRecord,
    history: &History,
    judges: &Judges<'_>,
    findings: &mut Findings,
) -> u64 {
    let Some(eed) = judges.eed else {
        let message = "derivations cannot be graded again without what simplifies formulas";
        findings.add("archive.json", "runtime_digest", message);
        return 0;
    };
    if !is_same_judge(record, &grader_digest().to_string(), findings) {
        return 0;
    }
    // What is missing was reported with the manifest.
    let (Some(seed), Parameters::Physics(numbers)) = (history.seed, &record.manifest.parameters)
    else {
        return 0;
    };
    let rules = Rules {
        max_formulas: numbers.max_formulas,
        seed: seed.0,
    };
    let graders = graders(record, &rules, findings);
    let mut groups: BTreeMap<(Key<'_>, Digest), Vec<&Judgement>> = BTreeMap::new();
    for (submitted, judgement) in record.submissions.iter().zip(&record.judgements) {
        let key = (submitted.problem.as_str(), submitted.version);
        if graders.contains_key(&key) && record.sources.contains_key(&submitted.source) {
            let group = groups.entry((key, submitted.source)).or_default();
            group.push(judgement);
        }
    }
    let mut graded = 0;
    let Ok(()) = in_order(
        judges.threads,
        groups.iter(),
        |((key, source), judgements)| {
            let report = judge(&graders[key], eed, &record.sources[source]);
            (judgements, report)
        },
        |(judgements, report)| {
            graded += 1;
            for judgement in judgements {
                match &report {
                    Ok(report) => check_report(judgement, &report.clone().into(), findings),
                    Err(error) => {
                        let field = format!("submission {} grading", judgement.submission);
                        findings.add(JUDGEMENTS, &field, &format!("cannot be graded: {error}"));
                    }
                }
            }
            Ok::<(), Infallible>(())
        },
    );
    graded
}

fn graders<'a>(
    record: &'a SeasonRecord,
    rules: &Rules,
    findings: &mut Findings,
) -> BTreeMap<Key<'a>, Grader> {
    let mut graders = BTreeMap::new();
    for problem in &record.problems {
        // What cannot be read was reported with the problem.
        let Ok(read) = Problem::read(problem.setter_source.as_bytes()) else {
            continue;
        };
        match Grader::new(&read, &rules.settings()) {
            Ok(grader) => {
                graders.insert(problem.published.key(), grader);
            }
            Err(error) => {
                let (slug, version) = problem.published.key();
                let member = format!("problems/{slug}/{version}/problem.json");
                findings.add(&member, "content", &error.to_string());
            }
        }
    }
    graders
}
