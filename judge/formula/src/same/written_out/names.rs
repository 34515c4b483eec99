//! Unifies the names of unit vectors: `\vec e_z` and `\hat z`.

use std::collections::BTreeSet;

use super::parts::{Pair, respelled};
use crate::same::form;
use crate::tree::{Accent, Expr, Statement, Symbol};

/// Letters of unit vectors, with the axis that they stand for by custom.
const BY_CUSTOM: [(&str, &str); 3] = [("i", "x"), ("j", "y"), ("k", "z")];

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

/// Whether a unit vector is named by its axis: `\hat x`.
fn is_axis(symbol: &Symbol) -> bool {
    let axis = direction(symbol).filter(|_| along(&symbol.base).is_none());
    axis.is_some_and(|axis| BY_CUSTOM.iter().any(|(_, known)| *known == axis))
}

/// The first statement with the names that the second uses for what both have.
pub(super) fn as_elsewhere([statement, elsewhere]: Pair<'_>) -> Option<Statement> {
    let [here, there] = [statement, elsewhere].map(names);
    let only_there = || there.difference(&here).copied();
    let renamed = |symbol: &Symbol| -> Option<Symbol> {
        if there.contains(symbol) {
            return None;
        }
        let way = direction(symbol)?;
        let same = |known: &&Symbol| direction(known) == Some(way);
        // Beside a `k`, `\hat k` is its direction; beside `\hat x`, it may be any.
        let is_custom = |known: &Symbol| {
            let elsewhere = here.iter().chain(&there).filter(|one| **one != known);
            let is_other = |one: &&Symbol| {
                one.base == known.base || is_axis(one) && direction(one) != direction(known)
            };
            along(&known.base).is_some() && elsewhere.copied().any(|one| is_other(&one))
        };
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
        _ => None,
    })
}

pub(super) fn names(statement: &Statement) -> BTreeSet<&Symbol> {
    let mut names = BTreeSet::new();
    for side in form::sides(statement) {
        side.walk(&mut |part| {
            if let Expr::Symbol(symbol) = part {
                names.insert(&**symbol);
            }
        });
    }
    names
}
