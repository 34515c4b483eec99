//! Splits formulas that give two quantities at once, `E_\pm = a \pm b`, if the reference has one of them,
//! `E_+ = a + b`.

use std::collections::BTreeSet;

use super::WrittenFormula;
use crate::tree::{Expr, Formula, Symbol};

/// The formulas of a solution, with each such formula replaced by one with the upper signs and one with the lower
/// signs.
pub(super) fn apart(
    written: Vec<WrittenFormula>,
    symbols: &BTreeSet<Symbol>,
) -> Vec<WrittenFormula> {
    let mut parted = Vec::with_capacity(written.len());
    for one in written {
        match one
            .formula
            .as_ref()
            .ok()
            .and_then(|formula| both(formula, symbols))
        {
            Some(formulas) => parted.extend(formulas.map(|formula| WrittenFormula {
                formula: Ok(formula),
                ..one.clone()
            })),
            None => parted.push(one),
        }
    }
    parted
}

fn both(formula: &Formula, symbols: &BTreeSet<Symbol>) -> Option<[Formula; 2]> {
    let first = formula.first.as_ref()?;
    let is_of_reference =
        |name: &Expr| matches!(name, Expr::Symbol(name) if symbols.contains(name));
    let names = [true, false].map(|upper| first.resolve_plus_minus(upper));
    let has_signs = matches!(first, Expr::Symbol(_)) && names[0] != *first;
    (has_signs && !is_of_reference(first) && names.iter().any(is_of_reference))
        .then(|| [true, false].map(|upper| formula.resolve_plus_minus(upper)))
}
