//! Reads the answers to a data set.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Refused, id, line_start, rows};
use formula::problem::{ProblemError, text};

/// One answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The model that answered; empty if the file does not say.
    pub model: String,
    /// The number of the sample, if a model has several answers.
    pub sample: String,
    /// The solution, in Markdown with LaTeX.
    pub solution: String,
    /// It is the `solution` or `answer` of a row that also holds the problem, so perhaps that of the reference.
    pub is_beside_problem: bool,
}

/// Answers by the id of their problem, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The answers to each problem.
    pub by_problem: BTreeMap<String, Vec<Answer>>,
    /// The rows that could not be read.
    pub refused: Vec<Refused>,
}

/// Reads answers: rows of `{"id", "solution"}`, with an optional `"model"` and the number of a sample, under any of
/// the names that benchmarks use; or one object from ids to solutions or to such rows, if `is_known` accepts one of its
/// keys as an id.
///
/// # Errors
/// When the bytes are not UTF-8 or not JSON.
pub fn read_answers(
    bytes: &[u8],
    is_known: impl Fn(&str) -> bool,
) -> Result<Answers, ProblemError> {
    let text = text(bytes)?;
    let mut answers = Answers::default();
    let rows = rows::split(text)?;
    if let [Ok(only)] = rows.as_slice()
        && let Some(by_id) = only.value.as_object()
        && by_id.keys().any(|id| is_known(id))
    {
        for (position, (id, value)) in (1..).zip(by_id) {
            let read = match value {
                Value::Object(row) => read_answer(id, row),
                value => read_solution(id, value).map(|solution| {
                    Some(Answer {
                        solution,
                        ..Answer::default()
                    })
                }),
            };
            answers.take(position, read.map(|answer| Some((id.clone(), answer?))));
        }
        return Ok(answers);
    }
    for (position, row) in (1..).zip(rows) {
        let read = match &row {
            Ok(row) => {
                let line = row.line.map(|(line, _)| line);
                read_row(&row.value).map_err(|why| match line {
                    Some(line) => format!("{}: {why}", line_start(line)),
                    None => why,
                })
            }
            Err(error) => Err(error.to_string()),
        };
        answers.take(position, read);
    }
    Ok(answers)
}

impl Answers {
    fn take(&mut self, row: usize, read: Result<Option<(String, Answer)>, String>) {
        match read {
            Ok(Some((id, answer))) => self.by_problem.entry(id).or_default().push(answer),
            Ok(None) => {}
            Err(why) => self.refused.push(Refused { row, why }),
        }
    }

    /// All models that answered something, sorted.
    pub fn models(&self) -> Vec<String> {
        let all = self.by_problem.values().flatten();
        let mut models: Vec<String> = all.map(|answer| answer.model.clone()).collect();
        models.sort_unstable();
        models.dedup();
        models
    }
}

/// The keys under which files store a model's answer. What only a model can have said comes first: some rows also hold
/// the problem, with the `solution` and `answer` of its reference.
const SOLUTIONS: [&str; 10] = [
    "model_solution",
    "model_output",
    "response",
    "output",
    "completion",
    "generation",
    "generated_text",
    "prediction",
    "solution",
    "answer",
];

/// Those of them that a data set has for its reference.
const OF_REFERENCE: [&str; 2] = ["solution", "answer"];

/// The keys under which data sets store a problem.
const OF_PROBLEM: [&str; 3] = ["content", "context", "problem"];

/// The keys under which files store the number of a sample.
const SAMPLES: [&str; 3] = ["sample", "epoch", "repeat_index"];

/// Reads a row; `None` if it says that the request failed, so that there is no answer.
fn read_row(row: &Value) -> Result<Option<(String, Answer)>, String> {
    let object = row.as_object().ok_or("an object is expected")?;
    let id = match id(row) {
        Some(id) => id,
        None if object.contains_key("id") => {
            return Err("`id` has to be a number or a text".into());
        }
        None => return Err("`id` is missing".into()),
    };
    let answer = read_answer(&id, object)?;
    Ok(answer.map(|answer| (id, answer)))
}

/// Reads the answer of a row; `None` if the row says that the request failed.
fn read_answer(id: &str, row: &Map<String, Value>) -> Result<Option<Answer>, String> {
    if row.get("status").and_then(Value::as_str) == Some("failed") {
        return Ok(None);
    }
    let given = || {
        SOLUTIONS
            .iter()
            .filter_map(|key| Some((*key, row.get(*key)?)))
    };
    // Tables that were put together have `null` in the columns that a row did not have.
    let solution = given()
        .find(|(_, value)| !value.is_null())
        .or_else(|| given().next());
    let (key, solution) = solution.ok_or_else(|| {
        format!(
            "the answer to {id} has none of these: {}",
            SOLUTIONS.join(", ")
        )
    })?;
    let model = row.get("model").and_then(Value::as_str);
    Ok(Some(Answer {
        model: model.unwrap_or_default().to_owned(),
        sample: match SAMPLES.iter().find_map(|key| row.get(*key)) {
            Some(Value::String(sample)) => sample.clone(),
            Some(Value::Number(sample)) => sample.to_string(),
            _ => String::new(),
        },
        solution: read_solution(id, solution)?,
        is_beside_problem: OF_REFERENCE.contains(&key)
            && OF_PROBLEM.iter().any(|key| row.contains_key(*key)),
    }))
}

fn read_solution(id: &str, solution: &Value) -> Result<String, String> {
    match solution {
        Value::String(solution) => Ok(solution.clone()),
        Value::Null => Ok(String::new()),
        _ => Err(format!("the answer to {id} has to be a text")),
    }
}
