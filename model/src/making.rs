//! The prompts for models that edit a problem, review an edit or rate a problem, and the parsing of their answers.

use serde_json::{Map, Value};

use crate::loose_json::last_object;
use crate::prompt::Prompt;

/// A step on the way from a text to a problem that can be graded (PRISM-Physics, appendix C.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Unify the notation.
    Normalize,
    /// Make the question have one answer, and say how to write it.
    Clarify,
    /// Turn the solution into a graph of formulas.
    Graph,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Normalize, Self::Clarify, Self::Graph];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Normalize => "normalize",
            Self::Clarify => "clarify",
            Self::Graph => "graph",
        }
    }

    /// The keys of a problem that this stage may change.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Normalize => &["title", "context", "subquestions"],
            Self::Clarify => &["context", "subquestions", "constants"],
            Self::Graph => &["grading_standard"],
        }
    }

    pub(crate) const fn source(self) -> &'static str {
        match self {
            Self::Normalize => include_str!("../prompts/make/normalize.md"),
            Self::Clarify => include_str!("../prompts/make/clarify.md"),
            Self::Graph => include_str!("../prompts/make/graph.md"),
        }
    }

    /// The prompt.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn prompt(self) -> Prompt {
        Prompt::read(self.source()).expect("a test reads it")
    }

    /// The editor's task, for the reviewer: the text of the prompt before the problem.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn task(self) -> &'static str {
        let (_, text) = self
            .source()
            .rsplit_once("\n+++\n")
            .expect("a test reads it");
        text.split("{{problem}}").next().unwrap_or_default().trim()
    }

    /// The part of an answer that changes the problem: the keys of this stage.
    pub fn read(self, text: &str) -> Option<Map<String, Value>> {
        let is_it =
            |object: &Map<String, Value>| self.keys().iter().any(|key| object.contains_key(*key));
        let mut object = last_object(text, |object| is_it(object).then(|| object.clone()))?;
        object.retain(|key, _| self.keys().contains(&key.as_str()));
        Some(object)
    }
}

/// The prompts that do not belong to stages.
pub(crate) const OTHERS: [&str; 2] = [
    include_str!("../prompts/make/review.md"),
    include_str!("../prompts/make/rate.md"),
];

/// The prompt for a reviewer.
///
/// # Panics
/// Never: a test reads it.
pub fn review() -> Prompt {
    Prompt::read(OTHERS[0]).expect("a test reads it")
}

/// The prompt for rating a problem.
///
/// # Panics
/// Never: a test reads it.
pub fn rate() -> Prompt {
    Prompt::read(OTHERS[1]).expect("a test reads it")
}

/// The mistakes that a reviewer found; empty if the work is accepted, `None` if the answer cannot be read.
pub fn read_review(text: &str) -> Option<Vec<String>> {
    last_object(text, |object| {
        let is_done = object.get("ok")?.as_bool()?;
        let comments = object.get("comments").and_then(Value::as_array);
        let comments = comments.into_iter().flatten();
        let mut comments: Vec<String> = comments
            .filter_map(|comment| Some(comment.as_str()?.trim().to_owned()))
            .filter(|comment| !comment.is_empty())
            .collect();
        if is_done {
            comments.clear();
        } else if comments.is_empty() {
            comments.push("the reviewer says that it is not done, and not why".to_owned());
        }
        Some(comments)
    })
}

/// A model's proposal of how hard a problem is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// Conceptual depth, from 1 to 3.
    pub conceptual: u64,
    /// Computational burden, from 1 to 3.
    pub computational: u64,
    /// The domain, in the model's words.
    pub domain: String,
}

/// Parses a rating; `is_domain` says which domains exist.
pub fn read_rating(text: &str, is_domain: impl Fn(&str) -> bool) -> Option<Rated> {
    last_object(text, |object| {
        let grade = |key: &str| {
            let number = match object.get(key)? {
                Value::String(text) => text.trim().parse().ok()?,
                number => number.as_f64()?,
            };
            let is_it = |grade: &u32| (f64::from(*grade) - number).abs() < f64::EPSILON;
            (1..=3).find(is_it).map(u64::from)
        };
        let domain = object.get("domain")?.as_str()?.trim();
        is_domain(domain).then_some(())?;
        Some(Rated {
            conceptual: grade("C1")?,
            computational: grade("C2")?,
            domain: domain.to_owned(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_whatever_stands_around_them() {
        let text = "Here:\n```json\n{\"id\": \"x\", \"grading_standard\": [{\"index\": 1, \"formula\": \"$$a = \\sin b$$\"}]}\n```";
        let read = Stage::Graph.read(text).unwrap();
        assert_eq!(read.len(), 1);
        assert_eq!(read["grading_standard"][0]["formula"], "$$a = \\sin b$$");
        assert_eq!(Stage::Graph.read("{\"steps\": []}"), None);
        assert_eq!(Stage::Normalize.read("no"), None);
    }

    #[test]
    fn a_review_says_yes_or_what_is_wrong() {
        assert_eq!(
            read_review("Fine. {\"ok\": true, \"comments\": [\"nice\"]}"),
            Some(vec![])
        );
        assert_eq!(
            read_review("{\"ok\": false, \"comments\": [\"a sign\"]}"),
            Some(vec!["a sign".to_owned()])
        );
        assert_eq!(read_review("{\"ok\": false}").unwrap().len(), 1);
        assert_eq!(read_review("yes"), None);
    }

    #[test]
    fn a_rating_keeps_to_what_there_is() {
        let known = |domain: &str| domain == "Optics";
        let rated = read_rating("{\"C1\": 2, \"C2\": 1, \"domain\": \"Optics\"}", known).unwrap();
        assert_eq!((rated.conceptual, rated.computational), (2, 1));
        assert_eq!(
            read_rating("{\"C1\": 4, \"C2\": 1, \"domain\": \"Optics\"}", known),
            None
        );
        assert_eq!(
            read_rating("{\"C1\": 2, \"C2\": 1, \"domain\": \"Love\"}", known),
            None
        );
    }

    #[test]
    fn reviewers_read_what_the_editor_had_to_do() {
        for stage in Stage::ALL {
            let task = stage.task();
            assert!(
                task.starts_with("Below is a problem") && !task.contains("{{"),
                "{task}"
            );
        }
    }
}
