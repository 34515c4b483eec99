//! Checks that the report on a derivation is consistent with itself and with the derivation.

use formula::credit::Fraction;

use crate::derivation::Report;
use crate::digest::Digest;

pub(super) fn check_report(
    report: &Report,
    solution: Option<&[u8]>,
    wrong: &mut dyn FnMut(&str, &str),
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
