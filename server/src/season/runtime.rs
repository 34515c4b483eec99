//! Decides which sandbox judges a season. One sandbox judges all submissions that count; a program with another
//! sandbox leaves them alone until it has judged the whole season again (`docs/SPEC.md`, Rejudging).

use std::num::NonZeroUsize;

use dojo_judge::record::log::EntryBody;
use dojo_sandbox::{End, Runtime, in_order};

use super::lifecycle::{Actor, ChangeError};
use super::rulings::check_reason;
use super::state::said;
use crate::contests::RulesError;
use crate::contests::sequence::rules;
use crate::store::problems::Problem;
use crate::store::rejudges::{self, Filter};
use crate::store::seasons::{self, Season};
use crate::store::{
    self, AnyConnection, Moment, RejudgeId, SeasonId, SeasonState, StoreError, judgements, log,
    problems,
};
use crate::words::say;

/// The states in which a season may change to another sandbox.
const ADOPTING: [SeasonState; 4] = [
    SeasonState::Scheduled,
    SeasonState::Open,
    SeasonState::Frozen,
    SeasonState::Revealed,
];

/// Why submissions to a season wait on a server with this sandbox, and what to do; `None` if they do not wait.
pub fn waits(season: &Season, ours: &str) -> Option<String> {
    let judged = matches!(
        season.state,
        SeasonState::Scheduled | SeasonState::Open | SeasonState::Frozen
    );
    let ours = season.own_digest(ours);
    (judged && season.judging_digest() != ours).then(|| {
        format!(
            "season `{slug}` is judged by the {what} {theirs} and this program has {ours}, so its \
             submissions wait; start the program that has the old {what}, or judge the whole season \
             again by this one: dojo season adopt-runtime {slug} --reason \"…\"",
            slug = season.slug,
            what = season.contest.names().judge,
            theirs = season.judging_digest(),
        )
    })
}

/// The seasons that this sandbox cannot judge, with one text for each.
///
/// # Errors
/// When the database fails.
pub fn list_waiting(conn: &mut AnyConnection, ours: &str) -> Result<Vec<String>, StoreError> {
    let foreign = seasons::list_foreign(conn, ours)?;
    Ok(foreign
        .iter()
        .filter_map(|season| waits(season, ours))
        .collect())
}

/// The result of [`adopt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adopted {
    /// No other sandbox judged anything: the season continues with this one.
    Now,
    /// A rejudging of the whole season was started; when it is applied, the season continues with this sandbox.
    Rejudging(RejudgeId, usize),
}

/// Changes a season to the sandbox of this program. The setters' programs must print the same terms in it; earlier
/// submissions are judged again.
///
/// # Errors
/// When terms differ or the season does not allow it, and when the database fails.
pub fn adopt(
    conn: &mut AnyConnection,
    runtime: &Runtime,
    id: SeasonId,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<Adopted, ChangeError> {
    let reason = check_reason(reason)?;
    let (season, all) = store::read(conn, |conn| {
        let season = seasons::load_season(conn, id)?;
        let all = problems::list_problems(conn, id)?;
        Ok::<_, StoreError>((season, all))
    })?;
    let ours = season.own_digest(&runtime.digest().to_string());
    may_adopt(&season, &ours)?;
    let different = if season.contest.has_terms() {
        list_different(runtime, &season, &all)?
    } else {
        Vec::new()
    };
    if !different.is_empty() {
        return Err(ChangeError::refused(say!(
            "change-other-terms",
            name = different.join(", ")
        )));
    }
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, id)?;
        may_adopt(&season, &ours)?;
        let digests = judgements::list_digests(conn, id)?;
        if digests.iter().any(|digest| *digest != ours) {
            let all = Filter::default();
            return rejudges::create_rejudge(conn, id, &all, &reason, actor.id(), now)?
                .map(|(rejudge, count)| Adopted::Rejudging(rejudge, count))
                .ok_or(ChangeError::Conflict);
        }
        let entry = adopted(conn, id, &ours, &reason, actor)?;
        log::append(conn, id, now, vec![entry])?;
        Ok(Adopted::Now)
    })
}

fn may_adopt(season: &Season, ours: &str) -> Result<(), ChangeError> {
    if season.judging_digest() == ours {
        return Err(ChangeError::refused(say!("change-same-sandbox")));
    }
    if !ADOPTING.contains(&season.state) {
        return Err(ChangeError::refused(say!(
            "change-sandbox-stands",
            state = said(season.state)
        )));
    }
    Ok(())
}

/// The problems whose terms differ in this sandbox.
fn list_different(
    runtime: &Runtime,
    season: &Season,
    all: &[Problem],
) -> Result<Vec<String>, ChangeError> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let broken = |problem: &Problem, error: &dyn std::fmt::Display| {
        ChangeError::refused(say!(
            "change-problem-because",
            problem = problem.slug,
            why = error.to_string()
        ))
    };
    let mut different = Vec::new();
    in_order(
        threads,
        all.iter(),
        |problem| {
            let run = rules(season, problem).map_err(|error: RulesError| broken(problem, &error));
            let run = run.and_then(|rules| {
                let source = problem.setter_source().as_bytes();
                runtime
                    .run(source, &rules.limits)
                    .map_err(|error| broken(problem, &error))
            });
            (problem, run)
        },
        |(problem, run)| {
            let run = run?;
            if run.end != End::Enough || run.terms != problem.check_terms() {
                different.push(problem.slug.clone());
            }
            Ok::<_, ChangeError>(())
        },
    )?;
    Ok(different)
}

/// Makes this sandbox the season's judge from now on; returns the log entry.
fn adopted(
    conn: &mut AnyConnection,
    season: SeasonId,
    digest: &str,
    reason: &str,
    actor: &Actor,
) -> Result<EntryBody, StoreError> {
    seasons::set_judged_by(conn, season, digest)?;
    Ok(EntryBody::RuntimeAdopted {
        runtime_digest: digest
            .parse()
            .map_err(|error| StoreError::Value(format!("a runtime digest: {error}")))?,
        reason: reason.to_owned(),
        by: actor.name(),
    })
}

/// After a rejudging, one sandbox must have judged everything that counts. If it is another one than before, the
/// season changes to it, and the log gets an entry.
///
/// # Errors
/// When there would be two, and when the database fails.
pub(super) fn settle(
    conn: &mut AnyConnection,
    season: &Season,
    reason: &str,
    actor: &Actor,
) -> Result<Option<EntryBody>, ChangeError> {
    let digests = judgements::list_digests(conn, season.id)?;
    match digests.as_slice() {
        [] => Ok(None),
        [one] if one == season.judging_digest() => Ok(None),
        [one] => Ok(Some(adopted(conn, season.id, one, reason, actor)?)),
        _ => Err(ChangeError::refused(say!("change-two-sandboxes"))),
    }
}
