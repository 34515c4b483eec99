//! Compares inequalities: they are equivalent if they hold for the same numbers.
//!
//! An inequality is stored as the difference that must be positive. Two of them agree if the signs agree everywhere,
//! especially close to where either changes its sign. Quantities are positive; negative numbers are tried only if
//! positive ones decide nothing (`m > 0`). Angles are acute where one side has them outside of sines:
//! `\tan\theta < \mu` is `\theta < \arctan\mu`.

use std::f64::consts::FRAC_PI_2;

use super::equation::angles;
use super::trial_evidence::Verdict;
use crate::algebra::complex::Complex;
use crate::algebra::trials::{Equation, Scale, Trials};
use crate::algebra::variables::Variable;

/// The relative distance from a change of sign that is tested: slightly more than the usual tolerance.
const NEAR: f64 = 3e-6;

#[derive(Debug, Default)]
struct Signs {
    same: u32,
    opposite: u32,
    positive: bool,
    negative: bool,
}

impl Signs {
    fn seen(&self) -> u32 {
        self.same + self.opposite
    }

    fn differ(&self) -> bool {
        self.same > 0 && self.opposite > 0
    }

    fn change(&self) -> bool {
        self.positive && self.negative
    }

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

/// The signs where both are real, and the signs elsewhere.
#[derive(Debug, Default)]
struct SignsSeen {
    real: Signs,
    outside: Signs,
}

impl SignsSeen {
    /// The signs where both are real; if there are too few, all.
    fn decisive(self, needed: u32) -> Signs {
        if self.real.seen() >= needed {
            return self.real;
        }
        Signs {
            same: self.real.same + self.outside.same,
            opposite: self.real.opposite + self.outside.opposite,
            positive: self.real.positive || self.outside.positive,
            negative: self.real.negative || self.outside.negative,
        }
    }
}

/// Compares the numbers for which two differences are positive.
pub(super) fn compare(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Variable],
) -> (Verdict, u32) {
    trials.angles = trials.angles.union(angles(reference, answer));
    trials.stay_within_reals();
    let (max, needed) = (trials.parameters.max_trials, trials.parameters.needed);
    let mut looks = SignsSeen::default();
    for trial in 0..max {
        if trials.budget.is_spent() {
            return (Verdict::TooLarge, trial);
        }
        if trials.gives_up_reals(trial, looks.real.seen(), 0) {
            trials.reals.only = false;
        }
        let scale = Scale::of_trial(trial, !trials.magnitudes.is_empty());
        // If no real draw was found, the last numbers are used anyway.
        trials.draw_within(scale, &mut [&mut *reference, &mut *answer], None);
        look(trials, reference, answer, &mut looks);
        if !targets.is_empty() && trial % 2 == 0 {
            let at = usize::try_from(trial / 2).expect("a small number") % targets.len();
            around_roots(trials, reference, answer, targets[at], &mut looks);
        }
        if looks.real.differ() {
            return (Verdict::Different(None), trial + 1);
        }
    }
    let mut signs = looks.decisive(needed);
    if !signs.change() {
        let mut looks = SignsSeen::default();
        for trial in 0..max {
            trials.draw_signed(Scale::of_trial(trial, false));
            look(trials, reference, answer, &mut looks);
        }
        signs = looks.decisive(needed);
    }
    let seen = signs.seen();
    let verdict = match (signs.same > 0, signs.opposite > 0) {
        (true, true) => Verdict::Different(None),
        _ if trials.budget.is_spent() => Verdict::TooLarge,
        _ if seen < needed => Verdict::Undecided(seen),
        // An inequality that holds for all numbers gives nothing to compare.
        _ if !signs.change() => Verdict::Undecided(0),
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
    looks: &mut SignsSeen,
) {
    let (left, right) = (sign(trials, reference), sign(trials, answer));
    let outside = trials.is_outside(&[reference, answer]);
    if let (Some(left), Some(right)) = (left, right) {
        let signs = if outside {
            &mut looks.outside
        } else {
            &mut looks.real
        };
        signs.note(left, right);
    }
}

/// Tests close to the points where either changes its sign.
fn around_roots(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    target: Variable,
    looks: &mut SignsSeen,
) {
    let mut roots = trials.solve(reference, target);
    roots.extend(trials.solve(answer, target));
    let kept = trials.variables[target.index()];
    for root in roots.iter().filter(|root| root.is_positive()) {
        for by in [0.5, 0.99, 1.0 - NEAR, 1.0 + NEAR, 1.01, 2.0] {
            let value = root.at.re * by;
            if trials.angles.contains(target) && value > FRAC_PI_2 {
                continue;
            }
            trials.variables[target.index()] = Complex::real(value);
            look(trials, reference, answer, looks);
        }
    }
    trials.variables[target.index()] = kept;
}
