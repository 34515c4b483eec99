//! What the problem of the day is chosen from, and who solved what when.

use diesel::prelude::*;

use super::schema::{judgements, problems, rulings, seasons, submissions};
use super::{AnyConnection, Moment, ProblemId, ProblemState, SeasonState, UserId};

/// A problem that everybody may practise.
#[derive(Clone, Debug, Queryable)]
pub struct OldProblem {
    /// Its number.
    pub id: ProblemId,
    /// Part of its address.
    pub slug: String,
    /// Slug of its season.
    pub season: String,
    /// Since when everything of it is public.
    pub revealed_at: Option<Moment>,
}

/// The problems of revealed seasons, without those that were withdrawn.
pub fn list_old(conn: &mut AnyConnection) -> QueryResult<Vec<OldProblem>> {
    problems::table
        .inner_join(seasons::table)
        .filter(seasons::state.eq_any([SeasonState::Revealed, SeasonState::Final]))
        .filter(problems::state.ne(ProblemState::Withdrawn))
        .order(problems::id)
        .select((
            problems::id,
            problems::slug,
            seasons::slug,
            seasons::revealed_at,
        ))
        .load(conn)
}

/// When a person handed in what solved a problem whole, in the contest or as practice.
pub fn list_solved(
    conn: &mut AnyConnection,
    user: UserId,
) -> QueryResult<Vec<(Moment, ProblemId)>> {
    submissions::table
        .inner_join(problems::table.inner_join(seasons::table))
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(submissions::user_id.eq(user))
        .filter(seasons::state.eq_any([SeasonState::Revealed, SeasonState::Final]))
        .filter(judgements::reward_correct.eq(true))
        .filter(rulings::kind.is_null())
        .select((submissions::created_at, submissions::problem_id))
        .load(conn)
}
