//! The pages that are public from Reveal on: the solutions of a problem side by side, and the setters' board.

use askama::Template;

use super::bar_chart::Spread;
use super::boards::{Banner, Pager, ProblemBoardRow};
use super::filters;
use super::problem::ProblemHead;
use super::seasons::SeasonHead;
use super::shell::Shell;
use crate::html::TrustedHtml;

/// `/seasons/{season}/problems/{problem}/solutions?left=&right=&page=`: the best program of each
/// person who solved the problem whole.
#[derive(Template)]
#[template(path = "solutions.html")]
pub struct SolutionsPage {
    /// Common data.
    pub shell: Shell,
    /// Its season.
    pub season: SeasonHead,
    /// The problem.
    pub problem: ProblemHead,
    /// The plots, as on the problem's page.
    pub spread: Spread,
    /// Everybody whose program can be chosen.
    pub choices: Vec<ProblemBoardRow>,
    /// Submissions chosen for the left and the right side.
    pub chosen: (Option<i64>, Option<i64>),
    /// The chosen ones, left first; empty when none is chosen.
    pub pair: Vec<Solution>,
    /// A page of all programs, in board order; empty when some are chosen.
    pub solutions: Vec<Solution>,
    /// Which page of them it is.
    pub pager: Pager,
    /// There are more than can be chosen.
    pub is_cut: bool,
}

impl SolutionsPage {
    fn is_left(&self, row: &ProblemBoardRow) -> bool {
        self.chosen.0 == Some(row.submission_id)
    }

    fn is_right(&self, row: &ProblemBoardRow) -> bool {
        self.chosen.1 == Some(row.submission_id)
    }
}

/// A program that solves a problem whole.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Whose it is, with rank, score and bytes.
    pub row: ProblemBoardRow,
    /// The method tag.
    pub method_tag: String,
    /// The source.
    pub source: String,
    /// A derivation with its formulas.
    pub rendered: Option<TrustedHtml>,
}

/// `/seasons/{season}/setters`: the setters' board (`docs/RULES.md`, Setter incentive).
#[derive(Template)]
#[template(path = "setters.html")]
pub struct SettersPage {
    /// Common data.
    pub shell: Shell,
    /// The season.
    pub season: SeasonHead,
    /// How final its results are.
    pub banner: Banner,
    /// The board.
    pub rows: Vec<SetterRow>,
    /// How it comes about.
    pub problems: Vec<SetterProblem>,
}

/// A setter on the setters' board.
#[derive(Clone, Debug)]
pub struct SetterRow {
    /// Rank, from 1; equal sums share it.
    pub rank: u32,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// It is the reader.
    pub is_me: bool,
    /// Problems that count.
    pub problems: u32,
    /// Sum of their points.
    pub total: u32,
}

/// What a setter gets for one problem.
#[derive(Clone, Debug)]
pub struct SetterProblem {
    /// Slug of the problem.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Display name of the setter.
    pub setter: String,
    /// Canonical bytes of the setter's program.
    pub l_chars: u32,
    /// People who solved it whole.
    pub solved: u32,
    /// People who tried.
    pub tried: u32,
    /// For a short program.
    pub brevity: u32,
    /// For a problem that about half of those who try solve.
    pub balance: u32,
    /// It was taken out of the contest and gives nothing.
    pub withdrawn: bool,
}
