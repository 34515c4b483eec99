//! Unifies names of the same thing: a subscript `o` for 0, and the unit vectors of an axis.

use std::collections::BTreeSet;

use super::parts::{Pair, parts, respelled};
use crate::same::form;
use crate::tree::{Accent, Call, Expr, Formula, Statement, Symbol};

/// Letters of unit vectors, with the axis that they stand for by custom.
const BY_CUSTOM: [(&str, &str); 3] = [("i", "x"), ("j", "y"), ("k", "z")];

/// The names of probabilities.
const PROBABILITIES: [&str; 4] = ["P", r"\mathbb{P}", "Pr", "Prob"];

/// The direction in which a unit vector points: `z` for `\hat z`, `\vec e_z`, `\hat{\mathbf e}_z` and `\hat k`.
pub(super) fn direction(symbol: &Symbol) -> Option<&str> {
    let has_hat = symbol.accents.as_slice() == [Accent::Hat];
    if !symbol.vector || symbol.primes > 0 || symbol.label.is_some() {
        return None;
    }
    match symbol.subscript.as_deref() {
        // A dot or a bar makes it something else.
        Some(place) if symbol.base == "e" && (has_hat || symbol.accents.is_empty()) => Some(place),
        None if has_hat => Some(along(&symbol.base).unwrap_or(&symbol.base)),
        _ => None,
    }
}

/// The vector that a unit vector points along: `\vec r` for `\hat r`, `\vec r_{12}` for `\hat r_{12}` and `\vec r` for
/// `\vec e_r`.
pub(super) fn vector_along(symbol: &Symbol) -> Option<Symbol> {
    if symbol.vector && symbol.accents.as_slice() == [Accent::Hat] && symbol.base != "e" {
        return Some(Symbol {
            accents: Vec::new(),
            ..symbol.clone()
        });
    }
    let way = direction(symbol)?;
    Some(Symbol::new(way).as_vector())
}

/// The axis of `\hat\imath`, `\hat\jmath` and `\hat k`.
fn along(letter: &str) -> Option<&'static str> {
    let known = BY_CUSTOM.iter().find(|(known, _)| *known == letter);
    known.map(|(_, axis)| *axis)
}

/// The first statement with the names that the second uses for what both have.
pub(super) fn as_elsewhere([statement, elsewhere]: Pair<'_>) -> Option<Statement> {
    let [here, there] = [statement, elsewhere].map(names);
    let only_there = || there.difference(&here).copied();
    let renamed = |symbol: &Symbol| -> Option<Symbol> {
        if there.contains(symbol) {
            return None;
        }
        if symbol.subscript.as_deref() == Some("o") {
            let zero = Symbol {
                subscript: Some("0".to_owned()),
                ..symbol.clone()
            };
            return only_there().find(|known| **known == zero).cloned();
        }
        if is_probability(symbol) && !symbol.is("P") {
            let plain = Symbol::new("P");
            return only_there().find(|known| **known == plain).cloned();
        }
        if symbol.is("j") && is_of_waves(&here) && is_of_waves(&there) {
            let other = Symbol::new("i");
            // `\omega = \sum_i q_i` and `\omega = \sum_j q_i`
            if runs_over(statement, symbol) || runs_over(elsewhere, &other) {
                return None;
            }
            return only_there().find(|known| **known == other).cloned();
        }
        let way = direction(symbol)?;
        let same = |known: &&Symbol| direction(known) == Some(way);
        // `\hat k` may be any direction.
        let is_custom = |known: &Symbol| along(&known.base).is_some();
        let (mut own, mut found) = (
            here.iter().filter(|one| same(one)),
            only_there().filter(same),
        );
        match (own.next(), own.next(), found.next(), found.next()) {
            (Some(_), None, Some(known), None)
                if !is_custom(symbol) && !is_custom(known) && *known < *symbol =>
            {
                Some(known.clone())
            }
            _ => None,
        }
    };
    respelled(statement, &|part| match part {
        Expr::Symbol(symbol) => renamed(symbol).map(Expr::symbol),
        Expr::Call(call) => renamed(&call.function).map(|function| {
            Expr::Call(Box::new(Call {
                function,
                arguments: call.arguments.clone(),
            }))
        }),
        _ => None,
    })
}

/// Whether a name is one of the names of probabilities.
pub(super) fn is_probability(symbol: &Symbol) -> bool {
    symbol.is_plain() && PROBABILITIES.contains(&symbol.base.as_str())
}

/// Whether the names are those of oscillations or quanta, so that `i` and `j` are the imaginary unit.
fn is_of_waves(names: &BTreeSet<&Symbol>) -> bool {
    let of_waves = |name: &&&Symbol| matches!(name.base.as_str(), r"\omega" | r"\hbar");
    names.iter().any(|name| of_waves(&name))
}

/// Whether a series runs over a letter.
fn runs_over(statement: &Statement, letter: &Symbol) -> bool {
    let series = parts(statement, |part| match part {
        Expr::Series(series) => series.lower.as_ref(),
        _ => None,
    });
    let mut ranges = series.into_iter().flat_map(Formula::sides);
    ranges.any(|side| side.mentions(letter))
}

fn names(statement: &Statement) -> BTreeSet<&Symbol> {
    let mut names = BTreeSet::new();
    for side in form::sides(statement) {
        side.walk(&mut |part| match part {
            Expr::Symbol(symbol) => {
                names.insert(&**symbol);
            }
            Expr::Call(call) => {
                names.insert(&call.function);
            }
            _ => {}
        });
    }
    names
}
