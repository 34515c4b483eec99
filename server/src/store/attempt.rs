//! Decides whether a person may submit to a problem now. Pure: the page uses it to inform the reader, and the
//! transaction that stores a submission uses it again to decide.

use chrono::TimeDelta;

use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::{Moment, ProblemState, Role, SeasonState, SubmissionKind, UserId};
use crate::words::say;

/// A person's submissions to one problem so far, without those that failed by the server's fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempts {
    /// How many.
    pub used: u32,
    /// When the last one was received.
    pub last_at: Option<Moment>,
    /// Whether the person is disqualified from the season.
    pub barred: bool,
}

/// From Reveal on, all submissions are practice: judged, never ranked, and not part of the sealed record.
pub fn is_practice(season: &Season) -> bool {
    season.is_revealed()
}

/// The kind of a submission by a person with this role, or by a model.
pub fn kind(season: &Season, role: Role, is_model: bool) -> SubmissionKind {
    if is_practice(season) {
        SubmissionKind::Practice
    } else if role.sees_hidden_terms() || is_model {
        SubmissionKind::Unranked
    } else {
        SubmissionKind::Ranked
    }
}

/// Why a submission is not accepted. Then nothing is stored or counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Submissions have not begun.
    #[error("{}", say!("refused-not-open"))]
    NotYet,
    /// Submissions have ended.
    #[error("{}", say!("refused-season-over"))]
    Over,
    /// The organizer took the problem out of the contest.
    #[error("{}", say!("refused-withdrawn"))]
    Withdrawn,
    /// The problem is hidden for now.
    #[error("{}", say!("refused-hidden"))]
    Hidden,
    /// The person is disqualified from the season.
    #[error("{}", say!("refused-barred"))]
    Barred,
    /// It is the person's own problem.
    #[error("{}", say!("refused-own-problem"))]
    OwnProblem,
    /// All attempts are used.
    #[error("{}", say!("refused-attempts", n = .max.to_string()))]
    NoAttemptsLeft {
        /// The most attempts of a person at one problem.
        max: u32,
    },
    /// The last attempt is too recent.
    #[error("{}", say!("refused-next-attempt", n = .seconds.to_string()))]
    TooSoon {
        /// When the next one is accepted.
        next_at: Moment,
        /// The whole seconds until then, at least 1.
        seconds: u32,
    },
}

/// How many attempts are left, including this one.
///
/// # Errors
/// The first reason against a submission at the moment `now`.
pub fn admit(
    season: &Season,
    problem: &Problem,
    user: UserId,
    attempts: Attempts,
    now: Moment,
) -> Result<u32, Refusal> {
    match season.state {
        SeasonState::Draft | SeasonState::Scheduled => return Err(Refusal::NotYet),
        SeasonState::Open => {
            let end = season.freeze_started_at.or(season.freeze_at);
            if end.is_some_and(|end| now > end) {
                return Err(Refusal::Over);
            }
        }
        SeasonState::Revealed | SeasonState::Final => {}
        SeasonState::Frozen | SeasonState::Cancelled => return Err(Refusal::Over),
    }
    if problem.state == ProblemState::Withdrawn {
        return Err(Refusal::Withdrawn);
    }
    if problem.is_hidden(season) {
        return Err(Refusal::Hidden);
    }
    if attempts.barred {
        return Err(Refusal::Barred);
    }
    if problem.setter_id == Some(user) {
        return Err(Refusal::OwnProblem);
    }
    let max = u32::try_from(season.attempts_max).unwrap_or(0);
    let Some(left) = max.checked_sub(attempts.used).filter(|left| *left > 0) else {
        return Err(Refusal::NoAttemptsLeft { max });
    };
    match attempts.last_at {
        Some(last) => {
            let next_at = last.plus(TimeDelta::seconds(season.attempt_interval_seconds.into()));
            if now < next_at {
                let wait = next_at.since(now).num_microseconds().unwrap_or(i64::MAX);
                let seconds = wait.unsigned_abs().div_ceil(1_000_000);
                let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
                return Err(Refusal::TooSoon { next_at, seconds });
            }
            Ok(left)
        }
        None => Ok(left),
    }
}
