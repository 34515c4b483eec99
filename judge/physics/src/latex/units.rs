//! What stands in `\unit{…}`.

use super::error::ReadError;
use super::parser::Result;
use super::token::Token;
use crate::formula::{Unit, UnitFactor};

/// Largest exponent of a unit.
const MAX_EXPONENT: i32 = 99;
/// Factors that a unit may have.
const MAX_FACTORS: usize = 32;

/// Names of units and prefixes as commands, as the package siunitx spells them.
const MACROS: &[(&str, &str)] = &[
    ("metre", "m"),
    ("meter", "m"),
    ("second", "s"),
    ("gram", "g"),
    ("kilogram", "kg"),
    ("ampere", "A"),
    ("kelvin", "K"),
    ("mole", "mol"),
    ("candela", "cd"),
    ("newton", "N"),
    ("joule", "J"),
    ("watt", "W"),
    ("pascal", "Pa"),
    ("volt", "V"),
    ("coulomb", "C"),
    ("farad", "F"),
    ("ohm", "Ω"),
    ("tesla", "T"),
    ("weber", "Wb"),
    ("henry", "H"),
    ("hertz", "Hz"),
    ("siemens", "S"),
    ("radian", "rad"),
    ("steradian", "sr"),
    ("lumen", "lm"),
    ("lux", "lx"),
    ("becquerel", "Bq"),
    ("gray", "Gy"),
    ("electronvolt", "eV"),
    ("litre", "L"),
    ("liter", "L"),
    ("minute", "min"),
    ("hour", "h"),
    ("day", "d"),
    ("bar", "bar"),
    ("degreeCelsius", "°C"),
    ("celsius", "°C"),
    ("degree", "°"),
    ("percent", "%"),
    ("angstrom", "Å"),
    ("AA", "Å"),
    ("Omega", "Ω"),
    ("%", "%"),
    ("hbar", "ħ"),
];
const PREFIXES: &[(&str, &str)] = &[
    ("yocto", "y"),
    ("zepto", "z"),
    ("atto", "a"),
    ("femto", "f"),
    ("pico", "p"),
    ("nano", "n"),
    ("micro", "µ"),
    ("mu", "µ"),
    ("milli", "m"),
    ("centi", "c"),
    ("deci", "d"),
    ("deca", "da"),
    ("hecto", "h"),
    ("kilo", "k"),
    ("mega", "M"),
    ("giga", "G"),
    ("tera", "T"),
    ("peta", "P"),
    ("exa", "E"),
    ("zetta", "Z"),
    ("yotta", "Y"),
];

/// Names that are units where upright letters stand after a number. Without `e`, `d`, `i`, `j`,
/// which mean something else there.
const NAMES: &[&str] = &[
    "m", "g", "s", "A", "K", "mol", "cd", "N", "J", "W", "Pa", "V", "C", "F", "Ω", "T", "Wb", "H",
    "Hz", "S", "rad", "sr", "lm", "lx", "Bq", "Gy", "eV", "L", "l", "min", "h", "bar", "atm",
    "cal", "Torr", "mmHg", "u", "yr", "pc", "Wh", "°C", "°", "%", "Å",
];

/// Whether each factor is a known unit, with or without a prefix.
pub(super) fn is_known(unit: &Unit) -> bool {
    const MARKS: &[char] = &['f', 'p', 'n', 'µ', 'm', 'c', 'd', 'h', 'k', 'M', 'G', 'T'];
    !unit.factors.is_empty()
        && unit.factors.iter().all(|factor| {
            let name = factor.name.as_str();
            NAMES.contains(&name)
                || name
                    .strip_prefix(MARKS)
                    .is_some_and(|bare| NAMES.contains(&bare))
        })
}

struct Reader<'t> {
    source: &'t str,
    text: &'t str,
    /// Byte of the source at which the text begins.
    offset: usize,
    at: usize,
    factors: Vec<UnitFactor>,
    /// Signs outside of the brackets that stand open.
    outside: Vec<i32>,
    /// 1 or -1, for what comes next.
    sign: i32,
    prefix: String,
    /// Exponent that waits for the next unit: `\square`.
    power: i32,
    /// The next factor is the inverse: `\per`.
    inverse: bool,
    /// Where the last name in letters ended.
    letters_end: usize,
}

/// Reads the text of a unit, a part of `source`.
///
/// Spaces, `*`, `.` and `\cdot` multiply; `/` divides by the factors that stand together after it,
/// so that `J/kg K` is J/(kg K), and `J/kg*K` is not.
pub(super) fn parse(source: &str, text: &str, token: &Token<'_>) -> Result<Unit> {
    let offset = source[token.start..]
        .find(text)
        .map_or(token.start, |found| token.start + found);
    let mut reader = Reader {
        source,
        text,
        offset,
        at: 0,
        factors: Vec::new(),
        outside: Vec::new(),
        sign: 1,
        prefix: String::new(),
        power: 1,
        inverse: false,
        letters_end: usize::MAX,
    };
    while let Some(letter) = reader.peek() {
        reader.step(letter)?;
    }
    if !reader.prefix.is_empty()
        || reader.power != 1
        || reader.inverse
        || !reader.outside.is_empty()
    {
        return Err(reader.error("the end of the unit", "a unit or a bracket"));
    }
    if text.trim().is_empty() {
        return Err(reader.error("nothing", "a unit"));
    }
    Ok(Unit {
        factors: reader.factors,
    })
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn error(&self, found: impl Into<String>, expected: &str) -> Box<ReadError> {
        Box::new(ReadError::new(
            self.source,
            self.offset + self.at,
            found,
            expected,
        ))
    }

    fn unexpected(&self, expected: &str) -> Box<ReadError> {
        match self.peek() {
            Some(letter) => self.error(format!("`{}` in a unit", letter.escape_debug()), expected),
            None => self.error("the end of the unit", expected),
        }
    }

    fn step(&mut self, letter: char) -> Result<()> {
        match letter {
            ' ' | '\t' | '\n' | '\r' | '~' | '{' | '}' | '1' => self.at += 1,
            '*' | '.' | '·' | '⋅' => {
                self.at += letter.len_utf8();
                self.sign = self.outside.last().copied().unwrap_or(1);
            }
            '/' => {
                self.at += 1;
                self.sign = -self.outside.last().copied().unwrap_or(1);
            }
            '(' => {
                self.at += 1;
                if self.outside.len() > 8 {
                    return Err(self.unexpected("fewer brackets"));
                }
                self.outside.push(self.sign);
            }
            ')' => {
                if self.outside.pop().is_none() {
                    return Err(self.unexpected("`(` before it"));
                }
                self.at += 1;
                self.sign = self.outside.last().copied().unwrap_or(1);
            }
            '^' => self.raised()?,
            '²' | '³' => {
                self.at += letter.len_utf8();
                self.raise(if letter == '²' { 2 } else { 3 })?;
            }
            '%' | '°' => {
                self.at += letter.len_utf8();
                let celsius = letter == '°' && self.peek() == Some('C');
                self.at += usize::from(celsius);
                let name = if celsius {
                    "°C".to_owned()
                } else {
                    letter.to_string()
                };
                self.push(&name)?;
            }
            '\\' => self.command()?,
            _ if letter.is_alphabetic() => {
                let length = self
                    .rest()
                    .find(|letter: char| !letter.is_alphabetic())
                    .unwrap_or(self.rest().len());
                let name = self.rest()[..length]
                    .replace('μ', "µ")
                    .replace('\u{2126}', "Ω");
                self.at += length;
                self.letters_end = self.at;
                self.push(&name)?;
            }
            _ => return Err(self.unexpected("a unit such as `km/h`")),
        }
        Ok(())
    }

    fn push(&mut self, name: &str) -> Result<()> {
        if self.factors.len() >= MAX_FACTORS {
            return Err(self.error("too many factors in a unit", "fewer"));
        }
        let sign = if self.inverse { -self.sign } else { self.sign };
        self.inverse = false;
        self.factors.push(UnitFactor {
            name: format!("{}{name}", std::mem::take(&mut self.prefix)),
            exponent: sign * std::mem::replace(&mut self.power, 1),
        });
        Ok(())
    }

    /// Raises the last factor.
    fn raise(&mut self, exponent: i32) -> Result<()> {
        if exponent == 0 || exponent.abs() > MAX_EXPONENT {
            return Err(self.error(
                format!("the exponent {exponent}"),
                "a small one that is not zero",
            ));
        }
        match self.factors.last_mut() {
            Some(factor)
                if factor.exponent.abs() == 1
                    && !self.text[..self.at].trim_end().ends_with(')') =>
            {
                factor.exponent *= exponent;
                Ok(())
            }
            _ => Err(self.error("an exponent", "a unit before it")),
        }
    }

    /// `^2`, `^{-1}`, `^\circ`
    fn raised(&mut self) -> Result<()> {
        let rest = self.rest();
        for degree in [r"^{\circ}", r"^\circ"] {
            if rest.starts_with(degree) {
                self.at += degree.len();
                let after = self.rest();
                let skipped = after.trim_start_matches([' ', '{', '}']);
                let roman = [r"\mathrm", r"\text"]
                    .into_iter()
                    .find_map(|command| skipped.strip_prefix(command))
                    .unwrap_or(skipped);
                let roman = roman.trim_start_matches(['{', ' ']);
                let celsius = roman.starts_with('C');
                if celsius {
                    self.at += after.len() - roman.len() + 1;
                }
                return self.push(if celsius { "°C" } else { "°" });
            }
        }
        let inside = rest[1..].trim_start();
        let start = self.at + rest.len() - inside.len();
        let (digits, after) = if let Some(braced) = inside.strip_prefix('{') {
            let Some(end) = braced.find('}') else {
                return Err(self.unexpected("`}` after an exponent"));
            };
            (braced[..end].trim(), start + end + 2)
        } else {
            let signed = usize::from(inside.starts_with('-'));
            let length = inside[signed..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            (&inside[..signed + length], start + signed + length)
        };
        let Ok(exponent) = digits.replace('−', "-").parse() else {
            return Err(self.error(format!("the exponent `{digits}`"), "a whole number"));
        };
        let checked = self.raise(exponent);
        self.at = after;
        checked
    }

    fn command(&mut self) -> Result<()> {
        let rest = &self.rest()[1..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let length = if letters > 0 {
            letters
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        };
        let name = &rest[..length];
        let glued = self.at == self.letters_end;
        let after = self.at + 1 + length;
        match name {
            "cdot" | "times" => self.sign = self.outside.last().copied().unwrap_or(1),
            "," | ";" | ":" | "!" | " " | "mathrm" | "text" | "textrm" | "rm" | "left"
            | "right" => {}
            "per" => self.inverse = true,
            "squared" => self.raise(2)?,
            "cubed" => self.raise(3)?,
            "square" => self.power = 2,
            "cubic" => self.power = 3,
            _ => {
                let find = |table: &[(&str, &'static str)]| {
                    table
                        .iter()
                        .find(|(macro_name, _)| *macro_name == name)
                        .map(|(_, unit)| *unit)
                };
                if let Some(prefix) = find(PREFIXES) {
                    self.prefix.push_str(prefix);
                } else if let Some(unit) = find(MACROS) {
                    match self.factors.last_mut() {
                        // `k\Omega`
                        Some(factor) if glued => factor.name.push_str(unit),
                        _ => self.push(unit)?,
                    }
                } else {
                    return Err(self.error(
                        format!(r"the unknown command `\{name}` in a unit"),
                        "a unit",
                    ));
                }
            }
        }
        self.at = after;
        Ok(())
    }
}
