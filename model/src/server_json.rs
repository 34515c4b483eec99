//! Parses JSON as servers write it: with numbers that JSON does not have, halves of characters, and line ends inside of
//! strings.

use std::borrow::Cow;

use serde_json::Value;

/// Parses JSON. What only a strict parser refuses is no reason to lose an answer.
pub(crate) fn parse(text: &str) -> Option<Value> {
    let parsed = serde_json::from_str(text).ok();
    parsed.or_else(|| serde_json::from_str(&strict(text)).ok())
}

/// The same JSON as a strict parser takes it. `NaN`, `1e999` and other words that are no value become `null`.
fn strict(text: &str) -> String {
    let mut strict = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_string = false;
    while let Some(next) = rest.chars().next() {
        let (taken, written) = match next {
            '"' => {
                in_string = !in_string;
                (1, Cow::Borrowed("\""))
            }
            '\\' if in_string => escape(rest),
            '\0'..' ' if in_string => (1, Cow::Owned(format!("\\u{:04x}", u32::from(next)))),
            _ if !in_string && is_of_word(next) => word(rest),
            _ => (next.len_utf8(), Cow::Borrowed(&rest[..next.len_utf8()])),
        };
        strict.push_str(&written);
        rest = &rest[taken..];
    }
    strict
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || "+-._".contains(character)
}

/// The length of the word with which a text begins, and its value.
fn word(text: &str) -> (usize, Cow<'_, str>) {
    let end = text.find(|character: char| !is_of_word(character));
    let word = &text[..end.unwrap_or(text.len())];
    let is_value = serde_json::from_str::<Value>(word).is_ok();
    (
        word.len(),
        Cow::Borrowed(if is_value { word } else { "null" }),
    )
}

/// The length of the escape with which a text begins, and what is read in its place: half of a character without its
/// other half, as `\ud835`, is a lost character.
fn escape(text: &str) -> (usize, Cow<'_, str>) {
    const LENGTH: usize = r"\uxxxx".len();
    let is_half = |at: usize, halves: std::ops::Range<u32>| {
        let escape = text.get(at..at + LENGTH);
        let digits = escape.and_then(|escape| escape.strip_prefix(r"\u"));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        code.is_some_and(|code| halves.contains(&code))
    };
    let (first, second) = (0xd800..0xdc00, 0xdc00..0xe000);
    if is_half(0, first.clone()) && is_half(LENGTH, second.clone()) {
        (2 * LENGTH, Cow::Borrowed(&text[..2 * LENGTH]))
    } else if is_half(0, first) || is_half(0, second) {
        (LENGTH, Cow::Borrowed(r"\ufffd"))
    } else {
        // The second character may be a backslash or a quotation mark, which begins and ends nothing.
        let length = 1 + text.chars().nth(1).map_or(0, char::len_utf8);
        (length, Cow::Borrowed(&text[..length]))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn half_a_character_is_lost_and_nothing_else() {
        for (escapes, text) in [
            (r"\ud835\udf13 \u2192", "𝜓 →"),
            (r"\ud835 \\ud835", "\u{fffd} \\ud835"),
            (r"\udf13\ud835", "\u{fffd}\u{fffd}"),
            (r"\ud835\ud835\udf13", "\u{fffd}𝜓"),
            (r#"\ud835\" NaN"#, "\u{fffd}\" NaN"),
        ] {
            let parsed = parse(&format!(r#"{{"content": "{escapes}"}}"#));
            assert_eq!(parsed, Some(json!({"content": text})), "{escapes}");
        }
    }

    #[test]
    fn a_number_that_json_does_not_have_is_none() {
        let text =
            r#"{"a": NaN, "b": [-Infinity, 1e999, 7, -2.5e3], "c": "NaN, 1e999", "d": true}"#;
        let read = json!({"a": null, "b": [null, null, 7, -2.5e3], "c": "NaN, 1e999", "d": true});
        assert_eq!(parse(text), Some(read));
    }

    #[test]
    fn a_line_may_end_inside_a_string() {
        let parsed = parse("{\"a\": \"x\n\ty\",\n \"b\": 1}");
        assert_eq!(parsed, Some(json!({"a": "x\n\ty", "b": 1})));
    }

    #[test]
    fn what_is_cut_off_or_no_json_stays_so() {
        for text in [
            "",
            "{\"choi",
            "{\"a\": \"b",
            "upstream error",
            "<html>NaN</html>",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
