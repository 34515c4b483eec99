//! Whether every part of a node matters for the numbers drawn.
//!
//! Beside a work of 10 J the 2.3 eV of `hf = W + 2.3\,eV` are nothing, and so is `e^{-500t}` after
//! ten seconds: with such numbers a wrong part would not be seen. So each part is changed by
//! itself, and what does not change the value has not been looked at yet.

use super::super::complex::Complex;
use super::super::maps;
use super::{Budget, Step, Tape};

/// By how much a part is changed.
const CHANGE: f64 = 1.1;

/// Parts of a node that are looked at; of a larger one none are.
const MAX_PARTS: usize = 400;

/// A step's operand by its place among the step's operands; a sum's number is the last.
#[derive(Debug, Clone, Copy)]
pub(in crate::equivalence) struct Part {
    step: usize,
    operand: usize,
}

impl Tape {
    /// The parts of the node that have a value of their own: what each step is made of.
    pub(in crate::equivalence) fn parts(&self) -> Vec<Part> {
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

    /// The value of the node with one part changed, after [`Tape::value`] with the same variables;
    /// `None` where an integral or a series would have to be calculated for it.
    pub(in crate::equivalence) fn changed(
        &self,
        part: Part,
        budget: &mut Budget,
    ) -> Option<Complex> {
        if !budget.take(self.weight) {
            return None;
        }
        let mut values = self.values.clone();
        let mut moved = vec![false; self.steps.len()];
        for (index, step) in self.steps.iter().enumerate().skip(part.step) {
            let here = (index == part.step).then_some(part.operand);
            if here.is_none() && !children(step).any(|child| moved[child]) {
                continue;
            }
            moved[index] = true;
            values[index] = value(step, &values, here)?;
        }
        values.last().copied()
    }
}

fn operands(step: &Step) -> usize {
    match step {
        Step::Sum(constant, terms) => terms.len() + usize::from(*constant != 0.0),
        Step::Product(factors) => factors.len(),
        Step::Power(..) => 2,
        Step::Map(..) => 1,
        Step::Max(of) => of.len(),
        Step::Number(_) | Step::Variable(_) | Step::Integral(..) | Step::Series(..) => 0,
    }
}

fn children(step: &Step) -> Box<dyn Iterator<Item = usize> + '_> {
    match step {
        Step::Number(_) | Step::Variable(_) => Box::new(std::iter::empty()),
        Step::Sum(_, terms) => Box::new(terms.iter().map(|(_, of)| *of)),
        Step::Product(factors) => Box::new(factors.iter().map(|(of, _)| *of)),
        Step::Power(left, right)
        | Step::Integral(_, left, right, _)
        | Step::Series(_, left, right, _) => Box::new([*left, *right].into_iter()),
        Step::Map(_, of) => Box::new(std::iter::once(*of)),
        Step::Max(of) => Box::new(of.iter().copied()),
    }
}

/// The value of a step with one of its operands changed; `None` of an integral or a series.
fn value(step: &Step, values: &[Complex], changed: Option<usize>) -> Option<Complex> {
    let at = |place: usize, of: usize| {
        if changed == Some(place) {
            values[of].scale(CHANGE)
        } else {
            values[of]
        }
    };
    Some(match step {
        Step::Sum(constant, terms) => {
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
        Step::Product(factors) => {
            let mut product = Complex::ONE;
            for (place, &(of, by)) in factors.iter().enumerate() {
                product = product * maps::power(at(place, of), by);
            }
            product
        }
        Step::Power(base, exponent) => at(0, *base).pow(at(1, *exponent)),
        Step::Map(map, of) => maps::value(*map, at(0, *of)),
        Step::Max(of) => of
            .iter()
            .enumerate()
            .map(|(place, of)| at(place, *of))
            .reduce(|left, right| if right.re > left.re { right } else { left })?,
        Step::Number(_) | Step::Variable(_) | Step::Integral(..) | Step::Series(..) => {
            return None;
        }
    })
}
