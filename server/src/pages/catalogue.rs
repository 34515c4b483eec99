//! All problems of all seasons, searched by words and by terms.

use askama::Template;

use super::filters;
use super::seasons::{Mine, ProblemRow};
use super::shell::Shell;
use crate::contests::Room;

/// `/problems?q=…`: the problems that fit, newest season first.
#[derive(Template)]
#[template(path = "problems.html")]
pub struct CataloguePage {
    /// Common data.
    pub shell: Shell,
    /// What was asked for; empty for all.
    pub query: String,
    /// The terms that were looked for, when the query is a list of integers.
    pub terms: Option<String>,
    /// What fits.
    pub found: Vec<FoundProblem>,
    /// There are more than are shown.
    pub is_cut: bool,
}

/// A problem that fits.
#[derive(Clone, Debug)]
pub struct FoundProblem {
    /// Slug of its season.
    pub season: String,
    /// Title of its season.
    pub season_title: String,
    /// What its season asks for.
    pub room: &'static Room,
    /// The problem.
    pub row: ProblemRow,
    /// Bytes of the shortest correct program so far, as the board tells.
    pub shortest: Option<u32>,
    /// Index of the first of the terms that were looked for, in the problem's own counting.
    pub at: Option<i64>,
}
