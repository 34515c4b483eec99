//! Parses a server's answer leniently: servers differ in what they omit and add.

use help::dataset::without_thinking;
use serde_json::{Map, Value};

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
    /// Whether the server has said that the answer is complete.
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

/// The fields in which servers put a model's thinking.
const REASONING: [&str; 2] = ["reasoning_content", "reasoning"];

impl Reply {
    /// Parses an answer that came in one piece.
    pub(crate) fn whole(text: &str) -> Result<Self, NoAnswer> {
        let value: Value = serde_json::from_str(text)
            .map_err(|_| NoAnswer(format!("the answer is no JSON: {}", beginning(text))))?;
        let mut reply = Self::default();
        let has_choice = reply.absorb(&value)?;
        if !has_choice {
            return Err(NoAnswer(format!(
                "the answer has no choices: {}",
                beginning(text)
            )));
        }
        Ok(reply)
    }

    /// Adds the data of one event of a stream.
    pub(crate) fn absorb_event(&mut self, data: &str) -> Result<(), NoAnswer> {
        if data.trim() == "[DONE]" {
            self.done = true;
            return Ok(());
        }
        let value: Value = serde_json::from_str(data)
            .map_err(|_| NoAnswer(format!("an event is no JSON: {}", beginning(data))))?;
        self.absorb(&value).map(drop)
    }

    /// Whether the stream may end here.
    pub(crate) fn is_complete(&self) -> bool {
        self.done || self.finish_reason.is_some()
    }

    /// Whether the server has said that nothing more comes.
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Adds the content of a JSON value; returns whether it had a choice.
    fn absorb(&mut self, value: &Value) -> Result<bool, NoAnswer> {
        if let Some(error) = value.get("error").filter(|error| !error.is_null()) {
            return Err(NoAnswer(words_of_error(error)));
        }
        if let Some(usage) = value.get("usage").filter(|usage| usage.is_object()) {
            self.usage = Some(usage.clone());
        }
        if let Some(model) = value.get("model").and_then(Value::as_str)
            && !model.is_empty()
        {
            self.served_model = Some(model.to_owned());
        }
        let Some(choice) = value.pointer("/choices/0") else {
            return Ok(false);
        };
        let said = ["message", "delta"].iter().find_map(|key| choice.get(*key));
        if let Some(said) = said.and_then(Value::as_object) {
            self.content.push_str(&text(said.get("content")));
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
            self.finish_reason = Some(reason.to_owned());
        }
        Ok(true)
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
        if !self.refusal.is_empty() || reason == Some("content_filter") {
            Status::Refused
        } else if solution.trim().is_empty() {
            Status::Empty
        } else if reason == Some("length") {
            Status::CutOff
        } else {
            Status::Ok
        }
    }
}

/// A text, or the texts of a list of parts.
fn text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts.iter().map(|part| text(part.get("text"))).collect(),
        _ => String::new(),
    }
}

/// A server's error message, shortened.
pub(crate) fn words_of_error(error: &Value) -> String {
    let message = |error: &Map<String, Value>| error.get("message")?.as_str().map(str::to_owned);
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
        for event in events {
            reply.absorb_event(event)?;
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
        ] {
            assert_eq!(Reply::whole(text), Err(NoAnswer(told.to_owned())));
        }
        assert!(streamed(&[r#"{"error": {"code": 502}}"#]).is_err());
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
            whole(r#"{"content": null, "refusal": "No."}"#, "stop"),
            of(Status::Refused, "", "")
        );
    }
}
