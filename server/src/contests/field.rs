//! The settings of a season or a problem as form fields: one field each.

use std::borrow::Cow;
use std::collections::BTreeMap;

use icu_normalizer::DecomposingNormalizerBorrowed;
use sha2::{Digest as _, Sha256};

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

/// An address for a title: its letters, Latin ones without their marks, and its digits, with hyphens between. Where
/// nothing of it is left, a word with a number that the title gives.
pub fn slug_of(title: &str, noun: &str) -> String {
    let lower = title.to_lowercase();
    let plain: String = DecomposingNormalizerBorrowed::new_nfkd()
        .normalize(&lower)
        .chars()
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .map(|c| match LETTERS.iter().find(|(letter, _)| *letter == c) {
            Some((_, plain)) => (*plain).to_owned(),
            None => c.to_string(),
        })
        .collect();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut slug = words.join("-");
    slug.truncate(64);
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() && !title.trim().is_empty() {
        let digest: [u8; 32] = Sha256::digest(title.trim()).into();
        let [first, second, ..] = digest;
        return format!("{noun}-{}", u16::from_be_bytes([first, second]));
    }
    slug.to_owned()
}

/// Latin letters that Unicode does not take apart.
const LETTERS: [(char, &str); 12] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('đ', "d"),
    ('ð', "d"),
    ('þ', "th"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ł', "l"),
    ('ŋ', "n"),
    ('ŧ', "t"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_an_address() {
        for (title, slug) in [
            ("Herbst 2026: Übung!", "herbst-2026-ubung"),
            ("Ünïcode", "unicode"),
            ("Größe B", "grosse-b"),
            ("Łódź, Ørsted & Þór", "lodz-orsted-thor"),
            ("ﬁne ①", "fine-1"),
            ("", ""),
        ] {
            assert_eq!(slug_of(title, "season"), slug);
        }
        let made = slug_of("日本語", "season");
        assert_eq!(made, slug_of(" 日本語 ", "season"));
        assert_ne!(made, slug_of("中文", "season"));
        let number: Result<u16, _> = made.trim_start_matches("season-").parse();
        assert!(number.is_ok(), "{made}");
    }
}
