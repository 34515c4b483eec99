//! Expressions without a relation: the same if they have the same values.

use super::equation::{FOR_PARTS, shared_angles};
use super::trials::{Equation, Scale, Trials};

/// What the numbers say of two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Equivalent,
    Different,
    Undecided(u32),
    TooLarge,
}

/// Compares the values of two expressions; where they differ and have angles, once more with acute
/// ones.
pub(super) fn compare(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
) -> (Verdict, u32) {
    let (verdict, made) = compare_drawn(trials, reference, answer);
    let acute = shared_angles(reference, answer);
    if verdict != Verdict::Different || acute.is_empty() {
        return (verdict, made);
    }
    trials.angles = acute;
    let (among_acute, more) = compare_drawn(trials, reference, answer);
    if among_acute == Verdict::Equivalent {
        return (among_acute, made + more);
    }
    (verdict, made + more)
}

fn compare_drawn(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
) -> (Verdict, u32) {
    let is_undecided = |verdict: &Verdict| matches!(verdict, Verdict::Undecided(_));
    trials.within_reals_first(is_undecided, |trials| {
        compare_counted(trials, reference, answer)
    })
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
    let most = trials.parameters.max_trials;
    // The trial from which on parts are looked for that did not matter yet.
    let mut for_parts: Option<u32> = None;
    for trial in 0..most + FOR_PARTS {
        if trial >= most && for_parts.is_none() {
            break;
        }
        if for_parts.is_none() && trials.gives_up_reals(trial, succeeded, 0) {
            return (Verdict::Undecided(succeeded), trial);
        }
        if trials.budget.is_spent() {
            let verdict = match for_parts {
                Some(_) => Verdict::Equivalent,
                None => Verdict::TooLarge,
            };
            return (verdict, trial);
        }
        trials.plain_units = trial % 2 == 0;
        let scale = match for_parts {
            Some(_) => Scale::Wide,
            None => Scale::of_trial(trial, !trials.magnitudes.is_empty()),
        };
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
            Some(false) => return (Verdict::Different, trial + 1),
            None if constant => return (Verdict::Undecided(0), trial + 1),
            None => {}
        }
        let done = trial + 1;
        let looked = reference.is_seen() && answer.is_seen();
        let searched = constant || looked || for_parts.is_some_and(|from| done >= from + FOR_PARTS);
        if succeeded >= needed && searched {
            return (Verdict::Equivalent, done);
        }
        if succeeded >= needed {
            for_parts = for_parts.or(Some(done));
        }
    }
    let verdict = match for_parts {
        Some(_) => Verdict::Equivalent,
        None => Verdict::Undecided(succeeded),
    };
    (verdict, most)
}

/// Notes which parts of the expressions matter for the numbers drawn.
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
