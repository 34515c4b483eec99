//! Removes a model's thinking before its answer.

use std::borrow::Cow;

const OPENS: &str = "<think>";
const CLOSES: &str = "</think>";

/// The answer without the thinking before it; `None` if the thinking never ends. Chat templates often open the
/// thinking before the text begins. Line numbers stay the same.
pub fn without_thinking(text: &str) -> Option<Cow<'_, str>> {
    let is_open = text.trim_start().starts_with(OPENS);
    match text.split_once(CLOSES) {
        Some((thinking, answer)) if is_open || !thinking.contains(OPENS) => {
            let lines = thinking.matches('\n').count();
            Some(Cow::Owned(format!("{}{answer}", "\n".repeat(lines))))
        }
        None if is_open => None,
        _ => Some(Cow::Borrowed(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::without_thinking;

    #[test]
    fn only_what_stands_behind_the_thinking_is_the_answer() {
        for (text, answer) in [
            ("$$v = 3$$", Some("$$v = 3$$")),
            (
                "<think>$$v = 2$$\n</think>\n$$v = 3$$",
                Some("\n\n$$v = 3$$"),
            ),
            ("$$v = 2$$</think>$$v = 3$$", Some("$$v = 3$$")),
            ("\n<think>$$v = 3$$", None),
            (
                "I write <think> and </think> $$v = 3$$",
                Some("I write <think> and </think> $$v = 3$$"),
            ),
        ] {
            assert_eq!(without_thinking(text).as_deref(), answer, "{text}");
        }
    }
}
