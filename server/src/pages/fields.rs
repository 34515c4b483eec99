//! Fields of a form that edits a file: the value of each, what it sets, and how it is parsed.

use super::form::FieldErrors;
use super::{markdown, physics};
use crate::contests::{Field, FieldKind, Table, Values};
use crate::html::TrustedHtml;
use crate::words::Phrase;

/// A field with what is in it.
#[derive(Clone, Debug)]
pub struct FieldView {
    /// The field.
    pub field: &'static Field,
    /// Its name in the form.
    pub name: String,
    /// What is in it.
    pub value: String,
    /// What it is unless said otherwise.
    pub default: Option<String>,
    /// The form is not sent without it.
    pub required: bool,
    /// What should be looked at, though it is not wrong.
    pub note: Option<String>,
}

impl FieldView {
    /// A field with what these values have in it.
    pub fn new(field: &'static Field, name: String, values: &Values) -> Self {
        Self {
            field,
            value: values.get(&name).cloned().unwrap_or_default(),
            name,
            default: None,
            required: matches!(
                field.kind,
                FieldKind::Line(_) | FieldKind::Text(_) | FieldKind::Markdown | FieldKind::Code
            ),
            note: None,
        }
    }

    /// The words to choose from.
    pub(super) fn words(&self) -> Vec<&'static str> {
        match self.field.kind {
            FieldKind::Choice(words) => words(),
            _ => Vec::new(),
        }
    }

    /// It is seen at once, not only by those who look for more.
    pub fn is_main(&self) -> bool {
        self.required
    }

    /// Whether a formula of a text is shown as it was typed, since it cannot be read.
    pub(super) fn has_unread(&self, shown: &TrustedHtml) -> bool {
        matches!(self.field.kind, FieldKind::Markdown | FieldKind::Prose)
            && physics::shows_unread(shown)
    }

    /// How it is read.
    pub(super) fn shown(&self) -> Option<TrustedHtml> {
        if self.value.trim().is_empty() {
            return None;
        }
        match self.field.kind {
            FieldKind::Markdown | FieldKind::Prose => Some(markdown::statement(&self.value)),
            FieldKind::Formula => Some(physics::formula(&self.value)),
            _ => None,
        }
    }
}

/// A field that something is wrong with.
#[derive(Clone, Debug)]
pub struct WrongField {
    /// Its name in the form.
    pub name: String,
    /// The row of a table that it is in: what one is called, and its number.
    pub row: Option<(Phrase, usize)>,
    /// What it is called.
    pub label: Phrase,
}

/// The fields of a form that something is wrong with, in the order of the form.
pub(super) fn wrong_fields(
    fields: &[FieldView],
    tables: &[TableView],
    errors: &FieldErrors,
) -> Vec<WrongField> {
    let is_wrong = |view: &&FieldView| errors.has(&view.name);
    let wrong = |view: &FieldView, row| WrongField {
        name: view.name.clone(),
        row,
        label: view.field.label,
    };
    let (main, more): (Vec<&FieldView>, Vec<&FieldView>) = fields
        .iter()
        .filter(is_wrong)
        .partition(|view| view.is_main());
    let rows = tables
        .iter()
        .flat_map(|view| view.rows.iter().map(|row| (view.table.row, row)));
    let in_rows = rows.flat_map(|(noun, row)| {
        let fields = row.fields.iter().filter(is_wrong);
        fields.map(move |view| wrong(view, Some((noun, row.number))))
    });
    let main = main.into_iter().map(|view| wrong(view, None));
    let more = more.into_iter().map(|view| wrong(view, None));
    main.chain(in_rows).chain(more).collect()
}

/// A table of a form.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The table.
    pub table: &'static Table,
    /// Its rows, the empty ones last.
    pub rows: Vec<RowView>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct RowView {
    /// From 1.
    pub number: usize,
    /// Which one of the package it is: the name of a field and what is in it.
    pub origin: (String, String),
    /// Its fields.
    pub fields: Vec<FieldView>,
}

impl TableView {
    /// A table with what these values have in it, and so many rows at least.
    pub fn new(table: &'static Table, values: &Values, rows: usize) -> Self {
        let row = |at: usize| {
            let origin = table.name(at, Table::ORIGIN);
            RowView {
                number: at + 1,
                origin: (
                    origin.clone(),
                    values.get(&origin).cloned().unwrap_or_default(),
                ),
                fields: table
                    .columns
                    .iter()
                    .map(|column| {
                        let mut view = FieldView::new(column, table.name(at, column.key), values);
                        view.required = false;
                        // A new row begins with the first word; one that says nothing goes on doing so.
                        if !values.contains_key(&origin) && view.value.is_empty() {
                            view.value = view.words().first().copied().unwrap_or_default().into();
                        }
                        view
                    })
                    .collect(),
            }
        };
        Self {
            table,
            rows: (0..rows).map(row).collect(),
        }
    }
}
