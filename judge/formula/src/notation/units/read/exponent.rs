//! Reads the exponents of units, and recognises the raised ring of degrees.

use super::{MAX_EXPONENT, Result, UnitReader};
use crate::notation::unicode;

impl UnitReader<'_> {
    /// `^2`, `^{-1}`, `⁻²`, `\squared`; `None` if there is none.
    pub(super) fn exponent(&mut self) -> Result<Option<i32>> {
        let (length, word) = self.word();
        let named = match word {
            Some("squared") => Some(2),
            Some("cubed") => Some(3),
            _ => None,
        };
        if named.is_some() {
            self.at += length;
            return Ok(named);
        }
        // `\metre\tothe{3}`
        if word == Some("tothe")
            && let Some((digits, after)) = self.rest()[length..]
                .strip_prefix('{')
                .and_then(|rest| rest.split_once('}'))
        {
            let exponent = self.whole(digits.trim())?;
            self.at = self.text.len() - after.len();
            return Ok(Some(exponent));
        }
        let raised: String = self.rest().chars().map_while(raised).collect();
        if !raised.is_empty() {
            self.at += self.rest().len()
                - self
                    .rest()
                    .trim_start_matches(|c| self::raised(c).is_some())
                    .len();
            return self.whole(&raised).map(Some);
        }
        // `s<sup>-1</sup>`, `s\textsuperscript{-1}`
        let between = [("<sup>", "</sup>"), (r"\textsuperscript{", "}")];
        let raised = between
            .iter()
            .find_map(|(open, close)| self.rest().strip_prefix(open)?.split_once(close));
        if let Some((digits, after)) = raised {
            let exponent = self.whole(&digits.trim().replace('−', "-"))?;
            self.at = self.text.len() - after.len();
            return Ok(Some(exponent));
        }
        if self.peek() != Some('^') || self.degree_sign().is_some() {
            return Ok(None);
        }
        let inside = self.rest()[1..].trim_start();
        let start = self.text.len() - inside.len();
        let (digits, after) = if let Some(braced) = inside.strip_prefix('{') {
            let Some(end) = braced.find('}') else {
                return Err(self.unexpected("`}` after an exponent"));
            };
            (braced[..end].trim(), start + end + 2)
        } else {
            let signed = usize::from(inside.starts_with('-'));
            let digits = inside[signed..].bytes().take_while(u8::is_ascii_digit);
            let length = signed + digits.count();
            (&inside[..length], start + length)
        };
        let exponent = self.whole(&digits.replace('−', "-"))?;
        self.at = after;
        Ok(Some(exponent))
    }

    fn whole(&self, digits: &str) -> Result<i32> {
        let number = digits.parse::<i32>().ok();
        number
            .filter(|number| number.abs() <= MAX_EXPONENT)
            .ok_or_else(|| self.error(format!("the exponent `{digits}`"), "a whole number"))
    }

    /// The length of a raised ring, in braces or without.
    pub(super) fn degree_sign(&self) -> Option<usize> {
        [
            r"^{\circ}",
            r"^\circ",
            r"^{\degree}",
            r"^\degree",
            r"\circ",
            r"\degree",
            r"\textdegree",
            "°",
            "º",
        ]
        .iter()
        .filter(|sign| self.rest().starts_with(**sign))
        .map(|sign| sign.len())
        // `\degreeCelsius` is a command of its own.
        .find(|length| {
            let letter = |letter: char| letter.is_ascii_alphabetic();
            !self.rest()[..*length].ends_with(letter) || !self.rest()[*length..].starts_with(letter)
        })
    }
}

/// The digit or sign that a raised character stands for.
fn raised(letter: char) -> Option<char> {
    match unicode::script(letter)? {
        ('^', plain) if plain.is_ascii_digit() || plain == '-' => Some(plain),
        _ => None,
    }
}
