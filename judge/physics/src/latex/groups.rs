//! Which brackets belong together.
//!
//! What opens a bracket and what closes one is said by [`Kind::side`], and groups in braces are
//! matched in [`Groups::of`], once for the words as they are typed and once for those that macros
//! leave. Nothing else in the reader looks for the end of a group.

use super::token::{Kind, Token};

/// What a word does to the brackets around what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Opens,
    Closes,
    /// It is no bracket.
    Neither,
}

impl Kind<'_> {
    pub(super) fn side(&self) -> Side {
        match self {
            Kind::Char('(' | '[' | '{') | Kind::Open(_) | Kind::Begin(_) => Side::Opens,
            Kind::Char(')' | ']' | '}') | Kind::Close(_) | Kind::End(_) => Side::Closes,
            _ => Side::Neither,
        }
    }
}

/// The groups in braces of a row of words.
pub(super) struct Groups {
    /// For each word the `}` to the `{` that it is.
    ends: Vec<Option<usize>>,
    /// For each word the `{` of the innermost group that it stands in.
    around: Vec<Option<usize>>,
}

impl Groups {
    pub(super) fn of(tokens: &[Token<'_>]) -> Self {
        let mut ends = vec![None; tokens.len()];
        let mut around = Vec::with_capacity(tokens.len());
        let mut open = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if token.is('}')
                && let Some(start) = open.pop()
            {
                ends[start] = Some(index);
            }
            around.push(open.last().copied());
            if token.is('{') {
                open.push(index);
            }
        }
        Self { ends, around }
    }

    /// The `}` to the `{` at an index; nothing where there is no group.
    pub(super) fn end(&self, open: usize) -> Option<usize> {
        *self.ends.get(open)?
    }

    /// The `{` and the `}` of the group around the word at an index.
    pub(super) fn around(&self, index: usize) -> Option<(usize, usize)> {
        let open = self.around[index]?;
        Some((open, self.end(open)?))
    }

    /// The index after the one word or group at an index.
    pub(super) fn after(&self, index: usize) -> usize {
        self.end(index).unwrap_or(index) + 1
    }
}

/// The bytes of the group that a text begins with, its braces among them.
pub(crate) fn group_length(text: &str) -> Option<usize> {
    let mut level = 0_usize;
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => level += 1,
            b'}' => level = level.checked_sub(1)?,
            _ => {}
        }
        if level == 0 {
            return (byte == b'}').then_some(offset + 1);
        }
    }
    None
}
