//! Corrects problems that stay in the contest: puts a text above the statement, or hides the problem for a while. The
//! committed statement and the scores stay.

use dojo_judge::record::log::EntryBody;

use super::lifecycle::{Actor, ChangeError};
use super::rulings::change_for;
use super::state::said;
use crate::messages::announcements::{tell_all, tell_holding};
use crate::messages::{ANNOUNCEMENT_MAX_CHARS, check_text};
use crate::store::problems::{self, Problem};
use crate::store::seasons::{self, Season};
use crate::store::{
    self, AnyConnection, Moment, ProblemState, SeasonId, SeasonState, corrections, log,
};
use crate::words::say;

/// The newest version of a problem that is committed and in the contest.
///
/// # Errors
/// When there is none.
pub(super) fn find_standing(
    conn: &mut AnyConnection,
    season: SeasonId,
    slug: &str,
) -> Result<Problem, ChangeError> {
    let problem = problems::find_problem(conn, season, slug)?
        .ok_or_else(|| ChangeError::refused(say!("change-no-problem", problem = slug)))?;
    match problem.state {
        ProblemState::Committed => Ok(problem),
        ProblemState::Withdrawn => Err(ChangeError::refused(say!(
            "change-problem-out",
            problem = problem.title
        ))),
        ProblemState::Draft | ProblemState::Validated => Err(ChangeError::refused(say!(
            "change-not-committed",
            problem = problem.title
        ))),
    }
}

/// The problem that a text can correct now, and the text as it would stand there.
///
/// # Errors
/// When the text is not acceptable, the problem is not in the contest, the season is not yet announced or already
/// final, and when the database fails.
pub(super) fn check_correction(
    conn: &mut AnyConnection,
    season: &Season,
    slug: &str,
    text: &str,
) -> Result<(Problem, String), ChangeError> {
    let text = check_text(text, ANNOUNCEMENT_MAX_CHARS)
        .map_err(|error| ChangeError::refused(error.to_string()))?;
    let problem = find_standing(conn, season.id, slug)?;
    match season.state {
        SeasonState::Scheduled
        | SeasonState::Open
        | SeasonState::Frozen
        | SeasonState::Revealed => Ok((problem, text)),
        SeasonState::Draft | SeasonState::Final | SeasonState::Cancelled => Err(
            ChangeError::refused(say!("change-no-correction", state = said(season.state))),
        ),
    }
}

/// Puts a permanent text above the statement of a problem, and announces it to everybody who can see the problem.
///
/// # Errors
/// Like [`check_correction`].
pub fn correct(
    conn: &mut AnyConnection,
    season: SeasonId,
    slug: &str,
    text: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, season)?;
        let (problem, text) = check_correction(conn, &season, slug, text)?;
        corrections::insert_correction(conn, problem.id, &text, now)?;
        // Before the opening nobody has read the statement or may know about the problem.
        if season.has_opened() {
            let told = say!("correction-told", text = text);
            let about = Some(problem.slug.as_str());
            tell_all(conn, season.id, about, &told, &actor.name(), now)?;
        }
        let entry = EntryBody::ProblemCorrected {
            version: problem.recorded_version(),
            problem: problem.slug,
            text,
            by: actor.name(),
        };
        log::append(conn, season.id, now, vec![entry])?;
        Ok(())
    })
}

/// Hides a problem, or shows it again. While it is hidden, nobody can read it or submit to it; points stay. Everybody
/// is told.
///
/// # Errors
/// When this is already so, the problem is not in the contest or the season is not open or frozen, and when the
/// database fails.
pub fn set_held(
    conn: &mut AnyConnection,
    season: SeasonId,
    slug: &str,
    held: bool,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    change_for(conn, season, reason, |conn, season, reason| {
        let problem = find_standing(conn, season.id, slug)?;
        if !matches!(season.state, SeasonState::Open | SeasonState::Frozen) {
            return Err(ChangeError::refused(say!(
                "change-no-holding",
                state = said(season.state)
            )));
        }
        if !problems::set_held(conn, problem.id, held.then_some(reason))? {
            return Err(ChangeError::refused(if held {
                say!("change-held", problem = problem.title)
            } else {
                say!("change-not-held", problem = problem.title)
            }));
        }
        let (title, why) = (problem.title.as_str(), reason);
        let told = if held {
            say!("hold-told", problem = title, reason = why)
        } else {
            say!("release-told", problem = title, reason = why)
        };
        let about = (season.id, problem.slug.as_str());
        tell_holding(conn, about, &told, &actor.name(), now)?;
        let (version, by, reason) = (problem.recorded_version(), actor.name(), reason.to_owned());
        let problem = problem.slug;
        let entry = if held {
            EntryBody::ProblemHeld {
                problem,
                version,
                reason,
                by,
            }
        } else {
            EntryBody::ProblemReleased {
                problem,
                version,
                reason,
                by,
            }
        };
        log::append(conn, season.id, now, vec![entry])?;
        Ok(())
    })
}
