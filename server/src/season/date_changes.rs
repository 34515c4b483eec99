//! Moves announced dates: all of them before the opening, later the end and the blackout, and the Reveal until it
//! begins. The manifest keeps the original dates; the log records each move with its reason, except that of the
//! Reveal, which is not part of the record.

use chrono::TimeDelta;
use dojo_judge::record::log::{EntryBody, PlannedDates};

use super::lifecycle::{Actor, ChangeError, list};
use super::requirements::{Doubt, Need, disorder, doubts_in};
use super::rulings::change_for;
use super::state::said;
use crate::date_words::iso;
use crate::messages::announcements::tell_all;
use crate::store::log::{self, micros};
use crate::store::seasons::{self, Season, Stamps};
use crate::store::{AnyConnection, Moment, SeasonId, SeasonState};
use crate::words::say;

/// New dates; `None` leaves a date unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// When it opens.
    pub opens_at: Option<Moment>,
    /// When it freezes.
    pub freeze_at: Option<Moment>,
    /// From when on boards are not updated.
    pub blackout_at: Option<Moment>,
    /// When its Reveal begins.
    pub reveals_at: Option<Moment>,
}

impl Moves {
    /// Whether only the Reveal is moved, which is still possible after submissions have ended.
    fn is_reveal_alone(self) -> bool {
        let Self { reveals_at, .. } = self;
        self == Self {
            reveals_at,
            ..Self::default()
        }
    }
}

/// Moves dates of an announced or open season to the future.
///
/// # Errors
/// When the season does not allow it, and when the database fails.
pub fn move_dates(
    conn: &mut AnyConnection,
    id: SeasonId,
    moves: Moves,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    change_for(conn, id, reason, |conn, season, reason| {
        move_in(conn, season, moves, reason, actor, now)
    })
}

/// What is allowed in the new dates and seldom meant. Of a date that stays nobody is asked again.
pub(super) fn doubts(season: &Season, moves: Moves, now: Moment) -> Vec<Doubt> {
    let opens_at = moves.opens_at.or(season.opens_at);
    let freeze_at = moves.freeze_at.or(season.freeze_at);
    let blackout_at = moves.blackout_at.or(season.blackout_at);
    let reveals_at = moves.reveals_at.or(season.reveals_at);
    let is_in_order = disorder(opens_at, blackout_at, freeze_at, reveals_at).is_empty();
    let Some(opening) = opens_at.filter(|_| is_in_order) else {
        return Vec::new();
    };
    let mut doubts = doubts_in(now, opening, freeze_at, reveals_at);
    doubts.retain(|doubt| match doubt {
        Doubt::FarOpening(_) => opens_at != season.opens_at,
        Doubt::LongSeason(_) => freeze_at != season.freeze_at,
        Doubt::FarReveal(_) => reveals_at != season.reveals_at,
        _ => true,
    });
    doubts
}

/// Lets an announced or open season end so much later. A Reveal that would then begin before the end is as much later.
///
/// # Errors
/// When it has no announced end, and like [`move_dates`].
pub fn extend(
    conn: &mut AnyConnection,
    id: SeasonId,
    minutes: u32,
    seen: Option<Moment>,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    change_for(conn, id, reason, |conn, season, reason| {
        let Some(end) = season.freeze_at else {
            return Err(ChangeError::refused(say!("change-no-end")));
        };
        if seen.is_some_and(|seen| seen.utc().timestamp() != end.utc().timestamp()) {
            return Err(ChangeError::refused(say!("change-end-moved")));
        }
        let by = TimeDelta::minutes(minutes.into());
        let end = end.plus(by);
        let moves = Moves {
            freeze_at: Some(end),
            reveals_at: season
                .reveals_at
                .filter(|at| *at <= end)
                .map(|at| at.plus(by)),
            // Boards keep still for as long as was announced, unless they do already.
            blackout_at: season
                .blackout_at
                .filter(|at| *at > now)
                .map(|at| at.plus(by)),
            ..Moves::default()
        };
        move_in(conn, season, moves, reason, actor, now)
    })
}

fn move_in(
    conn: &mut AnyConnection,
    season: &Season,
    moves: Moves,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    match season.state {
        SeasonState::Scheduled => {}
        SeasonState::Open if moves.opens_at.is_none() => {}
        SeasonState::Frozen if moves.is_reveal_alone() => {}
        SeasonState::Open => return Err(ChangeError::refused(say!("change-has-opened"))),
        state => {
            let state = said(state);
            return Err(ChangeError::refused(say!("change-dates", state = state)));
        }
    }
    let old = (season.opens_at, season.freeze_at, season.blackout_at);
    let new = (
        moves.opens_at.or(old.0),
        moves.freeze_at.or(old.1),
        moves.blackout_at.or(old.2),
    );
    if new == old
        && moves
            .reveals_at
            .is_none_or(|at| season.reveals_at == Some(at))
    {
        return Err(ChangeError::refused(say!("change-no-date")));
    }
    let mut needs = Vec::new();
    let is_over = |at: Option<Moment>| at.is_some_and(|at| at <= now);
    if is_over(moves.opens_at) {
        needs.push(Need::OpeningAhead);
    }
    if is_over(moves.freeze_at) {
        needs.push(Need::FreezingAhead);
    }
    if is_over(moves.blackout_at) {
        needs.push(Need::BlackoutAhead);
    }
    if is_over(moves.reveals_at) {
        needs.push(Need::RevealAhead);
    }
    let reveals_at = moves.reveals_at.or(season.reveals_at);
    needs.extend(disorder(new.0, new.2, new.1, reveals_at));
    if !needs.is_empty() {
        return Err(ChangeError::refused(list(&needs)));
    }
    let stamps = Stamps {
        opens_at: moves.opens_at,
        freeze_at: moves.freeze_at,
        blackout_at: moves.blackout_at,
        reveals_at: moves.reveals_at,
        ..Stamps::default()
    };
    // A season whose state changed in the meantime is not touched.
    if !seasons::change_state(conn, season.id, season.state, season.state, stamps)? {
        return Err(ChangeError::Conflict);
    }
    let dates = changes(
        [old.0, old.1, old.2, season.reveals_at],
        [new.0, new.1, new.2, reveals_at],
    );
    let told = say!("dates-told", what = tell_moves(dates), reason = reason);
    tell_all(conn, season.id, None, &told, &actor.name(), now)?;
    if new == old {
        return Ok(());
    }
    let planned =
        |(opens_at, freeze_at, blackout_at): (Option<_>, Option<_>, Option<_>)| PlannedDates {
            opens_at_us: opens_at.map(micros),
            freezes_at_us: freeze_at.map(micros),
            blackout_at_us: blackout_at.map(micros),
        };
    let entry = EntryBody::DatesMoved {
        old: planned(old),
        new: planned(new),
        reason: reason.to_owned(),
        by: actor.name(),
    };
    log::append(conn, season.id, now, vec![entry])?;
    Ok(())
}

/// A date of a season by what people call it, before and after.
pub(super) type DateChange = (&'static str, Option<Moment>, Option<Moment>);

/// The dates that differ: of opening, end, blackout and Reveal before and after.
pub(super) fn changes(before: [Option<Moment>; 4], after: [Option<Moment>; 4]) -> Vec<DateChange> {
    let called = [
        say!("common-opens"),
        say!("common-ends"),
        say!("common-boards-keep-still"),
        say!("season-reveal"),
    ];
    let dates = called.into_iter().zip(before.into_iter().zip(after));
    let dates = dates.map(|(what, (before, after))| (what, before, after));
    dates.filter(|(_, before, after)| before != after).collect()
}

/// A sentence for each date that has changed.
fn tell_moves(dates: Vec<DateChange>) -> String {
    let said = |at: Moment| iso(&at.utc());
    let sentences = dates.into_iter().filter_map(|(what, old, new)| {
        let to = said(new?);
        Some(match old {
            Some(old) => say!("season-moved-date", what = what, from = said(old), to = to),
            None => say!("season-set-date", what = what, to = to),
        })
    });
    sentences.collect::<Vec<_>>().join(" ")
}
