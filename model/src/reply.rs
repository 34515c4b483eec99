//! Parses a server's answer leniently: servers differ in what they omit and add.

use help::dataset::without_thinking;
use serde_json::{Map, Value};

use crate::event_stream::Event;
use crate::server_json;

/// An answer, or the part of it that has arrived.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reply {
    /// The text.
    pub(crate) content: String,
    /// The thinking, if the server reports it.
    pub(crate) reasoning: String,
    /// The refusal that came instead of an answer.
    pub(crate) refusal: String,
    pub(crate) finish_reason: Option<String>,
    pub(crate) usage: Option<Value>,
    /// The model that answered, by the server's name.
    pub(crate) served_model: Option<String>,
    /// Whether anything was said that could be an answer.
    pub(crate) has_choice: bool,
    /// Whether the server has said that this is all.
    done: bool,
}

/// Why a response is not an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoAnswer(pub(crate) String);

/// The outcome of a question.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// There is an answer.
    Ok,
    /// The model reached its limit, so the answer is incomplete.
    CutOff,
    /// There is no text outside of thinking.
    Empty,
    /// The model or its filter would not answer.
    Refused,
    /// The request failed. This says nothing about the model.
    Failed,
}

impl Status {
    /// Every status, the best first.
    pub const ALL: [Self; 5] = [
        Self::Ok,
        Self::CutOff,
        Self::Empty,
        Self::Refused,
        Self::Failed,
    ];

    /// The word in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::CutOff => "cut_off",
            Self::Empty => "empty",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// Words of servers for the end of an answer at the limit of tokens.
const AT_THE_LIMIT: [&str; 3] = ["length", "max_tokens", "model_length"];
/// Words for the end of an answer that a filter stopped.
const FILTERED: [&str; 3] = ["content_filter", "safety", "recitation"];
/// Words for the end of an answer that the server could not finish, which says nothing of the model.
const BROKEN_OFF: [&str; 3] = ["error", "abort", "insufficient_system_resource"];

/// Fields in which servers put what a model thought.
const REASONING: [&str; 2] = ["reasoning_content", "reasoning"];

impl Reply {
    /// A refusal by the filter of a server.
    pub(crate) fn filtered(words: String) -> Self {
        Self {
            refusal: words,
            has_choice: true,
            ..Self::default()
        }
    }

    /// Parses an answer that came in one piece.
    pub(crate) fn whole(text: &str) -> Result<Self, NoAnswer> {
        let value = server_json::parse(text)
            .ok_or_else(|| NoAnswer(format!("the answer is no JSON: {}", beginning(text))))?;
        let mut reply = Self::default();
        reply.absorb(&value)?;
        if reply.has_choice {
            Ok(reply)
        } else {
            let told = format!("the answer has no choices: {}", beginning(text));
            Err(NoAnswer(told))
        }
    }

    /// Adds one event of a stream.
    pub(crate) fn absorb_event(&mut self, event: &Event) -> Result<(), NoAnswer> {
        let data = &event.data;
        if event.is_error {
            let value = server_json::parse(data).filter(Value::is_object);
            let value = value.unwrap_or_else(|| data.as_str().into());
            return Err(NoAnswer(words_of_error(
                value.get("error").unwrap_or(&value),
            )));
        }
        if data.trim() == "[DONE]" {
            self.done = true;
            return Ok(());
        }
        let value = server_json::parse(data)
            .ok_or_else(|| NoAnswer(format!("an event is no JSON: {}", beginning(data))))?;
        self.absorb(&value)
    }

    /// Whether the stream may end here.
    pub(crate) fn is_complete(&self) -> bool {
        self.done || self.finish_reason.is_some()
    }

    /// Whether the server has said that nothing more comes.
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Takes what a piece of JSON has.
    fn absorb(&mut self, value: &Value) -> Result<(), NoAnswer> {
        // One answer is asked for; some servers send more of them, in turns.
        let choices = value.get("choices").and_then(Value::as_array);
        let is_first = |choice: &&Value| {
            choice
                .get("index")
                .is_none_or(|at| at.as_u64().is_none_or(|at| at == 0))
        };
        let choice = choices.and_then(|choices| choices.iter().find(is_first));
        let errors = [Some(value), choice].into_iter().flatten();
        // vLLM's event of an error is the error itself.
        let whole = Some(value).filter(|value| value["object"] == "error");
        let mut errors = errors.filter_map(|place| place.get("error")).chain(whole);
        if let Some(error) = errors.find(|error| says_something(error)) {
            return Err(NoAnswer(words_of_error(error)));
        }
        let usage = [Some(value), value.get("x_groq")].into_iter().flatten();
        let mut usage = usage.filter_map(|place| place.get("usage"));
        if let Some(usage) = usage.find(|usage| usage.is_object()) {
            self.usage = Some(usage.clone());
        }
        if let Some(model) = value.get("model").and_then(Value::as_str)
            && !model.is_empty()
        {
            self.served_model = Some(model.to_owned());
        }
        let Some(choice) = choice else {
            return Ok(());
        };
        self.has_choice = true;
        let said = ["delta", "message"].iter();
        let mut said = said.filter_map(|key| choice.get(*key)?.as_object());
        if let Some(said) = said.find(|said| !said.is_empty()) {
            self.absorb_content(said.get("content"));
            // Some servers send the same text under both names.
            if let Some(thought) = REASONING
                .iter()
                .map(|key| text(said.get(*key)))
                .find(|text| !text.is_empty())
            {
                self.reasoning.push_str(&thought);
            }
            self.refusal.push_str(&text(said.get("refusal")));
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str)
            && !reason.is_empty()
        {
            if is_one_of(&BROKEN_OFF, reason) {
                return Err(NoAnswer(format!("the server broke off: {reason}")));
            }
            self.finish_reason = Some(reason.to_owned());
        }
        Ok(())
    }

    /// Takes a text, or a list of parts of which some may be thinking.
    fn absorb_content(&mut self, content: Option<&Value>) {
        let Some(Value::Array(parts)) = content else {
            self.content.push_str(&text(content));
            return;
        };
        for part in parts {
            let kind = part.get("type").and_then(Value::as_str);
            if kind.is_none_or(|kind| kind.contains("text")) {
                self.content.push_str(&text(Some(part)));
            } else {
                self.reasoning.push_str(&text(Some(part)));
            }
        }
    }

    /// The text outside of thinking; thinking inside the text is moved to the rest of it.
    pub(crate) fn solution(&mut self) -> String {
        let solution = without_thinking(&self.content);
        let solution = solution
            .as_deref()
            .unwrap_or_default()
            .trim_start()
            .to_owned();
        let thought = self.content.len() - solution.len();
        if self.content.is_char_boundary(thought) && !self.content[..thought].trim().is_empty() {
            self.reasoning.push_str(&self.content[..thought]);
        }
        solution
    }

    /// The outcome of the question, given the text outside of thinking.
    pub(crate) fn status(&self, solution: &str) -> Status {
        let reason = self.finish_reason.as_deref();
        let ended = |words: &[&str]| reason.is_some_and(|reason| is_one_of(words, reason));
        if !self.refusal.is_empty() || ended(&FILTERED) {
            Status::Refused
        } else if solution.trim().is_empty() {
            Status::Empty
        } else if ended(&AT_THE_LIMIT) {
            Status::CutOff
        } else {
            Status::Ok
        }
    }
}

/// Whether an error is one: some servers send an empty one beside each answer.
fn says_something(error: &Value) -> bool {
    match error {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
    }
}

/// Whether a word is one of these; servers write them in small letters and in capitals, some with more behind a colon.
fn is_one_of(words: &[&str], word: &str) -> bool {
    let word = word.split(':').next().unwrap_or_default().trim();
    words.iter().any(|one| one.eq_ignore_ascii_case(word))
}

/// What a server says of a request that its filter did not let through to the model.
pub(crate) fn is_filtered(error: &Value) -> bool {
    let codes = ["/code", "/innererror/code", "/type"];
    let mut codes = codes.iter().filter_map(|at| error.pointer(at)?.as_str());
    codes.any(|code| is_one_of(&FILTERED, code) || code == "ResponsibleAIPolicyViolation")
}

/// A text, or the texts of a part or of a list of parts.
fn text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts.iter().map(|part| text(Some(part))).collect(),
        Some(Value::Object(part)) => text(part.get("text").or_else(|| part.get("thinking"))),
        _ => String::new(),
    }
}

/// What a server says in an error, in a few words.
pub(crate) fn words_of_error(error: &Value) -> String {
    let message = |error: &Map<String, Value>| {
        let message = error.get("message")?.as_str()?;
        // A server in between says what the one behind it said.
        let behind = error.get("metadata").and_then(|it| it.get("raw"));
        Some(match behind.and_then(Value::as_str) {
            Some(behind) => format!("{message}: {behind}"),
            None => message.to_owned(),
        })
    };
    match error {
        Value::String(text) => beginning(text),
        Value::Object(object) => {
            beginning(&message(object).unwrap_or_else(|| Value::Object(object.clone()).to_string()))
        }
        other => beginning(&other.to_string()),
    }
}

/// The beginning of a text, on one line.
pub(crate) fn beginning(text: &str) -> String {
    const MOST: usize = 500;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A terminal would obey them.
    let line = line.replace(char::is_control, "\u{fffd}");
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn streamed(events: &[&str]) -> Result<Reply, NoAnswer> {
        let mut reply = Reply::default();
        for data in events {
            reply.absorb_event(&Event {
                data: (*data).to_owned(),
                is_error: false,
            })?;
        }
        Ok(reply)
    }

    #[test]
    fn an_answer_in_pieces_is_put_together() {
        let mut reply = streamed(&[
            r#"{"model": "m-1", "choices": [{"delta": {"role": "assistant", "content": null}, "finish_reason": ""}]}"#,
            r#"{"choices": [{"delta": {"reasoning": "Ps", "x_new": 1}}], "usage": null}"#,
            r#"{"choices": [{"delta": {"reasoning_content": "i.", "reasoning": "i."}}]}"#,
            r#"{"choices": [{"delta": {"content": "$$"}}]}"#,
            r#"{"choices": [{"delta": {"content": [{"type": "text", "text": "E$$"}]}}]}"#,
            r#"{"choices": [{"delta": {}, "finish_reason": "eos_of_some_kind"}]}"#,
            r#"{"choices": [], "usage": {"prompt_tokens": 3, "queue_time": 0.1}}"#,
            "[DONE]",
        ])
        .unwrap();
        assert!(reply.is_complete() && reply.is_done());
        assert_eq!(reply.solution(), "$$E$$");
        assert_eq!(reply.reasoning, "Psi.");
        assert_eq!(reply.usage.as_ref().unwrap()["queue_time"], 0.1);
        assert_eq!(reply.served_model.as_deref(), Some("m-1"));
        assert_eq!(reply.status("$$E$$"), Status::Ok);
    }

    #[test]
    fn of_several_answers_the_first_is_taken() {
        let reply = streamed(&[
            r#"{"choices": [{"index": 1, "delta": {"content": "b"}}]}"#,
            r#"{"choices": [{"index": 1, "delta": {"content": "b"}}, {"index": 0, "delta": {"content": "a"}}]}"#,
            r#"{"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "x_groq": {"usage": {"prompt_tokens": 3}}}"#,
        ])
        .unwrap();
        assert_eq!(reply.content, "a");
        assert_eq!(reply.usage.unwrap()["prompt_tokens"], 3);
    }

    #[test]
    fn a_message_that_is_null_hides_no_delta() {
        let reply = streamed(&[
            r#"{"choices": [{"message": null, "delta": {"content": "a"}}]}"#,
            r#"{"choices": [{"message": {"content": "b"}, "delta": {}, "finish_reason": "stop"}]}"#,
        ]);
        assert_eq!(reply.unwrap().content, "ab");
    }

    #[test]
    fn what_is_no_answer_is_told_in_the_servers_words() {
        for (text, told) in [
            (
                "upstream connect error",
                "the answer is no JSON: upstream connect error",
            ),
            ("", "the answer is no JSON: "),
            (
                r#"{"choices": null}"#,
                "the answer has no choices: {\"choices\": null}",
            ),
            (
                r#"{"error": {"message": "upstream error", "code": 502}}"#,
                "upstream error",
            ),
            (r#"{"error": "busy"}"#, "busy"),
            (
                r#"{"choices": [{"message": {"content": ""}, "finish_reason": "error", "error": {"message": "up"}}]}"#,
                "up",
            ),
            (
                r#"{"choices": [{"message": {"content": "a"}, "finish_reason": "insufficient_system_resource"}]}"#,
                "the server broke off: insufficient_system_resource",
            ),
        ] {
            assert_eq!(Reply::whole(text), Err(NoAnswer(told.to_owned())));
        }
        assert!(streamed(&[r#"{"error": {"code": 502}}"#]).is_err());
        let vllm = r#"{"object": "error", "message": "out of memory", "code": 500}"#;
        assert_eq!(streamed(&[vllm]).unwrap_err().0, "out of memory");
        let named = |data: &str| {
            let (data, is_error) = (data.to_owned(), true);
            let mut reply = Reply::default();
            reply.absorb_event(&Event { data, is_error }).unwrap_err().0
        };
        assert_eq!(
            named(r#"{"code": 500, "message": "no memory"}"#),
            "no memory"
        );
        assert_eq!(named(r#"{"error": {"message": "no memory"}}"#), "no memory");
        assert_eq!(named("busy"), "busy");
        for nothing in ["null", "false", "\"\"", "{}"] {
            let text = format!(
                r#"{{"error": {nothing}, "choices": [{{"message": {{"content": "a"}}, "finish_reason": "stop"}}]}}"#
            );
            assert_eq!(Reply::whole(&text).unwrap().content, "a");
        }
        assert!(!streamed(&["[DONE]"]).unwrap().has_choice);
        assert!(
            !streamed(&[r#"{"choices": [{"delta": {"content": "a"}}]}"#])
                .unwrap()
                .is_complete()
        );
    }

    #[test]
    fn a_status_says_what_the_model_did() {
        let whole = |message: &str, finish: &str| {
            let text = format!(
                r#"{{"choices": [{{"message": {message}, "finish_reason": "{finish}"}}]}}"#
            );
            let mut reply = Reply::whole(&text).unwrap();
            let solution = reply.solution();
            (reply.status(&solution), solution, reply.reasoning)
        };
        let of = |status, solution: &str, reasoning: &str| {
            (status, solution.to_owned(), reasoning.to_owned())
        };
        assert_eq!(
            whole(r#"{"content": "a"}"#, "stop"),
            of(Status::Ok, "a", "")
        );
        assert_eq!(
            whole(r#"{"content": "a"}"#, "length"),
            of(Status::CutOff, "a", "")
        );
        assert_eq!(
            whole(r#"{"content": "a"}"#, "MAX_TOKENS"),
            of(Status::CutOff, "a", "")
        );
        let parts = r#"{"content": ["a", {"type": "thinking", "thinking": [{"type": "text", "text": "b"}]},
            {"type": "reasoning", "text": "c"}, {"type": "output_text", "text": "d"}]}"#;
        assert_eq!(whole(parts, "stop"), of(Status::Ok, "ad", "bc"));
        assert_eq!(
            whole(r#"{"content": ""}"#, "length"),
            of(Status::Empty, "", "")
        );
        assert_eq!(
            whole(r#"{"content": "<think>b"}"#, "length"),
            of(Status::Empty, "", "<think>b")
        );
        assert_eq!(
            whole(r#"{"content": "<think>\nb</think>\n\na"}"#, "stop"),
            of(Status::Ok, "a", "<think>\nb</think>\n\n")
        );
        assert_eq!(
            whole(r#"{"content": "a"}"#, "content_filter"),
            of(Status::Refused, "a", "")
        );
        assert_eq!(
            whole(r#"{"content": ""}"#, "content_filter: RECITATION"),
            of(Status::Refused, "", "")
        );
        assert_eq!(
            whole(r#"{"content": null, "refusal": "No."}"#, "stop"),
            of(Status::Refused, "", "")
        );
    }
}
