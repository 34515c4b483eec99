//! Evaluates a tape many times while only one variable changes, as integrals and series need it.
//!
//! Nearly all integrands are real. As long as they are, a point is calculated without imaginary parts, with exactly
//! the result that complex numbers would give. If a step leaves the real line, the whole tape is evaluated again with
//! complex numbers.

use super::super::complex::Complex;
use super::super::function_values;
use super::super::graph::Map;
use super::super::variables::Variable;
use super::{Budget, Tape, TapeStep};

/// The prepared values of a tape along one variable.
#[derive(Debug, Default)]
pub(super) struct AlongVariable {
    /// The steps that depend on the variable, if all of them can be real.
    steps: Vec<usize>,
    /// The value of every step.
    values: Vec<f64>,
    is_real: bool,
}

impl Tape {
    /// Prepares for [`Self::along`]: calculates what does not depend on `slot`.
    pub(crate) fn begin_line(
        &mut self,
        variables: &mut [Complex],
        budget: &mut Budget,
        slot: Variable,
    ) {
        self.value(variables, budget);
        let Self {
            line,
            steps,
            slots,
            values,
            ..
        } = self;
        line.steps.clear();
        let depends = |index: &usize| slots[*index].contains(slot);
        line.steps.extend((0..steps.len()).filter(depends));
        line.values.clear();
        line.values.extend(values.iter().map(|value| value.re));
        let is_real = |(index, value): (usize, &Complex)| depends(&index) || value.im == 0.0;
        line.is_real = line.steps.iter().all(|index| may_be_real(&steps[*index]))
            && values.iter().enumerate().all(is_real);
    }

    /// The value where `slot` is `x`, after [`Self::begin_line`].
    pub(crate) fn along(
        &mut self,
        variables: &mut [Complex],
        budget: &mut Budget,
        slot: Variable,
        x: f64,
    ) -> Complex {
        if self.line.is_real
            && let Some(value) = self.real_at(x)
        {
            return if budget.take(self.weight) {
                Complex::real(value)
            } else {
                Complex::NAN
            };
        }
        variables[slot.index()] = Complex::real(x);
        self.again(variables, budget, slot)
    }

    /// The value as long as every step is real.
    fn real_at(&mut self, x: f64) -> Option<f64> {
        let AlongVariable { steps, values, .. } = &mut self.line;
        for &index in &*steps {
            let value = match &self.steps[index] {
                TapeStep::Variable(_) => x,
                TapeStep::Sum(constant, terms) => terms
                    .iter()
                    .fold(*constant, |sum, &(by, of)| sum + values[of] * by),
                TapeStep::Product(factors) => {
                    let mut product = 1.0;
                    for &(of, by) in factors {
                        product *= real(function_values::power(Complex::real(values[of]), by))?;
                    }
                    product
                }
                TapeStep::Power(base, exponent) => {
                    let [base, exponent] = [base, exponent].map(|of| Complex::real(values[*of]));
                    real(base.pow(exponent))?
                }
                TapeStep::Map(map, of) => {
                    real(function_values::value(*map, Complex::real(values[*of])))?
                }
                TapeStep::Number(_)
                | TapeStep::Max(_)
                | TapeStep::Integral(..)
                | TapeStep::Series(..) => return None,
            };
            values[index] = value;
        }
        values.last().copied()
    }
}

/// Whether a step with real operands can be calculated without imaginary parts. An angle cannot: the sign of the
/// imaginary zero decides on which side of the real line it is.
fn may_be_real(step: &TapeStep) -> bool {
    match step {
        TapeStep::Number(_)
        | TapeStep::Variable(_)
        | TapeStep::Sum(..)
        | TapeStep::Product(_)
        | TapeStep::Power(..) => true,
        TapeStep::Map(map, _) => !matches!(map, Map::Arg | Map::Im),
        TapeStep::Max(_) | TapeStep::Integral(..) | TapeStep::Series(..) => false,
    }
}

/// A number that is on the real line.
fn real(value: Complex) -> Option<f64> {
    (value.im == 0.0).then_some(value.re)
}
