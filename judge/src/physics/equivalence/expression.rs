//! Expressions without a relation: the same if they have the same values.

use super::trials::{Equation, Scale, Trials};

/// What the numbers say of two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Equivalent,
    Different,
    Undecided(u32),
    TooLarge,
}

/// Compares the values of two expressions.
pub(super) fn compare(
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
        if trials.budget.is_spent() {
            return (Verdict::TooLarge, trial);
        }
        trials.plain_units = trial % 2 == 0;
        trials.draw(Scale::of_trial(trial, !trials.magnitudes.is_empty()));
        match trials.same_value(reference, answer) {
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
