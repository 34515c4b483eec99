//! Canonical JSON, the form in which records are hashed and stored: object keys are sorted by their UTF-8 bytes,
//! there is no white space, numbers are integers, and text is escaped only where JSON requires it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Why a value has no canonical JSON, or why bytes are not canonical JSON.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// A number that is not an integer.
    #[error("`{key}`: {number} is not an integer; canonical JSON has integers only")]
    NotAnInteger {
        /// Where, as keys joined by dots.
        key: String,
        /// The number.
        number: String,
    },
    /// Not JSON, or not the expected value.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// Not the canonical form: another order, white space, or an unknown key.
    #[error("not in canonical form: expected {expected:?} at byte {at}, found {found:?}")]
    NotCanonical {
        /// First byte that differs, from 0.
        at: usize,
        /// What the canonical form has there.
        expected: String,
        /// What is there.
        found: String,
    },
}

/// The canonical JSON of a value.
///
/// # Errors
/// When it contains a number that is not an integer, or a map whose keys are not text.
pub fn to_string<T: Serialize>(value: &T) -> Result<String, JsonError> {
    let mut value = serde_json::to_value(value)?;
    sort(&mut value)?;
    Ok(value.to_string())
}

/// Reads a value from canonical JSON only, so that writing it again gives the same bytes.
///
/// # Errors
/// When the bytes are not the canonical JSON of such a value.
pub fn from_slice<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<T, JsonError> {
    let value: T = serde_json::from_slice(bytes)?;
    let again = to_string(&value)?;
    if again.as_bytes() == bytes {
        return Ok(value);
    }
    let pairs = again.as_bytes().iter().zip(bytes);
    let at = pairs.take_while(|(a, b)| a == b).count();
    Err(JsonError::NotCanonical {
        at,
        expected: shown(again.as_bytes(), at),
        found: shown(bytes, at),
    })
}

/// Brings any JSON into canonical form.
///
/// # Errors
/// When it contains a number that is not an integer.
pub fn canonical(mut value: Value) -> Result<String, JsonError> {
    sort(&mut value)?;
    Ok(value.to_string())
}

fn shown(bytes: &[u8], at: usize) -> String {
    let rest = bytes.get(at..).unwrap_or_default();
    let few = rest.get(..rest.len().min(24)).unwrap_or_default();
    String::from_utf8_lossy(few).into_owned()
}

fn sort(value: &mut Value) -> Result<(), JsonError> {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => {}
        Value::Number(number) => {
            if !(number.is_i64() || number.is_u64()) {
                return Err(JsonError::NotAnInteger {
                    key: String::new(),
                    number: number.to_string(),
                });
            }
        }
        Value::Array(items) => items.iter_mut().try_for_each(sort)?,
        Value::Object(map) => {
            let mut entries: Vec<(String, Value)> = std::mem::take(map).into_iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            for (key, value) in &mut entries {
                sort(value).map_err(|error| error.inside(key))?;
            }
            *map = Map::from_iter(entries);
        }
    }
    Ok(())
}

impl JsonError {
    /// The error with `outer` put before its place.
    fn inside(self, outer: &str) -> Self {
        match self {
            Self::NotAnInteger { key, number } if key.is_empty() => Self::NotAnInteger {
                key: outer.to_owned(),
                number,
            },
            Self::NotAnInteger { key, number } => Self::NotAnInteger {
                key: format!("{outer}.{key}"),
                number,
            },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Pair {
        b: i64,
        a: String,
    }

    #[test]
    fn keys_are_sorted_at_every_depth_and_nothing_is_escaped_needlessly() {
        let value = json!({"b": [{"z": 1, "y": -2}], "a": "ä\n\"/\u{1}"});
        assert_eq!(
            to_string(&value).unwrap(),
            "{\"a\":\"ä\\n\\\"/\\u0001\",\"b\":[{\"y\":-2,\"z\":1}]}"
        );
    }

    #[test]
    fn a_fraction_is_refused_with_its_place() {
        let error = to_string(&json!({"a": {"b": 1.5}})).unwrap_err();
        assert!(error.to_string().starts_with("`a.b`: 1.5"), "{error}");
    }

    #[test]
    fn only_the_canonical_form_is_read() {
        let pair = Pair {
            b: 7,
            a: "x".to_owned(),
        };
        assert_eq!(from_slice::<Pair>(br#"{"a":"x","b":7}"#).unwrap(), pair);
        for other in [
            r#"{"b":7,"a":"x"}"#,
            r#"{"a":"x", "b":7}"#,
            r#"{"a":"\u0078","b":7}"#,
            r#"{"a":"x","b":7,"c":0}"#,
            "{\"a\":\"x\",\"b\":7}\n",
            r#"{"a":"x","a":"x","b":7}"#,
            r#"{"a":"x"}"#,
        ] {
            assert!(from_slice::<Pair>(other.as_bytes()).is_err(), "{other}");
        }
    }
}
