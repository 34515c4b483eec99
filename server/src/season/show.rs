//! The show of a season's Reveal. It begins at its date or when an organizer starts it, while everything is still
//! hidden, and has one clock for everybody. A problem becomes public as soon as the show has passed it; when the show
//! is over, the season is revealed. After that it can be replayed.

use super::lifecycle::ChangeError;
use super::requirements::Facts;
use super::scores;
use super::show_script::ShowScript;
use super::state::Event;
use crate::store::seasons::Season;
use crate::store::shows::{self, ShowClock};
use crate::store::{
    self, AnyConnection, Moment, ProblemId, SeasonId, SeasonState, StoreError, problems, seasons,
};
use crate::words::say;

/// A step of an organizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// From the beginning, for everybody.
    Start,
    /// Pause it.
    Pause,
    /// Resume it.
    Resume,
}

/// Executes a step.
///
/// # Errors
/// When the season cannot be revealed yet, and when the database fails.
pub fn control(
    conn: &mut AnyConnection,
    season: SeasonId,
    step: Step,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, season)?;
        let id = season.id;
        let clock = shows::find_show(conn, id)?;
        if !can_play(conn, &season)? {
            return Err(ChangeError::refused(say!("change-show-early")));
        }
        let mut passes = Vec::new();
        let next = match (step, clock) {
            (Step::Start, _) => {
                let bill = ShowScript::load(conn, &season)?;
                passes.extend(
                    bill.acts
                        .iter()
                        .map(|act| (act.schedule.ranks, act.problem)),
                );
                ShowClock {
                    position_ms: 0,
                    since: Some(now),
                    length_ms: bill.length.into(),
                }
            }
            (Step::Pause, Some(clock)) => ShowClock {
                position_ms: clock.position(now),
                since: None,
                ..clock
            },
            (Step::Resume, Some(clock)) => ShowClock {
                position_ms: clock.position(now),
                since: Some(now),
                ..clock
            },
            (Step::Pause | Step::Resume, None) => {
                return Err(ChangeError::refused(say!("change-show-not-started")));
            }
        };
        shows::set_show(conn, id, next)?;
        if step == Step::Start {
            shows::set_passes(conn, id, &passes)?;
        }
        Ok(())
    })
}

fn can_play(conn: &mut AnyConnection, season: &Season) -> Result<bool, StoreError> {
    if season.state != SeasonState::Frozen {
        return Ok(season.is_revealed());
    }
    let facts = Facts::load(conn, season.clone())?;
    Ok(facts.needs(Event::Reveal).is_empty())
}

/// The problems that the show of a season has passed but that are not public yet.
fn list_newly_passed(
    conn: &mut AnyConnection,
    season: &Season,
    clock: ShowClock,
    now: Moment,
) -> Result<Vec<ProblemId>, StoreError> {
    let position = clock.position(now);
    let all = shows::list_passes(conn, season.id)?.into_iter();
    let passed = all.filter(|(after, problem)| *after <= position && !season.has_passed(*problem));
    Ok(passed.map(|(_, problem)| problem).collect())
}

/// Publishes the problems that the show of a frozen season has passed: everything that everybody may see of them from
/// Reveal on, with their boards and their part of the season's board. Returns whether there was one.
///
/// # Errors
/// When the database fails.
pub fn open_passed(
    conn: &mut AnyConnection,
    season: SeasonId,
    now: Moment,
) -> Result<bool, ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, season)?;
        let clock = shows::find_show(conn, season.id)?;
        let Some(clock) = clock.filter(|_| season.state == SeasonState::Frozen) else {
            return Ok(false);
        };
        let passed = list_newly_passed(conn, &season, clock, now)?;
        for problem in &passed {
            problems::set_verified(conn, *problem, now)?;
            seasons::add_passed(conn, season.id, *problem)?;
            if season.stands_still() {
                scores::show_problem(conn, &season, *problem)?;
            }
        }
        Ok(!passed.is_empty())
    })
}

/// What is due for the Reveal of a frozen season whose scores are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nothing yet.
    Nothing,
    /// Its show must begin.
    Show,
    /// Its show has passed problems that are not public yet.
    Opening,
    /// Its show is over: the season must be revealed.
    Reveal,
}

/// What is due now.
///
/// # Errors
/// When the database fails.
pub fn due(conn: &mut AnyConnection, season: &Season, now: Moment) -> Result<Due, StoreError> {
    let due = match shows::find_show(conn, season.id)? {
        Some(clock) if clock.is_over(now) => Due::Reveal,
        Some(clock) if !list_newly_passed(conn, season, clock, now)?.is_empty() => {
            return Ok(Due::Opening);
        }
        None if season.reveals_at.is_some_and(|at| at <= now) => Due::Show,
        _ => return Ok(Due::Nothing),
    };
    Ok(if can_play(conn, season)? {
        due
    } else {
        Due::Nothing
    })
}
