//! Small changes, `\delta Q` and `dV`, where the `\delta` and the `d` are read as letters.
//!
//! As letters they may stand anywhere among the factors, and one may divide by them. So what agrees is compared once
//! more with them before what stands behind them, where the formulas show that they belong there.

use super::alike::is_nothing;
use super::form;
use crate::tree::{Change, Expr, Statement, Symbol};

/// The letter of variations, `\delta x`.
const VARIATION: &str = r"\delta";

/// Two statements in which `\delta` before something is its variation, as `\Delta` is its change, if it is so in
/// either.
pub(super) fn varied(statements: [&Statement; 2]) -> Option<[Statement; 2]> {
    with_changes(statements, VARIATION)
}

/// Two statements in which `\delta` or `d` before something is its change, if either shows that it is: `c\,\delta u` is then
/// not `c\,u\,\delta`, nor `P\,dV` the same as `P\,V d`.
pub(super) fn of_letters(statements: [&Statement; 2]) -> Option<[Statement; 2]> {
    let shows = |mark: &&str| statements.iter().any(|one| is_of_changes(one, mark));
    with_changes(statements, ["d", VARIATION].into_iter().find(shows)?)
}

/// Two statements in which a letter before something is its change, if it is so in either.
fn with_changes(statements: [&Statement; 2], mark: &str) -> Option<[Statement; 2]> {
    let mut found = false;
    let read = statements
        .map(|statement| statement.map_sides(|side| with_variations(side, mark, &mut found)));
    found.then_some(read)
}

/// Whether a letter makes small changes in a statement: each of its terms that is not 0 is one, `T\,dS = dE + P\,dV`, or a
/// quantity stands beside its change, `p + dp`.
fn is_of_changes(statement: &Statement, mark: &str) -> bool {
    if is_said_to_be(statement, mark) {
        return true;
    }
    let Statement::Relation { left, right, .. } = statement else {
        return false;
    };
    let mut all = true;
    let mut any = false;
    for side in [left, right] {
        let terms: Vec<&Expr> = match side {
            Expr::Sum(terms) => terms.iter().map(|term| &term.value).collect(),
            side => vec![side],
        };
        for term in terms {
            let marked = is_change(term, mark);
            any |= marked;
            all &= marked || is_nothing(term) || is_small(term) || is_change(term, VARIATION);
        }
    }
    any && all
        || [left, right]
            .into_iter()
            .any(|side| is_beside_change(side, mark))
}

/// Whether a term of a statement is the change of a letter, `dp`, that is a term itself, with whatever index, `p_0 + dp`, or a
/// term is a derivative that is multiplied with such a change, `\frac{\partial p}{\partial z} dz`.
fn is_said_to_be(statement: &Statement, mark: &str) -> bool {
    let terms: Vec<&Expr> = form::sides(statement)
        .into_iter()
        .flat_map(|side| match side {
            Expr::Sum(terms) => terms.iter().map(|term| &term.value).collect(),
            side => vec![side],
        })
        .collect();
    let is_letter_of = |changed: &Symbol| {
        terms
            .iter()
            .any(|term| matches!(term, Expr::Symbol(symbol) if symbol.base == changed.base))
    };
    terms.iter().any(|term| {
        let Expr::Product(factors) = term else {
            return false;
        };
        match factors.as_slice() {
            [first, Expr::Symbol(changed)] => is_letter(first, mark) && is_letter_of(changed),
            [before @ .., first, Expr::Symbol(_)] => {
                is_letter(first, mark)
                    && before
                        .iter()
                        .any(|factor| matches!(factor, Expr::Derivative(_)))
            }
            _ => false,
        }
    })
}

/// Whether a letter stands before another one among the factors of a term.
fn is_change(term: &Expr, mark: &str) -> bool {
    match term {
        Expr::Product(factors) => {
            let mut pairs = factors.windows(2);
            pairs.any(|pair| is_letter(&pair[0], mark) && is_named(&pair[1]))
                || factors.iter().any(|factor| is_change(factor, mark))
        }
        Expr::Fraction(upper, _) | Expr::Power(upper, _) => is_change(upper, mark),
        Expr::Integral(integral) => is_change(&integral.body, mark),
        _ => false,
    }
}

fn is_letter(expr: &Expr, letter: &str) -> bool {
    matches!(expr, Expr::Symbol(symbol) if symbol.is(letter))
}

/// Whether a factor is a letter, perhaps with its arguments or with a power.
fn is_named(factor: &Expr) -> bool {
    match factor {
        Expr::Symbol(_) | Expr::Call(_) => true,
        Expr::Power(base, _) => is_named(base),
        _ => false,
    }
}

/// Whether a term holds a differential.
fn is_small(term: &Expr) -> bool {
    let mut found = false;
    term.walk(&mut |part| found |= matches!(part, Expr::Change(..)));
    found
}

/// Whether a sum in a tree has a symbol and its change: `p + dp`.
fn is_beside_change(tree: &Expr, mark: &str) -> bool {
    let mut found = false;
    tree.walk(&mut |part| {
        let Expr::Sum(terms) = part else { return };
        found |= terms.iter().any(|term| match &term.value {
            Expr::Product(factors) => match factors.as_slice() {
                [Expr::Symbol(first), of @ Expr::Symbol(_)] if first.is(mark) => {
                    terms.iter().any(|term| term.value == *of)
                }
                _ => false,
            },
            _ => false,
        });
    });
    found
}

fn with_variations(expr: &Expr, mark: &str, found: &mut bool) -> Expr {
    let read = expr.map_children(&mut |child| with_variations(child, mark, found));
    let Expr::Product(factors) = &read else {
        return read;
    };
    let mut varied: Vec<Expr> = Vec::new();
    for factor in factors.iter().rev() {
        let times = match factor {
            Expr::Power(base, exponent) if is_letter(base, mark) => match &**exponent {
                Expr::Number(number) => number.to_i64(),
                _ => None,
            },
            // `d^2 F = 0` is no product, either.
            Expr::Power(base, exponent) if is_letter(base, "d") => match &**exponent {
                Expr::Number(number) => number.to_i64().filter(|times| *times > 1),
                _ => None,
            },
            factor if is_letter(factor, mark) => Some(1),
            _ => None,
        };
        match (times, varied.pop()) {
            (Some(times), Some(of)) if (1..=3).contains(&times) => {
                *found = true;
                let change = |of, _| Expr::Change(Change::Delta, Box::new(of));
                varied.push((0..times).fold(of, change));
            }
            (_, before) => {
                varied.extend(before);
                varied.push(factor.clone());
            }
        }
    }
    varied.reverse();
    if varied.len() == 1 {
        return varied.remove(0);
    }
    Expr::Product(varied)
}
