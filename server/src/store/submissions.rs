//! Submissions: `submissions`. A submission is stored together with its job, before it is judged; only the result of
//! judging changes it afterwards.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::{auto_type, count, count_star, exists, max, min, sql};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use dojo_judge::contest::Settings;
use dojo_judge::sequence::HELD_BACK;
use sha2::{Digest as _, Sha256};

use super::contests::StoredSettings;
use super::models::is_model;
use super::schema::receipts as receipt_table;
use super::schema::{
    barred, jobs, judgements, problems, rulings, seasons, sent, standings, submissions, users,
};
use super::users::lock_user;
use super::{
    AnyConnection, JudgementId, Moment, ProblemId, Role, RulingKind, SeasonId, SeasonState,
    StoreError, SubmissionId, SubmissionKind, SubmissionState, UserId, boards, in_parts,
    judgements as judgements_table, log, problems as problem_table, receipts,
    seasons as season_table, write,
};
use crate::store::attempt::{self, Attempts, Refusal};

/// A submission to be stored.
#[derive(Clone, Debug)]
pub struct NewSubmission {
    /// The problem.
    pub problem: ProblemId,
    /// The author.
    pub user: UserId,
    /// The bytes as submitted.
    pub source: Vec<u8>,
    /// The method tag of its author; empty if unspecified.
    pub method_tag: String,
    /// The author's notes.
    pub notes: String,
}

/// The outcome of [`submit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// Stored and queued.
    Stored(SubmissionId),
    /// Not accepted.
    Refused(Refusal),
}

/// A stored submission.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = submissions)]
pub struct Submission {
    /// Number.
    pub id: SubmissionId,
    /// Its problem.
    pub problem_id: ProblemId,
    /// Its author.
    pub user_id: UserId,
    /// When it was received.
    pub created_at: Moment,
    /// The method tag of its author.
    pub method_tag: String,
    /// The author's notes.
    pub notes: String,
    /// Its state.
    pub state: SubmissionState,
    /// Its judgement, if it is judged.
    pub judgement_id: Option<JudgementId>,
    /// Whether it takes part in the contest.
    pub kind: SubmissionKind,
    /// The original of a copy that was sent again when the problem was replaced.
    pub carried_from: Option<SubmissionId>,
}

/// A line in a list of submissions.
#[derive(Clone, Debug, Queryable)]
pub struct ListedSubmission {
    /// Number.
    pub id: SubmissionId,
    /// Slug of its season.
    pub season: String,
    /// Slug of its problem.
    pub problem: String,
    /// Title of its problem.
    pub problem_title: String,
    /// When it was received.
    pub created_at: Moment,
    /// Its state.
    pub state: SubmissionState,
    /// The verdict's word, the canonical bytes if length counts, and the score, if it is judged.
    pub result: Option<(String, Option<i32>, i32)>,
    /// Set if it is its author's row on the board.
    pub standing: Option<SubmissionId>,
    /// Set if it was taken out of the contest.
    pub ruling: Option<RulingKind>,
    /// Whether it takes part in the contest.
    pub kind: SubmissionKind,
    /// State of its season.
    pub season_state: SeasonState,
    /// What its season asks for.
    #[diesel(deserialize_as = StoredSettings)]
    pub settings: Settings,
    /// Public terms of its problem, where problems have terms.
    pub n_public: Option<i32>,
    /// Number of its problem.
    pub problem_id: ProblemId,
    /// The problems of its season that the show of the Reveal has passed.
    pub passed: String,
    /// When it was judged.
    pub judged_at: Option<Moment>,
}

impl ListedSubmission {
    /// Whether the show of the Reveal has passed its problem.
    pub fn is_passed(&self) -> bool {
        season_table::has_passed(&self.passed, self.problem_id)
    }

    /// Removes what its season does not show yet.
    fn keep_back(&mut self, conn: &mut AnyConnection, now: Moment) -> Result<(), StoreError> {
        let holds_back = season_table::holds_back(self.season_state, self.settings.told());
        if !holds_back || self.is_passed() {
            return Ok(());
        }
        self.standing = None;
        let Some(judged_at) = self.judged_at else {
            return Ok(());
        };
        if now < season_table::told_at(true, self.created_at, judged_at) {
            self.state = SubmissionState::Running;
            self.result = None;
        } else if let Some((word, ..)) = &mut self.result
            && let Some(judgement) = judgements_table::find_judgement(conn, self.id)?
            && judgement.depends_on_more(self.n_public.map(i32::cast_unsigned))
        {
            HELD_BACK.clone_into(word);
        }
        Ok(())
    }
}

/// Stores a submission and its job, if the person may submit now. `clock` is read after the locks are taken, so that
/// the times of a person's submissions are in the order of the checks.
///
/// # Errors
/// When the database fails; a refusal is not an error.
pub fn submit(
    conn: &mut AnyConnection,
    new: &NewSubmission,
    clock: &dyn Fn() -> Moment,
) -> Result<Submitted, StoreError> {
    write(conn, |conn| {
        let role = lock_user(conn, new.user)?;
        store_if_allowed(conn, new, role, clock)
    })
}

/// [`submit`], only once for each key: a client that sends the same again because no answer came learns the outcome
/// and uses no second attempt.
///
/// # Errors
/// When the database fails; a refusal is not an error.
pub fn submit_once(
    conn: &mut AnyConnection,
    new: &NewSubmission,
    key: &str,
    clock: &dyn Fn() -> Moment,
) -> Result<Submitted, StoreError> {
    let key_hash = key_hash(new, key);
    write(conn, |conn| {
        let role = lock_user(conn, new.user)?;
        let before = sent::table
            .find((new.user, &key_hash))
            .select(sent::submission_id)
            .first(conn)
            .optional()?;
        if let Some(id) = before {
            return Ok(Submitted::Stored(id));
        }
        let outcome = store_if_allowed(conn, new, role, clock)?;
        if let Submitted::Stored(id) = outcome {
            diesel::insert_into(sent::table)
                .values((
                    sent::user_id.eq(new.user),
                    sent::key_hash.eq(&key_hash),
                    sent::submission_id.eq(id),
                ))
                .execute(conn)?;
        }
        Ok(outcome)
    })
}

/// Different content under the same key counts as different: somebody who goes back in the browser and changes the
/// source sends the same key again.
fn key_hash(new: &NewSubmission, key: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(new.problem.0.to_be_bytes());
    for part in [
        key.as_bytes(),
        new.method_tag.as_bytes(),
        new.notes.as_bytes(),
        &new.source,
    ] {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part);
    }
    hex::encode(hash.finalize())
}

fn store_if_allowed(
    conn: &mut AnyConnection,
    new: &NewSubmission,
    role: Role,
    clock: &dyn Fn() -> Moment,
) -> Result<Submitted, StoreError> {
    let problem = problem_table::load_problem(conn, new.problem)?;
    let season = season_table::load_season_locked(conn, problem.season_id)?;
    let now = log::not_before_head(conn, season.id, clock())?;
    let practice = attempt::is_practice(&season);
    let attempts = attempts(conn, new.problem, new.user, practice)?;
    if let Err(refusal) = attempt::admit(&season, &problem, new.user, attempts, now) {
        return Ok(Submitted::Refused(refusal));
    }
    let kind = attempt::kind(&season, role, is_model(conn, new.user)?);
    Ok(Submitted::Stored(insert_queued(conn, new, kind, now)?))
}

/// Stores a submission, its job and its receipt without checking whether it is allowed, inside a transaction.
/// Practice gets no receipt: it is not part of the season's record.
pub fn insert_queued(
    conn: &mut AnyConnection,
    new: &NewSubmission,
    kind: SubmissionKind,
    now: Moment,
) -> Result<SubmissionId, StoreError> {
    insert(conn, new, kind, None, now)
}

fn insert(
    conn: &mut AnyConnection,
    new: &NewSubmission,
    kind: SubmissionKind,
    carried_from: Option<SubmissionId>,
    now: Moment,
) -> Result<SubmissionId, StoreError> {
    let id: SubmissionId = diesel::insert_into(submissions::table)
        .values((
            submissions::problem_id.eq(new.problem),
            submissions::user_id.eq(new.user),
            submissions::created_at.eq(now),
            submissions::source.eq(&new.source),
            submissions::method_tag.eq(&new.method_tag),
            submissions::notes.eq(&new.notes),
            submissions::state.eq(SubmissionState::Queued),
            submissions::kind.eq(kind),
            submissions::carried_from.eq(carried_from),
        ))
        .returning(submissions::id)
        .get_result(conn)?;
    super::queue::insert_job(conn, id, new.user, now)?;
    if kind != SubmissionKind::Practice {
        receipts::issue_receipt(conn, id, now)?;
    }
    Ok(id)
}

/// A submission that is sent again when its problem is replaced.
#[derive(Clone, Debug, Queryable)]
pub struct Carried {
    /// Number.
    pub id: SubmissionId,
    /// Its author.
    pub user: UserId,
    /// Sign-in name and display name.
    pub author: (String, String),
    /// Verdict and score, if it is judged.
    pub result: Option<(String, i32)>,
    /// Reason and time of the ruling that disqualified it, alone or with its author.
    pub out: Option<(String, Moment)>,
}

/// The submissions to send again when a problem is replaced, in order: all attempts that count, or each person's best
/// one (of whoever has none, the last) and those that wait for a verdict. What is disqualified goes too, and stays out
/// until it is taken back in. A setter's submissions are not carried to their own problem.
pub fn list_to_carry(
    conn: &mut AnyConnection,
    problem: ProblemId,
    all: bool,
    setter: UserId,
) -> QueryResult<Vec<Carried>> {
    let rows: Vec<Carried> = submissions::table
        .inner_join(users::table)
        .left_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(submissions::problem_id.eq(problem))
        .filter(submissions::user_id.ne(setter))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .filter(
            rulings::kind
                .is_null()
                .or(rulings::kind.eq(RulingKind::Disqualified)),
        )
        .order(submissions::id)
        .select((
            submissions::id,
            submissions::user_id,
            (users::name, users::display_name),
            (judgements::verdict, judgements::score).nullable(),
            (rulings::reason, rulings::decided_at).nullable(),
        ))
        .load(conn)?;
    if all {
        return Ok(rows);
    }
    let best = boards::list_best(conn, problem)?;
    let goes = |row: &Carried| row.out.is_some() || row.result.is_none() || best.contains(&row.id);
    let served: BTreeSet<UserId> = rows
        .iter()
        .filter(|row| goes(row))
        .map(|row| row.user)
        .collect();
    let latest: BTreeMap<UserId, SubmissionId> =
        rows.iter().map(|row| (row.user, row.id)).collect();
    // The old problem may have been wrong about whoever has no best.
    let is_last = |row: &Carried| !served.contains(&row.user) && latest[&row.user] == row.id;
    Ok(rows
        .into_iter()
        .filter(|row| goes(row) || is_last(row))
        .collect())
}

/// Sends a submission again for its author, to the problem that replaced the old one; it uses no attempt.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn carry(
    conn: &mut AnyConnection,
    from: SubmissionId,
    problem: ProblemId,
    now: Moment,
) -> Result<SubmissionId, StoreError> {
    let (user, source, method_tag, notes, kind) = submissions::table
        .find(from)
        .select((
            submissions::user_id,
            submissions::source,
            submissions::method_tag,
            submissions::notes,
            submissions::kind,
        ))
        .first(conn)?;
    let new = NewSubmission {
        problem,
        user,
        source,
        method_tag,
        notes,
    };
    insert(conn, &new, kind, Some(from), now)
}

/// What was sent again for a submission, when its problem was replaced once or more often.
pub fn list_carried(
    conn: &mut AnyConnection,
    from: SubmissionId,
) -> QueryResult<Vec<SubmissionId>> {
    let mut carried: Vec<SubmissionId> = Vec::new();
    let mut last = Some(from);
    while let Some(from) = last {
        last = submissions::table
            .filter(submissions::carried_from.eq(from))
            .select(submissions::id)
            .first(conn)
            .optional()?;
        carried.extend(last);
    }
    Ok(carried)
}

/// A person's attempts at a problem, in the contest or as practice, without those that failed by the server's fault
/// or were sent again for the person.
pub fn attempts(
    conn: &mut AnyConnection,
    problem: ProblemId,
    user: UserId,
    practice: bool,
) -> QueryResult<Attempts> {
    let made = submissions::table
        .filter(submissions::problem_id.eq(problem))
        .filter(submissions::user_id.eq(user))
        .filter(submissions::state.ne(SubmissionState::Internal))
        .filter(submissions::carried_from.is_null())
        .select((count_star(), max(submissions::created_at)));
    let (count, last_at): (i64, Option<Moment>) = if practice {
        made.filter(submissions::kind.eq(SubmissionKind::Practice))
            .get_result(conn)?
    } else {
        made.filter(submissions::kind.ne(SubmissionKind::Practice))
            .get_result(conn)?
    };
    Ok(Attempts {
        used: u32::try_from(count).unwrap_or(u32::MAX),
        last_at,
        barred: !practice && is_barred(conn, problem, user)?,
    })
}

/// Full solutions that count in the contest.
#[auto_type]
fn solves(problem: ProblemId) -> _ {
    let ranked: SubmissionKind = SubmissionKind::Ranked;
    submissions::table
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(submissions::problem_id.eq(problem))
        .filter(submissions::kind.eq(ranked))
        .filter(judgements::reward_correct.eq(true))
        .filter(rulings::kind.is_null())
}

/// Whether a person was the first to submit a full solution that counts in the contest.
pub fn is_first_solver(
    conn: &mut AnyConnection,
    problem: ProblemId,
    user: UserId,
) -> QueryResult<bool> {
    let own: Option<SubmissionId> = solves(problem)
        .filter(submissions::user_id.eq(user))
        .select(min(submissions::id))
        .first(conn)?;
    let Some(own) = own else {
        return Ok(false);
    };
    let earlier = solves(problem).filter(submissions::id.lt(own));
    let is_beaten: bool = diesel::select(exists(earlier)).get_result(conn)?;
    Ok(!is_beaten)
}

/// When each solver of a problem first submitted a full solution that counts in the contest, the earliest first.
///
/// # Errors
/// When the database fails.
pub fn list_first_solves(conn: &mut AnyConnection, problem: ProblemId) -> QueryResult<Vec<Moment>> {
    let rows: Vec<Option<Moment>> = solves(problem)
        .group_by(submissions::user_id)
        .select(min(submissions::created_at))
        .load(conn)?;
    let mut times: Vec<Moment> = rows.into_iter().flatten().collect();
    times.sort_unstable();
    Ok(times)
}

/// Whether a person is disqualified from the season of a problem.
fn is_barred(conn: &mut AnyConnection, problem: ProblemId, user: UserId) -> QueryResult<bool> {
    diesel::select(exists(
        problems::table
            .inner_join(barred::table.on(barred::season_id.eq(problems::season_id)))
            .filter(problems::id.eq(problem))
            .filter(barred::user_id.eq(user)),
    ))
    .get_result(conn)
}

/// The submission of that number.
pub fn find_submission(
    conn: &mut AnyConnection,
    id: SubmissionId,
) -> QueryResult<Option<Submission>> {
    submissions::table
        .find(id)
        .select(Submission::as_select())
        .first(conn)
        .optional()
}

/// Its source, as submitted.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_source(conn: &mut AnyConnection, id: SubmissionId) -> QueryResult<Vec<u8>> {
    submissions::table
        .find(id)
        .select(submissions::source)
        .first(conn)
}

/// The method tags and sources of some submissions, in no order.
pub fn list_programs(
    conn: &mut AnyConnection,
    ids: &[SubmissionId],
) -> QueryResult<Vec<(SubmissionId, String, Vec<u8>)>> {
    in_parts(ids, |some| {
        submissions::table
            .filter(submissions::id.eq_any(some))
            .select((
                submissions::id,
                submissions::method_tag,
                submissions::source,
            ))
            .load(conn)
    })
}

/// The sources of a season's submissions that have receipts, in the order of their numbers.
pub fn list_sources(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<Vec<u8>>> {
    submissions::table
        .inner_join(receipt_table::table)
        .filter(receipt_table::season_id.eq(season))
        .order(submissions::id)
        .select(submissions::source)
        .load(conn)
}

/// Its state.
pub fn find_state(
    conn: &mut AnyConnection,
    id: SubmissionId,
) -> QueryResult<Option<SubmissionState>> {
    submissions::table
        .find(id)
        .select(submissions::state)
        .first(conn)
        .optional()
}

/// A person's submissions, newest first: to one problem, or to all.
pub fn list_submissions(
    conn: &mut AnyConnection,
    user: UserId,
    problem: Option<ProblemId>,
    limit: i64,
    now: Moment,
) -> Result<Vec<ListedSubmission>, StoreError> {
    let mut query = submissions::table
        .inner_join(problems::table.inner_join(seasons::table))
        .left_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(standings::table.on(standings::submission_id.eq(submissions::id)))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(submissions::user_id.eq(user))
        .order((submissions::created_at.desc(), submissions::id.desc()))
        .limit(limit)
        .select((
            submissions::id,
            seasons::slug,
            problems::slug,
            problems::title,
            submissions::created_at,
            submissions::state,
            (judgements::verdict, judgements::l_chars, judgements::score).nullable(),
            standings::submission_id.nullable(),
            rulings::kind.nullable(),
            submissions::kind,
            seasons::state,
            seasons::settings,
            problems::n_public,
            problems::id,
            seasons::passed,
            judgements::judged_at.nullable(),
        ))
        .into_boxed();
    if let Some(problem) = problem {
        query = query.filter(submissions::problem_id.eq(problem));
    }
    let mut rows: Vec<ListedSubmission> = query.load(conn)?;
    for row in &mut rows {
        row.keep_back(conn, now)?;
    }
    Ok(rows)
}

/// Whether the author of a submission may know its result at `now`; a deleted submission counts as known. Otherwise
/// the time when that may be, if it is known.
pub fn find_settled(
    conn: &mut AnyConnection,
    id: SubmissionId,
    now: Moment,
) -> QueryResult<Result<(), Option<Moment>>> {
    /// The facts about the submission, its season and its problem that decide this.
    type Row = (
        (SubmissionState, Moment, Option<Moment>),
        (SeasonState, StoredSettings, String),
        ProblemId,
    );
    let row: Option<Row> = submissions::table
        .inner_join(problems::table.inner_join(seasons::table))
        .left_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .filter(submissions::id.eq(id))
        .select((
            (
                submissions::state,
                submissions::created_at,
                judgements::judged_at.nullable(),
            ),
            (seasons::state, seasons::settings, seasons::passed),
            problems::id,
        ))
        .first(conn)
        .optional()?;
    let Some(((state, received, judged), (season, settings, passed), problem)) = row else {
        return Ok(Ok(()));
    };
    Ok(match (state, judged) {
        (SubmissionState::Queued | SubmissionState::Running, _) => Err(None),
        (SubmissionState::Judged | SubmissionState::Internal, None) => Ok(()),
        (SubmissionState::Judged | SubmissionState::Internal, Some(judged)) => {
            let holds_back = !season_table::has_passed(&passed, problem)
                && season_table::holds_back(season, settings.get().told());
            let told = season_table::told_at(holds_back, received, judged);
            if told <= now { Ok(()) } else { Err(Some(told)) }
        }
    })
}

/// Number of a person's submissions.
pub fn count_submissions(conn: &mut AnyConnection, user: UserId) -> QueryResult<i64> {
    submissions::table
        .filter(submissions::user_id.eq(user))
        .count()
        .get_result(conn)
}

/// How many people have submitted to a problem, optionally up to a moment; see
/// [`Season::counted_until`](season_table::Season::counted_until).
pub fn count_people_of_problem(
    conn: &mut AnyConnection,
    problem: ProblemId,
    until: Option<Moment>,
) -> QueryResult<i64> {
    let mut query = submissions::table
        .filter(submissions::problem_id.eq(problem))
        .select(count(submissions::user_id).aggregate_distinct())
        .into_boxed();
    if let Some(until) = until {
        query = query.filter(submissions::created_at.le(until));
    }
    query.get_result(conn)
}

/// How many people have submitted to any problem of a season, optionally up to a moment.
pub fn count_people(
    conn: &mut AnyConnection,
    season: SeasonId,
    until: Option<Moment>,
) -> QueryResult<i64> {
    let mut query = submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .select(count(submissions::user_id).aggregate_distinct())
        .into_boxed();
    if let Some(until) = until {
        query = query.filter(submissions::created_at.le(until));
    }
    query.get_result(conn)
}

/// The numbers of a season's submissions that are queued or running, and that failed by the server's fault.
pub fn count_unsettled(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<(i64, i64)> {
    let mut count_in = |states: &[SubmissionState]| {
        submissions::table
            .inner_join(problems::table)
            .filter(problems::season_id.eq(season))
            .filter(submissions::kind.ne(SubmissionKind::Practice))
            .filter(submissions::state.eq_any(states))
            // This wording makes SQLite use the index of the few that are not judged.
            .filter(sql::<Bool>("submissions.state <> 'judged'"))
            .count()
            .get_result(conn)
    };
    Ok((
        count_in(&[SubmissionState::Queued, SubmissionState::Running])?,
        count_in(&[SubmissionState::Internal])?,
    ))
}

/// How many people submitted to a season in the contest, or to one problem of it, and how many submissions there are.
pub fn count_contest(
    conn: &mut AnyConnection,
    season: SeasonId,
    problem: Option<&str>,
) -> QueryResult<(i64, i64)> {
    let mut query = submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .select((
            count(submissions::user_id).aggregate_distinct(),
            count_star(),
        ))
        .into_boxed();
    if let Some(problem) = problem {
        query = query.filter(problems::slug.eq(problem));
    }
    query.first(conn)
}

/// The latest time of a submission to a season in the contest.
pub fn find_last_time(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Option<Moment>> {
    submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .select(max(submissions::created_at))
        .get_result(conn)
}

/// The problems of a season to which a person has submitted.
pub fn list_tried(
    conn: &mut AnyConnection,
    season: SeasonId,
    user: UserId,
) -> QueryResult<Vec<ProblemId>> {
    submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::user_id.eq(user))
        .select(submissions::problem_id)
        .distinct()
        .load(conn)
}

/// How many submissions are judged before this one in the current queue.
pub fn count_ahead(conn: &mut AnyConnection, submission: SubmissionId) -> QueryResult<i64> {
    let place: Option<(i32, Moment)> = jobs::table
        .find(submission)
        .select((jobs::round, jobs::created_at))
        .first(conn)
        .optional()?;
    let Some((round, since)) = place else {
        return Ok(0);
    };
    let earlier = jobs::created_at.lt(since).or(jobs::created_at
        .eq(since)
        .and(jobs::submission_id.lt(submission)));
    jobs::table
        .filter(jobs::round.lt(round).or(jobs::round.eq(round).and(earlier)))
        .count()
        .get_result(conn)
}

/// The numbers of all submissions of a person, in their order.
pub fn list_numbers(conn: &mut AnyConnection, user: UserId) -> QueryResult<Vec<SubmissionId>> {
    submissions::table
        .filter(submissions::user_id.eq(user))
        .order(submissions::id)
        .select(submissions::id)
        .load(conn)
}

/// Deletes method tags and notes from a person's practice, which is in no record.
pub(super) fn forget_words_of_practice(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::update(submissions::table)
        .filter(submissions::user_id.eq(user))
        .filter(submissions::kind.eq(SubmissionKind::Practice))
        .set((submissions::method_tag.eq(""), submissions::notes.eq("")))
        .execute(conn)
        .map(drop)
}
