//! Loads the record of a season from the database, for the archive and for replay.

use std::collections::BTreeMap;

use dojo_judge::canonical_json;
use dojo_judge::record::season::{ProblemRecord, PublishedProblem, SeasonRecord};

use super::lifecycle::ChangeError;
use super::state::said;
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::{
    AnyConnection, SeasonState, StoreError, judgements, log, problems, receipts, records,
    submissions,
};
use crate::words::say;

/// How many log entries are read at a time.
const LOG_PART: i64 = 10_000;

/// Loads the record of a revealed or final season; before that, it would reveal what is hidden.
///
/// # Errors
/// When it is too early, a submission has no judgement, or the database fails.
pub fn load_record(conn: &mut AnyConnection, season: &Season) -> Result<SeasonRecord, ChangeError> {
    match season.state {
        SeasonState::Revealed | SeasonState::Final => {}
        SeasonState::Cancelled => {
            return Err(ChangeError::refused(say!("change-no-archive-cancelled")));
        }
        state => {
            return Err(ChangeError::refused(say!(
                "change-no-archive-yet",
                state = said(state)
            )));
        }
    }
    let published = records::find_record(conn, season.id)?
        .ok_or_else(|| StoreError::Value("a revealed season without a manifest".to_owned()))?;
    let manifest = canonical_json::from_slice(published.manifest.as_bytes())
        .map_err(|error| StoreError::Value(format!("an unreadable manifest: {error}")))?;
    let problems = problems::list_problems(conn, season.id)?
        .iter()
        .filter(|problem| problem.commitment.is_some())
        .map(|problem| problem_record(season, problem))
        .collect::<Result<Vec<_>, _>>()?;
    let submissions = receipts::list_submitted(conn, season.id)?;
    let mut sources = BTreeMap::new();
    for (submitted, source) in submissions
        .iter()
        .zip(submissions::list_sources(conn, season.id)?)
    {
        sources.insert(submitted.source, source);
    }
    Ok(SeasonRecord {
        manifest,
        problems,
        submissions,
        sources,
        judgements: judgements::list_record(conn, season.id)?,
        log: whole_log(conn, season)?,
    })
}

fn whole_log(
    conn: &mut AnyConnection,
    season: &Season,
) -> Result<Vec<dojo_judge::record::log::Entry>, StoreError> {
    let mut all = Vec::new();
    loop {
        let from = i64::try_from(all.len()).unwrap_or(i64::MAX);
        let part = log::list_log(conn, season.id, from, LOG_PART)?;
        if part.is_empty() {
            return Ok(all);
        }
        all.extend(part);
    }
}

fn problem_record(season: &Season, problem: &Problem) -> Result<ProblemRecord, StoreError> {
    fn parsed<T>(what: &str, text: Option<&str>) -> Result<T, StoreError>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        text.unwrap_or_default()
            .parse()
            .map_err(|error| StoreError::Value(format!("a {what}: {error}")))
    }
    Ok(ProblemRecord {
        published: PublishedProblem {
            kind: season.contest,
            problem: problem.slug.clone(),
            version: problem.recorded_version(),
            runtime_digest: parsed("runtime digest", Some(&season.runtime_digest))?,
            salt: parsed("salt", problem.salt())?,
            commitment: parsed("commitment", problem.commitment.as_deref())?,
        },
        problem_json: problem.definition.clone().unwrap_or_default(),
        statement: problem.statement.clone(),
        setter_source: problem.setter_source().to_owned(),
        terms: problem.check_terms(),
    })
}
