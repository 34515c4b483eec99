//! Cells of a table with braces around a formula, as programs write them: `\begin{array}{l}{a = b}\\{c = d}\end{array}`.

use super::remarks::relate;
use super::token::{Token, TokenKind};
use super::tree::TokenTree;

/// Braces inside each other that are left out.
const MOST_INSIDE: usize = 4;

/// Without the braces that fill a cell and hold a relation, or a comma at their end.
pub(super) fn without_braces(tree: TokenTree<Token<'_>>) -> TokenTree<Token<'_>> {
    let words = tree.row();
    if !words
        .iter()
        .any(|word| matches!(word.kind, TokenKind::Begin(_)))
    {
        return tree;
    }
    let mut dropped = vec![false; words.len()];
    for at in 1..words.len() {
        // Each of them is looked through.
        let is_deep = at >= MOST_INSIDE && dropped[at - MOST_INSIDE..at].iter().all(|it| *it);
        let begins = dropped[at - 1] && !is_deep
            || words[at - 1].is('&')
            || matches!(words[at - 1].kind, TokenKind::Begin(_) | TokenKind::Break);
        let Some(close) = words.group_end(at).filter(|_| begins && words[at].is('{')) else {
            continue;
        };
        let ends = words.get(close + 1).is_some_and(|next| {
            next.is('&')
                || next.is('}')
                || matches!(next.kind, TokenKind::End(_) | TokenKind::Break)
        });
        let inside = words.part(at + 1..close);
        let is_formula = relate(inside) || inside.last().is_some_and(|last| last.is(','));
        if ends && is_formula {
            dropped[at] = true;
            dropped[close] = true;
        }
    }
    if !dropped.contains(&true) {
        return tree;
    }
    let kept = words.iter().zip(&dropped).filter(|(_, dropped)| !**dropped);
    TokenTree::of(kept.map(|(word, _)| *word).collect())
}
