//! Makes the commitments to the problems of a season with fresh salts, and verifies them before Reveal.

use dojo_judge::digest::terms_hash;
use dojo_judge::digest::{Digest, Salt};
use dojo_judge::record::commitment::{Commitment, Committed};
use dojo_judge::record::log::EntryBody;

use super::lifecycle::ChangeError;
use super::scores;
use super::state::said;
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::{
    self, AnyConnection, Moment, ProblemState, SeasonId, SeasonState, StoreError, log, problems,
    seasons,
};
use crate::words::say;

/// The commitment to a stored problem with this salt.
fn commitment(season: &Season, problem: &Problem, salt: &Salt) -> Result<Commitment, StoreError> {
    let runtime_digest: Digest = season
        .runtime_digest
        .parse()
        .map_err(|error| StoreError::Value(format!("a runtime digest: {error}")))?;
    let definition = problem.definition.as_deref().unwrap_or_default();
    Ok(Committed {
        kind: season.contest,
        season: &season.slug,
        problem: &problem.slug,
        version: problem.recorded_version(),
        problem_json: definition,
        setter: problem.setter_source().as_bytes(),
        statement: problem.statement.as_bytes(),
        terms_hash: terms_hash(&problem.check_terms()),
        runtime_digest,
    }
    .commit(salt))
}

/// Whether the stored problem matches its commitment. A problem that was withdrawn before it was committed has
/// nothing to verify.
pub fn verifies(season: &Season, problem: &Problem) -> bool {
    let (Some(salt), Some(published)) = (problem.salt(), problem.commitment.as_deref()) else {
        return problem.state == ProblemState::Withdrawn;
    };
    let (Ok(salt), Ok(published)) = (salt.parse(), published.parse::<Commitment>()) else {
        return false;
    };
    commitment(season, problem, &salt).is_ok_and(|made| made == published)
}

/// Commits every validated problem of a season that is not yet committed; returns their slugs.
///
/// # Errors
/// When the season is past Reveal, and when the database fails.
pub fn commit_problems(
    conn: &mut AnyConnection,
    season: SeasonId,
    now: Moment,
) -> Result<Vec<String>, ChangeError> {
    store::write(conn, |conn| commit_in(conn, season, None, now))
}

/// Commits one problem of a season; returns false if it is committed already.
///
/// # Errors
/// When the season is past Reveal, and when the database fails.
pub fn commit_problem(
    conn: &mut AnyConnection,
    season: SeasonId,
    slug: &str,
    now: Moment,
) -> Result<bool, ChangeError> {
    store::write(conn, |conn| {
        commit_in(conn, season, Some(slug), now).map(|done| !done.is_empty())
    })
}

pub(super) fn commit_in(
    conn: &mut AnyConnection,
    season: SeasonId,
    only: Option<&str>,
    now: Moment,
) -> Result<Vec<String>, ChangeError> {
    let season = seasons::load_season_to_change(conn, season)?;
    if !matches!(
        season.state,
        SeasonState::Draft | SeasonState::Scheduled | SeasonState::Open | SeasonState::Frozen
    ) {
        return Err(ChangeError::refused(say!(
            "change-committed-late",
            state = said(season.state)
        )));
    }
    let mut done = Vec::new();
    let mut entries = Vec::new();
    let all = problems::list_problems(conn, season.id)?;
    let setters = scores::setter_names(conn, &all)?;
    for problem in all {
        let ready = matches!(
            problem.state,
            ProblemState::Validated | ProblemState::Committed
        ) && problem.commitment.is_none()
            && only.is_none_or(|slug| slug == problem.slug);
        if !ready {
            continue;
        }
        let salt = Salt(rand::random());
        let made = commitment(&season, &problem, &salt)?;
        if problems::commit_problem(conn, problem.id, &salt.to_string(), &made.to_string(), now)? {
            entries.push(EntryBody::ProblemCommitted {
                problem: problem.slug.clone(),
                version: problem.recorded_version(),
                position: u32::try_from(problem.position).unwrap_or(0),
                setter: problem.setter_id.and_then(|id| setters.get(&id).cloned()),
                commitment: made,
            });
            done.push(problem.slug);
        }
    }
    log::append(conn, season.id, now, entries)?;
    Ok(done)
}
