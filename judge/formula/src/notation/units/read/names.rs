//! Reads the names of units: symbols, words and commands, with their prefixes.

use super::{Result, UnitReader, command};
use crate::notation::units::table;
use crate::notation::vocabulary;
use crate::notation::vocabulary::Role;

/// Counted things, which have no unit: an energy per photon is an energy.
const COUNTED: [&str; 9] = [
    "photon", "electron", "proton", "neutron", "nucleon", "atom", "molecule", "particle", "ion",
];

impl UnitReader<'_> {
    /// After a degree sign: Celsius, Fahrenheit, or the angle.
    pub(super) fn degree(&mut self, sign: i32) -> Result<()> {
        let start = self.at;
        self.skip();
        while self.peek() == Some('{') {
            self.at += 1;
            self.skip();
        }
        let opened = self.text[start..self.at].matches('{').count();
        // The letter of Celsius looks the same in Cyrillic.
        let scale = match self.peek() {
            Some('C' | 'С') => 'C',
            Some('F') => 'F',
            _ => {
                self.at = start;
                return self.push("°".to_owned(), sign);
            }
        };
        self.at += self.peek().map_or(0, char::len_utf8);
        for _ in 0..opened {
            self.skip();
            if self.peek() != Some('}') {
                return Err(self.unexpected("`}`"));
            }
            self.at += 1;
        }
        self.push(format!("°{scale}"), sign)
    }

    /// Skips the second word of a name with two words: `degrees Celsius`, `light-years`, `kilo-ohms`.
    fn compound(&mut self, name: &mut String) {
        let Some(second) = self.rest().strip_prefix([' ', '-']) else {
            return;
        };
        let letters = second.bytes().take_while(u8::is_ascii_alphabetic).count();
        let second = &second[..letters];
        let joined = match (name.as_str(), second) {
            (
                "degree" | "degrees" | "deg" | "Grad" | "grados" | "gradi" | "graus" | "degrés",
                "C" | "Celsius" | "celsius",
            ) => "°C".to_owned(),
            ("degree" | "degrees" | "deg", "F" | "Fahrenheit" | "fahrenheit") => "°F".to_owned(),
            ("light", "year" | "years") => "ly".to_owned(),
            (prefix, unit) if table::prefix(prefix).is_some() && self.rest().starts_with('-') => {
                format!("{prefix}{unit}")
            }
            _ => return,
        };
        *name = joined;
        self.at += 1 + letters;
    }

    /// A symbol or name in letters, `k\Omega`, or two symbols together as in `Nm`.
    pub(super) fn letters(&mut self, sign: i32) -> Result<()> {
        let rest = self.rest();
        let length = rest
            .find(|letter: char| {
                !letter.is_alphabetic() && !matches!(letter, '′' | '″' | '℃' | '℉')
            })
            .unwrap_or(rest.len());
        let mut name = rest[..length].to_owned();
        self.at += length;
        // `electron volts`
        if name == "electron"
            && let Some(volts) = self.rest().strip_prefix([' ', '-'])
            && volts.starts_with("volt")
        {
            "eV".clone_into(&mut name);
            self.at += 1 + volts.bytes().take_while(u8::is_ascii_alphabetic).count();
        }
        self.compound(&mut name);
        if let Some(after) = command(self.rest())
            && let Some(symbol) = table::symbol(&format!(
                "{name}{}",
                table::symbol(after).unwrap_or_default()
            ))
            && table::symbol(after).is_some()
        {
            self.at += 1 + after.len();
            return self.push(symbol, sign);
        }
        if let Some(symbol) = table::symbol(&name) {
            if table::is_word(&name) {
                self.named.push(self.factors.len());
            }
            return self.push(symbol, sign);
        }
        // `J per photon`
        if sign < 0 && COUNTED.contains(&name.trim_end_matches('s')) {
            return Ok(());
        }
        let mut splits = (1..length)
            .filter(|at| name.is_char_boundary(*at))
            .filter_map(|at| {
                let (first, second) = name.split_at(at);
                Some((table::symbol(first)?, table::symbol(second)?))
            });
        // `Ans.` is a word, not ampere times nanoseconds.
        let is_word = name == "Ans";
        if let (Some((first, second)), None, false) = (splits.next(), splits.next(), is_word) {
            self.push(first, sign)?;
            name = second;
        }
        self.push(name, sign)
    }

    /// `\frac{…}{…}`, `\mu F`, `\Omega`, `\kilo\metre`, after prefixes.
    pub(super) fn named(&mut self, sign: i32) -> Result<()> {
        let start = self.at;
        let mut prefix = String::new();
        while let Some(name) = command(self.rest()) {
            let Some(symbol) = table::prefix(name) else {
                break;
            };
            prefix.push_str(symbol);
            self.at += 1 + name.len();
            self.skip();
            if self.peek() == Some('{') && prefix.len() > 1 {
                break;
            }
        }
        if !prefix.is_empty() {
            let before = self.factors.len();
            self.atom(sign)?;
            return match self.factors.get_mut(before) {
                Some(factor) => {
                    factor.name.insert_str(0, &prefix);
                    Ok(())
                }
                None => Err(self.unexpected("a unit after its prefix")),
            };
        }
        let name = command(self.rest()).unwrap_or_default();
        if vocabulary::find(name).is_some_and(|known| known.role == Role::Fraction) {
            self.at += 1 + name.len();
            for sign in [sign, -sign] {
                self.skip();
                if self.peek() != Some('{') {
                    return Err(self.unexpected("`{`"));
                }
                self.bracket('}', sign)?;
            }
            return Ok(());
        }
        if let Some(symbol) = table::symbol(name) {
            self.at += 1 + name.len();
            return self.push(symbol, sign);
        }
        if name == "hbar" {
            self.at += 1 + name.len();
            return self.push("ħ".to_owned(), sign);
        }
        self.at = start;
        Err(self.error(
            format!(r"the unknown command `\{name}` in a unit"),
            "a unit",
        ))
    }
}
