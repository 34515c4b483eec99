//! Reads open intervals written with brackets that face outward: `[2, 5[` is `[2, 5)`.

use super::token::{Token, TokenKind};
use crate::notation::vocabulary::Role;
use crate::tree::Relation;

/// Turns the outward brackets of each interval after `\in` around.
pub(super) fn turned(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    for at in 1..tokens.len() {
        let behind = tokens[at - 1].role() == Some(Role::Relation(Relation::In));
        if behind && let Some(close) = closing(&tokens, at) {
            if tokens[at].is(']') {
                tokens[at].kind = TokenKind::Char('(');
            }
            if tokens[close].is('[') {
                tokens[close].kind = TokenKind::Char(')');
            }
        }
    }
    tokens
}

/// The square bracket after the one comma of an interval that begins at an index.
fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let is_square = |token: &Token<'_>| token.is('[') || token.is(']');
    if !is_square(&tokens[open]) {
        return None;
    }
    let close = open + 1 + tokens[open + 1..].iter().position(is_square)?;
    let commas = tokens[open..close].iter().filter(|token| token.is(','));
    (commas.count() == 1).then_some(close)
}
