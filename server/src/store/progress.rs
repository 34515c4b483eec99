//! The attempts on a problem, for the progress that its setter sees: `submissions` with their judgements.

use diesel::prelude::*;

use super::schema::{judgements, submissions};
use super::{AnyConnection, Moment, ProblemId, SubmissionKind, UserId};

/// An attempt, for counting.
#[derive(Clone, Debug, Queryable)]
pub struct Attempt {
    /// When it was received.
    pub created_at: Moment,
    /// The author.
    pub user_id: UserId,
    /// Verdict, score and whether it solves the problem, once it is judged.
    pub result: Option<(String, i32, bool)>,
}

impl Attempt {
    /// Whether it solves the problem.
    pub fn solves(&self) -> bool {
        self.result.as_ref().is_some_and(|(.., solves)| *solves)
    }
}

/// The attempts on a problem that take part in the contest, in their order, received before `until` if it is given.
pub fn list_attempts(
    conn: &mut AnyConnection,
    problem: ProblemId,
    until: Option<Moment>,
) -> QueryResult<Vec<Attempt>> {
    let mut query = submissions::table
        .left_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .filter(submissions::problem_id.eq(problem))
        .filter(submissions::kind.eq(SubmissionKind::Ranked))
        .order(submissions::id)
        .select((
            submissions::created_at,
            submissions::user_id,
            (
                judgements::verdict,
                judgements::score,
                judgements::reward_correct,
            )
                .nullable(),
        ))
        .into_boxed();
    if let Some(until) = until {
        query = query.filter(submissions::created_at.le(until));
    }
    query.load(conn)
}
