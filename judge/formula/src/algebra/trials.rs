//! Draws numbers for the symbols of a comparison and evaluates equations with them.

use super::complex::Complex;
use super::context::{Parameters, Pool};
use super::graph::{Graph, Node};
use super::jet::Jet;
use super::lower::Symbols;
use super::random::RandomStream;
use super::real_samples::RealSamples;
use super::tape::{Budget, Part, Tape};
use super::variables::{Variable, Variables};
use crate::notation::units::Unit;

/// A value must be this many times the bound of its rounding error to count as different from 0.
pub(crate) const NOISE: f64 = 32.0;

/// A tenth of a part must be this many times the tolerance for the part to count as tested; then its fifth digit is
/// visible.
const CLEAR: f64 = 10_000.0;

/// A node that must be zero: one side minus the other.
#[derive(Debug)]
pub(crate) struct Equation {
    pub(crate) slots: Variables,
    pub(crate) tape: Tape,
    /// The parts that have not mattered for any numbers yet; `None` before the first test.
    unseen: Option<Vec<Part>>,
}

impl Equation {
    pub(crate) fn new(graph: &Graph, difference: Node) -> Self {
        Self {
            slots: graph.slots(difference),
            tape: Tape::new(graph, difference),
            unseen: None,
        }
    }

    /// From now on every part counts as tested.
    pub(crate) fn leave_parts(&mut self) {
        self.unseen = Some(Vec::new());
    }

    /// Whether every part has mattered for some numbers.
    pub(crate) fn is_seen(&self) -> bool {
        self.unseen.as_ref().is_some_and(Vec::is_empty)
    }
}

/// A root, and how far rounding may have moved it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    pub(crate) at: Complex,
    pub(crate) blur: f64,
    /// The equation stays real around the root.
    pub(crate) within_reals: bool,
}

impl Root {
    pub(crate) fn is_zero(&self) -> bool {
        self.at == Complex::ZERO
    }

    pub(crate) fn is_real(&self) -> bool {
        self.at.is_nearly_real()
    }

    pub(crate) fn is_positive(&self) -> bool {
        self.is_real() && self.at.re > 0.0
    }
}

/// Whether a number solves an equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Solves {
    Yes,
    No,
    /// Rounding hides it, or the equation has no value there, or it does if one quantity is negative, whose sign the
    /// number's own equation cannot tell.
    Unsure,
}

/// The scale of the numbers of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// All in the range.
    Range,
    /// All in a tenth of the range: products are about 1.
    Tenth,
    /// All below 1: series converge, arcs exist.
    Small,
    /// Each at its own scale, from a hundredth of the range on.
    Mixed,
    /// Each at its own scale, including the scales of the constants that occur.
    Constants,
    /// Each at its own scale, as far from 1 as the numbers in the formulas, or further.
    Wide,
}

impl Scale {
    pub(crate) fn of_trial(trial: u32, has_constants: bool) -> Self {
        match trial % 6 {
            0 => Self::Range,
            1 => Self::Tenth,
            4 => Self::Small,
            3 if has_constants => Self::Constants,
            _ => Self::Mixed,
        }
    }
}

/// Draws numbers and solves equations with them.
#[derive(Debug)]
pub(crate) struct Trials<'a> {
    pub(crate) parameters: Parameters,
    pub(crate) symbols: &'a Symbols,
    pub(crate) stream: RandomStream,
    pub(crate) budget: Budget,
    pub(crate) variables: Vec<Complex>,
    /// The magnitudes of numbers in the formulas that are far from 1.
    pub(crate) magnitudes: Vec<f64>,
    /// The sizes of all numbers in the formulas except those around 1.
    pub(crate) sizes: Vec<f64>,
    /// Units count as 1 where significant figures are compared.
    pub(crate) plain_units: bool,
    /// A root had to be searched for since this flag was last cleared.
    pub(crate) searched: bool,
    /// Angles that one formula has only inside sines and the other also outside: they are kept below a right angle.
    pub(crate) angles: Variables,
    /// Symbols that stand in integrals, limits and series.
    pub(crate) in_integrals: Variables,
    /// Symbols in integrals beside very large or small numbers, such as those of units: in
    /// `\int_0^{2 \unit{nm}} e^{-2x/a} dx` the exponent is negligible if `a` is some metres.
    pub(crate) hidden: Variables,
    /// Numbers are compared to this many significant figures.
    pub(crate) figures: Option<u32>,
    /// The unit in which the reference gives its number; its figures are counted there.
    pub(crate) shown_in: Unit,
    pub(crate) reals: RealSamples,
}

impl<'a> Trials<'a> {
    pub(crate) fn new(
        parameters: Parameters,
        pool: &Pool,
        symbols: &'a Symbols,
        stream: RandomStream,
    ) -> Self {
        Self {
            parameters,
            symbols,
            stream,
            budget: Budget::within(parameters.operations, pool),
            variables: vec![Complex::ONE; symbols.len()],
            magnitudes: Vec::new(),
            sizes: Vec::new(),
            plain_units: true,
            searched: false,
            angles: Variables::default(),
            in_integrals: Variables::default(),
            hidden: Variables::default(),
            figures: None,
            shown_in: Unit::one(),
            reals: RealSamples::default(),
        }
    }

    /// Whether an equation contains a symbol only inside sines and similar functions.
    pub(crate) fn is_periodic(equation: &Equation, target: Variable) -> bool {
        equation.tape.is_periodic(target)
    }

    /// Draws a number for every symbol.
    pub(crate) fn draw(&mut self, scale: Scale) {
        let (low, high) = (self.parameters.low, self.parameters.high);
        let scale = if self.angles.is_empty() {
            scale
        } else {
            Scale::Tenth
        };
        // All beside one small number, or each beside its own.
        let common = (scale == Scale::Wide && self.stream.below(3) == 0).then(|| self.wide());
        for index in 0..self.variables.len() {
            let slot = Variable(u8::try_from(index).expect("symbols are bounded"));
            let number = if self.symbols.whole().contains(slot) {
                self.stream.between(2.0, 9.0).floor()
            } else if self.symbols.units().contains(slot) {
                if self.figures.is_some() && self.plain_units {
                    1.0
                } else if scale == Scale::Wide {
                    common.unwrap_or_else(|| self.wide())
                } else {
                    self.stream.between(1.0, 3.0)
                }
            } else if self.angles.contains(slot) {
                self.stream.between(0.05, 0.7)
            } else {
                let number = self.stream.between(low, high);
                let size = match scale {
                    Scale::Range => 1.0,
                    Scale::Tenth => 0.1,
                    Scale::Small => 0.05,
                    Scale::Mixed => libm::pow(10.0, self.stream.between(-2.0, 0.3)),
                    Scale::Constants => {
                        let choice = self.stream.below(2 * self.magnitudes.len() + 1);
                        self.magnitudes.get(choice).copied().unwrap_or(1.0)
                    }
                    Scale::Wide => match common {
                        Some(common) => common * libm::pow(10.0, self.stream.between(-1.0, 1.0)),
                        None => self.wide(),
                    },
                };
                let negative = self.symbols.signed().contains(slot) && self.stream.unit() < 0.5;
                if negative {
                    -number * size
                } else {
                    number * size
                }
            };
            self.variables[index] = Complex::real(number);
        }
    }

    /// A scale near a number of the formulas or its inverse, or in the range around them all.
    fn wide(&mut self) -> f64 {
        let near = |stream: &mut RandomStream, size: f64| {
            let by = libm::pow(10.0, stream.between(-2.0, 1.0));
            if stream.unit() < 0.5 {
                size * by
            } else {
                by / size
            }
        };
        match self.stream.below(4) {
            0 => libm::pow(10.0, self.stream.between(-2.0, 0.3)),
            1 | 2 if !self.sizes.is_empty() => {
                let size = self.sizes[self.stream.below(self.sizes.len())];
                near(&mut self.stream, size)
            }
            _ => {
                let widest = self.sizes.iter().map(|size| libm::log10(*size).abs());
                let widest = widest.fold(3.0, f64::max) + 1.0;
                libm::pow(10.0, self.stream.between(-widest, widest))
            }
        }
    }

    /// Records the parts of an equation that matter at the drawn numbers: those whose change moves the value by far
    /// more than `least`.
    pub(crate) fn note_seen(&mut self, equation: &mut Equation, least: f64) {
        if equation.is_seen() {
            return;
        }
        self.value(equation);
        let tape = &equation.tape;
        let unseen = equation.unseen.get_or_insert_with(|| tape.parts());
        tape.keep_unmoving(unseen, CLEAR * least, &mut self.budget);
    }

    /// Gives every symbol a random sign as well.
    pub(crate) fn draw_signed(&mut self, scale: Scale) {
        self.draw(scale);
        for index in 0..self.variables.len() {
            let slot = Variable(u8::try_from(index).expect("symbols are bounded"));
            let fixed = self.symbols.whole().union(self.symbols.units());
            if !fixed.contains(slot) && self.stream.unit() < 0.5 {
                self.variables[index] = -self.variables[index];
            }
        }
    }

    pub(crate) fn jet(&mut self, equation: &mut Equation, target: Option<Variable>) -> Jet {
        equation
            .tape
            .jet(&mut self.variables, target, &mut self.budget)
    }

    pub(crate) fn value(&mut self, equation: &mut Equation) -> Complex {
        equation.tape.value(&mut self.variables, &mut self.budget)
    }

    /// Whether a value is only rounding.
    pub(crate) fn is_noise(jet: &Jet) -> bool {
        jet.value.norm() <= NOISE * jet.error
    }

    pub(crate) fn tolerance(&self, at: Complex) -> f64 {
        let relative = self.parameters.tolerance * at.norm();
        match self.figures {
            // With numbers for the units, only the powers of the units are still to be compared.
            Some(figures) if !self.plain_units => {
                relative.max(0.5 * libm::pow(10.0, 1.0 - f64::from(figures)) * at.norm())
            }
            Some(figures) if at.norm() > 0.0 => {
                let size = self.shown_in.factor();
                let number = (at - Complex::real(self.shown_in.zero())).norm() / size;
                let exponent = libm::floor(libm::log10(number) + 1e-12);
                let last = size * libm::pow(10.0, exponent + 1.0 - f64::from(figures));
                relative.max(0.5 * last * (1.0 + 1e-9))
            }
            _ => relative,
        }
    }

    /// Whether two expressions have the same value for the drawn numbers; `None` if rounding hides it or one of them
    /// has no value.
    pub(crate) fn same_value(
        &mut self,
        reference: &mut Equation,
        answer: &mut Equation,
    ) -> Option<bool> {
        let (left, right) = (self.jet(reference, None), self.jet(answer, None));
        let error = left.error + right.error;
        if !left.value.is_finite() || !right.value.is_finite() || !error.is_finite() {
            return None;
        }
        let apart = (left.value - right.value).norm();
        let tolerance = self.tolerance(left.value);
        if apart <= tolerance {
            let settled = NOISE * error <= 100.0 * tolerance || apart == 0.0;
            return settled.then_some(true);
        }
        // Two values that differ from 0 only by rounding.
        if Self::is_noise(&left) && Self::is_noise(&right) {
            return Some(true);
        }
        if apart <= NOISE * error {
            return None;
        }
        Some(false)
    }
}
