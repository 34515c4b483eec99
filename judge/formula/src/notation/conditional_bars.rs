//! Recognises the bar of a conditional probability, `P(A|B)`: the only bar in the bracket after a letter.

use super::token::{Raw, Token, TokenKind};
use super::tree::{Bracketed as _, Side};
use super::words;
use crate::notation::vocabulary::{Delimiter, Role, known};

/// The names of test results that are written as a sign alone.
const OUTCOMES: [(char, &str); 2] = [('+', "positive"), ('-', "negative")];

/// Turns these bars into relations, and signs that stand alone beside a bar or in the bracket into names: `P(D|+)`.
pub(super) fn related(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut tokens = with_bars(tokens);
    let opens = |at: usize, tokens: &[Token<'_>]| {
        let token = &tokens[at];
        is_given(token) || token.is(',') || at > 0 && is_round(token) && is_name(&tokens[at - 1])
    };
    let closes = |token: &Token<'_>| {
        is_given(token)
            || token.is(',')
            || token.is(')')
            || token.kind == TokenKind::Close(Delimiter::Round)
    };
    for at in 1..tokens.len().saturating_sub(1) {
        let outcome = OUTCOMES.iter().find(|(sign, _)| tokens[at].is(*sign));
        if let Some((_, name)) = outcome
            && opens(at - 1, &tokens)
            && closes(&tokens[at + 1])
        {
            tokens[at].kind = TokenKind::Raw(Raw::Text, name);
        }
    }
    tokens
}

fn is_given(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Command(command) if command.name == "given")
}

/// Whether a function name may end with a token: `P`, `\mathbb{P}`, `\Pr`.
fn is_name(token: &Token<'_>) -> bool {
    words::is_letter(&token.kind)
        || token.is('}')
        || matches!(token.kind, TokenKind::Raw(Raw::Text, _))
}

fn with_bars(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut open: Vec<Bracket> = Vec::new();
    for at in 0..tokens.len() {
        let token = tokens[at];
        // `f|_U` is evaluated at a place.
        let is_place = tokens.get(at + 1).is_some_and(|next| next.is('_'));
        if token.is_bar() && !is_place {
            if let Some(bracket) = open.last_mut() {
                bracket.bars += 1;
                bracket.bar = at;
            }
        } else if matches!(
            token.kind,
            TokenKind::Open(Delimiter::Angle) | TokenKind::Close(Delimiter::Angle)
        ) || matches!(token.role(), Some(Role::State(_)))
        {
            for bracket in &mut open {
                bracket.has_states = true;
            }
        } else if token.side() == Side::Opens {
            let follows = at
                .checked_sub(1)
                .is_some_and(|before| is_name(&tokens[before]));
            open.push(Bracket {
                is_argument: follows && is_round(&token),
                ..Bracket::default()
            });
        } else if token.side() == Side::Closes
            && let Some(bracket) = open.pop()
            && bracket.is_argument
            && bracket.bars == 1
            && !bracket.has_states
        {
            tokens[bracket.bar].kind = TokenKind::Command(known("given"));
        }
    }
    tokens
}

/// What was seen in an open bracket.
#[derive(Default)]
struct Bracket {
    is_argument: bool,
    has_states: bool,
    bars: usize,
    bar: usize,
}

fn is_round(token: &Token<'_>) -> bool {
    token.is('(') || token.kind == TokenKind::Open(Delimiter::Round)
}
