//! Recognises signs at the end of a line that do not belong to its formula: an arrow, dots, a star, a bar with the
//! next operation.

use super::labels::is_direction;
use super::remarks::{ends_operand, is_operand, is_operator, relate};
use super::token::{Token, TokenKind, Words};
use super::words;
use crate::notation::vocabulary::{Delimiter, Role};

/// Where such signs begin.
pub(super) fn sign_after(tokens: Words<'_, '_>) -> Option<usize> {
    let last = tokens.len().checked_sub(1)?;
    if let Some(bar) = operation_after(&tokens) {
        return Some(bar);
    }
    if tokens[last].role() == Some(Role::Letter)
        && matches!(tokens[last].kind, TokenKind::Command(command) if command.canonical == "Box")
        && !is_operand(&tokens, last)
    {
        return Some(last);
    }
    // `12\,\text{m/s}\downarrow`; after a letter it may be a state.
    let behind = tokens[..last].last();
    if is_direction(&tokens[last])
        && behind.is_some_and(|token| ends_operand(token) && !words::is_letter(&token.kind))
        && relate(tokens.up_to(last))
    {
        return Some(last);
    }
    // `x = 3 \quad \cdots ①`, where the circled number was dropped.
    let gap = tokens.iter().rev().take_while(|token| is_gap(token));
    let value = tokens.up_to(tokens.len() - gap.count());
    let is_wide = |token: &Token<'_>| token.kind == TokenKind::Quad;
    if is_dots(&tokens[last])
        && tokens[value.len()..].iter().any(is_wide)
        && value.last().is_some_and(ends_operand)
        && relate(value)
    {
        return Some(value.len());
    }
    // `x = 3 \quad *`, `\quad \dagger`, `\quad //`, `\quad \surd`
    let is_mark = |token: &&Token<'_>| {
        matches!(token.kind, TokenKind::Char('*' | '^' | '/'))
            || matches!(token.role(), Some(Role::Mark | Role::Root))
    };
    let marks = tokens.iter().rev().take_while(is_mark).count();
    let value = tokens.up_to(tokens.len() - marks);
    if marks > 0 && value.last().is_some_and(is_wide) && relate(value) {
        return Some(value.len());
    }
    // `v = a t \Big| \text{since } …`
    let has_other =
        |token: &Token<'_>| token.is_bar() || token.kind == TokenKind::Open(Delimiter::Angle);
    if tokens[last].is_bar() && !tokens[..last].iter().any(has_other) {
        return Some(last);
    }
    None
}

/// The start of a note on what is done to both sides next: a bar after a wide space, and an operation.
fn operation_after(tokens: &[Token<'_>]) -> Option<usize> {
    let is_bar = |token: &Token<'_>| token.is('|') || token.role() == Some(Role::DoubleBar);
    let bar = tokens.iter().rposition(is_bar)?;
    let apart = tokens[..bar].last()?.kind == TokenKind::Quad;
    let next = tokens[bar + 1..]
        .iter()
        .find(|token| token.kind != TokenKind::Quad)?;
    let operates = is_operator(next) || next.is(':') || matches!(next.kind, TokenKind::Raw(..));
    let opened = tokens[..bar].iter().any(Token::is_bar);
    (apart && operates && !opened).then_some(bar)
}

pub(super) fn is_dots(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Command(command) if command.canonical == "ldots")
}

/// Whether a token only separates: a wide space, dots.
pub(super) fn is_gap(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Quad || is_dots(token)
}
