//! The show of a revealed season: when what opens. All of it follows from the kept judgements and from how
//! far the show is, so that whoever comes late sees what the others see.

use serde::Serialize;

use super::lifecycle::ChangeError;
use crate::store::shows::{self, ShowClock};
use crate::store::{self, AnyConnection, Moment, SeasonId, seasons};
use crate::words::say;

/// Before anything of a problem opens.
const INTRODUCTION_MS: u32 = 4_000;
/// For all terms or formulas of a problem together, and for each of them at the most.
const OPENING_MS: u32 = 20_000;
const SLOWEST_MS: u32 = 1_200;
/// After somebody broke; for all of a problem together at the most.
const PAUSE_MS: u32 = 1_500;
const PAUSES_MS: u32 = 12_000;
/// When all is open, before the ranks move, and while they do.
const BREATH_MS: u32 = 2_500;
const RANKS_MS: u32 = 5_000;
/// Before the first winner, and for each.
const SUSPENSE_MS: u32 = 3_000;
const WINNER_MS: u32 = 4_000;

/// Winners that are named.
pub const WINNERS: usize = 3;

/// When what of a problem happens, in milliseconds of the show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Schedule {
    /// It is introduced.
    pub begins: u32,
    /// Its terms or formulas open one by one, those that were hidden.
    pub opens: Vec<u32>,
    /// Ranks move.
    pub ranks: u32,
    /// The next one begins.
    pub ends: u32,
}

/// The schedule of a problem that begins at `begins` and of which `hidden` are to open; `breaks` are those
/// at which somebody breaks, of the hidden ones from 0 on.
pub fn schedule(begins: u32, hidden: u32, breaks: &[u32]) -> Schedule {
    let step = (OPENING_MS / hidden.max(1)).clamp(1, SLOWEST_MS);
    let mut places = breaks.to_vec();
    places.sort_unstable();
    places.dedup();
    let count = u32::try_from(places.len()).unwrap_or(u32::MAX);
    let pause = PAUSE_MS.min(PAUSES_MS / count.max(1));
    let mut at = begins + INTRODUCTION_MS;
    let mut opens = Vec::new();
    for index in 0..hidden {
        opens.push(at);
        at += step;
        if places.binary_search(&index).is_ok() {
            at += pause;
        }
    }
    let ranks = at + BREATH_MS;
    Schedule {
        begins,
        opens,
        ranks,
        ends: ranks + RANKS_MS,
    }
}

/// When so many winners are named, the last of them first, and when the show is over.
pub fn winners(begins: u32, count: usize) -> (Vec<u32>, u32) {
    let mut at = begins + SUSPENSE_MS;
    let named = (0..count.min(WINNERS)).map(|_| {
        let now = at;
        at += WINNER_MS;
        now
    });
    let named = named.collect();
    (named, at)
}

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
/// When the season is not revealed, and when the database fails.
pub fn control(
    conn: &mut AnyConnection,
    season: SeasonId,
    step: Step,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        if !seasons::load_season_locked(conn, season)?.is_revealed() {
            return Err(ChangeError::refused(say!("change-show-early")));
        }
        let clock = shows::find_show(conn, season)?;
        let next = match (step, clock) {
            (Step::Start, _) => ShowClock {
                position_ms: 0,
                since: Some(now),
            },
            (Step::Pause, Some(clock)) => ShowClock {
                position_ms: clock.position(now),
                since: None,
            },
            (Step::Resume, Some(clock)) => ShowClock {
                position_ms: clock.position(now),
                since: Some(now),
            },
            (Step::Pause | Step::Resume, None) => {
                return Err(ChangeError::refused(say!("change-show-not-started")));
            }
        };
        Ok(shows::set_show(conn, season, next)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_terms_open_one_by_one_with_a_pause_after_a_break() {
        let quiet = schedule(1_000, 100, &[]);
        assert_eq!(quiet.opens.len(), 100);
        assert_eq!(quiet.opens[0], 5_000);
        assert!(quiet.opens.is_sorted_by(|a, b| b - a == 200));
        let broken = schedule(1_000, 100, &[7, 7, 40]);
        assert_eq!(broken.opens[8] - broken.opens[7], 1_700);
        assert_eq!(broken.ends, quiet.ends + 2 * PAUSE_MS);
        // However many break, a problem has an end.
        let all: Vec<u32> = (0..100).collect();
        assert_eq!(schedule(1_000, 100, &all).ends, quiet.ends + PAUSES_MS);
        assert_eq!(
            schedule(0, 5, &[]).opens,
            [4_000, 5_200, 6_400, 7_600, 8_800]
        );
        assert_eq!(schedule(0, 0, &[]).ranks, INTRODUCTION_MS + BREATH_MS);
    }

    #[test]
    fn three_winners_are_named_or_as_many_as_there_are() {
        assert_eq!(winners(0, 9), (vec![3_000, 7_000, 11_000], 15_000));
        assert_eq!(winners(10, 1), (vec![3_010], 7_010));
        assert_eq!(winners(10, 0), (vec![], 3_010));
    }
}
