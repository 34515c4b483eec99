//! The forms of statements: equation, inequality, proportion, expression and others.

use std::mem::discriminant;

use super::reason::Shape;
use crate::tree::{Expr, Relation, Statement};

/// The form of a statement, with its sides in a canonical order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form<'a> {
    Expression(&'a Expr),
    Equation(&'a Expr, &'a Expr),
    /// The greater side first; whether equality is allowed, and whether it is much greater.
    Inequality(&'a Expr, &'a Expr, bool, bool),
    NotEqual(&'a Expr, &'a Expr),
    Proportional(&'a Expr, &'a Expr),
    Other(Relation, &'a Expr, &'a Expr),
}

impl<'a> Form<'a> {
    pub(super) fn of(statement: &'a Statement) -> Self {
        let (left, relation, right) = match statement {
            Statement::Expression(expr) => return Self::Expression(expr),
            Statement::Continuation { right, .. } => return Self::Expression(right),
            Statement::Relation {
                left,
                relation,
                right,
            } => (left, *relation, right),
        };
        match relation {
            Relation::Equal | Relation::Identical | Relation::Approximately => {
                Self::Equation(left, right)
            }
            Relation::Greater => Self::Inequality(left, right, false, false),
            Relation::GreaterOrEqual => Self::Inequality(left, right, true, false),
            Relation::MuchGreater => Self::Inequality(left, right, false, true),
            Relation::Less => Self::Inequality(right, left, false, false),
            Relation::LessOrEqual => Self::Inequality(right, left, true, false),
            Relation::MuchLess => Self::Inequality(right, left, false, true),
            Relation::NotEqual => Self::NotEqual(left, right),
            Relation::Proportional => Self::Proportional(left, right),
            Relation::Similar | Relation::Tends | Relation::In | Relation::Given => {
                Self::Other(relation, left, right)
            }
        }
    }

    pub(super) fn shape(self) -> Shape {
        match self {
            Self::Expression(_) => Shape::Expression,
            Self::Equation(..) => Shape::Equation,
            Self::Inequality(..) => Shape::Inequality,
            Self::NotEqual(..) | Self::Proportional(..) | Self::Other(..) => Shape::Other,
        }
    }

    /// Whether statements of the two forms can be equivalent at all.
    pub(super) fn is_comparable(self, other: Self) -> bool {
        match (self, other) {
            (Self::Other(left, ..), Self::Other(right, ..)) => left == right,
            (left, right) => discriminant(&left) == discriminant(&right),
        }
    }

    /// Whether both have the same kind of relation between their sides.
    pub(super) fn relates_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Inequality(_, _, a, b), Self::Inequality(_, _, c, d)) => (a, b) == (c, d),
            (left, right) => left.is_comparable(right),
        }
    }

    pub(super) fn sides(self) -> Vec<&'a Expr> {
        match self {
            Self::Expression(expr) => vec![expr],
            Self::Equation(left, right)
            | Self::Inequality(left, right, ..)
            | Self::NotEqual(left, right)
            | Self::Proportional(left, right)
            | Self::Other(_, left, right) => vec![left, right],
        }
    }
}

/// The sides of a statement.
pub(super) fn sides(statement: &Statement) -> Vec<&Expr> {
    Form::of(statement).sides()
}
