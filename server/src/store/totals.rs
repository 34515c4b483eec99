//! The season's board: `season_totals`, the sums over each person's best rows. A row is updated in the transaction
//! that changes the standings, so that a page of the board needs only a few index look-ups, however large the season.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::upsert::excluded;

use super::any::on_either;
use super::schema::{problems, season_totals, standings, users};
use super::{AnyConnection, SeasonId, UserId};

/// A row of the season's board.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = season_totals)]
pub struct Total {
    /// The person.
    pub user_id: UserId,
    /// Sign-in name.
    #[diesel(select_expression = users::name)]
    pub name: String,
    /// Display name.
    #[diesel(select_expression = users::display_name)]
    pub display_name: String,
    /// Sum of the scores.
    pub total: i32,
    /// How many problems are fully solved.
    pub reward_count: i32,
    /// Problems with at least a Stage Pass.
    pub stage_count: i32,
    /// Twice the median length of the programs that fully solve a problem, if length counts.
    pub median_l_chars_twice: Option<i32>,
}

/// A row to be stored.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = season_totals)]
pub struct NewTotal {
    /// Season.
    pub season_id: SeasonId,
    /// Person.
    pub user_id: UserId,
    /// See [`Total`].
    pub total: i32,
    /// See [`Total`].
    pub reward_count: i32,
    /// See [`Total`].
    pub stage_count: i32,
    /// See [`Total`].
    pub median_l_chars_twice: Option<i32>,
}

/// Recomputes a person's row from the standings.
pub fn refresh_total(conn: &mut AnyConnection, season: SeasonId, user: UserId) -> QueryResult<()> {
    let rows: Vec<(i32, Option<i32>, bool)> = standings::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(standings::user_id.eq(user))
        .select((
            standings::score,
            standings::l_chars,
            standings::reward_correct,
        ))
        .load(conn)?;
    if rows.is_empty() {
        return diesel::delete(season_totals::table.find((season, user)))
            .execute(conn)
            .map(drop);
    }
    let solved = || rows.iter().filter(|(.., reward)| *reward);
    let lengths: Vec<i32> = solved().filter_map(|(_, l_chars, _)| *l_chars).collect();
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let new = NewTotal {
        season_id: season,
        user_id: user,
        total: rows.iter().map(|(score, ..)| score).sum(),
        reward_count: count(solved().count()),
        stage_count: count(rows.len()),
        median_l_chars_twice: twice_median(lengths),
    };
    on_either!(conn, |c| diesel::insert_into(season_totals::table)
        .values(&new)
        .on_conflict((season_totals::season_id, season_totals::user_id))
        .do_update()
        .set((
            season_totals::total.eq(excluded(season_totals::total)),
            season_totals::reward_count.eq(excluded(season_totals::reward_count)),
            season_totals::stage_count.eq(excluded(season_totals::stage_count)),
            season_totals::median_l_chars_twice.eq(excluded(season_totals::median_l_chars_twice)),
        ))
        .execute(c))
    .map(drop)
}

/// Twice the median of lengths.
pub fn twice_median(mut lengths: Vec<i32>) -> Option<i32> {
    lengths.sort_unstable();
    let upper = lengths.get(lengths.len() / 2)?;
    let lower = lengths.get(lengths.len().saturating_sub(1) / 2)?;
    Some(upper + lower)
}

/// A page of the board, best first; equal sums by name.
pub fn list_totals(
    conn: &mut AnyConnection,
    season: SeasonId,
    offset: i64,
    limit: i64,
) -> QueryResult<Vec<Total>> {
    season_totals::table
        .inner_join(users::table)
        .filter(season_totals::season_id.eq(season))
        .order((season_totals::total.desc(), users::name_key.asc()))
        .offset(offset)
        .limit(limit)
        .select(Total::as_select())
        .load(conn)
}

/// A person's sums on the boards of all seasons.
pub fn list_totals_of(
    conn: &mut AnyConnection,
    user: UserId,
) -> QueryResult<BTreeMap<SeasonId, i32>> {
    let totals: Vec<(SeasonId, i32)> = season_totals::table
        .filter(season_totals::user_id.eq(user))
        .select((season_totals::season_id, season_totals::total))
        .load(conn)?;
    Ok(totals.into_iter().collect())
}

/// Number of people with more points than these: their rank is one more.
pub fn count_better(conn: &mut AnyConnection, season: SeasonId, total: i32) -> QueryResult<i64> {
    season_totals::table
        .filter(season_totals::season_id.eq(season))
        .filter(season_totals::total.gt(total))
        .count()
        .get_result(conn)
}

/// How many rows precede that of a person on the board; `None` if the person is not on it.
pub fn find_place(
    conn: &mut AnyConnection,
    season: SeasonId,
    user: UserId,
) -> QueryResult<Option<i64>> {
    let of_season = season_totals::season_id.eq(season);
    let own: Option<(i32, String)> = season_totals::table
        .inner_join(users::table)
        .filter(of_season)
        .filter(season_totals::user_id.eq(user))
        .select((season_totals::total, users::name_key))
        .first(conn)
        .optional()?;
    let Some((total, name)) = own else {
        return Ok(None);
    };
    let level: i64 = season_totals::table
        .inner_join(users::table)
        .filter(of_season)
        .filter(season_totals::total.eq(total))
        .filter(users::name_key.lt(name))
        .count()
        .get_result(conn)?;
    Ok(Some(count_better(conn, season, total)? + level))
}

/// Number of people on the board.
pub fn count_totals(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<i64> {
    season_totals::table
        .filter(season_totals::season_id.eq(season))
        .count()
        .get_result(conn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_doubled_so_that_it_is_whole() {
        assert_eq!(twice_median(vec![]), None);
        assert_eq!(twice_median(vec![7]), Some(14));
        assert_eq!(twice_median(vec![40, 51]), Some(91));
        assert_eq!(twice_median(vec![9, 1, 5]), Some(10));
    }
}
