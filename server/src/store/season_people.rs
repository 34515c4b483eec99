//! The people of a season as organizers look for them: whoever has submitted to it, or is out of it.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::{count_star, max};
use diesel::prelude::*;

use super::schema::{barred, judgements, problems, rulings, submissions, users};
use super::{
    AnyConnection, Moment, ProblemState, SeasonId, SubmissionKind, SubmissionState, UserId,
    may_exist,
};

/// A person of a season.
#[derive(Clone, Debug)]
pub struct FoundPerson {
    /// Sign-in name, name that others see, and label.
    pub person: (String, String, String),
    /// When the person was last seen on the site, to ten minutes.
    pub last_seen_at: Option<Moment>,
    /// Attempts that were used.
    pub attempts: i64,
    /// When the last of them was received.
    pub last_attempt_at: Option<Moment>,
    /// Problems that were solved at least in part.
    pub solved: usize,
    /// Sum of the best scores, whatever boards show, without bonuses that depend on others.
    pub best: i64,
    /// Why the person is out of the contest.
    pub out: Option<String>,
}

type Listed = (UserId, (String, String, String), Option<Moment>);

/// The people of a season with that label, or all of them, by sign-in name.
pub fn list_found(
    conn: &mut AnyConnection,
    season: SeasonId,
    label: Option<&str>,
) -> QueryResult<Vec<FoundPerson>> {
    let out: BTreeMap<UserId, String> = barred::table
        .filter(barred::season_id.eq(season))
        .select((barred::user_id, barred::reason))
        .load::<(UserId, String)>(conn)?
        .into_iter()
        .collect();
    let sent: BTreeSet<UserId> = submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .select(submissions::user_id)
        .distinct()
        .load::<UserId>(conn)?
        .into_iter()
        .collect();
    let attempts: BTreeMap<UserId, (i64, Option<Moment>)> = submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .filter(submissions::state.ne(SubmissionState::Internal))
        .filter(submissions::carried_from.is_null())
        .group_by(submissions::user_id)
        .select((
            submissions::user_id,
            count_star(),
            max(submissions::created_at),
        ))
        .load::<(UserId, i64, Option<Moment>)>(conn)?
        .into_iter()
        .map(|(user, count, last)| (user, (count, last)))
        .collect();
    let mut best: BTreeMap<UserId, (usize, i64)> = BTreeMap::new();
    for (user, score) in list_best(conn, season)? {
        let (solved, sum) = best.entry(user).or_default();
        *solved += 1;
        *sum += i64::from(score);
    }
    let mut query = users::table
        .order(users::name_key)
        .select((
            users::id,
            (users::name, users::display_name, users::label),
            users::last_seen_at,
        ))
        .into_boxed();
    if let Some(label) = label {
        if !may_exist(label) {
            return Ok(Vec::new());
        }
        query = query.filter(users::label.eq(label.to_owned()));
    }
    let everybody: Vec<Listed> = query.load(conn)?;
    let of_season = everybody
        .into_iter()
        .filter(|(user, ..)| sent.contains(user) || out.contains_key(user));
    Ok(of_season
        .map(|(user, person, last_seen_at)| {
            let (attempts, last_attempt_at) = attempts.get(&user).copied().unwrap_or_default();
            let (solved, best) = best.get(&user).copied().unwrap_or_default();
            FoundPerson {
                person,
                last_seen_at,
                attempts,
                last_attempt_at,
                solved,
                best,
                out: out.get(&user).cloned(),
            }
        })
        .collect())
}

/// The best score of each person on each problem that is in the contest.
fn list_best(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<(UserId, i32)>> {
    let rows: Vec<(UserId, Option<i32>)> = submissions::table
        .inner_join(problems::table)
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        .filter(problems::season_id.eq(season))
        .filter(problems::state.ne(ProblemState::Withdrawn))
        .filter(submissions::kind.eq(SubmissionKind::Ranked))
        .filter(judgements::stage_pass.eq(true))
        .filter(rulings::kind.is_null())
        .group_by((submissions::user_id, submissions::problem_id))
        .select((submissions::user_id, max(judgements::score)))
        .load(conn)?;
    let scored = rows.into_iter();
    Ok(scored
        .filter_map(|(user, score)| Some((user, score?)))
        .collect())
}
