//! Evaluates a node of the graph with numbers for its variables.
//!
//! A tape lists the operations of one node in order. It calculates values, or values with their derivative by one
//! variable and a bound of the rounding error; the bound tells a real difference from noise.

mod along_variable;
mod domain;
mod parts;

use super::complex::Complex;
use super::context::Pool;
use super::graph::{Graph, Map, Node, Op, for_children};
use super::jet::{self, Jet};
use super::variables::{Variable, Variables};
use super::{function_values, quadrature};

/// How many operations a comparison may still do.
#[derive(Debug)]
pub(crate) struct Budget {
    left: u64,
    pool: Pool,
}

impl Budget {
    pub(crate) fn new(operations: u64) -> Self {
        Self::within(operations, &Pool::default())
    }

    /// A budget of this many operations, or fewer if the pool has fewer left.
    pub(crate) fn within(operations: u64, pool: &Pool) -> Self {
        Self {
            left: operations.min(pool.left()),
            pool: pool.clone(),
        }
    }

    /// Spends operations; returns whether there were enough.
    pub(crate) fn take(&mut self, operations: usize) -> bool {
        let operations = u64::try_from(operations).unwrap_or(u64::MAX);
        let enough = self.left >= operations;
        self.left = self.left.saturating_sub(operations);
        self.pool.take(operations);
        enough
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0
    }

    pub(crate) fn left(&self) -> u64 {
        self.left
    }
}

pub(crate) use parts::Part;

#[derive(Debug)]
enum TapeStep {
    Number(Complex),
    Variable(Variable),
    Sum(f64, Vec<(f64, usize)>),
    Product(Vec<(usize, f64)>),
    Power(usize, usize),
    Map(Map, usize),
    Max(Vec<usize>),
    Integral(Variable, usize, usize, Box<Tape>),
    Series(Variable, usize, usize, Box<Tape>),
}

impl TapeStep {
    /// Whether one of the steps that it uses is marked.
    fn any_operand(&self, marked: &[bool]) -> bool {
        match self {
            Self::Number(_) | Self::Variable(_) => false,
            Self::Sum(_, terms) => terms.iter().any(|(_, of)| marked[*of]),
            Self::Product(factors) => factors.iter().any(|(of, _)| marked[*of]),
            Self::Power(left, right)
            | Self::Integral(_, left, right, _)
            | Self::Series(_, left, right, _) => marked[*left] || marked[*right],
            Self::Map(_, of) => marked[*of],
            Self::Max(of) => of.iter().any(|of| marked[*of]),
        }
    }
}

/// The operations of a node.
#[derive(Debug)]
pub(crate) struct Tape {
    steps: Vec<TapeStep>,
    /// What each step depends on.
    slots: Vec<Variables>,
    /// The steps whose result may not be real.
    branching: Vec<usize>,
    values: Vec<Complex>,
    jets: Vec<Jet>,
    weight: usize,
    /// The values, and jets, of steps that depend on no variable are already calculated.
    fixed_values: bool,
    fixed_jets: bool,
    /// The integrals of this tape that were calculated last, by their limits and variables.
    integrals: Vec<(Vec<Complex>, Complex)>,
    line: along_variable::AlongVariable,
}

/// How many integrals of a tape are cached.
const KEPT: usize = 4;

impl Tape {
    pub(crate) fn new(graph: &Graph, root: Node) -> Self {
        let mut wanted = vec![false; root.index() + 1];
        wanted[root.index()] = true;
        let mut order = Vec::new();
        let mut waiting = vec![root];
        while let Some(node) = waiting.pop() {
            order.push(node);
            let mut want = |child: Node| {
                if !wanted[child.index()] {
                    wanted[child.index()] = true;
                    waiting.push(child);
                }
            };
            match graph.op(node) {
                Op::Integral(_, [lower, upper, _]) | Op::Series(_, [lower, upper, _]) => {
                    want(*lower);
                    want(*upper);
                }
                op => for_children(op, want),
            }
        }
        // Operands have smaller node numbers than the nodes made of them.
        order.sort_unstable();
        let mut place = vec![usize::MAX; root.index() + 1];
        for (at, node) in order.iter().enumerate() {
            place[node.index()] = at;
        }
        let at = |node: &Node| place[node.index()];
        let steps: Vec<TapeStep> = order
            .iter()
            .map(|node| match graph.op(*node) {
                Op::Number(number) => TapeStep::Number(Complex::real(number.get())),
                Op::Imaginary => TapeStep::Number(Complex::I),
                Op::Variable(slot) => TapeStep::Variable(*slot),
                Op::Sum(constant, terms) => TapeStep::Sum(
                    constant.get(),
                    terms
                        .iter()
                        .map(|(by, node)| (by.get(), at(node)))
                        .collect(),
                ),
                Op::Product(factors) => TapeStep::Product(
                    factors
                        .iter()
                        .map(|(node, by)| (at(node), by.get()))
                        .collect(),
                ),
                Op::Power(base, exponent) => TapeStep::Power(at(base), at(exponent)),
                // A value too large for a float must not become 0.
                Op::Map(..) if graph.is_beyond(*node) => TapeStep::Number(Complex::NAN),
                Op::Map(map, of) => TapeStep::Map(*map, at(of)),
                Op::Max(of) => TapeStep::Max(of.iter().map(at).collect()),
                Op::Integral(slot, [lower, upper, body]) => TapeStep::Integral(
                    *slot,
                    at(lower),
                    at(upper),
                    Box::new(Self::new(graph, *body)),
                ),
                Op::Series(slot, [lower, upper, body]) => TapeStep::Series(
                    *slot,
                    at(lower),
                    at(upper),
                    Box::new(Self::new(graph, *body)),
                ),
            })
            .collect();
        let slots: Vec<Variables> = order.iter().map(|node| graph.slots(*node)).collect();
        let branching = domain::branching(&steps, &slots);
        let weight = steps
            .iter()
            .map(|step| match step {
                TapeStep::Sum(_, terms) => terms.len(),
                TapeStep::Product(factors) => 2 * factors.len(),
                _ => 2,
            })
            .sum();
        Self {
            values: vec![Complex::ZERO; steps.len()],
            jets: vec![Jet::default(); steps.len()],
            steps,
            slots,
            branching,
            weight,
            fixed_values: false,
            fixed_jets: false,
            integrals: Vec::new(),
            line: along_variable::AlongVariable::default(),
        }
    }

    /// The variables that the node depends on.
    pub(crate) fn depends_on(&self) -> Variables {
        self.slots.last().copied().unwrap_or_default()
    }

    /// The cached integral of the tape for these limits and variables.
    pub(crate) fn kept(&self, key: &[Complex]) -> Option<Complex> {
        let mut integrals = self.integrals.iter();
        integrals
            .find(|(known, _)| known == key)
            .map(|(_, integral)| *integral)
    }

    /// Caches an integral of the tape.
    pub(crate) fn keep(&mut self, key: Vec<Complex>, integral: Complex) {
        if self.integrals.len() == KEPT {
            self.integrals.remove(0);
        }
        self.integrals.push((key, integral));
    }

    /// The value with `variables`; not a number outside the domain or without budget.
    pub(crate) fn value(&mut self, variables: &mut [Complex], budget: &mut Budget) -> Complex {
        self.run(variables, budget, None)
    }

    /// The value after only `slot` has changed since [`Self::value`].
    pub(crate) fn again(
        &mut self,
        variables: &mut [Complex],
        budget: &mut Budget,
        slot: Variable,
    ) -> Complex {
        self.run(variables, budget, Some(slot))
    }

    fn run(
        &mut self,
        variables: &mut [Complex],
        budget: &mut Budget,
        only: Option<Variable>,
    ) -> Complex {
        if !budget.take(self.weight) {
            return Complex::NAN;
        }
        for index in 0..self.steps.len() {
            let slots = self.slots[index];
            let stands = match only {
                Some(slot) => !slots.contains(slot),
                None => self.fixed_values && slots.is_empty(),
            };
            if stands {
                continue;
            }
            let values = &self.values;
            let value = match &mut self.steps[index] {
                TapeStep::Number(number) => *number,
                TapeStep::Variable(slot) => variables[slot.index()],
                TapeStep::Sum(constant, terms) => terms
                    .iter()
                    .fold(Complex::real(*constant), |sum, &(by, of)| {
                        sum + values[of].scale(by)
                    }),
                TapeStep::Product(factors) => {
                    factors.iter().fold(Complex::ONE, |product, &(of, by)| {
                        product * function_values::power(values[of], by)
                    })
                }
                TapeStep::Power(base, exponent) => values[*base].pow(values[*exponent]),
                TapeStep::Map(map, of) => function_values::value(*map, values[*of]),
                TapeStep::Max(of) => of
                    .iter()
                    .map(|&of| values[of])
                    .reduce(|left, right| if right.re > left.re { right } else { left })
                    .unwrap_or(Complex::NAN),
                TapeStep::Integral(slot, lower, upper, body) => {
                    let limits = (values[*lower], values[*upper]);
                    quadrature::integral(body, *slot, limits, variables, budget)
                }
                TapeStep::Series(slot, first, last, body) => {
                    let limits = (values[*first], values[*last]);
                    quadrature::series(body, *slot, limits, variables, budget)
                }
            };
            self.values[index] = value;
        }
        self.fixed_values = true;
        self.values.last().copied().unwrap_or(Complex::NAN)
    }

    /// Value, derivative by `target` and bound of the rounding error.
    pub(crate) fn jet(
        &mut self,
        variables: &mut [Complex],
        target: Option<Variable>,
        budget: &mut Budget,
    ) -> Jet {
        if !budget.take(3 * self.weight) {
            return Jet::exact(Complex::NAN);
        }
        for index in 0..self.steps.len() {
            if self.fixed_jets && self.slots[index].is_empty() {
                continue;
            }
            let depends = target.filter(|slot| self.slots[index].contains(*slot));
            let jets = &self.jets;
            let jet = match &mut self.steps[index] {
                TapeStep::Number(number) => Jet {
                    error: if number.re.fract() == 0.0 {
                        0.0
                    } else {
                        jet::EPSILON * number.norm()
                    },
                    ..Jet::exact(*number)
                },
                TapeStep::Variable(slot) => Jet {
                    slope: if target == Some(*slot) {
                        Complex::ONE
                    } else {
                        Complex::ZERO
                    },
                    ..Jet::exact(variables[slot.index()])
                },
                TapeStep::Sum(constant, terms) => jet::sum(*constant, terms, jets),
                TapeStep::Product(factors) => jet::product(factors, jets),
                TapeStep::Power(base, exponent) => jet::power(jets[*base], jets[*exponent]),
                TapeStep::Map(map, of) => jet::map_jet(*map, jets[*of]),
                TapeStep::Max(of) => of
                    .iter()
                    .map(|&of| jets[of])
                    .reduce(|left, right| {
                        if right.value.re > left.value.re {
                            right
                        } else {
                            left
                        }
                    })
                    .unwrap_or_default(),
                TapeStep::Integral(slot, lower, upper, body) => {
                    let limits = (jets[*lower], jets[*upper]);
                    jet::integral_jet(body, *slot, limits, variables, depends, budget)
                }
                TapeStep::Series(slot, first, last, body) => {
                    let limits = (jets[*first].value, jets[*last].value);
                    jet::series_jet(body, *slot, limits, variables, depends, budget)
                }
            };
            self.jets[index] = jet;
        }
        self.fixed_jets = true;
        self.jets.last().copied().unwrap_or_default()
    }

    /// The polynomials whose quotient the node is as a function of `target`, if it is such a quotient.
    pub(crate) fn ratio(
        &mut self,
        variables: &mut [Complex],
        target: Variable,
        budget: &mut Budget,
    ) -> Option<super::polynomial::Ratio> {
        use super::polynomial::Ratio;
        self.value(variables, budget);
        let mut ratios: Vec<Option<Ratio>> = Vec::with_capacity(self.steps.len());
        for index in 0..self.steps.len() {
            if !self.slots[index].contains(target) {
                ratios.push(None);
                continue;
            }
            let get = |of: usize| -> Option<Ratio> {
                if self.slots[of].contains(target) {
                    ratios[of].clone()
                } else {
                    Some(Ratio::constant(self.values[of]))
                }
            };
            let ratio = match &self.steps[index] {
                TapeStep::Variable(_) => Ratio::power(1),
                TapeStep::Sum(constant, terms) => {
                    let mut sum = Ratio::constant(Complex::real(*constant));
                    for &(by, of) in terms {
                        sum = sum.plus(get(of)?.scaled(Complex::real(by)))?;
                    }
                    sum
                }
                TapeStep::Product(factors) => {
                    let mut product = Ratio::constant(Complex::ONE);
                    for &(of, by) in factors {
                        product = if self.slots[of].contains(target) {
                            product.times(&ratios[of].as_ref()?.raised(by)?)?
                        } else {
                            product.scaled(function_values::power(self.values[of], by))
                        };
                    }
                    product
                }
                _ => return None,
            };
            if !budget.take(ratio.weight()) {
                return None;
            }
            ratios.push(Some(ratio));
        }
        ratios.pop()?
    }

    /// Whether the target occurs, and only inside sines and similar functions.
    pub(crate) fn is_periodic(&self, target: Variable) -> bool {
        let mut open = vec![false; self.steps.len()];
        let mut periodic = false;
        for (index, step) in self.steps.iter().enumerate() {
            if !self.slots[index].contains(target) {
                continue;
            }
            open[index] = match step {
                TapeStep::Variable(_) | TapeStep::Integral(..) | TapeStep::Series(..) => true,
                TapeStep::Map(Map::Sin | Map::Cos | Map::Tan, of) => {
                    periodic |= open[*of];
                    false
                }
                step => step.any_operand(&open),
            };
        }
        periodic && !open.last().copied().unwrap_or(true)
    }

    /// Whether `target` occurs in a maximum or minimum, so that a whole range may be a solution.
    pub(crate) fn chooses(&self, target: Variable) -> bool {
        let mut steps = self.steps.iter().zip(&self.slots);
        steps.any(|(step, slots)| matches!(step, TapeStep::Max(_)) && slots.contains(target))
    }

    /// Whether the node takes a sign, `\operatorname{sgn}(a - b)`, which can be negative.
    pub(crate) fn has_sign(&self) -> bool {
        let is_sign = |step: &TapeStep| matches!(step, TapeStep::Map(Map::Sign, _));
        self.steps.iter().any(is_sign)
    }
}
