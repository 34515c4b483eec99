//! Finds the text beside a formula between dollars that belongs to it: its unit, its symbol, or the other side of its
//! relation.

use formula::found::holds_relation;
use formula::notation::units;

/// The most words of a unit: `kg m s⁻¹`.
const MAX_WORDS: usize = 3;

/// The length of a unit after a formula that ends with a number: `$v = 12$ m/s`. `named` says whether its symbol
/// stands before it: `v = $12$ m/s`.
pub(super) fn unit_behind(
    formula: &str,
    named: impl FnOnce() -> bool,
    after: &str,
) -> Option<usize> {
    let formula = formula
        .trim_end_matches(|letter: char| letter.is_whitespace() || letter == '~')
        .trim_end_matches([',', ';', '\\'])
        .trim_end();
    // `$\boxed{v = 12}$ m/s`
    let inside = formula
        .strip_prefix(r"\boxed{")
        .and_then(|rest| rest.strip_suffix('}'));
    let formula = inside
        .filter(|inside| !inside.contains('{'))
        .unwrap_or(formula);
    // `$T = 20^\circ$C`
    let is_raised = [r"^\circ", r"^{\circ}"]
        .iter()
        .any(|ring| formula.ends_with(ring));
    if is_raised && holds_relation(formula) {
        let goes_on = |letter: char| letter.is_alphanumeric();
        return (after.starts_with(['C', 'F']) && !after[1..].starts_with(goes_on)).then_some(1);
    }
    let is_number = formula.ends_with(|letter: char| letter.is_ascii_digit())
        || formula.ends_with('}') && formula.contains("10^{");
    if !is_number {
        return None;
    }
    let unit = after.strip_prefix(' ').unwrap_or(after);
    let space = after.len() - unit.len();
    // `$v = 12$ $\text{m/s}$`
    if let Some((inside, _)) = unit.strip_prefix('$').and_then(|rest| rest.split_once('$'))
        && inside.starts_with('\\')
        && units::says_unit(inside)
    {
        return Some(space + inside.len() + 2);
    }
    if !holds_relation(formula) && !named() {
        return None;
    }
    let mut length = 0;
    let mut known = None;
    for _ in 0..MAX_WORDS {
        let word = word(&unit[length..]);
        let bare = word.trim_end_matches('.');
        // Each word of a unit is a unit itself.
        if !is_word_of_unit(bare) || !units::says_unit(bare) {
            break;
        }
        let end = length + bare.len();
        if length > 0 && !units::says_unit(&unit[..end]) {
            break;
        }
        known = Some(space + end);
        length += word.len();
        if bare.len() < word.len() || !unit[length..].starts_with(' ') {
            break;
        }
        length += 1;
    }
    known
}

/// Whether a word may belong to a unit and not to a sentence.
fn is_word_of_unit(word: &str) -> bool {
    // Words that are also units.
    const WORDS: [&str; 9] = ["a", "as", "at", "in", "min", "A", "h", "cells", "plus"];
    !WORDS.contains(&word)
        && word.starts_with(|letter: char| {
            letter.is_alphabetic() || matches!(letter, '°' | '℃' | '℉' | '%')
        })
}

/// The first word of a text, up to a space or a mark, including raised digits: `s<sup>-1</sup>`.
fn word(text: &str) -> &str {
    let ends = |letter: char| letter.is_whitespace() || ",;:!?$*()<>|".contains(letter);
    let mut length = 0;
    loop {
        let rest = &text[length..];
        length += rest.find(ends).unwrap_or(rest.len());
        let raised = text[length..].strip_prefix("<sup>");
        match raised.and_then(|rest| rest.split_once("</sup>")) {
            Some((_, after)) if length > 0 => length = text.len() - after.len(),
            _ => return &text[..length],
        }
    }
}

/// The length of a relation after a formula without one, and of the formula after it: `$v$ = $3 t$`.
pub(super) fn side_behind(formula: &str, after: &str) -> Option<usize> {
    let side = after.trim_start_matches(' ').strip_prefix(['=', '≈'])?;
    let side = side.trim_start_matches(' ').strip_prefix('$')?;
    let length = side.find(['$', '\n'])?;
    // A separate formula begins there.
    let is_side = length > 0 && side[length..].starts_with('$') && !holds_relation(&side[..length]);
    (is_side && !formula.trim().is_empty()).then(|| after.len() - side.len() + length + 1)
}

/// The length of a symbol and its relation at the end of the line before a formula: `v = $3 t$`.
pub(super) fn name_before(line: &str) -> Option<usize> {
    let name = line.trim_end().strip_suffix(['=', '≈'])?.trim_end();
    let begins = name
        .rfind(|letter: char| letter.is_whitespace() || letter == '*')
        .map_or(0, |space| space + 1);
    let name = &name[begins..];
    let mut letters = name.chars();
    let is_letter =
        |letter: char| letter.is_ascii_alphabetic() || matches!(letter, 'α'..='ω' | 'Α'..='Ω');
    let index = match (
        letters.next().filter(|letter| is_letter(*letter)),
        letters.as_str(),
    ) {
        (None, _) => return None,
        (Some(_), "") => "",
        (Some(_), index) => index.strip_prefix('_')?,
    };
    let is_index = index.chars().all(char::is_alphanumeric);
    is_index.then(|| line.len() - begins)
}
