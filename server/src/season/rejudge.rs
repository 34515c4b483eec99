//! Decides about rejudgings: a rejudging is applied in one transaction, or discarded.

use std::collections::BTreeSet;

use dojo_judge::contest::Report;
use dojo_judge::record::log::EntryBody;
use serde::Serialize;
use utoipa::ToSchema;

use super::lifecycle::{Actor, ChangeError};
use super::rulings::{check_reason, follow};
use super::state::said;
use super::{runtime, scores};
use crate::store::boards::CHANGEABLE;
use crate::store::judgements::judged_entry;
use crate::store::rejudges::{self, Filter, Rejudge, RejudgedSubmission};
use crate::store::seasons::Season;
use crate::store::{
    self, AnyConnection, Moment, RejudgeId, RejudgeState, SeasonId, SeasonState, SubmissionId,
    boards, problems, seasons, users,
};
use crate::words::say;

/// Creates a rejudging; returns its number and how many submissions it has.
///
/// # Errors
/// When the filter matches nothing or the season does not allow it, and when the database fails.
pub fn create(
    conn: &mut AnyConnection,
    season: SeasonId,
    filter: &Filter,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(RejudgeId, usize), ChangeError> {
    let reason = check_reason(reason)?;
    let filter = Filter {
        verdict: filter
            .verdict
            .as_ref()
            .map(|word| word.to_ascii_uppercase()),
        ..filter.clone()
    };
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, season)?;
        if !CHANGEABLE.contains(&season.state) {
            return Err(ChangeError::refused(say!(
                "change-not-again",
                state = said(season.state)
            )));
        }
        check_names(conn, season.id, &filter)?;
        rejudges::create_rejudge(conn, season.id, &filter, &reason, actor.id(), now)?
            .ok_or_else(|| ChangeError::refused(say!("change-filter-empty")))
    })
}

/// A mistyped name is reported as such, not as a filter that matches nothing.
fn check_names(
    conn: &mut AnyConnection,
    season: SeasonId,
    filter: &Filter,
) -> Result<(), ChangeError> {
    if let Some(slug) = &filter.problem
        && problems::find_problem(conn, season, slug)?.is_none()
    {
        return Err(ChangeError::refused(say!(
            "change-no-problem",
            problem = slug
        )));
    }
    if let Some(name) = &filter.person
        && users::find_user(conn, name)?.is_none()
    {
        return Err(ChangeError::refused(say!("change-no-user", name = name)));
    }
    Ok(())
}

/// A rejudging of this season with its submissions, changed ones first.
///
/// # Errors
/// When there is no such rejudging, and when the database fails.
pub fn load_comparisons(
    conn: &mut AnyConnection,
    season: SeasonId,
    id: RejudgeId,
) -> Result<Vec<RejudgedSubmission>, ChangeError> {
    let rejudge = load(conn, season, id)?;
    Ok(rejudges::list_comparisons(conn, rejudge.id)?)
}

/// A rejudging of this season.
///
/// # Errors
/// When there is no such rejudging, and when the database fails.
pub fn load(
    conn: &mut AnyConnection,
    season: SeasonId,
    id: RejudgeId,
) -> Result<Rejudge, ChangeError> {
    rejudges::find_rejudge(conn, id)?
        .filter(|set| set.season_id == season)
        .ok_or(ChangeError::NoRejudge(id))
}

fn decide(
    conn: &mut AnyConnection,
    rejudge: &Rejudge,
    to: RejudgeState,
    now: Moment,
) -> Result<(), ChangeError> {
    if rejudges::change_state(conn, rejudge.id, rejudge.state, to, Some(now))? {
        Ok(())
    } else {
        Err(ChangeError::Conflict)
    }
}

/// A rejudging is decided only once.
fn decided(rejudge: &Rejudge) -> ChangeError {
    let id = rejudge.id.to_string();
    ChangeError::refused(match rejudge.state {
        RejudgeState::Applied => say!("change-rejudging-applied", id = id),
        _ => say!("change-rejudging-discarded", id = id),
    })
}

/// A submission of a set, old beside new, as API and command line tell of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Compared {
    /// The submission.
    #[schema(value_type = i64)]
    pub submission: SubmissionId,
    /// Slug of its problem.
    pub problem: String,
    /// Sign-in name of its author.
    pub person: String,
    /// Where its judging stands: `queued`, `leased`, `done` or `failed`.
    pub state: String,
    /// Verdict before.
    pub old_verdict: Option<String>,
    /// Score before.
    pub old_score: Option<i32>,
    /// Verdict now.
    pub new_verdict: Option<&'static str>,
    /// Score now.
    pub new_score: Option<u32>,
    /// Verdict or score change.
    pub changes: bool,
}

impl From<RejudgedSubmission> for Compared {
    fn from(row: RejudgedSubmission) -> Self {
        let new = row.new.as_ref().map(|new| &new.report);
        let (new_verdict, new_score) = (new.map(Report::verdict_word), new.map(Report::score));
        let changes = row.changes();
        let (old_verdict, old_score) = row.old.unzip();
        Self {
            submission: row.submission,
            problem: row.problem,
            person: row.person,
            state: row.state,
            old_verdict,
            old_score,
            new_verdict,
            new_score,
            changes,
        }
    }
}

/// Makes the judgements of a rejudging count, and updates the boards.
///
/// # Errors
/// When some judgements are missing, when it is decided already or the season does not allow it, and when the
/// database fails.
pub fn apply(
    conn: &mut AnyConnection,
    season: SeasonId,
    id: RejudgeId,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, season)?;
        let rejudge = load(conn, season.id, id)?;
        match rejudge.state {
            RejudgeState::Ready => {}
            RejudgeState::Running => {
                return Err(ChangeError::refused(say!(
                    "change-rejudging-runs",
                    id = id.to_string()
                )));
            }
            RejudgeState::Applied | RejudgeState::Discarded => return Err(decided(&rejudge)),
        }
        if !CHANGEABLE.contains(&season.state) {
            return Err(ChangeError::refused(say!(
                "change-results-stand",
                state = said(season.state)
            )));
        }
        let all = rejudges::list_comparisons(conn, id)?;
        let failed = all.iter().filter(|row| row.new.is_none()).count();
        if failed > 0 {
            return Err(ChangeError::refused(say!(
                "change-rejudging-failed",
                n = failed.to_string(),
                id = id.to_string()
            )));
        }
        decide(conn, &rejudge, RejudgeState::Applied, now)?;
        let mut entries = vec![EntryBody::RejudgeApplied {
            rejudge: u64::try_from(id.0).unwrap_or(0),
            submissions: all.len() as u64,
            reason: rejudge.reason.clone(),
            by: actor.name(),
        }];
        let mut places = BTreeSet::new();
        for row in &all {
            places.insert(apply_one(conn, &season, id, row, &mut entries)?);
        }
        entries.extend(runtime::settle(conn, &season, &rejudge.reason, actor)?);
        if season.state == SeasonState::Revealed {
            entries.push(scores::seal_judgements(conn, season.id)?);
        }
        let places: Vec<_> = places.into_iter().map(|problem| (problem, None)).collect();
        follow(conn, &season, &places, entries, now)
    })
}

fn apply_one(
    conn: &mut AnyConnection,
    season: &Season,
    id: RejudgeId,
    row: &RejudgedSubmission,
    entries: &mut Vec<EntryBody>,
) -> Result<store::ProblemId, ChangeError> {
    let (_, _, problem, ..) = boards::load_place(conn, row.submission)?;
    if let Some(judgement) = &row.new {
        rejudges::apply_judgement(conn, id, row.submission, judgement)?;
        if !season.logs_verdicts_later() {
            entries.push(judged_entry(row.submission, judgement, Some(id))?);
        }
    }
    Ok(problem)
}

/// Discards a rejudging; nothing that counts has changed.
///
/// # Errors
/// When it is decided already, and when the database fails.
pub fn discard(
    conn: &mut AnyConnection,
    season: SeasonId,
    id: RejudgeId,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        seasons::load_season_to_change(conn, season)?;
        let rejudge = load(conn, season, id)?;
        if !matches!(rejudge.state, RejudgeState::Running | RejudgeState::Ready) {
            return Err(decided(&rejudge));
        }
        decide(conn, &rejudge, RejudgeState::Discarded, now)?;
        rejudges::drop_waiting(conn, id)?;
        let entry = EntryBody::RejudgeDiscarded {
            rejudge: u64::try_from(id.0).unwrap_or(0),
            by: actor.name(),
        };
        store::log::append(conn, season, now, vec![entry])?;
        Ok(())
    })
}
