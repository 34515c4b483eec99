//! The transitions of a season. Each is one write transaction: it locks the season, checks the event against the
//! state and its needs, changes the rows under a guard on the old state, and appends to the log last. A process that
//! dies in between leaves the season unchanged.

use dojo_judge::record::log::EntryBody;

use super::finalize::Replayed;
use super::manifest::publish_manifest;
use super::requirements::{Facts, Need};
use super::revalidation::{Checked, NotValid};
use super::state::{Event, Illegal};
use super::{commit, scores};
use crate::season::archives::MakeError;
use crate::store::log::micros;
use crate::store::seasons::Stamps;
use crate::store::{
    self, AnyConnection, IncidentId, Moment, RejudgeId, SeasonId, SeasonState, StoreError, UserId,
    announcements, judgements, log, problems, receipts, records, seasons, submissions,
};
use crate::words::say;

/// Who changes a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person on the site.
    Person {
        /// Number.
        id: UserId,
        /// Sign-in name.
        name: String,
    },
    /// Somebody at the terminal of the server.
    Terminal,
    /// The timer.
    Timer,
}

impl Actor {
    /// The name in the log.
    pub fn name(&self) -> String {
        match self {
            Self::Person { name, .. } => name.clone(),
            Self::Terminal => "terminal".to_owned(),
            Self::Timer => "timer".to_owned(),
        }
    }

    /// The person, if it is one.
    pub fn id(&self) -> Option<UserId> {
        match self {
            Self::Person { id, .. } => Some(*id),
            Self::Terminal | Self::Timer => None,
        }
    }
}

/// Why a season cannot be changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// Its state does not allow it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Something is missing.
    #[error("{}", say!("change-missing", what = .event.done(), why = list(.needs)))]
    Missing {
        /// The event.
        event: Event,
        /// What is missing.
        needs: Vec<Need>,
    },
    /// Somebody else has changed it in the meantime.
    #[error("{}", say!("change-conflict"))]
    Conflict,
    /// The validation of problems fails.
    #[error(transparent)]
    NotValid(#[from] NotValid),
    /// Another reason, as a message of the catalogue.
    #[error("{0}")]
    Refused(String),
    /// There is no such rejudging.
    #[error("{}", say!("change-no-rejudging", id = .0.to_string()))]
    NoRejudge(RejudgeId),
    /// There is no such open incident.
    #[error("{}", say!("change-no-incident", id = .0.0.to_string()))]
    NoIncident(IncidentId),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ChangeError {
    /// Refuses a change for this reason.
    pub(super) fn refused(text: impl Into<String>) -> Self {
        Self::Refused(text.into())
    }
}

impl From<diesel::result::Error> for ChangeError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Why a command cannot be executed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The season cannot be changed.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// It has no archive.
    #[error(transparent)]
    Make(#[from] MakeError),
}

impl From<diesel::result::Error> for CommandError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Change(error.into())
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        Self::Change(error.into())
    }
}

/// Needs as one clause.
pub(super) fn list(needs: &[Need]) -> String {
    let needs: Vec<String> = needs.iter().map(Need::to_string).collect();
    needs.join("; ")
}

/// The dates of a season, which are fixed when it is scheduled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// When it opens.
    pub opens_at: Option<Moment>,
    /// When it freezes; `None` if an organizer freezes it by hand.
    pub freeze_at: Option<Moment>,
    /// From when on boards show nothing new about others.
    pub blackout_at: Option<Moment>,
    /// When its Reveal begins; `None` if an organizer starts it by hand.
    pub reveals_at: Option<Moment>,
    /// Whether it is known that there is no freeze date.
    pub frozen_by_hand: bool,
}

impl Dates {
    /// For a season that is opened at once and frozen by hand.
    pub const BY_HAND: Self = Self {
        opens_at: None,
        freeze_at: None,
        blackout_at: None,
        reveals_at: None,
        frozen_by_hand: true,
    };
}

/// Refuses an event if something is missing.
pub(super) fn missing(event: Event, needs: Vec<Need>) -> Result<(), ChangeError> {
    if needs.is_empty() {
        Ok(())
    } else {
        Err(ChangeError::Missing { event, needs })
    }
}

/// Fixes the parameters of a draft and publishes its manifest.
///
/// # Errors
/// When its state does not allow it or something is missing, and when the database fails.
pub fn schedule(
    conn: &mut AnyConnection,
    id: SeasonId,
    dates: Dates,
    checked: &Checked,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        schedule_in(conn, id, dates, Some(now), checked, actor, now)
    })
}

fn schedule_in(
    conn: &mut AnyConnection,
    id: SeasonId,
    dates: Dates,
    chosen_at: Option<Moment>,
    checked: &Checked,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    let season = seasons::load_season_to_change(conn, id)?;
    let from = season.state;
    let to = from.transition(Event::Schedule)?;
    let mut facts = Facts::load(conn, season)?.with_dates(&dates, now);
    facts.chosen_at = chosen_at;
    missing(Event::Schedule, facts.needs(Event::Schedule))?;
    if !checked.holds(&facts.season, &facts.problems) {
        return Err(ChangeError::Conflict);
    }
    let stamps = Stamps {
        opens_at: dates.opens_at,
        freeze_at: dates.freeze_at,
        blackout_at: dates.blackout_at,
        reveals_at: dates.reveals_at,
        ..Stamps::default()
    };
    change(conn, id, from, to, stamps)?;
    let published = publish_manifest(conn, &facts.season)?;
    let entries = vec![published, transition(from, to, actor, None)];
    log::append(conn, id, now, entries)?;
    Ok(())
}

/// Opens a scheduled season for submissions.
///
/// # Errors
/// When its state does not allow it or something is missing, and when the database fails.
pub fn open(
    conn: &mut AnyConnection,
    id: SeasonId,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| open_in(conn, id, actor, now))
}

fn open_in(
    conn: &mut AnyConnection,
    id: SeasonId,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    let season = seasons::load_season_to_change(conn, id)?;
    let from = season.state;
    let to = from.transition(Event::Open)?;
    let facts = Facts::load(conn, season)?;
    missing(Event::Open, facts.needs(Event::Open))?;
    let stamps = Stamps {
        opens_at: Some(now),
        ..Stamps::default()
    };
    change(conn, id, from, to, stamps)?;
    log::append(conn, id, now, vec![transition(from, to, actor, None)])?;
    Ok(())
}

/// Commits, schedules and opens a draft at once; the opening in `dates` is ignored. An announced season is only
/// opened. Must be called inside a transaction.
///
/// # Errors
/// When its state does not allow it or something is missing, and when the database fails.
pub fn open_at_once_in(
    conn: &mut AnyConnection,
    id: SeasonId,
    dates: Dates,
    checked: &Checked,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    let state = seasons::load_season_to_change(conn, id)?.state;
    if state == SeasonState::Draft {
        commit::commit_in(conn, id, None, now)?;
        let dates = Dates {
            opens_at: Some(now),
            ..dates
        };
        schedule_in(conn, id, dates, None, checked, actor, now)?;
    }
    open_in(conn, id, actor, now)
}

/// Like [`open_at_once_in`], in its own transaction.
///
/// # Errors
/// Like [`open_at_once_in`].
pub fn open_at_once(
    conn: &mut AnyConnection,
    id: SeasonId,
    dates: Dates,
    checked: &Checked,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        open_at_once_in(conn, id, dates, checked, actor, now)
    })
}

/// Ends the submissions to an open season, stores the time and seals the submissions. `clock` is read once nobody is
/// storing a submission any more. The time is the announced one if that has passed, since nothing was accepted after
/// it. It is never before the opening, which is late if no server was running, nor before an accepted submission,
/// whatever the clocks of several machines say.
///
/// # Errors
/// When its state does not allow it, and when the database fails.
pub fn freeze(
    conn: &mut AnyConnection,
    id: SeasonId,
    actor: &Actor,
    clock: &dyn Fn() -> Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, id)?;
        let from = season.state;
        let to = from.transition(Event::Freeze)?;
        let now = clock();
        let announced = season.freeze_at.map_or(now, |at| at.min(now));
        let last = submissions::find_last_time(conn, id)?;
        let earliest = last.max(season.opens_at);
        let moment = earliest.map_or(announced, |earliest| earliest.max(announced));
        let stamps = Stamps {
            freeze_started_at: Some(moment),
            ..Stamps::default()
        };
        change(conn, id, from, to, stamps)?;
        let mut entries = Vec::new();
        if records::find_record(conn, id)?.is_none() {
            // It was opened before there were manifests.
            entries.push(publish_manifest(conn, &season)?);
        }
        receipts::issue_missing(conn, id, now)?;
        let sealed = receipts::Sealed::load(conn, id)?;
        records::set_merkle_root(conn, id, &sealed.root().to_string())?;
        entries.push(transition(from, to, actor, Some(moment)));
        entries.push(EntryBody::SubmissionsSealed {
            count: sealed.count(),
            root: sealed.root(),
        });
        if season.logs_verdicts_later() {
            entries.extend(judgements::list_entries(conn, id)?);
        }
        log::append(conn, id, now, entries)?;
        Ok(())
    })
}

/// Publishes setters' programs, salts, hidden terms and correct solvers of a frozen season, and opens practice.
///
/// # Errors
/// When its state does not allow it or something is missing, and when the database fails.
pub fn reveal(
    conn: &mut AnyConnection,
    id: SeasonId,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, id)?;
        let from = season.state;
        let stood_still = season.stands_still();
        let to = from.transition(Event::Reveal)?;
        let facts = Facts::load(conn, season)?;
        missing(Event::Reveal, facts.needs(Event::Reveal))?;
        let stamps = Stamps {
            revealed_at: Some(now),
            ..Stamps::default()
        };
        change(conn, id, from, to, stamps)?;
        let mut entries = vec![transition(from, to, actor, None)];
        for problem in &facts.problems {
            let Some(salt) = problem.salt() else { continue };
            problems::set_verified(conn, problem.id, now)?;
            entries.push(EntryBody::ProblemRevealed {
                problem: problem.slug.clone(),
                version: problem.recorded_version(),
                salt: salt
                    .parse()
                    .map_err(|error| StoreError::Value(format!("a salt: {error}")))?,
            });
        }
        if let Some(seed) = records::load_seed(conn, id)? {
            entries.push(EntryBody::SeedRevealed { seed });
        }
        entries.push(scores::seal_judgements(conn, id)?);
        announcements::delete_holding(conn, id, None, None)?;
        if stood_still {
            let revealed = seasons::load_season(conn, id)?;
            scores::show_bonuses(conn, &revealed)?;
        }
        log::append(conn, id, now, entries)?;
        Ok(())
    })
}

/// Makes the results of a revealed season final, if they were replayed and nothing has happened since.
///
/// # Errors
/// When its state does not allow it or something is missing, and when the database fails.
pub fn finalize(
    conn: &mut AnyConnection,
    id: SeasonId,
    replayed: &Replayed,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, id)?;
        let from = season.state;
        let to = from.transition(Event::Finalize)?;
        let facts = Facts::load(conn, season)?;
        missing(Event::Finalize, facts.needs(Event::Finalize))?;
        let head = log::find_head(conn, id)?.map(|head| head.hash);
        if head != Some(replayed.log_head()) {
            return Err(ChangeError::Conflict);
        }
        let stamps = Stamps {
            finalized_at: Some(now),
            ..Stamps::default()
        };
        change(conn, id, from, to, stamps)?;
        let entries = vec![replayed.entry(), transition(from, to, actor, None)];
        log::append(conn, id, now, entries)?;
        Ok(())
    })
}

/// Cancels a season.
///
/// # Errors
/// When its state does not allow it, and when the database fails.
pub fn cancel(
    conn: &mut AnyConnection,
    id: SeasonId,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let from = seasons::load_season_to_change(conn, id)?.state;
        let to = from.transition(Event::Cancel)?;
        let stamps = Stamps {
            cancelled_at: Some(now),
            ..Stamps::default()
        };
        change(conn, id, from, to, stamps)?;
        if from == SeasonState::Scheduled {
            // The opening may have passed while no server was running, and nothing was public then.
            seasons::clear_opening(conn, id)?;
        }
        log::append(conn, id, now, vec![transition(from, to, actor, None)])?;
        Ok(())
    })
}

fn change(
    conn: &mut AnyConnection,
    id: SeasonId,
    from: SeasonState,
    to: SeasonState,
    stamps: Stamps,
) -> Result<(), ChangeError> {
    if seasons::change_state(conn, id, from, to, stamps)? {
        Ok(())
    } else {
        Err(ChangeError::Conflict)
    }
}

fn transition(
    from: SeasonState,
    to: SeasonState,
    actor: &Actor,
    freeze_started_at: Option<Moment>,
) -> EntryBody {
    EntryBody::Transition {
        from: from.as_str().to_owned(),
        to: to.as_str().to_owned(),
        by: actor.name(),
        freeze_started_at_us: freeze_started_at.map(micros),
    }
}
