//! Solves equations for one symbol, and checks whether a number solves an equation.
//!
//! As a function of one symbol, most equations are a quotient of polynomials, and all its roots are found. For other
//! equations, roots are bracketed on the positive axis. A root counts only if it cannot be an effect of rounding.

use super::complex::Complex;
use super::jet::Jet;
use super::quadrature::LEAST_ACCURACY;
use super::trials::{Equation, NOISE, Root, Solves, Trials};
use super::variables::{Variable, Variables};

/// The most roots of one equation that are looked at.
const MAX_ROOTS: usize = 8;

/// A symbol that changes an equation's value by a smaller part than this is not solved for: rounding elsewhere in the
/// equation would move the root.
const LEAST_EFFECT: f64 = 1e-7;
/// A symbol whose effect on an equation is a smaller part of its terms has none.
const IDLE: f64 = 1e-9;

impl Trials<'_> {
    /// Whether an equation's value falls towards a point from where it is clearly above rounding, so that a zero
    /// there is real. Beside a gap (`(a^2-b^2)/(a-b)` at `b`) it does not fall.
    fn vanishes(&mut self, equation: &mut Equation, target: Variable, at: Complex) -> bool {
        [1.0, -1.0].into_iter().any(|side| {
            let mut size_at = |by: f64| {
                self.variables[target.index()] = at.scale(1.0 + side * by);
                let jet = self.jet(equation, Some(target));
                let clear = jet.value.norm() > 100.0 * NOISE * jet.error;
                (jet.value.is_finite() && clear).then(|| jet.value.norm())
            };
            matches!((size_at(1e-3), size_at(1e-2)), (Some(near), Some(far)) if near < 0.5 * far)
        })
    }

    /// Whether an equation has a pole or gap at a point. Then a steep slope there does not lead to a root.
    fn is_gap(
        &mut self,
        equation: &mut Equation,
        target: Variable,
        at: Complex,
        slope: f64,
    ) -> bool {
        const STEP: f64 = 1e-5;
        self.variables[target.index()] = at.scale(1.0 + STEP);
        let value = self.value(equation);
        value.norm() < 0.1 * slope * STEP * at.norm()
    }

    /// Whether a root of another equation solves this one, and whether both stay real there.
    pub(crate) fn solves(
        &mut self,
        equation: &mut Equation,
        target: Variable,
        root: &Root,
    ) -> (Solves, bool) {
        let kept = self.variables[target.index()];
        self.variables[target.index()] = root.at;
        let jet = self.jet(equation, Some(target));
        let within_reals = root.within_reals && !equation.tape.left_reals();
        let verdict = self.judge(equation, target, root, &jet);
        self.variables[target.index()] = kept;
        (verdict, within_reals)
    }

    /// Whether a root of `own` fails to solve `other` only because a quantity is negative whose sign `own` cannot
    /// tell: `x^2 = (t + \sin t)^2` when `t + \sin t` happens to be negative and the other equation says
    /// `x = t + \sin t`.
    pub(crate) fn is_mirrored(
        &mut self,
        own: &mut Equation,
        other: &mut Equation,
        target: Variable,
        root: &Root,
    ) -> bool {
        let tapes = [&own.tape, &other.tape];
        if tapes
            .iter()
            .any(|tape| tape.chooses(target) || tape.has_sign())
        {
            return false;
        }
        let kept = self.variables.clone();
        let fixed = self.symbols.units().union(self.symbols.whole());
        let either = fixed.union(self.symbols.signed());
        let both = own.slots.without(own.slots.without(other.slots));
        let mirrored = both.without(either).iter().any(|slot| {
            let mut root = *root;
            self.variables.clone_from(&kept);
            if slot == target {
                root.at = -root.at;
            } else {
                self.variables[slot.index()] = -kept[slot.index()];
            }
            [&mut *other, &mut *own]
                .into_iter()
                .all(|equation| self.solves(equation, target, &root).0 == Solves::Yes)
        });
        self.variables = kept;
        mirrored
    }

    /// Whether a root is that of a factor on both sides that was multiplied out: `v_1 = v_2` of
    /// `v_1^2 - v_2^2 = 2u (v_1 - v_2)`. There the equation holds whatever some other symbol is, and where it has a
    /// further root, it does not.
    pub(crate) fn is_of_a_common_factor(
        &mut self,
        equation: &mut Equation,
        target: Variable,
        root: &Root,
        roots: &[Root],
    ) -> bool {
        let fixed = self.symbols.units().union(Variables::of(target));
        let others: Vec<Variable> = equation.slots.without(fixed).iter().collect();
        let kept = self.variables[target.index()];
        let mut idle_at = |root: &Root| -> Variables {
            self.variables[target.index()] = root.at;
            let mut idle = Variables::default();
            for &slot in &others {
                let jet = self.jet(equation, Some(slot));
                let effect = jet.slope.norm() * self.variables[slot.index()].norm();
                // The terms are as large as what rounding makes of them.
                if effect <= IDLE * jet.error / f64::EPSILON {
                    idle = idle.union(Variables::of(slot));
                }
            }
            idle
        };
        let own = idle_at(root);
        let all: Vec<Variables> = roots.iter().map(&mut idle_at).collect();
        self.variables[target.index()] = kept;
        // What is a factor of the whole equation has no effect at any root.
        let always = |slot: Variable| all.iter().all(|idle| idle.contains(slot));
        let counts = |idle: &Variables| idle.iter().any(|slot| !always(slot));
        counts(&own) && !all.iter().all(counts)
    }

    fn judge(
        &mut self,
        equation: &mut Equation,
        target: Variable,
        root: &Root,
        jet: &Jet,
    ) -> Solves {
        if !jet.value.is_finite() || !jet.error.is_finite() {
            return Solves::Unsure;
        }
        if jet.value == Complex::ZERO {
            return Solves::Yes;
        }
        if root.is_zero() {
            return if Self::is_noise(jet) {
                Solves::Yes
            } else if jet.value.norm() <= NOISE * (jet.error + jet.slope.norm() * root.blur) {
                Solves::Unsure
            } else {
                Solves::No
            };
        }
        let (size, slope) = (jet.value.norm(), jet.slope.norm());
        let tolerance = self.tolerance(root.at);
        let moved = slope * (root.blur + f64::EPSILON * root.at.norm());
        if size <= NOISE * (jet.error + moved) {
            let clear = NOISE * jet.error <= slope * tolerance
                && !self.is_gap(equation, target, root.at, slope);
            return if clear || self.vanishes(equation, target, root.at) {
                Solves::Yes
            } else {
                Solves::Unsure
            };
        }
        if size > slope * tolerance || self.is_gap(equation, target, root.at, slope) {
            return Solves::No;
        }
        // The root is close for this symbol. A small term may still be wrong, so it must be close for others too.
        self.variables[target.index()] = root.at;
        let fixed = self.symbols.units().union(Variables::of(target));
        let effect = slope * root.at.norm();
        for slot in equation.slots.without(fixed).iter() {
            let other =
                self.jet(equation, Some(slot)).slope.norm() * self.variables[slot.index()].norm();
            // An integral is not more exact than that.
            if self.in_integrals.contains(slot) && size <= LEAST_ACCURACY * effect {
                continue;
            }
            if other > LEAST_EFFECT * effect && size > other * self.parameters.tolerance {
                return Solves::No;
            }
        }

        Solves::Yes
    }

    /// The roots of an equation in `target`. All of them if the equation is a quotient of polynomials, otherwise
    /// those that a search along the axis finds.
    pub(crate) fn solve(&mut self, equation: &mut Equation, target: Variable) -> Vec<Root> {
        if !equation.slots.contains(target) {
            return Vec::new();
        }
        let kept = self.variables[target.index()];
        let ratio = equation
            .tape
            .ratio(&mut self.variables, target, &mut self.budget);
        let candidates = match ratio {
            Some(ratio) => ratio.zeros(),
            None => self.search(equation, target),
        };
        let mut roots: Vec<Root> = Vec::new();
        for candidate in candidates {
            if let Some(root) = self.polish(equation, target, candidate)
                && !roots
                    .iter()
                    .any(|known| (known.at - root.at).norm() <= 1e-9 * root.at.norm())
            {
                roots.push(root);
            }
        }
        roots.truncate(4 * MAX_ROOTS);
        self.variables[target.index()] = kept;
        roots
    }

    /// Newton's method onto a root; `None` if there is none, or if rounding may have made it.
    fn polish(
        &mut self,
        equation: &mut Equation,
        target: Variable,
        start: Complex,
    ) -> Option<Root> {
        let mut at = start;
        if !at.is_finite() {
            return None;
        }
        if at != Complex::ZERO {
            for _ in 0..6 {
                self.variables[target.index()] = at;
                let jet = self.jet(equation, Some(target));
                let step = jet.value / jet.slope;
                if !step.is_finite() || step.norm() > 0.1 * at.norm() {
                    break;
                }
                at = at - step;
                if step.norm() <= 1e-15 * at.norm() || Self::is_noise(&jet) {
                    break;
                }
            }
            if start.im == 0.0 {
                at.im = 0.0;
            }
            self.variables[target.index()] = at;
            let jet = self.jet(equation, Some(target));
            if !jet.value.is_finite() || !jet.error.is_finite() {
                return None;
            }
            let within_reals = !equation.tape.left_reals();
            let slope = jet.slope.norm();
            let blur = jet.error / slope;
            let near = slope > 0.0
                && jet.value.norm() <= slope * at.norm() * 1e-9
                && NOISE * blur <= self.parameters.tolerance * at.norm();
            if near {
                if self.is_gap(equation, target, at, slope) {
                    return None;
                }
                return Some(Root {
                    at,
                    blur,
                    within_reals,
                });
            }
            if Self::is_noise(&jet) && self.vanishes(equation, target, at) {
                return Some(Root {
                    at,
                    blur: 1e-7 * at.norm(),
                    within_reals,
                });
            }
            if !Self::is_noise(&jet) {
                return None;
            }
        }
        // A root that differs from 0 only by rounding is 0.
        self.variables[target.index()] = Complex::ZERO;
        let jet = self.jet(equation, Some(target));
        let zero = jet.value.is_finite() && Self::is_noise(&jet);
        let blur = jet.error / jet.slope.norm();
        zero.then_some(Root {
            at: Complex::ZERO,
            blur: if blur.is_finite() { blur } else { 0.0 },
            within_reals: !equation.tape.left_reals(),
        })
    }

    /// Searches for changes of sign along the positive axis, and along the negative one for a signed symbol. Far from
    /// 1 only if the formulas contain numbers far from 1.
    fn search(&mut self, equation: &mut Equation, target: Variable) -> Vec<Complex> {
        self.searched = true;
        // Calculates the steps that do not depend on the target.
        self.value(equation);
        let mut found = Vec::new();
        let sides: &[f64] = if self.symbols.signed().contains(target) {
            &[1.0, -1.0]
        } else {
            &[1.0]
        };
        for &side in sides {
            self.bracket(equation, target, side, (-3.0, 3.0), 60, &mut found);
            if found.is_empty() && !self.magnitudes.is_empty() {
                self.bracket(equation, target, side, (3.0, 27.0), 48, &mut found);
                self.bracket(equation, target, side, (-27.0, -3.0), 48, &mut found);
            }
        }
        found
    }

    fn at(&mut self, equation: &mut Equation, target: Variable, x: f64) -> Option<f64> {
        self.variables[target.index()] = Complex::real(x);
        let value = equation
            .tape
            .again(&mut self.variables, &mut self.budget, target);
        (value.is_finite() && value.im.abs() <= 1e-9 * value.re.abs().max(1e-290))
            .then_some(value.re)
    }

    /// Brackets roots between powers of ten, on a grid that is even in the logarithm.
    fn bracket(
        &mut self,
        equation: &mut Equation,
        target: Variable,
        side: f64,
        (from, to): (f64, f64),
        points: u32,
        found: &mut Vec<Complex>,
    ) {
        let mut last: Option<(f64, f64)> = None;
        for point in 0..=points {
            let part = f64::from(point) / f64::from(points);
            let x = side * libm::pow(10.0, from + (to - from) * part);
            let Some(value) = self.at(equation, target, x) else {
                last = None;
                continue;
            };
            if value == 0.0 {
                found.push(Complex::real(x));
                last = None;
                continue;
            }
            if let Some((before, was)) = last
                && (was < 0.0) != (value < 0.0)
                && let Some(root) = self.refine(equation, target, (before, was), (x, value))
            {
                found.push(Complex::real(root));
            }
            if found.len() >= MAX_ROOTS {
                return;
            }
            last = Some((x, value));
        }
    }

    /// The Illinois method between two points with opposite signs.
    fn refine(
        &mut self,
        equation: &mut Equation,
        target: Variable,
        (mut a, mut fa): (f64, f64),
        (mut b, mut fb): (f64, f64),
    ) -> Option<f64> {
        for round in 0..60 {
            if (b - a).abs() <= 1e-15 * b.abs() {
                break;
            }
            let mut x = b - fb * (b - a) / (fb - fa);
            // For steep functions, halve the interval now and then.
            if round % 4 == 3 || !(x > a.min(b) && x < a.max(b)) {
                x = f64::midpoint(a, b);
            }
            let value = self.at(equation, target, x)?;
            if value == 0.0 {
                return Some(x);
            }
            if (value < 0.0) == (fb < 0.0) {
                fa /= 2.0;
            } else {
                (a, fa) = (b, fb);
            }
            (b, fb) = (x, value);
        }
        Some(b)
    }
}
