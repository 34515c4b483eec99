//! Marks and powers that are raised together, `p^{\prime 2}`, `a^{\dagger 2}`: the power is that of the marked name.

use super::token::{Token, TokenKind};
use crate::notation::vocabulary::known;

/// With the marks before their power: `p'^{2}`, `a^\dagger^{2}`. Two bars that are lowered, `E_{||}`, say parallel.
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
