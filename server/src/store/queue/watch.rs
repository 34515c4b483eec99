//! The organizers' view of the queue.

use diesel::dsl::min;
use diesel::prelude::*;

use super::super::schema::{jobs, judgements, problems, submissions};
use super::super::{AnyConnection, JobState, Moment, SeasonId, SubmissionId};

/// How many jobs are listed.
const SHOWN: i64 = 50;

/// A submission that is being judged.
#[derive(Clone, Debug, Queryable)]
pub struct RunningJob {
    /// The submission.
    pub submission: SubmissionId,
    /// Title of its problem.
    pub problem: String,
    /// The worker.
    pub judge: Option<String>,
    /// Since when; unknown if it was claimed before an upgrade.
    pub since: Option<Moment>,
}

/// The queue as it is at one moment.
#[derive(Clone, Debug)]
pub struct Watch {
    /// When the oldest waiting submission to the season was queued.
    pub oldest: Option<Moment>,
    /// The submissions of the season that are being judged, the longest running first.
    pub running: Vec<RunningJob>,
    /// When anything was last judged.
    pub last_judged: Option<Moment>,
}

/// The state of the queue for a season.
pub fn watch(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Watch> {
    let of_season = || {
        jobs::table
            .inner_join(submissions::table.inner_join(problems::table))
            .filter(problems::season_id.eq(season))
    };
    Ok(Watch {
        oldest: of_season()
            .filter(jobs::state.eq(JobState::Queued))
            .select(min(jobs::created_at))
            .get_result(conn)?,
        running: of_season()
            .filter(jobs::state.eq(JobState::Leased))
            .order((jobs::claimed_at, jobs::submission_id))
            .limit(SHOWN)
            .select((
                jobs::submission_id,
                problems::title,
                jobs::worker,
                jobs::claimed_at,
            ))
            .load(conn)?,
        last_judged: judgements::table
            .order(judgements::id.desc())
            .select(judgements::judged_at)
            .first(conn)
            .optional()?,
    })
}
