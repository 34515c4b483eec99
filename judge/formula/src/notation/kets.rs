//! Reads kets, bras and brackets, `\langle\phi|\hat H|\psi\rangle`, and nuclides with leading numbers,
//! `{}^{14}_{6}\mathrm{C}`.
//!
//! They become symbols that are named by their content; nothing inside them is calculated.

use super::parser::{Parser, Result};
use super::token::{TokenKind, Words};
use super::tree::{Bracketed as _, Side};
use crate::notation::vocabulary::{Delimiter, Role};
use crate::tree::{Expr, Relation, Symbol};

/// The most bars between `\langle` and `\rangle`: two, or four for a reduced matrix element,
/// `\langle j \| T \| k \rangle` written with single bars.
const MAX_BARS: usize = 4;

/// The token that ends a ket or a part of a bra.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KetEnd {
    Bar(usize),
    Angle(usize),
}

impl Parser<'_, '_> {
    /// Where the ket that opens at the next token ends.
    fn ket_end(&self) -> Option<usize> {
        let opens = matches!(
            self.peek()?.kind,
            TokenKind::Char('|') | TokenKind::Open(Delimiter::Bar)
        );
        if !opens {
            return None;
        }
        match fence(self.tokens, self.next + 1)? {
            KetEnd::Angle(end) if end > self.next + 1 => Some(end),
            KetEnd::Angle(_) | KetEnd::Bar(_) => None,
        }
    }

    /// Whether the bar at the next token opens a ket.
    pub(super) fn at_ket(&self) -> bool {
        self.ket_end().is_some()
    }

    /// Where the bra, or the bracket of a bra and a ket, that opens at the next token ends; `None` for an average.
    pub(super) fn bra_end(&self) -> Option<usize> {
        let mut from = self.next + 1;
        let mut first = None;
        for _ in 0..=MAX_BARS {
            match fence(self.tokens, from) {
                // `|1\rangle\langle 1| + E|2\rangle\langle 2|`
                Some(KetEnd::Bar(_)) if first.is_some() && self.adds(from) => break,
                Some(KetEnd::Bar(bar)) if bar > self.next + 1 => {
                    first = first.or(Some(bar));
                    from = bar + 1;
                }
                Some(KetEnd::Angle(end)) if first.is_some() => return Some(end),
                _ => break,
            }
        }
        first
    }

    /// Whether a sign after the first bar of a bra adds something to the bra: a plus does, and a minus after a ket.
    fn adds(&self, at: usize) -> bool {
        let behind_ket = self.next.checked_sub(1).is_some_and(|before| {
            let before = &self.tokens[before];
            before.kind == TokenKind::Close(Delimiter::Angle) || before.is('}')
        });
        let sign = self.tokens.get(at);
        sign.is_some_and(|sign| sign.is('+') || behind_ket && sign.is('-'))
    }

    /// `|\psi\rangle`
    pub(super) fn ket(&mut self) -> Result<Expr> {
        let Some(end) = self.ket_end() else {
            return Err(self.unexpected("a ket"));
        };
        self.between_bars("ket", end)
    }

    /// `\langle\psi|`, `\langle\phi|\psi\rangle`, `\langle\phi|\hat H|\psi\rangle`
    pub(super) fn bra(&mut self) -> Result<Expr> {
        let Some(end) = self.bra_end() else {
            return Err(self.unexpected("a bra"));
        };
        let closed = self.tokens[end].kind == TokenKind::Close(Delimiter::Angle);
        self.between_bars(if closed { "braket" } else { "bra" }, end)
    }

    /// `\ket{\psi}`, `\bra{\psi}`, `\braket{\phi|\psi}`, `\braket{\phi}{\psi}`,
    /// `\mel{m}{x}{n}`.
    ///
    /// `parts` is how many groups in braces may follow.
    pub(super) fn ket_command(&mut self, command: &str, parts: u8) -> Result<Symbol> {
        let mut text = String::new();
        self.next += 1;
        for part in 0..parts {
            let open = self.next;
            // `\ket0`, `\ket\psi`, `\ket\uparrow`, `\ket+`
            let is_short = parts == 1
                && self.peek().is_some_and(|token| match token.kind {
                    TokenKind::Digit(_) | TokenKind::Letter(_) | TokenKind::Command(_) => true,
                    TokenKind::Char(sign) => matches!(sign, '+' | '-'),
                    _ => false,
                });
            if self.tokens.group_end(open).is_none() && !is_short {
                if part == 0 {
                    return Err(self.unexpected(&format!(r"braces after `\{command}`")));
                }
                break;
            }
            if part > 0 {
                text.push('|');
            }
            text.push_str(&self.subscript()?);
        }
        Ok(state(command, &text))
    }

    /// The symbol whose content lies between the next token and the one at `end`.
    fn between_bars(&mut self, command: &str, end: usize) -> Result<Expr> {
        self.next += 1;
        let text = self.nested(|parser| parser.script(end))?;
        self.next = end + 1;
        let mut symbol = state(command, &text);
        self.marks(&mut symbol)?;
        Ok(Expr::symbol(symbol))
    }

    /// Whether raised or lowered numbers precede a symbol: `{}^{14}\mathrm{C}`.
    pub(super) fn at_prescript(&self) -> bool {
        let empty = self.at('{') && self.peek_at(1).is_some_and(|token| token.is('}'));
        self.peek_at(if empty { 2 } else { 0 })
            .is_some_and(|token| token.is('^') || token.is('_'))
    }

    /// A symbol with its leading superscript and subscript.
    pub(super) fn prescript(&mut self) -> Result<Symbol> {
        let (mut upper, mut lower) = (String::new(), String::new());
        if self.at_role(Role::Prescript) {
            self.next += 1;
            for part in [&mut upper, &mut lower] {
                let open = self.next;
                if self.tokens.group_end(open) == Some(open + 1) {
                    self.next += 2;
                } else {
                    *part = self.subscript()?;
                }
            }
            let inner = self.nested(|parser| parser.braced(Self::symbol))?;
            return Ok(numbered(&upper, &lower, &inner));
        }
        if self.at('{') {
            self.next += 2;
        }
        loop {
            let part = if self.at('^') && upper.is_empty() {
                &mut upper
            } else if self.at('_') && lower.is_empty() {
                &mut lower
            } else {
                break;
            };
            self.next += 1;
            *part = self.subscript()?;
        }
        let inner = self.nested(Self::base)?;
        Ok(numbered(&upper, &lower, &inner))
    }
}

/// The first bar or `\rangle` from an index on that is outside of all brackets opened after it.
fn fence(tokens: Words<'_, '_>, from: usize) -> Option<KetEnd> {
    let mut at = from;
    while let Some(token) = tokens.get(at) {
        let past = tokens.past(at);
        at = match token.kind {
            TokenKind::Char('|') | TokenKind::Close(Delimiter::Bar) => {
                return Some(KetEnd::Bar(at));
            }
            // `\lvert`, with which a ket begins.
            TokenKind::Open(Delimiter::Bar) if past == at + 1 => {
                return Some(KetEnd::Bar(at));
            }
            TokenKind::Close(Delimiter::Angle) => return Some(KetEnd::Angle(at)),
            TokenKind::Char('=' | '<' | '>') | TokenKind::Break => return None,
            TokenKind::Command(command) => match command.role {
                Role::DoubleBar => return Some(KetEnd::Bar(at)),
                // `|\rightarrow\rangle`
                Role::Relation(Relation::Tends) if at == from => past,
                Role::Relation(_) => return None,
                _ => past,
            },
            // A ket never contains a whole matrix.
            TokenKind::Begin(_) | TokenKind::End(_) => at + 1,
            _ if token.side() == Side::Closes => return None,
            _ => past,
        };
    }
    None
}

/// Where the content of a ket or bra that opens at an index ends: commas in it separate no formulas. A bra ends at
/// its bar, which may also open a ket.
pub(super) fn state_end(tokens: Words<'_, '_>, at: usize) -> Option<usize> {
    let opens_bra = tokens.get(at)?.kind == TokenKind::Open(Delimiter::Angle);
    let opens_ket = matches!(
        tokens.get(at)?.kind,
        TokenKind::Char('|') | TokenKind::Open(Delimiter::Bar)
    );
    if !opens_bra && !opens_ket {
        return None;
    }
    match fence(tokens, at + 1)? {
        KetEnd::Bar(end) if opens_bra => Some(end),
        KetEnd::Angle(end) if opens_ket && end > at + 1 => Some(end + 1),
        KetEnd::Bar(_) | KetEnd::Angle(_) => None,
    }
}

fn state(command: &str, text: &str) -> Symbol {
    Symbol::new(format!(r"\{command}{{{text}}}"))
}

fn numbered(upper: &str, lower: &str, inner: &Symbol) -> Symbol {
    let mut symbol = Symbol::new(format!(
        r"\prescript{{{upper}}}{{{lower}}}{{{}}}",
        inner.name()
    ));
    symbol.vector = inner.vector;
    symbol
}

#[cfg(test)]
mod tests {
    use crate::notation::read;

    #[track_caller]
    fn reads_as(source: &str, expected: &str) {
        let read = read(source).map(|formula| formula.to_latex());
        assert_eq!(read.as_deref().ok(), Some(expected), "{source}");
    }

    #[test]
    fn states_are_symbols_however_they_are_written() {
        for source in [
            r"|\psi\rangle",
            r"\ket{\psi}",
            r"\left|\psi\right\rangle",
            r"\lvert\psi\rangle",
        ] {
            reads_as(source, r"\ket{\psi}");
        }
        for source in [
            r"\langle\phi|\hat H|\psi\rangle",
            r"\left\langle\phi\middle|\hat{H}\middle|\psi\right\rangle",
            r"\langle\phi\vert\hat H\vert\psi\rangle",
            r"\braket{\phi|\hat H|\psi}",
            r"\mel{\phi}{\hat H}{\psi}",
        ] {
            reads_as(source, r"\braket{\phi|\hat{H}|\psi}");
        }
        reads_as(r"|n\rangle\langle n|", r"\ket{n} \bra{n}");
        reads_as(
            r"E|1\rangle\langle 1| + F|2\rangle\langle 2|",
            r"E \ket{1} \bra{1} + F \ket{2} \bra{2}",
        );
        reads_as(
            r"|1\rangle\langle 1| - |2\rangle\langle 2|",
            r"\ket{1} \bra{1} - \ket{2} \bra{2}",
        );
        reads_as(r"\langle a|-x|b\rangle", r"\braket{a|-x|b}");
        reads_as(r"\left|\tfrac12, -\tfrac12\right\rangle", r"\ket{1/2,-1/2}");
        reads_as(r"|\langle 0|1\rangle|^2", r"\lvert \braket{0|1} \rvert^{2}");
    }

    #[test]
    fn bars_and_averages_stay_what_they_are() {
        reads_as(r"|x| + |y|", r"\lvert x \rvert + \lvert y \rvert");
        reads_as(r"\langle |x| \rangle", r"\langle \lvert x \rvert \rangle");
        reads_as(r"|\langle x \rangle|", r"\lvert \langle x \rangle \rvert");
        reads_as(r"\langle x^2 \rangle", r"\langle x^{2} \rangle");
    }

    #[test]
    fn nuclides_have_their_numbers_in_front() {
        for source in [
            r"{}^{14}_{6}\mathrm{C}",
            r"^{14}_6\mathrm{C}",
            r"{}_6^{14}C",
            r"\prescript{14}{6}{C}",
        ] {
            reads_as(source, r"\prescript{14}{6}{C}");
        }
        reads_as("2^3 x", "2^{3} x");
        reads_as(r"R^\mu{}_\nu", r"R^{\mu}_{\nu}");
    }
}
