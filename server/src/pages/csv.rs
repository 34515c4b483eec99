//! Lists for spreadsheets.

/// What tells a spreadsheet that a file is UTF-8: without it Excel reads `Müller` as `MÃ¼ller`.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A list for spreadsheets, as a file. The tables that `dojo` writes are for programs and have no mark at their begin.
pub struct CsvFile(String);

impl CsvFile {
    /// A list with these headings and nothing below them.
    pub fn new<T: AsRef<str>>(headings: &[T]) -> Self {
        let mut file = Self(BYTE_ORDER_MARK.to_owned());
        file.push(headings);
        file
    }

    /// Appends a line.
    pub fn push<T: AsRef<str>>(&mut self, cells: &[T]) {
        let cells: Vec<String> = cells.iter().map(|cell| csv_cell(cell.as_ref())).collect();
        self.0.push_str(&cells.join(","));
        self.0.push_str("\r\n");
    }

    /// The bytes of the file, as text.
    pub fn into_text(self) -> String {
        self.0
    }
}

/// A cell of a list, in quotes where it needs them. One that a spreadsheet would execute gets an apostrophe.
fn csv_cell(text: &str) -> String {
    let acts = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if acts {
        format!("\'{text}")
    } else {
        text.to_owned()
    };
    if text.contains(['"', ',', ';', '\n', '\r', '\t']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_data_to_a_spreadsheet() {
        assert_eq!(csv_cell("Anna M."), "Anna M.");
        assert_eq!(csv_cell("Müller, Anna"), "\"Müller, Anna\"");
        assert_eq!(csv_cell("the \"Rocket\""), "\"the \"\"Rocket\"\"\"");
        assert_eq!(csv_cell("=1+1"), "'=1+1");
        assert_eq!(csv_cell("@a,b"), "\"'@a,b\"");
    }
}
