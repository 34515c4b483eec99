//! Finds a key that occurs twice in a JSON object. I-JSON (RFC 7493, section 2.3) forbids it, since parsers differ on
//! which value counts, and `serde_json` takes the last one.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

/// The byte order mark that Windows editors put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A key that occurs twice in one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedKey {
    /// The key, after those of the objects around it, joined by dots.
    pub key: String,
    /// The line, from 1, of its second occurrence.
    pub line: usize,
    /// The column, from 1, where its second occurrence ends.
    pub column: usize,
}

impl RepeatedKey {
    /// The fault, without its place.
    pub fn fault(&self) -> String {
        format!("the key `{}` is there twice", self.key)
    }
}

impl fmt::Display for RepeatedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, .. } = self;
        write!(f, "{}, again at line {line} column {column}", self.fault())
    }
}

/// The first key that occurs twice in one object, in one JSON document or several consecutive ones. Text that is not
/// JSON has none: its parser reports that.
pub fn find(json: &[u8]) -> Option<RepeatedKey> {
    let json = json.strip_prefix(BYTE_ORDER_MARK).unwrap_or(json);
    let mut place = Place::default();
    let mut reader = serde_json::Deserializer::from_slice(json);
    let error = loop {
        if let Err(error) = place.deserialize(&mut reader) {
            break error;
        }
        if reader.end().is_ok() {
            return None;
        }
    };
    place.is_repeated.then(|| RepeatedKey {
        key: place.keys.join("."),
        line: error.line(),
        column: error.column(),
    })
}

/// The keys of the objects around the current position.
#[derive(Default)]
struct Place {
    keys: Vec<String>,
    /// Whether the last key occurred in its object before.
    is_repeated: bool,
}

impl<'de> DeserializeSeed<'de> for &mut Place {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Place {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut known = BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            self.keys.push(key.clone());
            if !known.insert(key) {
                self.is_repeated = true;
                return Err(A::Error::custom("a key twice"));
            }
            map.next_value_seed(&mut *self)?;
            self.keys.pop();
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(&mut *self)?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_twice_is_found_at_any_depth_with_its_place() {
        let told = |json: &str| find(json.as_bytes()).map(|found| found.to_string());
        for json in [
            "",
            "{",
            "[1, 2.5, -3, \"a\", null, true]",
            r#"{"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}]}"#,
            r#"{"a": 1, "A": 2}"#,
        ] {
            assert_eq!(told(json), None, "{json}");
        }
        assert_eq!(
            told("{\"a\": 1,\n  \"b\": 2,\n  \"a\": 3}").unwrap(),
            "the key `a` is there twice, again at line 3 column 5"
        );
        // Rows of a data set, one a line.
        assert_eq!(
            told("{\"a\": 1}\n{\"a\": 1}\n{\"b\": 1, \"b\": 2}\n").unwrap(),
            "the key `b` is there twice, again at line 3 column 12"
        );
        let marked = told("\u{feff}{\"a\": 1, \"a\": 1}");
        assert!(marked.is_some());
        assert_eq!(
            told(r#"{"a": [{"b": {"c": 1, "\u0063": 2}}]}"#).unwrap(),
            "the key `a.b.c` is there twice, again at line 1 column 30"
        );
    }
}
