//! The status of a season and the needs of its next step, as the command line prints it and the API gives it to
//! organizers.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::requirements::{Facts, Need};
use super::state::Event;
use crate::store::seasons::Season;
use crate::store::{AnyConnection, Moment, RejudgeId, StoreError, records};

/// A season as its organizer sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Status {
    /// Part of the address.
    pub slug: String,
    /// Word of its state.
    pub state: &'static str,
    /// Word of the step that comes next.
    pub next: Option<&'static str>,
    /// What is missing for it.
    pub needs: Vec<String>,
    /// Submissions that wait to be judged.
    pub queued: i64,
    /// Submissions that failed by our fault.
    pub internal: i64,
    /// Rejudgings that wait for a decision.
    #[schema(value_type = Vec<i64>)]
    pub open_rejudges: Vec<RejudgeId>,
    /// When it opened or is to open.
    pub opens_at: Option<DateTime<Utc>>,
    /// When it is to freeze.
    pub freeze_at: Option<DateTime<Utc>>,
    /// From when on boards show nothing new of others.
    pub blackout_at: Option<DateTime<Utc>>,
    /// When its Reveal is to begin.
    pub reveals_at: Option<DateTime<Utc>>,
    /// When it froze.
    pub freeze_started_at: Option<DateTime<Utc>>,
    /// When bonuses were computed.
    pub scored_at: Option<DateTime<Utc>>,
    /// When setters' programs became public.
    pub revealed_at: Option<DateTime<Utc>>,
    /// When results became final.
    pub finalized_at: Option<DateTime<Utc>>,
    /// When it was called off.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Hash of the manifest, once it is scheduled.
    pub manifest_hash: Option<String>,
    /// Root over the submissions, from Freeze on.
    pub merkle_root: Option<String>,
    /// Hash of the results, once they are computed.
    pub results_hash: Option<String>,
    /// Its problems, in board order.
    pub problems: Vec<ProblemStatus>,
}

/// A problem of a season.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProblemStatus {
    /// Part of the address.
    pub slug: String,
    /// Word of its state.
    pub state: &'static str,
    /// Its commitment, once there is one.
    pub commitment: Option<String>,
}

impl Status {
    /// Loads the status, inside a transaction.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(conn: &mut AnyConnection, season: Season) -> Result<Self, StoreError> {
        let record = records::find_record(conn, season.id)?;
        let facts = Facts::load(conn, season)?;
        let next = facts.season.state.next();
        let needs = next.map(|event| facts.needs(event)).unwrap_or_default();
        let Facts {
            season,
            problems,
            queued,
            internal,
            open_rejudges,
            results_hash,
            ..
        } = facts;
        let (manifest_hash, merkle_root) = match record {
            Some(record) => (Some(record.manifest_hash), record.merkle_root),
            None => (None, None),
        };
        let problems = problems.into_iter().map(|problem| ProblemStatus {
            state: problem.state.as_str(),
            slug: problem.slug,
            commitment: problem.commitment,
        });
        let at = |moment: Option<Moment>| moment.map(Moment::utc);
        Ok(Self {
            slug: season.slug,
            state: season.state.as_str(),
            next: next.map(Event::as_str),
            needs: needs.iter().map(Need::to_string).collect(),
            queued,
            internal,
            open_rejudges,
            opens_at: at(season.opens_at),
            freeze_at: at(season.freeze_at),
            blackout_at: at(season.blackout_at),
            reveals_at: at(season.reveals_at),
            freeze_started_at: at(season.freeze_started_at),
            scored_at: at(season.scored_at),
            revealed_at: at(season.revealed_at),
            finalized_at: at(season.finalized_at),
            cancelled_at: at(season.cancelled_at),
            manifest_hash,
            merkle_root,
            results_hash,
            problems: problems.collect(),
        })
    }
}
