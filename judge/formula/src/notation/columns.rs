//! Columns of cases that a space or a comma divides.

use super::token::{Token, TokenKind, is_relation};
use crate::notation::vocabulary::{Lines, environment};
use crate::tree::MatrixStyle;

/// With `&` for the first wide space in a row of cases that has none, `0 \quad t < 0`, or for the comma before its condition.
pub(super) fn with_columns(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    // For each environment that stands open: whether it has cases, and the wide space that may be a column. The commas
    // are those behind `f =`: `f = \begin{cases} a, x < 0 \\ b, x > 0 \end{cases}`.
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
            // A row with `&` has its columns: a space that is no place takes the rest of it.
            TokenKind::Char('&') => *space = Some(usize::MAX),
            // `\begin{cases} x = 1 \quad y = 2 \end{cases}` has formulas in its rows.
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
