//! Walks a JSON value and remembers the way, so that each error names the key and the place.

use serde_json::{Map, Value};

use super::place::{Place, Step, locate};

/// What is wrong with the text of a problem or a data set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The bytes are no text.
    #[error("{place}: byte {byte} of the file is not UTF-8")]
    NotUtf8 {
        /// Where, with the bytes before read as text.
        place: Place,
        /// Its position in the file, from 0.
        byte: usize,
    },
    /// The text is no JSON.
    #[error("{place}: this is not JSON: {what}")]
    Json {
        /// Where reading stopped.
        place: Place,
        /// What the JSON reader said.
        what: String,
    },
    /// A value is missing or is not what it has to be.
    #[error("{place}: {path}: {what}")]
    Field {
        /// Where the value stands, or the object that lacks it.
        place: Place,
        /// The way to it, as in `grading_standard[2].dependency`, with the node's index.
        path: String,
        /// What is expected, and what was found.
        what: String,
    },
    /// The text is longer than any problem has to be.
    #[error("the text has {bytes} bytes; a problem has at most {most}")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The limit.
        most: usize,
    },
}

impl ProblemError {
    /// The same error in a text that begins `lines` lines further down.
    #[must_use]
    pub fn shifted_down(mut self, lines: usize) -> Self {
        match &mut self {
            Self::NotUtf8 { place, .. } | Self::Json { place, .. } | Self::Field { place, .. } => {
                place.line += lines;
            }
            Self::TooLong { .. } => {}
        }
        self
    }
}

/// Reads bytes as text.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ProblemError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let byte = error.valid_up_to();
        let before = std::str::from_utf8(&bytes[..byte]).unwrap_or_default();
        ProblemError::NotUtf8 {
            place: Place::of_byte(before, byte),
            byte,
        }
    })
}

/// Reads a text as JSON. The reader itself refuses more than 128 levels of nesting.
pub(crate) fn json(text: &str) -> Result<Value, ProblemError> {
    serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or(&what);
        ProblemError::Json {
            place: Place {
                line: error.line().max(1),
                column: error.column().max(1),
            },
            what: what.to_owned(),
        }
    })
}

/// What is wrong with a value, and the way to it.
#[derive(Debug)]
pub(super) struct FieldError {
    path: Vec<Step>,
    node: Option<u64>,
    what: String,
}

impl FieldError {
    /// The same error in a value that stands at the end of `path`.
    pub(super) fn below(mut self, path: &[Step]) -> Self {
        self.path.splice(0..0, path.iter().cloned());
        self
    }

    /// Finds the place in the text that the value was read from.
    pub(super) fn placed(self, text: &str) -> ProblemError {
        let place = locate(text, &self.path);
        let mut path = path_text(&self.path);
        if let Some(node) = self.node {
            path = format!("{path} (node {node})");
        }
        ProblemError::Field {
            place,
            path,
            what: self.what,
        }
    }
}

/// A path as people write it: `subquestions[0].letter`.
pub(super) fn path_text(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(&shown(key));
            }
            Step::Element(position) => {
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

/// A text of the author's inside a message: short, and on one line.
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

/// A value inside the problem.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    value: &'a Value,
    path: Vec<Step>,
    node: Option<u64>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        Self {
            value,
            path: Vec::new(),
            node: None,
        }
    }

    pub(super) fn value(&self) -> &'a Value {
        self.value
    }

    /// From here on, errors say that they are about this node.
    pub(super) fn of_node(mut self, index: Option<u64>) -> Self {
        self.node = index;
        self
    }

    pub(super) fn wrong(&self, what: impl Into<String>) -> FieldError {
        FieldError {
            path: self.path.clone(),
            node: self.node,
            what: what.into(),
        }
    }

    fn expected(&self, what: &str) -> FieldError {
        let found = match self.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => format!("`{value}`"),
            Value::Number(number) => format!("the number {number}"),
            Value::String(text) => format!("the text \"{}\"", shown(text)),
            Value::Array(list) => format!("a list of {}", list.len()),
            Value::Object(_) => "an object".to_owned(),
        };
        self.wrong(format!("{what} is expected, {found} was found"))
    }

    fn below(&self, value: &'a Value, step: Step) -> Self {
        let mut path = self.path.clone();
        path.push(step);
        Self {
            value,
            path,
            node: self.node,
        }
    }

    pub(super) fn object(&self) -> Result<&'a Map<String, Value>, FieldError> {
        self.value
            .as_object()
            .ok_or_else(|| self.expected("an object"))
    }

    /// A member that may be missing; `null` counts as missing.
    pub(super) fn optional(&self, key: &str) -> Result<Option<Self>, FieldError> {
        let found = self.object()?.get(key).filter(|value| !value.is_null());
        Ok(found.map(|value| self.below(value, Step::Key(key.to_owned()))))
    }

    pub(super) fn required(&self, key: &str) -> Result<Self, FieldError> {
        let object = self.object()?;
        object
            .get(key)
            .map(|value| self.below(value, Step::Key(key.to_owned())))
            .ok_or_else(|| {
                let close = object.keys().find(|found| is_slip(found, key));
                let hint = close.map_or_else(String::new, |found| {
                    format!("; is `{}` meant to be it?", shown(found))
                });
                self.wrong(format!("`{key}` is missing{hint}"))
            })
    }

    pub(super) fn list(&self) -> Result<Vec<Self>, FieldError> {
        let list = self
            .value
            .as_array()
            .ok_or_else(|| self.expected("a list"))?;
        let elements = list.iter().enumerate();
        Ok(elements
            .map(|(position, value)| self.below(value, Step::Element(position)))
            .collect())
    }

    pub(super) fn members(&self) -> Result<Vec<(&'a str, Self)>, FieldError> {
        let members = self.object()?.iter();
        Ok(members
            .map(|(key, value)| (key.as_str(), self.below(value, Step::Key(key.clone()))))
            .collect())
    }

    pub(super) fn string(&self) -> Result<&'a str, FieldError> {
        let text = self.value.as_str().ok_or_else(|| self.expected("a text"))?;
        match text.chars().position(|c| c == '\0') {
            Some(at) => Err(self.wrong(format!("character {} is NUL", at + 1))),
            None => Ok(text),
        }
    }

    pub(super) fn boolean(&self) -> Result<bool, FieldError> {
        self.value
            .as_bool()
            .ok_or_else(|| self.expected("`true` or `false`"))
    }

    /// A whole number from `least` to `most`.
    pub(super) fn whole(&self, least: u64, most: u64) -> Result<u64, FieldError> {
        self.value
            .as_u64()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| self.expected(&format!("a whole number from {least} to {most}")))
    }

    /// A number from `least` to `most`.
    pub(super) fn number(&self, least: f64, most: f64) -> Result<f64, FieldError> {
        self.value
            .as_f64()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| self.expected(&format!("a number from {least} to {most}")))
    }

    /// The members whose keys are not known. A key that looks like a slip of a known one is an
    /// error, because a slip must never silently be a default.
    pub(super) fn unknown(&self, known: &[&str]) -> Result<Vec<Vec<Step>>, FieldError> {
        let mut unknown = Vec::new();
        for (key, member) in self.members()? {
            if known.contains(&key) {
                continue;
            }
            let meant = known.iter().find(|known| is_slip(key, known));
            if let Some(meant) = meant {
                return Err(member.wrong(format!("this key is not known; is `{meant}` meant?")));
            }
            unknown.push(member.path);
        }
        Ok(unknown)
    }
}

/// Whether a key looks like a mistyped known one: other case, or one or two letters wrong in a
/// long one.
fn is_slip(found: &str, known: &str) -> bool {
    let allowed = match known.len() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    found != known
        && found.len() <= known.len() + allowed
        && (found.eq_ignore_ascii_case(known) || letters_wrong(found, known) <= allowed)
}

/// Letters to insert, remove or exchange; two neighbours that changed places count as two.
fn letters_wrong(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_other_keys() {
        assert!(is_slip("dependancy", "dependency"));
        assert!(is_slip("is_final_anwser", "is_final_answer"));
        assert!(is_slip("Formula", "formula"));
        assert!(is_slip("point", "points"));
        assert!(!is_slip("student_solutions", "solution"));
        assert!(!is_slip("tag", "id"));
        assert!(!is_slip("note", "source"));
    }

    #[test]
    fn bytes_that_are_no_text_have_a_place() {
        let error = text(b"{\n \"a\": \"\xff\"}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 8: byte 9 of the file is not UTF-8"
        );
    }
}
