//! Draws numbers for which the formulas have real values.
//!
//! If `b` happens to be larger than `a`, `\sqrt{a - b}` is imaginary, and `\sqrt{a - b}\sqrt{c - d}` may be minus
//! `\sqrt{(a - b)(c - d)}`: the chosen branch of a root or logarithm would decide the verdict. Quantities are real,
//! so numbers that lead out of the reals only count if there are too few others.

use super::trials::{Equation, Scale, Trials};
use super::variables::Variable;

/// The most draws until everything that does not depend on the target is real. Four differences under roots are all
/// positive in one draw of sixteen.
const DRAWS: u32 = 256;

/// After this many trials without a success, or one for each symbol if that is more, no real numbers are expected.
const HOPELESS: u32 = 10;

/// Whether numbers must keep the formulas real.
#[derive(Debug, Default)]
pub(crate) struct RealSamples {
    /// Only numbers for which both formulas are real count.
    pub(crate) only: bool,
    /// Some numbers led out of the reals, so draws are checked before they are used.
    pub(crate) left: bool,
    /// How many operations are reserved for trials with any numbers.
    reserve: u64,
}

impl Trials<'_> {
    /// From now on only numbers that keep both formulas real count.
    pub(crate) fn stay_within_reals(&mut self) {
        self.reals = RealSamples {
            only: true,
            left: false,
            reserve: self.budget.left() / 2,
        };
    }

    /// Whether to stop looking for real numbers, after `made` trials with `symbols` to solve for.
    pub(crate) fn gives_up_reals(&self, made: u32, succeeded: u32, symbols: u32) -> bool {
        let hopeless = succeeded == 0 && made >= HOPELESS.max(symbols);
        self.reals.only && self.reals.left && (hopeless || self.budget.left() < self.reals.reserve)
    }

    /// Whether the last result does not count because it is not real.
    pub(crate) fn is_outside(&mut self, equations: &[&Equation]) -> bool {
        let outside = self.reals.only && equations.iter().any(|one| one.tape.left_reals());
        self.reals.left |= outside;
        outside
    }

    /// Draws a number for every symbol, and repeats this at other scales while something that does not depend on the
    /// target should be real and is not. Returns the last scale; `None` if no such numbers were found.
    pub(crate) fn draw_within(
        &mut self,
        mut scale: Scale,
        equations: &mut [&mut Equation],
        target: Option<Variable>,
    ) -> Option<Scale> {
        self.draw(scale);
        if !(self.reals.only && self.reals.left) {
            return Some(scale);
        }
        for draw in 0..DRAWS {
            let is_real = equations.iter_mut().all(|one| {
                let tape = &mut one.tape;
                tape.is_real(&mut self.variables, target, &mut self.budget)
            });
            if is_real {
                return Some(scale);
            }
            scale = Scale::of_trial(draw, !self.magnitudes.is_empty());
            self.draw(scale);
        }
        None
    }
}
