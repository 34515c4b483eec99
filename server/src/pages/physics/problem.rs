//! The page of a physics problem: statement, the box for a derivation, how its formulas are read, and
//! from Reveal on the reference solution.

use askama::Template;
use dojo_judge::derivation::{Card, Feedback};
use formula::problem::Problem;

use super::super::boards::{Banner, ProblemBoardRow};
use super::super::form::FieldErrors;
use super::super::problem::{
    ProblemHead, ProblemLink, SubmissionRow, SubmitGate, Superseded, draft_key,
};
use super::super::seasons::{PhysicsRules, SeasonHead};
use super::super::shell::Shell;
use super::super::{filters, markdown};
use super::graph::{Graph, Shape};
use super::latex;
use super::reading::Reading;
use crate::html::TrustedHtml;
use crate::words::say;

/// `/seasons/{season}/problems/{problem}` of a physics contest; also the answer to a refused
/// submission and to the question how a derivation is read, then with `text` filled.
#[derive(Template)]
#[template(path = "physics/problem.html")]
pub struct PhysicsProblemPage {
    /// Common data.
    pub shell: Shell,
    /// Its season.
    pub season: SeasonHead,
    /// How derivations are graded.
    pub rules: PhysicsRules,
    /// The problem.
    pub problem: ProblemHead,
    /// People who submitted.
    pub tried: u32,
    /// People with full marks.
    pub solvers: u32,
    /// The statement: [`markdown::statement`] of the problem's markdown.
    pub statement: TrustedHtml,
    /// What everybody may know of it besides.
    pub about: About,
    /// How final its board is.
    pub banner: Banner,
    /// Its versions that were withdrawn.
    pub superseded: Vec<Superseded>,
    /// The graph of the reference solution without its formulas, where the season shows it before Reveal.
    pub shape: Option<Shape>,
    /// What became public at Reveal.
    pub revealed: Option<RevealedSolution>,
    /// Whether the reader may submit now.
    pub gate: SubmitGate,
    /// What the reader typed; empty at first.
    pub text: String,
    /// What was wrong with it: the field `source`, or the whole form.
    pub errors: FieldErrors,
    /// How its formulas are read, when that was asked.
    pub reading: Option<Reading>,
    /// The reader's submissions to this problem, newest first.
    pub mine: Vec<SubmissionRow>,
    /// The first rows of the board (about five).
    pub top: Vec<ProblemBoardRow>,
    /// The problem before, if any.
    pub previous: Option<ProblemLink>,
    /// The problem after, if any.
    pub next: Option<ProblemLink>,
}

/// What everybody may know of a physics problem.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Where it comes from.
    pub source: String,
    /// Its domain and the part of that.
    pub topics: Vec<String>,
    /// What symbols stand for, where its author says so.
    pub constants: Vec<TrustedHtml>,
}

impl About {
    /// What the public card of a problem says.
    pub fn new(card: &Card) -> Self {
        let constant = |symbol: &str, value: &str| latex::whole(&format!("{symbol} = {value}"));
        Self {
            source: card.source.clone(),
            topics: card.topics(),
            constants: card
                .constants
                .iter()
                .map(|shared| constant(&shared.symbol, &shared.value))
                .collect(),
        }
    }
}

/// What became public of a physics problem at Reveal.
#[derive(Clone, Debug)]
pub struct RevealedSolution {
    /// The author's solution of each question that has one.
    pub questions: Vec<Question>,
    /// The formulas that were compared with.
    pub graph: Graph,
    /// The salt of the commitment.
    pub salt: String,
    /// What is stored was held against the commitment and agreed.
    pub verified: bool,
}

/// A question with its solution.
#[derive(Clone, Debug)]
pub struct Question {
    /// `a`, `b`, …; may be empty when there is one question.
    pub letter: String,
    /// The question.
    pub question: TrustedHtml,
    /// Its solution.
    pub solution: TrustedHtml,
}

impl RevealedSolution {
    /// The reference solution of a problem; `None` when its formulas make no graph.
    pub fn new(problem: &Problem, salt: &str, verified: bool) -> Option<Self> {
        let questions = problem.subquestions.iter();
        Some(Self {
            questions: questions
                .filter(|question| !question.solution.trim().is_empty())
                .map(|question| Question {
                    letter: question.letter.clone(),
                    question: markdown::below(&question.subproblem, 3),
                    solution: markdown::below(&question.solution, 3),
                })
                .collect(),
            graph: Graph::new(problem, None).ok()?,
            salt: salt.to_owned(),
            verified,
        })
    }
}

impl PhysicsProblemPage {
    /// The box is there for those who may submit, now or after signing in.
    fn shows_form(&self) -> bool {
        self.gate.is_open() || !self.text.is_empty()
    }

    fn draft_key(&self) -> String {
        let viewer = self.shell.viewer.as_ref();
        let name = viewer.map_or("", |viewer| viewer.name.as_str());
        draft_key(&self.season.slug, &self.problem.slug, name)
    }

    fn visitor_draft_key(&self) -> String {
        draft_key(&self.season.slug, &self.problem.slug, "")
    }

    /// What a contestant learns before Reveal.
    fn feedback(&self) -> &'static str {
        match self.rules.feedback {
            Feedback::Graph => say!("physics-feedback-graph"),
            Feedback::Score => say!("physics-feedback-score"),
            Feedback::Read => say!("physics-feedback-read"),
            Feedback::None => say!("physics-feedback-none"),
        }
    }
}
