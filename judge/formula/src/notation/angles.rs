//! Letters in the argument of a trigonometric function that would be a unit elsewhere.

use super::token::{Raw, Token, TokenKind};
use crate::notation::units;
use crate::notation::units::Dimension;
use crate::notation::vocabulary::Role;
use crate::tree::Function;

/// With letters for a unit that no angle has: the `ft` of `\sin 2\pi\text{ft}` is no foot.
pub(super) fn with_letters(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let has_dimension =
        |text: &str| units::parse(text).is_ok_and(|unit| unit.dimension() != Dimension::default());
    let letters = |at: usize| match tokens[at].kind {
        TokenKind::Raw(Raw::Text, text)
            if text.bytes().all(|letter| letter.is_ascii_lowercase())
                && at > 0
                && is_pi(&tokens[at - 1])
                && begins_angle(&tokens[..at - 1])
                && has_dimension(text) =>
        {
            Some(text)
        }
        _ => None,
    };
    if !(0..tokens.len()).any(|at| letters(at).is_some()) {
        return tokens;
    }
    let mut read = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        match letters(at) {
            Some(text) => read.extend(text.chars().map(|letter| Token {
                kind: TokenKind::Letter(letter),
                ..*token
            })),
            None => read.push(*token),
        }
    }
    read
}

fn is_pi(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Command(command) if command.canonical == "pi")
}

/// Whether a trigonometric function stands before numbers and opening brackets, with which the words end.
fn begins_angle(words: &[Token<'_>]) -> bool {
    let goes_on = |token: &&Token<'_>| {
        matches!(token.kind, TokenKind::Digit(_) | TokenKind::Open(_))
            || token.is('(')
            || token.is('{')
    };
    let before = words.iter().rev().find(|token| !goes_on(token));
    let trigonometric = |function: Function| {
        matches!(
            function,
            Function::Sin
                | Function::Cos
                | Function::Tan
                | Function::Cot
                | Function::Sec
                | Function::Csc
        )
    };
    matches!(before.and_then(Token::role), Some(Role::Function(function)) if trigonometric(function))
}
