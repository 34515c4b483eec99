//! Separates scripts that are written together, `p^{\prime 2}`, `a^{\dagger 2}`, where the power belongs to the
//! marked name, and indices without their mark, `v0`.

use super::token::{Token, TokenKind};
use super::tree::TokenTree;
use super::words;
use crate::notation::vocabulary::{Role, known};

/// Moves marks before their power: `p'^{2}`, `a^\dagger^{2}`. Two lowered bars, `E_{||}`, mean parallel.
pub(super) fn apart(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    if !tokens.windows(3).any(|words| begins_marks(words)) {
        return tokens;
    }
    let is = |at: usize, mark| tokens.get(at).is_some_and(|token| token.is(mark));
    let is_raised = |at: usize| is(at, '^') && is(at + 1, '{');
    let is_digit = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|token| matches!(token.kind, TokenKind::Digit(_)))
    };
    let named = |at: usize, name: &str| matches!(tokens.get(at).map(|token| token.kind), Some(TokenKind::Command(command)) if command.name == name);
    let mut apart = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if is(at, '_') && is(at + 1, '{') && is(at + 2, '|') && is(at + 3, '|') && is(at + 4, '}') {
            let parallel = TokenKind::Command(known("parallel"));
            apart.push(*token);
            apart.push(Token {
                kind: parallel,
                ..tokens[at + 2]
            });
            at += 5;
            continue;
        }
        if is_raised(at) {
            let marks =
                (at + 2..tokens.len()).take_while(|mark| is(*mark, '\'') || named(*mark, "prime"));
            let marks = marks.count();
            let is_adjoint = named(at + 2, "dagger");
            let from = at + 2 + marks + usize::from(is_adjoint);
            // `30^\circ 15^{\prime}`
            if marks > 0 && at > 0 && is_digit(at - 1) && is(from, '}') {
                for mark in &tokens[at + 2..from] {
                    apart.push(Token {
                        kind: TokenKind::Char('\''),
                        ..*mark
                    });
                }
                at = from + 1;
                continue;
            }
            if (marks > 0) != is_adjoint && is_digit(from) && is(from + 1, '}') {
                if is_adjoint {
                    apart.extend([tokens[at], tokens[at + 2]]);
                }
                for mark in &tokens[at + 2..at + 2 + marks] {
                    apart.push(Token {
                        kind: TokenKind::Char('\''),
                        ..*mark
                    });
                }
                let caret = Token {
                    kind: TokenKind::Char('^'),
                    ..tokens[from]
                };
                apart.extend([caret, tokens[at + 1], tokens[from], tokens[from + 1]]);
                at = from + 2;
                continue;
            }
        }
        apart.push(*token);
        at += 1;
    }
    apart
}

/// Whether marks in braces are raised, or a bar is lowered.
fn begins_marks(words: &[Token<'_>]) -> bool {
    let [script, open, first] = words else {
        return false;
    };
    let is_mark = first.is('\'')
        || matches!(first.kind, TokenKind::Command(command) if matches!(command.name, "prime" | "dagger"));
    open.is('{') && (script.is('^') && is_mark || script.is('_') && first.is('|'))
}

/// Inserts the `_` before a zero that directly follows a letter, `v0`, `\mu0`: nobody multiplies by 0.
pub(super) fn with_indices(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    if !(0..tokens.len()).any(|at| is_index(&tokens, at)) {
        return tokens;
    }
    let tree = TokenTree::of(tokens);
    let row = tree.row();
    // For each token, whether it is in a group that is a name or an index, or begins one.
    let mut named = vec![false; row.len()];
    let mut marked = Vec::with_capacity(row.len());
    for (at, token) in row.iter().enumerate() {
        let begins_name = token.is('{')
            && row[..at].last().is_some_and(|before| {
                before.is('_')
                    || before.is('^')
                    || matches!(before.role(), Some(Role::Roman | Role::Font))
            });
        let is_inside = row.group_around(at).is_some_and(|(begin, _)| named[begin]);
        named[at] = is_inside || begins_name;
        if !is_inside && is_index(&row, at) {
            marked.push(Token {
                kind: TokenKind::Char('_'),
                end: token.start,
                ..*token
            });
        }
        marked.push(*token);
    }
    marked
}

/// Whether a token can take an index without `_`.
fn is_symbol(token: &Token<'_>) -> bool {
    let is_number = matches!(token.kind, TokenKind::Command(command) if matches!(command.canonical, "pi" | "ldots"));
    words::is_letter(&token.kind) && !is_number
}

/// Whether a zero is the index of the letter before it, and not part of a number.
fn is_index(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(letter) = at.checked_sub(1).map(|before| &tokens[before]) else {
        return false;
    };
    let is_zero = matches!(tokens[at].kind, TokenKind::Digit('0'));
    let hangs = is_symbol(letter) && letter.end == tokens[at].start;
    let is_of_number =
        |token: &Token<'_>| matches!(token.kind, TokenKind::Digit(_)) || token.is('.');
    let goes_on = tokens.get(at + 1).is_some_and(is_of_number);
    let before = tokens[..at - 1].last();
    // `1.2e0`
    let is_exponent =
        matches!(letter.kind, TokenKind::Letter('e' | 'E')) && before.is_some_and(is_of_number);
    let is_index = before.is_some_and(|before| before.is('_') || before.is('^'));
    is_zero && hangs && !goes_on && !is_exponent && !is_index
}
