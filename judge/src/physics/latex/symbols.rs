//! Symbols: a base, what stands over it, and what hangs on it.

use super::parser::{Parser, Result};
use super::token::{Kind, Raw};
use super::words;
use crate::physics::formula::{Accent, Symbol};

/// Primes that a symbol may have.
const MAX_PRIMES: u8 = 6;

impl Parser<'_, '_> {
    /// A symbol with its primes, label and subscript.
    pub(super) fn symbol(&mut self) -> Result<Symbol> {
        let mut symbol = self.base()?;
        self.marks(&mut symbol)?;
        Ok(symbol)
    }

    /// The base of a symbol, without what hangs on it.
    pub(super) fn base(&mut self) -> Result<Symbol> {
        let Some(token) = self.peek() else {
            return Err(self.unexpected("a symbol"));
        };
        match token.kind {
            Kind::Letter(letter) => {
                if let Some((word, length)) = self.word() {
                    self.next += length;
                    return Ok(Symbol::new(word));
                }
                self.next += 1;
                Ok(Symbol::new(letter))
            }
            Kind::Raw(Raw::Text, text) => {
                let name = self.text_name(text)?;
                self.next += 1;
                Ok(Symbol::new(name))
            }
            Kind::Command(name) if words::is_vector(name) => {
                let mut symbol = self.decorated("a symbol that is a vector")?;
                symbol.vector = true;
                Ok(symbol)
            }
            Kind::Command(name) if words::is_font(name) => self.font(name),
            Kind::Command(name) if words::is_roman(name) => {
                self.next += 1;
                Ok(Symbol::new(self.roman_name()?))
            }
            Kind::Command(name) => {
                if let Some(accent) = words::accent(name) {
                    let mut symbol = self.decorated("a symbol under the accent")?;
                    put_accent(&mut symbol, accent);
                    return Ok(symbol);
                }
                if name == "nabla" {
                    self.next += 1;
                    return Ok(Symbol::new(r"\nabla").as_vector());
                }
                match words::symbol(name) {
                    Some(base) => {
                        self.next += 1;
                        Ok(Symbol::new(base))
                    }
                    None => Err(self.unexpected("a symbol")),
                }
            }
            _ => Err(self.unexpected("a symbol")),
        }
    }

    /// A word of several letters that is one symbol, and its length.
    fn word(&self) -> Option<(String, usize)> {
        let run: Vec<char> = self.tokens[self.next..]
            .iter()
            .scan(None, |end, token| {
                let adjacent = end.is_none_or(|end| end == token.start);
                *end = Some(token.end);
                match token.kind {
                    Kind::Letter(letter) if adjacent => Some(letter),
                    _ => None,
                }
            })
            .take(40)
            .collect();
        let run: String = run.into_iter().collect();
        self.options
            .words
            .iter()
            .filter(|word| word.len() > 1 && run.starts_with(word.as_str()))
            .max_by_key(|word| word.len())
            .map(|word| (word.clone(), word.len()))
    }

    /// The argument of an accent or arrow: a symbol, several letters, or a digit.
    fn decorated(&mut self, what: &str) -> Result<Symbol> {
        self.next += 1;
        if !self.at('{') {
            return match self.peek().map(|token| token.kind) {
                Some(Kind::Letter(letter)) => {
                    self.next += 1;
                    Ok(Symbol::new(letter))
                }
                Some(Kind::Digit(digit)) => {
                    self.next += 1;
                    Ok(Symbol::new(digit))
                }
                Some(Kind::Command(_)) => self.nested(Self::base),
                _ => Err(self.unexpected(what)),
            };
        }
        self.nested(|parser| {
            parser.braced(|parser| {
                let letters: String = parser.tokens[parser.next..]
                    .iter()
                    .map_while(|token| match token.kind {
                        Kind::Letter(letter) | Kind::Digit(letter) => Some(letter),
                        _ => None,
                    })
                    .take(40)
                    .collect();
                let after = parser.next + letters.len();
                let digits = letters.starts_with(|letter: char| letter.is_ascii_digit());
                let mut symbol = if letters.len() > 1
                    && parser.tokens.get(after).is_some_and(|token| !token.is('_'))
                    || digits
                {
                    parser.next = after;
                    Symbol::new(letters)
                } else {
                    parser.base()?
                };
                parser.marks(&mut symbol)?;
                Ok(symbol)
            })
        })
    }

    /// `\mathcal{L}`
    fn font(&mut self, name: &str) -> Result<Symbol> {
        self.next += 1;
        let braced = self.take('{');
        let mut letters = String::new();
        while let Some(Kind::Letter(letter) | Kind::Digit(letter)) =
            self.peek().map(|token| token.kind)
        {
            letters.push(letter);
            self.next += 1;
            if !braced {
                break;
            }
        }
        if letters.is_empty() {
            return Err(self.unexpected(&format!(r"a letter after `\{name}`")));
        }
        if braced {
            self.expect('}', "that closes a group")?;
        }
        let name = if name == "cal" { "mathcal" } else { name };
        Ok(Symbol::new(format!(r"\{name}{{{letters}}}")))
    }

    /// The name in `\mathrm{…}`, past the command.
    pub(super) fn roman_name(&mut self) -> Result<String> {
        let braced = self.take('{');
        let mut name = String::new();
        while let Some(token) = self.peek() {
            match token.kind {
                Kind::Letter(letter) => name.push(letter),
                Kind::Digit(digit) if !name.is_empty() => name.push(digit),
                Kind::Char('-') if !name.is_empty() => name.push('-'),
                Kind::Command(greek) if name.is_empty() && words::symbol(greek).is_some() => {
                    name = words::symbol(greek).unwrap_or_default();
                    self.next += 1;
                    break;
                }
                _ => break,
            }
            self.next += 1;
            if !braced {
                break;
            }
        }
        if name.is_empty() {
            return Err(self.unexpected("a name in upright letters"));
        }
        if braced {
            self.expect('}', "that closes the name")?;
        }
        Ok(name)
    }

    /// The name that `\text{…}` holds.
    pub(super) fn text_name(&self, text: &str) -> Result<String> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let usable = name.starts_with(char::is_alphabetic)
            && name
                .chars()
                .all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '.'));
        if usable {
            return Ok(name);
        }
        Err(self.unexpected("a name of letters and digits in the text"))
    }

    /// Primes, a label and a subscript, in any order. An exponent is left standing.
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
        let after = self.after_argument(here + 1);
        if !self.tokens.get(after).is_some_and(|token| token.is('_')) {
            return Ok(());
        }
        self.next = after;
        self.lower(symbol)?;
        self.read_ahead = Some((after, self.next));
        self.next = here;
        Ok(())
    }

    /// Takes a superscript that is no power; whether it was one.
    fn label(&mut self, symbol: &mut Symbol) -> Result<bool> {
        let caret = self.next;
        let start = caret + 1;
        let primes = self.raised_primes(caret);
        if primes > 0 {
            self.next = self.after_argument(start);
            for _ in 0..primes {
                self.prime(symbol)?;
            }
            return Ok(true);
        }
        if !self.is_label(caret) {
            return Ok(false);
        }
        if symbol.label.is_some() {
            return Err(self.unexpected("one superscript"));
        }
        self.next = start;
        symbol.label = Some(self.subscript()?);
        Ok(true)
    }

    /// The words raised by the `^` at an index: those in braces, or one with its argument.
    fn raised_words(&self, caret: usize) -> (std::ops::Range<usize>, bool) {
        let start = caret + 1;
        match self.tokens.get(start).map(|token| token.kind) {
            Some(Kind::Char('{')) if self.partners[start] != usize::MAX => {
                (start + 1..self.partners[start], true)
            }
            Some(Kind::Command(name)) if words::is_roman(name) => {
                (start..self.after_argument(start + 1), false)
            }
            Some(_) => (start..start + 1, false),
            None => (start..start, false),
        }
    }

    /// How many primes the `^` at an index raises, if it raises nothing else.
    fn raised_primes(&self, caret: usize) -> usize {
        let (inside, _) = self.raised_words(caret);
        let inside = self.tokens.get(inside).unwrap_or_default();
        let primes = inside
            .iter()
            .all(|token| token.is_command("prime") || token.is('\''));
        if primes { inside.len() } else { 0 }
    }

    /// Whether the `^` at an index raises a mark such as `*` or text, which is no power.
    pub(super) fn is_label(&self, caret: usize) -> bool {
        let (range, braced) = self.raised_words(caret);
        let is_mark = |kind: &Kind<'_>| {
            matches!(
                kind,
                Kind::Char('*' | '+' | '-')
                    | Kind::Raw(Raw::Text, _)
                    | Kind::Command(
                        "ast"
                            | "star"
                            | "dagger"
                            | "ddagger"
                            | "perp"
                            | "parallel"
                            | "ominus"
                            | "oplus"
                    )
            )
        };
        let inside = self.tokens.get(range.clone()).unwrap_or_default();
        let Some(first) = inside.first() else {
            return false;
        };
        let roman = matches!(first.kind, Kind::Command(name) if words::is_roman(name))
            && self.after_argument(range.start + 1) == range.end;
        let marks = inside.len() <= 2 && inside.iter().all(|token| is_mark(&token.kind));
        // `x^-1` is a mistake for `x^{-1}`, not the symbol x⁻.
        let bare_sign = !braced && (first.is('+') || first.is('-'));
        marks && !bare_sign || roman
    }

    /// The text of a subscript, past `_`, in its canonical spelling.
    pub(super) fn subscript(&mut self) -> Result<String> {
        let start = self.next;
        let (from, to) = match self.peek() {
            None => return Err(self.unexpected("a subscript")),
            Some(token) if token.is('{') => {
                if self.partners[start] == usize::MAX {
                    return Err(self.error(
                        self.tokens.len(),
                        "the end of the formula",
                        "`}` after a subscript",
                    ));
                }
                (start + 1, self.partners[start])
            }
            Some(token) => match token.kind {
                Kind::Command(name) if words::takes_symbol(name) => {
                    (start, self.after_argument(start + 1))
                }
                _ => (start, start + 1),
            },
        };
        self.next = from;
        let text = self.nested(|parser| parser.script(to.min(parser.tokens.len())))?;
        if text.is_empty() {
            return Err(self.error(from, "nothing", "a subscript"));
        }
        self.next = self.after_argument(start).max(to);
        Ok(text)
    }

    /// The words up to `to` as they are spelled in a subscript.
    fn script(&mut self, to: usize) -> Result<String> {
        let mut text = String::new();
        while self.next < to {
            let token = &self.tokens[self.next];
            match token.kind {
                Kind::Letter(letter) | Kind::Digit(letter) => {
                    // A command before a letter needs a space to end it.
                    if letter.is_alphabetic() && ends_in_command(&text) {
                        text.push(' ');
                    }
                    text.push(letter);
                }
                Kind::Char('{' | '}') => {}
                Kind::Char(mark @ ('_' | '^')) => {
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
                Kind::Char(letter) => text.push(letter),
                Kind::Raw(Raw::Text, raw) => {
                    let name: String = raw.split_whitespace().collect();
                    let plain = name
                        .chars()
                        .all(|letter| letter.is_alphanumeric() || "-+,.'/*()".contains(letter));
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
                Kind::Command(name) if words::is_roman(name) => {}
                Kind::Command(name) if words::takes_symbol(name) => {
                    let symbol = self.nested(Self::base)?;
                    text.push_str(&symbol.name());
                    continue;
                }
                Kind::Command(name) => match words::mark(name) {
                    Some(mark) => {
                        if !mark.starts_with('\\') && ends_in_command(&text) {
                            text.push(' ');
                        }
                        text.push_str(&mark);
                    }
                    None => {
                        return Err(self.unexpected("a letter, a digit or a mark in a subscript"));
                    }
                },
                _ => return Err(self.unexpected("a letter, a digit or a mark in a subscript")),
            }
            self.next += 1;
        }
        Ok(text)
    }
}

fn ends_in_command(text: &str) -> bool {
    text.rfind('\\').is_some_and(|start| {
        text[start + 1..]
            .chars()
            .all(|letter| letter.is_ascii_alphabetic())
    })
}

/// A hat over a small letter makes a unit vector.
fn put_accent(symbol: &mut Symbol, accent: Accent) {
    symbol.accents.push(accent);
    if accent == Accent::Hat && is_small(&symbol.base) {
        symbol.vector = true;
    }
}

/// Whether a base is a small letter, Latin or Greek.
pub(crate) fn is_small(base: &str) -> bool {
    let letter = base.strip_prefix('\\').unwrap_or(base);
    letter.starts_with(|letter: char| letter.is_ascii_lowercase())
        && (base.starts_with('\\') && !base.contains('{') || letter.len() == 1)
}
