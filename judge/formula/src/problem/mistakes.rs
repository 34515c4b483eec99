//! Errors in a problem's file: in its bytes, its JSON, or its values. All mistakes in values are reported at once.

use std::cell::RefCell;

use serde_json::Value;

use super::locate::{JsonStep, locate};
use crate::notation::text_place::TextPlace;

/// What is wrong with the text of a problem or a data set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The bytes are not UTF-8.
    #[error("{place}: byte {byte} of the file is not UTF-8")]
    NotUtf8 {
        /// Where, with the bytes before read as text.
        place: TextPlace,
        /// Its position in the file, from 0.
        byte: usize,
    },
    /// The text is not JSON.
    #[error("{place}: this is not JSON: {what}")]
    Json {
        /// Where reading stopped.
        place: TextPlace,
        /// What the JSON reader said.
        what: String,
    },
    /// Values are missing or not as expected.
    #[error("{}", lines(.0))]
    Fields(Vec<FieldError>),
    /// The text is longer than the limit.
    #[error("the text has {bytes} bytes; a problem has at most {most}")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The limit.
        most: usize,
    },
}

/// A value that is missing or not as expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {path}: {what}")]
pub struct FieldError {
    /// Where the value stands, or the object that lacks it.
    pub place: TextPlace,
    /// The path to it, as in `grading_standard[2].dependency`, with the node's index.
    pub path: String,
    /// What is expected, and what was found.
    pub what: String,
}

fn lines(errors: &[FieldError]) -> String {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

impl ProblemError {
    /// The same error in a text that begins `lines` lines later.
    #[must_use]
    pub fn shifted_down(mut self, lines: usize) -> Self {
        match &mut self {
            Self::NotUtf8 { place, .. } | Self::Json { place, .. } => place.line += lines,
            Self::Fields(errors) => {
                for error in errors {
                    error.place.line += lines;
                }
            }
            Self::TooLong { .. } => {}
        }
        self
    }
}

/// Reads bytes as UTF-8 text.
///
/// # Errors
/// When they are not UTF-8.
pub fn text(bytes: &[u8]) -> Result<&str, ProblemError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let byte = error.valid_up_to();
        let before = std::str::from_utf8(&bytes[..byte]).unwrap_or_default();
        ProblemError::NotUtf8 {
            place: TextPlace::of_byte(before, byte),
            byte,
        }
    })?;
    // Windows editors put a byte order mark before UTF-8; RFC 8259, section 8.1, lets a parser ignore it.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Parses a text as JSON. The JSON parser refuses more than 128 levels of nesting.
///
/// # Errors
/// When it is not JSON, with the place.
pub fn json(text: &str) -> Result<Value, ProblemError> {
    serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or(&what);
        ProblemError::Json {
            place: TextPlace {
                line: error.line().max(1),
                column: error.column().max(1),
            },
            what: what.to_owned(),
        }
    })
}

/// The most mistakes that are reported for one problem.
const MOST_MISTAKES: usize = 50;

/// The mistakes in the values of a problem, in the order in which they were read.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    found: RefCell<Vec<Mistake>>,
}

#[derive(Debug)]
struct Mistake {
    path: Vec<JsonStep>,
    node: Option<u64>,
    what: String,
}

impl Mistakes {
    /// Records a mistake in the value at the end of `path`, about this node.
    pub(super) fn note(&self, path: &[JsonStep], node: Option<u64>, what: String) {
        let mut found = self.found.borrow_mut();
        if found.len() < MOST_MISTAKES {
            found.push(Mistake {
                path: path.to_vec(),
                node,
                what,
            });
        }
    }

    /// The mistakes sorted by their place in the text, where the problem is at the end of `path`.
    ///
    /// # Errors
    /// All mistakes, if there is one.
    pub(super) fn check(self, text: &str, path: &[JsonStep]) -> Result<(), ProblemError> {
        let mut errors: Vec<FieldError> = self
            .found
            .into_inner()
            .into_iter()
            .map(|mistake| mistake.placed(text, path))
            .collect();
        errors.sort_by_key(|error| error.place);
        if errors.is_empty() {
            Ok(())
        } else {
            Err(ProblemError::Fields(errors))
        }
    }
}

impl Mistake {
    fn placed(self, text: &str, above: &[JsonStep]) -> FieldError {
        let path = [above, &self.path].concat();
        let place = locate(text, &path);
        let mut path = path_text(&path);
        if let Some(node) = self.node {
            path = format!("{path} (node {node})");
        }
        FieldError {
            place,
            path,
            what: self.what,
        }
    }
}

/// A path as people write it: `subquestions[0].letter`.
pub(super) fn path_text(path: &[JsonStep]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            JsonStep::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(&shown(key));
            }
            JsonStep::Element(position) => {
                text.push('[');
                text.push_str(&position.to_string());
                text.push(']');
            }
        }
    }
    if text.is_empty() {
        text.push_str("the problem");
    }
    text
}

/// A text of the author inside a message: shortened, and on one line.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut short = String::new();
    for c in text.chars().take(MOST) {
        if c.is_control() {
            short.extend(c.escape_default());
        } else {
            short.push(c);
        }
    }
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_have_a_place() {
        let error = text(b"{\n \"a\": \"\xff\"}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 8: byte 9 of the file is not UTF-8"
        );
    }
}
