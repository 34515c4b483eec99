//! The error that says why a text is not a formula.

/// What was found where something else was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: found {found}, expected {expected}")]
pub struct ReadError {
    /// The byte of the source where it stands.
    pub byte: usize,
    /// The character of the source where it stands, from 1; line breaks count as characters.
    pub column: usize,
    /// What was found there.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl ReadError {
    pub(super) fn new(
        source: &str,
        byte: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            byte,
            column: column(source, byte),
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// The character, from 1, that begins at a byte.
pub(crate) fn column(source: &str, byte: usize) -> usize {
    source.get(..byte).unwrap_or(source).chars().count() + 1
}
