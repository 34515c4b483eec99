//! Compares inequalities: they are equivalent if they hold for the same numbers.
//!
//! An inequality is stored as the difference that must be positive. Two of them agree if the signs agree everywhere,
//! especially close to where either changes its sign. Quantities are positive; negative numbers are tried only if
//! positive ones decide nothing (`m > 0`). Angles are acute where one side has them outside of sines:
//! `\tan\theta < \mu` is `\theta < \arctan\mu`. If two differ, those that both have only inside sines are acute, too:
//! `n > \frac{\sin\theta}{\sin\phi}` is `n \sin\phi > \sin\theta`.

use std::f64::consts::FRAC_PI_2;

use super::equation::angles;
use super::trial_evidence::{Verdict, decide};
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

/// Compares the numbers for which two differences are positive.
pub(super) fn compare(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Variable],
) -> (Verdict, u32) {
    trials.angles = trials.angles.union(angles(reference, answer));
    decide(trials, reference, answer, |trials, reference, answer| {
        compare_signs(trials, reference, answer, targets)
    })
}

fn compare_signs(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Variable],
) -> (Verdict, u32) {
    let (max, needed) = (trials.parameters.max_trials, trials.parameters.needed);
    let mut looks = Signs::default();
    for trial in 0..max {
        if trials.budget.is_spent() {
            return (Verdict::TooLarge, trial);
        }
        if trials.gives_up_reals(trial, looks.seen(), 0) {
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
        if looks.differ() {
            return (Verdict::Different(None), trial + 1);
        }
    }
    if !looks.change() {
        looks = Signs::default();
        for trial in 0..max {
            trials.draw_signed(Scale::of_trial(trial, false));
            look(trials, reference, answer, &mut looks);
        }
    }
    let seen = looks.seen();
    let verdict = match (looks.same > 0, looks.opposite > 0) {
        (true, true) => Verdict::Different(None),
        _ if trials.budget.is_spent() => Verdict::TooLarge,
        _ if seen < needed => Verdict::Undecided(seen),
        // An inequality that holds for all numbers gives nothing to compare.
        _ if !looks.change() => Verdict::Undecided(0),
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
    looks: &mut Signs,
) {
    let (left, right) = (sign(trials, reference), sign(trials, answer));
    if let (Some(left), Some(right), false) = (left, right, trials.is_outside(&[reference, answer]))
    {
        looks.note(left, right);
    }
}

/// Tests close to the points where either changes its sign.
fn around_roots(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    target: Variable,
    looks: &mut Signs,
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
