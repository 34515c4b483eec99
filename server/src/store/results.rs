//! The results of a season: what the scoring needs, and how its outcome is written.

use std::collections::BTreeSet;

use diesel::dsl::count;
use diesel::prelude::*;

use super::any::on_either;
use super::schema::{
    judgements, method_tags, problems, rulings, season_totals, standings, submissions, users,
};
use super::standings::{Candidate, delete_problem_standings};
use super::totals::{self, NewTotal};
use super::{
    AnyConnection, Moment, ProblemId, RulingKind, SeasonId, StoreError, SubmissionId,
    SubmissionKind, UserId,
};

/// Rows of one statement; PostgreSQL takes at most 65,535 values at a time.
const BATCH: usize = 2000;

/// A judged submission of the contest, as the scoring needs it.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = judgements)]
pub struct JudgedRow {
    /// Submission.
    #[diesel(select_expression = submissions::id)]
    pub submission: SubmissionId,
    /// Problem.
    #[diesel(select_expression = submissions::problem_id)]
    pub problem: ProblemId,
    /// Person.
    #[diesel(select_expression = submissions::user_id)]
    pub user: UserId,
    /// Sign-in name.
    #[diesel(select_expression = users::name)]
    pub person: String,
    /// When it was received.
    #[diesel(select_expression = submissions::created_at)]
    pub created_at: Moment,
    /// Whether its author ranks.
    #[diesel(select_expression = submissions::kind)]
    pub kind: SubmissionKind,
    /// What took it out of the contest, if something did.
    #[diesel(select_expression = rulings::kind.nullable())]
    pub ruling: Option<RulingKind>,
    /// How its author classifies it.
    #[diesel(select_expression = submissions::method_tag)]
    pub method_tag: String,
    /// Why that does not count, when it does not.
    pub contradiction: Option<String>,
    /// Word of the verdict.
    pub verdict: String,
    /// The first gate is passed.
    pub stage_pass: bool,
    /// All terms are right.
    pub reward_correct: bool,
    /// Canonical bytes, where lengths count.
    pub l_chars: Option<i32>,
    /// SHA-256 of its canonical source, in hexadecimal.
    pub solver_hash: Option<String>,
    /// Points without bonuses that depend on others.
    pub score: i32,
    /// What else its type of contest keeps of it, as JSON.
    pub details: String,
}

/// All judged submissions of a season, or of one problem of it, practice apart, in the order of their numbers.
pub fn list_judged(
    conn: &mut AnyConnection,
    season: SeasonId,
    only: Option<ProblemId>,
) -> QueryResult<Vec<JudgedRow>> {
    let mut query = submissions::table
        .inner_join(problems::table)
        .inner_join(users::table)
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .order(submissions::id)
        .select(JudgedRow::as_select())
        .into_boxed();
    if let Some(problem) = only {
        query = query.filter(submissions::problem_id.eq(problem));
    }
    query.load(conn)
}

/// A method of a problem's correct submissions.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = method_tags)]
pub struct MethodTag {
    /// Problem.
    pub problem_id: ProblemId,
    /// The tag.
    pub tag: String,
    /// The first submission with it.
    pub first_submission_id: SubmissionId,
    /// What that one gets for being first.
    pub first_bonus: i32,
    /// What every correct submission to the problem gets because there are several methods.
    pub shared_bonus: i32,
    /// People with it.
    pub users: i32,
}

/// A best row with its bonus, which is part of the score.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = standings)]
pub struct FinalStanding {
    /// The row.
    #[diesel(embed)]
    pub row: Candidate,
    /// The diversity bonus in it.
    pub diversity_bonus: i32,
}

/// Writes the boards of a season anew, with bonuses.
pub fn replace_boards(
    conn: &mut AnyConnection,
    season: SeasonId,
    rows: &[FinalStanding],
    totals: &[NewTotal],
) -> Result<(), StoreError> {
    let problems = problems::table
        .filter(problems::season_id.eq(season))
        .select(problems::id);
    diesel::delete(standings::table.filter(standings::problem_id.eq_any(problems)))
        .execute(conn)?;
    diesel::delete(season_totals::table.filter(season_totals::season_id.eq(season)))
        .execute(conn)?;
    for part in rows.chunks(BATCH) {
        on_either!(conn, |c| diesel::insert_into(standings::table)
            .values(part)
            .execute(c))?;
    }
    for part in totals.chunks(BATCH) {
        on_either!(conn, |c| diesel::insert_into(season_totals::table)
            .values(part)
            .execute(c))?;
    }
    Ok(())
}

/// Writes the board of one problem anew, with bonuses, and the sums of all who stand on it or stood there.
pub fn replace_problem_board(
    conn: &mut AnyConnection,
    season: SeasonId,
    problem: ProblemId,
    rows: &[FinalStanding],
) -> Result<(), StoreError> {
    let mut people: BTreeSet<UserId> = delete_problem_standings(conn, problem)?
        .into_iter()
        .collect();
    people.extend(rows.iter().map(|standing| standing.row.user_id));
    for part in rows.chunks(BATCH) {
        on_either!(conn, |c| diesel::insert_into(standings::table)
            .values(part)
            .execute(c))?;
    }
    for user in people {
        totals::refresh_total(conn, season, user)?;
    }
    Ok(())
}

/// Writes the methods of a season's problems anew.
pub fn replace_methods(
    conn: &mut AnyConnection,
    season: SeasonId,
    tags: &[MethodTag],
) -> Result<(), StoreError> {
    let problems = problems::table
        .filter(problems::season_id.eq(season))
        .select(problems::id);
    diesel::delete(method_tags::table.filter(method_tags::problem_id.eq_any(problems)))
        .execute(conn)?;
    for part in tags.chunks(BATCH) {
        on_either!(conn, |c| diesel::insert_into(method_tags::table)
            .values(part)
            .execute(c))?;
    }
    Ok(())
}

/// The methods of a problem, once they are computed.
pub fn list_method_tags(
    conn: &mut AnyConnection,
    problem: ProblemId,
) -> QueryResult<Vec<MethodTag>> {
    method_tags::table
        .filter(method_tags::problem_id.eq(problem))
        .order((method_tags::users.desc(), method_tags::tag.asc()))
        .select(MethodTag::as_select())
        .load(conn)
}

/// How many people tried each problem of a season with a submission that counts. Problems that
/// nobody tried are left out.
pub fn count_triers(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> QueryResult<Vec<(ProblemId, i64)>> {
    submissions::table
        .inner_join(problems::table)
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.eq(SubmissionKind::Ranked))
        .filter(rulings::kind.is_null())
        .filter(
            problems::setter_id
                .is_null()
                .or(problems::setter_id.ne(submissions::user_id.nullable())),
        )
        .group_by(submissions::problem_id)
        .select((
            submissions::problem_id,
            count(submissions::user_id).aggregate_distinct(),
        ))
        .load(conn)
}

/// The diversity bonus of a submission, as first with its method and for all; `None` before the
/// bonuses are computed. For a submission that is Reward Correct and counts.
pub fn find_bonus(
    conn: &mut AnyConnection,
    problem: ProblemId,
    submission: SubmissionId,
) -> QueryResult<(u32, u32)> {
    let tags = list_method_tags(conn, problem)?;
    let first = tags
        .iter()
        .find(|tag| tag.first_submission_id == submission)
        .map_or(0, |tag| tag.first_bonus);
    let shared = tags.iter().map(|tag| tag.shared_bonus).max().unwrap_or(0);
    let natural = |bonus: i32| u32::try_from(bonus).unwrap_or(0);
    Ok((natural(first), natural(shared)))
}
