//! Expressions as they are calculated: one graph for both formulas.
//!
//! A node is made once: equal expressions are the same node, sums have their like terms and
//! products their like factors collected. Nothing is expanded; that `a(b+c)` is `ab + ac` is for
//! the numbers to show.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault};

use super::mix::Mix;
use super::slots::{Slot, Slots};

/// Most variables of a comparison, those of units and of opaque things among them.
pub(super) const MAX_VARIABLES: usize = 120;

/// The gamma function of this and of what is smaller is no more than the largest number.
const LARGEST_GAMMA: f64 = 171.0;

/// Exponents that e may have.
const LARGEST_EXPONENT: f64 = 700.0;

/// Nodes from which on nothing is copied.
const MAX_COPIED: usize = 20_000;

/// A node of a [`Graph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node(u32);

impl Node {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number that can be a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Bits(u64);

impl Bits {
    fn of(number: f64) -> Self {
        // One zero and one kind of not-a-number.
        if number.is_nan() {
            Self(f64::NAN.to_bits())
        } else {
            Self((number + 0.0).to_bits())
        }
    }

    pub(super) fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// Functions of one argument that can be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Map {
    Exp,
    Ln,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Abs,
    Sign,
    Re,
    Im,
    Arg,
    Gamma,
    Erf,
    Floor,
    Ceiling,
}

/// What a node calculates.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Op {
    Number(Bits),
    /// The imaginary unit.
    Imaginary,
    Variable(Slot),
    /// A number and nodes with numbers before them.
    Sum(Bits, Box<[(Bits, Node)]>),
    /// Nodes to powers that are numbers.
    Product(Box<[(Node, Bits)]>),
    Power(Node, Node),
    Map(Map, Node),
    Max(Box<[Node]>),
    /// A definite integral: variable, lower and upper limit, integrand.
    Integral(Slot, [Node; 3]),
    /// A sum over whole numbers: index, first and last value, term.
    Series(Slot, [Node; 3]),
}

/// The nodes of a comparison.
#[derive(Debug)]
pub(super) struct Graph {
    ops: Vec<Op>,
    slots: Vec<Slots>,
    /// Whether the imaginary unit is written in a node.
    complex: Vec<bool>,
    /// For each hash the node that was made last of those that have it, and for each node the one
    /// before.
    known: HashMap<u64, Node, BuildHasherDefault<Mix>>,
    before: Vec<Option<Node>>,
}

/// Nodes that there is room for from the start: most comparisons have fewer.
const USUAL: usize = 48;

impl Default for Graph {
    fn default() -> Self {
        Self {
            ops: Vec::with_capacity(USUAL),
            slots: Vec::with_capacity(USUAL),
            complex: Vec::with_capacity(USUAL),
            known: HashMap::with_capacity_and_hasher(USUAL, BuildHasherDefault::default()),
            before: Vec::with_capacity(USUAL),
        }
    }
}

impl Graph {
    pub(super) fn op(&self, node: Node) -> &Op {
        &self.ops[node.index()]
    }

    /// The variables that a node depends on; the variables of integrals and series inside are not
    /// among them.
    pub(super) fn slots(&self, node: Node) -> Slots {
        self.slots[node.index()]
    }

    /// Whether the imaginary unit is written in a node.
    pub(super) fn is_complex(&self, node: Node) -> bool {
        self.complex[node.index()]
    }

    /// Whether it has so many nodes that parts may not be copied any more: places inside of places
    /// double with each level.
    pub(super) fn is_large(&self) -> bool {
        self.ops.len() > MAX_COPIED
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> {
        (0u32..).take(self.ops.len()).map(Node)
    }

    /// Whether a number is beyond what can be calculated with. One that stands alone may be
    /// infinite, if infinity `is_written`.
    pub(super) fn overflows(&self, is_written: bool) -> bool {
        self.ops.iter().any(|op| match op {
            Op::Number(number) if is_written => number.get().is_nan(),
            Op::Number(number) => !number.get().is_finite(),
            Op::Sum(constant, terms) => {
                !constant.get().is_finite() || terms.iter().any(|(by, _)| !by.get().is_finite())
            }
            _ => false,
        })
    }

    /// Whether something changes its form within the range of its symbols: `\max(a, b)`, `|a - b|`.
    pub(super) fn has_corners(&self) -> bool {
        self.ops.iter().any(|op| match op {
            Op::Max(_) => true,
            Op::Map(Map::Abs | Map::Sign | Map::Floor | Map::Ceiling, of) => {
                !matches!(self.op(*of), Op::Variable(_) | Op::Number(_))
            }
            _ => false,
        })
    }

    /// Magnitudes of numbers that are `far` times larger or smaller than 1.
    pub(super) fn magnitudes(&self, far: f64) -> Vec<f64> {
        let mut found: Vec<f64> = Vec::new();
        let mut note = |number: f64| {
            let size = number.abs();
            let is_far = size.is_finite() && size > 0.0 && !(1.0 / far..=far).contains(&size);
            if is_far && found.len() < 8 && !found.contains(&size) {
                found.push(size);
            }
        };
        for op in &self.ops {
            match op {
                Op::Number(number) => note(number.get()),
                Op::Sum(constant, terms) => {
                    note(constant.get());
                    for (by, _) in terms {
                        note(by.get());
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn add(&mut self, op: Op) -> Node {
        let hash = BuildHasherDefault::<Mix>::default().hash_one(&op);
        let last = self.known.get(&hash).copied();
        let mut same = last;
        while let Some(node) = same {
            if *self.op(node) == op {
                return node;
            }
            same = self.before[node.index()];
        }
        let mut slots = Slots::default();
        let mut complex = op == Op::Imaginary;
        for_children(&op, |child| {
            slots = slots.union(self.slots(child));
            complex |= self.is_complex(child);
        });
        match &op {
            Op::Variable(slot) => slots = Slots::of(*slot),
            Op::Integral(slot, [lower, upper, body]) | Op::Series(slot, [lower, upper, body]) => {
                let body = self.slots(*body).without(Slots::of(*slot));
                slots = body.union(self.slots(*lower)).union(self.slots(*upper));
            }
            _ => {}
        }
        let node = Node(u32::try_from(self.ops.len()).expect("formulas are bounded"));
        self.ops.push(op);
        self.slots.push(slots);
        self.complex.push(complex);
        self.before.push(last);
        self.known.insert(hash, node);
        node
    }

    pub(super) fn number(&mut self, number: f64) -> Node {
        self.add(Op::Number(Bits::of(number)))
    }

    pub(super) fn as_number(&self, node: Node) -> Option<f64> {
        match self.op(node) {
            Op::Number(number) => Some(number.get()),
            _ => None,
        }
    }

    pub(super) fn imaginary(&mut self) -> Node {
        self.add(Op::Imaginary)
    }

    pub(super) fn variable(&mut self, slot: Slot) -> Node {
        self.add(Op::Variable(slot))
    }

    /// `Σ coefficient · node`
    pub(super) fn combination(&mut self, parts: &[(f64, Node)]) -> Node {
        let mut constant = 0.0;
        let mut terms: Vec<(Node, f64)> = Vec::with_capacity(parts.len());
        let mut add = |node: Node, by: f64| match terms.iter_mut().find(|(term, _)| *term == node) {
            Some((_, sum)) => *sum += by,
            None => terms.push((node, by)),
        };
        for &(by, part) in parts {
            match self.op(part) {
                Op::Number(number) => constant += by * number.get(),
                Op::Sum(inner, members) => {
                    constant += by * inner.get();
                    for (factor, member) in members {
                        add(*member, by * factor.get());
                    }
                }
                _ => add(part, by),
            }
        }
        terms.retain(|(_, by)| *by != 0.0);
        terms.sort_unstable_by_key(|(node, _)| *node);
        match terms.as_slice() {
            [] => self.number(constant),
            [(node, by)] if constant == 0.0 && (*by - 1.0).abs() == 0.0 => *node,
            _ => {
                let terms = terms
                    .into_iter()
                    .map(|(node, by)| (Bits::of(by), node))
                    .collect();
                self.add(Op::Sum(Bits::of(constant), terms))
            }
        }
    }

    pub(super) fn sum(&mut self, left: Node, right: Node) -> Node {
        self.combination(&[(1.0, left), (1.0, right)])
    }

    pub(super) fn difference(&mut self, left: Node, right: Node) -> Node {
        self.combination(&[(1.0, left), (-1.0, right)])
    }

    pub(super) fn scaled(&mut self, by: f64, node: Node) -> Node {
        self.combination(&[(by, node)])
    }

    /// The number before a node that is a number times something: `(2, x)` of `2x`.
    pub(super) fn coefficient(&self, node: Node) -> (f64, Option<Node>) {
        match self.op(node) {
            Op::Number(number) => (number.get(), None),
            Op::Sum(constant, terms) if constant.get() == 0.0 && terms.len() == 1 => {
                (terms[0].0.get(), Some(terms[0].1))
            }
            _ => (1.0, Some(node)),
        }
    }

    /// A node as a number and terms with numbers before them.
    pub(super) fn terms(&self, node: Node) -> (f64, Vec<(f64, Node)>) {
        match self.op(node) {
            Op::Number(number) => (number.get(), Vec::new()),
            Op::Sum(constant, terms) => (
                constant.get(),
                terms.iter().map(|(by, node)| (by.get(), *node)).collect(),
            ),
            _ => (0.0, vec![(1.0, node)]),
        }
    }

    /// A node as factors with their exponents.
    pub(super) fn factors(&self, node: Node) -> Vec<(Node, f64)> {
        match self.op(node) {
            Op::Product(factors) => {
                let factors = factors.iter();
                factors.map(|(node, by)| (*node, by.get())).collect()
            }
            _ => vec![(node, 1.0)],
        }
    }

    /// `Π node^exponent`
    pub(super) fn monomial(&mut self, parts: &[(Node, f64)]) -> Node {
        let mut number = 1.0;
        let mut factors: Vec<(Node, f64)> = Vec::with_capacity(parts.len());
        let mut add =
            |node: Node, by: f64| match factors.iter_mut().find(|(factor, _)| *factor == node) {
                Some((_, sum)) => *sum += by,
                None => factors.push((node, by)),
            };
        for &(part, exponent) in parts {
            let whole = exponent.fract() == 0.0;
            let (before, rest) = self.coefficient(part);
            // A negative number may not leave a root.
            let (before, rest) = if before > 0.0 || whole {
                (before, rest)
            } else {
                (1.0, Some(part))
            };
            number *= if whole && exponent.abs() < 1024.0 {
                super::complex::Complex::real(before)
                    .pow(super::complex::Complex::real(exponent))
                    .re
            } else {
                libm::pow(before, exponent)
            };
            match rest.map(|rest| (rest, self.op(rest))) {
                None => {}
                Some((_, Op::Product(members))) if whole => {
                    for (member, inner) in members {
                        add(*member, inner.get() * exponent);
                    }
                }
                Some((rest, _)) => add(rest, exponent),
            }
        }
        factors.retain(|(_, by)| *by != 0.0);
        if factors.iter().any(|(node, _)| self.is_beyond(*node)) {
            let mut exponent = 0.0;
            factors.retain(|(node, by)| match self.exponent(*node) {
                Some(of) => {
                    exponent += of * by;
                    false
                }
                None => true,
            });
            if exponent.abs() <= LARGEST_EXPONENT {
                number *= libm::exp(exponent);
            } else {
                let exponent = self.number(exponent);
                factors.push((self.map(Map::Exp, exponent), 1.0));
            }
        }
        factors.sort_unstable_by_key(|(node, _)| *node);
        if number == 0.0 {
            return self.number(0.0);
        }
        let product = match factors.as_slice() {
            [] => return self.number(number),
            [(node, by)] if (*by - 1.0).abs() == 0.0 => *node,
            _ => {
                let factors = factors
                    .into_iter()
                    .map(|(node, by)| (node, Bits::of(by)))
                    .collect();
                self.add(Op::Product(factors))
            }
        };
        self.scaled(number, product)
    }

    pub(super) fn product(&mut self, left: Node, right: Node) -> Node {
        self.monomial(&[(left, 1.0), (right, 1.0)])
    }

    pub(super) fn quotient(&mut self, above: Node, below: Node) -> Node {
        self.monomial(&[(above, 1.0), (below, -1.0)])
    }

    pub(super) fn power(&mut self, base: Node, exponent: Node) -> Node {
        match self.as_number(exponent) {
            Some(exponent) if exponent.is_finite() => self.monomial(&[(base, exponent)]),
            _ => self.add(Op::Power(base, exponent)),
        }
    }

    pub(super) fn map(&mut self, map: Map, of: Node) -> Node {
        match self.op(of) {
            Op::Map(Map::Exp, exponent)
                if map == Map::Ln && self.as_number(*exponent).is_some() =>
            {
                *exponent
            }
            _ => self.add(Op::Map(map, of)),
        }
    }

    /// The gamma function; of a number that leads beyond the largest one by its logarithm, so that
    /// `200!/198!` is still a number.
    pub(super) fn gamma(&mut self, of: Node) -> Node {
        match self.as_number(of) {
            Some(number) if number > LARGEST_GAMMA && number.is_finite() => {
                let exponent = self.number(libm::lgamma(number));
                self.map(Map::Exp, exponent)
            }
            _ => self.map(Map::Gamma, of),
        }
    }

    /// Whether a node is e to a power that is a number, and leads beyond the numbers.
    pub(super) fn is_beyond(&self, node: Node) -> bool {
        self.exponent(node)
            .is_some_and(|exponent| exponent.abs() > LARGEST_EXPONENT)
    }

    /// A node that is e to a power that is a number.
    fn exponent(&self, node: Node) -> Option<f64> {
        match self.op(node) {
            Op::Map(Map::Exp, exponent) => self.as_number(*exponent),
            _ => None,
        }
    }

    pub(super) fn maximum(&mut self, mut of: Vec<Node>) -> Node {
        of.sort_unstable();
        of.dedup();
        if of.len() == 1 {
            return of[0];
        }
        self.add(Op::Max(of.into()))
    }

    /// The factors of a node that depend on `slot`, and those that do not.
    pub(super) fn split(&mut self, node: Node, slot: Slot) -> (Node, Node) {
        let (number, rest) = self.coefficient(node);
        let number = self.number(number);
        let Some(rest) = rest else {
            let one = self.number(1.0);
            return (one, number);
        };
        let factors: Vec<(Node, f64)> = match self.op(rest) {
            Op::Product(factors) => factors.iter().map(|(node, by)| (*node, by.get())).collect(),
            _ => vec![(rest, 1.0)],
        };
        let (inside, mut outside): (Vec<_>, Vec<_>) = factors
            .into_iter()
            .partition(|(node, _)| self.slots(*node).contains(slot));
        outside.push((number, 1.0));
        (self.monomial(&inside), self.monomial(&outside))
    }

    /// A definite integral, with what does not depend on the variable before it.
    pub(super) fn integral(&mut self, slot: Slot, lower: Node, upper: Node, body: Node) -> Node {
        let (inside, outside) = self.split(body, slot);
        let ends = [lower, upper].map(|limit| self.as_number(limit));
        let endless = ends.iter().flatten().any(|end| !end.is_finite());
        let integral = if endless || self.slots(inside).contains(slot) {
            self.add(Op::Integral(slot, [lower, upper, inside]))
        } else {
            self.difference(upper, lower)
        };
        self.product(integral, outside)
    }

    pub(super) fn series(&mut self, slot: Slot, first: Node, last: Node, term: Node) -> Node {
        let (inside, outside) = self.split(term, slot);
        let series = self.add(Op::Series(slot, [first, last, inside]));
        self.product(series, outside)
    }
}

/// The nodes that a node is calculated from.
pub(super) fn for_children(op: &Op, mut look: impl FnMut(Node)) {
    match op {
        Op::Number(_) | Op::Imaginary | Op::Variable(_) => {}
        Op::Sum(_, terms) => terms.iter().for_each(|(_, node)| look(*node)),
        Op::Product(factors) => factors.iter().for_each(|(node, _)| look(*node)),
        Op::Power(base, exponent) => [*base, *exponent].into_iter().for_each(look),
        Op::Map(_, of) => look(*of),
        Op::Max(of) => of.iter().copied().for_each(look),
        Op::Integral(_, parts) | Op::Series(_, parts) => parts.iter().copied().for_each(look),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_terms_and_factors_are_collected() {
        let mut graph = Graph::default();
        let x = graph.variable(Slot(0));
        let y = graph.variable(Slot(1));
        let xy = graph.product(x, y);
        let yx = graph.product(y, x);
        assert_eq!(xy, yx);
        let nothing = graph.difference(xy, yx);
        assert_eq!(graph.as_number(nothing), Some(0.0));
        let back = graph.quotient(xy, y);
        assert_eq!(back, x);
        let square = graph.product(x, x);
        let two = graph.number(2.0);
        let power = graph.power(x, two);
        assert_eq!(square, power);
        assert_eq!(graph.slots(xy).iter().count(), 2);
    }

    #[test]
    fn an_integral_leaves_out_what_is_constant() {
        let mut graph = Graph::default();
        let x = graph.variable(Slot(0));
        let a = graph.variable(Slot(1));
        let (zero, one) = (graph.number(0.0), graph.number(1.0));
        let ax = graph.product(a, x);
        let whole = graph.integral(Slot(0), zero, one, ax);
        let inner = graph.integral(Slot(0), zero, one, x);
        let factored = graph.product(a, inner);
        assert_eq!(whole, factored);
        let plain = graph.integral(Slot(0), zero, a, one);
        assert_eq!(plain, a);
        assert!(!graph.slots(whole).contains(Slot(0)));
    }
}
