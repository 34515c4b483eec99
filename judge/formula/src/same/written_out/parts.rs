//! Finds and changes parts of statements.

use crate::same::form;
use crate::tree::{Derivative, Expr, Statement};

/// Two statements; the first may be respelled as the second is.
pub(super) type Pair<'s> = [&'s Statement; 2];

/// Applies `change` to each part of the statement, inner parts first; `None` if it changes none.
pub(super) fn respelled(
    statement: &Statement,
    change: &dyn Fn(&Expr) -> Option<Expr>,
) -> Option<Statement> {
    fn inside(expr: &Expr, change: &dyn Fn(&Expr) -> Option<Expr>) -> Expr {
        let inner = expr.map_children(&mut |child| inside(child, change));
        change(&inner).unwrap_or(inner)
    }
    let done = statement.map_sides(|side| inside(side, change));
    (done != *statement).then_some(done)
}

/// The parts of a statement for which `wanted` finds something.
pub(super) fn parts<'s, T>(
    statement: &'s Statement,
    wanted: impl Fn(&'s Expr) -> Option<T>,
) -> Vec<T> {
    let mut found = Vec::new();
    for side in form::sides(statement) {
        side.walk(&mut |part| found.extend(wanted(part)));
    }
    found
}

/// The derivatives in a statement.
pub(super) fn derivatives(statement: &Statement) -> Vec<&Derivative> {
    parts(statement, |part| match part {
        Expr::Derivative(derivative) => Some(&**derivative),
        _ => None,
    })
}
