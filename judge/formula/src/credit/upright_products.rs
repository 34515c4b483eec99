//! Recognises symbols of the reference that a solution writes together in upright letters: `\mathrm{mgh}`,
//! `\sqrt{2\mathrm{gh}}`.

use std::collections::BTreeSet;

use crate::tree::{Expr, Symbol, Unit};

/// Only names up to this length are split into symbols; longer names are words.
const MOST_LETTERS: usize = 4;

/// The product of symbols that an expression stands for, if each letter is a symbol of the reference and the name as
/// a whole is not.
pub(super) fn product(expr: &Expr, symbols: &BTreeSet<Symbol>) -> Option<Expr> {
    match expr {
        Expr::Symbol(name) => Some(Expr::product(factors(name, symbols)?)),
        // In `\mathrm{mv}^2` it is not clear what is squared.
        Expr::Power(base, _) if matches!(&**base, Expr::Symbol(name) if factors(name, symbols).is_some()) => {
            Some(expr.clone())
        }
        // A quantity with these units would not be under a root.
        Expr::Root(radicand, degree) => {
            let inside = under_root(radicand, symbols)?;
            Some(Expr::Root(Box::new(inside), degree.clone()))
        }
        _ => None,
    }
}

fn factors(name: &Symbol, symbols: &BTreeSet<Symbol>) -> Option<Vec<Expr>> {
    let count = name.base.chars().count();
    let letters = name.base.chars().all(|letter| letter.is_ascii_alphabetic());
    let is_word = !(2..=MOST_LETTERS).contains(&count) || !letters || !name.is_plain();
    if is_word || symbols.contains(name) {
        return None;
    }
    name.base
        .chars()
        .map(|letter| symbol(&letter.to_string(), symbols))
        .collect()
}

fn symbol(name: &str, symbols: &BTreeSet<Symbol>) -> Option<Expr> {
    let symbol = Symbol::new(name);
    symbols.contains(&symbol).then(|| Expr::symbol(symbol))
}

/// A product under a root whose units are really symbols: as units, `g` and `h` would be grams and hours.
fn under_root(radicand: &Expr, symbols: &BTreeSet<Symbol>) -> Option<Expr> {
    let Expr::Product(factors) = radicand else {
        return None;
    };
    let mut read = Vec::with_capacity(factors.len());
    for factor in factors {
        match factor {
            Expr::Unit(unit) => read.extend(letters(unit, symbols)?),
            other => read.push(other.clone()),
        }
    }
    (read.len() > factors.len()).then_some(Expr::Product(read))
}

/// The symbols that the factors of a unit are spelled like, if there are several and none is in the denominator.
fn letters(unit: &Unit, symbols: &BTreeSet<Symbol>) -> Option<Vec<Expr>> {
    let letters = unit.factors.iter().map(|factor| {
        let letter = symbol(&factor.name, symbols)?;
        let exponent = u64::try_from(factor.exponent).ok()?;
        Some(match exponent {
            1 => letter,
            power => Expr::Power(Box::new(letter), Box::new(Expr::integer(power))),
        })
    });
    letters.collect()
}
