//! The results of a season: the input of the scoring, and how its output is stored.

use std::collections::BTreeSet;

use diesel::dsl::count;
use diesel::prelude::*;

use super::any::on_either;
use super::schema::{
    judgements, method_tags, outscored_solutions, problems, rulings, season_totals, standings,
    submissions, users,
};
use super::standings::{Candidate, delete_problem_standings};
use super::totals::{self, NewTotal};
use super::{
    AnyConnection, Moment, ProblemId, RulingKind, SeasonId, StoreError, SubmissionId,
    SubmissionKind, UserId,
};

/// How many rows one statement stores; PostgreSQL allows at most 65,535 values.
const BATCH: usize = 2000;

/// A judged submission of the contest, as input of the scoring.
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
    /// The ruling that took it out of the contest, if there is one.
    #[diesel(select_expression = rulings::kind.nullable())]
    pub ruling: Option<RulingKind>,
    /// The method tag of its author.
    #[diesel(select_expression = submissions::method_tag)]
    pub method_tag: String,
    /// Why that tag does not count, if it does not.
    pub contradiction: Option<String>,
    /// Word of the verdict.
    pub verdict: String,
    /// Whether the first gate is passed.
    pub stage_pass: bool,
    /// Whether all terms are right.
    pub reward_correct: bool,
    /// Canonical bytes, if length counts.
    pub l_chars: Option<i32>,
    /// SHA-256 of its canonical source, in hexadecimal.
    pub solver_hash: Option<String>,
    /// Points without the bonuses that depend on others.
    pub score: i32,
    /// The additional details of its type of contest, as JSON.
    pub details: String,
}

/// All judged submissions of a season, or of one problem of it, without practice, in the order of their numbers.
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

/// A method among a problem's correct submissions.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = method_tags)]
pub struct MethodTag {
    /// Problem.
    pub problem_id: ProblemId,
    /// The tag.
    pub tag: String,
    /// The first submission with it.
    pub first_submission_id: SubmissionId,
    /// Its bonus for being first.
    pub first_bonus: i32,
    /// The bonus of every correct submission to the problem for there being several methods.
    pub shared_bonus: i32,
    /// How many people used it.
    pub users: i32,
}

/// A best row with its bonus, which is included in the score.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = standings)]
pub struct FinalStanding {
    /// The row.
    #[diesel(embed)]
    pub row: Candidate,
    /// The diversity bonus in the score.
    pub diversity_bonus: i32,
}

/// The shortest solution of a person, which has fewer points with its bonuses than the person's best row.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = outscored_solutions)]
pub struct OutscoredSolution {
    /// Problem.
    pub problem_id: ProblemId,
    /// Person.
    pub user_id: UserId,
    /// Submission.
    pub submission_id: SubmissionId,
    /// Its score, without bonuses.
    pub score: i32,
    /// Its canonical bytes.
    pub l_chars: i32,
    /// When it was received.
    pub submitted_at: Moment,
}

/// The rows of boards with bonuses.
#[derive(Clone, Debug)]
pub struct FinalBoards {
    /// The best row of each person on each problem.
    pub standings: Vec<FinalStanding>,
    /// The shorter solutions of those people.
    pub outscored: Vec<OutscoredSolution>,
}

impl FinalBoards {
    fn insert(&self, conn: &mut AnyConnection) -> QueryResult<()> {
        for part in self.standings.chunks(BATCH) {
            on_either!(conn, |c| diesel::insert_into(standings::table)
                .values(part)
                .execute(c))?;
        }
        for part in self.outscored.chunks(BATCH) {
            on_either!(conn, |c| diesel::insert_into(outscored_solutions::table)
                .values(part)
                .execute(c))?;
        }
        Ok(())
    }
}

/// Rewrites the boards of a season, with bonuses.
pub fn replace_boards(
    conn: &mut AnyConnection,
    season: SeasonId,
    boards: &FinalBoards,
    totals: &[NewTotal],
) -> Result<(), StoreError> {
    let problems = problems::table
        .filter(problems::season_id.eq(season))
        .select(problems::id);
    diesel::delete(standings::table.filter(standings::problem_id.eq_any(problems)))
        .execute(conn)?;
    diesel::delete(
        outscored_solutions::table.filter(outscored_solutions::problem_id.eq_any(problems)),
    )
    .execute(conn)?;
    diesel::delete(season_totals::table.filter(season_totals::season_id.eq(season)))
        .execute(conn)?;
    boards.insert(conn)?;
    for part in totals.chunks(BATCH) {
        on_either!(conn, |c| diesel::insert_into(season_totals::table)
            .values(part)
            .execute(c))?;
    }
    Ok(())
}

/// Rewrites the board of one problem, with bonuses, and the sums of everybody who is or was on it.
pub fn replace_problem_board(
    conn: &mut AnyConnection,
    season: SeasonId,
    problem: ProblemId,
    board: &FinalBoards,
) -> Result<(), StoreError> {
    let mut people: BTreeSet<UserId> = delete_problem_standings(conn, problem)?
        .into_iter()
        .collect();
    people.extend(board.standings.iter().map(|standing| standing.row.user_id));
    board.insert(conn)?;
    for user in people {
        totals::refresh_total(conn, season, user)?;
    }
    Ok(())
}

/// Rewrites the methods of a season's problems.
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

/// How many people tried each problem of a season with a submission that counts. Problems that nobody tried are left
/// out.
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

/// The diversity bonus of a submission, for being first with its method and for all; `None` before the bonuses are
/// computed. Only for submissions that are Reward Correct and count.
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
