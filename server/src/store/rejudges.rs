//! Judging a set of submissions again: `rejudges` and `rejudgements`.
//!
//! A set is made over a filter, judged beside the queue, looked at, and then applied or discarded.
//! Its judgements count for nothing before; the old ones stay for ever.

use chrono::TimeDelta;
use diesel::dsl::count_star;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};

use super::judgements::{Judgement, NewJudgement, find_judgement, insert_judgement};
use super::queue::{Claimed, MAX_TRIES};
use super::schema::{judgements, problems, rejudgements, rejudges, submissions, users};
use super::{
    AnyConnection, JudgementId, Moment, RejudgeId, RejudgeState, SeasonId, StoreError,
    SubmissionId, SubmissionKind, SubmissionState, UserId, incidents, write,
};

/// Which submissions of a season a set is about; what is `None` does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// Slug of the problem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Sign-in name of the author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Word of the present verdict; `INTERNAL` for those without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// One submission alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<i64>,
}

/// A set.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = rejudges)]
pub struct Rejudge {
    /// Number.
    pub id: RejudgeId,
    /// Its season.
    pub season_id: SeasonId,
    /// Where it stands.
    pub state: RejudgeState,
    /// Why it was made, for everybody to read once it is applied.
    pub reason: String,
    /// [`Filter`] as JSON.
    pub filter: String,
    /// When it was made.
    pub created_at: Moment,
}

/// A submission of a set, old beside new.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The submission.
    pub submission: SubmissionId,
    /// Slug of its problem.
    pub problem: String,
    /// Sign-in name of its author.
    pub person: String,
    /// Where its judging stands: `queued`, `leased`, `done` or `failed`.
    pub state: String,
    /// Word of the verdict and score before, when there was one.
    pub old: Option<(String, i32)>,
    /// The new judgement, once there is one.
    pub new: Option<NewJudgement>,
}

impl Comparison {
    /// Verdict or score change.
    pub fn changes(&self) -> bool {
        match (&self.old, &self.new) {
            (Some((word, score)), Some(new)) => {
                word != new.report.verdict_word() || u32::try_from(*score) != Ok(new.report.score())
            }
            (None, Some(_)) => true,
            (_, None) => false,
        }
    }
}

fn unreadable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Value(format!("an unreadable rejudging: {error}"))
}

/// Makes a set; `None` when the filter matches nothing.
///
/// # Errors
/// When the database fails.
pub fn create_rejudge(
    conn: &mut AnyConnection,
    season: SeasonId,
    filter: &Filter,
    reason: &str,
    by: Option<UserId>,
    now: Moment,
) -> Result<Option<(RejudgeId, usize)>, StoreError> {
    let mut query = submissions::table
        .inner_join(problems::table)
        .inner_join(users::table)
        .left_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .filter(submissions::state.eq_any([SubmissionState::Judged, SubmissionState::Internal]))
        .order(submissions::id)
        .select((submissions::id, submissions::judgement_id))
        .into_boxed();
    if let Some(problem) = &filter.problem {
        query = query.filter(problems::slug.eq(problem));
    }
    if let Some(person) = &filter.person {
        query = query.filter(users::name_key.eq(person.to_ascii_lowercase()));
    }
    match filter.verdict.as_deref() {
        Some("INTERNAL") => query = query.filter(submissions::judgement_id.is_null()),
        Some(word) => query = query.filter(judgements::verdict.eq(word)),
        None => {}
    }
    if let Some(submission) = filter.submission {
        query = query.filter(submissions::id.eq(SubmissionId(submission)));
    }
    let matching: Vec<(SubmissionId, Option<JudgementId>)> = query.load(conn)?;
    if matching.is_empty() {
        return Ok(None);
    }
    let id: RejudgeId = diesel::insert_into(rejudges::table)
        .values((
            rejudges::season_id.eq(season),
            rejudges::state.eq(RejudgeState::Running),
            rejudges::reason.eq(reason),
            rejudges::filter.eq(serde_json::to_string(filter).map_err(unreadable)?),
            rejudges::created_by.eq(by),
            rejudges::created_at.eq(now),
        ))
        .returning(rejudges::id)
        .get_result(conn)?;
    for (submission, old) in &matching {
        diesel::insert_into(rejudgements::table)
            .values((
                rejudgements::rejudge_id.eq(id),
                rejudgements::submission_id.eq(submission),
                rejudgements::state.eq("queued"),
                rejudgements::tries.eq(0),
                rejudgements::old_judgement_id.eq(old),
            ))
            .execute(conn)?;
    }
    Ok(Some((id, matching.len())))
}

/// The set of that number.
///
/// # Errors
/// When the database fails.
pub fn find_rejudge(conn: &mut AnyConnection, id: RejudgeId) -> QueryResult<Option<Rejudge>> {
    rejudges::table
        .find(id)
        .select(Rejudge::as_select())
        .first(conn)
        .optional()
}

/// The sets of a season, the newest first.
///
/// # Errors
/// When the database fails.
pub fn list_rejudges(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<Rejudge>> {
    rejudges::table
        .filter(rejudges::season_id.eq(season))
        .order(rejudges::id.desc())
        .select(Rejudge::as_select())
        .load(conn)
}

/// The sets of a season that wait for a decision.
///
/// # Errors
/// When the database fails.
pub fn list_open_rejudges(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> QueryResult<Vec<RejudgeId>> {
    rejudges::table
        .filter(rejudges::season_id.eq(season))
        .filter(rejudges::state.eq_any([RejudgeState::Running, RejudgeState::Ready]))
        .order(rejudges::id)
        .select(rejudges::id)
        .load(conn)
}

/// Submissions of a set that are not judged yet.
///
/// # Errors
/// When the database fails.
pub fn count_left(conn: &mut AnyConnection, id: RejudgeId) -> QueryResult<i64> {
    rejudgements::table
        .filter(rejudgements::rejudge_id.eq(id))
        .filter(rejudgements::state.eq_any(["queued", "leased"]))
        .select(count_star())
        .get_result(conn)
}

/// Claims up to `limit` submissions of any set.
///
/// # Errors
/// When the database fails.
pub fn claim(
    conn: &mut AnyConnection,
    worker: &str,
    limit: i64,
    now: Moment,
    lease: TimeDelta,
) -> Result<Vec<Claimed>, StoreError> {
    write(conn, |conn| {
        let ready = rejudgements::table
            .filter(
                rejudgements::state.eq("queued").or(rejudgements::state
                    .eq("leased")
                    .and(rejudgements::leased_until.lt(now))),
            )
            .order((rejudgements::rejudge_id, rejudgements::submission_id))
            .limit(limit)
            .select((rejudgements::rejudge_id, rejudgements::submission_id));
        let ready: Vec<(RejudgeId, SubmissionId)> = match conn {
            AnyConnection::Sqlite(c) => ready.load(c)?,
            AnyConnection::Postgres(c) => ready.for_update().skip_locked().load(c)?,
        };
        let mut claimed = Vec::with_capacity(ready.len());
        for (rejudge, submission) in ready {
            diesel::update(rejudgements::table.find((rejudge, submission)))
                .set((
                    rejudgements::state.eq("leased"),
                    rejudgements::worker.eq(worker),
                    rejudgements::leased_until.eq(now.plus(lease)),
                ))
                .execute(conn)?;
            claimed.push(Claimed {
                rejudge: Some(rejudge),
                ..super::queue::load_claimed(conn, submission)?
            });
        }
        Ok(claimed)
    })
}

/// Makes the lease of all that this worker holds longer.
///
/// # Errors
/// When the database fails.
pub(super) fn renew(conn: &mut AnyConnection, worker: &str, until: Moment) -> QueryResult<usize> {
    diesel::update(rejudgements::table.filter(rejudgements::worker.eq(worker)))
        .set(rejudgements::leased_until.eq(until))
        .execute(conn)
}

/// Gives back what a worker holds, or, without a name, what all hold.
///
/// # Errors
/// When the database fails.
pub(super) fn give_back(conn: &mut AnyConnection, worker: Option<&str>) -> QueryResult<usize> {
    let given = (
        rejudgements::state.eq("queued"),
        rejudgements::worker.eq(None::<String>),
        rejudgements::leased_until.eq(None::<Moment>),
    );
    let leased = rejudgements::table.filter(rejudgements::state.eq("leased"));
    match worker {
        Some(worker) => diesel::update(leased.filter(rejudgements::worker.eq(worker)))
            .set(given)
            .execute(conn),
        None => diesel::update(leased).set(given).execute(conn),
    }
}

/// Two workers that finish in one set at once wait for each other here, so that one of them sees that
/// nothing is left. SQLite has one writer anyway.
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
/// does not, that is an incident, which is noted. False when the lease was lost.
///
/// # Errors
/// When the database fails.
pub fn finish(
    conn: &mut AnyConnection,
    worker: &str,
    rejudge: RejudgeId,
    submission: SubmissionId,
    judgement: &NewJudgement,
) -> Result<bool, StoreError> {
    write(conn, |conn| {
        lock(conn, rejudge)?;
        let rows = diesel::update(rejudgements::table.find((rejudge, submission)))
            .filter(rejudgements::worker.eq(worker))
            .set((
                rejudgements::state.eq("done"),
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

/// Notes that the judge failed on a submission of a set.
///
/// # Errors
/// When the database fails.
pub fn fail(
    conn: &mut AnyConnection,
    worker: &str,
    rejudge: RejudgeId,
    submission: SubmissionId,
    now: Moment,
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
                rejudgements::state.eq(if hopeless { "failed" } else { "queued" }),
                rejudgements::tries.eq(tries),
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
    if count_left(conn, id)? > 0 {
        return Ok(());
    }
    change_state(conn, id, RejudgeState::Running, RejudgeState::Ready, None).map(drop)
}

/// Takes a set from one state to another; false when it is not in the first one.
///
/// # Errors
/// When the database fails.
pub fn change_state(
    conn: &mut AnyConnection,
    id: RejudgeId,
    from: RejudgeState,
    to: RejudgeState,
    decided_at: Option<Moment>,
) -> QueryResult<bool> {
    diesel::update(rejudges::table.find(id))
        .filter(rejudges::state.eq(from))
        .set((rejudges::state.eq(to), rejudges::decided_at.eq(decided_at)))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Takes the submissions of a set that are not judged yet off the workers.
///
/// # Errors
/// When the database fails.
pub fn drop_waiting(conn: &mut AnyConnection, id: RejudgeId) -> QueryResult<()> {
    diesel::delete(
        rejudgements::table
            .filter(rejudgements::rejudge_id.eq(id))
            .filter(rejudgements::state.eq_any(["queued", "leased"])),
    )
    .execute(conn)
    .map(drop)
}

/// The submissions of a set, old beside new, in their order.
///
/// # Errors
/// When the database fails or holds what cannot be read.
pub fn list_comparisons(
    conn: &mut AnyConnection,
    id: RejudgeId,
) -> Result<Vec<Comparison>, StoreError> {
    type Row = (
        SubmissionId,
        String,
        String,
        String,
        Option<(String, i32)>,
        Option<String>,
    );
    let rows: Vec<Row> = rejudgements::table
        .inner_join(
            submissions::table
                .inner_join(problems::table)
                .inner_join(users::table),
        )
        .left_join(
            judgements::table.on(rejudgements::old_judgement_id.eq(judgements::id.nullable())),
        )
        .filter(rejudgements::rejudge_id.eq(id))
        .order(rejudgements::submission_id)
        .select((
            rejudgements::submission_id,
            problems::slug,
            users::name,
            rejudgements::state,
            (judgements::verdict, judgements::score).nullable(),
            rejudgements::judgement,
        ))
        .load(conn)?;
    rows.into_iter()
        .map(|(submission, problem, person, state, old, new)| {
            let new = new
                .map(|text| serde_json::from_str(&text).map_err(unreadable))
                .transpose()?;
            Ok(Comparison {
                submission,
                problem,
                person,
                state,
                old,
                new,
            })
        })
        .collect()
}

/// Makes a judgement of a set the one that counts for its submission.
///
/// # Errors
/// When the database fails.
pub fn apply_judgement(
    conn: &mut AnyConnection,
    rejudge: RejudgeId,
    submission: SubmissionId,
    judgement: &NewJudgement,
) -> Result<(), StoreError> {
    let id = insert_judgement(conn, submission, judgement, Some(rejudge))?;
    diesel::update(submissions::table.find(submission))
        .set((
            submissions::state.eq(SubmissionState::Judged),
            submissions::judgement_id.eq(id),
        ))
        .execute(conn)?;
    Ok(())
}
