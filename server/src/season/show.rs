//! The show that the Reveal of a season is. It begins at its date or when an organizer says so, while everything is still
//! hidden, and has one clock for everybody; when it is over, the season is revealed. Then it can be played again.

use super::lifecycle::ChangeError;
use super::needs::Facts;
use super::playbill::Playbill;
use super::state::Event;
use crate::store::seasons::Season;
use crate::store::shows::{self, ShowClock};
use crate::store::{self, AnyConnection, Moment, SeasonId, SeasonState, StoreError, seasons};
use crate::words::say;

/// What an organizer does with the show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// From the beginning, for everybody.
    Start,
    /// Let it stand still.
    Pause,
    /// Let it go on.
    Resume,
}

/// Takes a step.
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
        let season = seasons::load_season_locked(conn, season)?;
        let id = season.id;
        let clock = shows::find_show(conn, id)?;
        if !can_play(conn, &season)? {
            return Err(ChangeError::refused(say!("change-show-early")));
        }
        let next = match (step, clock) {
            (Step::Start, _) => ShowClock {
                position_ms: 0,
                since: Some(now),
                length_ms: Playbill::load(conn, &season)?.length.into(),
            },
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
        Ok(shows::set_show(conn, id, next)?)
    })
}

fn can_play(conn: &mut AnyConnection, season: &Season) -> Result<bool, StoreError> {
    if season.state != SeasonState::Frozen {
        return Ok(season.is_revealed());
    }
    let facts = Facts::load(conn, season.clone())?;
    Ok(facts.needs(Event::Reveal).is_empty())
}

/// What is due at the Reveal of a frozen season that has its scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nothing yet.
    Nothing,
    /// Its show is to begin.
    Show,
    /// Its show is over: it is to be revealed.
    Reveal,
}

/// What is due now.
///
/// # Errors
/// When the database fails.
pub fn due(conn: &mut AnyConnection, season: &Season, now: Moment) -> Result<Due, StoreError> {
    let due = match shows::find_show(conn, season.id)? {
        Some(clock) if clock.is_over(now) => Due::Reveal,
        None if season.reveals_at.is_some_and(|at| at <= now) => Due::Show,
        _ => return Ok(Due::Nothing),
    };
    Ok(if can_play(conn, season)? {
        due
    } else {
        Due::Nothing
    })
}
