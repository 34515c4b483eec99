//! What a program wrote to standard error, with the lines of its source that tracebacks name.

/// How a traceback names a line of the program.
const PLACE: &str = "File \"main.py\", ";

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TracePiece<'a> {
    /// Its words.
    pub(super) text: &'a str,
    /// The line of the source, from 1, that these words name.
    pub(super) line: Option<u32>,
}

/// Cuts a text into pieces of which some name a line.
pub(super) fn pieces(stderr: &str) -> Vec<TracePiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = stderr;
    while let Some(at) = rest.find(PLACE) {
        let (before, after) = rest.split_at(at + PLACE.len());
        pieces.push(TracePiece {
            text: before,
            line: None,
        });
        rest = after;
        if let Some((text, number)) = named_line(after) {
            pieces.push(TracePiece {
                text,
                line: Some(number),
            });
            rest = &after[text.len()..];
        }
    }
    pieces.push(TracePiece {
        text: rest,
        line: None,
    });
    pieces
}

/// The words `line 12` at the beginning of a text, and their number.
fn named_line(text: &str) -> Option<(&str, u32)> {
    const WORD: &str = "line ";
    let digits = text.strip_prefix(WORD)?;
    let length = digits.find(|c: char| !c.is_ascii_digit());
    let length = length.unwrap_or(digits.len());
    let number = digits.get(..length)?.parse().ok()?;
    Some((text.get(..WORD.len() + length)?, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_traceback_are_found() {
        let stderr = "Traceback (most recent call last):\n  File \"main.py\", line 12, in <module>\n  File \"main.py\", line 3, in f\nE: File \"main.py\", line x\n";
        let pieces = pieces(stderr);
        let lines: Vec<u32> = pieces.iter().filter_map(|piece| piece.line).collect();
        assert_eq!(lines, [12, 3]);
        let whole: String = pieces.iter().map(|piece| piece.text).collect();
        assert_eq!(whole, stderr);
    }
}
