//! What an author declares about the method of a program: the tag and the notes of `solution.json`
//! (`docs/SCORING-v0.3.md` §6.1). The [classifier](super::classifier) decides whether the tag is believed.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::repeated_key;

/// The most characters of a method tag. A longer one counts as [`Tag::UNSPECIFIED`].
pub const METHOD_TAG_MAX_CHARS: usize = 64;

/// The most characters of notes. Longer ones are cut.
pub const NOTES_MAX_CHARS: usize = 500;

/// The key of the tag in `solution.json`.
const TAG_KEY: &str = "method_tag";

/// The key of the notes in `solution.json`.
const NOTES_KEY: &str = "notes";

/// The tag of a method: one of the suggested words or the author's own word. Never empty, never longer than
/// [`METHOD_TAG_MAX_CHARS`], without control characters.
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

    /// The tag for what an author wrote. White space around it is removed; an empty or too long text, or one with
    /// control characters, gives [`Tag::UNSPECIFIED`].
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

    /// Whether no usable tag was declared.
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

/// What an author declares about a program: the content of a `solution.json`, or the same two values from elsewhere.
/// Mistakes in it never cause a rejection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The method tag.
    pub tag: Tag,
    /// The short reason for the tag, on one line.
    pub notes: String,
    /// The mistakes in it, for its author.
    pub complaints: Vec<Complaint>,
}

/// A mistake in a [`Solution`]. As text it is a sentence that names file, line and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The key with the wrong value; `None` if the whole file is wrong.
    pub key: Option<&'static str>,
    /// The line of `solution.json`, from 1; `None` if the value did not come from a file.
    pub line: Option<usize>,
    what: String,
    effect: &'static str,
}

impl Complaint {
    /// The place and the mistake, in a clause, without the consequence.
    pub fn fault(&self) -> String {
        let place = self
            .line
            .map(|line| format!("solution.json, line {line}: "));
        let key = self.key.map(|key| format!("`{key}` "));
        [place.unwrap_or_default(), key.unwrap_or_default()].concat() + &self.what
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}.", self.fault(), self.effect)
    }
}

/// The most bytes of a `solution.json` that are read.
const SOLUTION_MAX_BYTES: usize = 8 << 10;

/// The byte order mark that Windows editors put before UTF-8; RFC 8259, section 8.1, lets a JSON parser ignore it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Solution {
    /// Reads a `solution.json`: an object with `method_tag` and `notes`, both optional; other keys are ignored. A
    /// file that cannot be read gives an unspecified tag and a complaint.
    pub fn read(file: &[u8]) -> Self {
        let unreadable = |line, what: String| Self {
            complaints: vec![Complaint {
                key: None,
                line: Some(line),
                what,
                effect: "the method tag is unspecified",
            }],
            ..Self::default()
        };
        if file.len() > SOLUTION_MAX_BYTES {
            let what = format!(
                "it has {} bytes and may have {SOLUTION_MAX_BYTES}",
                file.len()
            );
            return unreadable(1, what);
        }
        let file = file.strip_prefix(BYTE_ORDER_MARK).unwrap_or(file);
        if let Some(repeated) = repeated_key::find(file) {
            return unreadable(repeated.line, repeated.fault());
        }
        match serde_json::from_slice(file) {
            Ok(Value::Object(object)) => {
                let mut solution = Self::of(object.get(TAG_KEY), object.get(NOTES_KEY));
                for complaint in &mut solution.complaints {
                    complaint.line = complaint.key.and_then(|key| line_of_key(file, key));
                }
                solution
            }
            Ok(other) => unreadable(
                line_after(file.trim_ascii_start(), file),
                format!(
                    "{} where an object with `{TAG_KEY}` and `{NOTES_KEY}` is expected",
                    kind(&other)
                ),
            ),
            Err(error) => unreadable(error.line().max(1), format!("this is not JSON: {error}")),
        }
    }

    /// The same from the two values, as a form or a larger JSON document has them.
    pub fn of(tag: Option<&Value>, notes: Option<&Value>) -> Self {
        const UNSPECIFIED: &str = "it counts as unspecified";
        let mut solution = Self::default();
        match tag {
            None | Some(Value::Null) => {}
            Some(Value::String(declared)) => {
                solution.tag = Tag::new(declared);
                if solution.tag.is_unspecified() && declared.trim() != Tag::UNSPECIFIED {
                    solution.complain(
                        TAG_KEY,
                        format!(
                            "is empty, longer than {METHOD_TAG_MAX_CHARS} characters or has \
                             control characters"
                        ),
                        UNSPECIFIED,
                    );
                }
            }
            Some(other) => solution.complain(
                TAG_KEY,
                format!("is {} where a string is expected", kind(other)),
                UNSPECIFIED,
            ),
        }
        match notes {
            None | Some(Value::Null) => {}
            Some(Value::String(notes)) => {
                let words = notes.split(|c: char| c.is_control() || c.is_whitespace());
                let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
                let line = words.join(" ");
                solution.notes = line.chars().take(NOTES_MAX_CHARS).collect();
                if solution.notes.len() < line.len() {
                    solution.complain(
                        NOTES_KEY,
                        format!("have more than {NOTES_MAX_CHARS} characters"),
                        "they are cut",
                    );
                }
            }
            Some(other) => solution.complain(
                NOTES_KEY,
                format!("are {} where a string is expected", kind(other)),
                "they are left out",
            ),
        }
        solution
    }

    fn complain(&mut self, key: &'static str, what: String, effect: &'static str) {
        self.complaints.push(Complaint {
            key: Some(key),
            line: None,
            what,
            effect,
        });
    }
}

/// The line of the first occurrence of a key.
fn line_of_key(file: &[u8], key: &str) -> Option<usize> {
    let quoted = format!("\"{key}\"");
    let found = file.windows(quoted.len()).enumerate().find(|(at, window)| {
        let after = file[at + window.len()..].trim_ascii_start();
        *window == quoted.as_bytes() && after.starts_with(b":")
    });
    found.map(|(at, _)| line_after(&file[at..], file))
}

/// The line, from 1, on which the end of a file begins.
fn line_after(end: &[u8], file: &[u8]) -> usize {
    let before = &file[..file.len() - end.len()];
    before.split(|byte| *byte == b'\n').count()
}

/// The type of a JSON value, with its article.
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
            ("\u{feff}{}", 0),
        ] {
            assert_eq!(tag(file), ("unspecified".into(), complaints), "{file}");
        }
        let longest = format!(r#"{{"method_tag":"{}"}}"#, "é".repeat(64));
        assert_eq!(tag(&longest), ("é".repeat(64), 0));
    }

    #[test]
    fn a_complaint_names_line_and_key() {
        for (file, complaint) in [
            (
                "{\n \"method_tag\": closed_form}",
                "solution.json, line 2: this is not JSON: expected value at line 2 column 16; the \
                 method tag is unspecified.",
            ),
            (
                "\n\n[]",
                "solution.json, line 3: an array where an object with `method_tag` and `notes` is \
                 expected; the method tag is unspecified.",
            ),
            (
                "{\"notes\": \"\\\"method_tag\\\"\",\n\n\"method_tag\" : 7}",
                "solution.json, line 3: `method_tag` is a number where a string is expected; it \
                 counts as unspecified.",
            ),
            (
                "{\"method_tag\": \"other\",\n\"method_tag\": \"recurrence\"}",
                "solution.json, line 2: the key `method_tag` is there twice; the method tag is \
                 unspecified.",
            ),
            (
                "{\"method_tag\": \"other\",\n\"notes\": [1]}",
                "solution.json, line 2: `notes` are an array where a string is expected; they are \
                 left out.",
            ),
        ] {
            let complaints = Solution::read(file.as_bytes()).complaints;
            let told: Vec<String> = complaints.iter().map(Complaint::to_string).collect();
            assert_eq!(told, [complaint], "{file}");
        }
    }

    #[test]
    fn values_that_came_in_no_file_have_no_line() {
        let solution = Solution::of(Some(&Value::from(7)), Some(&Value::from("a\r\nb\0c")));
        assert_eq!(solution.notes, "a b c");
        assert_eq!(
            solution.complaints[0].to_string(),
            "`method_tag` is a number where a string is expected; it counts as unspecified."
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

    #[test]
    fn a_byte_order_mark_is_passed_over_and_what_is_too_large_is_told() {
        let file = format!("\u{feff}{{\"{TAG_KEY}\": \"sieve\"}}");
        let solution = Solution::read(file.as_bytes());
        assert_eq!(solution.tag, Tag::new("sieve"));
        assert!(solution.complaints.is_empty());
        let large = format!("{{\"{NOTES_KEY}\": \"{}\"}}", "x".repeat(9000));
        let solution = Solution::read(large.as_bytes());
        let said = solution.complaints[0].to_string();
        assert!(said.contains("may have 8192"), "{said}");
    }
}
