//! Rejudgings of sets of submissions: `rejudges` and `rejudgements`.
//!
//! A rejudging is created from a filter, judged beside the queue, reviewed, and then applied or discarded. Before
//! that its judgements do not count; the old ones are kept forever.

pub mod jobs;

use diesel::dsl::exists;
use diesel::prelude::*;
use serde::Serialize;

use super::judgements::{NewJudgement, insert_judgement};
use super::schema::{judgements, problems, rejudgements, rejudges, submissions, users};
use super::{
    AnyConnection, JobState, JudgementId, Moment, RejudgeId, RejudgeState, SeasonId, StoreError,
    SubmissionId, SubmissionKind, SubmissionState, UserId,
};

/// Which submissions of a season a rejudging covers; `None` means any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Filter {
    /// Slug of the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Sign-in name of the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The word of the current verdict; `INTERNAL` for submissions without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// Only these submissions, if any are named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub submissions: Vec<SubmissionId>,
}

/// A rejudging.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = rejudges)]
pub struct Rejudge {
    /// Number.
    pub id: RejudgeId,
    /// Its season.
    pub season_id: SeasonId,
    /// Its state.
    pub state: RejudgeState,
    /// Why it was created, for everybody to read once it is applied.
    pub reason: String,
    /// [`Filter`] as JSON.
    pub filter: String,
    /// When it was made.
    pub created_at: Moment,
}

/// A submission of a rejudging, with its old and new result.
#[derive(Clone, Debug)]
pub struct RejudgedSubmission {
    /// The submission.
    pub submission: SubmissionId,
    /// Slug of its problem.
    pub problem: String,
    /// Sign-in name of its author.
    pub person: String,
    /// The author's display name.
    pub display_name: String,
    /// The state of its judging: `queued`, `leased`, `done` or `failed`.
    pub state: String,
    /// The verdict's word and the score before, if there was one.
    pub old: Option<(String, i32)>,
    /// The new judgement, if there is one.
    pub new: Option<NewJudgement>,
}

impl RejudgedSubmission {
    /// Whether verdict or score change.
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

/// Creates a rejudging; returns `None` if the filter matches nothing.
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
    if !filter.submissions.is_empty() {
        query = query.filter(submissions::id.eq_any(&filter.submissions));
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
                rejudgements::state.eq(JobState::Queued),
                rejudgements::tries.eq(0),
                rejudgements::old_judgement_id.eq(old),
            ))
            .execute(conn)?;
    }
    Ok(Some((id, matching.len())))
}

/// The rejudging with this number.
pub fn find_rejudge(conn: &mut AnyConnection, id: RejudgeId) -> QueryResult<Option<Rejudge>> {
    rejudges::table
        .find(id)
        .select(Rejudge::as_select())
        .first(conn)
        .optional()
}

/// The rejudgings of a season, the newest first.
pub fn list_rejudges(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<Rejudge>> {
    rejudges::table
        .filter(rejudges::season_id.eq(season))
        .order(rejudges::id.desc())
        .select(Rejudge::as_select())
        .load(conn)
}

/// The rejudgings of a season that wait for a decision.
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

/// Whether submissions of a set are not judged yet.
pub fn has_left(conn: &mut AnyConnection, id: RejudgeId) -> QueryResult<bool> {
    for state in [JobState::Leased, JobState::Queued] {
        let left = rejudgements::table
            .filter(rejudgements::state.eq(state))
            .filter(rejudgements::rejudge_id.eq(id));
        if diesel::select(exists(left)).get_result(conn)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Changes the state of a rejudging; returns false if it is not in the first one.
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

/// Removes the submissions of a rejudging that are not judged yet from the queue.
pub fn drop_waiting(conn: &mut AnyConnection, id: RejudgeId) -> QueryResult<()> {
    diesel::delete(
        rejudgements::table
            .filter(rejudgements::rejudge_id.eq(id))
            .filter(rejudgements::state.eq_any([JobState::Queued, JobState::Leased])),
    )
    .execute(conn)
    .map(drop)
}

/// The submissions of a rejudging, with old and new results, in their order.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn list_comparisons(
    conn: &mut AnyConnection,
    id: RejudgeId,
) -> Result<Vec<RejudgedSubmission>, StoreError> {
    type Row = (
        SubmissionId,
        String,
        (String, String),
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
            (users::name, users::display_name),
            rejudgements::state,
            (judgements::verdict, judgements::score).nullable(),
            rejudgements::judgement,
        ))
        .load(conn)?;
    rows.into_iter()
        .map(
            |(submission, problem, (person, display_name), state, old, new)| {
                let new = new
                    .map(|text| serde_json::from_str(&text).map_err(unreadable))
                    .transpose()?;
                Ok(RejudgedSubmission {
                    submission,
                    problem,
                    person,
                    display_name,
                    state,
                    old,
                    new,
                })
            },
        )
        .collect()
}

/// Makes a judgement of a rejudging the one that counts for its submission.
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
