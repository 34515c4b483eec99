//! What an organizer sets of a season, one field of a form each.

use crate::words::Phrase;

/// A field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key in `season.toml`, with a dot after the name of a table.
    pub key: &'static str,
    /// What it is called.
    pub label: Phrase,
    /// What it does.
    pub does: Phrase,
    /// What may be in it.
    pub kind: FieldKind,
}

/// What may be in a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A line of so many characters.
    Line(usize),
    /// A few sentences of so many characters.
    Text(usize),
    /// A whole number from here on.
    Number(u32),
    /// One of some words.
    Choice(fn() -> Vec<&'static str>),
}
