//! The people of a season, for organizers: who is asked for, and how they are loaded.

use serde::Deserialize;

use super::boards::PageNumber;
use crate::error::AppError;
use crate::pages::season_people::SeasonPerson;
use crate::solve_counts::SolveCounts;
use crate::store::season_people::{FoundPerson, PeopleOf, count_found, list_found};
use crate::store::seasons::Season;
use crate::store::{AnyConnection, Moment, SeasonId};

/// People on one page.
const PAGE_ROWS: u32 = 100;

/// Who is asked for.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct SeasonPeopleQuery {
    pub(in crate::web) label: String,
    pub(in crate::web) page: PageNumber,
}

impl SeasonPeopleQuery {
    fn of(&self, season: SeasonId) -> PeopleOf<'_> {
        let label = Some(self.label.trim()).filter(|label| !label.is_empty());
        PeopleOf { season, label }
    }
}

/// A page of the people of a season.
pub(in crate::web) struct SeasonPeople {
    pub(in crate::web) people: Vec<SeasonPerson>,
    pub(in crate::web) total: u32,
    pub(in crate::web) page: u32,
    pub(in crate::web) pages: u32,
}

impl SeasonPeople {
    /// The page that is asked for.
    ///
    /// # Errors
    /// When the database fails.
    pub(in crate::web) fn load(
        conn: &mut AnyConnection,
        season: &Season,
        query: &SeasonPeopleQuery,
        (tallies, now): (&SolveCounts, Moment),
    ) -> Result<Self, AppError> {
        let (of, page) = (query.of(season.id), query.page.0);
        let mut total = count_found(conn, of)?;
        if of.label.is_none() {
            // All submissions of a season are not counted anew for each page.
            total += tallies.load(conn, season, now)?.sent;
        }
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        let rows = i64::from(PAGE_ROWS);
        let found = list_found(conn, of, (i64::from(page - 1) * rows, rows))?;
        Ok(Self {
            people: found.into_iter().map(season_person).collect(),
            total,
            page,
            pages: total.div_ceil(PAGE_ROWS).max(1),
        })
    }
}

/// All who are asked for, by sign-in name.
///
/// # Errors
/// When the database fails.
pub(in crate::web) fn load_all(
    conn: &mut AnyConnection,
    season: SeasonId,
    query: &SeasonPeopleQuery,
) -> Result<Vec<SeasonPerson>, AppError> {
    let found = list_found(conn, query.of(season), (0, i64::MAX))?;
    Ok(found.into_iter().map(season_person).collect())
}

fn season_person(found: FoundPerson) -> SeasonPerson {
    let (person, display_name, label) = found.person;
    SeasonPerson {
        person,
        display_name,
        label,
        last_seen_at: found.last_seen_at.map(Moment::utc),
        attempts: u32::try_from(found.attempts).unwrap_or(u32::MAX),
        last_attempt_at: found.last_attempt_at.map(Moment::utc),
        solved: u32::try_from(found.solved).unwrap_or(u32::MAX),
        half: u32::try_from(found.half).unwrap_or(u32::MAX),
        best: u32::try_from(found.best).unwrap_or(u32::MAX),
        out: found.out,
    }
}
