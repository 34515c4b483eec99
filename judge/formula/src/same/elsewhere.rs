//! Solutions that are not positive: `x^2 = 1` has one more than `x = 1`.
//!
//! Quantities are positive, so that `v^2 = 2 g h` is `v = \sqrt{2 g h}`. Who rewrites a formula so changes more
//! than one part of it. Of two statements that are written alike but for one part all real solutions count, and
//! those of polynomials wherever they are.

use crate::algebra::complex::Complex;
use crate::algebra::slots::Slot;
use crate::algebra::trials::{Equation, Root, Scale, Solves, Trials};

/// Symbols that are looked at.
const MAX_TARGETS: usize = 4;

/// Draws of numbers for a symbol, and how many of them have to show a difference.
const DRAWS: u32 = 3;
const NEEDED: usize = 2;

/// How far from 0 is looked, on either side, and in how many steps.
const REACH: f64 = 25.0;
const STEPS: u32 = 250;

/// A root nearer to 0 is 0, by which one may divide.
const LEAST: f64 = 1e-9;

/// How far off the round numbers, at which a root may be, the steps are, as a part of one.
const OFFSET: f64 = 0.37;

/// Halvings of a step around a change of sign.
const HALVINGS: u32 = 60;

/// Numbers at which an equation may hold all along: `|x - 2| = 2 - x`.
const SAMPLES: [f64; 14] = [
    0.13, 0.31, 0.57, 0.83, 1.37, 1.71, 2.9, 4.1, 6.7, 9.3, 13.1, 17.9, 23.3, 31.7,
];

/// Whether one of two equations with the same positive solutions has another solution that the other has not.
pub(super) fn equations_differ(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Slot],
) -> bool {
    along_each(
        trials,
        reference,
        answer,
        targets,
        |trials, one, other, target| {
            has_other_solution(trials, one, other, target)
                || has_other_solution(trials, other, one, target)
        },
    )
}

/// Whether two inequalities that agree for positive numbers do not for others.
pub(super) fn inequalities_differ(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Slot],
) -> bool {
    along_each(
        trials,
        reference,
        answer,
        targets,
        |trials, one, other, target| {
            places().any(|place| {
                let mut sign = |equation: &mut Equation| {
                    trials.variables[target.index()] = Complex::real(place);
                    let jet = trials.jet(equation, None);
                    let is_clear = jet.value.is_finite()
                        && !equation.tape.left_reals()
                        && !Trials::is_noise(&jet);
                    is_clear.then_some(jet.value.re > 0.0)
                };
                matches!((sign(one), sign(other)), (Some(left), Some(right)) if left != right)
            })
        },
    )
}

/// Numbers of both signs.
fn places() -> impl Iterator<Item = f64> {
    SAMPLES.into_iter().flat_map(|place| [place, -place])
}

/// Whether two statements differ along a symbol that both have, for most numbers for the others.
fn along_each(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Slot],
    mut differ: impl FnMut(&mut Trials<'_>, &mut Equation, &mut Equation, Slot) -> bool,
) -> bool {
    let fixed = trials.symbols.units().union(trials.symbols.whole());
    let fixed = fixed.union(trials.symbols.vectors());
    let shared = |slot: &Slot| {
        reference.slots.contains(*slot) && answer.slots.contains(*slot) && !fixed.contains(*slot)
    };
    let shared: Vec<Slot> = targets.iter().copied().filter(shared).collect();
    shared.into_iter().take(MAX_TARGETS).any(|target| {
        let mut apart = 0;
        for draw in 0..DRAWS {
            trials.draw(Scale::of_trial(draw, false));
            apart += usize::from(differ(trials, reference, answer, target));
        }
        apart >= NEEDED
    })
}

/// Whether `own` has a solution that `other` has not.
fn has_other_solution(
    trials: &mut Trials<'_>,
    own: &mut Equation,
    other: &mut Equation,
    target: Slot,
) -> bool {
    let searched = std::mem::replace(&mut trials.searched, false);
    let mut roots = trials.solve(own, target);
    let is_ratio = !trials.searched;
    trials.searched |= searched;
    roots.extend(changes_of_sign(trials, own, target));
    // Where an equation only touches 0, as `|x^2 - 1| = 0`, the sign does not change.
    let mirrored = roots.clone().into_iter().map(|root| Root {
        at: -root.at,
        ..root
    });
    roots.extend(mirrored);
    // `\frac{1}{x} = x` has a solution at which `\frac{1}{x} = \sqrt x` is not real, as it is beside it.
    let missed = roots.iter().any(|root| {
        if root.at.norm() <= LEAST || trials.solves(own, target, root) != (Solves::Yes, true) {
            return false;
        }
        let opposite = Root {
            at: -root.at,
            ..*root
        };
        match trials.solves(other, target, root) {
            (Solves::No, true) => true,
            (Solves::No, false) => is_ratio && trials.solves(other, target, &opposite).1,
            _ => false,
        }
    });
    missed || holds_along(trials, own, other, target)
}

/// The real roots around which an equation changes its sign, of whatever sign they are.
fn changes_of_sign(trials: &mut Trials<'_>, equation: &mut Equation, target: Slot) -> Vec<Root> {
    let mut value_at = |place: f64| {
        trials.variables[target.index()] = Complex::real(place);
        let value = trials.value(equation);
        let is_real = value.is_finite() && !equation.tape.left_reals();
        is_real.then_some(value.re)
    };
    let step = 2.0 * REACH / f64::from(STEPS);
    let place = |at: u32| -REACH + step * (f64::from(at) + OFFSET);
    let mut roots = Vec::new();
    let mut before = value_at(place(0));
    for at in 1..STEPS {
        let here = value_at(place(at));
        if let (Some(left), Some(right)) = (before, here)
            && left * right < 0.0
        {
            let (mut low, mut high) = (place(at - 1), place(at));
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(low, high);
                match value_at(middle) {
                    Some(value) if value * left > 0.0 => low = middle,
                    Some(_) => high = middle,
                    None => break,
                }
            }
            let middle = f64::midpoint(low, high);
            // Around a pole it changes its sign, too.
            if value_at(middle).is_some_and(|value| value.abs() < left.abs().min(right.abs())) {
                roots.push(Root {
                    at: Complex::real(middle),
                    blur: high - low + 4.0 * f64::EPSILON * low.abs(),
                    within_reals: true,
                });
            }
        }
        before = here;
    }
    roots
}

/// Whether `own` holds at numbers at which `other` does not: `|x - 2| = 2 - x` does for all below 2.
fn holds_along(
    trials: &mut Trials<'_>,
    own: &mut Equation,
    other: &mut Equation,
    target: Slot,
) -> bool {
    let places = places().filter(|place| {
        trials.variables[target.index()] = Complex::real(*place);
        let (left, right) = (trials.jet(own, None), trials.jet(other, None));
        let are_real = !own.tape.left_reals() && !other.tape.left_reals();
        let are_known = left.value.is_finite() && right.value.is_finite();
        are_real
            && are_known
            && Trials::is_noise(&left)
            && right.value.norm() > trials.parameters.tolerance.max(1e3 * right.error)
    });
    places.count() >= NEEDED
}
