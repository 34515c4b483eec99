//! Kets and bras that are typed with `<` and `>`, and those in which a relation says what state is meant: `|0>`,
//! `<\psi|\hat H|\psi>`, `|n = 1\rangle`. They are rewritten before formulas are split at relations.

use super::remarks::is_relation;
use super::token::{Token, TokenKind};
use super::words;
use crate::notation::vocabulary::{Delimiter, Role, known};

/// Words that a state has at most.
const LONGEST: usize = 24;

/// Rewrites them.
pub(super) fn marked(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
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
    let mut marking = Marking {
        tokens,
        named: Vec::new(),
        last: None,
    };
    marking.mark();
    marking.done()
}

/// Words in which states are looked for.
struct Marking<'s> {
    tokens: Vec<Token<'s>>,
    /// The brackets before which a command is to stand, `\ket` before `{`, in order.
    named: Vec<(usize, &'static str)>,
    /// Where the last state ends that was rewritten.
    last: Option<usize>,
}

impl<'s> Marking<'s> {
    fn mark(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            let opens = self.tokens[at].kind == TokenKind::Open(Delimiter::Angle);
            if opens || self.tokens[at].is('<') && self.begins(at) {
                at = self.bra(at);
            } else if opens_bar(&self.tokens[at])
                && let Some(close) = end(&self.tokens, at + 1)
                && self.is_ket(at, close)
            {
                self.name("ket", at, close);
                at = close;
            }
            at += 1;
        }
    }

    /// Whether what begins with a bar is a ket that is typed, or one that says which state it is.
    fn is_ket(&self, open: usize, close: usize) -> bool {
        if !self.tokens[close].is('>') {
            return self.tokens[close].kind == TokenKind::Close(Delimiter::Angle)
                && says(&self.tokens[open + 1..close]);
        }
        let after = &self.tokens[close + 1..];
        // Nothing compares in `\hat a|n> = …`.
        let compares = after
            .first()
            .is_some_and(|token| !is_relation(token) && !token.is(','));
        !compares || self.begins(open) && ends(after)
    }

    /// `<\psi|`, `<\phi|\psi>`, `<\phi|\hat H|\psi>`, `<x>`, and what of these begins with `\langle`. Turns the signs
    /// that are typed; gives the index of the last word that belongs to it.
    fn bra(&mut self, open: usize) -> usize {
        let tokens = &mut self.tokens;
        let mut bars = Vec::new();
        let mut at = open;
        let mut close = None;
        while let Some(next) = end(tokens, at + 1) {
            // `|a><a| + q|b><b|`
            let behind_ket = open > 0 && (tokens[open - 1].is('}') || tokens[open - 1].is('>'));
            let sign = &tokens[at + 1];
            let adds = bars.len() == 1 && (sign.is('+') || behind_ket && sign.is('-'));
            if adds && is_bar(&tokens[next]) {
                break;
            }
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
                self.last = Some(close);
                return close;
            }
            (None, _) => return open,
        };
        if says(&tokens[open + 1..last]) {
            self.name(command, open, last);
        } else if tokens[open].is('<') {
            tokens[open].kind = TokenKind::Open(Delimiter::Angle);
            if command == "braket" {
                tokens[last].kind = TokenKind::Close(Delimiter::Angle);
                self.last = Some(last);
            }
        }
        last
    }

    /// Makes `\ket{…}` of what stands between two words.
    fn name(&mut self, command: &'static str, open: usize, close: usize) {
        self.tokens[open].kind = TokenKind::Char('{');
        self.tokens[close].kind = TokenKind::Char('}');
        self.named.push((open, command));
        self.last = Some(close);
    }

    /// Whether an operand may begin at a word: it does so nowhere else that `<` is a relation or a bar closes.
    fn begins(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return true;
        };
        let token = &self.tokens[before];
        is_relation(token)
            || is_operator(token)
            || self.last == Some(before)
            || matches!(
                token.kind,
                TokenKind::Char('(' | '[' | '{' | ',' | '&') | TokenKind::Break | TokenKind::Quad
            )
    }

    /// The words, with the commands.
    fn done(self) -> Vec<Token<'s>> {
        let mut named = self.named.into_iter().peekable();
        let mut words = Vec::with_capacity(self.tokens.len() + named.len());
        for (at, token) in self.tokens.into_iter().enumerate() {
            if let Some((_, command)) = named.next_if(|(open, _)| *open == at) {
                let kind = TokenKind::Command(known(command));
                words.push(Token { kind, ..token });
            }
            words.push(token);
        }
        words
    }
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
    use crate::notation::read;

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
        reads_as("|a><a| - q|b><b|", r"\ket{a} \bra{a} - q \ket{b} \bra{b}");
        reads_as("y = <a|b><c|d>", r"y = \braket{a|b} \braket{c|d}");
        reads_as("<x> < 3", r"\langle x \rangle < 3");
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
