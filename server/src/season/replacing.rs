//! Replaces a wrong problem by another one. Submissions that count for the old one are sent again for their authors,
//! as ordinary submissions, in the transaction that commits the new one.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use chrono::TimeDelta;
use dojo_judge::package::unpack;
use dojo_sandbox::Runtime;
use formula::credit::eed::Eed;

use super::corrections;
use super::earlier_terms;
use super::hand_in::{self, PrepareError, Prepared, Set};
use super::lifecycle::{Actor, ChangeError};
use super::rulings::{self, change_for, check_reason};
use super::state::said;
use crate::contests::{self, SandboxJudge};
use crate::messages::announcements::{tell_all, tell_person};
use crate::store::drafts::{self, Draft};
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::submissions::{self, Carried};
use crate::store::{
    self, AnyConnection, DraftId, Moment, ProblemState, SeasonState, StoreError, UserId,
    announcements, log,
};
use crate::words::say;

/// The problem to replace, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Slug of the problem.
    pub problem: String,
    /// The draft that replaces it, with the same slug or another one.
    pub draft: DraftId,
    /// Whether every attempt that counts is sent again, not only each person's best.
    pub all: bool,
    /// Why, for everybody.
    pub reason: String,
}

/// A draft that is valid for the season and whose problem is not committed anywhere.
fn prepare(
    conn: &mut AnyConnection,
    season: &Season,
    id: DraftId,
    runtime: Option<&Runtime>,
) -> Result<(Draft, Prepared), ChangeError> {
    let runtime = runtime.ok_or_else(|| ChangeError::refused(say!("change-no-judges")))?;
    let no_draft = || ChangeError::refused(say!("change-no-draft", id = id.to_string()));
    let (draft, package, earlier) = store::read(conn, |conn| {
        let draft = drafts::find_draft(conn, id)?.filter(|draft| draft.became.is_none());
        let draft = draft.ok_or_else(no_draft)?;
        let package = drafts::load_package(conn, id)?;
        Ok::<_, ChangeError>((draft, package, earlier_terms(conn)?))
    })?;
    let broken = |error: String| ChangeError::Store(StoreError::Value(error));
    let files = unpack(&package).map_err(|error| broken(error.to_string()))?;
    match hand_in::prepare(runtime, season, earlier, &files, NonZeroUsize::MIN) {
        Ok(Ok(prepared)) => Ok((draft, prepared)),
        Ok(Err(report)) => Err(ChangeError::refused(say!(
            "change-draft-not-valid",
            id = id.to_string(),
            why = report.to_string()
        ))),
        Err(PrepareError::Failed(error)) => Err(broken(error.to_string())),
        Err(told) => Err(ChangeError::refused(told.to_string())),
    }
}

/// The problem to replace; its season must accept submissions.
fn load(
    conn: &mut AnyConnection,
    season: &Season,
    slug: &str,
    now: Moment,
) -> Result<Problem, ChangeError> {
    let is_over = season.freeze_at.is_some_and(|end| now > end);
    if season.state != SeasonState::Open || is_over {
        let state = if is_over {
            SeasonState::Frozen
        } else {
            season.state
        };
        return Err(ChangeError::refused(say!(
            "change-no-replacing",
            state = said(state)
        )));
    }
    corrections::find_standing(conn, season.id, slug)
}

/// Withdraws a problem and replaces it by the problem of a draft; returns how many submissions were sent again.
///
/// # Errors
/// When the draft is not valid or the season does not allow it, and when the database fails.
pub fn replace(
    conn: &mut AnyConnection,
    season: &Season,
    asked: &Replacement,
    runtime: Option<&Runtime>,
    actor: &Actor,
    clock: &dyn Fn() -> Moment,
) -> Result<usize, ChangeError> {
    check_reason(&asked.reason)?;
    // Checked first, so that no package is validated in vain.
    load(conn, season, &asked.problem, clock())?;
    let (draft, prepared) = prepare(conn, season, asked.draft, runtime)?;
    change_for(conn, season.id, &asked.reason, |conn, season, reason| {
        let now = log::not_before_head(conn, season.id, clock())?;
        let old = load(conn, season, &asked.problem, now)?;
        let all = problems::list_problems(conn, season.id)?;
        let slug = prepared.slug().to_owned();
        let is_taken = problems::newest(all.clone()).iter().any(|problem| {
            problem.slug == slug && problem.id != old.id && problem.state != ProblemState::Withdrawn
        });
        if is_taken {
            return Err(ChangeError::refused(say!(
                "change-slug-taken",
                problem = slug
            )));
        }
        let carried = submissions::list_to_carry(conn, old.id, asked.all, draft.setter_id)?;
        // Boards are changed before anything that waits for the log, in the same order as when a judging finishes.
        rulings::withdraw_in(conn, season, &old, reason, actor, now)?;
        let set = Set {
            setter: draft.setter_id,
            draft: Some((draft.id, draft.updated_at)),
            position: old.position,
        };
        let new = hand_in::commit_prepared(conn, season, &all, &prepared, set, now)?;
        let mut at = now;
        let mut out = Vec::new();
        for one in &carried {
            // Each gets its own time, so that equally good ones rank in their original order.
            let id = submissions::carry(conn, one.id, new.id, at)?;
            if let Some((reason, since)) = &one.out {
                out.push((id, reason.as_str(), *since));
            }
            at = at.plus(TimeDelta::microseconds(1));
        }
        rulings::keep_out(conn, season, &out, actor, at)?;
        tell(conn, season, (&old, &new), &carried, reason, actor, now)?;
        Ok(carried.len())
    })
}

/// Tells everybody that a problem was replaced, and each author what happened to their submissions.
fn tell(
    conn: &mut AnyConnection,
    season: &Season,
    (old, new): (&Problem, &Problem),
    carried: &[Carried],
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), StoreError> {
    let (about, by) = (new.slug.as_str(), actor.name());
    let told = if old.title == new.title {
        say!("replace-told-version", problem = old.title, reason = reason)
    } else {
        say!(
            "replace-told",
            problem = old.title,
            by = new.title,
            reason = reason
        )
    };
    tell_all(conn, season.id, Some(about), &told, &by, now)?;
    announcements::delete_holding(conn, season.id, Some(&old.slug), None)?;
    let mut sent: BTreeMap<UserId, usize> = BTreeMap::new();
    for one in carried.iter().filter(|one| one.out.is_none()) {
        *sent.entry(one.user).or_default() += 1;
    }
    for (author, count) in sent {
        let told = say!("replace-sent-again", n = count, problem = old.title);
        tell_person(conn, (season.id, about), author, &told, &by, now)?;
    }
    Ok(())
}

/// A verdict with its score.
pub type Outcome = (String, u32);

/// The effect of a replacement on one submission.
#[derive(Clone, Debug)]
pub struct Previewed {
    /// The existing submission.
    pub carried: Carried,
    /// Slug of the problem that replaces its own.
    pub problem: String,
    /// The verdict on the new version; `None` if there was no time to judge it.
    pub new: Option<Outcome>,
}

/// The effects of a replacement.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Title of the new problem.
    pub title: String,
    /// The submissions that would be sent again, in order.
    pub rows: Vec<Previewed>,
}

/// Judges the submissions that would be sent again while there is time. Changes nothing.
///
/// # Errors
/// Like [`replace`], and when the judge fails.
pub fn preview(
    conn: &mut AnyConnection,
    season: &Season,
    asked: &Replacement,
    (runtime, eed): (Option<&Runtime>, &Eed),
    now: Moment,
    has_time: &dyn Fn() -> bool,
) -> Result<Preview, ChangeError> {
    load(conn, season, &asked.problem, now)?;
    let (draft, prepared) = prepare(conn, season, asked.draft, runtime)?;
    let (new_problem, rows) = store::read(conn, |conn| {
        let old = corrections::find_standing(conn, season.id, &asked.problem)?;
        let rows = submissions::list_to_carry(conn, old.id, asked.all, draft.setter_id)?;
        Ok::<_, ChangeError>((prepared.unstored(season), rows))
    })?;
    let broken = |error: String| ChangeError::Store(StoreError::Value(error));
    let host = contests::of(season.contest).host;
    let task = host.task(conn, season, &new_problem);
    let task = task.map_err(|error| broken(error.to_string()))?;
    let judge = runtime.map(|runtime| SandboxJudge(runtime.clone()));
    let mut previewed = Vec::new();
    for carried in rows {
        let new = match &judge {
            Some(judge) if has_time() => {
                let source = submissions::load_source(conn, carried.id)?;
                let report = task.judge(judge, eed, &source);
                let report = report.map_err(|error| broken(error.to_string()))?;
                Some((report.verdict_word().to_owned(), report.score()))
            }
            _ => None,
        };
        previewed.push(Previewed {
            carried,
            problem: new_problem.slug.clone(),
            new,
        });
    }
    Ok(Preview {
        title: new_problem.title,
        rows: previewed,
    })
}
