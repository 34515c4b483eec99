//! Lists for spreadsheets.

/// A line of a list, with its end.
pub fn csv_line<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| csv_cell(cell.as_ref())).collect();
    cells.join(",") + "\r\n"
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
