//! The key of an endpoint, which is sent in the header of requests and goes nowhere else.

use std::fmt;

/// A key of fewer bytes is no secret, and its text stands in answers by chance.
const SHORTEST: usize = 8;
/// What stands before a key in the head of a request.
const SCHEME: &str = "Bearer ";
/// What stands where a key was.
const STRUCK_OUT: &str = "[key]";

/// A key. It is never displayed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A key; `None` if the text is empty. Spaces and line ends around it are removed.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The value of the `Authorization` header.
    pub(crate) fn authorization(&self) -> String {
        format!("{SCHEME}{}", self.0)
    }

    /// Whether it is too short to be struck out wherever it stands.
    pub fn is_short(&self) -> bool {
        self.0.len() < SHORTEST
    }

    /// The text without the key, written plainly or as JSON has it. A short one goes only where a head is repeated.
    pub fn strike_out(&self, text: &str) -> String {
        let in_json = serde_json::Value::from(self.0.as_str()).to_string();
        let in_json = in_json
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        let before = if self.is_short() { SCHEME } else { "" };
        [Some(self.0.as_str()), in_json]
            .into_iter()
            .flatten()
            .fold(text.to_owned(), |text, key| {
                text.replace(&format!("{before}{key}"), &format!("{before}{STRUCK_OUT}"))
            })
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(STRUCK_OUT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_struck_out_however_it_is_written() {
        let key = Secret::new(" secret\"1\"\n").unwrap();
        assert_eq!(
            key.strike_out(r#"no secret"1", {"m":"secret\"1\""}"#),
            r#"no [key], {"m":"[key]"}"#
        );
        assert_eq!(format!("{key:?}"), "[key]");
        assert_eq!(Secret::new(" \n"), None);
    }

    #[test]
    fn a_short_key_leaves_answers_as_they_are() {
        let answer = r#"{"solution":"E = m c^2","error":"no Bearer E"}"#;
        let key = Secret::new("E").unwrap();
        assert!(key.is_short() && !Secret::new("12345678").unwrap().is_short());
        assert_eq!(
            key.strike_out(answer),
            r#"{"solution":"E = m c^2","error":"no Bearer [key]"}"#
        );
    }
}
