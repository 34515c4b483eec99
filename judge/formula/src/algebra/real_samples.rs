//! Numbers for which formulas stay within the real ones.
//!
//! Where `b` happens to be larger, `\sqrt{a - b}` is imaginary, and `\sqrt{a - b}\sqrt{c - d}` may
//! be minus `\sqrt{(a - b)(c - d)}`: the branch of a root or a logarithm would decide. Quantities
//! are real. So numbers that lead out of the reals count only if there are too few others.

use super::trials::{Equation, Scale, Trials};
use super::variables::Variable;

/// Draws until all that does not depend on the target is real. Of four differences under roots all
/// are positive in one draw of sixteen.
const DRAWS: u32 = 256;

/// Trials without a success, at least one for each symbol, after which there are taken to be no
/// numbers within the reals.
const HOPELESS: u32 = 10;

/// Whether numbers have to stay within the reals.
#[derive(Debug, Default)]
pub(crate) struct RealSamples {
    /// Only numbers for which both formulas are real count.
    pub(crate) only: bool,
    /// Some numbers led out of the reals: draws are looked through before they are used.
    pub(crate) left: bool,
    /// Operations that are kept for trials with any numbers.
    reserve: u64,
}

impl Trials<'_> {
    /// From now on only numbers within the reals count.
    pub(crate) fn stay_within_reals(&mut self) {
        self.reals = RealSamples {
            only: true,
            left: false,
            reserve: self.budget.left() / 2,
        };
    }

    /// Whether to look for numbers within the reals no longer, after `made` trials with `symbols`
    /// to solve for.
    pub(crate) fn gives_up_reals(&self, made: u32, succeeded: u32, symbols: u32) -> bool {
        let hopeless = succeeded == 0 && made >= HOPELESS.max(symbols);
        self.reals.only && self.reals.left && (hopeless || self.budget.left() < self.reals.reserve)
    }

    /// Whether what was just calculated does not count, as it is not real.
    pub(crate) fn is_outside(&mut self, equations: &[&Equation]) -> bool {
        let outside = self.reals.only && equations.iter().any(|one| one.tape.left_reals());
        self.reals.left |= outside;
        outside
    }

    /// Draws a number for every symbol, again and on other scales while something that does not
    /// depend on the target has to be real and is not. Gives the last scale; `None` if there are no
    /// such numbers.
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
