//! Rewrites kets and bras that contain a relation: `|n = 1\rangle` is `\ket{n = 1}`. This happens before formulas are
//! split at relations.

use super::token::{Token, TokenKind};
use super::words;
use crate::notation::vocabulary::{Delimiter, Role, known};

/// The most tokens of a state's name.
const LONGEST: usize = 24;

/// Rewrites them.
pub(super) fn marked(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut named: Vec<(usize, usize, &'static str)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let state = match tokens[at].kind {
            TokenKind::Open(Delimiter::Angle) => bra(&tokens, at),
            _ if tokens[at].is_bar() => end(&tokens, at + 1)
                .filter(|close| closes(&tokens[*close]))
                .map(|close| (close, "ket")),
            _ => None,
        };
        let Some((close, command)) = state else {
            at += 1;
            continue;
        };
        if says(&tokens[at + 1..close]) {
            named.push((at, close, command));
        }
        at = close + 1;
    }
    if named.is_empty() {
        return tokens;
    }
    let mut words = Vec::with_capacity(tokens.len() + named.len());
    for (at, token) in tokens.into_iter().enumerate() {
        let begins = named.iter().find(|(open, ..)| *open == at);
        let ends = named.iter().any(|(_, close, _)| *close == at);
        let kinds = match begins {
            Some((.., command)) => vec![TokenKind::Command(known(command)), TokenKind::Char('{')],
            None if ends => vec![TokenKind::Char('}')],
            None => vec![token.kind],
        };
        words.extend(kinds.into_iter().map(|kind| Token { kind, ..token }));
    }
    words
}

/// Where `\langle\psi|` or `\langle\phi|\hat H|\psi\rangle` ends, and its command.
fn bra(tokens: &[Token<'_>], open: usize) -> Option<(usize, &'static str)> {
    let mut bars = Vec::new();
    let mut at = open;
    while let Some(next) = end(tokens, at + 1) {
        // `\langle a|\psi + \langle b|\psi`
        if bars.len() == 1 && tokens[at + 1].is('+') && tokens[next].is_bar() {
            break;
        }
        if closes(&tokens[next]) {
            return (!bars.is_empty()).then_some((next, "braket"));
        }
        bars.push(next);
        at = next;
        if bars.len() > 2 {
            break;
        }
    }
    Some((*bars.first()?, "bra"))
}

fn closes(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Close(Delimiter::Angle)
}

/// Whether a relation in the name of a state describes it: `n = 1`. Content of braces is read as it is.
fn says(name: &[Token<'_>]) -> bool {
    let mut depth = 0_usize;
    name.iter().any(|token| {
        match token.kind {
            TokenKind::Char('{') => depth += 1,
            TokenKind::Char('}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.is('=')
    })
}

/// The bar or angle that ends the name of a state which begins at an index.
fn end(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let within = tokens.get(from..)?.iter().take(LONGEST);
    let mut depth = 0_usize;
    let name = within.take_while(|token| {
        depth += usize::from(token.is('('));
        let closes_more = token.is(')') && depth == 0;
        depth -= usize::from(token.is(')') && !closes_more);
        names(token) && !closes_more
    });
    let length = name.count();
    let end = tokens.get(from + length)?;
    let closes = end.is_bar() || end.kind == TokenKind::Close(Delimiter::Angle);
    let is_named = length > 0 && !tokens[from].is('=') && !tokens[from + length - 1].is('=');
    (closes && is_named && depth == 0).then_some(from + length)
}

/// Whether the name of a state may contain a token.
fn names(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Letter(_) | TokenKind::Digit(_) => true,
        TokenKind::Char(mark) => "+-,'=/^_{}()*".contains(mark),
        TokenKind::Command(command) => {
            words::is_letter(&token.kind)
                || command.takes_symbol()
                || matches!(command.role, Role::Mark | Role::Fraction | Role::Infinity)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::read;

    #[track_caller]
    fn reads_as(source: &str, expected: &str) {
        let read = read(source).map(|formula| formula.to_latex());
        assert_eq!(read.as_deref(), Ok(expected), "{source}");
    }

    #[test]
    fn what_compares_stays_a_relation() {
        reads_as("a < b > c", "a < b > c");
        reads_as("0 < |x| < 3", r"0 < \lvert x \rvert < 3");
        reads_as("|x| > 2", r"\lvert x \rvert > 2");
        reads_as("a < x|y| > 2", r"a < x \lvert y \rvert > 2");
        reads_as(r"\ket0 + \ket\psi", r"\ket{0} + \ket{\psi}");
    }

    #[test]
    fn a_relation_may_say_which_state() {
        reads_as(r"|n = 1\rangle = y", r"\ket{n=1} = y");
        reads_as(r"|\lambda=+1\rangle = y", r"\ket{\lambda=+1} = y");
        reads_as(
            r"\langle n=1| + \langle n=2| = y",
            r"\bra{n=1} + \bra{n=2} = y",
        );
        reads_as(
            r"\langle n=1|\hat H|\psi(0)\rangle = y",
            r"\braket{n=1|\hat{H}|\psi(0)} = y",
        );
        reads_as(
            r"\langle m|M = \langle m|K = (M|m\rangle)",
            r"\bra{m} M = \bra{m} K = M \ket{m}",
        );
        reads_as(
            r"\langle m|M = \langle m|K = (M|m\rangle)",
            r"\bra{m} M = \bra{m} K = M \ket{m}",
        );
        reads_as(
            r"|\langle a_{n=1}|b\rangle|^2 = y",
            r"\lvert \braket{a_{n=1}|b} \rvert^{2} = y",
        );
    }
}
