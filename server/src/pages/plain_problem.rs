//! The page of a problem whose type of contest has no page of its own: statement, a box, and from Reveal on the
//! setter's solution.

use askama::Template;

use super::boards::{Banner, ProblemBoardRow};
use super::filters;
use super::form::FieldErrors;
use super::problem::{
    ProblemHead, ProblemLink, RevealedView, SubmissionRow, SubmitGate, Superseded,
};
use super::seasons::SeasonHead;
use super::shell::Shell;
use crate::html::TrustedHtml;

/// `/seasons/{season}/problems/{problem}`; also the answer to a refused submission, then with `text`
/// filled.
#[derive(Template)]
#[template(path = "plain/problem.html")]
pub struct PlainProblemPage {
    /// Common data.
    pub shell: Shell,
    /// Its season.
    pub season: SeasonHead,
    /// The problem.
    pub problem: ProblemHead,
    /// People who submitted.
    pub tried: u32,
    /// People who solved it whole.
    pub solvers: u32,
    /// The statement: [`super::markdown::statement`] of the problem's markdown.
    pub statement: TrustedHtml,
    /// How final its board is.
    pub banner: Banner,
    /// Its versions that were withdrawn.
    pub superseded: Vec<Superseded>,
    /// What became public at Reveal.
    pub revealed: Option<RevealedView>,
    /// Whether the reader may submit now.
    pub gate: SubmitGate,
    /// What the reader typed; empty at first.
    pub text: String,
    /// What was wrong with it: the field `source`, or the whole form.
    pub errors: FieldErrors,
    /// The reader's submissions to this problem, newest first.
    pub mine: Vec<SubmissionRow>,
    /// The first rows of the board (about five).
    pub top: Vec<ProblemBoardRow>,
    /// The problem before, if any.
    pub previous: Option<ProblemLink>,
    /// The problem after, if any.
    pub next: Option<ProblemLink>,
}

impl PlainProblemPage {
    /// The box is there for those who may submit, now or after signing in.
    fn shows_form(&self) -> bool {
        self.gate.is_open() || !self.text.is_empty()
    }
}
