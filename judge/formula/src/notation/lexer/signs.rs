//! Recognises signs whose meaning depends on where they stand.

use super::Lexer;
use crate::notation::token::TokenKind;
use crate::notation::vocabulary;
use crate::notation::vocabulary::command_name;
use crate::notation::vocabulary::{Command, Role};

impl Lexer<'_> {
    /// Whether a colon follows an equals sign directly: `a =: b`, which defines `b`.
    pub(super) fn repeats_equals(&self) -> bool {
        self.tokens
            .last()
            .is_some_and(|last| last.is('=') && last.end + 1 == self.at)
    }

    /// Whether a single letter comes next, which names an angle: `\angle \theta`. Several letters are its corners.
    pub(super) fn is_at_one_letter(&self) -> bool {
        let rest = self.rest().trim_start();
        let length = match rest.strip_prefix('\\') {
            Some(command) => {
                let name = command_name(command);
                let known = vocabulary::find(name).is_some_and(|known| known.role == Role::Letter);
                if known { 1 + name.len() } else { 0 }
            }
            None => usize::from(rest.starts_with(|letter: char| letter.is_ascii_alphabetic())),
        };
        let goes_on = |after: &str| {
            after
                .trim_start()
                .starts_with(|letter: char| letter.is_alphabetic())
        };
        length > 0 && !goes_on(&rest[length..])
    }

    /// The command that is meant: `\cdot\cdot\cdot` means dots, and `E_{\|}` means parallel. Moves past the extra
    /// points.
    pub(super) fn meant(&mut self, command: &'static Command) -> &'static Command {
        if command.name == "cdot" {
            let point = |text: &'_ str| text.trim_start().strip_prefix(r"\cdot").map(str::len);
            let rest = self.rest();
            let after = point(rest).and_then(|after| point(&rest[rest.len() - after..]));
            if let Some(after) = after {
                self.at = self.end - after;
                return vocabulary::known("ldots");
            }
        }
        if command.role == Role::DoubleBar {
            let alone = match self.tokens.as_slice() {
                [.., mark, open] if open.is('{') => {
                    (mark.is('_') || mark.is('^')) && self.rest().trim_start().starts_with('}')
                }
                [.., mark] => mark.is('_') || mark.is('^'),
                [] => false,
            };
            if alone {
                return vocabulary::known("parallel");
            }
        }
        command
    }

    /// `5%` is percent; after a space, `%` starts a comment up to the end of the line.
    pub(super) fn percent(&mut self, start: usize) {
        let before = self.source[..start].chars().next_back();
        if before.is_some_and(|before| before.is_ascii_digit()) {
            self.push(start, TokenKind::Command(vocabulary::known("%")));
            return;
        }
        match self.rest().find('\n') {
            Some(length) => self.at += length + 1,
            None => self.invalid(start, '%'),
        }
    }

    /// Whether a `$` stands directly after `{` or before `}`.
    pub(super) fn is_inside_braces(&self, start: usize) -> bool {
        // `\boxed{$$x = 1$$}`
        let (before, after) = (&self.source[..start], self.rest());
        before.trim_end_matches('$').ends_with('{')
            || after.trim_start_matches('$').starts_with('}')
    }
}
