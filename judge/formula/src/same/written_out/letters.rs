//! Letters that custom uses for one thing, with the one that the other statement has: `\ell` and `l`, the imaginary
//! units `i` and `j`, and the elements of lines and of areas, `d\vec l` and `d\vec s`, `d\vec A` and `d\vec S`.

use std::collections::BTreeSet;

use super::names::names;
use super::parts::{Pair, parts};
use crate::tree::{Change, Expr, Statement, Symbol, script_words};

type Names<'s> = BTreeSet<&'s Symbol>;

/// Letters of one thing; the first comes before the others.
type Letters = &'static [&'static str];

const ELLS: Letters = &["l", r"\ell"];

const IMAGINARY_UNITS: Letters = &["i", "j"];

/// The elements of what is integrated over: lines, and areas.
const ELEMENTS: [Letters; 2] = [&["l", r"\ell", "r", "s"], &["A", "S", "a"]];

/// Whether a letter of a symbol may be written in another way.
pub(super) fn has_one(symbol: &Symbol) -> bool {
    ELLS.iter().any(|letter| has_ell(symbol, letter))
        || IMAGINARY_UNITS.iter().any(|unit| symbol.is(unit))
}

/// The vector of an element, `\vec l` of `d\vec l`.
pub(super) fn element(part: &Expr) -> Option<&Symbol> {
    match part {
        Expr::Change(Change::Differential, of) => match &**of {
            Expr::Symbol(symbol) if symbol.vector => Some(symbol),
            _ => None,
        },
        _ => None,
    }
}

/// The first statement with the letters of the second, where each has one of them and not the other.
pub(super) fn as_elsewhere([statement, other]: Pair<'_>) -> Option<Statement> {
    let [here, there] = [statement, other].map(names);
    let mut renamed = statement.clone();
    exchange(&mut renamed, [&here, &there], ELLS, has_ell);
    // A factor of a frequency is neither a current nor an index.
    if [statement, other].into_iter().all(turns_phases) {
        exchange(&mut renamed, [&here, &there], IMAGINARY_UNITS, Symbol::is);
    }
    for letters in ELEMENTS {
        let [own, meant] = [statement, other].map(|one| only_element(one, letters));
        if let (Some(own), Some(meant)) = (own, meant)
            && own > meant
            && ![own, meant]
                .iter()
                .all(|one| ELLS.contains(&one.base.as_str()))
            && !here.contains(meant)
            && !there.contains(own)
        {
            rename(&mut renamed, &|symbol| {
                if symbol == own {
                    *symbol = meant.clone();
                }
            });
        }
    }
    (renamed != *statement).then_some(renamed)
}

/// Changes the letter of a statement to the first of its kind, if only the other statement has that one.
fn exchange(
    statement: &mut Statement,
    [here, there]: [&Names<'_>; 2],
    letters: Letters,
    has: fn(&Symbol, &str) -> bool,
) {
    let [first, other] = letters else { return };
    let any = |names: &Names<'_>, letter| names.iter().any(|symbol| has(symbol, letter));
    if any(here, other) && !any(here, first) && any(there, first) && !any(there, other) {
        rename(statement, &|symbol| {
            if has(symbol, other) {
                symbol.replace(other, first);
            }
        });
    }
}

/// Whether a letter is a symbol's own, or one of its indices.
fn has_ell(symbol: &Symbol, letter: &str) -> bool {
    let mut scripts = [&symbol.subscript, &symbol.label].into_iter().flatten();
    symbol.base == letter || scripts.any(|script| script_words(script).any(|word| word == letter))
}

/// Whether an imaginary unit is a factor of a frequency: `j\omega L`.
fn turns_phases(statement: &Statement) -> bool {
    let is = |factor: &Expr, names: Letters| matches!(factor, Expr::Symbol(symbol) if names.iter().any(|name| symbol.is(name)));
    let found = parts(statement, |part| match part {
        Expr::Product(factors) => [IMAGINARY_UNITS, &[r"\omega"]]
            .iter()
            .all(|names| factors.iter().any(|factor| is(factor, names)))
            .then_some(()),
        _ => None,
    });
    !found.is_empty()
}

/// The one vector with one of these letters that a statement has only as an element.
fn only_element(statement: &Statement, letters: Letters) -> Option<&Symbol> {
    let is_known =
        |symbol: &&Symbol| letters.contains(&symbol.base.as_str()) && symbol.subscript.is_none();
    let found = parts(statement, |part| element(part).filter(is_known));
    let symbol = *found.first()?;
    let mentioned = parts(statement, |part| match part {
        Expr::Symbol(name) if **name == *symbol => Some(()),
        _ => None,
    });
    (found.iter().all(|one| *one == symbol) && mentioned.len() == found.len()).then_some(symbol)
}

fn rename(statement: &mut Statement, change: &dyn Fn(&mut Symbol)) {
    *statement = statement.map_sides(|side| side.renamed(change));
}
