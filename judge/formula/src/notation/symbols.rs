//! Reads symbols: a base with its accents, scripts and marks.

use super::parser::{Parser, Result};
use super::token::{Raw, Token, TokenKind};
use crate::notation::vocabulary::{Command, Role};
use crate::tree::{Accent, Symbol, is_small};

impl Parser<'_, '_> {
    /// A symbol with its primes, label and subscript.
    pub(super) fn symbol(&mut self) -> Result<Symbol> {
        let mut symbol = self.base()?;
        self.marks(&mut symbol)?;
        Ok(symbol)
    }

    /// The base of a symbol, without its scripts and marks.
    pub(super) fn base(&mut self) -> Result<Symbol> {
        let Some(token) = self.peek() else {
            return Err(self.unexpected("a symbol"));
        };
        match token.kind {
            TokenKind::Letter(letter) => {
                if self.at_answer() {
                    self.next += 3;
                    return Ok(Symbol::new("ans"));
                }
                self.next += 1;
                Ok(Symbol::new(letter))
            }
            TokenKind::Raw(Raw::Text, text) => {
                let name = self.text_name(text)?;
                self.next += 1;
                Ok(Symbol::new(name))
            }
            TokenKind::Command(command) => self.base_by_command(command),
            _ if self.at_prescript() => self.prescript(),
            _ => Err(self.unexpected("a symbol")),
        }
    }

    fn base_by_command(&mut self, command: &'static Command) -> Result<Symbol> {
        match command.role {
            Role::Letter => {
                self.next += 1;
                Ok(Symbol::new(command.symbol().unwrap_or_default()))
            }
            Role::Nabla => {
                self.next += 1;
                Ok(Symbol::new(r"\nabla").as_vector())
            }
            Role::Prescript => self.prescript(),
            Role::State(parts) => self.ket_command(command.canonical, parts),
            Role::Vector | Role::Bold => {
                let mut symbol = self.decorated("a symbol that is a vector")?;
                symbol.vector = true;
                Ok(symbol)
            }
            Role::Font => self.font(command),
            Role::Roman => {
                self.next += 1;
                Ok(Symbol::new(self.roman_name()?))
            }
            Role::Accent(accent) => {
                let mut symbol = self.decorated("a symbol under the accent")?;
                put_accent(&mut symbol, accent);
                Ok(symbol)
            }
            Role::Dots(order @ 1..=2) => {
                let mut symbol = self.decorated("a symbol under the dots")?;
                symbol.accents.push(if order == 1 {
                    Accent::Dot
                } else {
                    Accent::DoubleDot
                });
                Ok(symbol)
            }
            _ => Err(self.unexpected("a symbol")),
        }
    }

    /// Whether `ans` follows, the name of a problem's answer, which is one symbol even without `\text{}`.
    fn at_answer(&self) -> bool {
        let word: Vec<&Token<'_>> = self.tokens[self.next..].iter().take(3).collect();
        let letters = word.iter().map(|token| token.kind);
        letters.eq(['a', 'n', 's'].map(TokenKind::Letter))
            && word.windows(2).all(|pair| pair[0].end == pair[1].start)
    }

    /// The argument of an accent or arrow: a symbol, several letters, or a digit.
    fn decorated(&mut self, what: &str) -> Result<Symbol> {
        self.next += 1;
        if !self.at('{') {
            return match self.peek().map(|token| token.kind) {
                Some(TokenKind::Letter(letter)) => {
                    self.next += 1;
                    Ok(Symbol::new(letter))
                }
                Some(TokenKind::Digit(digit)) => {
                    self.next += 1;
                    Ok(Symbol::new(digit))
                }
                Some(TokenKind::Command(_)) => self.nested(Self::base),
                _ => Err(self.unexpected(what)),
            };
        }
        self.nested(|parser| {
            parser.braced(|parser| {
                let letters: String = parser.tokens[parser.next..]
                    .iter()
                    .map_while(|token| match token.kind {
                        TokenKind::Letter(letter) | TokenKind::Digit(letter) => Some(letter),
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
    fn font(&mut self, command: &Command) -> Result<Symbol> {
        self.next += 1;
        let braced = self.take('{');
        let mut letters = String::new();
        while let Some(TokenKind::Letter(letter) | TokenKind::Digit(letter)) =
            self.peek().map(|token| token.kind)
        {
            letters.push(letter);
            self.next += 1;
            if !braced {
                break;
            }
        }
        // `\slashed{\partial}`
        if letters.is_empty()
            && let Some(TokenKind::Command(letter)) = self.peek().map(|token| token.kind)
            && (letter.role == Role::Letter || letter.role == Role::Partial)
        {
            letters = format!(r"\{}", letter.canonical);
            self.next += 1;
        }
        if letters.is_empty() {
            return Err(self.unexpected(&format!(r"a letter after `\{}`", command.name)));
        }
        if braced {
            self.expect('}', "that closes a group")?;
        }
        Ok(Symbol::new(format!(r"\{}{{{letters}}}", command.canonical)))
    }

    /// The name in `\mathrm{…}`, after the command.
    pub(super) fn roman_name(&mut self) -> Result<String> {
        let braced = self.take('{');
        let mut name = String::new();
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Letter(letter) => name.push(letter),
                TokenKind::Digit(digit) if !name.is_empty() => name.push(digit),
                TokenKind::Char('-') if !name.is_empty() => name.push('-'),
                TokenKind::Command(greek) if name.is_empty() && greek.role == Role::Letter => {
                    name = greek.symbol().unwrap_or_default();
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
            // `\mathrm{const.}` is `\mathrm{const}`.
            self.take('.');
            self.expect('}', "that closes the name")?;
        }
        Ok(name)
    }

    /// The name that `\text{…}` holds.
    pub(super) fn text_name(&self, text: &str) -> Result<String> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // `\text{const.}` and `\text{constant}` are `\text{const}`.
        let name = match name.trim_end_matches('.') {
            "constant" => "const",
            name => name,
        };
        let name = name.to_owned();
        let usable = name.starts_with(char::is_alphabetic)
            && name
                .chars()
                .all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '.'));
        if usable {
            return Ok(name);
        }
        Err(self.unexpected("a name of letters and digits in the text"))
    }
}

/// A hat over a small letter makes a unit vector.
fn put_accent(symbol: &mut Symbol, accent: Accent) {
    // `\underline{F}` is a handwritten vector.
    if accent == Accent::Underline && !symbol.vector {
        symbol.vector = true;
        return;
    }
    symbol.accents.push(accent);
    if accent == Accent::Hat && is_small(&symbol.base) {
        symbol.vector = true;
    }
}
