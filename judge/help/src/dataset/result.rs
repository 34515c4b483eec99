//! The result of one answer. It is small, so that thousands can be kept and an interrupted run can continue where it
//! stopped.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use formula::credit::eed::EedScore;
use formula::credit::{ErrorLabel, Report, Shares};
use formula::problem::domain::Domain;
use formula::problem::{Level, NodeIndex, Problem};

/// The stored result of one graded answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graded {
    /// The problem.
    pub id: String,
    /// The model that answered.
    pub model: String,
    /// The number of the sample, if the model has several answers.
    #[serde(default)]
    pub sample: String,
    /// Whether there was an answer.
    pub answered: bool,
    /// S, from 0 to 1.
    pub score: f64,
    /// `floor(1000·S)`.
    pub contest_score: u32,
    /// Whether every final answer is matched.
    pub final_correct: bool,
    /// Whether S is 1, which the released scripts of PRISM-Physics call accuracy.
    #[serde(default)]
    pub full: bool,
    /// Achieved nodes out of all nodes, from 0 to 1.
    pub step_accuracy: f64,
    /// Indices of the matched nodes.
    pub matched: Vec<NodeIndex>,
    /// Indices of the credited nodes.
    pub achieved: Vec<NodeIndex>,
    /// How near it comes to the final answers, if measured.
    #[serde(default)]
    pub eed: Option<EedScore>,
    /// Formulas found.
    pub formulas_found: usize,
    /// Formulas read and compared.
    pub formulas_scored: usize,
    /// Formulas that match a node.
    pub formulas_matched: usize,
    /// The first formula that is wrong.
    #[serde(default)]
    pub first_wrong: Option<FirstWrong>,
    /// The name of the problem's level, empty when it has none.
    pub level: String,
    /// The name of the problem's domain, empty when it has none.
    pub domain: String,
    /// Final-answer accuracy of people.
    pub human_final: Option<f64>,
    /// Step accuracy of people.
    pub human_step: Option<f64>,
    /// Why it could not be graded; then it counts as 0.
    pub error: Option<String>,
}

/// The first wrong step of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstWrong {
    /// The number of the formula, from 1.
    pub formula: usize,
    /// The kind of error that the rules suggest; most kinds need a person.
    pub label: Option<ErrorLabel>,
}

impl Graded {
    /// A problem without an answer, which counts as 0.
    pub fn missing(problem: &Problem, level: Option<Level>, model: &str) -> Self {
        let human = problem.human_baseline;
        Self {
            id: problem.id.clone(),
            model: model.to_owned(),
            sample: String::new(),
            answered: false,
            score: 0.0,
            contest_score: 0,
            final_correct: false,
            full: false,
            step_accuracy: 0.0,
            matched: Vec::new(),
            achieved: Vec::new(),
            eed: None,
            formulas_found: 0,
            formulas_scored: 0,
            formulas_matched: 0,
            first_wrong: None,
            level: level.map_or("", Level::word).to_owned(),
            domain: problem.domain.map_or("", Domain::name).to_owned(),
            human_final: human.and_then(|human| human.final_accuracy),
            human_step: human.and_then(|human| human.step_accuracy),
            error: None,
        }
    }

    /// The result of an answer.
    #[must_use]
    pub fn with_report(self, report: &Report) -> Self {
        let Shares {
            score,
            step_accuracy,
            matched_share: _,
        } = report.shares();
        Self {
            answered: true,
            score,
            contest_score: report.contest_score,
            final_correct: report.final_correct,
            full: report.score_fraction.earned == report.score_fraction.of,
            step_accuracy,
            matched: report.matched.clone(),
            achieved: report.achieved.clone(),
            eed: report.eed.as_ref().map(|eed| eed.score),
            formulas_found: report.formulas_found,
            formulas_scored: report.formulas_scored,
            formulas_matched: report.formulas_matched,
            first_wrong: report.first_wrong.as_ref().map(|wrong| FirstWrong {
                formula: wrong.formula,
                label: wrong.suggested_label,
            }),
            ..self
        }
    }

    /// An answer that could not be graded.
    #[must_use]
    pub fn with_error(self, error: impl fmt::Display) -> Self {
        Self {
            answered: true,
            error: Some(error.to_string()),
            ..self
        }
    }
}

/// The key of a result: the same problem, answer and parameters have the same key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key(String);

/// The key of a result. Each part is hashed with its length before it, so that different lists of parts never give
/// the same input.
pub fn key(problem_json: &str, model: &str, solution: Option<&str>, parameters: &str) -> Key {
    let mut hash = Sha256::new();
    let answered = if solution.is_some() { "1" } else { "0" };
    let parts = [
        "dojo/physics/result/2",
        problem_json,
        model,
        answered,
        solution.unwrap_or_default(),
        parameters,
    ];
    for part in parts {
        let length = u64::try_from(part.len()).expect("a length fits 64 bits");
        hash.update(length.to_be_bytes());
        hash.update(part.as_bytes());
    }
    Key(hex::encode(hash.finalize()))
}
