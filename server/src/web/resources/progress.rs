//! The statistics of a problem, for its setter and organizers.

use super::problems::{VisibleProblem, load_visible};
use super::reader::Reader;
use crate::error::AppError;
use crate::problem_progress::Progress;
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::{AnyConnection, Moment};

/// Whether the reader may see the statistics of a problem: from the opening on its setter and organizers.
pub(in crate::web) fn may_watch(season: &Season, problem: &Problem, reader: Reader) -> bool {
    let is_setter = problem.setter_id.is_some() && problem.setter_id == reader.id;
    season.has_opened() && (reader.staff || is_setter)
}

/// The statistics of a problem.
///
/// # Errors
///
/// `NotFound` when there is no such problem, or the reader may not see its statistics.
pub(in crate::web) fn load_progress(
    conn: &mut AnyConnection,
    season: &str,
    problem: &str,
    reader: Reader,
    now: Moment,
) -> Result<(VisibleProblem, Progress), AppError> {
    let place = load_visible(conn, season, problem, reader)?;
    if !may_watch(&place.season, &place.problem, reader) {
        return Err(AppError::not_found());
    }
    let progress = Progress::load(conn, &place.season, &place.problem, reader.staff, now)?;
    Ok((place, progress))
}
