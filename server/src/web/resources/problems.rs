//! Problems by their address.

use super::seasons;
use crate::error::{AppError, AppErrorKind};
use crate::store::AnyConnection;
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::words::say;

/// A problem that the reader may see, with its season.
pub(in crate::web) struct VisibleProblem {
    pub(in crate::web) season: Season,
    pub(in crate::web) problem: Problem,
}

/// Finds a problem by its address.
///
/// # Errors
/// `NotFound` when there is none that the reader may see.
pub(in crate::web) fn load_visible(
    conn: &mut AnyConnection,
    season: &str,
    problem: &str,
    staff: bool,
) -> Result<VisibleProblem, AppError> {
    let season = seasons::load_visible(conn, season, staff)?;
    // A problem that is not to be seen yet is told of like one that there is not.
    let found = if staff || season.has_opened() {
        problems::find_problem(conn, season.id, problem)?
    } else {
        None
    };
    match found {
        Some(problem) => Ok(VisibleProblem { season, problem }),
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
