//! Formulas as trees.
//!
//! A [`Formula`] is one chain of relations, `a = b < c`, whose first side may be missing, or a
//! bare expression. Its sides are [`Expr`] trees.
//!
//! The trees represent only what is written: `\frac{9}{4}` is a fraction and `2.25` a number with three digits. Which
//! of them are equal is decided by `same`.
//!
//! A tree made by the reader is at most [`MAX_DEPTH`] levels deep and has at most [`MAX_NODES`] nodes, so recursive
//! walks over it, including its `Drop`, are safe on any usual stack.

mod applied;
mod expr;
mod names;
mod number;
mod symbol;
mod walk;

pub(crate) use expr::total_order;
pub use expr::{
    Bracket, Call, Change, Derivative, DerivativeOperator, DerivativeStyle, Evaluated, Expr,
    Function, Integral, IntegralKind, Limit, MatrixStyle, Nabla, Series, SeriesKind, Sign, Term,
};
pub(crate) use names::{is_small, script};
pub use number::Number;
pub use symbol::{Accent, Symbol, Unit, UnitFactor};
pub(crate) use symbol::{INDEX_LETTERS, script_words};
pub use walk::symbols_of;

/// The most levels of a tree made by the reader.
pub const MAX_DEPTH: usize = 200;
/// The most nodes of a formula made by the reader.
pub const MAX_NODES: usize = 20_000;

/// A relation between two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `=`
    Equal,
    /// `\equiv`, `:=`
    Identical,
    /// `\approx`, `\simeq`, `\cong`
    Approximately,
    /// `\sim`
    Similar,
    /// `\propto`
    Proportional,
    /// `\neq`
    NotEqual,
    /// `<`
    Less,
    /// `\leq`
    LessOrEqual,
    /// `>`
    Greater,
    /// `\geq`
    GreaterOrEqual,
    /// `\ll`
    MuchLess,
    /// `\gg`
    MuchGreater,
    /// `\to`
    Tends,
    /// `\in`
    In,
    /// The bar of `P(A|B)`
    Given,
}

impl Relation {
    /// The relation read from right to left, if it is one of these.
    pub fn flipped(self) -> Option<Self> {
        Some(match self {
            Self::Equal
            | Self::Identical
            | Self::Approximately
            | Self::Similar
            | Self::Proportional
            | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            Self::MuchLess => Self::MuchGreater,
            Self::MuchGreater => Self::MuchLess,
            Self::Tends | Self::In | Self::Given => return None,
        })
    }
}

/// One chain of relations, or a bare expression.
///
/// `first` is `None` only if the source begins with a relation (`= 3x`); such a formula continues the one before it
/// and has at least one link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The side before the first relation.
    pub first: Option<Expr>,
    /// Each relation with the side after it.
    pub links: Vec<(Relation, Expr)>,
    /// The conditions written beside it: `(t > 0)`, `\text{for } t > 0`.
    pub conditions: Vec<Formula>,
}

/// One relation of a chain, or a bare expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// An expression without a relation.
    Expression(Expr),
    /// `left relation right`
    Relation {
        /// Side before the relation.
        left: Expr,
        /// What is said of the two.
        relation: Relation,
        /// Side after the relation.
        right: Expr,
    },
    /// `relation right`: the left side is the last side of the formula before.
    Continuation {
        /// What is said of the two.
        relation: Relation,
        /// Side after the relation.
        right: Expr,
    },
}

impl Statement {
    /// The statement with `change` applied to each side.
    #[must_use]
    pub fn map_sides(&self, mut change: impl FnMut(&Expr) -> Expr) -> Self {
        match self {
            Self::Expression(side) => Self::Expression(change(side)),
            Self::Relation {
                left,
                relation,
                right,
            } => Self::Relation {
                left: change(left),
                relation: *relation,
                right: change(right),
            },
            Self::Continuation { relation, right } => Self::Continuation {
                relation: *relation,
                right: change(right),
            },
        }
    }
}

impl Formula {
    /// An expression without a relation.
    pub fn expression(expr: Expr) -> Self {
        Self {
            first: Some(expr),
            links: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// `left relation right`
    pub fn relation(left: Expr, relation: Relation, right: Expr) -> Self {
        Self {
            first: Some(left),
            links: vec![(relation, right)],
            conditions: Vec::new(),
        }
    }

    /// The single relations of a chain in order, each between neighbours, or the bare expression, with operators in
    /// brackets applied to the factors after them.
    pub fn statements(&self) -> Vec<Statement> {
        let mut left = self.first.as_ref().map(Expr::applied);
        if self.links.is_empty() {
            return left.into_iter().map(Statement::Expression).collect();
        }
        let mut statements = Vec::with_capacity(self.links.len());
        for (relation, right) in &self.links {
            let (relation, right) = (*relation, right.applied());
            statements.push(match left.replace(right.clone()) {
                None => Statement::Continuation { relation, right },
                Some(left) => Statement::Relation {
                    left,
                    relation,
                    right,
                },
            });
        }
        statements
    }

    /// The sides in order.
    pub fn sides(&self) -> impl Iterator<Item = &Expr> {
        self.first
            .iter()
            .chain(self.links.iter().map(|(_, side)| side))
    }

    /// The symbol that it gives a value, and the value: `x = 0`.
    pub(crate) fn assignment(&self) -> Option<(&Symbol, &Expr)> {
        match (&self.first, self.links.as_slice()) {
            (Some(Expr::Symbol(symbol)), [(Relation::Equal, value)]) => Some((symbol, value)),
            _ => None,
        }
    }

    /// The last side, which a formula without a left side continues.
    pub fn last(&self) -> Option<&Expr> {
        self.sides().last()
    }

    /// This formula with `left` as its first side, if it has none of its own.
    #[must_use]
    pub fn continuing(mut self, left: &Expr) -> Self {
        if self.first.is_none() {
            self.first = Some(left.clone());
        }
        self
    }

    /// The formulas that `\pm` and `\mp` stand for: with the upper signs, then with the lower ones; the formula
    /// itself if it has none.
    pub fn branches(&self) -> Vec<Self> {
        if !self.sides().any(Expr::has_plus_minus) {
            return vec![self.clone()];
        }
        [true, false]
            .into_iter()
            .map(|upper| self.resolve_plus_minus(upper))
            .collect()
    }

    /// The formula with the upper or the lower of each pair of signs, also in names.
    #[must_use]
    pub fn resolve_plus_minus(&self, upper: bool) -> Self {
        self.map_sides(|side| side.resolve_plus_minus(upper))
    }

    /// The formula with `change` applied to each side.
    #[must_use]
    pub fn map_sides(&self, mut change: impl FnMut(&Expr) -> Expr) -> Self {
        Self {
            first: self.first.as_ref().map(&mut change),
            links: self
                .links
                .iter()
                .map(|(relation, side)| (*relation, change(side)))
                .collect(),
            conditions: self.conditions.clone(),
        }
    }
}
