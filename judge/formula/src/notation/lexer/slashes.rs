//! Reads slashed letters: `\not p` and `\partial\!\!\!/` are `\slashed{p}` and `\slashed{\partial}`.

use super::super::token::{Token, TokenKind};
use super::super::words;
use super::Lexer;
use crate::notation::vocabulary::{Role, known};

impl Lexer<'_> {
    /// Whether a slash is drawn back over the letter before it, `p\!\!\!/`, which makes a slashed letter.
    pub(super) fn strikes_letter(&mut self, slash: usize) -> bool {
        let is_drawn_back = self.source[..slash].trim_end().ends_with(r"\!");
        let last = self.tokens.last().copied();
        let Some(letter) = last.filter(|last| is_drawn_back && can_be_slashed(last)) else {
            return false;
        };
        self.tokens.insert(
            self.tokens.len() - 1,
            Token {
                kind: TokenKind::Command(known("slashed")),
                ..letter
            },
        );
        true
    }
}

/// Reads `\not` before a letter as a slash through it, as there is nothing to negate.
pub(super) fn negated_letters(tokens: &mut [Token<'_>]) {
    for at in 1..tokens.len() {
        let [before, here] = [tokens[at - 1], tokens[at]];
        let letter = match tokens.get(at + 1) {
            Some(inside) if here.is('{') => *inside,
            _ => here,
        };
        if before.role() == Some(Role::Not) && can_be_slashed(&letter) {
            tokens[at - 1].kind = TokenKind::Command(known("slashed"));
        }
    }
}

fn can_be_slashed(token: &Token<'_>) -> bool {
    words::is_letter(&token.kind) || token.role() == Some(Role::Partial)
}
