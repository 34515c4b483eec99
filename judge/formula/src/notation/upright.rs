//! Reads units that are written in upright letters, without `\unit`.

use super::compound;
use super::numbers::with_exponent;
use super::parser::Parser;
use super::token::{Raw, Token, TokenKind};
use crate::notation::units;
use crate::notation::vocabulary::{self, Macro, Operator, Role};
use crate::tree::{Expr, Unit, UnitFactor};

/// How many parts are tried as a unit; nobody writes a longer one.
const MAX_PARTS: usize = 16;

impl Parser<'_, '_> {
    /// `\,\text{m/s}`, `\mathrm{kg}`, `\text{J}/(\text{kg K})`, `\frac{\text{m}}{\text{s}^2}`, `[\text{m/s}]`: takes
    /// the longest unit in upright letters that comes next. Takes nothing if there is none.
    ///
    /// If no number precedes it (`after_number` is false), letters alone may be a symbol, so only something that
    /// cannot be one is a unit.
    pub(super) fn upright_unit(&mut self, after_number: bool) -> Option<Unit> {
        let mut ends = self.unit_ends(after_number);
        while let Some(end) = ends.pop() {
            if self.tokens.get(end).is_some_and(|token| token.is('_')) {
                continue;
            }
            let Some((unit, text)) = self.unit_between(self.next, end) else {
                continue;
            };
            let composed = unit.factors.len() > 1 && text.contains(['/', '^', '·', '*']);
            if after_number || composed || is_no_symbol(&unit) && self.has_number() {
                self.next = end;
                return Some(apart(unit));
            }
        }
        None
    }

    /// Whether a number that is not an index stands before the next token.
    fn has_number(&self) -> bool {
        let is_script = |token: &Token<'_>| token.is('_') || token.is('^');
        let before = &self.tokens[..self.next];
        let is_number = |at: usize| matches!(before[at].kind, TokenKind::Digit(_));
        (0..before.len()).any(|at| is_number(at) && (at == 0 || !is_script(&before[at - 1])))
    }

    /// The unit that a range of tokens is, with its text.
    fn unit_between(&self, from: usize, to: usize) -> Option<(Unit, &str)> {
        let text = self
            .source
            .get(self.tokens.get(from)?.start..self.tokens[to - 1].end)?;
        // The ohm of `\text{k}\Omega` belongs to the prefix.
        let plain = text.replace(r"}\Omega", r"\Omega}");
        let plain = plain.replace("{ }", "").replace("{}", "");
        let as_written = || units::upright(&plain);
        let in_one = || units::upright(&self.plain(from, to));
        // A fraction that begins in a text goes on behind it: `\text{J/kg}\cdot\text{K}` is J/(kg K).
        let goes_on = self.tokens[from..to].iter().any(
            |token| matches!(token.kind, TokenKind::Raw(Raw::Text, text) if text.contains('/')),
        );
        let unit = if goes_on {
            in_one().or_else(as_written)
        } else {
            as_written().or_else(in_one)
        }?;
        Some((unit, text))
    }

    /// The source of tokens without the commands around text, which may cross brackets: `W/(m^2K)` for
    /// `\text{W/(m}^2\text{K)}`.
    fn plain(&self, from: usize, to: usize) -> String {
        self.tokens[from..to]
            .iter()
            .flat_map(|token| {
                let written = &self.source[token.start..token.end];
                match token.kind {
                    TokenKind::Raw(Raw::Text, text) => [text, ""],
                    TokenKind::Command(_) => [written, " "],
                    _ => [written, ""],
                }
            })
            .collect()
    }

    /// The indices after which a unit that begins at the next token may end, ascending.
    fn unit_ends(&self, brackets: bool) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut at = self.next;
        while ends.len() < MAX_PARTS {
            let first = ends.is_empty();
            let start = if first { Some(at) } else { self.after_sign(at) };
            let part = start.and_then(|start| {
                let end = self.unit_part(start, brackets || !first)?;
                self.unit_between(start, end).map(|_| end)
            });
            let Some(end) = part else {
                break;
            };
            at = end;
            ends.push(at);
        }
        ends
    }

    /// The index after a `/` or `\cdot` at an index, if there is one.
    fn after_sign(&self, at: usize) -> Option<usize> {
        let token = self.tokens.get(at)?;
        let sign = token.is('/')
            || token.is('*')
            || matches!(
                token.role(),
                Some(Role::Operator(Operator::Dot | Operator::Times))
            );
        Some(at + usize::from(sign))
    }

    /// The index after the part of a unit at an index, with its exponent: upright letters, or a fraction or bracket
    /// of them.
    fn unit_part(&self, at: usize, brackets: bool) -> Option<usize> {
        let token = self.tokens.get(at)?;
        if brackets && (token.is('(') || token.is('[')) {
            return self.unit_bracket(at);
        }
        // `{\text{m} \over \text{s}}`
        if token.is('{')
            && self.tokens.get(at + 1)?.role() == Some(Role::Fraction)
            && let Some(close) = self.tokens.group_end(at)
        {
            return (self.unit_part(at + 1, brackets)? == close).then_some(close + 1);
        }
        if token.role() == Some(Role::Fraction) {
            let lower = self.tokens.group_end(at + 1)? + 1;
            let end = self.tokens.group_end(lower)? + 1;
            // `\frac{1}{\text{mol}}`
            let is_one = self.tokens.get(at + 2)?.kind == TokenKind::Digit('1') && lower == at + 4;
            let letters = if is_one { lower + 1 } else { at + 2 };
            return self.unit_letters(letters).map(|_| end);
        }
        self.unit_letters(at)
    }

    /// The index after upright letters at an index, with `\mu` before them and their exponent.
    fn unit_letters(&self, at: usize) -> Option<usize> {
        let is_letter = |at: usize, name: &str| matches!(self.tokens.get(at).map(|token| token.kind), Some(TokenKind::Command(command)) if command.canonical == name);
        let at = at + usize::from(is_letter(at, "mu"));
        let end = match self.tokens.get(at)?.kind {
            TokenKind::Raw(Raw::Text, text) => self.text_end(at, text)?,
            TokenKind::Char('{') => {
                let first = self.tokens.get(at + 1)?;
                let upright = matches!(
                    first.role(),
                    Some(Role::Macro(Macro::Upright) | Role::Roman)
                );
                self.tokens.group_end(at).filter(|_| upright)? + 1
            }
            TokenKind::Command(command) => match command.role {
                // `\mathrm m`
                Role::Roman if matches!(self.tokens.get(at + 1)?.kind, TokenKind::Letter(_)) => {
                    at + 2
                }
                Role::Roman if self.names_function(at) => return None,
                Role::Roman | Role::Macro(Macro::Upright) => self.tokens.group_end(at + 1)? + 1,
                // `3\,\mathsf{J}`; without the space it may be a tensor.
                Role::Font if command.name == "mathsf" && self.is_spaced(at) => {
                    self.tokens.group_end(at + 1)? + 1
                }
                _ => return None,
            },
            _ => return None,
        };
        // `\text{k}\Omega`
        let mut end = end + usize::from(is_letter(end, "Omega"));
        // `\mathrm{cm}{}^3`
        if let [open, close, raised, ..] = self.tokens.get(end..).unwrap_or_default()
            && open.is('{')
            && close.is('}')
            && raised.is('^')
        {
            end += 2;
        }
        if self.tokens.get(end).is_some_and(|token| token.is('^')) {
            return Some(self.tokens.after(end + 1).min(self.tokens.len()));
        }
        Some(end)
    }

    /// Whether upright letters are a function with an argument: one of `\operatorname`, as in `2 \operatorname{sec} a`,
    /// or a hyperbolic one with two letters and brackets. `2\,\mathrm{min} (120\,\mathrm{s})` is a time.
    fn names_function(&self, at: usize) -> bool {
        let Some(close) = self.tokens.group_end(at + 1) else {
            return false;
        };
        let inside = self.tokens[at + 1].end..self.tokens[close].start;
        let name = self.source.get(inside).unwrap_or_default();
        let raised = self.tokens.get(close + 1).is_some_and(|next| next.is('^'));
        let argument = if raised {
            self.tokens.after(close + 2)
        } else {
            close + 1
        };
        let Some(next) = self.tokens.get(argument) else {
            return false;
        };
        let is_closed = next.is('(')
            || matches!(next.kind, TokenKind::Open(_))
            || next.role() == Some(Role::Fraction);
        let is_letter =
            matches!(next.kind, TokenKind::Letter(_)) || next.role() == Some(Role::Letter);
        let known = vocabulary::find(name).map(|command| command.role);
        let is_explicit = matches!(self.tokens[at].kind, TokenKind::Command(command) if command.name == "operatorname");
        if is_explicit && matches!(known, Some(Role::Function(_))) {
            return is_closed || is_letter;
        }
        is_closed && matches!(name, "sh" | "ch" | "th")
    }

    /// The index after a text. If the text opens a bracket, includes the tokens up to the one that closes it:
    /// `\text{W/(m}^2\text{ K)}`.
    fn text_end(&self, at: usize, text: &str) -> Option<usize> {
        let open = |text: &str| {
            text.matches('(')
                .count()
                .saturating_sub(text.matches(')').count())
        };
        if open(text) == 0 {
            return Some(at + 1);
        }
        let start = self.tokens.get(at)?.start;
        (at + 1..self.tokens.len())
            .take(MAX_PARTS)
            .find_map(|last| {
                let written = self.source.get(start..self.tokens[last].end)?;
                (open(written) == 0).then_some(last + 1)
            })
    }

    /// Whether a space is written before the word at an index.
    fn is_spaced(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let here = self.tokens.get(at);
        let between = before
            .zip(here)
            .and_then(|(before, here)| self.source.get(before.end..here.start));
        between.is_some_and(|between| between.contains(['\\', '~']))
    }

    /// The index after a bracket that contains only a unit.
    fn unit_bracket(&self, open: usize) -> Option<usize> {
        let mut at = open + 1;
        for _ in 0..MAX_PARTS {
            at = self.unit_part(at, false)?;
            let close = self.tokens.get(at)?;
            if close.is(')') || close.is(']') {
                let raised = self.tokens.get(at + 1).is_some_and(|token| token.is('^'));
                return Some(if raised {
                    self.tokens.after(at + 2)
                } else {
                    at + 1
                });
            }
            at = self.after_sign(at)?;
        }
        None
    }

    /// `\text{12 m/s}`, `\mathrm{12\,m/s}`: a number with its unit, all in upright letters. Takes
    /// nothing if it is none.
    pub(super) fn upright_quantity(&mut self) -> Option<Expr> {
        let (text, end) = match self.peek()?.kind {
            TokenKind::Raw(Raw::Text, text) => (text, self.next + 1),
            TokenKind::Command(command) if command.role == Role::Roman => {
                let open = self.next + 1;
                let close = self.tokens.group_end(open)?;
                let inside = self.tokens.get(open)?.end..self.tokens.get(close)?.start;
                (self.source.get(inside)?, close + 1)
            }
            _ => return None,
        };
        // The exponent of `\text{12 m s}^{-1}` belongs to the second.
        if self.tokens.get(end).is_some_and(|token| token.is('^')) {
            let after = self.tokens.after(end + 1);
            let raised = self.tokens.get(end)?.start..self.tokens.get(after - 1)?.end;
            let value = quantity(&format!("{text}{}", self.source.get(raised)?))?;
            self.next = after;
            return Some(value);
        }
        let value = quantity(text)?;
        self.next = end;
        Some(value)
    }
}

/// The number in a text with its unit, if it has one: `12 m/s`, `1.6e-19 J`, `1.6 × 10^{-19} J`.
pub(super) fn quantity(text: &str) -> Option<Expr> {
    let text = text.trim();
    let is_digit = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',');
    let length = text.find(|letter| !is_digit(letter)).unwrap_or(text.len());
    let (mantissa, rest) = text.split_at(length);
    let (number, rest) = match exponent(rest) {
        Some((exponent, rest)) => (format!("{mantissa}e{exponent}"), rest),
        None => (mantissa.to_owned(), rest),
    };
    let number = with_exponent(&number)?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Some(number);
    }
    let Some(unit) = units::upright(rest) else {
        // `1 min 30 s`
        let end = rest.find(|letter: char| letter.is_ascii_digit())?;
        let first = Expr::Product(vec![number, Expr::Unit(units::upright(&rest[..end])?)]);
        return compound::sum(first, quantity(&rest[end..])?);
    };
    Some(Expr::Product(vec![number, Expr::Unit(unit)]))
}

/// The power of ten at the beginning of a text, `e-19` or `\times 10^{-19}`, and what follows it.
fn exponent(text: &str) -> Option<(i32, &str)> {
    let whole = |text: &str| {
        let sign = usize::from(text.starts_with(['-', '+']));
        let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then_some(sign + digits)
    };
    if let Some(rest) = text.strip_prefix(['e', 'E']) {
        let (exponent, rest) = rest.split_at(whole(rest)?);
        return Some((exponent.parse().ok()?, rest));
    }
    let text = text.trim_start();
    let times = [r"\times", r"\cdot", "×", "·", "x"];
    let rest = times.iter().find_map(|sign| text.strip_prefix(sign))?;
    let rest = rest.trim_start().strip_prefix("10^")?;
    if let Some((exponent, rest)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        return Some((exponent.trim().parse().ok()?, rest));
    }
    let (exponent, rest) = rest.split_at(whole(rest)?);
    Some((exponent.parse().ok()?, rest))
}

/// `\text{ms}^{-1}` is a speed and `\text{ms}^{-2}` an acceleration: people write "per millisecond" with a slash or
/// with `\unit`.
fn apart(mut unit: Unit) -> Unit {
    let together = |factor: &UnitFactor| factor.name == "ms" && matches!(factor.exponent, -1 | -2);
    if let Some(at) = unit.factors.iter().position(together) {
        let exponent = unit.factors[at].exponent;
        let factor = |name: &str, exponent| UnitFactor {
            name: name.to_owned(),
            exponent,
        };
        unit.factors
            .splice(at..=at, [factor("m", 1), factor("s", exponent)]);
    }
    unit
}

/// Whether a unit has letters that are never a symbol.
fn is_no_symbol(unit: &Unit) -> bool {
    const SURE: [&str; 21] = [
        "eV", "meV", "keV", "MeV", "GeV", "TeV", "Hz", "kHz", "MHz", "GHz", "kg", "km", "cm", "mm",
        "nm", "kJ", "kN", "kW", "kV", "kPa", "MPa",
    ];
    matches!(unit.factors.as_slice(), [one] if SURE.contains(&one.name.as_str()))
}
