//! Reads reactions in the syntax of the package mhchem: `\ce{^{238}_{92}U -> ^{234}_{90}Th + ^4_2He}`.

use super::Lexer;
use crate::notation::token::{Token, TokenKind};
use crate::notation::vocabulary;
use crate::notation::vocabulary::command_name;
use crate::notation::vocabulary::{Role, known};
use crate::notation::{group_length, unicode};

impl<'s> Lexer<'s> {
    /// The tokens of the reaction in the braces that come next; `None` if part of it is unknown. Moves past the
    /// braces.
    pub(super) fn reaction(&mut self) -> Option<Vec<Token<'s>>> {
        self.skip_spaces();
        let length = group_length(self.rest())?;
        let from = self.at + 1;
        self.at += length;
        let mut reaction = Reaction {
            text: &self.source[..self.at - 1],
            at: from,
            begins: true,
            words: Vec::new(),
        };
        while reaction.at < reaction.text.len() {
            reaction.step()?;
        }
        Some(reaction.words)
    }
}

struct Reaction<'s> {
    /// The source up to the end of the reaction.
    text: &'s str,
    at: usize,
    /// Whether a particle begins here.
    begins: bool,
    words: Vec<Token<'s>>,
}

impl<'s> Reaction<'s> {
    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    /// Takes this many bytes as one token.
    fn take(&mut self, length: usize, kind: TokenKind<'s>) {
        let start = self.at;
        self.at += length;
        let end = self.at;
        self.words.push(Token { kind, start, end });
    }

    /// Takes a token, characters in braces after it, and the rest of this many bytes.
    fn take_group(&mut self, length: usize, before: TokenKind<'s>, inside: &str) {
        let end = self.at + length;
        self.take(0, before);
        self.take(0, TokenKind::Char('{'));
        for letter in inside.chars() {
            self.take(1, unicode::plain_kind(letter));
        }
        self.at = end;
        self.take(0, TokenKind::Char('}'));
    }

    fn step(&mut self) -> Option<()> {
        let rest = self.rest();
        let begins = self.begins;
        self.begins &= rest.starts_with("{}");
        let count = |is_part: fn(&u8) -> bool| rest.bytes().take_while(is_part).count();
        let digits = count(u8::is_ascii_digit);
        match rest.chars().next()? {
            ' ' | '\n' => {
                self.at += 1;
                self.begins = true;
            }
            '-' if rest.starts_with("->") => {
                self.take(2, TokenKind::Command(known("to")));
                // The text above and below the arrow.
                while let Some(inside) = self.rest().strip_prefix('[') {
                    self.at += inside.find(']')? + 2;
                }
                self.begins = true;
            }
            '+' if begins => {
                self.take(1, TokenKind::Char('+'));
                self.begins = true;
            }
            sign @ ('+' | '-') => {
                self.take_group(1, TokenKind::Char('^'), sign.encode_utf8(&mut [0; 4]));
            }
            mark @ ('^' | '_') => {
                if begins {
                    self.take(0, TokenKind::Char('{'));
                    self.take(0, TokenKind::Char('}'));
                }
                let raised = &rest[1..];
                let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-');
                let (inside, length) = if let Some(length) = group_length(raised) {
                    (&raised[1..length - 1], length)
                } else {
                    let length = raised.bytes().take_while(is_part).count();
                    (&raised[..length], length)
                };
                let is_plain =
                    |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-');
                if inside.is_empty() || !inside.chars().all(is_plain) {
                    return None;
                }
                self.take_group(1 + length, TokenKind::Char(mark), inside);
            }
            '0'..='9' if begins => {
                for digit in rest[..digits].chars() {
                    self.take(1, TokenKind::Digit(digit));
                }
                self.begins = true;
            }
            '0'..='9' => self.take_group(digits, TokenKind::Char('_'), &rest[..digits]),
            'A'..='Z' | 'a'..='z' => {
                let length = 1 + rest[1..].bytes().take_while(u8::is_ascii_lowercase).count();
                self.take_group(length, TokenKind::Command(known("mathrm")), &rest[..length]);
            }
            '\\' => {
                let name = command_name(&rest[1..]);
                let letter = vocabulary::find(name).filter(|known| known.role == Role::Letter)?;
                self.take(1 + name.len(), TokenKind::Command(letter));
            }
            '{' if rest.starts_with("{}") => self.at += 2,
            bracket @ ('(' | ')') => self.take(1, TokenKind::Char(bracket)),
            _ => return None,
        }
        Some(())
    }
}
