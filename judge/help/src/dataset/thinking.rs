//! Removes a model's thinking before its answer.

use std::borrow::Cow;

/// What models put around their thinking: the tags of open models and of Gemini.
const TAGS: [(&str, &str); 3] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
];

/// The answer without the thinking before it; `None` if the thinking never ends. Chat templates often open the
/// thinking before the text begins. Line numbers stay the same.
pub fn without_thinking(text: &str) -> Option<Cow<'_, str>> {
    let begin = text.trim_start();
    let opened = TAGS.iter().find(|(opens, _)| begin.starts_with(opens));
    let ended = |(opens, closes): &(&str, &str)| {
        let (thinking, answer) = text.split_once(closes)?;
        (opened.is_some() || !thinking.contains(opens)).then_some((thinking, answer))
    };
    let ended = match opened {
        Some(tag) => Some(ended(tag)?),
        None => TAGS.iter().find_map(ended),
    };
    Some(match ended {
        Some((thinking, answer)) => {
            let lines = thinking.matches('\n').count();
            Cow::Owned(format!("{}{answer}", "\n".repeat(lines)))
        }
        None => Cow::Borrowed(text),
    })
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
            ("<thought>$$v = 2$$</thought>$$v = 3$$", Some("$$v = 3$$")),
            ("<thought>$$v = 2$$</think>$$v = 3$$", None),
            (
                "I write <think> and </think> $$v = 3$$",
                Some("I write <think> and </think> $$v = 3$$"),
            ),
        ] {
            assert_eq!(without_thinking(text).as_deref(), answer, "{text}");
        }
    }
}
