//! Heads of opaque terms: the part of their key that is not an argument.

use std::fmt;

use crate::tree::{
    Bracket, Formula, Function, IntegralKind, Nabla, Relation, SeriesKind, Sign, Symbol,
};

/// The kind of an opaque term. Two opaque terms can be equal only if their heads are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Head {
    /// `f(r)`, and `m_i` under a sum over `i`: a name. Its indices and arguments are the arguments of the
    /// term.
    Name(Name),
    /// A known function that cannot be calculated: `\operatorname{Im} z`, `\det A`.
    Function(Function),
    /// `(\ldots)_V`: the quantity that is held fixed.
    Held(String),
    Nabla(Nabla),
    /// `dx`
    Differential,
    /// `\Delta x`
    Delta,
    Average,
    Derivative,
    Partial,
    /// `\frac{D f}{D t}`
    Material,
    /// An integral over a variable between two limits.
    Integral,
    /// An integral over a domain, with the relations that describe the domain.
    Domain(IntegralKind, Vec<Relation>),
    /// A series between two limits.
    Series(SeriesKind),
    /// A series over the indices that a relation describes.
    OpenSeries(SeriesKind, Vec<Relation>),
    Limit(Option<Sign>),
    /// A value at a place, with the relations that describe the place.
    At(Vec<Relation>),
    Tuple(Bracket),
    /// `\{q, p\}`
    Poisson,
    /// Several values of one quantity, in any order: `x = 1, 2`.
    List,
    Condition(Vec<Relation>),
    Case,
    Cases,
    /// The members of a matrix of this width.
    Matrix(usize),
    Determinant(usize),
    /// A position in a matrix.
    Place {
        row: usize,
        column: usize,
        of: (usize, usize),
    },
    Dot,
    Cross,
    Triple,
    /// A product whose factors must keep their order.
    Ordered,
    Binomial,
}

/// A name that may contain bound indices: `m_i`, `V_{ij}`, `|i\rangle`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    /// The symbol. If it contains an index, without the text that [`Self::parts`] holds.
    pub(super) symbol: Symbol,
    /// The text around the indices; each index is `None`.
    pub(super) parts: Vec<Option<String>>,
}

impl Head {
    /// Whether the order of the arguments does not matter.
    pub(super) fn is_unordered(&self) -> bool {
        matches!(self, Self::List | Self::Tuple(Bracket::Curly) | Self::Cases)
    }
}

impl Name {
    /// The symbol of the name, without its indices.
    pub(crate) fn symbol(&self) -> &Symbol {
        &self.symbol
    }

    pub(super) fn plain(symbol: Symbol) -> Self {
        Self {
            symbol,
            parts: Vec::new(),
        }
    }
}

/// The relations of a limit, a domain or a place.
pub(super) fn relations(formula: &Formula) -> Vec<Relation> {
    formula
        .links
        .iter()
        .map(|(relation, _)| *relation)
        .collect()
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name(name) => return f.write_str(&name.symbol.name()),
            Self::Function(function) => return write!(f, "{function:?}"),
            Self::Nabla(nabla) => return write!(f, "{nabla:?}"),
            Self::Held(index) => return write!(f, "held {index}"),
            Self::Differential => "d",
            Self::Delta => "Delta",
            Self::Average => "average",
            Self::Derivative => "derivative",
            Self::Partial => "∂",
            Self::Material => "D",
            Self::Integral | Self::Domain(..) => "integral",
            Self::Series(SeriesKind::Sum) | Self::OpenSeries(SeriesKind::Sum, _) => "sum",
            Self::Series(SeriesKind::Product) | Self::OpenSeries(SeriesKind::Product, _) => {
                "product"
            }
            Self::Limit(_) => "limit",
            Self::At(_) => "at",
            Self::Tuple(Bracket::Square | Bracket::RightOpen | Bracket::LeftOpen) => "interval",
            Self::Tuple(Bracket::Curly) => "set",
            Self::Tuple(Bracket::Round | Bracket::Angle | Bracket::None) => "tuple",
            Self::Poisson => "bracket",
            Self::List => "list",
            Self::Condition(_) => "condition",
            Self::Case => "case",
            Self::Cases => "cases",
            Self::Matrix(_) => "matrix",
            Self::Determinant(_) => "determinant",
            Self::Place { .. } => "place",
            Self::Dot => "dot",
            Self::Cross => "cross",
            Self::Triple => "triple",
            Self::Ordered => "ordered",
            Self::Binomial => "binomial",
        })
    }
}
