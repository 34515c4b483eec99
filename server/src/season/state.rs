//! The states of a season and the transitions between them (`docs/SPEC.md`, Season). Pure.

use std::fmt;

use crate::store::seasons::Season;
use crate::store::{Moment, SeasonState};
use crate::words::say;

/// An event in the life of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is announced; its parameters are fixed.
    Schedule,
    /// It accepts submissions.
    Open,
    /// It stops accepting submissions.
    Freeze,
    /// Setters' programs and hidden terms become public.
    Reveal,
    /// Its results become final.
    Finalize,
    /// It is cancelled.
    Cancel,
}

impl Event {
    /// All events, in order.
    pub const ALL: [Self; 6] = [
        Self::Schedule,
        Self::Open,
        Self::Freeze,
        Self::Reveal,
        Self::Finalize,
        Self::Cancel,
    ];

    /// The word for it, on the command line and in addresses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::Open => "open",
            Self::Freeze => "freeze",
            Self::Reveal => "reveal",
            Self::Finalize => "finalize",
            Self::Cancel => "cancel",
        }
    }

    /// The word for a season after the event.
    pub fn done(self) -> &'static str {
        match self {
            Self::Schedule => say!("change-done-schedule"),
            Self::Open => say!("change-done-open"),
            Self::Freeze => say!("change-done-freeze"),
            Self::Reveal => say!("change-done-reveal"),
            Self::Finalize => say!("change-done-finalize"),
            Self::Cancel => say!("change-done-cancel"),
        }
    }

    /// The state that it leads to.
    pub fn target(self) -> SeasonState {
        match self {
            Self::Schedule => SeasonState::Scheduled,
            Self::Open => SeasonState::Open,
            Self::Freeze => SeasonState::Frozen,
            Self::Reveal => SeasonState::Revealed,
            Self::Finalize => SeasonState::Final,
            Self::Cancel => SeasonState::Cancelled,
        }
    }
}

/// A state as a part of a sentence.
pub fn said(state: SeasonState) -> &'static str {
    match state {
        SeasonState::Draft => say!("change-state-draft"),
        SeasonState::Scheduled => say!("change-state-scheduled"),
        SeasonState::Open => say!("change-state-open"),
        SeasonState::Frozen => say!("change-state-frozen"),
        SeasonState::Revealed => say!("change-state-revealed"),
        SeasonState::Final => say!("change-state-final"),
        SeasonState::Cancelled => say!("change-state-cancelled"),
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An event that the state does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("change-illegal", state = said(*.state), what = .event.done(), why = self.why()))]
pub struct Illegal {
    /// The state.
    pub state: SeasonState,
    /// The event.
    pub event: Event,
}

impl Illegal {
    fn why(self) -> &'static str {
        match (self.state, self.event) {
            (SeasonState::Final, _) => say!("change-illegal-final"),
            (SeasonState::Cancelled, _) => say!("change-illegal-cancelled"),
            (state, event) if state == event.target() => say!("change-illegal-already"),
            (SeasonState::Draft, _) => say!("change-illegal-draft"),
            (SeasonState::Scheduled, Event::Freeze | Event::Reveal | Event::Finalize) => {
                say!("change-illegal-scheduled")
            }
            (SeasonState::Open, Event::Reveal | Event::Finalize) => say!("change-illegal-open"),
            (SeasonState::Frozen, Event::Finalize) => say!("change-illegal-frozen"),
            (
                SeasonState::Scheduled
                | SeasonState::Open
                | SeasonState::Frozen
                | SeasonState::Revealed,
                _,
            ) => say!("change-illegal-back"),
        }
    }
}

impl SeasonState {
    /// The state after an event.
    ///
    /// # Errors
    /// When the event is not possible in this state.
    pub fn transition(self, event: Event) -> Result<Self, Illegal> {
        match (self, event) {
            (Self::Draft, Event::Schedule)
            | (Self::Scheduled, Event::Open)
            | (Self::Open, Event::Freeze)
            | (Self::Frozen, Event::Reveal)
            | (Self::Revealed, Event::Finalize)
            | (
                Self::Draft | Self::Scheduled | Self::Open | Self::Frozen | Self::Revealed,
                Event::Cancel,
            ) => Ok(event.target()),
            (state, event) => Err(Illegal { state, event }),
        }
    }

    /// The next event, if there is one.
    pub fn next(self) -> Option<Event> {
        Event::ALL
            .into_iter()
            .find(|event| *event != Event::Cancel && self.transition(*event).is_ok())
    }
}

/// A season that was frozen and not cancelled: only such a season can be scored.
#[derive(Clone, Copy, Debug)]
pub struct FrozenSeason<'a> {
    /// The season.
    pub season: &'a Season,
    /// The last moment of the contest.
    pub freeze_started_at: Moment,
}

impl<'a> FrozenSeason<'a> {
    /// The season, if it is frozen or revealed.
    pub fn of(season: &'a Season) -> Option<Self> {
        match season.state {
            SeasonState::Frozen | SeasonState::Revealed => Some(Self {
                season,
                freeze_started_at: season.freeze_started_at?,
            }),
            SeasonState::Draft
            | SeasonState::Scheduled
            | SeasonState::Open
            | SeasonState::Final
            | SeasonState::Cancelled => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_of_a_season() {
        let mut state = SeasonState::Draft;
        let mut way = vec![state];
        while let Some(event) = state.next() {
            state = state.transition(event).unwrap();
            way.push(state);
        }
        assert_eq!(
            way,
            [
                SeasonState::Draft,
                SeasonState::Scheduled,
                SeasonState::Open,
                SeasonState::Frozen,
                SeasonState::Revealed,
                SeasonState::Final
            ]
        );
    }

    #[test]
    fn what_is_not_possible_is_explained() {
        for state in SeasonState::ALL {
            for event in Event::ALL {
                match state.transition(event) {
                    Ok(after) => assert_eq!(after, event.target()),
                    Err(illegal) => {
                        let text = illegal.to_string();
                        assert!(
                            text.starts_with(&format!("the season is {} and", said(*state))),
                            "{text}"
                        );
                    }
                }
            }
            let ends = matches!(state, SeasonState::Final | SeasonState::Cancelled);
            assert_eq!(state.transition(Event::Cancel).is_err(), ends);
            assert_eq!(state.next().is_none(), ends);
        }
        assert_eq!(
            SeasonState::Open
                .transition(Event::Reveal)
                .unwrap_err()
                .to_string(),
            "the season is open and cannot be revealed: it is to be frozen first"
        );
        assert_eq!(
            SeasonState::Frozen
                .transition(Event::Freeze)
                .unwrap_err()
                .to_string(),
            "the season is frozen and cannot be frozen: it is so already"
        );
    }
}
