//! Writes repeated integrals in one order: `\int_0^b dx \int_0^a dy\, f` as `\int_0^a dy \int_0^b dx\, f`; and integrals
//! over a space with the variable that the other statement has: `\int f(\vec r')\, d^3 r'` as `\int f(\vec r)\, d^3 r`.

use super::parts::{Pair, parts, respelled};
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

/// The place in a space over which an integral without limits goes: `\vec r` of `d^3 r` and `d^3 \vec r`.
pub(super) fn element(integral: &Integral) -> Option<&Symbol> {
    let [first, others @ ..] = integral.variables.as_slice() else {
        return None;
    };
    let is_one = !others.is_empty() && others.iter().all(|other| other == first);
    let is_open = integral.lower.is_none() && integral.upper.is_none();
    (is_one && is_open && first.subscript.is_none() && first.label.is_none()).then_some(first)
}

/// The statement with the variable of such integrals that the other has, if each has one.
pub(super) fn named_as_elsewhere([statement, other]: Pair<'_>) -> Option<Statement> {
    let variable = |statement| {
        let mut found = parts(statement, |part| match part {
            Expr::Integral(integral) => element(integral),
            _ => None,
        });
        found.dedup();
        <[&Symbol; 1]>::try_from(found).ok().map(|[only]| only)
    };
    let (own, there) = (variable(statement)?, variable(other)?);
    // One of the two is changed, to the name that comes first.
    if own <= there {
        return None;
    }
    let is_letter = |symbol: &Symbol, of: &Symbol| {
        (&symbol.base, symbol.primes, &symbol.accents) == (&of.base, of.primes, &of.accents)
    };
    respelled(statement, &|part| match part {
        Expr::Integral(integral) if element(integral) == Some(own) => {
            let taken = integral
                .body
                .any(|part| matches!(part, Expr::Symbol(symbol) if is_letter(symbol, there)));
            // `d^3 \vec r` and `d^3 r` are one.
            let is_same = is_letter(own, there);
            if taken && !is_same {
                return None;
            }
            let mut changed = integral.clone();
            changed.body = changed.body.renamed(&|symbol| {
                if is_letter(symbol, own) {
                    symbol.base.clone_from(&there.base);
                    symbol.primes = there.primes;
                    symbol.accents.clone_from(&there.accents);
                }
            });
            changed.variables.fill(there.clone());
            Some(Expr::Integral(changed))
        }
        _ => None,
    })
}
