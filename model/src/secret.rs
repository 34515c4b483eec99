//! The key of an endpoint, which is sent in the header of requests and goes nowhere else.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// A key of fewer bytes is no secret, and its text stands in answers by chance.
const SHORTEST: usize = 8;
/// What stands before a key in the head of a request.
const SCHEME: &str = "Bearer ";
/// What stands where a key was.
const STRUCK_OUT: &str = "[key]";

/// A key. It is never displayed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    key: String,
    /// How it may stand in what a server says.
    written: Vec<String>,
}

impl Secret {
    /// A key; `None` if the text is empty. Spaces and line ends around it are removed.
    pub fn new(text: &str) -> Option<Self> {
        let key = text.trim().to_owned();
        if key.is_empty() {
            return None;
        }
        let in_json = serde_json::Value::from(key.as_str()).to_string();
        let mut written = vec![key.clone(), in_json[1..in_json.len() - 1].to_owned()];
        if key.len() >= SHORTEST {
            // Servers differ in which characters they keep, and in the case of the digits.
            for kept in ["-._~", "-._~/", "-._~/:@!$&'()*+,;="] {
                written.push(percent_encoded(&key, kept, |byte| format!("%{byte:02X}")));
                written.push(percent_encoded(&key, kept, |byte| format!("%{byte:02x}")));
            }
            let in_base64 = STANDARD_NO_PAD.encode(&key);
            written.extend([in_base64.replace('+', "-").replace('/', "_"), in_base64]);
        }
        written.sort();
        written.dedup();
        Some(Self { key, written })
    }

    /// The value of the `Authorization` header.
    pub(crate) fn authorization(&self) -> String {
        format!("{SCHEME}{}", self.key)
    }

    /// Whether it is too short to be struck out wherever it stands.
    pub fn is_short(&self) -> bool {
        self.key.len() < SHORTEST
    }

    /// The text without the key, written plainly, as JSON or addresses have it, or in base64. A short one goes only
    /// where a head is repeated.
    pub fn strike_out(&self, text: &str) -> String {
        let before = if self.is_short() { SCHEME } else { "" };
        self.written.iter().fold(text.to_owned(), |text, key| {
            text.replace(&format!("{before}{key}"), &format!("{before}{STRUCK_OUT}"))
        })
    }
}

/// A text as it stands in an address that keeps letters, digits and these characters.
fn percent_encoded(text: &str, kept: &str, encoded: impl Fn(u8) -> String) -> String {
    let bytes = text.bytes().map(|byte| {
        if byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte) {
            char::from(byte).to_string()
        } else {
            encoded(byte)
        }
    });
    bytes.collect()
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
        let key = Secret::new("sk-lab/AbC+12=x").unwrap();
        let written = [
            "https://x/?key=sk-lab%2FAbC%2B12%3Dx&n=1",
            "https://x/?key=sk-lab%2fAbC%2b12%3dx&n=1",
            "https://x/?key=sk-lab/AbC%2B12%3Dx&n=1",
            "https://x/?key=c2stbGFiL0FiQysxMj14&n=1",
        ];
        for text in written {
            assert_eq!(key.strike_out(text), "https://x/?key=[key]&n=1");
        }
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
