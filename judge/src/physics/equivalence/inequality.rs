//! Inequalities: the same if they hold for the same numbers.
//!
//! An inequality is what must be positive. Two of them agree if the signs agree everywhere, close
//! to where either changes its sign in particular. Quantities are positive; only where that leaves
//! nothing to decide (`m > 0`) are negative numbers tried.

use super::complex::Complex;
use super::slots::Slot;
use super::trials::{Equation, Scale, Trials};

/// How close to a change of sign is looked, relatively: a little more than the usual tolerance.
const NEAR: f64 = 3e-6;

/// What the numbers say of two inequalities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Equivalent,
    /// One holds exactly where the other does not.
    Opposite,
    Different,
    Undecided(u32),
    TooLarge,
}

#[derive(Debug, Default)]
struct Signs {
    same: u32,
    opposite: u32,
    positive: bool,
    negative: bool,
}

impl Signs {
    fn note(&mut self, left: f64, right: f64) {
        if (left > 0.0) == (right > 0.0) {
            self.same += 1;
        } else {
            self.opposite += 1;
        }
        self.positive |= left > 0.0 || right > 0.0;
        self.negative |= left < 0.0 || right < 0.0;
    }
}

/// Compares where two differences are positive.
pub(super) fn compare(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Slot],
) -> (Verdict, u32) {
    let mut signs = Signs::default();
    let max = trials.parameters.max_trials;
    for trial in 0..max {
        if trials.budget.is_spent() {
            return (Verdict::TooLarge, trial);
        }
        trials.draw(Scale::of_trial(trial, !trials.magnitudes.is_empty()));
        look(trials, reference, answer, &mut signs);
        if !targets.is_empty() && trial % 2 == 0 {
            let at = usize::try_from(trial / 2).expect("a small number") % targets.len();
            around_roots(trials, reference, answer, targets[at], &mut signs);
        }
        if signs.same > 0 && signs.opposite > 0 {
            return (Verdict::Different, trial + 1);
        }
    }
    if !(signs.positive && signs.negative) {
        signs = Signs::default();
        for trial in 0..max {
            trials.draw_signed(Scale::of_trial(trial, false));
            look(trials, reference, answer, &mut signs);
        }
    }
    let seen = signs.same + signs.opposite;
    let verdict = match (signs.same > 0, signs.opposite > 0) {
        (true, true) => Verdict::Different,
        _ if trials.budget.is_spent() => Verdict::TooLarge,
        _ if seen < trials.parameters.needed => Verdict::Undecided(seen),
        // What holds for all numbers says nothing that could be compared.
        _ if !(signs.positive && signs.negative) => Verdict::Undecided(0),
        (true, false) => Verdict::Equivalent,
        (false, _) => Verdict::Opposite,
    };
    (verdict, max)
}

fn sign(trials: &mut Trials<'_>, equation: &mut Equation) -> Option<f64> {
    let jet = trials.jet(equation, None);
    let usable = jet.value.is_finite() && jet.value.is_nearly_real() && !Trials::is_noise(&jet);
    usable.then_some(jet.value.re)
}

fn look(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    signs: &mut Signs,
) {
    if let (Some(left), Some(right)) = (sign(trials, reference), sign(trials, answer)) {
        signs.note(left, right);
    }
}

/// Looks close to the places where either changes its sign.
fn around_roots(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    target: Slot,
    signs: &mut Signs,
) {
    let mut roots = trials.solve(reference, target);
    roots.extend(trials.solve(answer, target));
    let kept = trials.variables[target.index()];
    for root in roots.iter().filter(|root| root.is_positive()) {
        for by in [0.5, 0.99, 1.0 - NEAR, 1.0 + NEAR, 1.01, 2.0] {
            trials.variables[target.index()] = Complex::real(root.at.re * by);
            look(trials, reference, answer, signs);
        }
    }
    trials.variables[target.index()] = kept;
}
