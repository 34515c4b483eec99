//! Leases: which jobs a worker holds, and how they are returned.

use chrono::TimeDelta;
use diesel::prelude::*;

use super::super::schema::{jobs, submissions};
use super::super::{
    AnyConnection, JobState, Moment, StoreError, SubmissionId, SubmissionState, rejudges, write,
};
use super::JobKey;

/// The longest pause of a failed job.
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(10);

/// The pause of a job that failed this many times; each is four times as long as the one before.
pub(in crate::store) fn pause_after(first: TimeDelta, times: i32) -> TimeDelta {
    let steps = u32::try_from(times - 1).unwrap_or(0);
    4_i32
        .checked_pow(steps)
        .and_then(|factor| first.checked_mul(factor))
        .map_or(LONGEST_PAUSE, |pause| pause.min(LONGEST_PAUSE))
}

/// Renews the leases of the jobs that this worker holds and returns those that it no longer holds: jobs whose result
/// could not be written, and claims that it never learnt of. Returns how many were returned; they pause before they
/// are claimed again.
pub fn renew(
    conn: &mut AnyConnection,
    worker: &str,
    held: &[JobKey],
    now: Moment,
    lease: TimeDelta,
    first_pause: TimeDelta,
) -> Result<usize, StoreError> {
    write(conn, |conn| {
        let until = now.plus(lease);
        let first: Vec<SubmissionId> = held
            .iter()
            .filter(|key| key.rejudge.is_none())
            .map(|key| key.submission)
            .collect();
        let mine = || jobs::table.filter(jobs::worker.eq(worker));
        diesel::update(mine().filter(jobs::submission_id.eq_any(&first)))
            .set(jobs::leased_until.eq(until))
            .execute(conn)?;
        let strays: Vec<(SubmissionId, i32)> = mine()
            .filter(jobs::submission_id.ne_all(&first))
            .select((jobs::submission_id, jobs::claims))
            .load(conn)?;
        for (id, claims) in &strays {
            diesel::update(jobs::table.find(id))
                .set((
                    jobs::ready_at.eq(now.plus(pause_after(first_pause, *claims))),
                    unleased(),
                ))
                .execute(conn)?;
            set_queued(conn, &[*id])?;
        }
        let again = rejudges::jobs::renew(conn, worker, held, until, now.plus(first_pause))?;
        Ok(strays.len() + again)
    })
}

pub(super) type Unleased = (
    diesel::dsl::Eq<jobs::state, JobState>,
    diesel::dsl::Eq<jobs::worker, Option<String>>,
    diesel::dsl::Eq<jobs::leased_until, Option<Moment>>,
);

pub(super) fn unleased() -> Unleased {
    (
        jobs::state.eq(JobState::Queued),
        jobs::worker.eq(None),
        jobs::leased_until.eq(None),
    )
}

pub(super) fn set_queued(conn: &mut AnyConnection, ids: &[SubmissionId]) -> QueryResult<()> {
    diesel::update(submissions::table.filter(submissions::id.eq_any(ids)))
        .set(submissions::state.eq(SubmissionState::Queued))
        .execute(conn)
        .map(drop)
}

/// Returns the jobs that a worker still holds when it shuts down in order.
pub fn give_back(conn: &mut AnyConnection, worker: &str) -> Result<usize, StoreError> {
    write(conn, |conn| {
        let held: Vec<SubmissionId> = jobs::table
            .filter(jobs::worker.eq(worker))
            .select(jobs::submission_id)
            .load(conn)?;
        diesel::update(jobs::table.filter(jobs::worker.eq(worker)))
            .set((jobs::claims.eq(jobs::claims - 1), unleased()))
            .execute(conn)?;
        set_queued(conn, &held)?;
        Ok(held.len() + rejudges::jobs::give_back(conn, Some(worker))?)
    })
}

/// Returns every lease at once. This is only right if no other worker can be alive: at the start of a server that
/// holds the lock of its data folder.
pub fn give_back_all(conn: &mut AnyConnection) -> Result<usize, StoreError> {
    write(conn, |conn| {
        let held: Vec<SubmissionId> = jobs::table
            .filter(jobs::state.eq(JobState::Leased))
            .select(jobs::submission_id)
            .load(conn)?;
        diesel::update(jobs::table.filter(jobs::state.eq(JobState::Leased)))
            .set(unleased())
            .execute(conn)?;
        set_queued(conn, &held)?;
        Ok(held.len() + rejudges::jobs::give_back(conn, None)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_have_an_end() {
        let seconds: Vec<i64> = [1, 2, 3, 4, 5, 19, i32::MAX]
            .map(|times| pause_after(TimeDelta::seconds(2), times).num_seconds())
            .to_vec();
        assert_eq!(seconds, [2, 8, 32, 128, 512, 600, 600]);
    }
}
