//! The people of a season for the organizers' list: everybody who submitted to it or is disqualified.

use std::collections::BTreeMap;

use diesel::dsl::{count, count_star, exists, max, not, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};

use super::schema::{barred, judgements, problems, rulings, submissions, users};
use super::{
    AnyConnection, Moment, ProblemId, ProblemState, SeasonId, SubmissionKind, SubmissionState,
    UserId, in_parts, may_exist,
};

diesel::allow_columns_to_appear_in_same_group_by_clause!(
    submissions::user_id,
    submissions::problem_id,
    judgements::reward_correct,
);

/// A person of a season.
#[derive(Clone, Debug)]
pub struct FoundPerson {
    /// Sign-in name, display name and label.
    pub person: (String, String, String),
    /// When the person was last seen on the site, to ten minutes.
    pub last_seen_at: Option<Moment>,
    /// How many attempts were used.
    pub attempts: i64,
    /// When the last of them was received.
    pub last_attempt_at: Option<Moment>,
    /// How many problems were solved.
    pub solved: usize,
    /// How many were solved in part.
    pub half: usize,
    /// The sum of the best scores, ignoring what boards hide and without bonuses that depend on others.
    pub best: i64,
    /// Why the person is disqualified.
    pub out: Option<String>,
}

type Listed = (UserId, (String, String, String), Option<Moment>);

/// Which people to list: all of a season, or those with a label.
#[derive(Clone, Copy, Debug)]
pub struct PeopleOf<'a> {
    /// The season.
    pub season: SeasonId,
    /// The whole label.
    pub label: Option<&'a str>,
}

/// People who have submitted to a season or are disqualified from it. The query starts from people, so that listing
/// the first hundred by name reads little more than a hundred.
fn found(of: PeopleOf<'_>) -> users::BoxedQuery<'_, <AnyConnection as Connection>::Backend> {
    const SENT: &str = "(EXISTS (SELECT 1 FROM submissions JOIN problems ON problems.id = submissions.problem_id \
                        WHERE submissions.user_id = users.id AND submissions.kind <> 'practice' \
                        AND problems.season_id = ";
    const OUT: &str =
        ") OR EXISTS (SELECT 1 FROM barred WHERE barred.user_id = users.id AND barred.season_id = ";
    let is_found = sql::<Bool>(SENT)
        .bind::<BigInt, _>(of.season)
        .sql(OUT)
        .bind::<BigInt, _>(of.season)
        .sql("))");
    let mut query = users::table.filter(is_found).into_boxed();
    if let Some(label) = of.label {
        query = query.filter(users::label.eq(label));
    }
    query
}

/// How many people have submitted to a season.
pub fn count_sent(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<i64> {
    submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .select(count(submissions::user_id).aggregate_distinct())
        .get_result(conn)
}

/// How many people have this label or, without one, how many there are besides those who have submitted.
pub fn count_found(conn: &mut AnyConnection, of: PeopleOf<'_>) -> QueryResult<i64> {
    if let Some(label) = of.label {
        if !may_exist(label) {
            return Ok(0);
        }
        return found(of).count().get_result(conn);
    }
    let sent = submissions::table
        .inner_join(problems::table)
        .filter(submissions::user_id.eq(barred::user_id))
        .filter(problems::season_id.eq(barred::season_id))
        .filter(submissions::kind.ne(SubmissionKind::Practice));
    barred::table
        .filter(barred::season_id.eq(of.season))
        .filter(not(exists(sent)))
        .count()
        .get_result(conn)
}

/// A page of them by sign-in name.
pub fn list_found(
    conn: &mut AnyConnection,
    of: PeopleOf<'_>,
    (offset, limit): (i64, i64),
) -> QueryResult<Vec<FoundPerson>> {
    if of.label.is_some_and(|label| !may_exist(label)) {
        return Ok(Vec::new());
    }
    let listed: Vec<Listed> = found(of)
        .order(users::name_key)
        .offset(offset)
        .limit(limit)
        .select((
            users::id,
            (users::name, users::display_name, users::label),
            users::last_seen_at,
        ))
        .load(conn)?;
    let people: Vec<UserId> = listed.iter().map(|(user, ..)| *user).collect();
    let out: BTreeMap<UserId, String> = barred::table
        .filter(barred::season_id.eq(of.season))
        .select((barred::user_id, barred::reason))
        .load::<(UserId, String)>(conn)?
        .into_iter()
        .collect();
    let attempts: BTreeMap<UserId, (i64, Option<Moment>)> = in_parts(&people, |some| {
        submissions::table
            .inner_join(problems::table)
            .filter(problems::season_id.eq(of.season))
            .filter(submissions::user_id.eq_any(some))
            .filter(submissions::kind.ne(SubmissionKind::Practice))
            .filter(submissions::state.ne(SubmissionState::Internal))
            .filter(submissions::carried_from.is_null())
            .group_by(submissions::user_id)
            .select((
                submissions::user_id,
                count_star(),
                max(submissions::created_at),
            ))
            .load::<(UserId, i64, Option<Moment>)>(conn)
    })?
    .into_iter()
    .map(|(user, count, last)| (user, (count, last)))
    .collect();
    let mut best: BTreeMap<UserId, (usize, usize, i64)> = BTreeMap::new();
    for (user, score, is_whole) in list_best(conn, of.season, &people)? {
        let (solved, half, sum) = best.entry(user).or_default();
        *(if is_whole { solved } else { half }) += 1;
        *sum += i64::from(score);
    }
    let listed = listed.into_iter();
    Ok(listed
        .map(|(user, person, last_seen_at)| {
            let (attempts, last_attempt_at) = attempts.get(&user).copied().unwrap_or_default();
            let (solved, half, best) = best.get(&user).copied().unwrap_or_default();
            FoundPerson {
                person,
                last_seen_at,
                attempts,
                last_attempt_at,
                solved,
                half,
                best,
                out: out.get(&user).cloned(),
            }
        })
        .collect())
}

/// The best score of each of these people on each problem that is in the contest, and whether it was solved.
fn list_best(
    conn: &mut AnyConnection,
    season: SeasonId,
    people: &[UserId],
) -> QueryResult<Vec<(UserId, i32, bool)>> {
    let rows: Vec<(UserId, ProblemId, bool, Option<i32>)> = in_parts(people, |some| {
        submissions::table
            .inner_join(problems::table)
            .inner_join(
                judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())),
            )
            .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
            .filter(problems::season_id.eq(season))
            .filter(submissions::user_id.eq_any(some))
            .filter(problems::state.ne(ProblemState::Withdrawn))
            .filter(submissions::kind.eq(SubmissionKind::Ranked))
            .filter(judgements::stage_pass.eq(true))
            .filter(rulings::kind.is_null())
            .group_by((
                submissions::user_id,
                submissions::problem_id,
                judgements::reward_correct,
            ))
            .select((
                submissions::user_id,
                submissions::problem_id,
                judgements::reward_correct,
                max(judgements::score),
            ))
            .load(conn)
    })?;
    let mut best: BTreeMap<(UserId, ProblemId), (i32, bool)> = BTreeMap::new();
    for (user, problem, is_whole, score) in rows {
        let known = best.entry((user, problem)).or_default();
        *known = (known.0.max(score.unwrap_or(0)), known.1 || is_whole);
    }
    let best = best.into_iter();
    Ok(best
        .map(|((user, _), (score, is_whole))| (user, score, is_whole))
        .collect())
}
