//! Recognises columns of cases that are separated by a space or a comma.

use super::token::{Token, TokenKind, is_relation};
use crate::notation::vocabulary::{Lines, environment};
use crate::tree::MatrixStyle;

/// In a row of cases without `&`, puts `&` in the place of the first wide space, `0 \quad t < 0`, or of the comma
/// before its condition.
pub(super) fn with_columns(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    // For each open environment: whether it has cases, and the wide space that may separate columns. Commas count
    // only in cases after a relation such as `f =`: `f = \begin{cases} a, x < 0 \\ b, x > 0 \end{cases}`.
    let mut open: Vec<(bool, Option<usize>)> = Vec::new();
    let mut comma = None;
    let mut is_value = false;
    for at in 0..tokens.len() {
        match tokens[at].kind {
            TokenKind::Begin(name) => {
                let lines = environment(name).map(|known| known.lines);
                open.push((lines == Some(Lines::Rows(MatrixStyle::Cases)), None));
                is_value = at > 0 && is_relation(&tokens[at - 1]);
                continue;
            }
            TokenKind::End(_) => {
                let space = open.pop().and_then(|(_, space)| space);
                divide(&mut tokens, space);
                continue;
            }
            _ => {}
        }
        let Some((true, space)) = open.last_mut() else {
            continue;
        };
        match tokens[at].kind {
            TokenKind::Quad => *space = space.or(Some(at)),
            TokenKind::Break => {
                divide(&mut tokens, space.take());
                comma = None;
            }
            TokenKind::Char(',') if is_value => comma = Some(at),
            // A row with `&` has its columns: no space in the rest of it counts.
            TokenKind::Char('&') => *space = Some(usize::MAX),
            // In `\begin{cases} x = 1 \quad y = 2 \end{cases}` the rows are formulas.
            _ if space.is_none() && is_relation(&tokens[at]) => {
                *space = Some(comma.take().unwrap_or(usize::MAX));
            }
            _ => {}
        }
    }
    tokens
}

fn divide(tokens: &mut [Token<'_>], space: Option<usize>) {
    if let Some(token) = space.and_then(|at| tokens.get_mut(at)) {
        token.kind = TokenKind::Char('&');
    }
}
