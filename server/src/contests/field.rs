//! What an organizer sets of a season, or a setter of a problem: one field of a form each.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::words::Phrase;

/// A field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key in the file, with a dot after the name of a table.
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
    /// A line of so many characters, or nothing.
    Short(usize),
    /// A whole number from here on.
    Number(i64),
    /// One of some words.
    Choice(fn() -> Vec<&'static str>),
    /// It is so, or not.
    Check,
    /// A text in Markdown.
    Markdown,
    /// The same, or nothing.
    Prose,
    /// A program.
    Code,
    /// A formula in LaTeX.
    Formula,
}

/// What is in the fields, by their keys.
pub type Values = BTreeMap<String, String>;

/// What is wrong with a field; with the empty key what is wrong with all of it.
pub type Wrong = (Cow<'static, str>, String);

/// An address for a title: its letters and digits of ASCII, with hyphens between.
pub fn slug_of(title: &str) -> String {
    let lower = title.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut slug = words.join("-");
    slug.truncate(64);
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_an_address() {
        assert_eq!(slug_of("Herbst 2026: Übung!"), "herbst-2026-bung");
    }
}
