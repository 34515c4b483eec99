//! What an author says of the method of a program: the tag and the notes of `solution.json`
//! (`docs/SCORING-v0.2.md` §6.1). Whether the tag is believed is the
//! [classifier](super::classifier)'s matter.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Longest method tag, in characters. A longer one counts as [`Tag::UNSPECIFIED`].
pub const METHOD_TAG_MAX_CHARS: usize = 64;

/// Longest notes, in characters. Longer ones are cut.
pub const NOTES_MAX_CHARS: usize = 500;

/// The tag of a method: one of the suggested words or a word of the author's own. Never empty,
/// never longer than [`METHOD_TAG_MAX_CHARS`], without control characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Tag(String);

impl Tag {
    /// The tag of a submission that has none.
    pub const UNSPECIFIED: &'static str = "unspecified";

    /// The words that `docs/SCORING-v0.1.md` suggests.
    pub const SUGGESTED: [&'static str; 6] = [
        "closed_form",
        "linear_recurrence",
        "matrix_power",
        "symbolic_guess",
        "search_enum",
        "other",
    ];

    /// The tag for what an author wrote. White space around it is not part of it; what is empty,
    /// too long or has control characters is [`Tag::UNSPECIFIED`].
    pub fn new(declared: &str) -> Self {
        let tag = declared.trim();
        let fits = !tag.is_empty()
            && tag.chars().count() <= METHOD_TAG_MAX_CHARS
            && !tag.chars().any(char::is_control);
        Self(if fits { tag } else { Self::UNSPECIFIED }.to_owned())
    }

    /// The tag of a submission that has none.
    pub fn unspecified() -> Self {
        Self(Self::UNSPECIFIED.to_owned())
    }

    /// The tag as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether nothing usable was declared.
    pub fn is_unspecified(&self) -> bool {
        self.0 == Self::UNSPECIFIED
    }
}

impl Default for Tag {
    fn default() -> Self {
        Self::unspecified()
    }
}

impl From<String> for Tag {
    fn from(declared: String) -> Self {
        Self::new(&declared)
    }
}

impl From<Tag> for String {
    fn from(tag: Tag) -> Self {
        tag.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The content of a `solution.json`. Nothing in it can make a submission be refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The method tag.
    pub tag: Tag,
    /// The short reason for the tag, on one line.
    pub notes: String,
    /// What was wrong with the file, in sentences for its author.
    pub complaints: Vec<String>,
}

impl Solution {
    /// Reads a `solution.json`: an object with `method_tag` and `notes`, both optional; other
    /// keys are passed over. A file that cannot be read gives an unspecified tag and a complaint.
    pub fn read(file: &[u8]) -> Self {
        let mut solution = Self::default();
        let object = match serde_json::from_slice(file) {
            Ok(Value::Object(object)) => object,
            Ok(other) => {
                solution.complain(format!(
                    "solution.json holds {} where an object with \"method_tag\" and \"notes\" \
                     is expected; the method tag is unspecified.",
                    kind(&other)
                ));
                return solution;
            }
            Err(error) => {
                solution.complain(format!(
                    "solution.json is not JSON: {error}; the method tag is unspecified."
                ));
                return solution;
            }
        };
        match object.get("method_tag") {
            None | Some(Value::Null) => {}
            Some(Value::String(declared)) => {
                solution.tag = Tag::new(declared);
                if solution.tag.is_unspecified() && declared.trim() != Tag::UNSPECIFIED {
                    solution.complain(format!(
                        "\"method_tag\" is empty, longer than {METHOD_TAG_MAX_CHARS} characters \
                         or has control characters; it counts as unspecified."
                    ));
                }
            }
            Some(other) => solution.complain(format!(
                "\"method_tag\" is {} where a string is expected; it counts as unspecified.",
                kind(other)
            )),
        }
        match object.get("notes") {
            None | Some(Value::Null) => {}
            Some(Value::String(notes)) => {
                let words: Vec<_> = notes.split_whitespace().collect();
                let line = words.join(" ").replace(char::is_control, "");
                solution.notes = line.chars().take(NOTES_MAX_CHARS).collect();
                if solution.notes.len() < line.len() {
                    solution.complain(format!(
                        "\"notes\" are longer than {NOTES_MAX_CHARS} characters and were cut."
                    ));
                }
            }
            Some(other) => solution.complain(format!(
                "\"notes\" are {} where a string is expected; they are left out.",
                kind(other)
            )),
        }
        solution
    }

    fn complain(&mut self, complaint: String) {
        self.complaints.push(complaint);
    }
}

/// What a JSON value is, with its article.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(file: &str) -> (String, usize) {
        let solution = Solution::read(file.as_bytes());
        (solution.tag.to_string(), solution.complaints.len())
    }

    #[test]
    fn what_is_declared_is_kept() {
        let file = r#"{"method_tag": " closed_form ", "notes": "Binet,\n rounded", "x": 1}"#;
        let solution = Solution::read(file.as_bytes());
        assert_eq!(solution.tag.as_str(), "closed_form");
        assert_eq!(solution.notes, "Binet, rounded");
        assert!(solution.complaints.is_empty());
        assert_eq!(tag(r#"{"method_tag":"my own"}"#), ("my own".into(), 0));
    }

    #[test]
    fn what_is_missing_or_unusable_is_unspecified() {
        let long = format!(r#"{{"method_tag":"{}"}}"#, "é".repeat(65));
        for (file, complaints) in [
            ("{}", 0),
            (r#"{"method_tag":null}"#, 0),
            (r#"{"method_tag":"unspecified"}"#, 0),
            (r#"{"method_tag":""}"#, 1),
            (r#"{"method_tag":"  "}"#, 1),
            (r#"{"method_tag":"a\u0007b"}"#, 1),
            (r#"{"method_tag":7}"#, 1),
            (r#"{"method_tag":["closed_form"]}"#, 1),
            (&long, 1),
            ("[]", 1),
            ("", 1),
            ("{\"method_tag\": ", 1),
            ("\u{feff}{}", 1),
        ] {
            assert_eq!(tag(file), ("unspecified".into(), complaints), "{file}");
        }
        let longest = format!(r#"{{"method_tag":"{}"}}"#, "é".repeat(64));
        assert_eq!(tag(&longest), ("é".repeat(64), 0));
    }

    #[test]
    fn a_complaint_says_what_and_where() {
        let solution = Solution::read(b"{\n \"method_tag\": closed_form}");
        assert!(
            solution.complaints[0].contains("line 2 column"),
            "{:?}",
            solution.complaints
        );
    }

    #[test]
    fn long_notes_are_cut() {
        let file = format!(r#"{{"notes":"{}"}}"#, "é".repeat(600));
        let solution = Solution::read(file.as_bytes());
        assert_eq!(solution.notes.chars().count(), 500);
        assert_eq!(solution.complaints.len(), 1);
    }

    #[test]
    fn a_stored_tag_comes_back() {
        let json = serde_json::to_string(&Tag::new("matrix_power")).unwrap();
        assert_eq!(json, "\"matrix_power\"");
        assert_eq!(
            serde_json::from_str::<Tag>(&json).unwrap(),
            Tag::new("matrix_power")
        );
    }
}
