//! The bar of a conditional probability, `P(A|B)`: the only one in the bracket after a letter.

use super::token::{Token, TokenKind};
use super::tree::{Bracketed as _, Side};
use super::words;
use crate::vocabulary::{Delimiter, Role, known};

/// Makes relations of these bars.
pub(super) fn related(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut open: Vec<Bracket> = Vec::new();
    for at in 0..tokens.len() {
        let token = tokens[at];
        // `f|_U` is a value at a place.
        let is_place = tokens.get(at + 1).is_some_and(|next| next.is('_'));
        if is_bar(&token) && !is_place {
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
            let follows = at.checked_sub(1).is_some_and(|before| {
                words::is_letter(&tokens[before].kind) || tokens[before].is('}')
            });
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

/// What was seen in a bracket that stands open.
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

fn is_bar(token: &Token<'_>) -> bool {
    token.is('|')
        || token.role() == Some(Role::Bar)
        || matches!(
            token.kind,
            TokenKind::Open(Delimiter::Bar) | TokenKind::Close(Delimiter::Bar)
        )
}
