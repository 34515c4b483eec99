//! What boards show of a season, and how their rows are rebuilt when a submission or a problem leaves the contest.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use diesel::prelude::*;

use super::schema::{judgements, problems, rulings, seasons, submissions, users};
use super::standings::{BoardKey, Candidate, delete_problem_standings, delete_standing, offer};
use super::{
    AnyConnection, Moment, ProblemId, ProblemState, SeasonId, SeasonState, StoreError,
    SubmissionId, SubmissionKind, UserId, problems as problem_table, seasons as season_table,
    totals,
};

/// Whether a newly judged row may go onto the boards: not while the blackout hides its submission, not if it was
/// taken out of the contest, and not once the bonuses are computed.
pub(super) fn shows(
    conn: &mut AnyConnection,
    season: SeasonId,
    candidate: &Candidate,
    now: Moment,
) -> QueryResult<bool> {
    let season = season_table::load_season(conn, season)?;
    if season.scored_at.is_some() {
        return Ok(false);
    }
    if season
        .visible_until(now)
        .is_some_and(|until| candidate.submitted_at > until)
    {
        return Ok(false);
    }
    let problem: ProblemState = problems::table
        .find(candidate.problem_id)
        .select(problems::state)
        .first(conn)?;
    let ruled: bool = diesel::select(diesel::dsl::exists(
        rulings::table.find(candidate.submission_id),
    ))
    .get_result(conn)?;
    Ok(problem != ProblemState::Withdrawn && !ruled)
}

#[derive(Queryable)]
struct JudgedCandidate {
    submission: SubmissionId,
    user: UserId,
    score: i32,
    l_chars: Option<i32>,
    submitted_at: Moment,
    solver_hash: Option<String>,
    reward_correct: bool,
}

/// Rebuilds the rows of one problem, or of one person on it, from the judgements that count, without bonuses.
pub fn rebuild_problem(
    conn: &mut AnyConnection,
    problem: ProblemId,
    user: Option<UserId>,
    now: Moment,
) -> Result<(), StoreError> {
    let problem_row = problem_table::load_problem(conn, problem)?;
    let state = problem_row.state;
    let season = season_table::load_season(conn, problem_row.season_id)?;
    let mut people: BTreeSet<UserId> = match user {
        Some(user) => {
            delete_standing(conn, problem, user)?;
            BTreeSet::from([user])
        }
        None => delete_problem_standings(conn, problem)?
            .into_iter()
            .collect(),
    };
    if state != ProblemState::Withdrawn {
        for row in list_judged(conn, problem, user, problem_row.visible_until(&season, now))? {
            people.insert(row.user);
            offer(
                conn,
                &Candidate {
                    problem_id: problem,
                    user_id: row.user,
                    submission_id: row.submission,
                    score: row.score,
                    l_chars: row.l_chars,
                    submitted_at: row.submitted_at,
                    solver_hash: row.solver_hash.unwrap_or_default(),
                    reward_correct: row.reward_correct,
                },
            )?;
        }
    }
    for user in people {
        totals::refresh_total(conn, season.id, user)?;
    }
    Ok(())
}

/// The submissions to a problem that count, of one person or of all, optionally up to a moment.
fn list_judged(
    conn: &mut AnyConnection,
    problem: ProblemId,
    user: Option<UserId>,
    until: Option<Moment>,
) -> QueryResult<Vec<JudgedCandidate>> {
    let mut query = submissions::table
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(submissions::problem_id.eq(problem))
        .filter(submissions::kind.eq(SubmissionKind::Ranked))
        .filter(judgements::stage_pass.eq(true))
        .filter(rulings::kind.is_null())
        .select((
            submissions::id,
            submissions::user_id,
            judgements::score,
            judgements::l_chars,
            submissions::created_at,
            judgements::solver_hash,
            judgements::reward_correct,
        ))
        .into_boxed();
    if let Some(user) = user {
        query = query.filter(submissions::user_id.eq(user));
    }
    if let Some(until) = until {
        query = query.filter(submissions::created_at.le(until));
    }
    query.load(conn)
}

/// The best submission of each person to a problem, ordered as on boards but ignoring what boards hide.
pub(super) fn list_best(
    conn: &mut AnyConnection,
    problem: ProblemId,
) -> QueryResult<BTreeSet<SubmissionId>> {
    let mut rows = list_judged(conn, problem, None, None)?;
    rows.sort_by(|a, b| {
        let key = |row: &JudgedCandidate| (Reverse(row.score), row.l_chars, row.submitted_at);
        (key(a), &a.solver_hash, a.submission).cmp(&(key(b), &b.solver_hash, b.submission))
    });
    let mut people = BTreeSet::new();
    rows.retain(|row| people.insert(row.user));
    Ok(rows.into_iter().map(|row| row.submission).collect())
}

/// A person's own submissions to one season or to all that scored, ignoring what boards hide: season, problem, score
/// and whether all terms are right.
pub fn list_own_best(
    conn: &mut AnyConnection,
    season: Option<SeasonId>,
    user: UserId,
) -> QueryResult<Vec<(SeasonId, ProblemId, i32, bool)>> {
    let mut query = submissions::table
        .inner_join(problems::table)
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(submissions::user_id.eq(user))
        .filter(judgements::stage_pass.eq(true))
        .filter(rulings::kind.is_null())
        .filter(problems::state.ne(ProblemState::Withdrawn))
        .select((
            problems::season_id,
            submissions::problem_id,
            judgements::score,
            judgements::reward_correct,
        ))
        .into_boxed();
    if let Some(season) = season {
        query = query.filter(problems::season_id.eq(season));
    }
    query.load(conn)
}

/// A person's best row on a problem before a submission, without bonuses.
pub fn find_best_before(
    conn: &mut AnyConnection,
    problem: ProblemId,
    user: UserId,
    submission: SubmissionId,
) -> QueryResult<Option<BoardKey>> {
    let rows = list_judged(conn, problem, Some(user), None)?;
    let earlier = rows.into_iter().filter(|row| row.submission < submission);
    Ok(earlier
        .map(|row| (Reverse(row.score), row.l_chars, row.submitted_at))
        .min())
}

/// The states in which a ruling or a rejudging may still change a season's boards.
pub const CHANGEABLE: [SeasonState; 3] = [
    SeasonState::Open,
    SeasonState::Frozen,
    SeasonState::Revealed,
];

/// The author, problem and season of a submission.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_place(
    conn: &mut AnyConnection,
    submission: SubmissionId,
) -> QueryResult<(
    SeasonId,
    SeasonState,
    ProblemId,
    UserId,
    String,
    SubmissionKind,
)> {
    submissions::table
        .inner_join(problems::table.inner_join(seasons::table))
        .inner_join(users::table)
        .filter(submissions::id.eq(submission))
        .select((
            seasons::id,
            seasons::state,
            problems::id,
            users::id,
            users::name,
            submissions::kind,
        ))
        .first(conn)
}
