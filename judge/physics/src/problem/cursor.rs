//! Walks a JSON value and remembers the way, so that each mistake names the key and the place; all
//! mistakes are told at once.

use std::cell::RefCell;

use serde_json::{Map, Value};

use super::locate::{JsonStep, locate};
use crate::text_place::TextPlace;

/// What is wrong with the text of a problem or a data set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The bytes are no text.
    #[error("{place}: byte {byte} of the file is not UTF-8")]
    NotUtf8 {
        /// Where, with the bytes before read as text.
        place: TextPlace,
        /// Its position in the file, from 0.
        byte: usize,
    },
    /// The text is no JSON.
    #[error("{place}: this is not JSON: {what}")]
    Json {
        /// Where reading stopped.
        place: TextPlace,
        /// What the JSON reader said.
        what: String,
    },
    /// Values are missing or are not what they have to be.
    #[error("{}", lines(.0))]
    Fields(Vec<FieldError>),
    /// The text is longer than any problem has to be.
    #[error("the text has {bytes} bytes; a problem has at most {most}")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The limit.
        most: usize,
    },
}

/// A value that is missing or is not what it has to be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {path}: {what}")]
pub struct FieldError {
    /// Where the value stands, or the object that lacks it.
    pub place: TextPlace,
    /// The way to it, as in `grading_standard[2].dependency`, with the node's index.
    pub path: String,
    /// What is expected, and what was found.
    pub what: String,
}

fn lines(errors: &[FieldError]) -> String {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

impl ProblemError {
    /// The same error in a text that begins `lines` lines further down.
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

/// Reads bytes as text.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ProblemError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let byte = error.valid_up_to();
        let before = std::str::from_utf8(&bytes[..byte]).unwrap_or_default();
        ProblemError::NotUtf8 {
            place: TextPlace::of_byte(before, byte),
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
            place: TextPlace {
                line: error.line().max(1),
                column: error.column().max(1),
            },
            what: what.to_owned(),
        }
    })
}

/// Most mistakes that are told of one problem.
const MOST_MISTAKES: usize = 50;

/// What is wrong with the values of a problem, in the order in which they were read.
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
    /// The mistakes by their place in the text, whose value is at the end of `path` in it.
    ///
    /// # Errors
    /// All of them, when there is one.
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

/// A value inside the problem. What it should be and is not is noted among the mistakes, and the
/// reader goes on without it.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    value: &'a Value,
    path: Vec<JsonStep>,
    node: Option<u64>,
    mistakes: &'a Mistakes,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(value: &'a Value, mistakes: &'a Mistakes) -> Self {
        Self {
            value,
            path: Vec::new(),
            node: None,
            mistakes,
        }
    }

    pub(super) fn value(&self) -> &'a Value {
        self.value
    }

    /// From here on, mistakes say that they are about this node.
    pub(super) fn of_node(mut self, index: Option<u64>) -> Self {
        self.node = index;
        self
    }

    /// Notes what is wrong with this value.
    pub(super) fn wrong(&self, what: impl Into<String>) {
        let mut found = self.mistakes.found.borrow_mut();
        if found.len() < MOST_MISTAKES {
            found.push(Mistake {
                path: self.path.clone(),
                node: self.node,
                what: what.into(),
            });
        }
    }

    /// What was found of this value, noted as a mistake when it is nothing.
    fn expect<T>(&self, found: Option<T>, expected: impl FnOnce() -> String) -> Option<T> {
        if found.is_none() {
            let what = match self.value {
                Value::Null => "null".to_owned(),
                Value::Bool(value) => format!("`{value}`"),
                Value::Number(number) => format!("the number {number}"),
                Value::String(text) => format!("the text \"{}\"", shown(text)),
                Value::Array(list) => format!("a list of {}", list.len()),
                Value::Object(_) => "an object".to_owned(),
            };
            self.wrong(format!("{} is expected, {what} was found", expected()));
        }
        found
    }

    fn below(&self, value: &'a Value, step: JsonStep) -> Self {
        let mut path = self.path.clone();
        path.push(step);
        Self {
            value,
            path,
            node: self.node,
            mistakes: self.mistakes,
        }
    }

    pub(super) fn object(&self) -> Option<Object<'a>> {
        let members = self.expect(self.value.as_object(), || "an object".into())?;
        Some(Object {
            at: self.clone(),
            members,
        })
    }

    pub(super) fn list(&self) -> Option<Vec<Self>> {
        let list = self.expect(self.value.as_array(), || "a list".into())?;
        let elements = list.iter().enumerate();
        Some(
            elements
                .map(|(position, value)| self.below(value, JsonStep::Element(position)))
                .collect(),
        )
    }

    pub(super) fn string(&self) -> Option<&'a str> {
        let text = self.expect(self.value.as_str(), || "a text".into())?;
        if let Some(at) = text.chars().position(|c| c == '\0') {
            self.wrong(format!("character {} is NUL", at + 1));
            return None;
        }
        Some(text)
    }

    pub(super) fn boolean(&self) -> Option<bool> {
        self.expect(self.value.as_bool(), || "`true` or `false`".into())
    }

    /// A whole number from `least` to `most`.
    pub(super) fn whole<T: TryFrom<u64> + Copy + Into<u64>>(&self, least: T, most: T) -> Option<T> {
        let within = |number: &u64| (least.into()..=most.into()).contains(number);
        let number = self.value.as_u64().filter(within);
        self.expect(number.and_then(|number| T::try_from(number).ok()), || {
            let (least, most): (u64, u64) = (least.into(), most.into());
            format!("a whole number from {least} to {most}")
        })
    }

    /// A number from `least` to `most`.
    pub(super) fn number(&self, least: f64, most: f64) -> Option<f64> {
        let number = self.value.as_f64();
        self.expect(number.filter(|it| (least..=most).contains(it)), || {
            format!("a number from {least} to {most}")
        })
    }
}

/// An object inside the problem.
#[derive(Clone, Debug)]
pub(super) struct Object<'a> {
    at: Cursor<'a>,
    members: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    /// Notes what is wrong with the object as a whole.
    pub(super) fn wrong(&self, what: impl Into<String>) {
        self.at.wrong(what);
    }

    /// A member that may be missing; `null` counts as missing.
    pub(super) fn optional(&self, key: &str) -> Option<Cursor<'a>> {
        let found = self.members.get(key).filter(|value| !value.is_null())?;
        Some(self.at.below(found, JsonStep::Key(key.to_owned())))
    }

    pub(super) fn required(&self, key: &str) -> Option<Cursor<'a>> {
        let found = self.members.get(key);
        if found.is_none() && !self.members.keys().any(|found| is_slip(found, key)) {
            self.wrong(format!("`{key}` is missing"));
        }
        found.map(|value| self.at.below(value, JsonStep::Key(key.to_owned())))
    }

    pub(super) fn members(&self) -> impl Iterator<Item = (&'a str, Cursor<'a>)> {
        let members = self.members.iter();
        members.map(|(key, value)| {
            let at = self.at.below(value, JsonStep::Key(key.clone()));
            (key.as_str(), at)
        })
    }

    /// The ways to the members whose keys are not known. A key that looks like a slip of a known
    /// one is a mistake, because a slip must never silently be a default.
    pub(super) fn unknown(&self, known: &[&str]) -> Vec<Vec<JsonStep>> {
        let mut unknown = Vec::new();
        for (key, member) in self.members().filter(|(key, _)| !known.contains(key)) {
            match known.iter().find(|known| is_slip(key, known)) {
                Some(meant) => {
                    member.wrong(format!("this key is not known; is `{meant}` meant?"));
                }
                None => unknown.push(member.path),
            }
        }
        unknown
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
