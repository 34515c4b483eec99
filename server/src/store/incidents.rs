//! Events that must not happen but did: `incidents`. Each stays on the organizers' pages until one of them resolves
//! it.

use diesel::prelude::*;
use dojo_judge::contest::Report;

use super::schema::{incidents, problems, submissions};
use super::{AnyConnection, IncidentId, Moment, SeasonId, StoreError, SubmissionId};

/// An incident.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = incidents)]
pub struct Incident {
    /// Number.
    pub id: IncidentId,
    /// The submission that it is about, if any.
    pub submission_id: Option<SubmissionId>,
    /// What happened, in a sentence.
    pub what: String,
    /// When.
    pub happened_at: Moment,
    /// When somebody resolved it.
    pub resolved_at: Option<Moment>,
}

/// How two results of one job differ, in a sentence, without hidden terms.
pub fn describe_difference(one: &Report, other: &Report) -> String {
    format!(
        "the same job gave two results: {}, then {}",
        result(one),
        result(other)
    )
}

fn result(report: &Report) -> String {
    format!("{} with {}", report.verdict_word(), report.measured())
}

/// Stores an incident about a submission.
pub fn insert_incident(
    conn: &mut AnyConnection,
    submission: SubmissionId,
    what: &str,
    now: Moment,
) -> Result<(), StoreError> {
    let season: SeasonId = submissions::table
        .inner_join(problems::table)
        .filter(submissions::id.eq(submission))
        .select(problems::season_id)
        .first(conn)?;
    diesel::insert_into(incidents::table)
        .values((
            incidents::season_id.eq(season),
            incidents::submission_id.eq(submission),
            incidents::what.eq(what),
            incidents::happened_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

/// The open incidents of a season, the oldest first.
pub fn list_open_incidents(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> QueryResult<Vec<Incident>> {
    incidents::table
        .filter(incidents::season_id.eq(season))
        .filter(incidents::resolved_at.is_null())
        .order(incidents::id)
        .select(Incident::as_select())
        .load(conn)
}

/// Marks an incident as resolved; returns false if it is not open in this season.
pub fn resolve_incident(
    conn: &mut AnyConnection,
    season: SeasonId,
    id: IncidentId,
    now: Moment,
) -> QueryResult<bool> {
    diesel::update(incidents::table.find(id))
        .filter(incidents::season_id.eq(season))
        .filter(incidents::resolved_at.is_null())
        .set(incidents::resolved_at.eq(now))
        .execute(conn)
        .map(|rows| rows == 1)
}
