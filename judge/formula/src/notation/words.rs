//! The meaning of words in formulas.

use super::lookahead::is_upright_d;
use super::token::{Raw, Token, TokenKind};
use crate::notation::units;
use crate::notation::vocabulary::{Command, Operator, Role};
use crate::tree::INDEX_LETTERS;

/// Whether words between two formulas only connect them.
pub(super) fn is_connective(text: &str) -> bool {
    let lower = text
        .trim()
        .trim_matches([',', '.', ':', ';'])
        .to_ascii_lowercase();
    matches!(
        lower.trim(),
        "and"
            | "or"
            | "where"
            | "for"
            | "with"
            | "if"
            | "when"
            | "so"
            | "hence"
            | "thus"
            | "then"
            | "therefore"
            | "because"
            | "since"
            | "while"
            | "but"
            | "at"
            | "gives"
            | "i.e"
            | "that is"
            | "so that"
            | "such that"
            | "which gives"
            | "we get"
            | "we have"
            | "as"
            | "und"
            | "oder"
            | "et"
            | "ou"
            | "或"
            | "或者"
    )
}

/// Whether words introduce a condition: `for`, `valid if`.
pub(super) fn leads_to_condition(text: &str) -> bool {
    let lower = text
        .trim()
        .trim_end_matches([',', ':'])
        .to_ascii_lowercase();
    let last = lower.rsplit(char::is_whitespace).next();
    matches!(last, Some("for" | "if" | "when" | "whenever" | "provided"))
        || [
            "provided that",
            "as long as",
            "for all",
            "for any",
            "only for",
        ]
        .iter()
        .any(|words| lower.ends_with(words))
}

/// Whether a word of another language introduces the condition of a case: `falls`, `für`, `si`, `при`.
pub(super) fn leads_to_case(word: &str) -> bool {
    matches!(
        word.trim_end_matches([',', ':']),
        "falls"
            | "für"
            | "wenn"
            | "bei"
            | "pour"
            | "si"
            | "quand"
            | "lorsque"
            | "para"
            | "cuando"
            | "per"
            | "se"
            | "quando"
            | "voor"
            | "als"
            | "om"
            | "för"
            | "hvis"
            | "dla"
            | "gdy"
            | "jeśli"
            | "pro"
            | "když"
            | "при"
            | "если"
            | "для"
            | "когда"
            | "якщо"
            | "коли"
            | "当"
            | "當"
            | "若"
            | "如果"
    )
}

/// Whether words after a quantity are a remark and not part of its unit: its direction, what it belongs to, how many
/// figures it has.
pub(super) fn say_of_quantity(text: &str) -> bool {
    /// Words that belong to a unit.
    const IN_UNITS: [&str; 11] = [
        "per", "pro", "par", "por", "squared", "cubed", "times", "over", "by", "square", "cubic",
    ];
    let text = text.trim();
    if is_connective(text) {
        return true;
    }
    if let Some(inside) = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        return inside.len() > 1 && !units::says_unit(inside);
    }
    let mut words = text.split([' ', ',', '.']).filter(|word| !word.is_empty());
    let is_word = |word: &str| {
        word.chars()
            .all(|letter| letter.is_alphabetic() || letter == '-')
            && !IN_UNITS.contains(&word)
    };
    let begins = |word: &str| word.chars().count() > 1 && is_word(word) && !units::says_unit(word);
    words.next().is_some_and(begins) && words.all(is_word)
}

/// Whether a character is Chinese, Japanese or Korean; such text has no spaces between words.
pub fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Whether a word introduces a place, a time or a condition.
pub(super) fn is_preposition(text: &str) -> bool {
    matches!(
        text.trim().trim_matches([',', '.', ':']),
        "at" | "by"
            | "from"
            | "in"
            | "is"
            | "near"
            | "of"
            | "on"
            | "over"
            | "to"
            | "under"
            | "until"
            | "vs"
    )
}

/// Whether a token is a sign for plus or minus.
pub(super) fn is_both_signs(token: &Token<'_>) -> bool {
    matches!(
        token.role(),
        Some(Role::Operator(Operator::PlusMinus | Operator::MinusPlus))
    )
}

/// Whether a token is a plain letter, Latin or Greek.
pub(super) fn is_letter(kind: &TokenKind<'_>) -> bool {
    match kind {
        TokenKind::Letter(_) => true,
        TokenKind::Command(command) => command.role == Role::Letter,
        _ => false,
    }
}

/// Whether a token is an index of a tensor component: a digit, or a letter for one.
pub(super) fn is_place(token: &Token<'_>) -> bool {
    matches!(
        token.kind,
        TokenKind::Digit(_) | TokenKind::Letter('i' | 'j' | 'k')
    ) || is_space_time(token)
}

/// Whether a letter is an index of space and time, like `\mu` in `x^\mu`.
pub(super) fn is_space_time(token: &Token<'_>) -> bool {
    let is_it = |command: &Command| {
        let mut letters = INDEX_LETTERS.iter();
        letters.any(|letter| letter.strip_prefix('\\') == Some(command.name))
    };
    matches!(token.kind, TokenKind::Command(command) if is_it(command))
}

/// Whether a token is a command of one of these names.
pub(super) fn is_one_of(token: &Token<'_>, names: &[&str]) -> bool {
    matches!(token.kind, TokenKind::Command(command) if names.contains(&command.name))
}

/// Whether a symbol can begin with this token.
pub(super) fn begins_variable(kind: &TokenKind<'_>) -> bool {
    match kind {
        TokenKind::Letter(_) => true,
        TokenKind::Command(command) => {
            matches!(command.role, Role::Letter | Role::Prescript) || command.takes_symbol()
        }
        TokenKind::Raw(Raw::Text, text) => {
            text.trim_start().starts_with(char::is_alphabetic) && !is_connective(text)
        }
        _ => false,
    }
}

/// The index after the `d` at `index`, if one is there: `d`, `\mathrm{d}`, `\mathrm d`, `\dd`, `\partial`.
pub(super) fn differential_end(tokens: &[Token<'_>], index: usize) -> Option<usize> {
    let token = tokens.get(index)?;
    match token.kind {
        TokenKind::Raw(..) if is_upright_d(&token.kind) => Some(index + 1),
        TokenKind::Command(command)
            if matches!(command.role, Role::Differential | Role::Partial) =>
        {
            Some(index + 1)
        }
        _ => letter_end(tokens, index, 'd'),
    }
}

/// The index of the function after the `d` at `index`: `d\ln\rho`.
pub(super) fn differential_of_function(tokens: &[Token<'_>], index: usize) -> Option<usize> {
    let after = differential_end(tokens, index)?;
    matches!(tokens.get(after)?.role(), Some(Role::Function(_))).then_some(after)
}

/// The index after the `D` of a material derivative, `\frac{D f}{D t}`.
pub(super) fn material_end(tokens: &[Token<'_>], index: usize) -> Option<usize> {
    letter_end(tokens, index, 'D')
}

/// The index after a letter, slanted or upright.
fn letter_end(tokens: &[Token<'_>], index: usize, letter: char) -> Option<usize> {
    let is_letter = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|token| token.kind == TokenKind::Letter(letter))
    };
    let is = |at: usize, mark| {
        tokens
            .get(at)
            .is_some_and(|token: &Token<'_>| token.is(mark))
    };
    if is_letter(index) {
        return Some(index + 1);
    }
    if tokens.get(index)?.role() != Some(Role::Roman) {
        return None;
    }
    if is_letter(index + 1) {
        return Some(index + 2);
    }
    (is(index + 1, '{') && is_letter(index + 2) && is(index + 3, '}')).then_some(index + 4)
}
