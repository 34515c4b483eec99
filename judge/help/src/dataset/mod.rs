//! Reads whole data sets of problems and answers, and collects their results.
//!
//! A data set is a JSON array of problems, one problem on each line (JSONL), or a single problem, in either format
//! that [`formula::problem`] reads. Answers are `{"id", "solution"}` in an array or one on each line, or one object
//! from ids to solutions. Rows that cannot be read are kept with their place, so that the rest can be graded.

mod answers;
mod result;
mod rows;
mod table;
#[cfg(test)]
mod tests;
mod thinking;

pub use answers::{Answer, Answers, read_answers};
pub use result::{FirstWrong, Graded, Key, key};
pub use table::{Cell, Group, Table, csv};
pub use thinking::without_thinking;

use std::collections::BTreeSet;
use std::mem;

use serde_json::Value;

use formula::notation::text_place::TextPlace;
use formula::problem::dag::{Dag, DagError};
use formula::problem::{Problem, ProblemError, text};
use rows::Row;

/// The problems of a data set.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// The problems that could be read, in the order of the file.
    pub problems: Vec<Item>,
    /// Problems without a reference, which can be asked but not graded: rows of `PHYBench` without an answer,
    /// questions that are answered in words, problems without a graph, and those that were set aside.
    pub without_reference: Vec<Question>,
    /// The rows that could not be read.
    pub refused: Vec<Refused>,
}

/// A problem of a data set.
#[derive(Clone, Debug)]
pub struct Item {
    /// The problem.
    pub problem: Problem,
    /// Its JSON on one line, which is part of the key of its results.
    pub json: String,
}

/// A problem that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its id.
    pub id: String,
    /// Its JSON, on one line.
    pub json: String,
}

/// A row that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its position in the data set, from 1.
    pub row: usize,
    /// Why, with the place.
    pub why: String,
}

impl Dataset {
    /// Moves the problems whose reference is no graph to those without a reference, so that no answer counts as wrong for
    /// a fault of the data set. Gives their ids, each with what is wrong.
    pub fn set_broken_aside(&mut self) -> Vec<(String, DagError)> {
        let mut broken = Vec::new();
        for item in mem::take(&mut self.problems) {
            match Dag::new(&item.problem.nodes) {
                Ok(_) => self.problems.push(item),
                Err(error) => {
                    self.without_reference.push(Question {
                        id: item.problem.id.clone(),
                        json: item.json,
                    });
                    broken.push((item.problem.id, error));
                }
            }
        }
        broken
    }
}

/// Reads a data set.
///
/// # Errors
/// When the bytes are not UTF-8, or start a JSON array that is invalid.
pub fn read_problems(bytes: &[u8]) -> Result<Dataset, ProblemError> {
    let text = text(bytes)?;
    let mut dataset = Dataset::default();
    let mut ids = BTreeSet::new();
    for (position, row) in (1..).zip(rows::split(text)?) {
        if let Ok(row) = &row
            && lacks_reference(&row.value)
        {
            dataset.without_reference.push(Question {
                id: id(&row.value).unwrap_or_else(|| position.to_string()),
                json: row.value.to_string(),
            });
            continue;
        }
        let read = row.and_then(|row| read_row(text, row));
        match read {
            Ok(mut item) => {
                if item.problem.id.is_empty() {
                    item.problem.id = position.to_string();
                }
                if ids.insert(item.problem.id.clone()) {
                    dataset.problems.push(item);
                } else {
                    dataset.refused.push(Refused {
                        row: position,
                        why: format!("the id `{}` occurs a second time", item.problem.id),
                    });
                }
            }
            Err(error) => dataset.refused.push(Refused {
                row: position,
                why: error.to_string(),
            }),
        }
    }
    Ok(dataset)
}

/// Whether a row asks something but has no reference answer.
fn lacks_reference(row: &Value) -> bool {
    let is_empty = |key: &str| match row.get(key) {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => matches!(text.trim(), "" | "[]"),
        Some(Value::Array(list)) => list.is_empty(),
        Some(_) => false,
    };
    let asks = ["content", "context", "subquestions"];
    asks.iter().any(|key| row.get(*key).is_some())
        && is_empty("grading_standard")
        && is_empty("answer")
}

/// The id of a row, which is a problem or an answer.
fn id(row: &Value) -> Option<String> {
    match row.get("id").or_else(|| row.get("problem_id"))? {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

fn read_row(text: &str, mut row: Row) -> Result<Item, ProblemError> {
    // Some files store the graph as JSON inside a text.
    if let Some(graph) = row.value.get_mut("grading_standard")
        && let Some(Ok(read)) = graph.as_str().map(serde_json::from_str)
    {
        *graph = read;
    }
    let problem = match row.line {
        None => Problem::from_json(&row.value, text, &row.path)?,
        Some((line, source)) => Problem::from_json(&row.value, source, &[])
            .map_err(|error| error.shifted_down(line - 1))?,
    };
    Ok(Item {
        problem,
        json: row.value.to_string(),
    })
}

/// The place for messages about rows.
fn line_start(line: usize) -> TextPlace {
    TextPlace { line, column: 1 }
}
