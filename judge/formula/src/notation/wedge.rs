//! Reads `\wedge`. Between two formulas it means "and", `x = 1 \wedge y = 2`; between two vectors it is their cross
//! product, and between forms a product whose factors must keep their order.

use std::collections::BTreeSet;

use super::token::{Token, TokenKind, is_relation};
use super::tree::{Bracketed as _, Side};
use super::words;
use crate::notation::vocabulary::{Macro, Role, known};

/// Rewrites those that are products.
pub(super) fn multiplied(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    if !tokens.iter().any(is_wedge) {
        return tokens;
    }
    let words = || tokens.iter().enumerate();
    let (before, after) = (
        related(words(), Side::Opens),
        related(words().rev(), Side::Closes),
    );
    for at in 1..tokens.len() {
        let operand = &tokens[at - 1];
        let has_operand = !is_relation(operand) && operand.side() != Side::Opens;
        let between = before.contains(&at) && after.contains(&at);
        if is_wedge(&tokens[at]) && has_operand && !between {
            // `{\bf v}`
            let behind = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.is('{')));
            let is_vector = matches!(
                tokens.get(behind).and_then(Token::role),
                Some(Role::Vector | Role::Bold | Role::Macro(Macro::Emboldened))
            ) && !is_differential(&tokens, behind + 1);
            let product = known(if is_vector { "times" } else { "otimes" });
            tokens[at].kind = TokenKind::Command(product);
        }
    }
    tokens
}

/// Whether a `d` in bold or upright letters stands at an index, before a letter: `\mathbf{d}x \wedge \mathbf{d}y` is a form.
fn is_differential(tokens: &[Token<'_>], at: usize) -> bool {
    let (d, behind) = match tokens.get(at) {
        Some(open) if open.is('{') => (at + 1, at + 3),
        _ => (at, at + 1),
    };
    tokens
        .get(d)
        .is_some_and(|token| token.kind == TokenKind::Letter('d'))
        && tokens
            .get(behind)
            .is_some_and(|token| words::begins_variable(&token.kind))
}

/// The wedges that have a relation before them in the same formula and the same bracket.
fn related<'t, 's: 't>(
    words: impl Iterator<Item = (usize, &'t Token<'s>)>,
    opens: Side,
) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut is_related = false;
    let mut outside = Vec::new();
    for (at, token) in words {
        let side = token.side();
        if side == opens {
            outside.push(std::mem::take(&mut is_related));
        } else if side != Side::Neither {
            is_related = outside.pop().unwrap_or_default();
        } else if ends(token) {
            is_related = false;
        } else if is_relation(token) {
            is_related = true;
        } else if is_related && is_wedge(token) {
            found.insert(at);
        }
    }
    found
}

fn ends(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Break | TokenKind::Char(';'))
        || token.role() == Some(Role::Consequence) && !is_wedge(token)
}

fn is_wedge(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Command(command) if command.canonical == "wedge")
}
