//! Parses JSON as models write it: surrounded by words and fences, with LaTeX whose backslashes are
//! not escaped, with line breaks in a text, and with a comma after the last member.

use serde_json::{Map, Value};

/// What is read of the last object of a text of which anything is read.
pub(crate) fn last_object<T>(
    text: &str,
    read: impl Fn(&Map<String, Value>) -> Option<T>,
) -> Option<T> {
    let text = in_one_line(&with_whole_escapes(text));
    let found = |text: &str| objects(text).iter().rev().find_map(&read);
    // What a text says may look like such a comma, so the JSON is taken as it is first.
    found(&text).or_else(|| found(&without_last_commas(&text)))
}

/// The JSON objects of a text, ignoring the text around them.
fn objects(text: &str) -> Vec<Map<String, Value>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('{') {
        let start = from + at;
        from = start + 1;
        let mut read = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
        if let Some(Ok(Value::Object(object))) = read.next() {
            from = start + read.byte_offset();
            found.push(object);
        }
    }
    found
}

/// A text without line breaks and tabs, which JSON allows between its texts alone, where a space says the same.
fn in_one_line(text: &str) -> String {
    text.replace(|c: char| c.is_ascii_control(), " ")
}

/// A text without the commas after which an object or a list ends.
fn without_last_commas(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let ends = || text[at + 1..].trim_start().starts_with(['}', ']']);
        if letter != ',' || !ends() {
            kept.push(letter);
        }
    }
    kept
}

/// A text in which `\sin` stands for `\\sin`, as judges write LaTeX in JSON: a backslash that starts no escape is
/// literal.
fn with_whole_escapes(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let mut after = escape.chars().skip(1);
        let is_one = match after.next() {
            Some('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => true,
            Some('u') => after.take(4).filter(char::is_ascii_hexdigit).count() == 4,
            _ => false,
        };
        // An escape of two characters; the second may be a backslash.
        let taken = if is_one { 2 } else { 1 };
        whole.push_str(if is_one { &escape[..taken] } else { "\\\\" });
        rest = &escape[taken..];
    }
    whole.push_str(rest);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_have_line_breaks_and_latex() {
        let text = "Here:\n```json\n{\"reason\": \"$\\sin x$\nis\tright\",\n \"score\": 1}\n```";
        let read = last_object(text, |object| Some(object.clone())).unwrap();
        assert_eq!(read["score"], 1);
        assert_eq!(read["reason"], r"$\sin x$ is right");
    }

    #[test]
    fn a_comma_may_follow_the_last_member() {
        let text = "{\"reasons\": [\"a, ]\", \"b\",], \"score\": 1,\n}";
        let read = last_object(text, |object| object.get("score").cloned());
        assert_eq!(read, Some(1.into()));
        // In JSON that needs no help a text keeps its own.
        let read = last_object("{\"reason\": \"a,}\"}", |object| {
            Some(object["reason"].clone())
        });
        assert_eq!(read, Some("a,}".into()));
    }
}
