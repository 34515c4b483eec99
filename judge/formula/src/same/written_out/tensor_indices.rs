//! Gives the indices of tensors the letters that the other statement has: `p_\nu p^\nu` as `p_\mu p^\mu`, `a_j b_j` as
//! `a_i b_i`. Of Latin letters only those count that are summed over by convention.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::parts::Pair;
use crate::same::form;
use crate::tree::{Expr, INDEX_LETTERS, Statement, Symbol, script_words};

/// The Latin letters that indices have.
const LATIN: [&str; 6] = ["i", "j", "k", "l", "m", "n"];

/// Where an index stands: on what, whether raised, and as which of its indices.
type Place = (Symbol, bool, usize);

/// A letter in a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Index {
    /// Where it stands, sorted.
    places: Vec<Place>,
    /// Whether it may be nothing but an index of tensors: raised or beside others, and never alone.
    is_free: bool,
}

type Indices = BTreeMap<&'static str, Index>;

/// Whether a symbol may have such an index.
pub(super) fn has_one(symbol: &Symbol) -> bool {
    let scripts = [&symbol.label, &symbol.subscript].into_iter().flatten();
    scripts
        .flat_map(|text| script_words(text))
        .any(|word| greek(word).is_some())
        || !latin_places(symbol).is_empty()
}

/// The first statement with the letters of the second. Letters belong together that stand at the same places: all of
/// them, or all but those that both statements have.
pub(super) fn as_elsewhere([statement, other]: Pair<'_>) -> Option<Statement> {
    let (here, there) = (indices(statement), indices(other));
    // One of the two is changed.
    if here.len() != there.len() || here <= there {
        return None;
    }
    // What stands once takes the place of no other letter.
    let is_taken = |letter: &str, partner: &str, index: &Index| {
        index.places.len() == 1 && letter != partner && here.contains_key(partner)
    };
    let letters = matched(&here, &there, |letter, partner, one, other| {
        one.places == other.places && !is_taken(letter, partner, one)
    })
    .or_else(|| {
        let only = |these: &Indices, those: &Indices| -> Indices {
            let only = these
                .iter()
                .filter(|(letter, _)| !those.contains_key(*letter));
            only.map(|(letter, index)| (*letter, index.clone()))
                .collect()
        };
        let (here, there) = (only(&here, &there), only(&there, &here));
        let in_any_order = |index: &Index| -> Vec<(Symbol, bool)> {
            let places = index.places.iter().cloned();
            let mut places: Vec<_> = places.map(|(on, is_raised, _)| (on, is_raised)).collect();
            places.sort_unstable();
            places
        };
        let is_one = here.len() == 1;
        matched(&here, &there, |_, _, one, other| {
            is_one || in_any_order(one) == in_any_order(other)
        })
    })?;
    let change = |symbol: &mut Symbol| {
        for text in [&mut symbol.label, &mut symbol.subscript]
            .into_iter()
            .flatten()
        {
            let words = script_words(text);
            let words = words.map(|word| letters.get(word).copied().unwrap_or(word));
            *text = words.collect();
        }
        // The place of `\partial_j`: what is summed over is no quantity.
        if let Some(letter) = letters.get(symbol.name().as_str()) {
            (*letter).clone_into(&mut symbol.base);
        }
    };
    let done = statement.map_sides(|side| side.renamed(&change));
    (done != *statement).then_some(done)
}

/// Which letter is which; of several that fit the same one, else the first. `None` if one has no partner.
fn matched(
    here: &Indices,
    there: &Indices,
    fits: impl Fn(&str, &str, &Index, &Index) -> bool,
) -> Option<BTreeMap<&'static str, &'static str>> {
    let mut left = there.clone();
    let mut found = BTreeMap::new();
    for (letter, index) in here {
        let is_it = |(partner, other): &(&&'static str, &Index)| {
            let may_be = letter == *partner || index.is_free && other.is_free;
            may_be && fits(letter, partner, index, other)
        };
        let own = left.get_key_value(letter).filter(is_it);
        let (partner, _) = own.or_else(|| left.iter().find(is_it))?;
        let partner = *partner;
        left.remove(partner);
        found.insert(*letter, partner);
    }
    Some(found)
}

fn indices(statement: &Statement) -> Indices {
    let symbols = RefCell::new(Vec::new());
    for side in form::sides(statement) {
        let note = |symbol: &mut Symbol| symbols.borrow_mut().push(symbol.clone());
        side.renamed(&note);
    }
    let symbols = symbols.into_inner();
    let mut indices = Indices::new();
    for symbol in &symbols {
        let bare = Symbol {
            label: None,
            subscript: None,
            ..symbol.clone()
        };
        for (text, is_raised) in [(&symbol.label, true), (&symbol.subscript, false)] {
            let words: Vec<&str> = text.iter().flat_map(|text| script_words(text)).collect();
            for (at, word) in words.iter().enumerate() {
                let Some(letter) = greek(word) else { continue };
                let index = indices.entry(letter).or_default();
                index.places.push((bare.clone(), is_raised, at));
                index.is_free |= is_raised || words.len() > 1;
            }
        }
    }
    for letter in symbols.iter().filter_map(|symbol| greek(&symbol.name())) {
        indices.entry(letter).or_default().is_free = false;
    }
    for (letter, index) in summed(statement) {
        indices.insert(letter, index);
    }
    for index in indices.values_mut() {
        index.places.sort_unstable();
    }
    indices
}

fn greek(word: &str) -> Option<&'static str> {
    INDEX_LETTERS.into_iter().find(|letter| *letter == word)
}

fn latin(word: &str) -> Option<&'static str> {
    LATIN.into_iter().find(|letter| *letter == word)
}

/// The Latin indices of a symbol that has no others, in their order.
fn latin_places(symbol: &Symbol) -> Vec<&'static str> {
    let words = symbol.subscript.iter().flat_map(|text| script_words(text));
    words.map(latin).collect::<Option<_>>().unwrap_or_default()
}

/// The Latin letters that are summed over by convention: each stands exactly twice in every term in which it stands, and
/// nowhere but as an index or in `\partial_j`.
fn summed(statement: &Statement) -> Indices {
    let mut found = Summed::default();
    for side in form::sides(statement) {
        let open = found.term(side);
        found.others.extend(open.into_keys());
    }
    let Summed { mut pairs, others } = found;
    pairs.retain(|letter, _| !others.contains(letter));
    pairs
}

/// What a walk through the terms of a statement finds.
#[derive(Default)]
struct Summed {
    pairs: Indices,
    /// Letters that stand in another way.
    others: BTreeSet<&'static str>,
}

impl Summed {
    /// The indices in a term that stand there once.
    fn term(&mut self, expr: &Expr) -> Indices {
        let mut open = self.factor(expr);
        for (letter, index) in &open {
            match index.places.len() {
                1 => {}
                2 => {
                    let pair = self.pairs.entry(letter).or_default();
                    pair.places.extend(index.places.iter().cloned());
                    pair.is_free = true;
                }
                _ => {
                    self.others.insert(letter);
                }
            }
        }
        open.retain(|_, index| index.places.len() == 1);
        open
    }

    /// The indices in a factor, with their places.
    fn factor(&mut self, expr: &Expr) -> Indices {
        let mut found = Indices::new();
        let mut by = Vec::new();
        match expr {
            Expr::Symbol(symbol) => match latin(&symbol.name()) {
                Some(letter) => {
                    self.others.insert(letter);
                }
                None => note(&mut found, symbol),
            },
            Expr::Call(call) => note(&mut found, &call.function),
            Expr::Derivative(derivative) => by.extend(&derivative.by),
            Expr::Operator(operator) => by.extend(&operator.by),
            Expr::Integral(integral) => self.forbid(&integral.variables),
            Expr::Limit(limit) => self.forbid([&limit.variable]),
            _ => {}
        }
        for (place, order) in by {
            for _ in 0..*order {
                match latin(&place.name()) {
                    Some(letter) => {
                        let index = found.entry(letter).or_default();
                        index.places.push((Symbol::new(r"\partial"), false, 0));
                    }
                    None => note(&mut found, place),
                }
            }
        }
        let is_sum = matches!(expr, Expr::Sum(_));
        for child in expr.children() {
            if is_sum {
                // Terms of a sum in brackets may have the same index.
                for (letter, index) in self.term(child) {
                    found.entry(letter).or_insert(index);
                }
            } else {
                for (letter, index) in self.factor(child) {
                    found.entry(letter).or_default().places.extend(index.places);
                }
            }
        }
        found
    }

    fn forbid<'a>(&mut self, variables: impl IntoIterator<Item = &'a Symbol>) {
        let letters = variables.into_iter();
        self.others
            .extend(letters.filter_map(|variable| latin(&variable.name())));
    }
}

fn note(found: &mut Indices, symbol: &Symbol) {
    let bare = Symbol {
        label: None,
        subscript: None,
        ..symbol.clone()
    };
    for (at, letter) in latin_places(symbol).into_iter().enumerate() {
        let index = found.entry(letter).or_default();
        index.places.push((bare.clone(), false, at));
    }
}
