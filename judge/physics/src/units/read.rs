//! Reads the text of a unit.

use num_rational::BigRational;
use num_traits::Zero;
use thiserror::Error;

use super::table;
use super::{Dimension, Unit, decimal};

/// Longest text of a unit, in characters.
const MAX_CHARS: usize = 200;

/// Deepest nesting of brackets.
const MAX_DEPTH: u32 = 16;

/// Largest exponent of one unit, and of a base unit in the result.
pub(super) const MAX_EXPONENT: i32 = 99;

/// Why a text is no unit.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct UnitError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with the text of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// Something else stands where a unit should.
    #[error("a unit was expected, {found}")]
    NoUnit {
        /// What was found.
        found: String,
    },
    /// A name that is not in the table.
    #[error("`{0}` is no unit")]
    Unknown(String),
    /// Nothing usable after `^`.
    #[error("an exponent was expected")]
    NoExponent,
    /// An exponent that is no small whole number.
    #[error("an exponent must be a whole number up to {MAX_EXPONENT}")]
    Exponent,
    /// A bracket is not closed or not opened.
    #[error("`{0}` was expected")]
    Missing(char),
    /// Something that does not belong there.
    #[error("`{0}` was not expected")]
    Unexpected(char),
    /// A factor of 0.
    #[error("a factor of 0 makes no unit")]
    Zero,
    /// More characters than a unit may have.
    #[error("a unit may have up to {MAX_CHARS} characters")]
    Long,
    /// Brackets nested too deeply.
    #[error("brackets are nested deeper than {MAX_DEPTH}")]
    Deep,
}

/// Reads the content of `\unit{…}`.
///
/// # Errors
/// When any part of the text is no unit; the error names the place.
pub fn parse(text: &str) -> Result<Unit, UnitError> {
    let chars: Vec<char> = text.chars().take(MAX_CHARS + 1).collect();
    let mut reader = Reader { chars, at: 0 };
    if reader.chars.len() > MAX_CHARS {
        return Err(reader.error(Problem::Long));
    }
    let unit = reader.quotient(0)?;
    if let Some(found) = reader.peek() {
        return Err(reader.error(Problem::Unexpected(found)));
    }
    if unit
        .dimension()
        .0
        .iter()
        .any(|power| power.abs() > MAX_EXPONENT)
    {
        return Err(UnitError {
            column: 1,
            problem: Problem::Exponent,
        });
    }
    Ok(unit)
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn error(&self, problem: Problem) -> UnitError {
        UnitError {
            column: self.at + 1,
            problem,
        }
    }

    fn rest(&self) -> &[char] {
        &self.chars[self.at..]
    }

    fn starts_with(&self, text: &str) -> bool {
        let mut rest = self.rest().iter();
        text.chars().all(|char| rest.next() == Some(&char))
    }

    /// Skips spaces and everything that only changes how the text looks.
    fn skip(&mut self) {
        const LOOKS: [&str; 14] = [
            r"\,",
            r"\;",
            r"\:",
            r"\!",
            r"\ ",
            r"\left",
            r"\right",
            r"\mathrm",
            r"\text",
            r"\rm",
            r"\operatorname",
            r"\quad",
            r"\displaystyle",
            "$",
        ];
        loop {
            while self
                .rest()
                .first()
                .is_some_and(|char| char.is_whitespace() || *char == '~')
            {
                self.at += 1;
            }
            let Some(look) = LOOKS.iter().find(|look| self.starts_with(look)) else {
                return;
            };
            self.at += look.chars().count();
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip();
        self.rest().first().copied()
    }

    fn take(&mut self, text: &str) -> bool {
        self.skip();
        let found = self.starts_with(text);
        if found {
            self.at += text.chars().count();
        }
        found
    }

    /// `\name` at this place.
    fn command(&mut self) -> Option<String> {
        if self.peek()? != '\\' {
            return None;
        }
        let name: String = self.rest()[1..]
            .iter()
            .take_while(|char| char.is_ascii_alphabetic())
            .collect();
        (!name.is_empty()).then_some(name)
    }

    fn quotient(&mut self, depth: u32) -> Result<Unit, UnitError> {
        if depth > MAX_DEPTH {
            return Err(self.error(Problem::Deep));
        }
        let mut unit = self.product(depth)?;
        loop {
            let sign = if self.take("/") || self.take(r"\per") {
                -1
            } else if self.take("*")
                || self.take("·")
                || self.take("⋅")
                || self.take(".")
                || self.take(r"\cdot")
                || self.take(r"\times")
            {
                1
            } else {
                return Ok(unit);
            };
            let next = self.product(depth)?;
            unit = unit.times(&next, sign);
        }
    }

    /// Powers beside each other, without a sign between them.
    fn product(&mut self, depth: u32) -> Result<Unit, UnitError> {
        if self.command().as_deref() == Some("per") {
            return Ok(Unit::one());
        }
        let mut unit = self.power(depth)?;
        loop {
            match self.peek() {
                None | Some('/' | '*' | '·' | '⋅' | '.' | ')' | '}' | ']') => return Ok(unit),
                Some('\\') => {
                    if let Some("cdot" | "times" | "per") = self.command().as_deref() {
                        return Ok(unit);
                    }
                }
                Some(_) => {}
            }
            let next = self.power(depth)?;
            unit = unit.times(&next, 1);
        }
    }

    fn power(&mut self, depth: u32) -> Result<Unit, UnitError> {
        let unit = self.atom(depth)?;
        let exponent = self.exponent()?;
        Ok(unit.power(exponent))
    }

    /// `^2`, `^{-1}`, `⁻²`, `\squared`; 1 where there is none.
    fn exponent(&mut self) -> Result<i32, UnitError> {
        match self.command().as_deref() {
            Some("squared") => {
                self.take(r"\squared");
                return Ok(2);
            }
            Some("cubed") => {
                self.take(r"\cubed");
                return Ok(3);
            }
            _ => {}
        }
        if self.peek().is_some_and(|char| raised(char).is_some()) {
            let mut digits = String::new();
            while let Some(digit) = self.rest().first().copied().and_then(raised) {
                digits.push(digit);
                self.at += 1;
            }
            return self.whole(&digits);
        }
        // `^\circ C` after a unit is the next unit.
        if self.peek() != Some('^') || self.degree_sign().is_some() {
            return Ok(1);
        }
        self.at += 1;
        let braced = self.take("{");
        let negative = self.take("-") || self.take("−");
        if !negative {
            self.take("+");
        }
        self.skip();
        let digits: String = self
            .rest()
            .iter()
            .take_while(|char| char.is_ascii_digit() || **char == '.')
            .collect();
        if digits.is_empty() {
            return Err(self.error(Problem::NoExponent));
        }
        let size = self.whole(&digits)?;
        self.at += digits.len();
        if braced && !self.take("}") {
            return Err(self.error(Problem::Missing('}')));
        }
        Ok(if negative { -size } else { size })
    }

    fn whole(&self, digits: &str) -> Result<i32, UnitError> {
        digits
            .parse::<i32>()
            .ok()
            .filter(|size| size.abs() <= MAX_EXPONENT)
            .ok_or_else(|| self.error(Problem::Exponent))
    }

    /// Length of `^\circ`, `^{\circ}` or `\degree` at this place.
    fn degree_sign(&self) -> Option<usize> {
        [r"^\circ", r"^{\circ}", r"{}^\circ", r"{}^{\circ}", r"\circ"]
            .iter()
            .find(|sign| self.starts_with(sign))
            .map(|sign| sign.chars().count())
    }

    fn atom(&mut self, depth: u32) -> Result<Unit, UnitError> {
        let Some(first) = self.peek() else {
            return Err(self.error(Problem::NoUnit {
                found: "the text ends".to_owned(),
            }));
        };
        if let Some(length) = self.degree_sign() {
            self.at += length;
            return Ok(self.degree());
        }
        match first {
            '°' | 'º' => {
                self.at += 1;
                Ok(self.degree())
            }
            '(' => self.bracket(')', depth),
            '[' => self.bracket(']', depth),
            '{' => self.bracket('}', depth),
            '0'..='9' => self.number(),
            '\\' => self.named(depth),
            '%' | '′' | '″' => {
                self.at += 1;
                Ok(table::unit(&first.to_string()).expect("in the table"))
            }
            char if char.is_alphabetic() => self.symbol(),
            char => Err(self.error(Problem::NoUnit {
                found: format!("`{char}` was found"),
            })),
        }
    }

    /// After a degree sign: °C, °F, or the angle.
    fn degree(&mut self) -> Unit {
        let symbol = match self.peek() {
            Some('C') => "°C",
            Some('F') => "°F",
            _ => "°",
        };
        if symbol != "°" {
            self.at += 1;
        }
        table::unit(symbol).expect("in the table")
    }

    fn bracket(&mut self, close: char, depth: u32) -> Result<Unit, UnitError> {
        self.at += 1;
        let unit = self.quotient(depth + 1)?;
        if self.peek() != Some(close) {
            return Err(self.error(Problem::Missing(close)));
        }
        self.at += 1;
        Ok(unit)
    }

    /// `1`, `100`, `0.1`, `10^{-6}`.
    fn number(&mut self) -> Result<Unit, UnitError> {
        let place = self.at;
        let digits: String = self
            .rest()
            .iter()
            .enumerate()
            .take_while(|(index, char)| {
                char.is_ascii_digit()
                    || (**char == '.'
                        && self.rest().get(index + 1).is_some_and(char::is_ascii_digit))
            })
            .map(|(_, char)| *char)
            .collect();
        let number = decimal(&digits, 0).unwrap_or_else(BigRational::zero);
        if number.is_zero() {
            self.at = place;
            return Err(self.error(Problem::Zero));
        }
        self.at += digits.chars().count();
        Ok(Unit::exact(number, Dimension::NONE))
    }

    fn symbol(&mut self) -> Result<Unit, UnitError> {
        let name: String = self
            .rest()
            .iter()
            .take_while(|char| char.is_alphabetic())
            .collect();
        let unit = table::unit(&name).ok_or_else(|| self.error(Problem::Unknown(name.clone())))?;
        self.at += name.chars().count();
        Ok(unit)
    }

    /// `\frac{…}{…}`, `\mu F`, `\Omega`, `\kilo\metre`.
    fn named(&mut self, depth: u32) -> Result<Unit, UnitError> {
        let place = self.at;
        let Some(name) = self.command() else {
            let char = self.rest().get(1).copied().unwrap_or('\\');
            return Err(self.error(Problem::Unexpected(char)));
        };
        self.at += name.chars().count() + 1;
        if matches!(name.as_str(), "frac" | "dfrac" | "tfrac") {
            if self.peek() != Some('{') {
                return Err(self.error(Problem::Missing('{')));
            }
            let above = self.bracket('}', depth)?;
            if self.peek() != Some('{') {
                return Err(self.error(Problem::Missing('{')));
            }
            let below = self.bracket('}', depth)?;
            return Ok(above.times(&below, -1));
        }
        if let Some(unit) = table::unit(&name) {
            return Ok(unit);
        }
        if let Some(power) = table::prefix(&name) {
            let unit = self.atom(depth + 1)?;
            return Ok(Unit::exact(power, Dimension::NONE).times(&unit, 1));
        }
        self.at = place;
        Err(self.error(Problem::Unknown(format!("\\{name}"))))
    }
}

/// The digit or sign that a raised character stands for.
fn raised(char: char) -> Option<char> {
    Some(match char {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        '⁻' => '-',
        _ => return None,
    })
}
