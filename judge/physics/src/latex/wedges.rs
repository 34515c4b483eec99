//! `\wedge` between two formulas is a word, `x = 1 \wedge y = 2`; between two vectors it is their cross product, and
//! between forms a product whose order counts.

use super::remarks::is_relation;
use super::token::{Token, TokenKind};
use super::tree::{Bracketed as _, Side};
use crate::vocabulary::{Macro, Role, known};

/// Rewrites those that are products.
pub(super) fn multiplied(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    for at in 0..tokens.len() {
        let has_operand =
            at > 0 && !is_relation(&tokens[at - 1]) && tokens[at - 1].side() != Side::Opens;
        if is_wedge(&tokens[at])
            && has_operand
            && !(relates(tokens[..at].iter().rev(), Side::Opens)
                && relates(tokens[at + 1..].iter(), Side::Closes))
        {
            // `{\bf v}`
            let behind = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.is('{')));
            let is_vector = matches!(
                tokens.get(behind).and_then(Token::role),
                Some(Role::Vector | Role::Bold | Role::Macro(Macro::Emboldened))
            );
            let product = known(if is_vector { "times" } else { "otimes" });
            tokens[at].kind = TokenKind::Command(product);
        }
    }
    tokens
}

/// Whether a relation stands among words, before the formula or the bracket ends that they are in.
fn relates<'t, 's: 't>(words: impl Iterator<Item = &'t Token<'s>>, end: Side) -> bool {
    let mut depth = 0_usize;
    for token in words {
        let side = token.side();
        if depth == 0 && (side == end || ends(token)) {
            return false;
        }
        if side == end {
            depth -= 1;
        } else if side != Side::Neither {
            depth += 1;
        } else if depth == 0 && is_relation(token) {
            return true;
        }
    }
    false
}

fn ends(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Break | TokenKind::Char(';'))
        || token.role() == Some(Role::Consequence) && !is_wedge(token)
}

fn is_wedge(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Command(command) if command.canonical == "wedge")
}
