//! The key of an endpoint, which is sent in the header of requests and goes nowhere else.

use std::fmt;

/// Replaces a key in texts.
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
        format!("Bearer {}", self.0)
    }

    /// The text with the key replaced, whether it is written plainly or escaped for JSON.
    pub fn strike_out(&self, text: &str) -> String {
        let in_json = serde_json::Value::from(self.0.as_str()).to_string();
        let in_json = in_json.trim_matches('"');
        let text = text.replace(&self.0, STRUCK_OUT);
        if in_json == self.0 {
            text
        } else {
            text.replace(in_json, STRUCK_OUT)
        }
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
        let key = Secret::new(" s\"k-1\n").unwrap();
        assert_eq!(
            key.strike_out(r#"no s"k-1, {"m":"s\"k-1"}"#),
            r#"no [key], {"m":"[key]"}"#
        );
        assert_eq!(format!("{key:?}"), "[key]");
        assert_eq!(Secret::new(" \n"), None);
    }
}
