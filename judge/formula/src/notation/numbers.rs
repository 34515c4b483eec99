//! Reads numbers and quantities.

use std::borrow::Cow;

use super::error::ReadError;
use super::parser::{Parser, Result};
use super::token::{Raw, Token, TokenKind};
use super::words;
use crate::notation::units;
use crate::notation::vocabulary::{Operator, Role};
use crate::tree::{Accent, Expr, Number, Sign, Term, Unit};

/// The most digits of the repeating part of a decimal, `0.\overline{142857}`.
const MAX_PERIOD: usize = 30;

impl Parser<'_, '_> {
    /// Parses a text as a unit; the token at `index` is its place for errors.
    pub(super) fn unit(&self, index: usize, text: &str) -> Result<Unit> {
        let token = &self.tokens[index];
        units::read(text).map_err(|error| {
            let offset = self.source[token.start..]
                .find(text)
                .map_or(token.start, |found| token.start + found);
            let byte = offset + error.byte;
            Box::new(ReadError::new(
                self.source,
                byte,
                error.found,
                error.expected,
            ))
        })
    }

    /// `\qty{3.0}{m/s}`
    pub(super) fn quantity(&mut self) -> Result<Expr> {
        self.next += 1;
        let value = self.written_number()?;
        let open = self.next;
        let Some(close) = self.tokens.group_end(open) else {
            return Err(self.unexpected("braces with the unit"));
        };
        let text = &self.source[self.tokens[open].end..self.tokens[close].start];
        // `\SI{3.0e8}{}` is written for `\num{3.0e8}`.
        if text.trim().is_empty() {
            self.next = close + 1;
            return Ok(value);
        }
        let unit = self.unit(open, text)?;
        self.next = close + 1;
        Ok(Expr::Product(vec![value, Expr::Unit(unit)]))
    }

    /// `\num{6.02e23}`
    pub(super) fn plain_number(&mut self) -> Result<Expr> {
        self.next += 1;
        self.written_number()
    }

    /// `\ang{30}`: degrees.
    pub(super) fn angle(&mut self) -> Result<Expr> {
        self.next += 1;
        if let Some(parts) = self.parts_of_angle() {
            return Ok(parts);
        }
        let value = self.written_number()?;
        Ok(Expr::Product(vec![value, Expr::Unit(Unit::degree())]))
    }

    /// `\ang{30;15;}`: degrees, minutes and seconds of arc, some of which may be missing. Takes nothing if the
    /// argument has another form.
    fn parts_of_angle(&mut self) -> Option<Expr> {
        let open = self.next;
        let close = self.tokens.group_end(open)?;
        let text = self
            .source
            .get(self.tokens[open].end..self.tokens[close].start)?;
        let written = text.split(';').map(str::trim);
        let units = [Unit::degree(), Unit::named("arcmin"), Unit::named("arcsec")];
        if !text.contains(';') || text.contains('-') || written.clone().count() > units.len() {
            return None;
        }
        let parts = written.zip(units).filter(|(number, _)| !number.is_empty());
        let terms: Option<Vec<Term>> = parts
            .map(|(number, unit)| {
                let value = Expr::Product(vec![with_exponent(number)?, Expr::Unit(unit)]);
                Some(Term {
                    sign: Sign::Plus,
                    value,
                })
            })
            .collect();
        let terms = terms.filter(|terms| !terms.is_empty())?;
        self.next = close + 1;
        Some(Expr::sum(terms))
    }

    /// The argument of a siunitx command: `-1.5e-3`, or any expression.
    fn written_number(&mut self) -> Result<Expr> {
        let open = self.next;
        if let Some(close) = self.tokens.group_end(open) {
            let text = &self.source[self.tokens[open].end..self.tokens[close].start];
            if let Some(value) = with_exponent(text) {
                self.next = close + 1;
                return Ok(value);
            }
        }
        self.argument("a number")
    }

    /// A number, with the power of ten beside it if there is one.
    pub(super) fn number(&mut self) -> Result<Expr> {
        let start = self.next;
        let text = self.digits();
        if text.contains('.')
            && let Some((period, after)) = self.period(self.next)
        {
            self.next = after;
            return self.repeating(start, &text, &period);
        }
        let Some(number) = Number::from_decimal(&text) else {
            let found = format!("a number of {} digits", text.len());
            return Err(self.error(start, found, format!("at most {}", Number::MAX_DIGITS)));
        };
        if text.contains('.') {
            self.skip_uncertainty();
        }
        if let Some((exponent, after)) = self
            .power_of_ten(self.next)
            .or_else(|| self.exponent())
            .or_else(|| self.upright_exponent())
            && let Some(number) = number.times_ten_to(exponent)
        {
            self.next = after;
            return Ok(Expr::Number(number));
        }
        Ok(self
            .parts_of_degree(&number)
            .unwrap_or(Expr::Number(number)))
    }

    /// Skips the uncertainty of the last digits, `1.60(2) \times 10^{-19}`. A product before a power of ten has its
    /// factors in another order.
    fn skip_uncertainty(&mut self) {
        let close = (1..=3).find(|ahead| self.peek_at(*ahead).is_some_and(|token| token.is(')')));
        let Some(close) = close.filter(|close| *close > 1 && self.at('(')) else {
            return;
        };
        let words = &self.tokens[self.next..=self.next + close];
        let are_digits = words[1..close]
            .iter()
            .all(|token| matches!(token.kind, TokenKind::Digit(_)));
        let after = self.next + close + 1;
        if are_digits && self.power_of_ten(after).is_some() {
            self.next = after;
        }
    }

    /// The part after the degrees of `30^\circ 15'` and `30^\circ 15' 20''`: minutes and seconds of arc. Takes
    /// nothing if no minutes come.
    fn parts_of_degree(&mut self, degrees: &Number) -> Option<Expr> {
        let start = self.next;
        let raised = usize::from(self.at('^'));
        let braced = usize::from(self.peek_at(raised)?.is('{'));
        let is_degree = matches!(
            self.peek_at(raised + braced)?.role(),
            Some(Role::Ring | Role::Degree)
        );
        if !is_degree || braced == 1 && !self.peek_at(raised + 2)?.is('}') {
            return None;
        }
        self.next += raised + 1 + 2 * braced;
        let part = |number, unit| Term {
            sign: Sign::Plus,
            value: Expr::Product(vec![Expr::Number(number), Expr::Unit(unit)]),
        };
        let mut terms = vec![part(degrees.clone(), Unit::degree())];
        for (marks, unit) in [(1, "arcmin"), (2, "arcsec")] {
            let before = self.next;
            let digits = self.digits();
            let number = Number::from_decimal(&digits);
            let marked = (0..marks).all(|_| self.take('\''));
            let Some(number) = number.filter(|_| marked) else {
                self.next = before;
                break;
            };
            terms.push(part(number, Unit::named(unit)));
        }
        if terms.len() == 1 {
            self.next = start;
            return None;
        }
        Some(Expr::Sum(terms))
    }

    /// The repeating part of `0.\overline{3}` at an index, also written with `\bar`, or with `\dot` over its first
    /// and last digit (`0.\dot{1}4285\dot{7}`): the digits, and the index after them.
    pub(super) fn period(&self, at: usize) -> Option<(String, usize)> {
        let dotted = |at: usize| {
            self.tokens
                .get(at)?
                .role()
                .filter(|role| *role == Role::Dots(1))
        };
        if dotted(at).is_none() {
            let bar = self.tokens.get(at)?.role() == Some(Role::Accent(Accent::Bar));
            return self.marked_digits(at, MAX_PERIOD).filter(|_| bar);
        }
        let (mut digits, after) = self.marked_digits(at, 1)?;
        let between: String = self.tokens[after..]
            .iter()
            .map_while(|token| match token.kind {
                TokenKind::Digit(digit) => Some(digit),
                _ => None,
            })
            .take(MAX_PERIOD)
            .collect();
        let end = after + between.len();
        let Some((last, end)) = dotted(end).and_then(|_| self.marked_digits(end, 1)) else {
            return Some((digits, after));
        };
        digits.push_str(&between);
        digits.push_str(&last);
        Some((digits, end))
    }

    /// The digits, at most `over`, under the mark at an index, and the index after them.
    fn marked_digits(&self, at: usize, over: usize) -> Option<(String, usize)> {
        let digit = |at: usize| match self.tokens.get(at).map(|token| token.kind) {
            Some(TokenKind::Digit(digit)) => Some(digit),
            _ => None,
        };
        let from = at + 1;
        let (digits, after) = match digit(from) {
            Some(digit) => (digit.to_string(), from + 1),
            None if self.tokens.get(from)?.is('{') => {
                let digits: String = (from + 1..).map_while(digit).collect();
                let close = from + 1 + digits.len();
                self.tokens.get(close).filter(|token| token.is('}'))?;
                (digits, close + 1)
            }
            None => return None,
        };
        (1..=over)
            .contains(&digits.len())
            .then_some((digits, after))
    }

    /// The fraction that equals a repeating decimal: `0.1\overline{6}` is 15/90.
    fn repeating(&self, start: usize, before: &str, period: &str) -> Result<Expr> {
        let decimals = before.split_once('.').map_or(0, |(_, after)| after.len());
        let digits = before.replace('.', "");
        let number = |text: &str| {
            Number::from_decimal(text).ok_or_else(|| {
                let found = format!("a number of {} digits", text.len());
                self.error(start, found, format!("at most {}", Number::MAX_DIGITS))
            })
        };
        let whole = number(&format!("{digits}{period}"))?;
        let once = number(&format!("0{digits}"))?;
        let above = (whole.value() - once.value()).to_integer().to_string();
        let below = format!("{}{}", "9".repeat(period.len()), "0".repeat(decimals));
        let (above, below) = (number(&above)?, number(&below)?);
        Ok(Expr::Fraction(
            Box::new(Expr::Number(above)),
            Box::new(Expr::Number(below)),
        ))
    }

    /// `e8` of `3e8`, `E-19` of `2.5E-19`, without a space: the exponent and the index after it.
    fn exponent(&self) -> Option<(i32, usize)> {
        let letter = self.peek()?;
        if !matches!(letter.kind, TokenKind::Letter('e' | 'E')) {
            return None;
        }
        let mut close = self.tokens.get(self.next.checked_sub(1)?)?.end;
        let mut text = String::new();
        let mut after = self.next;
        for token in &self.tokens[self.next..] {
            let sign = after == self.next + 1 && (token.is('-') || token.is('+'));
            match token.kind {
                _ if token.start != close => break,
                TokenKind::Letter(_) if after == self.next => {}
                TokenKind::Digit(digit) => text.push(digit),
                TokenKind::Char(mark) if sign => text.push(mark),
                _ => break,
            }
            close = token.end;
            after += 1;
        }
        Some((text.parse().ok()?, after))
    }

    /// `\mathrm{e}{-19}` in `1.6\mathrm{e}{-19}`, as programs write powers of ten in LaTeX: the exponent and the
    /// index after it.
    fn upright_exponent(&self) -> Option<(i32, usize)> {
        let is_e = |kind: TokenKind<'_>| matches!(kind, TokenKind::Letter('e' | 'E'));
        let is_group = || {
            let words = self.tokens.get(self.next..self.next + 4);
            words.is_some_and(|words| {
                let opens = words[0].role() == Some(Role::Roman) && words[1].is('{');
                opens && is_e(words[2].kind) && words[3].is('}')
            })
        };
        let from = match self.peek()?.kind {
            // `3.0\text{e}8`
            TokenKind::Raw(Raw::Text, "e" | "E") => self.next + 1,
            _ if is_group() => self.next + 4,
            _ => return None,
        };
        let braced = usize::from(self.tokens.get(from)?.is('{'));
        let text: String = self.tokens[from + braced..]
            .iter()
            .enumerate()
            .map_while(|(place, token)| match token.kind {
                TokenKind::Digit(digit) => Some(digit),
                TokenKind::Char(sign @ ('-' | '+')) if place == 0 => Some(sign),
                _ => None,
            })
            .collect();
        let after = from + braced + text.len();
        let closes = braced == 0 || self.tokens.get(after)?.is('}');
        closes.then_some((text.parse().ok()?, after + braced))
    }

    /// A whole exponent without braces at an index, `10^23` or `10^-19`: nobody writes an exponent 2 directly
    /// followed by a factor 3. Returns the exponent and the index after it.
    pub(super) fn typed_exponent(&self, at: usize) -> Option<(i64, usize)> {
        let mut text = String::new();
        let mut after = at;
        for token in self.tokens.get(at..)? {
            let close = after == at || self.tokens[after - 1].end == token.start;
            match token.kind {
                TokenKind::Digit(digit) if close => text.push(digit),
                TokenKind::Char('-') if after == at => text.push('-'),
                _ => break,
            }
            after += 1;
        }
        (text.len() > 1).then_some((text.parse().ok()?, after))
    }

    /// The digits that come next with their decimal point, without what groups them.
    fn digits(&mut self) -> String {
        let mut text = String::new();
        let mut grouped = false;
        let digit_at =
            |parser: &Self, ahead: usize| match parser.peek_at(ahead).map(|token| token.kind) {
                Some(TokenKind::Digit(digit)) => Some(digit),
                _ => None,
            };
        loop {
            if let Some(digit) = digit_at(self, 0) {
                // `1.6\ 10^{-19}`
                if !text.is_empty() && self.is_ten_raised(self.next) && self.is_apart(self.next) {
                    return text;
                }
                text.push(digit);
                self.next += 1;
            } else if self.at('.') && !text.contains('.') && digit_at(self, 1).is_some() {
                text.push('.');
                self.next += 1;
            } else if self.is_point_in_braces() && !text.is_empty() && !text.contains('.') {
                text.push('.');
                self.next += 3;
            } else if self.at('.') && !text.contains('.') && self.period(self.next + 1).is_some() {
                // `0.\overline{3}`
                text.push('.');
                self.next += 1;
            } else if self.at('.') && !text.contains('.') && self.is_unit_at(self.next + 1) {
                // `250.\,\text{N}`
                self.next += 1;
            } else if let Some((length, decimal)) = self.grouping(&text, grouped) {
                self.next += length;
                grouped = true;
                if decimal {
                    text.push('.');
                }
            } else {
                return text;
            }
        }
    }

    /// Whether `{.}` comes next, with a digit behind it.
    fn is_point_in_braces(&self) -> bool {
        let words = self.tokens.get(self.next..self.next + 4);
        words.is_some_and(|words| {
            let is_digit = matches!(words[3].kind, TokenKind::Digit(_));
            words[0].is('{') && words[1].is('.') && words[2].is('}') && is_digit
        })
    }

    /// Whether a token can only follow the number of a quantity: a unit, or percent.
    pub(super) fn is_unit_at(&self, index: usize) -> bool {
        self.tokens
            .get(index)
            .is_some_and(|token| match token.kind {
                TokenKind::Raw(Raw::Unit, _) => true,
                TokenKind::Raw(Raw::Text, text) => units::says_unit(text),
                TokenKind::Command(command) => matches!(command.role, Role::Roman | Role::Percent),
                _ => false,
            })
    }

    /// Reads a comma inside a number: its length in tokens and whether it is decimal.
    ///
    /// `1{,}000` and, outside of brackets, `1,000` and `1'000` group thousands. `1{,}5` has a decimal comma, and so
    /// does `1,5\,\text{m}`. In brackets a comma separates members, but no member is `000`. `grouped` says that
    /// grouped thousands came before.
    fn grouping(&self, before: &str, grouped: bool) -> Option<(usize, bool)> {
        let braced = self.at('{') && self.peek_at(1)?.is(',') && self.peek_at(2)?.is('}');
        let zeros = (1..4).all(|ahead| {
            self.peek_at(ahead)
                .is_some_and(|token| token.kind == TokenKind::Digit('0'))
        });
        let bare = (self.at(',') || self.at('\''))
            && (self.level == 0 || zeros || self.at(',') && self.is_in_sum(before, grouped));
        if !(braced || bare) || before.is_empty() || before.contains('.') {
            return None;
        }
        let length = if braced { 3 } else { 1 };
        let digits = self.tokens[self.next + length..]
            .iter()
            .take(4)
            .take_while(|token| matches!(token.kind, TokenKind::Digit(_)))
            .count();
        // In `1,\!234` the space after the comma is removed.
        let between = self
            .source
            .get(self.peek()?.end..self.peek_at(length)?.start)?;
        let close = bare && matches!(between, "" | r"\!");
        // Nobody groups thousands in `0{,}012`.
        let thousands = digits == 3
            && !before.starts_with('0')
            && (braced || close && (grouped || before.len() <= 3));
        if thousands {
            return Some((length, false));
        }
        let after = self.next + length + digits;
        // `1,6 \cdot 10^{-19}\,\text{J}`
        let after = self.power_of_ten(after).map_or(after, |(_, end)| end);
        let quantity = close
            && self.at(',')
            && digits < 4
            && (self.is_unit_at(after) || digits == 1 && self.is_degree_at(after));
        // Nobody writes `05`.
        let zero = self
            .peek_at(length)
            .is_some_and(|token| token.kind == TokenKind::Digit('0'));
        let decimals = close && self.at(',') && zero && digits > 1;
        (digits > 0 && (braced || quantity || decimals)).then_some((length, true))
    }

    /// Whether a sign joins the digits before a comma to what precedes them, and the digits after it begin with 0,
    /// `(2,01 \pm 0,03)`: no member of a list is `01`.
    fn is_in_sum(&self, before: &str, grouped: bool) -> bool {
        let is_sign = |token: &Token<'_>| {
            matches!(token.kind, TokenKind::Char('+' | '-')) || words::is_both_signs(token)
        };
        let digits = self.tokens[self.next + 1..]
            .iter()
            .take_while(|token| matches!(token.kind, TokenKind::Digit(_)))
            .count();
        let begin = self.next.checked_sub(before.len());
        let has_sign = |at: Option<usize>| {
            let token = at.and_then(|at| self.tokens.get(at));
            token.is_some_and(is_sign)
        };
        let is_zero = self
            .peek_at(1)
            .is_some_and(|token| token.kind == TokenKind::Digit('0'));
        let behind = self.next + 1 + digits;
        !grouped
            && is_zero
            && digits > 1
            && (has_sign(begin.and_then(|begin| begin.checked_sub(1)))
                || has_sign(Some(behind))
                || self.is_unit_at(behind))
    }

    /// Whether the sign of degrees stands at an index: `°`, `^\circ`.
    fn is_degree_at(&self, index: usize) -> bool {
        let raised = usize::from(self.tokens.get(index).is_some_and(|token| token.is('^')));
        let braced =
            |at: usize| usize::from(self.tokens.get(at).is_some_and(|token| token.is('{')));
        let at = index + raised + if raised == 1 { braced(index + 1) } else { 0 };
        let role = self.tokens.get(at).and_then(Token::role);
        match role {
            Some(Role::Degree) => true,
            Some(Role::Ring) => raised == 1,
            _ => false,
        }
    }

    /// `\times 10^{-3}` after a number, at an index: the exponent and the index after it.
    fn power_of_ten(&self, mut at: usize) -> Option<(i32, usize)> {
        let times = self.tokens.get(at)?;
        // `3 x 10^8` and `3*10^8` are typed.
        let is_times = matches!(
            times.role(),
            Some(Role::Operator(Operator::Times | Operator::Dot))
        ) || matches!(times.kind, TokenKind::Letter('x') | TokenKind::Char('*'));
        if !self.is_ten_raised(at + usize::from(is_times)) || !is_times && !self.is_apart(at) {
            return None;
        }
        at += 3 + usize::from(is_times);
        if let Some((exponent, after)) = self.typed_exponent(at) {
            return Some((i32::try_from(exponent).ok()?, after));
        }
        if let TokenKind::Digit(digit) = self.tokens.get(at)?.kind {
            return Some((i32::try_from(digit.to_digit(10)?).ok()?, at + 1));
        }
        let end = self.tokens.group_end(at)?;
        let mut text = String::new();
        for token in &self.tokens[at + 1..end] {
            match token.kind {
                TokenKind::Digit(digit) => text.push(digit),
                TokenKind::Char(sign @ ('-' | '+')) => text.push(sign),
                _ => return None,
            }
        }
        Some((text.parse().ok()?, end + 1))
    }

    /// Whether `10^` stands at an index.
    fn is_ten_raised(&self, at: usize) -> bool {
        let kinds = self.tokens.get(at..at + 3);
        kinds.is_some_and(|words| {
            words[0].kind == TokenKind::Digit('1')
                && words[1].kind == TokenKind::Digit('0')
                && words[2].is('^')
        })
    }

    /// Whether a space stands between a digit and the word at an index: `3\,10^8`.
    fn is_apart(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let here = self.tokens.get(at);
        before.zip(here).is_some_and(|(before, here)| {
            matches!(before.kind, TokenKind::Digit(_)) && before.end < here.start
        })
    }
}

/// `6.02e23`, `-3`, `1.5 x 10^3`: numbers in the syntax of siunitx.
pub(super) fn with_exponent(text: &str) -> Option<Expr> {
    let text: String = text.split_whitespace().collect();
    let text = without_uncertainty(&text);
    let (negative, text) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, &*text),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']).or(text.split_once("x10^")) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.trim_matches(['{', '}']))),
        None => (text, None),
    };
    let mut number = Number::from_decimal(&mantissa.replace(',', "."))?;
    if let Some(exponent) = exponent {
        number = number.times_ten_to(exponent.parse().ok()?)?;
    }
    let value = Expr::Number(number);
    Some(if negative { value.negated() } else { value })
}

/// Removes the uncertainty from `1.23(4)e5` and `1.23 +- 0.04`.
fn without_uncertainty(text: &str) -> Cow<'_, str> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((value, rest)) = text.split_once('(')
        && let Some((error, after)) = rest.split_once(')')
        && is_digits(error)
    {
        return format!("{value}{after}").into();
    }
    let value = ["+-", r"\pm", "±"]
        .iter()
        .find_map(|sign| text.split_once(sign))
        .filter(|(_, error)| Number::from_decimal(error).is_some())
        .map(|(value, _)| value);
    value.unwrap_or(text).into()
}
