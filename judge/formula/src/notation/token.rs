//! The tokens of LaTeX.

use super::tree::{Bracketed, GroupKind, Side, TokenRow};
use crate::notation::vocabulary::{Command, Delimiter, Role};

/// Adjacent tokens, with the content of the brackets among them.
pub(super) type Words<'t, 's> = TokenRow<'t, Token<'s>>;

/// One token with its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'s> {
    pub(super) kind: TokenKind<'s>,
    /// Byte where it begins.
    pub(super) start: usize,
    /// Byte after it.
    pub(super) end: usize,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'s> {
    /// A letter of the Latin alphabet.
    Letter(char),
    /// A digit.
    Digit(char),
    /// Any other character with a meaning: `+ - = ( ) [ ] { } ^ _ | , …`.
    Char(char),
    /// A command of the vocabulary.
    Command(&'static Command),
    /// A command that is not in the vocabulary, without its backslash.
    Unknown(&'s str),
    /// `\left`, `\bigl` with the delimiter that follows it; `.` for none.
    Open(Delimiter),
    /// `\right`, `\bigr` with the delimiter that follows it.
    Close(Delimiter),
    /// A command that takes raw text, with the text.
    Raw(Raw, &'s str),
    /// `\begin{…}` of an environment that is more than alignment.
    Begin(&'s str),
    /// Its `\end{…}`.
    End(&'s str),
    /// `\\`
    Break,
    /// `\quad`, `\qquad`
    Quad,
    /// A character that is not LaTeX.
    Invalid,
}

/// Commands whose argument is not mathematics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    /// `\text` and its kin
    Text,
    /// `\unit`, `\si`
    Unit,
}

impl Token<'_> {
    /// Whether it is this character.
    pub(super) fn is(&self, wanted: char) -> bool {
        self.kind == TokenKind::Char(wanted)
    }

    /// Whether it is a bar, plain or with the side to which it belongs.
    pub(super) fn is_bar(&self) -> bool {
        matches!(
            self.kind,
            TokenKind::Char('|')
                | TokenKind::Open(Delimiter::Bar)
                | TokenKind::Close(Delimiter::Bar)
        )
    }

    /// The role of the command that it is.
    pub(super) fn role(&self) -> Option<Role> {
        match self.kind {
            TokenKind::Command(command) => Some(command.role),
            _ => None,
        }
    }
}

/// Whether a token stands between two sides.
pub(super) fn is_relation(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Char('=' | '<' | '>') => true,
        TokenKind::Command(command) => command.relation().is_some(),
        _ => false,
    }
}

impl Bracketed for Token<'_> {
    fn side(&self) -> Side {
        match self.kind {
            TokenKind::Char('(' | '[' | '{') | TokenKind::Open(_) | TokenKind::Begin(_) => {
                Side::Opens
            }
            TokenKind::Char(')' | ']' | '}') | TokenKind::Close(_) | TokenKind::End(_) => {
                Side::Closes
            }
            _ => Side::Neither,
        }
    }

    fn group(&self) -> Option<GroupKind> {
        match self.kind {
            TokenKind::Char('{' | '}') => Some(GroupKind::Braces),
            TokenKind::Begin(_) | TokenKind::End(_) => Some(GroupKind::Environment),
            _ => None,
        }
    }
}
