//! Reads TOML with a closed schema: every key is known, every value has its type, and all mistakes are reported at
//! once with key and line. This module knows TOML but no contests.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::package::Faults;

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T> {
    /// The value.
    pub value: T,
    /// First byte of the value in the text.
    pub offset: usize,
}

/// A text in which lines that are not TOML are blanked out, so that the others can be read. Every byte keeps its
/// place.
#[derive(Debug)]
pub struct Mended {
    text: String,
    broken: bool,
}

impl Mended {
    /// Finds the lines that are not TOML and reports them. A mistake that also spoils the line after it, such as an
    /// unclosed text, ends the search, unless that line begins with a key: further errors would only follow from it.
    pub fn new(text: &str, faults: &mut Faults<'_>) -> Self {
        let mut mended = Self {
            text: text.to_owned(),
            broken: false,
        };
        let mut last_line = None;
        loop {
            let (_, errors) = DeTable::parse_recoverable(&mended.text);
            let Some(error) = errors.first() else {
                return mended;
            };
            let offset = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = faults.line(offset);
            let follows = last_line.is_some_and(|last| line == last + 1);
            if last_line.is_some_and(|last| line <= last)
                || follows && !begins_with_key(&mended.text, offset)
            {
                return mended;
            }
            mended.broken = true;
            last_line = Some(line);
            if let Some(list) = open_list(&mended.text, offset) {
                faults.add(list, "the list that begins here has no `]` at its end");
                mended.blank_between(list, offset);
            } else {
                faults.add(offset, message(text, offset, error.message()));
                mended.blank(offset);
            }
        }
    }

    /// Fills the lines from one byte up to another byte's line with spaces.
    fn blank_between(&mut self, from: usize, end: usize) {
        let mut at = from;
        while self.text[at..end].contains('\n') {
            let next = at
                + self.text[at..end]
                    .find('\n')
                    .map_or(0, |newline| newline + 1);
            self.blank(at);
            at = next;
        }
    }

    /// Fills the line around a byte with spaces.
    fn blank(&mut self, offset: usize) {
        let (before, after) = self.text.split_at(offset);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let end = after
            .find('\n')
            .map_or(self.text.len(), |newline| offset + newline);
        self.text
            .replace_range(start..end, &" ".repeat(end - start));
    }
}

/// Whether a text begins with a key and its `=`.
fn is_key(text: &str) -> bool {
    let key =
        text.trim_start_matches(|letter: char| letter.is_alphanumeric() || "_-.".contains(letter));
    key.len() < text.len() && key.trim_start().starts_with('=')
}

/// Whether the line around a byte begins with a key.
fn begins_with_key(text: &str, offset: usize) -> bool {
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    is_key(text[start..].trim_start())
}

/// The start of the list that is open before the line of a byte, if that line starts with a key: the key was read as
/// an item.
fn open_list(text: &str, offset: usize) -> Option<usize> {
    let line = text[..offset].rfind('\n')? + 1;
    let whole = text[line..].lines().next().unwrap_or_default();
    if !is_key(whole.trim_start()) && !whole.trim_start().starts_with('[') {
        return None;
    }
    let (list, opened) = text[..line - 1]
        .rmatch_indices('\n')
        .map(|(at, _)| at + 1)
        .chain([0])
        .find_map(|start| {
            let line = text[start..].lines().next().unwrap_or_default();
            is_key(line.trim_start()).then_some((start, line))
        })?;
    let is_open = opened
        .split_once('=')
        .is_some_and(|(_, value)| value.trim_start().starts_with('['))
        && text[list..line].matches('[').count() > text[list..line].matches(']').count();
    is_open.then_some(list)
}

/// The mistake at a byte, in plain words. The parser reads a word that starts like `true`, `false`, `inf` or `nan` as
/// one of these, so its message speaks of booleans when quotes are missing.
fn message<'m>(text: &str, offset: usize, parser: &'m str) -> &'m str {
    const WORDS: [(&str, &str); 5] = [
        ("duplicate key", "this key or table stands twice"),
        ("key with no value", "a key needs `=` and a value behind it"),
        ("string values must be quoted", "a text must be in quotes"),
        (
            "unexpected key or value",
            "this does not belong to the value before it: each key needs a line of its own",
        ),
        (
            "carriage return must be followed by newline",
            "a carriage return without the end of a line",
        ),
    ];
    let (before, at) = text.split_at(offset);
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let before = before[line..].trim_end_matches([' ', '\t']);
    // `[limits]` is the header of a table.
    let is_value =
        before.ends_with(['=', ',']) || before.trim_start().len() > 1 && before.ends_with('[');
    if is_value && at.starts_with(char::is_alphabetic) {
        return "a text must be in quotes";
    }
    let plain = WORDS.iter().find(|(words, _)| parser.starts_with(words));
    plain.map_or(parser, |(_, plain)| plain)
}

/// A parsed TOML file.
#[derive(Debug)]
pub struct Document<'t> {
    root: DeTable<'t>,
    /// Whether part of it is not TOML and so is missing from the table.
    broken: bool,
}

impl<'t> Document<'t> {
    /// Parses the readable part of a text.
    pub fn parse(mended: &'t Mended) -> Self {
        let (root, _) = DeTable::parse_recoverable(&mended.text);
        Self {
            root: root.into_inner(),
            broken: mended.broken,
        }
    }

    /// The keys outside all tables.
    pub fn root(&self) -> Table<'_, 't> {
        Table {
            entries: &self.root,
            path: String::new(),
            broken: self.broken,
        }
    }
}

/// A table of a document.
#[derive(Debug)]
pub struct Table<'d, 't> {
    entries: &'d DeTable<'t>,
    /// Its name with a dot; empty for the root.
    path: String,
    broken: bool,
}

impl<'d, 't> Table<'d, 't> {
    /// Reports every unknown key.
    pub fn close(&self, known: &[&str], faults: &mut Faults<'_>) {
        for key in self.entries.keys() {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                faults.add(
                    key.span().start,
                    format!(
                        "unknown key `{}{name}`{}; known keys: {}",
                        self.path,
                        suggestion(name, known),
                        known.join(", ")
                    ),
                );
            }
        }
    }

    /// Its keys with their places.
    pub fn keys(&self) -> impl Iterator<Item = (&str, usize)> {
        (self.entries.keys()).map(|key| (key.get_ref().as_ref(), key.span().start))
    }

    /// Whether the key exists, whatever its value.
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Reports missing keys, unless parts of the file could not be read.
    pub fn require(&self, keys: &[&str], faults: &mut Faults<'_>) {
        for key in keys {
            if !self.broken && !self.has(key) {
                faults.add_whole(format!("the key `{}{key}` is missing", self.path));
            }
        }
    }

    /// A text, if the key exists and its value is a text.
    pub fn text(&self, key: &str, faults: &mut Faults<'_>) -> Option<Found<String>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(found(value, text.to_string())),
            other => self.wrong_type(key, value, "a text in quotes", other, faults),
        }
    }

    /// A text that a check accepts, if the key exists and its value is a text.
    pub fn checked<E: Display>(
        &self,
        key: &str,
        check: impl Fn(&str) -> Result<(), E>,
        faults: &mut Faults<'_>,
    ) -> Option<String> {
        let Found { value, offset } = self.text(key, faults)?;
        match check(&value) {
            Ok(()) => Some(value),
            Err(message) => {
                self.wrong(key, offset, message, faults);
                None
            }
        }
    }

    /// The value that a text stands for, if the key exists and its text is one of the words.
    pub fn word<T: FromStr<Err: Display>>(
        &self,
        key: &str,
        faults: &mut Faults<'_>,
    ) -> Option<Found<T>> {
        let Found { value, offset } = self.text(key, faults)?;
        match value.parse() {
            Ok(value) => Some(Found { value, offset }),
            Err(error) => {
                self.wrong(key, offset, error, faults);
                None
            }
        }
    }

    /// Reports what is wrong with the value of a key.
    pub fn wrong(&self, key: &str, offset: usize, message: impl Display, faults: &mut Faults<'_>) {
        faults.add(offset, format!("`{}{key}`: {message}", self.path));
    }

    /// A whole number in a range, if the key exists and its value is one.
    pub fn number(
        &self,
        key: &str,
        range: RangeInclusive<i64>,
        faults: &mut Faults<'_>,
    ) -> Option<Found<i64>> {
        let value = self.value(key)?;
        let DeValue::Integer(digits) = value.get_ref() else {
            let other = value.get_ref();
            return self.wrong_type(key, value, "a whole number", other, faults);
        };
        match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(number) if range.contains(&number) => Some(found(value, number)),
            _ => {
                let (least, most) = range.into_inner();
                let message =
                    format!("expected a whole number from {least} to {most}, found {digits}");
                self.wrong(key, value.span().start, message, faults);
                None
            }
        }
    }

    /// A list of texts, if the key exists and its value is one.
    pub fn texts(&self, key: &str, faults: &mut Faults<'_>) -> Option<Found<Vec<Found<String>>>> {
        let value = self.value(key)?;
        let DeValue::Array(items) = value.get_ref() else {
            let other = value.get_ref();
            return self.wrong_type(key, value, "a list of texts", other, faults);
        };
        let mut texts = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::String(text) => texts.push(found(item, text.to_string())),
                other => {
                    self.wrong_type::<()>(key, item, "only texts in the list", other, faults);
                }
            }
        }
        (texts.len() == items.len()).then(|| found(value, texts))
    }

    /// A table inside this one, if the key exists and its value is a table.
    pub fn table(&self, key: &str, faults: &mut Faults<'_>) -> Option<Table<'d, 't>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::Table(entries) => Some(Table {
                entries,
                path: format!("{}{key}.", self.path),
                broken: self.broken,
            }),
            other => self.wrong_type(key, value, &format!("a table [{key}]"), other, faults),
        }
    }

    fn value(&self, key: &str) -> Option<&'d Spanned<DeValue<'t>>> {
        self.entries.get(key)
    }

    fn wrong_type<T>(
        &self,
        key: &str,
        at: &Spanned<DeValue<'_>>,
        expected: &str,
        value: &DeValue<'_>,
        faults: &mut Faults<'_>,
    ) -> Option<T> {
        let message = format!("expected {expected}, found {}", Kind(value));
        self.wrong(key, at.span().start, message, faults);
        None
    }
}

fn found<T>(at: &Spanned<DeValue<'_>>, value: T) -> Found<T> {
    Found {
        value,
        offset: at.span().start,
    }
}

/// The type of a value, in words.
struct Kind<'a>(&'a DeValue<'a>);

impl Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DeValue::String(_) => f.write_str("a text"),
            DeValue::Integer(digits) => write!(f, "the number {digits}"),
            DeValue::Float(digits) => write!(f, "the fraction {digits}"),
            DeValue::Boolean(value) => write!(f, "{value}"),
            DeValue::Datetime(_) => f.write_str("a date"),
            DeValue::Array(_) => f.write_str("a list"),
            DeValue::Table(_) => f.write_str("a table"),
        }
    }
}

/// Longer names get no suggestion; the cost of the comparison is the product of both lengths.
const LONGEST_SUGGESTED: usize = 40;

/// ` (did you mean …?)` if one of the known names is similar.
pub(super) fn suggestion(name: &str, known: &[&str]) -> String {
    let length = name.chars().count();
    if length > LONGEST_SUGGESTED {
        return String::new();
    }
    let most = (length / 3).max(1);
    known
        .iter()
        .map(|known| (distance(name, known), known))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map_or_else(String::new, |(_, known)| {
            format!(" (did you mean `{known}`?)")
        })
}

/// Letters to insert, remove, replace, or swap with their neighbour (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, steps) | (steps, 0) => steps,
                _ => {
                    let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let moved = table[i - 1][j].min(table[i][j - 1]) + 1;
                    let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    if swapped {
                        replaced.min(moved).min(table[i - 2][j - 2] + 1)
                    } else {
                        replaced.min(moved)
                    }
                }
            };
        }
    }
    table[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line and message of each fault of a text that is no TOML.
    fn told(text: &str) -> Vec<String> {
        let mut faults = Faults::new("f", text);
        Mended::new(text, &mut faults);
        faults.into_list().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_mistake_is_told_once_and_in_plain_words() {
        let list = "the list that begins here has no `]` at its end";
        for (text, wanted) in [
            (
                "[limits]\nfuel = 1\n[limits]\n",
                vec!["f:3: this key or table stands twice".to_owned()],
            ),
            (
                "slug = tri\ntitle = Tri\n",
                [1, 2]
                    .map(|line| format!("f:{line}: a text must be in quotes"))
                    .to_vec(),
            ),
            (
                "problems = [\"a\", \"b\"\ntitle = \"t\"\nfuel = 1\n",
                vec![format!("f:1: {list}")],
            ),
            (
                "problems = [\"a\",\n  \"b\",\n[limits]\nfuel = 1\n",
                vec![format!("f:1: {list}")],
            ),
            (
                "title\n",
                vec!["f:1: a key needs `=` and a value behind it".to_owned()],
            ),
            ("problems = [\"a\",\n  \"b\"]\nfuel = 1\n", vec![]),
        ] {
            assert_eq!(told(text), wanted, "{text}");
        }
    }

    #[test]
    fn near_names_are_suggested() {
        let known = ["slug", "n_stage", "n_public", "licence"];
        assert_eq!(suggestion("license", &known), " (did you mean `licence`?)");
        assert_eq!(suggestion("nstage", &known), " (did you mean `n_stage`?)");
        assert_eq!(suggestion("slog", &known), " (did you mean `slug`?)");
        assert_eq!(suggestion("slgu", &known), " (did you mean `slug`?)");
        assert_eq!(suggestion("colour", &known), "");
        assert_eq!(suggestion("", &known), "");
    }
}
