//! Recognises labels before a formula in its line: the letter of a part, a step, an arrow, a bullet.

use super::remarks::{is_hung, is_operator, is_prose_at, relate};
use super::token::{Raw, Token, TokenKind, Words, is_relation};
use super::words;
use crate::notation::vocabulary::{Operator, Role};
use crate::tree::Relation;

/// The most tokens before a wide space that can be the number of a part: `(ii)`, `Step 2:`.
const LONGEST_LABEL: usize = 8;

/// Where the label before a formula ends: `(a)`, `Step 2:`, an arrow, a bullet.
pub(super) fn label_before(tokens: Words<'_, '_>) -> Option<usize> {
    let first = tokens.first()?;
    let rest = tokens.from(1);
    let related = || relate(rest);
    match first.kind {
        TokenKind::Raw(Raw::Text, _) if !rest.is_empty() => {
            if is_prose_at(&tokens, 0) {
                return Some(1);
            }
            let next = &rest[0];
            let colon = next.is(':') && !rest.get(1).is_some_and(|token| token.is('='));
            let wide = next.kind == TokenKind::Quad && related();
            return (colon || wide).then_some(2);
        }
        // In `\to x = 3` the arrow has no left side, so it is a label.
        TokenKind::Command(command)
            if command.role == Role::Relation(Relation::Tends) && related() =>
        {
            return Some(1);
        }
        TokenKind::Command(command)
            if matches!(command.role, Role::Operator(Operator::Dot)) && related() =>
        {
            return Some(1);
        }
        TokenKind::Command(command)
            if command.is_label() && rest[..].first()?.kind == TokenKind::Quad && related() =>
        {
            return Some(1);
        }
        // A bullet has a space after it; `*F = 0` is the dual of a form.
        TokenKind::Char('*') if related() && rest.first()?.start > first.end => return Some(1),
        TokenKind::Command(command) if command.role == Role::Ring && related() => return Some(1),
        _ => {}
    }
    if let Some(colon) = name_of_line(tokens) {
        return Some(colon + 1);
    }
    let is_label = |token: &Token<'_>| {
        matches!(
            token.kind,
            TokenKind::Letter(_)
                | TokenKind::Digit(_)
                | TokenKind::Char('(' | ')' | '[' | ']' | '.' | ':')
        ) || is_direction(token)
    };
    let length = tokens
        .iter()
        .take(LONGEST_LABEL)
        .take_while(|token| is_label(token))
        .count();
    // `(a)\quad x = 3`
    let marked = matches!(first.kind, TokenKind::Char('(' | '[') | TokenKind::Digit(_))
        || matches!(rest.first(), Some(next) if next.is(')') || next.is('.') || next.is(':'));
    let wide = tokens
        .get(length)
        .is_some_and(|token| token.kind == TokenKind::Quad);
    let begins = tokens
        .get(length + 1)
        .is_some_and(|token| !is_relation(token) && !is_operator(token));
    if marked && wide && begins && related() {
        return Some(length + 1);
    }
    // `1) x = 3`, `2. x = 3`, `(a) x = 3`
    let unopened = tokens.iter().take(3).position(|token| token.is(')'));
    let opened = first.is('(') || first.is('[');
    match unopened {
        Some(close @ 1..) if !opened && related() => return Some(close + 1),
        _ => {}
    }
    let numbered = tokens
        .iter()
        .take_while(|token| matches!(token.kind, TokenKind::Digit(_)))
        .count();
    let point = numbered > 0
        && tokens.get(numbered).is_some_and(|token| token.is('.'))
        && tokens
            .get(numbered + 1)
            .is_some_and(|token| !matches!(token.kind, TokenKind::Digit(_)) && !is_relation(token))
        && tokens[numbered].end < tokens[numbered + 1].start;
    if point && related() {
        return Some(numbered + 1);
    }
    if let Some(past) = counted_in_letters(tokens)
        && related()
    {
        return Some(past);
    }
    let [open, letter, close, next, ..] = tokens.words() else {
        return None;
    };
    let lone = open.is('(') && close.is(')') && !is_relation(next) && !is_operator(next);
    let once = matches!(letter.kind, TokenKind::Letter('a'..='i'))
        && !tokens[3..].iter().any(|token| token.kind == letter.kind);
    (lone && once && !is_hung(next) && related()).then_some(3)
}

/// The end of a number in Roman letters: `(ii) x = 3`.
fn counted_in_letters(tokens: Words<'_, '_>) -> Option<usize> {
    let [first, rest @ ..] = tokens.words() else {
        return None;
    };
    let counts = |token: &Token<'_>| matches!(token.kind, TokenKind::Letter('i' | 'v' | 'x'));
    let counted = rest.iter().take_while(|token| counts(token)).count();
    let (close, next) = (rest.get(counted)?, rest.get(counted + 1)?);
    let is_counted = first.is('(') && (2..=4).contains(&counted) && close.is(')');
    // A product of these letters is followed by them again, or by what is done to it.
    let is_no_factor = !is_relation(next)
        && !is_operator(next)
        && !is_hung(next)
        && !rest[counted + 1..].iter().any(counts);
    (is_counted && (words::begins_variable(&next.kind) || is_no_factor)).then_some(counted + 2)
}

/// The colon after the name of a line: `C: y = x^2`, `(1) + (2): x = 3`, `R(\rightarrow): F = m a`. In
/// `a : b = 2 : 1` it is a ratio, and in `f: A \to B` it declares a map.
fn name_of_line(tokens: Words<'_, '_>) -> Option<usize> {
    let is_colon = |token: &Token<'_>| token.is(':');
    let colon = tokens.iter().take(LONGEST_LABEL + 1).position(is_colon)?;
    let name = &tokens[..colon];
    let last = name.last()?;
    let next = tokens.get(colon + 1)?;
    let apart = next.kind == TokenKind::Quad || next.start > tokens[colon].end;
    let spaced = last.end == tokens[colon].start && apart;
    let rest = tokens.from(colon + 1);
    if !spaced || next.is('=') || rest.iter().any(is_colon) || !relate(rest) {
        return None;
    }
    let relation = rest.iter().find(|token| is_relation(token))?;
    let maps = matches!(
        relation.role(),
        Some(Role::Relation(Relation::Tends | Relation::In))
    );
    let letters = name
        .iter()
        .take_while(|token| words::is_letter(&token.kind))
        .count();
    let is_number = |token: &Token<'_>| {
        matches!(
            token.kind,
            TokenKind::Digit(_) | TokenKind::Char('(' | ')' | '+' | '-')
        ) || is_direction(token)
            || matches!(token.role(), Some(Role::Operator(_)))
    };
    let numbered = name[letters..].iter().all(is_number) && name.iter().any(|token| token.is('('));
    let indexed = letters == 1
        && match &name[1..] {
            [] => true,
            [mark, index] => mark.is('_') && matches!(index.kind, TokenKind::Digit(_)),
            [mark, open, .., close] => mark.is('_') && open.is('{') && close.is('}'),
            _ => false,
        };
    (!maps && (indexed || numbered && letters < 2)).then_some(colon)
}

/// Whether an arrow shows a direction: `(\uparrow)`.
pub(super) fn is_direction(token: &Token<'_>) -> bool {
    let points = |name: &str| {
        matches!(
            name,
            "uparrow" | "downarrow" | "gets" | "to" | "nearrow" | "searrow"
        )
    };
    matches!(token.kind, TokenKind::Command(command) if points(command.canonical))
}
