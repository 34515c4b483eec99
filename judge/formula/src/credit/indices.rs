//! Handles solutions that give a letter of the problem an index throughout: `E_n` for `E`.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{Expr, Formula, Symbol, symbols_of};

/// Removes such indices from the formulas of a solution, given the symbols of the problem, `known`. Returns a note
/// for each letter that lost its index.
///
/// A letter with the same index throughout the solution is the letter of the problem if the problem has it only
/// without one. The index of a sum counts members and stays.
pub(super) fn without(
    written: &mut [&mut Formula],
    known: &BTreeSet<Symbol>,
    aliases: &BTreeMap<Symbol, Symbol>,
) -> Vec<String> {
    let formulas = || written.iter().map(|formula| &**formula);
    let counted: BTreeSet<String> = formulas().flat_map(counters).collect();
    let mut forms: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
    for symbol in symbols_of(formulas().flat_map(Formula::sides)) {
        forms.entry(bare(&symbol)).or_default().insert(symbol);
    }
    let is_bare_alone = |letter: &Symbol| {
        let mut others = known.iter().filter(|symbol| bare(symbol) == *letter);
        others.next() == Some(letter) && others.next().is_none()
    };
    let meant: BTreeMap<Symbol, Symbol> = forms
        .into_iter()
        .filter(|(letter, _)| is_bare_alone(letter))
        .filter_map(|(letter, forms)| {
            let form = forms.first().filter(|_| forms.len() == 1)?;
            let index = form.subscript.as_ref()?;
            let is_other = counted.contains(index) || aliases.contains_key(form);
            (!is_other).then(|| (form.clone(), letter))
        })
        .collect();
    for formula in written {
        **formula = formula.map_sides(|side| {
            let mut side = side.clone();
            side.rename(&|symbol| {
                if let Some(letter) = meant.get(symbol) {
                    *symbol = letter.clone();
                }
            });
            side
        });
    }
    let notes = meant.iter().map(|(form, letter)| {
        format!(
            "`{}` is taken for `{}` of the problem",
            form.name(),
            letter.name()
        )
    });
    notes.collect()
}

fn bare(symbol: &Symbol) -> Symbol {
    Symbol {
        subscript: None,
        ..symbol.clone()
    }
}

/// The indices of the sums and products in a formula.
fn counters(formula: &Formula) -> Vec<String> {
    let mut found = Vec::new();
    for side in formula.sides() {
        side.walk(&mut |part| {
            if let Expr::Series(series) = part
                && let Some(below) = &series.lower
            {
                found.extend(symbols_of(below.sides()).iter().map(Symbol::name));
            }
        });
    }
    found
}
