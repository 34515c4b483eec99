//! The clocks of shows: `shows`.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel::upsert::excluded;

use super::any::on_either;
use super::schema::shows;
use super::{AnyConnection, Moment, ProblemId, SeasonId};

/// The clock of a show. It alone decides what everybody sees at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Queryable)]
pub struct ShowClock {
    /// The position in milliseconds when it was last started or paused.
    pub position_ms: i64,
    /// Since when it runs; `None` while it is paused.
    pub since: Option<Moment>,
    /// The length of the whole show in milliseconds.
    pub length_ms: i64,
}

impl ShowClock {
    /// The position in milliseconds.
    pub fn position(self, now: Moment) -> i64 {
        let runs = self
            .since
            .map_or(TimeDelta::zero(), |since| now.since(since));
        self.position_ms + runs.num_milliseconds().max(0)
    }

    /// Whether the whole show was played.
    pub fn is_over(self, now: Moment) -> bool {
        self.position(now) >= self.length_ms
    }

    /// Whether it is running or paused.
    pub fn is_on(self, now: Moment) -> bool {
        !self.is_over(now)
    }
}

/// The clock of a season's show; `None` before it was first started.
pub fn find_show(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Option<ShowClock>> {
    shows::table
        .find(season)
        .select((shows::position_ms, shows::since, shows::length_ms))
        .first(conn)
        .optional()
}

/// The clocks of all shows that were started.
pub fn list_shows(conn: &mut AnyConnection) -> QueryResult<BTreeMap<SeasonId, ShowClock>> {
    let all: Vec<(SeasonId, ShowClock)> = shows::table
        .select((
            shows::season_id,
            (shows::position_ms, shows::since, shows::length_ms),
        ))
        .load(conn)?;
    Ok(all.into_iter().collect())
}

/// After how many milliseconds the show of a season passes which problem.
pub fn list_passes(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> QueryResult<Vec<(i64, ProblemId)>> {
    let passes: Option<String> = shows::table
        .find(season)
        .select(shows::passes)
        .first(conn)
        .optional()?;
    let passes = passes.unwrap_or_default();
    let lines = passes.lines().filter_map(|line| {
        let (after, problem) = line.split_once(' ')?;
        Some((after.parse().ok()?, ProblemId(problem.parse().ok()?)))
    });
    Ok(lines.collect())
}

/// Sets for each problem after how many milliseconds the show of a season passes it.
pub fn set_passes(
    conn: &mut AnyConnection,
    season: SeasonId,
    passes: &[(u32, ProblemId)],
) -> QueryResult<()> {
    let lines = passes
        .iter()
        .map(|(after, problem)| format!("{after} {}\n", problem.0));
    diesel::update(shows::table.find(season))
        .set(shows::passes.eq(lines.collect::<String>()))
        .execute(conn)
        .map(drop)
}

/// Sets the clock of a season's show.
pub fn set_show(conn: &mut AnyConnection, season: SeasonId, clock: ShowClock) -> QueryResult<()> {
    on_either!(conn, |c| diesel::insert_into(shows::table)
        .values((
            shows::season_id.eq(season),
            shows::position_ms.eq(clock.position_ms),
            shows::since.eq(clock.since),
            shows::length_ms.eq(clock.length_ms),
        ))
        .on_conflict(shows::season_id)
        .do_update()
        .set((
            shows::position_ms.eq(excluded(shows::position_ms)),
            shows::since.eq(excluded(shows::since)),
            shows::length_ms.eq(excluded(shows::length_ms)),
        ))
        .execute(c))
    .map(drop)
}
