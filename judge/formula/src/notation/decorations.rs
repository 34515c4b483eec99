//! Reads the marks of a symbol: primes, labels and subscripts.

use super::parser::{Parser, Result};
use super::token::{Raw, Token, TokenKind};
use super::words;
use crate::notation::vocabulary::Role;
use crate::tree::{Function, Symbol};

/// The most primes of a symbol.
const MAX_PRIMES: u8 = 6;

impl Parser<'_, '_> {
    /// Primes, a label and a subscript, in any order. An exponent is not taken.
    pub(super) fn marks(&mut self, symbol: &mut Symbol) -> Result<()> {
        loop {
            if self.at('\'') {
                self.next += 1;
                self.prime(symbol)?;
            } else if self.at('_') {
                self.lower(symbol)?;
            } else if self.at('^') {
                if !self.label(symbol)? {
                    return self.subscript_after_exponent(symbol);
                }
            } else {
                return Ok(());
            }
        }
    }

    fn prime(&mut self, symbol: &mut Symbol) -> Result<()> {
        symbol.primes += 1;
        if symbol.primes > MAX_PRIMES {
            return Err(self.error(
                self.next - 1,
                format!("more than {MAX_PRIMES} primes"),
                "fewer",
            ));
        }
        Ok(())
    }

    fn lower(&mut self, symbol: &mut Symbol) -> Result<()> {
        if symbol.subscript.is_some() {
            return Err(self.unexpected("one subscript"));
        }
        self.next += 1;
        symbol.subscript = Some(self.subscript()?);
        Ok(())
    }

    /// `x^2_1` is `x_1^2`: reads the subscript now and the exponent later.
    fn subscript_after_exponent(&mut self, symbol: &mut Symbol) -> Result<()> {
        let here = self.next;
        let after = self.tokens.after(here + 1);
        if !self.tokens.get(after).is_some_and(|token| token.is('_')) {
            return Ok(());
        }
        self.next = after;
        self.lower(symbol)?;
        self.read_ahead = Some((after, self.next));
        self.next = here;
        Ok(())
    }

    /// Takes a superscript that is not a power; returns whether there was one.
    pub(super) fn label(&mut self, symbol: &mut Symbol) -> Result<bool> {
        let caret = self.next;
        let start = caret + 1;
        let primes = self.raised_primes(caret);
        if primes > 0 {
            self.next = self.tokens.after(start);
            for _ in 0..primes {
                self.prime(symbol)?;
            }
            return Ok(true);
        }
        if !self.is_label(caret) && !self.is_index(caret, symbol) {
            return Ok(false);
        }
        if symbol.label.is_some() {
            return Err(self.unexpected("one superscript"));
        }
        self.next = start;
        let label = self.subscript()?;
        symbol.label = Some(if label == r"\ast" {
            "*".to_owned()
        } else {
            label
        });
        Ok(true)
    }

    /// The tokens raised by the `^` at an index: those in braces, or one with its argument.
    fn raised_words(&self, caret: usize) -> (std::ops::Range<usize>, bool) {
        let start = caret + 1;
        match self.tokens.get(start).map(|token| token.kind) {
            Some(TokenKind::Char('{')) if let Some(end) = self.tokens.group_end(start) => {
                (start + 1..end, true)
            }
            Some(TokenKind::Command(command)) if command.role == Role::Roman => {
                (start..self.tokens.after(start + 1), false)
            }
            Some(_) => (start..start + 1, false),
            None => (start..start, false),
        }
    }

    /// How many primes the `^` at an index raises, if it raises only primes.
    fn raised_primes(&self, caret: usize) -> usize {
        let (inside, _) = self.raised_words(caret);
        let inside = self.tokens.get(inside).unwrap_or_default();
        let primes = inside.iter().all(|token| {
            matches!(token.kind, TokenKind::Command(command) if command.name == "prime")
                || token.is('\'')
        });
        if primes { inside.len() } else { 0 }
    }

    /// The function that a mark after a bracket stands for: `(a + b)^*`, `(\hat A \hat B)^\dagger`.
    pub(super) fn mark_of_bracket(&self) -> Option<Function> {
        if !self.at('^') {
            return None;
        }
        let (range, _) = self.raised_words(self.next);
        let [mark] = self.tokens.get(range)? else {
            return None;
        };
        match mark.kind {
            TokenKind::Char('*') => Some(Function::Conjugate),
            TokenKind::Command(command) => match command.name {
                "ast" | "star" => Some(Function::Conjugate),
                "dagger" | "dag" => Some(Function::Adjoint),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the `^` at an index raises a mark such as `*` or text, which is not a power.
    pub(super) fn is_label(&self, caret: usize) -> bool {
        let (range, braced) = self.raised_words(caret);
        let is_mark = |kind: &TokenKind<'_>| match kind {
            TokenKind::Char('*' | '+' | '-') | TokenKind::Raw(Raw::Text, _) => true,
            TokenKind::Command(command) => command.is_label(),
            _ => false,
        };
        let inside = self.tokens.get(range.clone()).unwrap_or_default();
        let Some(first) = inside.first() else {
            return false;
        };
        let roman =
            first.role() == Some(Role::Roman) && self.tokens.after(range.start + 1) == range.end;
        // `W^\pm = \frac{A \mp i B}{\sqrt 2}`: the signs of two names.
        let signs = matches!(inside, [sign] if words::is_both_signs(sign));
        let marks = signs || inside.len() <= 2 && inside.iter().all(|token| is_mark(&token.kind));
        // `x^-1` is a slip for `x^{-1}`, not the symbol x⁻; in `e^- + p` and `a^+ a` it is a mark.
        let followed = self
            .tokens
            .get(range.end)
            .is_some_and(|token| begins_operand(&token.kind));
        let counted = self
            .tokens
            .get(range.end)
            .is_some_and(|token| matches!(token.kind, TokenKind::Digit(_)) || token.is('.'));
        let bare_sign = !braced && (first.is('+') && counted || first.is('-') && followed);
        marks && !bare_sign || roman
    }

    /// Whether the `^` at an index raises an index of this symbol, not a power: the order in brackets of `E^{(0)}`;
    /// the zero of `c_p^0`, `T^{00}` and `F^{k0}`, since the power would be 1; the Greek letters of `F^{\mu\nu}`, and
    /// of `J^\beta` beside `F^{\alpha\beta}`; the repeated letter of `T^{xx}`; and the ring of `\Delta G^\circ`, which
    /// after a letter for an angle is a degree sign.
    fn is_index(&self, caret: usize, symbol: &Symbol) -> bool {
        let (range, braced) = self.raised_words(caret);
        let inside = self.tokens.get(range).unwrap_or_default();
        if symbol.is("e") {
            return false;
        }
        match inside {
            [] => false,
            [open, .., close] if open.is('(') && close.is(')') => self.is_raised_order(caret),
            [ring] if matches!(ring.role(), Some(Role::Ring | Role::Degree)) => !is_angle(symbol),
            [first, rest @ ..] if first.kind == TokenKind::Digit('0') => {
                rest.is_empty() || braced && rest.iter().all(words::is_place)
            }
            [first] if words::is_one_of(first, &["mu", "nu"]) => true,
            [first] => {
                matches!(first.kind, TokenKind::Command(letter) if self.scan.is_tensor_index(letter))
                    && words::is_space_time(first)
            }
            // Nobody multiplies by 0 in an exponent.
            [places @ .., before, zero]
                if zero.kind == TokenKind::Digit('0') && words::is_letter(&before.kind) =>
            {
                braced && places.iter().all(words::is_place)
            }
            // `G^{a,i}`: an exponent contains no comma except a decimal one.
            several if braced && several.iter().any(|token| token.is(',')) => {
                let is_part = |token: &Token<'_>| {
                    words::is_letter(&token.kind)
                        || token.is(',')
                        || matches!(token.kind, TokenKind::Digit(_))
                };
                several.iter().all(is_part)
                    && several.iter().any(|token| words::is_letter(&token.kind))
            }
            several => braced && (several.iter().all(words::is_space_time) || is_doubled(several)),
        }
    }

    /// Whether the `^` at an index raises an order in brackets: `^{(0)}`.
    pub(super) fn is_raised_order(&self, caret: usize) -> bool {
        let (range, braced) = self.raised_words(caret);
        match self.tokens.get(range).unwrap_or_default() {
            [open, order @ .., close] => braced && open.is('(') && close.is(')') && is_order(order),
            _ => false,
        }
    }

    /// The text of a subscript, past `_`, in its canonical spelling.
    pub(super) fn subscript(&mut self) -> Result<String> {
        let start = self.next;
        let (from, to) = match self.peek() {
            None => return Err(self.unexpected("a subscript")),
            Some(token) if token.is('{') => {
                let Some(end) = self.tokens.group_end(start) else {
                    return Err(self.error(
                        self.tokens.len(),
                        "the end of the formula",
                        "`}` after a subscript",
                    ));
                };
                (start + 1, end)
            }
            Some(token) => match token.kind {
                TokenKind::Command(command) if command.takes_symbol() => {
                    (start, self.tokens.after(start + 1))
                }
                // `x_12` is read as typed: nobody writes a subscript 1 directly followed by a factor 2.
                TokenKind::Digit(_) if start > 0 && self.tokens[start - 1].is('_') => {
                    let digits = self.tokens[start..].windows(2).take_while(|pair| {
                        matches!(pair[1].kind, TokenKind::Digit(_)) && pair[0].end == pair[1].start
                    });
                    (start, start + 1 + digits.count())
                }
                _ => (start, start + 1),
            },
        };
        self.next = from;
        let text = self.nested(|parser| parser.script(to.min(parser.tokens.len())))?;
        if text.is_empty() {
            return Err(self.error(from, "nothing", "a subscript"));
        }
        self.next = self.tokens.after(start).max(to);
        Ok(text)
    }

    /// The tokens up to `to` as they are spelled in a subscript.
    pub(super) fn script(&mut self, to: usize) -> Result<String> {
        let mut text = String::new();
        while self.next < to {
            let token = &self.tokens[self.next];
            match token.kind {
                TokenKind::Letter(letter) | TokenKind::Digit(letter) => {
                    // A command before a letter needs a space to end it.
                    if letter.is_alphabetic() && ends_in_command(&text) {
                        text.push(' ');
                    }
                    text.push(letter);
                }
                TokenKind::Char('{' | '}') => {}
                TokenKind::Char(mark @ ('_' | '^')) => {
                    self.next += 1;
                    let inner = self.subscript()?;
                    text.push(mark);
                    let short = inner.chars().count() == 1;
                    if short {
                        text.push_str(&inner);
                    } else {
                        text.extend(["{", &inner, "}"]);
                    }
                    continue;
                }
                TokenKind::Char(letter) => text.push(letter),
                TokenKind::Raw(Raw::Text, raw) => {
                    let name: String = raw.split_whitespace().collect();
                    let plain = name
                        .chars()
                        .all(|letter| letter.is_alphanumeric() || "-+,.'/*()_".contains(letter));
                    if !plain {
                        return Err(
                            self.unexpected("letters and digits in the text of a subscript")
                        );
                    }
                    if name.starts_with(char::is_alphabetic) && ends_in_command(&text) {
                        text.push(' ');
                    }
                    text.push_str(&name);
                }
                TokenKind::Command(command) if command.role == Role::Roman => {}
                TokenKind::Command(command) if command.role == Role::Fraction => {
                    self.next += 1;
                    let (above, below) = (self.subscript()?, self.subscript()?);
                    text.extend([&grouped(above), "/", &grouped(below)]);
                    continue;
                }
                TokenKind::Command(command) if command.takes_symbol() => {
                    let symbol = self.nested(Self::base)?;
                    text.push_str(&symbol.name());
                    continue;
                }
                TokenKind::Command(command) => match command.mark() {
                    Some(mark) => {
                        if !mark.starts_with('\\') && ends_in_command(&text) {
                            text.push(' ');
                        }
                        text.push_str(&mark);
                    }
                    None => {
                        return Err(self.unexpected("a letter, a digit or a mark in a name"));
                    }
                },
                TokenKind::Open(delimiter) => text.push_str(delimiter.opening()),
                TokenKind::Close(delimiter) => text.push_str(delimiter.closing()),
                _ => return Err(self.unexpected("a letter, a digit or a mark in a name")),
            }
            self.next += 1;
        }
        Ok(text)
    }
}

/// Whether tokens are an order: a whole number, up to three letters, or the sign of `\psi^{(+)}`.
fn is_order(words: &[Token<'_>]) -> bool {
    if matches!(words, [sign] if sign.is('+') || sign.is('-')) {
        return true;
    }
    let digits = words
        .iter()
        .all(|token| matches!(token.kind, TokenKind::Digit(_)));
    let letters = words
        .iter()
        .all(|token| matches!(token.kind, TokenKind::Letter(_)));
    !words.is_empty() && (digits || letters && words.len() <= 3)
}

/// Whether a letter is repeated: as a power it would be written as a square.
fn is_doubled(words: &[Token<'_>]) -> bool {
    matches!(words, [one, other] if one.kind == other.kind && words::is_letter(&one.kind))
}

/// Whether a small ring after a symbol is a degree sign: after a letter for an angle, and after the small letters of
/// school geometry.
fn is_angle(symbol: &Symbol) -> bool {
    match symbol.base.strip_prefix('\\') {
        Some(name) => name != "mu" && name.starts_with(|letter: char| letter.is_ascii_lowercase()),
        None => symbol.base.starts_with(|letter: char| {
            letter.is_ascii_lowercase() && !matches!(letter, 'c' | 'p')
        }),
    }
}

/// Whether an operand begins with a word.
fn begins_operand(kind: &TokenKind<'_>) -> bool {
    match kind {
        TokenKind::Letter(_)
        | TokenKind::Digit(_)
        | TokenKind::Raw(..)
        | TokenKind::Open(_)
        | TokenKind::Begin(_) => true,
        TokenKind::Char(letter) => matches!(letter, '.' | '(' | '[' | '{'),
        TokenKind::Command(command) => command.begins_factor(),
        _ => false,
    }
}

/// A part of a fraction in a name: in brackets where it is a sum.
fn grouped(part: String) -> String {
    if part.contains(['+', '-']) {
        format!("({part})")
    } else {
        part
    }
}

fn ends_in_command(text: &str) -> bool {
    text.rfind('\\').is_some_and(|start| {
        text[start + 1..]
            .chars()
            .all(|letter| letter.is_ascii_alphabetic())
    })
}
