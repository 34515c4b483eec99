//! Finds where a value stands in a JSON text. Only errors need this, so the text is searched a second time for them;
//! by then it is known to be valid JSON.

use crate::notation::text_place::TextPlace;

/// One step from a JSON value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonStep {
    /// Into the member of this name.
    Key(String),
    /// Into the element at this position, from 0.
    Element(usize),
}

/// Where the formula at a position of the grading standard stands in the text of a problem.
pub fn place_of_node(json: &str, position: usize) -> TextPlace {
    let standard = JsonStep::Key("grading_standard".to_owned());
    locate(json, &[standard, JsonStep::Element(position)])
}

/// Where a key of a problem stands in its text.
pub fn place_of_key(json: &str, key: &str) -> TextPlace {
    locate(json, &[JsonStep::Key(key.to_owned())])
}

/// Where the value at the end of a path stands; if the path goes further than the text, the innermost value that
/// exists.
pub(super) fn locate(json: &str, path: &[JsonStep]) -> TextPlace {
    let mut scan = JsonScan {
        bytes: json.as_bytes(),
        at: 0,
    };
    scan.blank();
    let mut found = scan.at;
    for step in path {
        let entered = match step {
            JsonStep::Key(key) => scan.enter_member(key),
            JsonStep::Element(position) => scan.enter_element(*position),
        };
        if !entered {
            break;
        }
        found = scan.at;
    }
    TextPlace::of_byte(json, found)
}

/// A position in a text that is valid JSON.
struct JsonScan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl JsonScan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blank(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes over a blank, one punctuation mark and a blank; false at any other byte.
    fn eat(&mut self, mark: u8) -> bool {
        self.blank();
        let there = self.peek() == Some(mark);
        if there {
            self.at += 1;
            self.blank();
        }
        there
    }

    /// Goes into the last member of this name, the one that counts.
    fn enter_member(&mut self, key: &str) -> bool {
        if !self.eat(b'{') {
            return false;
        }
        let mut found = None;
        while self.peek() == Some(b'"') {
            let start = self.at;
            self.skip_string();
            let name = self.bytes.get(start..self.at).unwrap_or_default();
            let is_it = serde_json::from_slice::<String>(name).is_ok_and(|name| name == key);
            if !self.eat(b':') {
                break;
            }
            if is_it {
                found = Some(self.at);
            }
            self.skip_value();
            if !self.eat(b',') {
                break;
            }
        }
        if let Some(at) = found {
            self.at = at;
        }
        found.is_some()
    }

    fn enter_element(&mut self, position: usize) -> bool {
        if !self.eat(b'[') {
            return false;
        }
        for _ in 0..position {
            self.skip_value();
            if !self.eat(b',') {
                return false;
            }
        }
        self.peek() != Some(b']')
    }

    fn skip_string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'"' => return,
                b'\\' => self.at += 1,
                _ => {}
            }
        }
    }

    /// Goes over a value: to the bracket that closes it, or to what ends a number or a word.
    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.skip_string();
                    if depth == 0 {
                        return;
                    }
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' | b',' if depth == 0 => return,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "{\n  \"a\": [1, {\"b\\u0063\": \"}]\", \"d\": [[], 22]}],\n  \"é\": null, \"f\": true\n}";

    #[track_caller]
    fn at(path: &[JsonStep]) -> (usize, usize) {
        let place = locate(TEXT, path);
        (place.line, place.column)
    }

    fn key(name: &str) -> JsonStep {
        JsonStep::Key(name.into())
    }

    #[test]
    fn values_are_found() {
        assert_eq!(at(&[]), (1, 1));
        assert_eq!(at(&[key("a")]), (2, 8));
        assert_eq!(at(&[key("a"), JsonStep::Element(1), key("bc")]), (2, 24));
        let path = [
            key("a"),
            JsonStep::Element(1),
            key("d"),
            JsonStep::Element(1),
        ];
        assert_eq!(at(&path), (2, 40));
        assert_eq!(at(&[key("é")]), (3, 8));
        assert_eq!(at(&[key("f")]), (3, 19));
    }

    #[test]
    fn what_is_missing_is_where_it_should_be() {
        assert_eq!(at(&[key("z")]), (1, 1));
        assert_eq!(at(&[key("a"), JsonStep::Element(7)]), (2, 8));
        assert_eq!(at(&[key("f"), key("g")]), (3, 19));
    }
}
