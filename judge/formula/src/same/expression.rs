//! Compares expressions without a relation: they are equivalent if they have the same values.

use super::trial_evidence::{TrialEvidence, Verdict, decide};
use crate::algebra::trials::{Equation, Scale, Trials};

/// Compares the values of two expressions; also returns the number of trials.
pub(super) fn compare(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
) -> (Verdict, u32) {
    decide(trials, reference, answer, compare_counted)
}

fn compare_counted(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
) -> (Verdict, u32) {
    let constant = reference.slots.union(answer.slots).is_empty();
    let needed = if constant {
        1
    } else {
        trials.parameters.needed
    };
    let mut succeeded = 0;
    let mut course = TrialEvidence::new(trials);
    while course.goes_on() {
        if let Some(verdict) = course.ends(trials, succeeded, 0) {
            return (verdict, course.made);
        }
        let trial = course.begin(trials);
        let scale = course.scale(Scale::of_trial(trial, !trials.magnitudes.is_empty()));
        let drawn = trials.draw_within(scale, &mut [&mut *reference, &mut *answer], None);
        if drawn.is_none() {
            continue;
        }
        let same = trials.same_value(reference, answer);
        if trials.is_outside(&[reference, answer]) {
            continue;
        }
        match same {
            Some(true) => {
                succeeded += 1;
                note_parts(trials, [reference, answer]);
            }
            Some(false) => return (Verdict::Different(None), course.made),
            None if constant => return (Verdict::Undecided(0), course.made),
            None => {}
        }
        let looked = reference.is_seen() && answer.is_seen();
        if succeeded >= needed && (constant || course.has_looked(looked)) {
            return (Verdict::Equivalent, course.made);
        }
    }
    let verdict = if course.looks_for_parts() {
        Verdict::Equivalent
    } else {
        Verdict::Undecided(succeeded)
    };
    (verdict, course.most)
}

/// Records which parts of the expressions matter for the drawn numbers.
fn note_parts(trials: &mut Trials<'_>, expressions: [&mut Equation; 2]) {
    if trials.figures.is_some() {
        expressions.into_iter().for_each(Equation::leave_parts);
        return;
    }
    for expression in expressions {
        if !expression.is_seen() {
            let least = trials.value(expression).norm() * trials.parameters.tolerance;
            trials.note_seen(expression, least);
        }
    }
}
