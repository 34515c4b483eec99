//! Loads boards, and parses which part of one is requested.

use serde::Deserialize;

use super::problems::{self as visible_problem, VisibleProblem};
use super::reader::Reader;
use super::seasons;
use crate::board::{self, BoardPage, PAGE_ROWS, ProblemBoard, Who};
use crate::error::AppError;
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::{AnyConnection, Moment, ProblemId, models};
use crate::words::say;

/// Rows of a problem's board that are shown.
pub(in crate::web) const SHOWN_ROWS: i64 = 500;

/// Pages that a board may have.
const MAX_PAGE: u32 = 1_000_000;

/// Which page of a board is asked for.
#[derive(Deserialize)]
pub(in crate::web) struct PageQuery {
    #[serde(default)]
    page: PageNumber,
    #[serde(default)]
    pub(in crate::web) who: Who,
}

/// Whether a board of people or of models is requested.
#[derive(Deserialize)]
pub(in crate::web) struct WhoQuery {
    #[serde(default)]
    pub(in crate::web) who: Who,
}

/// A page, from 1.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "u32")]
pub(in crate::web) struct PageNumber(pub(in crate::web) u32);

impl Default for PageNumber {
    fn default() -> Self {
        Self(1)
    }
}

impl TryFrom<u32> for PageNumber {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        if (1..=MAX_PAGE).contains(&number) {
            Ok(Self(number))
        } else {
            Err(say!("refused-page", max = MAX_PAGE))
        }
    }
}

impl PageQuery {
    /// Rows before the page.
    pub(in crate::web) fn offset(&self) -> u32 {
        (self.page.0 - 1) * PAGE_ROWS
    }
}

/// A part of the board of a season, with the problems that are its columns.
pub(in crate::web) struct SeasonBoard {
    pub(in crate::web) season: Season,
    pub(in crate::web) problems: Vec<Problem>,
    pub(in crate::web) board: BoardPage,
    /// Models have submitted something, too.
    pub(in crate::web) has_models: bool,
}

impl SeasonBoard {
    /// The rows of a page, from this offset on.
    ///
    /// # Errors
    ///
    /// `NotFound` when there is no season that the reader may see.
    pub(in crate::web) fn load(
        conn: &mut AnyConnection,
        slug: &str,
        reader: Reader,
        query: &PageQuery,
        now: Moment,
    ) -> Result<Self, AppError> {
        let part = (query.offset(), PAGE_ROWS);
        Self::load_part(conn, slug, reader, (query.who, now), part)
    }

    /// Some of the rows: `part` is the offset of the first one and how many to load.
    ///
    /// # Errors
    ///
    /// Like [`load`](Self::load).
    pub(in crate::web) fn load_part(
        conn: &mut AnyConnection,
        slug: &str,
        reader: Reader,
        (who, now): (Who, Moment),
        part: (u32, u32),
    ) -> Result<Self, AppError> {
        let season = seasons::load_visible(conn, slug, reader)?;
        let problems = problems::newest(visible_problem::list_visible(conn, &season, reader)?);
        let order: Vec<ProblemId> = problems.iter().map(|problem| problem.id).collect();
        let of = (&season, who);
        let board = board::load_board_of(conn, of, reader.staff, &order, part, now)?;
        Ok(Self {
            has_models: models::has_models(conn, season.id)?,
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
    reader: Reader,
    (who, now): (Who, Moment),
) -> Result<(VisibleProblem, ProblemBoard), AppError> {
    let place = visible_problem::load_visible(conn, season, problem, reader)?;
    let of = (&place.season, who);
    let problem = &place.problem;
    let board = board::load_problem_board_of(conn, of, reader.staff, problem, SHOWN_ROWS, now)?;
    Ok((place, board))
}
