//! The prompts for models that judge answers, and the parsing of their verdicts. Text that cannot be read is not a
//! verdict: nothing is guessed.

use serde_json::{Map, Value, json};

use crate::loose_json::last_object;
use crate::prompt::Prompt;

/// The kind of judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judging {
    /// 0 or 1 for the whole answer.
    Outcome,
    /// Yes or no for each formula of the reference.
    Steps,
    /// The kinds of error.
    Errors,
}

/// A formula of a reference solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceFormula {
    /// Its number.
    pub index: u32,
    /// The formula, in LaTeX.
    pub formula: String,
    /// Whether it is a final answer.
    pub is_final: bool,
}

impl Judging {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Outcome, Self::Steps, Self::Errors];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Steps => "steps",
            Self::Errors => "errors",
        }
    }

    /// The text of the prompt.
    pub(crate) const fn source(self) -> &'static str {
        match self {
            Self::Outcome => include_str!("../prompts/judge/outcome.md"),
            Self::Steps => include_str!("../prompts/judge/steps.md"),
            Self::Errors => include_str!("../prompts/judge/errors.md"),
        }
    }

    /// The prompt.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn prompt(self) -> Prompt {
        Prompt::read(self.source()).expect("a test reads it")
    }

    /// The last complete verdict in a text, ignoring the text around it.
    pub fn read(self, text: &str, reference: &[ReferenceFormula]) -> Option<Value> {
        last_object(text, |object| self.verdict(object, reference))
    }

    fn verdict(self, object: &Map<String, Value>, reference: &[ReferenceFormula]) -> Option<Value> {
        match self {
            Self::Outcome => {
                yes_or_no(object.get("score")?).map(|is_right| json!(u8::from(is_right)))
            }
            Self::Steps => {
                let said = object.get("steps")?.as_object()?;
                let each = reference.iter().map(|formula| {
                    let index = formula.index.to_string();
                    let is_there = yes_or_no(said.get(&index)?)?;
                    Some((index, json!(u8::from(is_there))))
                });
                let steps: Map<String, Value> = each.collect::<Option<_>>()?;
                Some(Value::Object(steps))
            }
            Self::Errors => {
                let label = |value: &Value| {
                    let word = value.as_str()?.trim().to_ascii_uppercase();
                    LABELS.contains(&word.as_str()).then_some(word)
                };
                let kind = object.get("perception_or_reasoning")?.as_str()?;
                let kind = kind.trim().to_ascii_uppercase();
                let list = |key: &str| object.get(key).and_then(Value::as_array);
                let secondary: Vec<String> = list("secondary")
                    .into_iter()
                    .flatten()
                    .filter_map(label)
                    .collect();
                let confidence = object.get("confidence").and_then(Value::as_f64);
                ["PP", "RR"].contains(&kind.as_str()).then_some(json!({
                    "primary": label(object.get("primary")?)?,
                    "secondary": secondary,
                    "expressions": list("expressions").cloned().unwrap_or_default(),
                    "rationale": object.get("rationale").and_then(Value::as_str).unwrap_or_default(),
                    "confidence": confidence.filter(|share| (0.0..=1.0).contains(share)),
                    "perception_or_reasoning": kind,
                }))
            }
        }
    }

    /// The verdict for an answer without text, if no judge is needed for it.
    pub fn of_nothing(self, reference: &[ReferenceFormula]) -> Option<Value> {
        match self {
            Self::Outcome => Some(json!(0)),
            Self::Steps => Some(Value::Object(
                reference
                    .iter()
                    .map(|formula| (formula.index.to_string(), json!(0)))
                    .collect(),
            )),
            Self::Errors => None,
        }
    }

    /// The score of a verdict, from 0 to 1.
    pub fn score(self, verdict: &Value) -> Option<f64> {
        match self {
            Self::Outcome => verdict.as_f64(),
            Self::Steps => {
                let steps = verdict.as_object()?;
                let values: Vec<f64> = steps.values().filter_map(Value::as_f64).collect();
                crate::statistics::average(&values)
            }
            Self::Errors => None,
        }
    }

    /// The part of a verdict that must be the same if the judge is asked again: not the explanation.
    pub fn decided(self, verdict: &Value) -> &Value {
        match self {
            Self::Outcome | Self::Steps => verdict,
            Self::Errors => &verdict["primary"],
        }
    }
}

/// The labels of errors (PRISM-Physics, appendix G.2).
const LABELS: [&str; 7] = ["DAE", "PTAE", "MPUE", "CAE", "VRE", "DCE", "UDE"];

/// What a judge is told about an answer, without who gave it.
pub fn case(problem: &str, reference: &[ReferenceFormula], answer: &str) -> String {
    let formulas = reference.iter().map(|formula| {
        let ReferenceFormula {
            index,
            formula,
            is_final,
        } = formula;
        let mark = if *is_final { " (a final answer)" } else { "" };
        format!("{index}. $${}$${mark}", formula.trim().trim_matches('$'))
    });
    let formulas: Vec<String> = formulas.collect();
    format!(
        "# Problem\n\n{problem}\n\n# Reference solution\n\n{}\n\n# Answer\n\n{answer}",
        formulas.join("\n")
    )
}

fn yes_or_no(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(is_so) => Some(*is_so),
        Value::Number(number) => match number.as_f64()? {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => None,
        },
        Value::String(word) => match word.trim().to_ascii_lowercase().as_str() {
            "yes" | "true" | "1" => Some(true),
            "no" | "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference() -> Vec<ReferenceFormula> {
        let formula = |index, is_final| ReferenceFormula {
            index,
            formula: "$$a = b$$".into(),
            is_final,
        };
        vec![formula(1, false), formula(3, true)]
    }

    #[test]
    fn a_verdict_is_read_from_whatever_stands_around_it() {
        let read = |text: &str| Judging::Outcome.read(text, &[]);
        for text in [
            r#"{"score": 1}"#,
            "Here it is:\n```json\n{\"reason\": \"as {x} says\", \"score\": \"1\"}\n```\nDone.",
            r#"First I thought {"score": 0}, but {"reason": "\sin x = \frac{1}{2} \unit{m}", "score": true}"#,
            r#"The set {a, b} is right. {"score": 1.0} {"other": 2}"#,
        ] {
            assert_eq!(read(text), Some(json!(1)), "{text}");
        }
        for text in [
            "1",
            "score: 1",
            r#"{"score": 0.5}"#,
            r#"{"score": "maybe"}"#,
            "{",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn every_step_has_to_be_judged() {
        let read = |text: &str| Judging::Steps.read(text, &reference());
        let verdict = read(r#"{"steps": {"1": "Yes", "3": false, "7": "no"}}"#).unwrap();
        assert_eq!(verdict, json!({"1": 1, "3": 0}));
        assert_eq!(Judging::Steps.score(&verdict), Some(0.5));
        assert_eq!(read(r#"{"steps": {"1": "yes"}}"#), None);
        assert_eq!(read(r#"{"steps": {"1": "yes", "3": "partly"}}"#), None);
    }

    #[test]
    fn an_error_has_a_label_that_is_known() {
        let read = |text: &str| Judging::Errors.read(text, &reference());
        let verdict = read(
            r#"{"primary": "dce", "secondary": ["UDE", "?"], "expressions": ["\dot x"], "rationale": "sign",
                "confidence": 0.7, "perception_or_reasoning": "RR"}"#,
        );
        let verdict = verdict.unwrap();
        assert_eq!(verdict["primary"], "DCE");
        assert_eq!(verdict["secondary"], json!(["UDE"]));
        assert_eq!(Judging::Errors.decided(&verdict), &json!("DCE"));
        assert_eq!(
            read(r#"{"primary": "XYZ", "perception_or_reasoning": "RR"}"#),
            None
        );
        assert_eq!(
            read(r#"{"primary": "DCE", "perception_or_reasoning": "?"}"#),
            None
        );
    }

    #[test]
    fn a_case_has_the_reference_and_the_answer() {
        let text = case("Find $a$.", &reference(), "It is $b$.");
        assert!(
            text.contains("1. $$a = b$$\n3. $$a = b$$ (a final answer)\n"),
            "{text}"
        );
        assert!(text.ends_with("# Answer\n\nIt is $b$."));
    }
}
