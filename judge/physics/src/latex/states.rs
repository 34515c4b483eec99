//! Kets and bras that are typed with `<` and `>`, and those in which a relation says what state is meant: `|0>`,
//! `<\psi|\hat H|\psi>`, `|n = 1\rangle`. They are rewritten before formulas are split at relations.

use super::remarks::is_relation;
use super::token::{Token, TokenKind};
use super::words;
use crate::vocabulary::{Delimiter, Role, known};

/// Words that a state has at most.
const LONGEST: usize = 24;

/// Rewrites them.
pub(super) fn marked(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let is_sign = |token: &Token<'_>| {
        token.is('<')
            || token.is('>')
            || matches!(
                token.kind,
                TokenKind::Open(Delimiter::Angle) | TokenKind::Close(Delimiter::Angle)
            )
    };
    if !tokens.iter().any(is_sign) {
        return tokens;
    }
    let mut at = 0;
    while at < tokens.len() {
        let opens = tokens[at].kind == TokenKind::Open(Delimiter::Angle);
        if opens || tokens[at].is('<') && begins(&tokens[..at]) {
            at = bra(&mut tokens, at);
        } else if opens_bar(&tokens[at])
            && let Some(close) = end(&tokens, at + 1)
        {
            let typed = tokens[close].is('>');
            let after = &tokens[close + 1..];
            // Nothing compares in `\hat a|n> = …`.
            let compares = !after
                .first()
                .is_none_or(|token| is_relation(token) || token.is(','));
            let is_typed = typed && (!compares || begins(&tokens[..at]) && ends(after));
            let is_ket = tokens[close].kind == TokenKind::Close(Delimiter::Angle);
            if is_typed || is_ket && says(&tokens[at + 1..close]) {
                named(&mut tokens, "ket", at, close);
                at = close + 1;
            }
        }
        at += 1;
    }
    tokens
}

/// `<\psi|`, `<\phi|\psi>`, `<\phi|\hat H|\psi>`, `<x>`, and what of these begins with `\langle`. Turns the signs
/// that are typed; gives the index of the last word that belongs to it.
fn bra(tokens: &mut Vec<Token<'_>>, open: usize) -> usize {
    let mut bars = Vec::new();
    let mut at = open;
    let mut close = None;
    while let Some(next) = end(tokens, at + 1) {
        at = next;
        if !is_bar(&tokens[next]) {
            let is_whole = tokens[open].is('<') == tokens[next].is('>');
            let compares = tokens[next].is('>') && !ends(&tokens[next + 1..]);
            close = (is_whole && !compares).then_some(next);
            break;
        }
        bars.push(next);
        if bars.len() > 2 {
            break;
        }
    }
    let (command, last) = match (bars.first(), close) {
        (Some(_), Some(close)) => ("braket", close),
        (Some(bar), None) => ("bra", *bar),
        (None, Some(close)) if tokens[open].is('<') => {
            tokens[open].kind = TokenKind::Open(Delimiter::Angle);
            tokens[close].kind = TokenKind::Close(Delimiter::Angle);
            return close;
        }
        (None, _) => return open,
    };
    if says(&tokens[open + 1..last]) {
        named(tokens, command, open, last);
        return last + 1;
    }
    if tokens[open].is('<') {
        tokens[open].kind = TokenKind::Open(Delimiter::Angle);
        if command == "braket" {
            tokens[last].kind = TokenKind::Close(Delimiter::Angle);
        }
    }
    last
}

/// Makes `\ket{…}` of what stands between two words.
fn named(tokens: &mut Vec<Token<'_>>, command: &str, open: usize, close: usize) {
    tokens[close].kind = TokenKind::Char('}');
    tokens[open].kind = TokenKind::Char('{');
    let kind = TokenKind::Command(known(command));
    let place = tokens[open];
    tokens.insert(open, Token { kind, ..place });
}

/// Whether a relation in the name of a state says which it is: `n = 1`. One in braces is read as it is.
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

fn is_bar(token: &Token<'_>) -> bool {
    matches!(
        token.kind,
        TokenKind::Char('|') | TokenKind::Open(Delimiter::Bar) | TokenKind::Close(Delimiter::Bar)
    )
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
    let closes = end.is('>') || is_bar(end) || end.kind == TokenKind::Close(Delimiter::Angle);
    let is_named = length > 0 && !tokens[from].is('=') && !tokens[from + length - 1].is('=');
    (closes && is_named && depth == 0).then_some(from + length)
}

/// Whether the name of a state may hold a word.
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

fn opens_bar(token: &Token<'_>) -> bool {
    token.is('|') || token.kind == TokenKind::Open(Delimiter::Bar)
}

/// Whether an operand may begin behind these words: it does so nowhere else that `<` is a relation or a bar
/// closes.
fn begins(before: &[Token<'_>]) -> bool {
    before.last().is_none_or(|token| {
        is_relation(token)
            || is_operator(token)
            || matches!(
                token.kind,
                TokenKind::Char('(' | '[' | '{' | ',' | '&') | TokenKind::Break | TokenKind::Quad
            )
            || before.len() > 2 && ends_ket(before)
    })
}

/// Whether a ket that was rewritten ends there.
fn ends_ket(before: &[Token<'_>]) -> bool {
    let Some(open) = before.iter().rposition(|token| token.is('{')) else {
        return false;
    };
    before.last().is_some_and(|token| token.is('}'))
        && open > 0
        && matches!(before[open - 1].kind, TokenKind::Command(command) if command.canonical == "ket")
}

/// Whether the operand ends before these words, so that `>` compares nothing.
fn ends(after: &[Token<'_>]) -> bool {
    after.first().is_none_or(|token| {
        is_operator(token)
            || is_relation(token)
            || token.is('|')
            || matches!(
                token.kind,
                TokenKind::Char(')' | ']' | '}' | ',' | '&' | '.' | ';' | '^' | '_')
                    | TokenKind::Close(_)
                    | TokenKind::Break
                    | TokenKind::Quad
            )
    })
}

fn is_operator(token: &Token<'_>) -> bool {
    matches!(token.role(), Some(Role::Operator(_)))
        || matches!(token.kind, TokenKind::Char('+' | '-' | '/' | '*'))
}

#[cfg(test)]
mod tests {
    use crate::latex::read;

    #[track_caller]
    fn reads_as(source: &str, expected: &str) {
        let read = read(source).map(|formula| formula.to_latex());
        assert_eq!(read.as_deref(), Ok(expected), "{source}");
    }

    #[test]
    fn states_may_be_typed() {
        reads_as("|0> = |1>", r"\ket{0} = \ket{1}");
        reads_as("|a>|b> = |c>", r"\ket{a} \ket{b} = \ket{c}");
        reads_as(r"\hat a|n> = 2|n-1>", r"\hat{a} \ket{n} = 2 \ket{n-1}");
        reads_as(r"<0|\hat x|1> = 2", r"\braket{0|\hat{x}|1} = 2");
        reads_as("<a|b> = 0", r"\braket{a|b} = 0");
        reads_as("<x> = 2", r"\langle x \rangle = 2");
        reads_as(r"\ket0 + \ket\psi", r"\ket{0} + \ket{\psi}");
    }

    #[test]
    fn what_compares_stays_a_relation() {
        reads_as("a < b > c", "a < b > c");
        reads_as("0 < |x| < 3", r"0 < \lvert x \rvert < 3");
        reads_as("|x| > 2", r"\lvert x \rvert > 2");
        reads_as("a < x|y| > 2", r"a < x \lvert y \rvert > 2");
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
