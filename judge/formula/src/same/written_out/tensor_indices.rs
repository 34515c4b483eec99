//! Gives the Greek indices of tensors the letters that the other statement has: `p_\nu p^\nu` as `p_\mu p^\mu`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::parts::Pair;
use crate::same::form;
use crate::tree::{Statement, Symbol, script_words};

/// The letters.
const LETTERS: [&str; 9] = [
    r"\mu", r"\nu", r"\rho", r"\sigma", r"\lambda", r"\alpha", r"\beta", r"\gamma", r"\kappa",
];

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

/// Whether a symbol has such an index.
pub(super) fn has_one(symbol: &Symbol) -> bool {
    let scripts = [&symbol.label, &symbol.subscript].into_iter().flatten();
    scripts
        .flat_map(|text| script_words(text))
        .any(|word| letter(word).is_some())
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
    };
    let done = statement.map_sides(|side| {
        let mut side = side.clone();
        side.rename(&change);
        side
    });
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
        side.clone().rename(&note);
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
                let Some(letter) = letter(word) else { continue };
                let index = indices.entry(letter).or_default();
                index.places.push((bare.clone(), is_raised, at));
                index.is_free |= is_raised || words.len() > 1;
            }
        }
    }
    for letter in symbols.iter().filter_map(|symbol| letter(&symbol.name())) {
        indices.entry(letter).or_default().is_free = false;
    }
    for index in indices.values_mut() {
        index.places.sort_unstable();
    }
    indices
}

fn letter(word: &str) -> Option<&'static str> {
    LETTERS.into_iter().find(|letter| *letter == word)
}
