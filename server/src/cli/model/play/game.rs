//! What playing a season has in common for all types of contest.

use dojo_model::prompt::Prompt;
use serde::Serialize;

use super::season::Problem;

/// One answer of the model, and what became of it.
#[derive(Clone, Serialize)]
pub(super) struct Round {
    pub(super) asked: String,
    pub(super) answer: Option<String>,
    /// What could be submitted of it.
    pub(super) solution: Option<String>,
    /// What the model is told of it.
    pub(super) told: String,
    /// Canonical bytes of a program of which all public terms are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<u32>,
}

/// How a season of one type is played.
pub(super) trait Game {
    /// What the model is asked.
    fn prompt(&self) -> Prompt;

    /// How often the model is asked about each problem, where that was not said, and the most.
    fn rounds(&self) -> (u32, u32);

    /// What the model is told of a problem and of its own rounds: what a contestant reads on the page.
    fn told(&self, problem: &Problem, rounds: &[Round]) -> String;

    /// What becomes of an answer.
    fn play(
        &self,
        problem: &Problem,
        asked: String,
        answer: Option<String>,
    ) -> anyhow::Result<Round>;

    /// The round whose solution is submitted.
    fn best(&self, rounds: &[Round]) -> Option<usize>;

    /// The name of the file that is submitted.
    fn file_name(&self) -> &'static str;
}
