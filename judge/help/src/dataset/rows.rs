//! Splits a text into its rows: the elements of a JSON array, or the lines of JSONL.

use serde_json::Value;

use formula::problem::{JsonStep, ProblemError, json};

/// One row with its place.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) value: Value,
    /// The path to it in the text, for a row of an array.
    pub(super) path: Vec<JsonStep>,
    /// Its line, from 1, and the text of that line, for a row of JSONL.
    pub(super) line: Option<(usize, &'a str)>,
}

/// The rows of a text. A text that is one JSON value is an array of rows or a single row. Any other text has one row
/// on each line, and a line that is not JSON is an error of its own.
pub(super) fn split(text: &str) -> Result<Vec<Result<Row<'_>, ProblemError>>, ProblemError> {
    let is_array = text.trim_start().starts_with('[');
    match json(text) {
        Ok(Value::Array(values)) => Ok(elements(values)),
        Ok(value) => Ok(vec![Ok(Row {
            value,
            path: Vec::new(),
            line: None,
        })]),
        Err(error) if is_array => Err(error),
        Err(error) => lines(text).ok_or(error),
    }
}

fn elements<'a>(values: Vec<Value>) -> Vec<Result<Row<'a>, ProblemError>> {
    let rows = values.into_iter().enumerate();
    rows.map(|(position, value)| {
        Ok(Row {
            value,
            path: vec![JsonStep::Element(position)],
            line: None,
        })
    })
    .collect()
}

/// The lines; `None` if the first one is not JSON by itself, so that the text is not JSONL.
fn lines(text: &str) -> Option<Vec<Result<Row<'_>, ProblemError>>> {
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let row = json(line).map_err(|error| error.shifted_down(number - 1));
        if rows.is_empty() && row.is_err() {
            return None;
        }
        rows.push(row.map(|value| Row {
            value,
            path: Vec::new(),
            line: Some((number, line)),
        }));
    }
    Some(rows)
}
