//! The kinds of nodes of a graph.

use crate::algebra::variables::Variable;

/// A node of a [`Graph`](super::Graph).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Node(pub(super) u32);

impl Node {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The bits of a float, so that a number can be a hash key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bits(u64);

impl Bits {
    pub(super) fn of(number: f64) -> Self {
        // There is one zero and one not-a-number.
        if number.is_nan() {
            Self(f64::NAN.to_bits())
        } else {
            Self((number + 0.0).to_bits())
        }
    }

    pub(crate) fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// The functions of one argument that can be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Map {
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

/// What a node calculates, with its operands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    Number(Bits),
    /// The imaginary unit.
    Imaginary,
    Variable(Variable),
    /// A constant plus nodes with numeric coefficients.
    Sum(Bits, Box<[(Bits, Node)]>),
    /// A product of nodes raised to numeric exponents.
    Product(Box<[(Node, Bits)]>),
    Power(Node, Node),
    Map(Map, Node),
    Max(Box<[Node]>),
    /// A definite integral: variable, lower and upper limit, integrand.
    Integral(Variable, [Node; 3]),
    /// A sum over whole numbers: index, first and last value, term.
    Series(Variable, [Node; 3]),
}

/// Calls `look` with each operand of a node.
pub(crate) fn for_children(op: &Op, mut look: impl FnMut(Node)) {
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
