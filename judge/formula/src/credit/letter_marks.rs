//! Handles solutions that mark a letter in another way than the problem throughout: with an index, `E_n` for `E`, or
//! with or without the hat of an operator, `H` for `\hat H`.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{Accent, Expr, Formula, Symbol, symbols_of};

/// Marks such letters in the formulas of a solution as the problem does, given the symbols of the problem, `known`.
/// Returns a note for each of them.
///
/// A letter that the solution always marks in the same way is the letter of the problem if the problem has it only
/// without a mark, or only with a hat that the solution omits. The index of a sum counts members and stays.
pub(super) fn as_in_problem(
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
    let of_problem = |letter: &Symbol| {
        let mut forms = known.iter().filter(|symbol| bare(symbol) == *letter);
        forms.next().filter(|_| forms.next().is_none())
    };
    let meant: BTreeMap<Symbol, Symbol> = forms
        .into_iter()
        .filter_map(|(letter, forms)| {
            let form = forms.first().filter(|_| forms.len() == 1)?;
            let there = of_problem(&letter).filter(|there| *there != form)?;
            let loses_marks = *there == letter;
            let gains_hat = *form == letter && there.subscript.is_none();
            let is_counted = form
                .subscript
                .as_ref()
                .is_some_and(|index| counted.contains(index));
            let is_it = (loses_marks || gains_hat) && !is_counted && !aliases.contains_key(form);
            is_it.then(|| (form.clone(), there.clone()))
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

/// A symbol without index and without the hat of an operator. Over a small letter a hat makes a unit vector.
fn bare(symbol: &Symbol) -> Symbol {
    let is_operator = symbol.accents.as_slice() == [Accent::Hat] && !symbol.vector;
    Symbol {
        subscript: None,
        accents: if is_operator {
            Vec::new()
        } else {
            symbol.accents.clone()
        },
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
