//! What organizers see of the queue.

use diesel::dsl::min;
use diesel::prelude::*;

use super::super::schema::{jobs, judgements, problems, submissions};
use super::super::{AnyConnection, JobState, Moment, SeasonId, SubmissionId};

/// Jobs that are told one by one.
const SHOWN: i64 = 50;

/// A submission that a judge has in hand.
#[derive(Clone, Debug, Queryable)]
pub struct RunningJob {
    /// The submission.
    pub submission: SubmissionId,
    /// Slug of its problem.
    pub problem: String,
    /// The judge.
    pub judge: Option<String>,
    /// Since when; not known of what was taken before an upgrade.
    pub since: Option<Moment>,
}

/// The queue as it is at one moment.
#[derive(Clone, Debug)]
pub struct Watch {
    /// When the oldest submission to the season that waits was queued.
    pub oldest: Option<Moment>,
    /// What judges have in hand of the season, the longest first.
    pub running: Vec<RunningJob>,
    /// When anything was judged last.
    pub last_judged: Option<Moment>,
}

/// Looks at the queue for a season.
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
                problems::slug,
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
