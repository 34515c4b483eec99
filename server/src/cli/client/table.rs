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

    /// Lines for a person: columns begin below each other. One in which nothing stands is left out.
    pub(super) fn lines(&self) -> Vec<String> {
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let is_shown = |column: &usize| {
            self.rows.len() == 1 || cells(*column).skip(1).any(|cell| !cell.is_empty())
        };
        let width = |column: usize| {
            let widths = cells(column).map(|cell| cell.chars().count());
            (column, widths.max().unwrap_or(0))
        };
        let columns = (0..self.rows[0].len()).filter(is_shown);
        let columns: Vec<(usize, usize)> = columns.map(width).collect();
        self.rows
            .iter()
            .map(|row| {
                let cells = columns.iter().filter_map(|&(column, width)| {
                    let cell = row.get(column)?;
                    Some(format!("{cell:width$}"))
                });
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
    fn a_column_in_which_nothing_stands_is_left_out() {
        let mut table = Table::new(["rank", "bytes", "name"]);
        table.push(["1".to_owned(), String::new(), "ada".to_owned()]);
        assert_eq!(table.lines(), ["rank  name", "1     ada"]);
        assert_eq!(table.csv(), ["rank,bytes,name", "1,,ada"]);
    }

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
