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

/// The places of each letter, sorted.
type Places = BTreeMap<&'static str, Vec<Place>>;

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
    let (here, there) = (places(statement), places(other));
    // One of the two is changed.
    if here.len() != there.len() || here <= there {
        return None;
    }
    // A letter that stands once takes the place of no other.
    let may_be = |letter: &str, partner: &str, places: &[Place]| {
        places.len() > 1 || letter == partner || !here.contains_key(partner)
    };
    let letters = matched(&here, &there, |letter, partner, one, other| {
        one == other && may_be(letter, partner, one)
    })
    .or_else(|| {
        let only = |these: &Places, those: &Places| -> Places {
            let only = these
                .iter()
                .filter(|(letter, _)| !those.contains_key(*letter));
            only.map(|(letter, places)| (*letter, places.clone()))
                .collect()
        };
        let (here, there) = (only(&here, &there), only(&there, &here));
        let in_any_order = |places: &[Place]| {
            let mut places: Vec<_> = places.iter().map(|place| (&place.0, place.1)).collect();
            places.sort_unstable();
            format!("{places:?}")
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
    here: &Places,
    there: &Places,
    fits: impl Fn(&str, &str, &[Place], &[Place]) -> bool,
) -> Option<BTreeMap<&'static str, &'static str>> {
    let mut left = there.clone();
    let mut found = BTreeMap::new();
    for (letter, places) in here {
        let is_it = |(partner, others): &(&&'static str, &Vec<Place>)| {
            fits(letter, partner, places, others)
        };
        let own = left.get_key_value(letter).filter(is_it);
        let (partner, _) = own.or_else(|| left.iter().find(is_it))?;
        let partner = *partner;
        left.remove(partner);
        found.insert(*letter, partner);
    }
    Some(found)
}

/// The places of the letters that are nothing but indices of tensors: raised, or beside others.
fn places(statement: &Statement) -> Places {
    let symbols = RefCell::new(Vec::new());
    for side in form::sides(statement) {
        let note = |symbol: &mut Symbol| symbols.borrow_mut().push(symbol.clone());
        side.clone().rename(&note);
    }
    let symbols = symbols.into_inner();
    let mut places = Places::new();
    let mut sure = Vec::new();
    for symbol in &symbols {
        let bare = Symbol {
            label: None,
            subscript: None,
            ..symbol.clone()
        };
        for (text, is_raised) in [(&symbol.label, true), (&symbol.subscript, false)] {
            let words: Vec<&str> = text.iter().flat_map(|text| script_words(text)).collect();
            for (at, known) in words.iter().enumerate() {
                let Some(letter) = letter(known) else {
                    continue;
                };
                places
                    .entry(letter)
                    .or_default()
                    .push((bare.clone(), is_raised, at));
                if is_raised || words.len() > 1 {
                    sure.push(letter);
                }
            }
        }
    }
    let stands_alone = |letter: &str| symbols.iter().any(|symbol| symbol.is(letter));
    places.retain(|letter, places| {
        places.sort_unstable();
        sure.contains(letter) && !stands_alone(letter)
    });
    places
}

fn letter(word: &str) -> Option<&'static str> {
    LETTERS.into_iter().find(|letter| *letter == word)
}
