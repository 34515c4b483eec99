//! The page of a problem that language models were asked: the question, its reference solution, and of each answer how it
//! was read and what it reached. It stands in a folder beside its style sheet, and needs no server.

use askama::Template;

use super::super::filters;
use super::graph::Graph;
use super::reading::Reading;
use crate::html::TrustedHtml;

/// What such a page loads, by the name that it has beside it.
pub const BESIDE: [&str; 2] = ["style.css", "math.woff2"];

/// The page.
#[derive(Template)]
#[template(path = "physics/asked.html")]
pub struct AskedPage {
    /// A hash of all that it shows.
    pub stamp: String,
    /// The id of the problem.
    pub id: String,
    /// Its title; empty where it has none.
    pub title: String,
    /// The name of the data set.
    pub dataset: String,
    /// What was asked.
    pub question: TrustedHtml,
    /// The reference solution, where there is one.
    pub graph: Option<Graph>,
    /// What came back, by model and sample.
    pub answers: Vec<AskedAnswer>,
}

/// An answer.
#[derive(Default)]
pub struct AskedAnswer {
    /// What stands before the names of its parts; the name of its section.
    pub name: String,
    /// The model, as tables name it.
    pub model: String,
    /// Which of several answers it is.
    pub sample: u32,
    /// What became of it.
    pub status: &'static str,
    /// How it was asked and answered, each a few words.
    pub facts: Vec<String>,
    /// The answer.
    pub text: Option<TrustedHtml>,
    /// What was said instead of one, or why there is none.
    pub instead: Option<String>,
    /// What the model thought.
    pub reasoning: Option<String>,
    /// What it is worth.
    pub grade: Option<AskedGrade>,
}

/// What an answer is worth.
pub struct AskedGrade {
    /// Whether every final answer is matched.
    pub is_final: bool,
    /// Formulas of the reference solution that are reached, in percent.
    pub step: String,
    /// How near final answers come, where that was measured.
    pub eed: Option<String>,
    /// Why it could not be graded.
    pub error: Option<String>,
    /// Each formula with what it matched.
    pub reading: Option<Reading>,
    /// The graph with what was reached.
    pub lit: Option<TrustedHtml>,
    /// The number of the first wrong formula, and what is wrong.
    pub first_wrong: Option<(usize, String)>,
}
