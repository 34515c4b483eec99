//! Rows of text as an aligned table or as CSV.

use serde_json::Value;

use crate::cli::csv;

/// A table with a line of names first.
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

/// The rows in an answer of the server.
pub(super) fn rows_of(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

impl Table {
    pub(super) fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self {
            rows: vec![names.into_iter().map(Into::into).collect()],
        }
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Lines for a person: columns begin below each other.
    pub(super) fn lines(&self) -> Vec<String> {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        self.rows
            .iter()
            .map(|row| {
                let cells = row.iter().zip(&widths);
                let cells = cells.map(|(cell, width)| format!("{cell:width$}"));
                cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
            })
            .collect()
    }

    /// Lines of CSV (RFC 4180).
    pub(super) fn csv(&self) -> Vec<String> {
        self.rows.iter().map(csv::line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other_and_csv_is_quoted() {
        let mut table = Table::new(["rank", "name"]);
        table.push(["1".to_owned(), "Jürgen \"J\", jr".to_owned()]);
        table.push(["10".to_owned(), String::new()]);
        assert_eq!(
            table.lines(),
            ["rank  name", "1     Jürgen \"J\", jr", "10"]
        );
        assert_eq!(
            table.csv(),
            ["rank,name", "1,\"Jürgen \"\"J\"\", jr\"", "10,"]
        );
    }
}
