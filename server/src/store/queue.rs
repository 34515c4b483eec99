//! The queue of submissions to judge: `jobs`.
//!
//! Everyone's first waiting submission comes before anybody's second.
//!
//! A worker claims jobs under a lease and renews it while it lives. The effect of judging is one transaction, guarded
//! by the lease: judgement, submission, board and the end of the job are written together or not at all. So a
//! submission is judged exactly once in its effect, whatever dies in between.

mod lease;
pub mod watch;

use chrono::TimeDelta;
use diesel::dsl::{exists, max, min, not, select};
use diesel::prelude::*;
use dojo_judge::sequence::gate::Gates;

pub use lease::{give_back, give_back_all, renew};

pub(in crate::store) use lease::pause_after;
use lease::{set_queued, unleased};

use super::judgements::{
    NewJudgement, find_judgement, insert_judgement, judged_entry, last_judged_at, last_judged_by,
};
use super::locks::{Lock, lock};
use super::notices::{Notice, tell};
use super::schema::{jobs, problems, submissions};
use super::seasons::{self, Season};
use super::standings::{Candidate, offer};
use super::transaction::write_unflushed;
use super::{
    AnyConnection, JobState, Moment, ProblemId, RejudgeId, SeasonId, StoreError, SubmissionId,
    SubmissionKind, SubmissionState, UserId, boards, incidents, log, practice, totals, write,
};

/// How often the judge may fail on a submission before it is set aside. With the pauses in between, a fault of the
/// machine has almost three minutes to pass.
pub const MAX_TRIES: i32 = 5;

/// How often a job may be claimed at all. Normally it is claimed once; only a submission that repeatedly kills the
/// whole process gets here.
const MAX_CLAIMS: i32 = 20;

/// A job that this worker holds.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The submission.
    pub submission: SubmissionId,
    /// Its problem.
    pub problem: ProblemId,
    /// Its author.
    pub user: UserId,
    /// When it was received.
    pub created_at: Moment,
    /// The bytes as submitted.
    pub source: Vec<u8>,
    /// The method tag of its author.
    pub method_tag: String,
    /// Whether it takes part in the contest.
    pub kind: SubmissionKind,
    /// The rejudging that it belongs to, if any.
    pub rejudge: Option<RejudgeId>,
}

/// The key of a job: a submission, and the rejudging that it belongs to, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobKey {
    /// The submission.
    pub submission: SubmissionId,
    /// The rejudging.
    pub rejudge: Option<RejudgeId>,
}

impl Claimed {
    /// Its key.
    pub fn key(&self) -> JobKey {
        JobKey {
            submission: self.submission,
            rejudge: self.rejudge,
        }
    }
}

/// What a worker needs to know about a submission.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub(super) fn load_claimed(conn: &mut AnyConnection, id: SubmissionId) -> QueryResult<Claimed> {
    let (problem, user, created_at, source, method_tag, kind) = submissions::table
        .find(id)
        .select((
            submissions::problem_id,
            submissions::user_id,
            submissions::created_at,
            submissions::source,
            submissions::method_tag,
            submissions::kind,
        ))
        .first(conn)?;
    Ok(Claimed {
        submission: id,
        problem,
        user,
        created_at,
        source,
        method_tag,
        kind,
        rejudge: None,
    })
}

/// What happened to a job on which the judge failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFailure {
    /// It waits for a retry.
    Requeued {
        /// Tries so far.
        tries: i32,
    },
    /// It is set aside; the submission does not count as an attempt.
    GivenUp,
    /// Another worker has it now.
    Lost,
}

/// Queues a submission of `user`.
pub fn insert_job(
    conn: &mut AnyConnection,
    submission: SubmissionId,
    user: UserId,
    now: Moment,
) -> QueryResult<()> {
    let round = next_round(conn, user)?;
    diesel::insert_into(jobs::table)
        .values((
            jobs::submission_id.eq(submission),
            jobs::state.eq(JobState::Queued),
            jobs::tries.eq(0),
            jobs::claims.eq(0),
            jobs::created_at.eq(now),
            jobs::round.eq(round),
        ))
        .execute(conn)?;
    tell(conn, Notice::Queued)
}

/// The round in which the next submission of `user` is judged: the one after the last of their own in the queue, or
/// the current one. So somebody who sends a hundred waits for a hundred rounds, and nobody else does (start-time fair
/// queueing: Goyal, Vin and Cheng, 1996, with every judging counted as equally long).
fn next_round(conn: &mut AnyConnection, user: UserId) -> QueryResult<i32> {
    let on: Option<i32> = jobs::table.select(min(jobs::round)).get_result(conn)?;
    let own: Option<i32> = jobs::table
        .inner_join(submissions::table)
        .filter(submissions::user_id.eq(user))
        .select(max(jobs::round))
        .get_result(conn)?;
    Ok(own.map_or(0, |last| last + 1).max(on.unwrap_or(0)))
}

/// Claims up to `limit` jobs, round by round and in a round the oldest first: those that wait and whose pause, if
/// they had to make one, is over, and those whose lease ran out. Jobs of a season that another runtime than `digest`
/// judges are left alone, but for practice. Whoever is cut off from power forgets what it had claimed.
pub fn claim(
    conn: &mut AnyConnection,
    worker: &str,
    digest: &str,
    limit: i64,
    now: Moment,
    lease: TimeDelta,
) -> Result<Vec<Claimed>, StoreError> {
    write_unflushed(conn, |conn| {
        let foreign = seasons::list_foreign(conn, digest)?;
        let ready = ready_jobs(conn, &foreign, limit, now)?;
        let (hopeless, ready): (Vec<_>, Vec<_>) = ready
            .into_iter()
            .partition(|(_, claims)| *claims >= MAX_CLAIMS);
        for (submission, _) in hopeless {
            tracing::error!(%submission, "given up: it was claimed {MAX_CLAIMS} times and never finished");
            give_up(conn, submission)?;
        }
        if ready.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<SubmissionId> = ready.into_iter().map(|(id, _)| id).collect();
        diesel::update(jobs::table.filter(jobs::submission_id.eq_any(&ids)))
            .set((
                jobs::state.eq(JobState::Leased),
                jobs::worker.eq(worker),
                jobs::leased_until.eq(now.plus(lease)),
                jobs::claims.eq(jobs::claims + 1),
                jobs::claimed_at.eq(now),
            ))
            .execute(conn)?;
        diesel::update(submissions::table.filter(submissions::id.eq_any(&ids)))
            .set(submissions::state.eq(SubmissionState::Running))
            .execute(conn)?;
        let claimed = ids.into_iter().map(|id| load_claimed(conn, id));
        Ok(claimed.collect::<QueryResult<_>>()?)
    })
}

/// Jobs that wait without a pause, and those whose lease has expired.
macro_rules! may_be_claimed {
    ($now:expr) => {
        jobs::state
            .eq(JobState::Queued)
            .and(jobs::ready_at.is_null().or(jobs::ready_at.le($now)))
            .or(jobs::leased_until.lt($now))
    };
}

/// The first jobs that may be claimed. On PostgreSQL they are locked, and jobs that another worker is claiming are
/// skipped; SQLite has one writer and no row locks.
fn ready_jobs(
    conn: &mut AnyConnection,
    foreign: &[Season],
    limit: i64,
    now: Moment,
) -> QueryResult<Vec<(SubmissionId, i32)>> {
    let foreign: Vec<SeasonId> = foreign.iter().map(|season| season.id).collect();
    let not_ours = submissions::table
        .inner_join(problems::table)
        .filter(submissions::id.eq(jobs::submission_id))
        .filter(problems::season_id.eq_any(foreign))
        .filter(submissions::kind.ne(SubmissionKind::Practice));
    let ready = jobs::table
        .filter(may_be_claimed!(now))
        .filter(not(exists(not_ours)))
        .order((jobs::round, jobs::created_at, jobs::submission_id))
        .limit(limit)
        .select((jobs::submission_id, jobs::claims));
    match conn {
        AnyConnection::Sqlite(c) => ready.load(c),
        AnyConnection::Postgres(c) => ready.for_update().skip_locked().load(c),
    }
}

/// What happened to the result of judging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// It is written.
    Written,
    /// The job no longer belonged to this worker, so nothing is written; the worker that has it writes the same.
    Lost,
    /// Another runtime now judges the season, so nothing is written, and the job waits for that runtime.
    Foreign,
    /// The same, but another result exists already: an incident, which is recorded.
    Differs,
}

/// Writes the result of judging: judgement, submission, board, log and the end of the job. If the problem already has
/// its bonuses, or the submission was taken out, no board changes.
pub fn finish(
    conn: &mut AnyConnection,
    worker: &str,
    job: &Claimed,
    ranked: bool,
    judgement: &NewJudgement,
) -> Result<Finished, StoreError> {
    write(conn, |conn| {
        let season: SeasonId = problems::table
            .find(job.problem)
            .select(problems::season_id)
            .first(conn)?;
        let held = jobs::table
            .filter(jobs::submission_id.eq(job.submission))
            .filter(jobs::worker.eq(worker))
            .filter(jobs::state.eq(JobState::Leased));
        let mut logged_later = false;
        if job.kind != SubmissionKind::Practice {
            let season = seasons::load_season_locked(conn, season)?;
            logged_later = season.logs_verdicts_later();
            if season.judging_digest() != judgement.runtime_digest {
                let given_back = diesel::update(held).set(unleased()).execute(conn)?;
                if given_back > 0 {
                    set_queued(conn, &[job.submission])?;
                }
                return Ok(Finished::Foreign);
            }
        }
        if diesel::delete(held).execute(conn)? == 0 {
            return late_result(conn, job.submission, judgement);
        }
        let id = insert_judgement(conn, job.submission, judgement, None)?;
        diesel::update(submissions::table.find(job.submission))
            .set((
                submissions::state.eq(SubmissionState::Judged),
                submissions::judgement_id.eq(id),
            ))
            .execute(conn)?;
        tell(conn, Notice::Settled(job.submission))?;
        if job.kind == SubmissionKind::Practice {
            if let Some(candidate) = candidate(job, true, judgement) {
                practice::offer(conn, &candidate, judgement.judged_at)?;
            }
            return Ok(Finished::Written);
        }
        // If two jobs of one person finish at once, the second sees what the first wrote.
        lock(conn, Lock::Total(job.user))?;
        if let Some(candidate) = candidate(job, ranked, judgement)
            && boards::shows(conn, season, &candidate, judgement.judged_at)?
            && offer(conn, &candidate)?
        {
            totals::refresh_total(conn, season, job.user)?;
        }
        if !logged_later {
            let entry = judged_entry(job.submission, judgement, None)?;
            log::append(conn, season, judgement.judged_at, vec![entry])?;
        }
        Ok(Finished::Written)
    })
}

/// A judging whose lease was lost: its result is compared with the existing one, if any.
fn late_result(
    conn: &mut AnyConnection,
    submission: SubmissionId,
    judgement: &NewJudgement,
) -> Result<Finished, StoreError> {
    let Some(there) = find_judgement(conn, submission)? else {
        return Ok(Finished::Lost);
    };
    if there.runtime_digest != judgement.runtime_digest || there.report == judgement.report {
        return Ok(Finished::Lost);
    }
    let what = incidents::describe_difference(&there.report, &judgement.report);
    incidents::insert_incident(conn, submission, &what, judgement.judged_at)?;
    Ok(Finished::Differs)
}

fn candidate(job: &Claimed, ranked: bool, judgement: &NewJudgement) -> Option<Candidate> {
    let report = &judgement.report;
    let solver_hash = report.content_hash()?.to_owned();
    (ranked && report.gates() >= Gates::Stage).then_some(Candidate {
        problem_id: job.problem,
        user_id: job.user,
        submission_id: job.submission,
        score: i32::try_from(report.score()).ok()?,
        l_chars: report.worth().length.map(u32::cast_signed),
        submitted_at: job.created_at,
        solver_hash,
        reward_correct: report.gates() == Gates::Reward,
    })
}

/// Records that the judge failed on a job. It is retried after a pause that grows with each failure.
pub fn fail(
    conn: &mut AnyConnection,
    worker: &str,
    submission: SubmissionId,
    now: Moment,
    first_pause: TimeDelta,
) -> Result<AfterFailure, StoreError> {
    write(conn, |conn| {
        let tries: Option<i32> = jobs::table
            .filter(jobs::submission_id.eq(submission))
            .filter(jobs::worker.eq(worker))
            .select(jobs::tries)
            .first(conn)
            .optional()?;
        let Some(tries) = tries.map(|tries| tries + 1) else {
            return Ok(AfterFailure::Lost);
        };
        if tries >= MAX_TRIES {
            give_up(conn, submission)?;
            return Ok(AfterFailure::GivenUp);
        }
        diesel::update(jobs::table.find(submission))
            .set((
                jobs::tries.eq(tries),
                jobs::ready_at.eq(now.plus(pause_after(first_pause, tries))),
                unleased(),
            ))
            .execute(conn)?;
        set_queued(conn, &[submission])?;
        Ok(AfterFailure::Requeued { tries })
    })
}

fn give_up(conn: &mut AnyConnection, submission: SubmissionId) -> QueryResult<()> {
    diesel::delete(jobs::table.find(submission)).execute(conn)?;
    diesel::update(submissions::table.find(submission))
        .set(submissions::state.eq(SubmissionState::Internal))
        .execute(conn)?;
    tell(conn, Notice::Settled(submission))
}

/// Queues the submissions of a season again that failed by the server's fault; returns their number.
pub fn requeue_internal(
    conn: &mut AnyConnection,
    season: SeasonId,
    now: Moment,
) -> Result<usize, StoreError> {
    write(conn, |conn| {
        let failed: Vec<(SubmissionId, UserId)> = submissions::table
            .inner_join(problems::table)
            .filter(problems::season_id.eq(season))
            .filter(submissions::state.eq(SubmissionState::Internal))
            .order(submissions::id)
            .select((submissions::id, submissions::user_id))
            .load(conn)?;
        for (id, user) in &failed {
            insert_job(conn, *id, *user, now)?;
        }
        let failed: Vec<SubmissionId> = failed.into_iter().map(|(id, _)| id).collect();
        set_queued(conn, &failed)?;
        Ok(failed.len())
    })
}

/// How far the judges are behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// The number of jobs, waiting or running.
    pub jobs: i64,
    /// How long the oldest job has waited that a worker with this runtime could take.
    pub lag: Option<TimeDelta>,
    /// How long no judge on any server has worked; `None` while one does.
    pub silence: Option<TimeDelta>,
    /// How long the oldest job has waited that only another runtime may take, while none takes any.
    pub lag_of_others: Option<TimeDelta>,
}

/// How far judges with the runtime `digest` are behind.
pub fn load_backlog(conn: &mut AnyConnection, digest: &str, now: Moment) -> QueryResult<Backlog> {
    let foreign = seasons::list_foreign(conn, digest)?;
    let lag_of_others = lag_of_others(conn, &foreign, now)?;
    let foreign: Vec<SeasonId> = foreign.iter().map(|season| season.id).collect();
    let oldest: Option<(Moment, Option<Moment>)> = jobs::table
        .inner_join(submissions::table.inner_join(problems::table))
        .filter(may_be_claimed!(now))
        .filter(
            problems::season_id
                .ne_all(foreign)
                .or(submissions::kind.eq(SubmissionKind::Practice)),
        )
        .order((jobs::created_at, jobs::submission_id))
        .select((jobs::created_at, jobs::ready_at))
        .first(conn)
        .optional()?;
    let held = select(exists(jobs::table.filter(jobs::leased_until.ge(now))));
    let silence = if held.get_result(conn)? {
        None
    } else {
        let last = last_judged_at(conn)?;
        Some(last.map_or(TimeDelta::MAX, |at| now.since(at)))
    };
    Ok(Backlog {
        jobs: count_jobs(conn)?,
        lag: oldest.map(|(created, ready)| now.since(ready.unwrap_or(created))),
        silence,
        lag_of_others,
    })
}

/// Since when nobody has judged anything of these seasons while jobs wait.
fn lag_of_others(
    conn: &mut AnyConnection,
    foreign: &[Season],
    now: Moment,
) -> QueryResult<Option<TimeDelta>> {
    let ids: Vec<SeasonId> = foreign.iter().map(|season| season.id).collect();
    let theirs = || {
        jobs::table
            .inner_join(submissions::table.inner_join(problems::table))
            .filter(problems::season_id.eq_any(ids.clone()))
            .filter(submissions::kind.ne(SubmissionKind::Practice))
    };
    let oldest: Option<Moment> = theirs()
        .filter(may_be_claimed!(now))
        .select(min(jobs::created_at))
        .get_result(conn)?;
    let Some(oldest) = oldest else {
        return Ok(None);
    };
    let held = select(exists(theirs().filter(jobs::leased_until.ge(now))));
    if held.get_result(conn)? {
        return Ok(None);
    }
    let digests: Vec<&str> = foreign.iter().map(Season::judging_digest).collect();
    let last = last_judged_by(conn, &digests)?;
    Ok(Some(
        now.since(last.map_or(oldest, |last| last.max(oldest))),
    ))
}

/// Number of jobs, waiting or running.
pub fn count_jobs(conn: &mut AnyConnection) -> QueryResult<i64> {
    jobs::table.count().get_result(conn)
}

/// When the oldest job was queued.
pub fn find_oldest(conn: &mut AnyConnection) -> QueryResult<Option<Moment>> {
    jobs::table.select(min(jobs::created_at)).get_result(conn)
}

/// Number of jobs of one season, waiting or running.
pub fn count_jobs_of(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<i64> {
    jobs::table
        .inner_join(submissions::table.inner_join(problems::table))
        .filter(problems::season_id.eq(season))
        .count()
        .get_result(conn)
}

#[cfg(test)]
mod tests {
    use super::super::{DatabaseUrl, blocking, file, migrate, open, rejudges};
    use super::*;

    #[test]
    fn a_claim_waits_for_no_disk() {
        let folder = tempfile::tempdir().unwrap();
        let pool = open(&DatabaseUrl::Sqlite(folder.path().join("dojo.sqlite")), 1).unwrap();
        blocking(&pool, migrate).unwrap();
        let mut conn = pool.get().unwrap();
        let file = file::of(&mut conn).unwrap().unwrap();
        let before = file.count_flushes();
        let (now, lease) = (Moment::now(), TimeDelta::minutes(1));
        let claimed = claim(&mut conn, "it", "", 9, now, lease).unwrap();
        let again = rejudges::jobs::claim(&mut conn, "it", 9, now, lease).unwrap();
        assert!(claimed.is_empty() && again.is_empty());
        assert_eq!(file.count_flushes(), before);
        write(&mut conn, |_| Ok::<_, StoreError>(())).unwrap();
        assert_eq!(file.count_flushes(), before + 1);
    }
}
