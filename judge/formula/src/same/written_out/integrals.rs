//! Writes repeated integrals in one order: `\int_0^b dx \int_0^a dy\, f` as `\int_0^a dy \int_0^b dx\, f`.

use super::parts::{Pair, respelled};
use crate::tree::{Expr, Formula, Integral, IntegralKind, Statement, Symbol};

/// Whether an integral between limits stands directly under one whose limits do not depend on its variable.
pub(super) fn is_repeated(integral: &Integral) -> bool {
    let Expr::Integral(inner) = &integral.body else {
        return false;
    };
    let (Some(outer_variable), Some(inner_variable)) = (variable(integral), variable(inner)) else {
        return false;
    };
    let depends = |on: &Symbol, of: &Integral| {
        let lower = of.lower.iter().flat_map(Formula::sides);
        lower.chain(&of.upper).any(|limit| limit.mentions(on))
    };
    !depends(outer_variable, inner) && !depends(inner_variable, integral)
}

/// The variable of an integral between limits that has one.
fn variable(integral: &Integral) -> Option<&Symbol> {
    match integral.variables.as_slice() {
        [variable] if integral.kind == IntegralKind::Single => {
            integral.upper.as_ref().map(|_| variable)
        }
        _ => None,
    }
}

/// The statement with the variables of such integrals in the order of their names.
pub(super) fn in_order([statement, _]: Pair<'_>) -> Option<Statement> {
    respelled(statement, &|part| {
        let mut sorted = part.clone();
        let mut changed = false;
        // What is inside is in order already, so this one is moved in as far as it goes.
        let mut place = &mut sorted;
        while let Expr::Integral(outer) = place
            && is_repeated(outer)
            && let Expr::Integral(inner) = &outer.body
            && variable(outer) > variable(inner)
        {
            let mut inner = (**inner).clone();
            outer.body = inner.body;
            inner.body = Expr::Integral(outer.clone());
            **outer = inner;
            changed = true;
            place = &mut outer.body;
        }
        changed.then_some(sorted)
    })
}
