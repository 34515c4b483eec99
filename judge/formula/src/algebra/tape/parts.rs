//! Checks whether every part of a node matters for the drawn numbers.
//!
//! Beside a work of 10 J, the 2.3 eV in `hf = W + 2.3\,eV` are negligible, and so is `e^{-500t}` after ten seconds:
//! such numbers would not reveal a wrong part. So each part is changed by itself; a part whose change does not move
//! the value has not been tested yet.

use super::super::complex::Complex;
use super::super::function_values;
use super::{Budget, Tape, TapeStep};

/// The factor by which a part is changed.
const CHANGE: f64 = 1.1;

/// The most parts of a node that are tested; of a larger node none are.
const MAX_PARTS: usize = 400;

/// A step's operand by its place among the step's operands; a sum's number is the last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    step: usize,
    operand: usize,
}

impl Tape {
    /// The parts of the node that have a value of their own: the operands of its steps.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let parts: Vec<Part> = self
            .steps
            .iter()
            .enumerate()
            .flat_map(|(step, of)| (0..operands(of)).map(move |operand| Part { step, operand }))
            .take(MAX_PARTS + 1)
            .collect();
        if parts.len() > MAX_PARTS {
            return Vec::new();
        }
        parts
    }

    /// Keeps only the parts whose change moves the value of the node by at most `least`, after [`Tape::value`] with
    /// the same variables. A part that would need an integral or a series to be calculated again is assumed to
    /// matter.
    pub(crate) fn keep_unmoving(&self, parts: &mut Vec<Part>, least: f64, budget: &mut Budget) {
        let before = self.values.last().copied().unwrap_or(Complex::NAN);
        let mut values = self.values.clone();
        let mut moved = vec![false; self.steps.len()];
        parts.retain(|part| {
            values.copy_from_slice(&self.values);
            moved.fill(false);
            if !budget.take(self.weight) {
                return false;
            }
            for (index, step) in self.steps.iter().enumerate().skip(part.step) {
                let here = (index == part.step).then_some(part.operand);
                if here.is_none() && !step.any_operand(&moved) {
                    continue;
                }
                moved[index] = true;
                match value(step, &values, here) {
                    Some(value) => values[index] = value,
                    None => return false,
                }
            }
            let after = values.last().copied().unwrap_or(Complex::NAN);
            let by = (after - before).norm();
            by.is_nan() || by <= least
        });
    }
}

fn operands(step: &TapeStep) -> usize {
    match step {
        TapeStep::Sum(constant, terms) => terms.len() + usize::from(*constant != 0.0),
        TapeStep::Product(factors) => factors.len(),
        TapeStep::Power(..) => 2,
        TapeStep::Map(..) => 1,
        TapeStep::Max(of) => of.len(),
        TapeStep::Number(_)
        | TapeStep::Variable(_)
        | TapeStep::Integral(..)
        | TapeStep::Series(..) => 0,
    }
}

/// The value of a step with one operand changed; `None` for an integral or a series.
fn value(step: &TapeStep, values: &[Complex], changed: Option<usize>) -> Option<Complex> {
    let at = |place: usize, of: usize| {
        if changed == Some(place) {
            values[of].scale(CHANGE)
        } else {
            values[of]
        }
    };
    Some(match step {
        TapeStep::Sum(constant, terms) => {
            let by = if changed == Some(terms.len()) {
                CHANGE
            } else {
                1.0
            };
            let mut sum = Complex::real(constant * by);
            for (place, &(by, of)) in terms.iter().enumerate() {
                sum = sum + at(place, of).scale(by);
            }
            sum
        }
        TapeStep::Product(factors) => {
            let mut product = Complex::ONE;
            for (place, &(of, by)) in factors.iter().enumerate() {
                product = product * function_values::power(at(place, of), by);
            }
            product
        }
        TapeStep::Power(base, exponent) => at(0, *base).pow(at(1, *exponent)),
        TapeStep::Map(map, of) => function_values::value(*map, at(0, *of)),
        TapeStep::Max(of) => of
            .iter()
            .enumerate()
            .map(|(place, of)| at(place, *of))
            .reduce(|left, right| if right.re > left.re { right } else { left })?,
        TapeStep::Number(_)
        | TapeStep::Variable(_)
        | TapeStep::Integral(..)
        | TapeStep::Series(..) => {
            return None;
        }
    })
}
