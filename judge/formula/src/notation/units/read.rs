//! Parses the text of a unit: the content of `\unit{…}`, or upright letters after a number.
//!
//! Spaces, `*`, `.` and `\cdot` multiply. `/` divides by everything up to the next `/`, so that `J/kg K` and `W/m·K`
//! are J/(kg K) and W/(m K), as they are commonly meant. Units and prefixes may be symbols, names and commands of the
//! package siunitx.

mod exponent;
mod names;

use super::table;
use crate::notation::vocabulary;
use crate::notation::vocabulary::{Operator, Role, command_name};
use crate::tree::{Unit, UnitFactor};

/// The largest exponent of a unit.
pub(super) const MAX_EXPONENT: i32 = 99;
/// The most factors of a unit.
const MAX_FACTORS: usize = 32;
/// Spellings of the letter Å for the ångström.
const RINGS: [&str; 4] = [r"\r{A}", r"\r A", r"\mathring{A}", r"\mathring{\mathrm{A}}"];
/// How deeply brackets may nest.
const MAX_DEPTH: usize = 16;

/// Why a text is not a unit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("byte {byte}: found {found}, expected {expected}")]
pub struct UnitError {
    /// The byte of the text where reading failed.
    pub byte: usize,
    /// What stands there.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

type Result<T> = std::result::Result<T, UnitError>;

/// Parses the text of a unit. Whether every factor is a unit is checked by [`of`](super::of).
///
/// # Errors
/// With the place and what was expected there.
pub fn read(text: &str) -> Result<Unit> {
    let over = over(text);
    let reader = UnitReader::read(over.as_deref().unwrap_or(text))?;
    Ok(Unit {
        factors: reader.factors,
    })
}

/// The unit written in upright letters after a number: `m/s`, but not any other word.
pub fn upright(text: &str) -> Option<Unit> {
    let over = over(text);
    let reader = UnitReader::read(over.as_deref().unwrap_or(text)).ok()?;
    // `GeV/c` is a momentum and `MeV/c^2` a mass: there `c` is the speed of light.
    let has_energy = reader
        .factors
        .iter()
        .any(|factor| factor.name.ends_with("eV"));
    let is_light = |factor: &UnitFactor| {
        has_energy && factor.name == "c" && matches!(factor.exponent, -1 | -2)
    };
    let mut factors = reader.factors.iter().enumerate();
    let is_upright = !reader.factors.is_empty()
        && factors.all(|(at, factor)| {
            reader.named.contains(&at) || table::is_upright(&factor.name) || is_light(factor)
        });
    is_upright.then_some(Unit {
        factors: reader.factors,
    })
}

/// Whether a text is a unit that may stand in upright letters after a number.
pub fn says_unit(text: &str) -> bool {
    upright(text).is_some()
}

/// `1/(year)` for `per year`, which begins with its denominator.
fn over(text: &str) -> Option<String> {
    let below = text.trim_start().strip_prefix("per ")?;
    (!below.trim().is_empty()).then(|| match below.trim_start().strip_prefix("cent") {
        Some(rest) if rest.trim().is_empty() => "percent".to_owned(),
        _ => format!("1/({below})"),
    })
}

/// The name of a command at the beginning of a text, without its backslash.
fn command(text: &str) -> Option<&str> {
    text.strip_prefix('\\').map(command_name)
}

struct UnitReader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    factors: Vec<UnitFactor>,
    /// The factors that were written by their names in words.
    named: Vec<usize>,
}

impl<'t> UnitReader<'t> {
    /// Reads a whole text.
    fn read(text: &'t str) -> Result<Self> {
        let mut reader = Self {
            text,
            at: 0,
            depth: 0,
            factors: Vec::new(),
            named: Vec::new(),
        };
        reader.skip();
        if reader.rest().is_empty() {
            return Err(reader.error("nothing", "a unit"));
        }
        reader.quotient(1)?;
        if !reader.rest().is_empty() {
            return Err(reader.unexpected("a unit such as `km/h`"));
        }
        Ok(reader)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn error(&self, found: impl Into<String>, expected: &str) -> UnitError {
        UnitError {
            byte: self.at,
            found: found.into(),
            expected: expected.to_owned(),
        }
    }

    fn unexpected(&self, expected: &str) -> UnitError {
        match self.peek() {
            Some(letter) => self.error(format!("`{}` in a unit", letter.escape_debug()), expected),
            None => self.error("the end of the unit", expected),
        }
    }

    /// Skips spaces and commands that only change how a unit looks.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len()
                - rest
                    .trim_start_matches([' ', '\t', '\n', '\r', '~', '$'])
                    .len();
            // A full stop or comma after it belongs to the sentence.
            if let Some(after) = self.rest().strip_prefix(['.', ','])
                && (after.trim().is_empty() || after.trim_start().starts_with('}'))
            {
                self.at += 1;
                continue;
            }
            self.at += remark(self.rest()).unwrap_or(0);
            let Some(name) = command(self.rest()) else {
                return;
            };
            let looks = vocabulary::find(name).is_some_and(|known| {
                known.is_formatting() || known.name == "operatorname" || known.name == "rm"
            });
            if !looks {
                return;
            }
            self.at += 1 + name.len();
        }
    }

    /// Takes an operator: 1 for multiplication, -1 for division.
    fn operator(&mut self) -> Option<i32> {
        let (sign, length) = match self.peek()? {
            '/' | '∕' | '÷' => (-1, self.peek()?.len_utf8()),
            'в' if self.rest().starts_with("в ") => (-1, 'в'.len_utf8()),
            'p' if ["per ", "pro ", "par ", "por "]
                .iter()
                .any(|over| self.rest().starts_with(over)) =>
            {
                (-1, 4)
            }
            // `newton-metres`
            '-' if self.text[..self.at].ends_with(char::is_alphabetic)
                && self.rest()[1..].starts_with(char::is_alphabetic) =>
            {
                (1, 1)
            }
            '*' | '.' | '·' | '⋅' | '×' | '∙' => (1, self.peek()?.len_utf8()),
            '\\' => {
                let name = command(self.rest())?;
                let sign = match vocabulary::find(name)?.role {
                    Role::Operator(Operator::Dot | Operator::Times) => 1,
                    Role::Operator(Operator::Over) => -1,
                    _ => return None,
                };
                (sign, 1 + name.len())
            }
            _ => return None,
        };
        self.at += length;
        Some(sign)
    }

    /// Groups of factors with operators between them.
    fn quotient(&mut self, outside: i32) -> Result<()> {
        let mut sign = 1;
        // `6.02 \times 10^{23}\text{/mol}`
        self.skip();
        if self.peek() == Some('/') {
            self.at += 1;
            sign = -1;
        }
        loop {
            self.product(sign * outside)?;
            let Some(next) = self.operator() else {
                return Ok(());
            };
            sign = sign.min(next);
        }
    }

    /// Adjacent factors, at least one.
    fn product(&mut self, sign: i32) -> Result<()> {
        self.skip();
        let mut first = true;
        while !matches!(self.peek(), None | Some('/' | ')' | ']' | '}')) {
            let start = self.at;
            let operator = self.operator().is_some();
            self.at = start;
            if operator {
                break;
            }
            self.power(sign)?;
            self.skip();
            first = false;
        }
        if first {
            return Err(self.unexpected("a unit or a bracket"));
        }
        Ok(())
    }

    /// A unit with its exponent, `\per` and `\square` before it.
    fn power(&mut self, mut sign: i32) -> Result<()> {
        let mut before = 1;
        loop {
            let (length, word) = self.word();
            match word {
                Some("per") if length > "per".len() => sign = -sign,
                Some("square") => before = 2,
                Some("cubic") => before = 3,
                _ => break,
            }
            self.at += length;
            self.skip();
        }
        let mut start = self.factors.len();
        let together = self
            .peek()
            .is_some_and(|letter| letter == '{' || letter.is_alphabetic());
        self.atom(sign)?;
        if together {
            // The exponent of `\text{m/s}^2` belongs to the s, and that of `Nm^2` to the m.
            start = start.max(self.factors.len().saturating_sub(1));
        }
        self.skip();
        let exponent = before * self.exponent()?.unwrap_or(1);
        for factor in &mut self.factors[start..] {
            factor.exponent *= exponent;
        }
        let small = |factor: &UnitFactor| (1..=MAX_EXPONENT).contains(&factor.exponent.abs());
        if !self.factors[start..].iter().all(small) {
            return Err(self.error(
                format!("the exponent {exponent}"),
                "a small one that is not zero",
            ));
        }
        Ok(())
    }

    /// The command or word that comes next, with its length.
    fn word(&self) -> (usize, Option<&'t str>) {
        let rest = self.rest();
        if let Some(name) = command(rest) {
            return (1 + name.len(), Some(name));
        }
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        (letters, (letters > 0).then(|| &rest[..letters]))
    }

    fn atom(&mut self, sign: i32) -> Result<()> {
        if let Some(length) = self.degree_sign() {
            self.at += length;
            return self.degree(sign);
        }
        if let Some(length) = RINGS
            .iter()
            .find(|ring| self.rest().starts_with(**ring))
            .map(|ring| ring.len())
        {
            self.at += length;
            return self.push("Å".to_owned(), sign);
        }
        match self.peek() {
            Some('(') => self.bracket(')', sign),
            Some('[') => self.bracket(']', sign),
            Some('{') => self.bracket('}', sign),
            // The only number allowed is the 1 of a fraction: `1/s`.
            Some('1') => {
                self.at += 1;
                Ok(())
            }
            Some('%') => {
                self.at += 1;
                self.push("%".to_owned(), sign)
            }
            Some('\\') => self.named(sign),
            Some(letter)
                if letter.is_alphabetic()
                    || matches!(letter, '′' | '″')
                    || super::is_sign(letter) =>
            {
                self.letters(sign)
            }
            _ => Err(self.unexpected("a unit such as `km/h`")),
        }
    }

    fn push(&mut self, name: String, sign: i32) -> Result<()> {
        if self.factors.len() >= MAX_FACTORS {
            return Err(self.error("too many factors in a unit", "fewer"));
        }
        self.factors.push(UnitFactor {
            name,
            exponent: sign,
        });
        Ok(())
    }

    fn bracket(&mut self, close: char, sign: i32) -> Result<()> {
        self.at += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.unexpected("fewer brackets"));
        }
        self.skip();
        // `{}^\circ C`
        if self.peek() != Some(close) {
            self.quotient(sign)?;
        }
        if self.peek() != Some(close) {
            return Err(self.unexpected(&format!("`{close}`")));
        }
        self.at += close.len_utf8();
        self.depth -= 1;
        Ok(())
    }
}

/// The length of a remark on the quantity after its unit: `, upwards`, `(approx.)`.
fn remark(text: &str) -> Option<usize> {
    let length = text.find('}').unwrap_or(text.len());
    let (inside, said) = match text.strip_prefix('(') {
        Some(rest) => {
            let close = rest[..length - 1].find(')')?;
            (&rest[..close], close + 2)
        }
        None => (text[..length].strip_prefix(", ")?, length),
    };
    let words = inside.trim();
    let is_word = |letter: char| letter.is_alphabetic() || " .-".contains(letter);
    let is_unit = says_unit(words);
    let says = words.len() > 1 && words.chars().all(is_word) && !is_unit;
    says.then_some(said)
}
