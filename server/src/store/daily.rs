//! The candidates for the problem of the day, who solved what when, and who solved it on the page of the day.

use std::collections::BTreeMap;

use diesel::dsl::min;
use diesel::prelude::*;
use diesel::upsert::excluded;

use super::any::on_either;
use super::schema::{daily_solves, judgements, problems, rulings, seasons, submissions};
use super::{AnyConnection, Moment, ProblemId, ProblemState, SeasonId, SeasonState, UserId};

/// A problem that everybody may practise.
#[derive(Clone, Debug)]
pub struct OldProblem {
    /// Its number.
    pub id: ProblemId,
    /// Part of its address.
    pub slug: String,
    /// Slug of its season.
    pub season: String,
    /// When it became public.
    pub revealed_at: Option<Moment>,
}

/// The problems of revealed seasons, without those that were withdrawn.
pub fn list_old(conn: &mut AnyConnection) -> QueryResult<Vec<OldProblem>> {
    let revealed: Vec<(SeasonId, String, Option<Moment>)> = seasons::table
        .filter(seasons::state.eq_any([SeasonState::Revealed, SeasonState::Final]))
        .select((seasons::id, seasons::slug, seasons::revealed_at))
        .load(conn)?;
    let revealed: BTreeMap<SeasonId, (String, Option<Moment>)> = revealed
        .into_iter()
        .map(|(id, slug, at)| (id, (slug, at)))
        .collect();
    let all: Vec<(ProblemId, String, SeasonId)> = problems::table
        .filter(problems::state.ne(ProblemState::Withdrawn))
        .order(problems::id)
        .select((problems::id, problems::slug, problems::season_id))
        .load(conn)?;
    let old = all.into_iter().filter_map(|(id, slug, season)| {
        let (season, revealed_at) = revealed.get(&season)?.clone();
        Some(OldProblem {
            id,
            slug,
            season,
            revealed_at,
        })
    });
    Ok(old.collect())
}

/// When a person submitted full solutions of problems, in the contest or as practice.
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

/// A solution of the problem of a day on the page of the day.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = daily_solves)]
pub struct DailySolve {
    /// The day, as in `2026-11-27`.
    pub day: String,
    /// The solver: an account, or a browser without one.
    pub solver: String,
    /// The account.
    pub user_id: Option<UserId>,
    /// Canonical bytes of the program.
    pub l_chars: i32,
    /// When it was sent.
    pub solved_at: Moment,
}

/// Stores a solution of the problem of a day, unless one with as few bytes is known.
pub fn keep_solve(conn: &mut AnyConnection, solve: &DailySolve) -> QueryResult<()> {
    use diesel::query_dsl::methods::FilterDsl as _;

    on_either!(conn, |c| diesel::insert_into(daily_solves::table)
        .values(solve)
        .on_conflict((daily_solves::day, daily_solves::solver))
        .do_update()
        .set((
            daily_solves::l_chars.eq(excluded(daily_solves::l_chars)),
            daily_solves::solved_at.eq(excluded(daily_solves::solved_at)),
        ))
        .filter(daily_solves::l_chars.gt(solve.l_chars))
        .execute(c))
    .map(drop)
}

/// A rank among those who solved the problem of a day on its page: by bytes, then by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyPlace {
    /// From 1.
    pub rank: i64,
    /// How many people solved it.
    pub people: i64,
    /// Canonical bytes of the program.
    pub l_chars: i32,
}

/// A solver's rank on a day; `None` for somebody who has not solved it.
pub fn find_place(
    conn: &mut AnyConnection,
    day: &str,
    solver: &str,
) -> QueryResult<Option<DailyPlace>> {
    let of_day = || daily_solves::table.filter(daily_solves::day.eq(day));
    let own: Option<(i32, Moment)> = of_day()
        .filter(daily_solves::solver.eq(solver))
        .select((daily_solves::l_chars, daily_solves::solved_at))
        .first(conn)
        .optional()?;
    let Some((l_chars, at)) = own else {
        return Ok(None);
    };
    let sooner = daily_solves::l_chars
        .eq(l_chars)
        .and(daily_solves::solved_at.lt(at));
    let before: i64 = of_day()
        .filter(daily_solves::l_chars.lt(l_chars).or(sooner))
        .count()
        .get_result(conn)?;
    Ok(Some(DailyPlace {
        rank: before + 1,
        people: count_solvers(conn, day)?,
        l_chars,
    }))
}

/// The bytes of the shortest program for each of these days on whose page the problem was solved, or of one solver's.
pub fn list_shortest(
    conn: &mut AnyConnection,
    days: &[String],
    solver: Option<&str>,
) -> QueryResult<BTreeMap<String, i32>> {
    let mut query = daily_solves::table
        .filter(daily_solves::day.eq_any(days))
        .group_by(daily_solves::day)
        .select((
            daily_solves::day,
            min(daily_solves::l_chars).assume_not_null(),
        ))
        .into_boxed();
    if let Some(solver) = solver {
        query = query.filter(daily_solves::solver.eq(solver));
    }
    let rows: Vec<(String, i32)> = query.load(conn)?;
    Ok(rows.into_iter().collect())
}

/// How many people solved the problem of a day on its page.
pub fn count_solvers(conn: &mut AnyConnection, day: &str) -> QueryResult<i64> {
    daily_solves::table
        .filter(daily_solves::day.eq(day))
        .count()
        .get_result(conn)
}

/// The days on whose page a person solved the problem.
pub fn list_played(conn: &mut AnyConnection, user: UserId) -> QueryResult<Vec<String>> {
    daily_solves::table
        .filter(daily_solves::user_id.eq(user))
        .select(daily_solves::day)
        .load(conn)
}

/// Makes what a browser solved without an account that of an account, but for the days that the account has solved.
pub fn take_over(
    conn: &mut AnyConnection,
    browser: &str,
    (account, user): (&str, UserId),
) -> QueryResult<()> {
    let of_browser = || daily_solves::table.filter(daily_solves::solver.eq(browser));
    diesel::update(of_browser().filter(daily_solves::day.ne_all(list_played(conn, user)?)))
        .set((
            daily_solves::solver.eq(account),
            daily_solves::user_id.eq(user),
        ))
        .execute(conn)?;
    diesel::delete(of_browser()).execute(conn).map(drop)
}

/// Deletes a person's solutions of problems of the day.
pub(super) fn delete_solves_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(daily_solves::table)
        .filter(daily_solves::user_id.eq(user))
        .execute(conn)
        .map(drop)
}
