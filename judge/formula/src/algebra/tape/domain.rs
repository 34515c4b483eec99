//! Checks whether roots, powers, logarithms and inverse functions stay inside their real domains.

use super::super::complex::Complex;
use super::super::graph::Map;
use super::super::variables::{Variable, Variables};
use super::{Budget, Tape, TapeStep};

/// The steps whose result may not be real although their operands are. Constants are excluded: `\sqrt{-1}` is meant.
pub(super) fn branching(steps: &[TapeStep], slots: &[Variables]) -> Vec<usize> {
    let may_leave = |step: &TapeStep| match step {
        TapeStep::Product(factors) => factors.iter().any(|(_, by)| by.fract() != 0.0),
        TapeStep::Power(..) => true,
        TapeStep::Map(map, _) => matches!(
            map,
            Map::Ln | Map::Asin | Map::Acos | Map::Acosh | Map::Atanh
        ),
        TapeStep::Integral(.., body) | TapeStep::Series(.., body) => !body.has_imaginary_unit(),
        TapeStep::Number(_) | TapeStep::Variable(_) | TapeStep::Sum(..) | TapeStep::Max(_) => false,
    };
    (0..steps.len())
        .filter(|&index| !slots[index].is_empty() && may_leave(&steps[index]))
        .collect()
}

impl Tape {
    /// Whether a step left its real domain in the last [`Self::jet`].
    pub(crate) fn left_reals(&self) -> bool {
        let mut steps = self.branching.iter();
        steps.any(|&index| self.leaves_reals(index, |of| self.jets[of].value))
    }

    /// Whether every step that does not depend on `target` is inside its real domain.
    pub(crate) fn is_real(
        &mut self,
        variables: &mut [Complex],
        target: Option<Variable>,
        budget: &mut Budget,
    ) -> bool {
        let counts = |tape: &Self, index: usize| {
            target.is_none_or(|target| !tape.slots[index].contains(target))
        };
        if !self.branching.iter().any(|&index| counts(self, index)) {
            return true;
        }
        self.value(variables, budget);
        let mut steps = self.branching.iter().filter(|&&index| counts(self, index));
        !steps.any(|&index| self.leaves_reals(index, |of| self.values[of]))
    }

    fn leaves_reals(&self, index: usize, at: impl Fn(usize) -> Complex) -> bool {
        let is_negative =
            |of: usize| !self.slots[of].is_empty() && at(of).im == 0.0 && at(of).re < 0.0;
        match &self.steps[index] {
            TapeStep::Product(factors) => factors
                .iter()
                .any(|&(of, by)| by.fract() != 0.0 && is_negative(of)),
            TapeStep::Power(base, exponent) => {
                at(*exponent).re.fract() != 0.0 && is_negative(*base)
            }
            TapeStep::Map(_, of) => at(*of).im == 0.0 && at(index).im != 0.0,
            TapeStep::Integral(..) | TapeStep::Series(..) => !at(index).is_nearly_real(),
            TapeStep::Number(_) | TapeStep::Variable(_) | TapeStep::Sum(..) | TapeStep::Max(_) => {
                false
            }
        }
    }

    fn has_imaginary_unit(&self) -> bool {
        self.steps.iter().any(|step| match step {
            TapeStep::Number(number) => number.im != 0.0,
            TapeStep::Integral(.., body) | TapeStep::Series(.., body) => body.has_imaginary_unit(),
            _ => false,
        })
    }
}
