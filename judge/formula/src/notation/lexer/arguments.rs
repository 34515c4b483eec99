//! Reads what follows a command and belongs to it: text in braces, options, lengths.

use super::Lexer;
use crate::notation::vocabulary::Command;
use crate::notation::{ReadError, column, group_length};

impl<'s> Lexer<'s> {
    /// Skips the groups after a command that are ignored.
    pub(super) fn skip_notes(&mut self, command: &Command) -> Result<(), ReadError> {
        // `\smash[b]{x}`
        if command.notes > 0 || command.name == "smash" {
            if self.rest().starts_with('*') {
                self.at += 1;
            }
            self.skip_option();
        }
        for _ in 0..command.notes {
            self.braced(command.name)?;
        }
        Ok(())
    }

    /// Skips `[5px, border: 1px]` after a command that draws.
    pub(super) fn skip_option(&mut self) {
        let rest = self.rest();
        if rest.starts_with('[')
            && let Some(end) = rest.find(']')
        {
            self.at += end + 1;
        }
    }

    /// Skips `[per-mode=symbol]` after a command of siunitx.
    pub(super) fn skip_settings(&mut self) {
        let Some((inside, _)) = self.option() else {
            return;
        };
        let key = inside.split('=').next().unwrap_or_default().trim();
        let is_key = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        if key.len() > 1 && key.chars().all(is_key) {
            self.skip_option();
        }
    }

    /// The number of `\unit[12]{m/s}`.
    pub(super) fn number_option(&mut self) -> Option<&'s str> {
        let (inside, length) = self.option()?;
        let is_part = |letter: char| letter.is_ascii_digit() || letter == '.';
        let is_number = !inside.is_empty() && inside.chars().all(is_part);
        is_number.then(|| {
            self.at += length;
            inside
        })
    }

    /// The content of square brackets before the braces of an argument, with its length including the brackets.
    fn option(&self) -> Option<(&'s str, usize)> {
        let (inside, after) = self.rest().strip_prefix('[')?.split_once(']')?;
        after.starts_with('{').then_some((inside, inside.len() + 2))
    }

    /// Whether the braces that follow hold one formula and no text: `\mbox{$x = 1$}`.
    pub(super) fn holds_formula(&self) -> bool {
        let inside = self.rest().strip_prefix("{$");
        inside.is_some_and(|inside| {
            let end = inside.find('$');
            end.is_some_and(|end| end > 0 && inside[end + 1..].starts_with('}'))
        })
    }

    /// Skips the length after `\hskip`.
    pub(super) fn skip_length(&mut self) {
        self.skip_spaces();
        let is_number = |letter: char| letter.is_ascii_digit() || "+-.".contains(letter);
        let unit = self.rest().trim_start_matches(is_number);
        let end = unit.trim_start();
        let named = ["pt", "em", "ex", "mu", "cm", "mm", "in"]
            .iter()
            .find_map(|unit| end.strip_prefix(unit));
        self.at = self.end - named.unwrap_or(unit).len();
    }

    /// The letter that is the argument in `\text m`.
    pub(super) fn letter_after_space(&mut self) -> Option<&'s str> {
        let letter = self.rest().strip_prefix(' ')?.get(..1)?;
        letter
            .starts_with(|letter: char| letter.is_ascii_alphabetic())
            .then(|| {
                self.at += 2;
                letter
            })
    }

    /// Takes the T in the braces that come next, or a bare T that is alone in its group.
    pub(super) fn takes_t(&mut self) -> bool {
        let argument = self.rest().trim_start();
        let length = match argument {
            braced if braced.starts_with("{T}") => 3,
            last if last.starts_with("T}") => 1,
            _ => return false,
        };
        self.skip_spaces();
        self.at += length;
        true
    }

    pub(super) fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// `[2pt]` after a line break.
    pub(super) fn skip_optional(&mut self) {
        if !self.rest().starts_with('[') {
            return;
        }
        let near = self.rest().bytes().take(20);
        let Some(length) = near.into_iter().position(|byte| byte == b']') else {
            return;
        };
        let inside = &self.rest()[1..length];
        let is_length = inside.ends_with(|letter: char| letter.is_ascii_lowercase())
            && inside.starts_with(|letter: char| {
                letter.is_ascii_digit() || letter == '-' || letter == '.'
            });
        if is_length {
            self.at += length + 1;
        }
    }

    /// The raw text in the braces that follow.
    pub(super) fn braced(&mut self, name: &str) -> Result<&'s str, ReadError> {
        self.skip_spaces();
        let open = self.at;
        if !self.rest().starts_with('{') {
            let found = self.found_here();
            return Err(self.error(open, found, format!(r"`{{` after `\{name}`")));
        }
        if let Some(length) = group_length(self.rest()) {
            self.at = open + length;
            return Ok(&self.source[open + 1..self.at - 1]);
        }
        Err(self.error(
            self.end,
            "the end",
            format!(
                r"`}}` that closes `\{name}{{` of column {}",
                column(self.source, open)
            ),
        ))
    }

    pub(super) fn found_here(&self) -> String {
        match self.peek() {
            None => "the end".to_owned(),
            Some(letter) => format!("`{}`", letter.escape_debug()),
        }
    }
}
