//! Signs that mean something else than they say where they stand, as the lexer tells it.

use super::{Lexer, command_name};
use crate::notation::token::TokenKind;
use crate::notation::typed;
use crate::notation::vocabulary;
use crate::notation::vocabulary::{Command, Role};

impl Lexer<'_> {
    /// Whether a sign only writes the equals sign before it again: `a == b`, `a = = b`, `a =: b`.
    pub(super) fn repeats_equals(&self, letter: char) -> bool {
        let last = self.tokens.last();
        last.is_some_and(|last| last.is('=') && (letter == '=' || last.end + 1 == self.at))
    }

    /// Whether a `$` stands between a relation and one of its sides: `$v$ = $3 t$`.
    pub(super) fn is_beside_relation(&self, start: usize) -> bool {
        const SIGNS: [char; 5] = ['=', '<', '>', '≈', '∝'];
        let (before, after) = (&self.source[..start], self.rest());
        before.trim_end().ends_with(SIGNS) || after.trim_start().starts_with(SIGNS)
    }

    /// Whether the `n` behind a backslash is the end of a line as JSON writes it. Where commands have one backslash each
    /// it has at most one letter behind it: more are a command that is not known.
    pub(super) fn is_newline_of_json(&self) -> bool {
        let letters = command_name(self.rest()).len();
        typed::is_newline_of_json(self.rest()) && (self.doubled || letters < 3)
    }

    /// Whether one letter comes next that is the name of an angle: `\angle \theta`. Several are its corners.
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

    /// The command that is meant by one: dots by three points in a row, `\cdot\cdot\cdot`, and what is parallel by
    /// `E_{\|}`. Goes past the points.
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

    /// What quotes a formula, or two primes of what stands before it: `a"`.
    pub(super) fn quotation_mark(&mut self, start: usize) {
        let before = self.source[..start].chars().next_back();
        let hangs = before.is_some_and(|before| before.is_alphabetic() || "})'".contains(before));
        if self.quoted || !hangs {
            self.quoted = !self.quoted;
            return;
        }
        self.push(start, TokenKind::Char('\''));
        self.push(start, TokenKind::Char('\''));
    }

    /// The length of a raised letter o after a digit or a capital letter, which is meant for a ring: `30^o`, `G^o`;
    /// and of a degree sign after a capital letter.
    pub(super) fn typed_degrees(&self) -> Option<usize> {
        const RINGS: [&str; 4] = [r"^{\text{o}}", r"^{\mathrm{o}}", "^{o}", "^o"];
        let last = self.tokens.last()?.kind;
        let is_capital = matches!(last, TokenKind::Letter('A'..='Z'));
        if is_capital && self.rest().starts_with('°') {
            return Some('°'.len_utf8());
        }
        let hangs = is_capital || matches!(last, TokenKind::Digit(_));
        let ring = RINGS.iter().find(|ring| self.rest().starts_with(**ring))?;
        hangs.then_some(ring.len())
    }

    /// `5%` is percent; after a space a comment begins that goes to the end of the line.
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
