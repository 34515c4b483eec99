//! The answers to a data set.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::problem::{ProblemError, text};
use super::{Refused, line_start, rows};

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who answered; empty when the file does not say.
    pub model: String,
    /// The solution, in Markdown with LaTeX.
    pub solution: String,
}

/// Answers by the id of their problem, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The answers to each problem.
    pub by_problem: BTreeMap<String, Vec<Answer>>,
    /// What could not be read.
    pub refused: Vec<Refused>,
}

/// Reads answers: rows of `{"id", "solution"}`, or `"answer"` for `"solution"`, with an optional
/// `"model"`; or one object from ids to solutions.
///
/// # Errors
/// When the bytes are no UTF-8 or no JSON.
pub fn read_answers(bytes: &[u8]) -> Result<Answers, ProblemError> {
    let text = text(bytes)?;
    let mut answers = Answers::default();
    let rows = rows::split(text)?;
    if let [Ok(only)] = rows.as_slice()
        && let Some(by_id) = only.value.as_object()
        && by_id.values().all(Value::is_string)
        && !by_id.contains_key("id")
    {
        for (id, solution) in by_id {
            let solution = solution.as_str().unwrap_or_default();
            answers.push(id.clone(), String::new(), solution);
        }
        return Ok(answers);
    }
    for (position, row) in (1..).zip(rows) {
        let read = match &row {
            Ok(row) => {
                let line = row.line.map(|(line, _)| line);
                read_answer(&row.value).map_err(|why| match line {
                    Some(line) => format!("{}: {why}", line_start(line)),
                    None => why,
                })
            }
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok((id, model, solution)) => answers.push(id, model, &solution),
            Err(why) => answers.refused.push(Refused { row: position, why }),
        }
    }
    Ok(answers)
}

impl Answers {
    /// The first answer of a model to a problem counts, as the first submission would.
    fn push(&mut self, id: String, model: String, solution: &str) {
        let answers = self.by_problem.entry(id).or_default();
        if answers.iter().all(|answer| answer.model != model) {
            answers.push(Answer {
                model,
                solution: solution.to_owned(),
            });
        }
    }

    /// Everybody who answered something, sorted.
    pub fn models(&self) -> Vec<String> {
        let all = self.by_problem.values().flatten();
        let mut models: Vec<String> = all.map(|answer| answer.model.clone()).collect();
        models.sort_unstable();
        models.dedup();
        models
    }
}

fn read_answer(row: &Value) -> Result<(String, String, String), String> {
    let object = row.as_object().ok_or("an object is expected")?;
    let id = match object.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        Some(_) => return Err("`id` has to be a number or a text".into()),
        None => return Err("`id` is missing".into()),
    };
    let model = object
        .get("model")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let solution = object.get("solution").or_else(|| object.get("answer"));
    match solution {
        Some(Value::String(solution)) => Ok((id, model.to_owned(), solution.clone())),
        Some(Value::Null) => Ok((id, model.to_owned(), String::new())),
        Some(_) => Err(format!("the `solution` of {id} has to be a text")),
        None => Err(format!("the answer to {id} has no `solution`")),
    }
}
