//! Numbers and quantities.

use super::parser::{Parser, Result};
use super::token::{Kind, Raw};
use super::units;
use crate::physics::formula::{Expr, Number, Sign, Unit};

impl Parser<'_, '_> {
    /// `\,\text{m/s}`, `\mathrm{kg}`, `\mathrm{m}^2`: a unit in upright letters after a number or
    /// another unit. Takes nothing if it is none.
    pub(super) fn upright_unit(&mut self) -> Option<Unit> {
        let start = self.next;
        let token = self.peek()?;
        let (text, after) = match token.kind {
            Kind::Raw(Raw::Text, text) => (text, start + 1),
            Kind::Command("mathrm") => {
                let open = start + 1;
                let close = *self
                    .partners
                    .get(open)
                    .filter(|close| **close != usize::MAX)?;
                let inside = self.tokens[open].end..self.tokens[close].start;
                (self.source.get(inside)?, close + 1)
            }
            _ => return None,
        };
        let mut unit = units::parse(self.source, text, token).ok()?;
        if !units::is_known(&unit) || self.tokens.get(after).is_some_and(|token| token.is('_')) {
            return None;
        }
        self.next = after;
        if self.at('^') {
            self.next += 1;
            let exponent = self
                .argument("an exponent")
                .ok()
                .and_then(|value| whole(&value));
            match (exponent, unit.factors.last_mut()) {
                (Some(exponent), Some(factor)) if factor.exponent.abs() == 1 => {
                    factor.exponent *= exponent;
                }
                _ => {
                    self.next = start;
                    return None;
                }
            }
        }
        Some(unit)
    }

    /// `\qty{3.0}{m/s}`
    pub(super) fn quantity(&mut self) -> Result<Expr> {
        self.next += 1;
        let value = self.argument("the number of a quantity")?;
        if !self.at('{') || self.partners[self.next] == usize::MAX {
            return Err(self.unexpected("braces with the unit"));
        }
        let (open, close) = (self.next, self.partners[self.next]);
        let text = &self.source[self.tokens[open].end..self.tokens[close].start];
        let unit = units::parse(self.source, text, &self.tokens[open])?;
        self.next = close + 1;
        Ok(Expr::Product(vec![value, Expr::Unit(unit)]))
    }

    /// A number, with its power of ten if one is written beside it.
    pub(super) fn number(&mut self) -> Result<Expr> {
        let start = self.next;
        let text = self.digits();
        let Some(number) = Number::from_decimal(&text) else {
            let found = format!("a number of {} digits", text.len());
            return Err(self.error(start, found, format!("at most {}", Number::MAX_DIGITS)));
        };
        if let Some((exponent, after)) = self.power_of_ten()
            && let Some(number) = number.times_ten_to(exponent)
        {
            self.next = after;
            return Ok(Expr::Number(number));
        }
        Ok(Expr::Number(number))
    }

    /// The digits that come next with their decimal point, without what groups them.
    fn digits(&mut self) -> String {
        let mut text = String::new();
        let digit_at =
            |parser: &Self, ahead: usize| match parser.peek_at(ahead).map(|token| token.kind) {
                Some(Kind::Digit(digit)) => Some(digit),
                _ => None,
            };
        loop {
            if let Some(digit) = digit_at(self, 0) {
                text.push(digit);
                self.next += 1;
            } else if self.at('.') && !text.contains('.') && digit_at(self, 1).is_some() {
                text.push('.');
                self.next += 1;
            } else if let Some((length, decimal)) = self.grouping(&text) {
                self.next += length;
                if decimal {
                    text.push('.');
                }
            } else {
                return text;
            }
        }
    }

    /// A comma inside a number: its length in words and whether it is a decimal one.
    ///
    /// `1{,}000` and, outside of brackets, `1,000` group thousands; `1{,}5` is a decimal comma.
    fn grouping(&self, before: &str) -> Option<(usize, bool)> {
        let braced = self.at('{') && self.peek_at(1)?.is(',') && self.peek_at(2)?.is('}');
        let bare = self.at(',') && self.level == 0;
        if !(braced || bare) || before.is_empty() || before.contains('.') {
            return None;
        }
        let length = if braced { 3 } else { 1 };
        let digits = self.tokens[self.next + length..]
            .iter()
            .take(4)
            .take_while(|token| matches!(token.kind, Kind::Digit(_)))
            .count();
        let close = bare && self.peek()?.end == self.peek_at(1)?.start;
        let thousands =
            digits == 3 && (braced || close && before.len() <= 3 && !before.starts_with('0'));
        if thousands {
            return Some((length, false));
        }
        (braced && digits > 0).then_some((length, true))
    }

    /// `\times 10^{-3}` after a number: the exponent and the index after it.
    fn power_of_ten(&self) -> Option<(i32, usize)> {
        let mut at = self.next;
        let mut kinds = self.tokens.get(at..)?.iter().map(|token| token.kind);
        if !matches!(kinds.next()?, Kind::Command("times" | "cdot"))
            || kinds.next()? != Kind::Digit('1')
            || kinds.next()? != Kind::Digit('0')
            || kinds.next()? != Kind::Char('^')
        {
            return None;
        }
        at += 4;
        if let Kind::Digit(digit) = self.tokens.get(at)?.kind {
            return Some((i32::try_from(digit.to_digit(10)?).ok()?, at + 1));
        }
        if !self.tokens[at].is('{') || self.partners[at] == usize::MAX {
            return None;
        }
        let end = self.partners[at];
        let mut text = String::new();
        for token in &self.tokens[at + 1..end] {
            match token.kind {
                Kind::Digit(digit) => text.push(digit),
                Kind::Char(sign @ ('-' | '+')) => text.push(sign),
                _ => return None,
            }
        }
        Some((text.parse().ok()?, end + 1))
    }
}

/// A small whole number that is not zero, with its sign.
fn whole(value: &Expr) -> Option<i32> {
    let (sign, value) = match value {
        Expr::Sum(terms) => match terms.as_slice() {
            [term] if term.sign == Sign::Minus => (-1, &term.value),
            _ => return None,
        },
        value => (1, value),
    };
    let Expr::Number(number) = value else {
        return None;
    };
    let value = i32::try_from(number.to_i64()?).ok()?;
    (1..=99).contains(&value).then_some(sign * value)
}
