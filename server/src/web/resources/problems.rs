//! Finds problems by their address.

use super::reader::Reader;
use super::seasons;
use crate::error::{AppError, AppErrorKind};
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::{AnyConnection, StoreError};
use crate::words::say;

/// A problem that the reader may see, with its season.
pub(in crate::web) struct VisibleProblem {
    pub(in crate::web) season: Season,
    pub(in crate::web) problem: Problem,
}

/// Whether the reader may see a problem: everybody from the opening on; before that its setter, who sees it as
/// contestants will. A problem that organizers hide is shown only to its setter and to organizers.
fn shows(season: &Season, problem: &Problem, reader: Reader) -> bool {
    let is_setter = problem.setter_id.is_some() && problem.setter_id == reader.id;
    reader.staff || is_setter || (season.has_opened() && !problem.is_hidden(season))
}

/// Every version of the problems of a season that the reader may see, in its order.
pub(in crate::web) fn list_visible(
    conn: &mut AnyConnection,
    season: &Season,
    reader: Reader,
) -> Result<Vec<Problem>, StoreError> {
    let mut all = problems::list_problems(conn, season.id)?;
    all.retain(|problem| shows(season, problem, reader));
    Ok(all)
}

/// Finds a problem by its address.
///
/// # Errors
/// `NotFound` when there is none that the reader may see.
pub(in crate::web) fn load_visible(
    conn: &mut AnyConnection,
    season: &str,
    problem: &str,
    reader: Reader,
) -> Result<VisibleProblem, AppError> {
    let season = seasons::load_visible(conn, season, reader)?;
    let found = problems::find_problem(conn, season.id, problem)?;
    // A problem that the reader may not see yet is reported like one that does not exist.
    let reason = found
        .as_ref()
        .and_then(|problem| problem.held_reason.clone());
    match found.filter(|problem| shows(&season, problem, reader)) {
        Some(problem) => Ok(VisibleProblem { season, problem }),
        None if season.has_opened() && reason.is_some() => Err(AppError::because(
            AppErrorKind::NotShown,
            say!("refused-held", reason = reason.unwrap_or_default()),
        )),
        None => Err(AppError::because(
            AppErrorKind::NotFound,
            say!(
                "refused-no-problem",
                problem = problem,
                season = season.slug
            ),
        )),
    }
}
