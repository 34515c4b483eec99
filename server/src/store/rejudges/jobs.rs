//! The jobs of rejudgings, as workers claim them: one for each submission, under a lease.

use chrono::TimeDelta;
use diesel::prelude::*;

use super::super::judgements::{Judgement, NewJudgement, find_judgement};
use super::super::queue::{Claimed, JobKey, MAX_TRIES, load_claimed, pause_after};
use super::super::schema::{rejudgements, rejudges};
use super::super::transaction::write_unflushed;
use super::super::{
    AnyConnection, JobState, Moment, RejudgeId, RejudgeState, StoreError, SubmissionId, incidents,
    write,
};
use super::{change_state, has_left, unreadable};

/// Claims up to `limit` submissions of any set: those whose lease ran out, and then the first that wait.
pub fn claim(
    conn: &mut AnyConnection,
    worker: &str,
    limit: i64,
    now: Moment,
    lease: TimeDelta,
) -> Result<Vec<Claimed>, StoreError> {
    write_unflushed(conn, |conn| {
        let mut ready = list_lost(conn, limit, now)?;
        let left = limit.saturating_sub_unsigned(ready.len() as u64);
        ready.extend(list_waiting(conn, left, now)?);
        let mut claimed = Vec::with_capacity(ready.len());
        for (rejudge, submission) in ready {
            diesel::update(rejudgements::table.find((rejudge, submission)))
                .set((
                    rejudgements::state.eq(JobState::Leased),
                    rejudgements::worker.eq(worker),
                    rejudgements::leased_until.eq(now.plus(lease)),
                ))
                .execute(conn)?;
            claimed.push(Claimed {
                rejudge: Some(rejudge),
                ..load_claimed(conn, submission)?
            });
        }
        Ok(claimed)
    })
}

type Key = (RejudgeId, SubmissionId);

/// Some whose lease ran out, to be claimed. As for `ready_jobs` of the queue: SQLite has one writer and no row locks.
fn list_lost(conn: &mut AnyConnection, limit: i64, now: Moment) -> QueryResult<Vec<Key>> {
    let lost = rejudgements::table
        .filter(rejudgements::state.eq(JobState::Leased))
        .filter(rejudgements::leased_until.lt(now))
        .order((rejudgements::rejudge_id, rejudgements::submission_id))
        .limit(limit)
        .select((rejudgements::rejudge_id, rejudgements::submission_id));
    match conn {
        AnyConnection::Sqlite(c) => lost.load(c),
        AnyConnection::Postgres(c) => lost.for_update().skip_locked().load(c),
    }
}

/// Those that wait and make no pause.
macro_rules! waiting {
    ($limit:expr, $now:expr) => {
        rejudgements::table
            .filter(rejudgements::state.eq(JobState::Queued))
            .filter(
                rejudgements::ready_at
                    .is_null()
                    .or(rejudgements::ready_at.le($now)),
            )
            .order((rejudgements::rejudge_id, rejudgements::submission_id))
            .limit($limit)
            .select((rejudgements::rejudge_id, rejudgements::submission_id))
    };
}

/// The first that wait and make no pause, likewise: in the order of an index, however many wait.
fn list_waiting(conn: &mut AnyConnection, limit: i64, now: Moment) -> QueryResult<Vec<Key>> {
    match conn {
        AnyConnection::Sqlite(c) => waiting!(limit, now).load(c),
        AnyConnection::Postgres(c) => waiting!(limit, now).for_update().skip_locked().load(c),
    }
}

/// Makes the leases of what this worker holds longer and gives back what it no longer holds; how many.
pub(in crate::store) fn renew(
    conn: &mut AnyConnection,
    worker: &str,
    held: &[JobKey],
    until: Moment,
    again_at: Moment,
) -> QueryResult<usize> {
    let mine: Vec<(RejudgeId, SubmissionId)> = rejudgements::table
        // The index is over the states; only few are leased.
        .filter(rejudgements::state.eq(JobState::Leased))
        .filter(rejudgements::worker.eq(worker))
        .select((rejudgements::rejudge_id, rejudgements::submission_id))
        .load(conn)?;
    let (kept, strays): (Vec<_>, Vec<_>) = mine.into_iter().partition(|(rejudge, submission)| {
        held.contains(&JobKey {
            submission: *submission,
            rejudge: Some(*rejudge),
        })
    });
    for key in kept {
        diesel::update(rejudgements::table.find(key))
            .set(rejudgements::leased_until.eq(until))
            .execute(conn)?;
    }
    for key in &strays {
        diesel::update(rejudgements::table.find(*key))
            .set((
                rejudgements::state.eq(JobState::Queued),
                rejudgements::worker.eq(None::<String>),
                rejudgements::leased_until.eq(None::<Moment>),
                rejudgements::ready_at.eq(again_at),
            ))
            .execute(conn)?;
    }
    Ok(strays.len())
}

/// Returns the jobs that a worker holds or, without a name, those of all workers.
pub(in crate::store) fn give_back(
    conn: &mut AnyConnection,
    worker: Option<&str>,
) -> QueryResult<usize> {
    let given = (
        rejudgements::state.eq(JobState::Queued),
        rejudgements::worker.eq(None::<String>),
        rejudgements::leased_until.eq(None::<Moment>),
    );
    let leased = rejudgements::table.filter(rejudgements::state.eq(JobState::Leased));
    match worker {
        Some(worker) => diesel::update(leased.filter(rejudgements::worker.eq(worker)))
            .set(given)
            .execute(conn),
        None => diesel::update(leased).set(given).execute(conn),
    }
}

/// Two workers that finish in one rejudging at once wait for each other here, so that one of them sees that nothing
/// is left. SQLite has one writer anyway.
fn lock(conn: &mut AnyConnection, id: RejudgeId) -> QueryResult<()> {
    if let AnyConnection::Postgres(c) = conn {
        rejudges::table
            .find(id)
            .select(rejudges::id)
            .for_update()
            .first::<RejudgeId>(c)?;
    }
    Ok(())
}

/// Keeps the result of judging a submission again. The same job judged twice must agree: when it
/// does not, that is an incident, which is noted. False when the lease was lost. Nobody is told of it before the set is applied.
pub fn finish(
    conn: &mut AnyConnection,
    worker: &str,
    rejudge: RejudgeId,
    submission: SubmissionId,
    judgement: &NewJudgement,
) -> Result<bool, StoreError> {
    write_unflushed(conn, |conn| {
        lock(conn, rejudge)?;
        let rows = diesel::update(rejudgements::table.find((rejudge, submission)))
            .filter(rejudgements::worker.eq(worker))
            .set((
                rejudgements::state.eq(JobState::Done),
                rejudgements::worker.eq(None::<String>),
                rejudgements::leased_until.eq(None::<Moment>),
                rejudgements::judgement.eq(serde_json::to_string(judgement).map_err(unreadable)?),
            ))
            .execute(conn)?;
        if rows == 0 {
            return Ok(false);
        }
        if let Some(old) = find_judgement(conn, submission)?
            && differs(&old, judgement)
        {
            let what = incidents::describe_difference(&old.report, &judgement.report);
            incidents::insert_incident(conn, submission, &what, judgement.judged_at)?;
        }
        set_ready(conn, rejudge)?;
        Ok(true)
    })
}

fn differs(old: &Judgement, new: &NewJudgement) -> bool {
    old.runtime_digest == new.runtime_digest && old.report != new.report
}

/// Records that the judge failed on a submission of a rejudging.
pub fn fail(
    conn: &mut AnyConnection,
    worker: &str,
    rejudge: RejudgeId,
    submission: SubmissionId,
    now: Moment,
    first_pause: TimeDelta,
) -> Result<(), StoreError> {
    write(conn, |conn| {
        lock(conn, rejudge)?;
        let row = || {
            rejudgements::table
                .filter(rejudgements::rejudge_id.eq(rejudge))
                .filter(rejudgements::submission_id.eq(submission))
        };
        let tries: Option<i32> = row()
            .filter(rejudgements::worker.eq(worker))
            .select(rejudgements::tries)
            .first(conn)
            .optional()?;
        let Some(tries) = tries.map(|tries| tries + 1) else {
            return Ok(());
        };
        let hopeless = tries >= MAX_TRIES;
        diesel::update(row())
            .set((
                rejudgements::state.eq(if hopeless {
                    JobState::Failed
                } else {
                    JobState::Queued
                }),
                rejudgements::tries.eq(tries),
                rejudgements::ready_at.eq(now.plus(pause_after(first_pause, tries))),
                rejudgements::worker.eq(None::<String>),
                rejudgements::leased_until.eq(None::<Moment>),
            ))
            .execute(conn)?;
        if hopeless {
            let what = format!("the judge failed {MAX_TRIES} times in rejudging {rejudge}");
            incidents::insert_incident(conn, submission, &what, now)?;
            set_ready(conn, rejudge)?;
        }
        Ok(())
    })
}

fn set_ready(conn: &mut AnyConnection, id: RejudgeId) -> QueryResult<()> {
    if has_left(conn, id)? {
        return Ok(());
    }
    change_state(conn, id, RejudgeState::Running, RejudgeState::Ready, None).map(drop)
}

#[cfg(test)]
mod tests {
    use diesel::debug_query;
    use diesel::sql_types::Text;
    use diesel::sqlite::Sqlite;

    use super::super::super::{DatabaseUrl, blocking, migrate, open};
    use super::*;

    #[derive(QueryableByName)]
    struct Step {
        #[diesel(sql_type = Text)]
        detail: String,
    }

    #[test]
    fn those_that_wait_are_claimed_without_sorting_all() {
        let folder = tempfile::tempdir().unwrap();
        let pool = open(&DatabaseUrl::Sqlite(folder.path().join("dojo.sqlite")), 1).unwrap();
        blocking(&pool, migrate).unwrap();
        let mut conn = pool.get().unwrap();
        let waiting = debug_query::<Sqlite, _>(&waiting!(4, Moment::now())).to_string();
        let waiting = waiting.split(" -- binds").next().unwrap();
        let steps: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {waiting}"))
            .load(&mut *conn)
            .unwrap();
        let steps: Vec<String> = steps.into_iter().map(|step| step.detail).collect();
        assert_eq!(
            steps,
            ["SEARCH rejudgements USING INDEX rejudgements_in_order (state=?)"]
        );
    }
}
