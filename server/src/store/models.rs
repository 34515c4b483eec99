//! Accounts of models, and their results in a season. Their submissions are stored as unranked, so nothing that ranks
//! people depends on them; their boards are computed from judgements on request.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use diesel::prelude::*;

use super::schema::{judgements, problems, rulings, submissions, users};
use super::seasons::Season;
use super::standings::Standing;
use super::{
    AnyConnection, Moment, ProblemId, ProblemState, Role, SeasonId, SubmissionId, SubmissionKind,
    UserId,
};

/// Marks an account as a model's, run by `operator`.
pub fn set_operator(conn: &mut AnyConnection, id: UserId, operator: &str) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::operator.eq(operator))
        .execute(conn)
        .map(drop)
}

/// Whether an account belongs to a model.
pub(super) fn is_model(conn: &mut AnyConnection, id: UserId) -> QueryResult<bool> {
    let operator: Option<String> = users::table.find(id).select(users::operator).first(conn)?;
    Ok(operator.is_some())
}

/// Whether a model has submitted anything to a season except practice.
pub fn has_models(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<bool> {
    let models = list_models(conn)?;
    let submitted = submissions::table
        .inner_join(problems::table)
        .filter(submissions::user_id.eq_any(models))
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.eq(SubmissionKind::Unranked));
    diesel::select(diesel::dsl::exists(submitted)).get_result(conn)
}

/// The accounts of models. There are few, so the submissions of a season are not searched for them.
fn list_models(conn: &mut AnyConnection) -> QueryResult<Vec<UserId>> {
    users::table
        .filter(users::operator.is_not_null())
        .select(users::id)
        .load(conn)
}

/// The best row of a model on a problem.
#[derive(Clone, Debug)]
pub struct ModelStanding {
    /// The row. It has no bonus.
    pub row: Standing,
    /// Who runs the model.
    pub operator: String,
    hash: Option<String>,
}

impl ModelStanding {
    /// The sort key, ordered as for people's rows: smaller is better.
    pub fn key(&self) -> impl Ord + use<> {
        let Standing {
            score,
            l_chars,
            submitted_at,
            ..
        } = self.row;
        (Reverse(score), l_chars, submitted_at, self.hash.clone())
    }
}

#[derive(Queryable)]
struct Judged {
    problem: ProblemId,
    user: UserId,
    name: String,
    display_name: String,
    operator: Option<String>,
    submission: SubmissionId,
    score: i32,
    l_chars: Option<i32>,
    submitted_at: Moment,
    reward_correct: bool,
    hash: Option<String>,
}

/// The best row of each model on each problem of a season, or on one of them, optionally up to a moment.
pub fn list_best(
    conn: &mut AnyConnection,
    season: &Season,
    problem: Option<ProblemId>,
    until: Option<Moment>,
) -> QueryResult<Vec<ModelStanding>> {
    let models = list_models(conn)?;
    let mut query = submissions::table
        .inner_join(problems::table)
        .inner_join(users::table)
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(problems::season_id.eq(season.id))
        .filter(problems::state.ne(ProblemState::Withdrawn))
        .filter(submissions::kind.eq(SubmissionKind::Unranked))
        .filter(submissions::user_id.eq_any(models))
        // A model that may see hidden terms does not compete.
        .filter(users::role.eq(Role::Contestant))
        .filter(judgements::stage_pass.eq(true))
        .filter(rulings::kind.is_null())
        .select((
            submissions::problem_id,
            submissions::user_id,
            users::name,
            users::display_name,
            users::operator,
            submissions::id,
            judgements::score,
            judgements::l_chars,
            submissions::created_at,
            judgements::reward_correct,
            judgements::solver_hash,
        ))
        .into_boxed();
    if let Some(problem) = problem {
        query = query.filter(submissions::problem_id.eq(problem));
    }
    if let Some(until) = until {
        let passed = submissions::problem_id.eq_any(season.list_passed());
        query = query.filter(submissions::created_at.le(until).or(passed));
    }
    let mut best: BTreeMap<(ProblemId, UserId), ModelStanding> = BTreeMap::new();
    for judged in query.load::<Judged>(conn)? {
        let place = (judged.problem, judged.user);
        let standing = ModelStanding {
            operator: judged.operator.unwrap_or_default(),
            hash: judged.hash,
            row: Standing {
                problem_id: judged.problem,
                user_id: judged.user,
                name: judged.name,
                display_name: judged.display_name,
                submission_id: judged.submission,
                score: judged.score,
                l_chars: judged.l_chars,
                submitted_at: judged.submitted_at,
                reward_correct: judged.reward_correct,
                diversity_bonus: None,
            },
        };
        if best
            .get(&place)
            .is_none_or(|before| standing.key() < before.key())
        {
            best.insert(place, standing);
        }
    }
    let mut rows: Vec<ModelStanding> = best.into_values().collect();
    rows.sort_by_key(ModelStanding::key);
    Ok(rows)
}
