//! Expressions as a graph for calculation: both formulas of a comparison share one graph.
//!
//! Each node is made once: equal expressions are the same node, sums collect like terms and products collect
//! like factors. Nothing is expanded: whether `a(b+c)` equals `ab + ac` is decided by calculating with
//! numbers.

mod collected;
mod op;

use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault};

pub(crate) use op::{Bits, Map, Node, Op, for_children};

use super::hashing::NodeHasher;
use super::variables::{Variable, Variables};

/// The most variables of a comparison, including those for units and opaque terms.
pub(crate) const MAX_VARIABLES: usize = 120;

/// Once a graph has this many nodes, nothing is copied any more.
const MAX_COPIED: usize = 20_000;

/// The nodes of a comparison.
#[derive(Debug)]
pub(crate) struct Graph {
    ops: Vec<Op>,
    slots: Vec<Variables>,
    /// Whether the imaginary unit is written in a node.
    complex: Vec<bool>,
    /// For each hash, the newest node with this hash; and for each node, the one before it with the same
    /// hash.
    known: HashMap<u64, Node, BuildHasherDefault<NodeHasher>>,
    before: Vec<Option<Node>>,
    /// How many terms and factors were collected.
    collected: u64,
}

/// How many nodes there is room for from the start; most comparisons have fewer.
const USUAL: usize = 48;

impl Default for Graph {
    fn default() -> Self {
        Self {
            ops: Vec::with_capacity(USUAL),
            slots: Vec::with_capacity(USUAL),
            complex: Vec::with_capacity(USUAL),
            known: HashMap::with_capacity_and_hasher(USUAL, BuildHasherDefault::default()),
            before: Vec::with_capacity(USUAL),
            collected: 0,
        }
    }
}

impl Graph {
    pub(crate) fn op(&self, node: Node) -> &Op {
        &self.ops[node.index()]
    }

    /// The variables that a node depends on, without the bound variables of integrals and series inside it.
    pub(crate) fn slots(&self, node: Node) -> Variables {
        self.slots[node.index()]
    }

    /// Whether the imaginary unit is written in a node.
    pub(crate) fn is_complex(&self, node: Node) -> bool {
        self.complex[node.index()]
    }

    /// Whether the graph is so large that parts must not be copied any more: substitutions inside
    /// substitutions double the size with each level.
    pub(crate) fn is_large(&self) -> bool {
        self.ops.len() > MAX_COPIED
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node> {
        (0u32..).take(self.ops.len()).map(Node)
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.ops.len()
    }

    /// How many terms and factors were collected so far: what making the nodes has cost, however wide they are.
    pub(crate) fn collected(&self) -> u64 {
        self.collected
    }

    /// Whether a number is too large to calculate with. A number that stands alone may be infinite if
    /// `is_written` says that the formula writes infinity.
    pub(crate) fn overflows(&self, is_written: bool) -> bool {
        self.ops.iter().any(|op| match op {
            Op::Number(number) if is_written => number.get().is_nan(),
            Op::Number(number) => !number.get().is_finite(),
            Op::Sum(constant, terms) => {
                !constant.get().is_finite() || terms.iter().any(|(by, _)| !by.get().is_finite())
            }
            _ => false,
        })
    }

    /// Whether a node changes its form within the range of its symbols: `\max(a, b)`, `|a - b|`.
    pub(crate) fn has_corners(&self) -> bool {
        self.ops.iter().any(|op| match op {
            Op::Max(_) => true,
            Op::Map(Map::Abs | Map::Sign | Map::Floor | Map::Ceiling, of) => {
                !matches!(self.op(*of), Op::Variable(_) | Op::Number(_))
            }
            _ => false,
        })
    }

    /// Magnitudes of numbers that are `far` times larger or smaller than 1.
    pub(crate) fn magnitudes(&self, far: f64) -> Vec<f64> {
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
        let hash = BuildHasherDefault::<NodeHasher>::default().hash_one(&op);
        let last = self.known.get(&hash).copied();
        let mut same = last;
        while let Some(node) = same {
            if *self.op(node) == op {
                return node;
            }
            same = self.before[node.index()];
        }
        let mut slots = Variables::default();
        let mut complex = op == Op::Imaginary;
        for_children(&op, |child| {
            slots = slots.union(self.slots(child));
            complex |= self.is_complex(child);
        });
        match &op {
            Op::Variable(slot) => slots = Variables::of(*slot),
            Op::Integral(slot, [lower, upper, body]) | Op::Series(slot, [lower, upper, body]) => {
                let body = self.slots(*body).without(Variables::of(*slot));
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

    pub(crate) fn number(&mut self, number: f64) -> Node {
        self.add(Op::Number(Bits::of(number)))
    }

    pub(crate) fn as_number(&self, node: Node) -> Option<f64> {
        match self.op(node) {
            Op::Number(number) => Some(number.get()),
            _ => None,
        }
    }

    /// Whether a node is a variable, or a positive power of one.
    pub(crate) fn is_power(&self, node: Node) -> bool {
        match self.op(node) {
            Op::Variable(_) => true,
            Op::Product(factors) => {
                matches!(&**factors, [(base, power)] if power.get() > 0.0
                    && matches!(self.op(*base), Op::Variable(_)))
            }
            _ => false,
        }
    }

    pub(crate) fn imaginary(&mut self) -> Node {
        self.add(Op::Imaginary)
    }

    pub(crate) fn variable(&mut self, slot: Variable) -> Node {
        self.add(Op::Variable(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_terms_and_factors_are_collected() {
        let mut graph = Graph::default();
        let x = graph.variable(Variable(0));
        let y = graph.variable(Variable(1));
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
        let x = graph.variable(Variable(0));
        let a = graph.variable(Variable(1));
        let (zero, one) = (graph.number(0.0), graph.number(1.0));
        let ax = graph.product(a, x);
        let whole = graph.integral(Variable(0), zero, one, ax);
        let inner = graph.integral(Variable(0), zero, one, x);
        let factored = graph.product(a, inner);
        assert_eq!(whole, factored);
        let plain = graph.integral(Variable(0), zero, a, one);
        assert_eq!(plain, a);
        assert!(!graph.slots(whole).contains(Variable(0)));
    }
}
