//! Expressions without a relation: the same if they have the same values.

use super::equation::shared_angles;
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
    for trial in 0..trials.parameters.max_trials {
        if trials.gives_up_reals(trial, succeeded, 0) {
            return (Verdict::Undecided(succeeded), trial);
        }
        if trials.budget.is_spent() {
            return (Verdict::TooLarge, trial);
        }
        trials.plain_units = trial % 2 == 0;
        let scale = Scale::of_trial(trial, !trials.magnitudes.is_empty());
        let drawn = trials.draw_within(scale, &mut [&mut *reference, &mut *answer], None);
        if drawn.is_none() {
            continue;
        }
        let same = trials.same_value(reference, answer);
        if trials.is_outside(&[reference, answer]) {
            continue;
        }
        match same {
            Some(true) => succeeded += 1,
            Some(false) => return (Verdict::Different, trial + 1),
            None if constant => return (Verdict::Undecided(0), trial + 1),
            None => {}
        }
        if succeeded >= needed {
            return (Verdict::Equivalent, trial + 1);
        }
    }
    (Verdict::Undecided(succeeded), trials.parameters.max_trials)
}
