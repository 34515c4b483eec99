//! What words mean.

use super::scan::is_upright_d;
use super::token::{Raw, Token, TokenKind};
use crate::vocabulary::Role;

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
    )
}

/// Whether words lead over to where a formula holds: `for`, `valid if`.
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

/// Whether a word leads over to a place, a time or a condition.
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

/// Whether a word is a plain letter, Latin or Greek.
pub(super) fn is_letter(kind: &TokenKind<'_>) -> bool {
    match kind {
        TokenKind::Letter(_) => true,
        TokenKind::Command(command) => command.role == Role::Letter,
        _ => false,
    }
}

/// Whether a symbol can begin with this word.
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
        TokenKind::Letter('d') => Some(index + 1),
        TokenKind::Raw(..) if is_upright_d(&token.kind) => Some(index + 1),
        TokenKind::Command(command) => match command.role {
            Role::Differential | Role::Partial => Some(index + 1),
            Role::Roman => {
                let is_d = |at: usize| {
                    tokens
                        .get(at)
                        .is_some_and(|token| token.kind == TokenKind::Letter('d'))
                };
                let is = |at: usize, mark| {
                    tokens
                        .get(at)
                        .is_some_and(|token: &Token<'_>| token.is(mark))
                };
                if is_d(index + 1) {
                    return Some(index + 2);
                }
                (is(index + 1, '{') && is_d(index + 2) && is(index + 3, '}')).then_some(index + 4)
            }
            _ => None,
        },
        _ => None,
    }
}
