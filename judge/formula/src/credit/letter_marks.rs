//! Handles solutions that mark a letter in another way than the problem throughout: with an index, `E_n` for `E`, or
//! with or without the hat of an operator, `H` for `\hat H`.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{Accent, Expr, Formula, Symbol, symbols_of};

/// Marks such letters in the formulas of a solution as the problem does, given the symbols of the problem, `known`.
/// Returns a note for each of them, and sets the flag beside each formula that has one.
///
/// A letter that the solution always marks in the same way is the letter of the problem if the problem has it only
/// without a mark, or only with a hat that the solution omits. So is one that it also has without an index, where a
/// formula says what the form with the index is, by its index: `E_n = \frac{n^2 h^2}{8 m L^2}`. The index of a sum
/// counts members and stays.
pub(super) fn as_in_problem(
    written: &mut [(&mut Formula, &mut bool)],
    known: &BTreeSet<Symbol>,
    aliases: &BTreeMap<Symbol, Symbol>,
) -> Vec<String> {
    let mut notes = Vec::new();
    // Where nothing else is a vector and there are operators, a hat over a small letter makes one more of them.
    let is_other = |symbol: &Symbol| symbol.vector && symbol.accents.as_slice() != [Accent::Hat];
    let own = symbols_of(written.iter().flat_map(|(formula, _)| formula.sides()));
    let all = || known.iter().chain(&own);
    let has_operators = !all().any(is_other) && all().any(speaks_of_operators);
    let without_hat = |symbol: &Symbol| without_hat(symbol, has_operators);
    let ways: [&dyn Fn(&Symbol) -> Symbol; 2] = [&without_hat, &without_index];
    for bare in ways {
        let mut meant = other_forms(written, known, bare);
        meant.retain(|form, _| !aliases.contains_key(form));
        for (formula, is_remarked) in &mut *written {
            let meant = formula.map_sides(|side| {
                side.renamed(&|symbol| {
                    if let Some(there) = meant.get(symbol) {
                        *symbol = there.clone();
                    }
                })
            });
            **is_remarked |= meant != **formula;
            **formula = meant;
        }
        notes.extend(meant.iter().map(|(form, there)| {
            let (form, there) = (form.name(), there.name());
            format!("`{form}` is taken for `{there}` of the problem")
        }));
    }
    notes
}

/// The symbols of a solution that differ from one of the problem in a mark, which `bare` removes, where each has the
/// bare symbol in one form only.
fn other_forms(
    written: &[(&mut Formula, &mut bool)],
    known: &BTreeSet<Symbol>,
    bare: &dyn Fn(&Symbol) -> Symbol,
) -> BTreeMap<Symbol, Symbol> {
    let formulas = || written.iter().map(|(formula, _)| &**formula);
    let counted: BTreeSet<String> = formulas().flat_map(counters).collect();
    let mut forms: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
    let mut own = symbols_of(formulas().flat_map(Formula::sides));
    for side in formulas().flat_map(Formula::sides) {
        side.walk(&mut |part| {
            // `\psi_n(x)` has the letter of `\psi`; `\psi(x)` has it without a mark.
            if let Expr::Call(call) = part
                && bare(&call.function) != call.function
            {
                own.insert(call.function.clone());
            }
        });
    }
    for symbol in own {
        forms.entry(bare(&symbol)).or_default().insert(symbol);
    }
    let of_problem = |letter: &Symbol| {
        let mut forms = known.iter().filter(|symbol| bare(symbol) == *letter);
        forms.next().filter(|_| forms.next().is_none())
    };
    let meant = |(letter, mut forms): (Symbol, BTreeSet<Symbol>)| {
        if forms.len() == 2 && formulas().any(|formula| says_by_index(formula, &forms)) {
            forms.remove(&letter);
        }
        let form = forms.first().filter(|_| forms.len() == 1)?;
        let there = of_problem(&letter).filter(|there| *there != form)?;
        // An index may be omitted by the problem alone.
        let index = form.subscript.as_ref();
        let is_other = there.subscript != form.subscript
            && (there.subscript.is_some() || index.is_some_and(|index| counted.contains(index)));
        (!is_other).then(|| (form.clone(), there.clone()))
    };
    forms.into_iter().filter_map(meant).collect()
}

/// Whether a formula says what one of these symbols is, in terms of its own index.
fn says_by_index(formula: &Formula, forms: &BTreeSet<Symbol>) -> bool {
    let form = match &formula.first {
        Some(Expr::Symbol(form)) => form,
        Some(Expr::Call(call)) => &call.function,
        _ => return false,
    };
    let Some(index) = form.subscript.as_ref().filter(|_| forms.contains(form)) else {
        return false;
    };
    let told = formula.links.iter().map(|(_, side)| side);
    symbols_of(told).iter().any(|symbol| symbol.is(index))
}

fn without_index(symbol: &Symbol) -> Symbol {
    Symbol {
        subscript: None,
        ..symbol.clone()
    }
}

/// Whether a symbol stands beside operators alone: a capital with a hat, `\hbar`, a ket, what has a dagger.
fn speaks_of_operators(symbol: &Symbol) -> bool {
    let has_hat = symbol.accents.as_slice() == [Accent::Hat] && !symbol.vector;
    let base = symbol.base.as_str();
    has_hat
        || base == r"\hbar"
        || [r"\ket", r"\bra"]
            .iter()
            .any(|state| base.starts_with(state))
        || symbol.label.as_deref() == Some(r"\dagger")
}

/// A symbol without the hat of an operator. Over a small letter a hat makes a unit vector, unless `of_small` letters it
/// makes operators, too.
fn without_hat(symbol: &Symbol, of_small: bool) -> Symbol {
    let has_hat = symbol.accents.as_slice() == [Accent::Hat];
    if !has_hat || symbol.vector && !of_small {
        return symbol.clone();
    }
    Symbol {
        accents: Vec::new(),
        vector: false,
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
