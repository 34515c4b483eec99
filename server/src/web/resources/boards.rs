//! The boards, and which part of one is asked for.

use serde::Deserialize;

use super::problems::{self as visible_problem, VisibleProblem};
use super::seasons;
use crate::board::{self, BoardPage, PAGE_ROWS, ProblemBoard};
use crate::error::AppError;
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::{AnyConnection, ProblemId};

/// Rows of a problem's board that are shown.
pub(in crate::web) const SHOWN_ROWS: i64 = 500;

/// Which page of a board is asked for.
#[derive(Deserialize)]
pub(in crate::web) struct PageQuery {
    /// From 1.
    #[serde(default = "first_page")]
    pub(in crate::web) page: u32,
}

fn first_page() -> u32 {
    1
}

impl PageQuery {
    /// Rows before the page.
    pub(in crate::web) fn offset(&self) -> u32 {
        self.page.max(1).saturating_sub(1).min(1_000_000) * PAGE_ROWS
    }
}

/// A part of the board of a season, with the problems that are its columns.
pub(in crate::web) struct SeasonBoard {
    pub(in crate::web) season: Season,
    pub(in crate::web) problems: Vec<Problem>,
    pub(in crate::web) board: BoardPage,
}

impl SeasonBoard {
    /// The rows of a page from this offset on.
    ///
    /// # Errors
    /// `NotFound` when there is no season that the reader may see.
    pub(in crate::web) fn load(
        conn: &mut AnyConnection,
        slug: &str,
        staff: bool,
        offset: u32,
    ) -> Result<Self, AppError> {
        let season = seasons::load_visible(conn, slug, staff)?;
        let problems = if staff || season.has_opened() {
            problems::list_newest(conn, season.id)?
        } else {
            Vec::new()
        };
        let order: Vec<ProblemId> = problems.iter().map(|problem| problem.id).collect();
        let board = board::load_board(conn, &season, staff, &order, offset, PAGE_ROWS)?;
        Ok(Self {
            season,
            problems,
            board,
        })
    }
}

/// The board of a problem, as much of it as is shown.
///
/// # Errors
/// `NotFound` when there is no problem that the reader may see.
pub(in crate::web) fn load_problem_board(
    conn: &mut AnyConnection,
    (season, problem): (&str, &str),
    staff: bool,
) -> Result<(VisibleProblem, ProblemBoard), AppError> {
    let place = visible_problem::load_visible(conn, season, problem, staff)?;
    let id = place.problem.id;
    let board = board::load_problem_board(conn, &place.season, staff, id, SHOWN_ROWS)?;
    Ok((place, board))
}
