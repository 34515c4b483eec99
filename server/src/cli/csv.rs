//! Tables in CSV (RFC 4180): written line by line, read by the names of their columns.

use anyhow::{Context as _, bail};
use dojo_judge::record::results::CsvCell;

/// A line of a table, without its end.
pub(super) fn line<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let cells = cells
        .into_iter()
        .map(|cell| CsvCell(cell.as_ref()).to_string());
    cells.collect::<Vec<_>>().join(",")
}

/// A table whose first line names its columns.
pub(super) struct Csv {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Csv {
    /// Reads a table. Fields may be quoted; spaces around fields do not count, and empty lines neither.
    pub(super) fn read(text: &str) -> anyhow::Result<Self> {
        let mut records = records(text.trim_start_matches('\u{feff}'))?.into_iter();
        let columns = records.next().context("the file is empty")?;
        let rows: Vec<Vec<String>> = records.collect();
        for (line, row) in (2..).zip(&rows) {
            if row.len() != columns.len() {
                bail!(
                    "row {line} has {} fields, the head has {}",
                    row.len(),
                    columns.len()
                );
            }
        }
        Ok(Self { columns, rows })
    }

    /// The values of a column, in the order of the rows.
    pub(super) fn column(&self, name: &str) -> anyhow::Result<impl Iterator<Item = &str>> {
        let at = self.columns.iter().position(|column| column == name);
        let at = at.with_context(|| {
            format!(
                "there is no column `{name}`; the first line names {}",
                self.columns.join(", ")
            )
        })?;
        Ok(self.rows.iter().map(move |row| row[at].as_str()))
    }

    /// The values of a column of numbers.
    pub(super) fn numbers(&self, name: &str) -> anyhow::Result<Vec<f64>> {
        let values = (2..).zip(self.column(name)?);
        let number = |(row, text): (usize, &str)| {
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            number.with_context(|| format!("row {row}: `{text}` in column `{name}` is no number"))
        };
        values.map(number).collect()
    }
}

fn records(text: &str) -> anyhow::Result<Vec<Vec<String>>> {
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    let mut end_record = |record: &mut Vec<String>| {
        let record = std::mem::take(record);
        if record != [""] {
            records.push(record);
        }
    };
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' if quoted || field.trim().is_empty() => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut field).trim().to_owned()),
            '\n' if !quoted => {
                record.push(std::mem::take(&mut field).trim().to_owned());
                end_record(&mut record);
            }
            _ => field.push(c),
        }
    }
    if quoted {
        bail!("a quote opens and never closes");
    }
    record.push(field.trim().to_owned());
    end_record(&mut record);
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let csv = Csv::read(
            "\u{feff}id,reason\r\n7,\"a sign, \"\"the first\"\"\"\r\n\r\nb , two\nlines,x",
        )
        .unwrap();
        let ids: Vec<&str> = csv.column("id").unwrap().collect();
        let reasons: Vec<&str> = csv.column("reason").unwrap().collect();
        assert_eq!(ids, ["7", "b", "lines"]);
        assert_eq!(reasons, ["a sign, \"the first\"", "two", "x"]);
        let missing = csv.column("why").map(drop).unwrap_err().to_string();
        assert_eq!(
            missing,
            "there is no column `why`; the first line names id, reason"
        );
        let short = Csv::read("id,reason\n1\n").map(drop).unwrap_err();
        assert_eq!(short.to_string(), "row 2 has 1 fields, the head has 2");
    }
}
