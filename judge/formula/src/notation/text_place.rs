//! Places in a text, counted as editors count them.

use std::fmt;

/// A place in a text, both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The character in its line.
    pub column: usize,
}

impl TextPlace {
    /// Where a text begins.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place of a byte of a text.
    pub fn of_byte(text: &str, byte: usize) -> Self {
        Self::START.after(text.get(..byte).unwrap_or(text))
    }

    /// The place after a text that begins here.
    #[must_use]
    pub fn after(self, text: &str) -> Self {
        match text.rfind('\n') {
            None => Self {
                column: self.column + text.chars().count(),
                ..self
            },
            Some(last) => Self {
                line: self.line + text.bytes().filter(|byte| *byte == b'\n').count(),
                column: text[last + 1..].chars().count() + 1,
            },
        }
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
