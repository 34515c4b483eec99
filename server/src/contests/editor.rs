//! The form in which a package's problem is edited. The package remains authoritative: the form shows its contents
//! and changes them, and keeps what it does not know as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::num::IntErrorKind;

use dojo_judge::package::{EDITORIAL, Fault, Files};
use dojo_sandbox::Limits;
use formula::problem::Problem;

use super::{Field, FieldKind, Values, Wrong, slug_of};
use crate::words::{Phrase, say};

/// The form of a type of contest.
pub trait Editor: Sync {
    /// The fields of which there is one each; those that every problem needs come first.
    fn fields(&self) -> &'static [Field];

    /// The tables.
    fn tables(&self) -> &'static [Table];

    /// The files with which a new problem begins.
    fn begin(&self) -> Files;

    /// What is in the fields of a package.
    ///
    /// # Errors
    /// Why the form cannot show it.
    fn read(&self, files: &Files) -> Result<Values, String>;

    /// What a field is unless said otherwise.
    fn defaults(&self) -> Values {
        Values::new()
    }

    /// Puts into a package what was typed.
    ///
    /// # Errors
    /// What is wrong with each field.
    fn write(&self, files: &mut Files, typed: &Typed) -> Result<(), Vec<Wrong>>;

    /// What should be looked at in a package that these values made.
    fn notes(&self, _files: &Files, _values: &Values) -> Vec<Wrong> {
        Vec::new()
    }

    /// The field or table below which a problem is drawn.
    fn drawn_below(&self) -> &'static str;

    /// What is drawn of a package, as far as it can be read.
    fn drawing(&self, files: &Files) -> Option<Drawing>;
}

/// What a form draws of a problem.
pub enum Drawing {
    /// The terms that a program prints.
    Terms {
        /// The program.
        source: Vec<u8>,
        /// Index of the first term.
        origin: i64,
        /// How many terms contestants see.
        public: i64,
        /// What it may use.
        limits: Limits,
    },
    /// The graph of a reference solution.
    Graph(Box<Problem>),
}

/// A table of a form: the same fields several times.
#[derive(Debug)]
pub struct Table {
    /// Its key.
    pub key: &'static str,
    /// What it is called.
    pub label: Phrase,
    /// What it is for.
    pub does: Phrase,
    /// What one row is called, beside its number.
    pub row: Phrase,
    /// Its columns.
    pub columns: &'static [Field],
    /// The column without which a row is empty.
    pub filled: &'static str,
    /// Empty rows below the others.
    pub spare: usize,
    /// A problem needs a row at least.
    pub is_main: bool,
}

impl Table {
    /// The column that says which one of the package a row is; it is not shown.
    pub const ORIGIN: &'static str = "origin";

    /// The name of a field in a row, which is counted from 0.
    pub fn name(&self, row: usize, column: &str) -> String {
        format!("{}.{row}.{column}", self.key)
    }

    /// The row of a field's name.
    fn row_of(&self, name: &str) -> Option<usize> {
        let rest = name.strip_prefix(self.key)?.strip_prefix('.')?;
        rest.split_once('.')?.0.parse().ok()
    }

    /// The rows that are not empty.
    pub fn filled_rows(&self, values: &Values) -> Vec<usize> {
        let filled = values.iter().filter(|(_, value)| !value.trim().is_empty());
        let rows = filled.filter_map(|(name, _)| {
            let row = self.row_of(name)?;
            (*name == self.name(row, self.filled)).then_some(row)
        });
        let rows: BTreeSet<usize> = rows.collect();
        rows.into_iter().collect()
    }
}

/// What was typed into a form, beside what it showed.
pub struct Typed {
    before: Values,
    now: Values,
}

impl Typed {
    /// What was typed where these values were in the package.
    pub fn new(before: Values, now: &Values) -> Self {
        // Browsers send a line's end as two characters.
        let now = now.iter();
        let now = now.map(|(key, value)| (key.clone(), value.replace("\r\n", "\n")));
        Self {
            before,
            now: now.collect(),
        }
    }

    /// What is in a field.
    pub fn get(&self, key: &str) -> &str {
        self.now.get(key).map_or("", |value| value.trim_end())
    }

    /// What is in a field, where that is not what was in it.
    pub fn changed(&self, key: &str) -> Option<&str> {
        let was = self.before.get(key).map_or("", |value| value.trim_end());
        let now = self.now.get(key)?.trim_end();
        (was != now).then_some(now)
    }

    /// What a field of the package with this name had in it.
    pub fn before(&self, key: &str) -> &str {
        self.before.get(key).map_or("", String::as_str)
    }

    /// The rows of a table that are not empty.
    pub fn rows(&self, table: &Table) -> Vec<usize> {
        table.filled_rows(&self.now)
    }

    /// Which row of the package each of its rows is, by what their origin says.
    pub fn origins(&self, table: &Table) -> BTreeMap<&str, usize> {
        let rows = table.filled_rows(&self.before).into_iter();
        rows.map(|row| (self.before(&table.name(row, Table::ORIGIN)), row))
            .collect()
    }

    /// A whole number that was changed; `None` where it was taken out.
    ///
    /// # Errors
    /// Where it is no number, or less than `least`.
    pub fn number(&self, key: &'static str, least: i64) -> Result<Option<Option<i64>>, Wrong> {
        match self.changed(key) {
            None => Ok(None),
            Some("") => Ok(Some(None)),
            Some(typed) => match typed.replace(',', "").trim().parse::<i64>() {
                Ok(number) if number >= least => Ok(Some(Some(number))),
                Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
                    Err((key.into(), say!("form-number-large").to_owned()))
                }
                _ => Err((key.into(), say!("form-number", n = least))),
            },
        }
    }

    /// The fields that a problem needs and that are empty.
    pub fn missing(&self, fields: &[Field]) -> Vec<Wrong> {
        let needed = fields.iter().filter(|field| {
            matches!(
                field.kind,
                FieldKind::Line(_) | FieldKind::Markdown | FieldKind::Code
            )
        });
        needed
            .filter(|field| self.get(field.key).trim().is_empty())
            .map(|field| (field.key.into(), say!("problem-form-needed").to_owned()))
            .collect()
    }
}

/// What a setter says of the solution.
pub(super) const EDITORIAL_FIELD: Field = Field {
    key: "editorial",
    label: Phrase("editor-editorial"),
    does: Phrase("editor-editorial-does"),
    kind: FieldKind::Prose,
};

/// Reads the editorial of a package into its field.
pub(super) fn read_editorial(files: &Files, values: &mut Values) {
    let text = files
        .get(EDITORIAL)
        .map(|text| String::from_utf8_lossy(text));
    let text = text.map(|text| text.replace("\r\n", "\n"));
    values.extend(text.map(|text| (EDITORIAL_FIELD.key.to_owned(), text)));
}

/// Writes the editorial that was typed; nothing takes the file out.
pub(super) fn write_editorial(files: &mut Files, typed: &Typed) {
    match typed.changed(EDITORIAL_FIELD.key) {
        None => {}
        Some(text) if text.trim().is_empty() => {
            files.remove(EDITORIAL);
        }
        Some(text) => {
            files.insert(EDITORIAL.to_owned(), lines(text));
        }
    }
}

/// An address for a title, whatever its letters.
pub(super) fn address_of(title: &str) -> String {
    match slug_of(title, "problem") {
        empty if empty.is_empty() => "problem".to_owned(),
        slug => slug,
    }
}

/// The text of a file with a line's end at its end.
pub(super) fn lines(text: &str) -> Vec<u8> {
    format!("{}\n", text.trim_end()).into_bytes()
}

/// What is wrong with a key of a file, by the key that its message begins with: with the field of that key, or else with
/// no field.
pub(super) fn about_key(fault: &Fault, fields: &[Field]) -> Wrong {
    let named = fault.message.strip_prefix('`');
    let named = named.and_then(|rest| rest.split_once("`: "));
    let field = named.and_then(|(key, message)| {
        let field = fields.iter().find(|field| field.key == key)?;
        Some((field.key.into(), with_labels(message, fields)))
    });
    field.unwrap_or_else(|| ("".into(), fault.to_string()))
}

/// A message in which the keys of fields, which the form does not show, are what it calls them.
fn with_labels(message: &str, fields: &[Field]) -> String {
    let mut told = message.to_owned();
    // A key of one word may be a word of the sentence.
    for field in fields.iter().filter(|field| field.key.contains('_')) {
        told = told.replace(field.key, &format!("“{}”", field.label.text()));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_field_is_told_in_the_words_of_the_form() {
        let field = |key| Field {
            key,
            label: Phrase("editor-stage"),
            does: Phrase("editor-stage-does"),
            kind: FieldKind::Number(1),
        };
        let fields = [field("n_public"), field("n_stage")];
        let fault = Fault::at(
            "problem.toml",
            3,
            "`n_public`: at most n_stage, which is 100",
        );
        let (key, told) = about_key(&fault, &fields);
        assert_eq!(key, "n_public");
        assert_eq!(told, "at most “Terms for a Stage Pass”, which is 100");
    }
}
