//! Seasons and their parameters: `seasons`.

use diesel::prelude::*;

use super::schema::{problems, seasons};
use super::{AnyConnection, Moment, SeasonId, SeasonState, StoreError, may_exist, write};

/// A season.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = seasons)]
pub struct Season {
    /// Number.
    pub id: SeasonId,
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub summary: String,
    /// State.
    pub state: SeasonState,
    /// Version of the scoring.
    pub scoring_version: String,
    /// Terms of a full solution, unless a problem says otherwise.
    pub n_check: i32,
    /// Terms of a Stage Pass, likewise.
    pub n_stage: i32,
    /// Terms that are published, likewise.
    pub n_public: i32,
    /// Fuel of one run.
    pub fuel_limit: i64,
    /// Memory of one run, in bytes.
    pub memory_limit_bytes: i64,
    /// Output of one run before its last term, in bytes.
    pub output_limit_bytes: i32,
    /// Digits of one term.
    pub max_term_digits: i32,
    /// Submissions of a person to one problem.
    pub attempts_max: i32,
    /// Seconds between two of them.
    pub attempt_interval_seconds: i32,
    /// Digest of the runtime that made the terms.
    pub runtime_digest: String,
    /// When it opened or is to open.
    pub opens_at: Option<Moment>,
    /// When it is to freeze.
    pub freeze_at: Option<Moment>,
    /// When it froze.
    pub freeze_started_at: Option<Moment>,
    /// When it came into the database.
    pub created_at: Moment,
}

/// A season to be stored, without its problems.
#[derive(Clone, Debug, PartialEq, Eq, Insertable)]
#[diesel(table_name = seasons)]
pub struct NewSeason {
    /// See [`Season`].
    pub slug: String,
    /// See [`Season`].
    pub title: String,
    /// See [`Season`].
    pub summary: String,
    /// See [`Season`].
    pub scoring_version: String,
    /// See [`Season`].
    pub n_check: i32,
    /// See [`Season`].
    pub n_stage: i32,
    /// See [`Season`].
    pub n_public: i32,
    /// See [`Season`].
    pub fuel_limit: i64,
    /// See [`Season`].
    pub memory_limit_bytes: i64,
    /// See [`Season`].
    pub output_limit_bytes: i32,
    /// See [`Season`].
    pub max_term_digits: i32,
    /// See [`Season`].
    pub attempts_max: i32,
    /// See [`Season`].
    pub attempt_interval_seconds: i32,
}

impl From<&Season> for NewSeason {
    /// What of a stored season comes from its folder.
    fn from(season: &Season) -> Self {
        Self {
            slug: season.slug.clone(),
            title: season.title.clone(),
            summary: season.summary.clone(),
            scoring_version: season.scoring_version.clone(),
            n_check: season.n_check,
            n_stage: season.n_stage,
            n_public: season.n_public,
            fuel_limit: season.fuel_limit,
            memory_limit_bytes: season.memory_limit_bytes,
            output_limit_bytes: season.output_limit_bytes,
            max_term_digits: season.max_term_digits,
            attempts_max: season.attempts_max,
            attempt_interval_seconds: season.attempt_interval_seconds,
        }
    }
}

/// All seasons, newest first; drafts only for staff.
///
/// # Errors
/// When the database fails.
pub fn list_seasons(conn: &mut AnyConnection, with_drafts: bool) -> QueryResult<Vec<Season>> {
    let mut query = seasons::table
        .select(Season::as_select())
        .order((seasons::created_at.desc(), seasons::id.desc()))
        .into_boxed();
    if !with_drafts {
        query = query.filter(seasons::state.ne(SeasonState::Draft));
    }
    query.load(conn)
}

/// The season of that slug, in whatever state.
///
/// # Errors
/// When the database fails.
pub fn find_season(conn: &mut AnyConnection, slug: &str) -> QueryResult<Option<Season>> {
    if !may_exist(slug) {
        return Ok(None);
    }
    seasons::table
        .filter(seasons::slug.eq(slug))
        .select(Season::as_select())
        .first(conn)
        .optional()
}

/// The season of that number.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_season(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<Season> {
    seasons::table
        .find(id)
        .select(Season::as_select())
        .first(conn)
}

/// Like [`load_season`], and nobody changes the season before the transaction ends.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_season_locked(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<Season> {
    if let AnyConnection::Postgres(c) = conn {
        seasons::table
            .find(id)
            .select(seasons::id)
            .for_share()
            .first::<SeasonId>(c)?;
    }
    load_season(conn, id)
}

/// Stores a draft.
///
/// # Errors
/// When the database fails.
pub fn insert_season(
    conn: &mut AnyConnection,
    season: &NewSeason,
    runtime_digest: &str,
    now: Moment,
) -> QueryResult<SeasonId> {
    diesel::insert_into(seasons::table)
        .values((
            season,
            seasons::state.eq(SeasonState::Draft),
            seasons::runtime_digest.eq(runtime_digest),
            seasons::created_at.eq(now),
        ))
        .returning(seasons::id)
        .get_result(conn)
}

/// Takes a draft away with its problems; false when it is not a draft.
///
/// # Errors
/// When the database fails.
pub fn delete_draft(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<bool> {
    let draft = seasons::table
        .filter(seasons::id.eq(id))
        .filter(seasons::state.eq(SeasonState::Draft));
    diesel::delete(problems::table)
        .filter(problems::season_id.eq_any(draft.select(seasons::id)))
        .execute(conn)?;
    diesel::delete(draft).execute(conn).map(|rows| rows == 1)
}

/// Opens a season that is a draft or scheduled; false when it is in another state.
///
/// # Errors
/// When the database fails.
pub fn open_season(conn: &mut AnyConnection, id: SeasonId, now: Moment) -> QueryResult<bool> {
    diesel::update(seasons::table)
        .filter(seasons::id.eq(id))
        .filter(seasons::state.eq_any([SeasonState::Draft, SeasonState::Scheduled]))
        .set((
            seasons::state.eq(SeasonState::Open),
            seasons::opens_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Freezes an open season and stamps the moment; false when it is in another state. `clock` is
/// read once nobody is storing a submission any more, so that none that was accepted is later.
///
/// # Errors
/// When the database fails.
pub fn freeze_season(
    conn: &mut AnyConnection,
    id: SeasonId,
    clock: &dyn Fn() -> Moment,
) -> Result<bool, StoreError> {
    write(conn, |conn| {
        if let AnyConnection::Postgres(c) = conn {
            seasons::table
                .find(id)
                .select(seasons::id)
                .for_update()
                .first::<SeasonId>(c)?;
        }
        let frozen = diesel::update(seasons::table)
            .filter(seasons::id.eq(id))
            .filter(seasons::state.eq(SeasonState::Open))
            .set((
                seasons::state.eq(SeasonState::Frozen),
                seasons::freeze_started_at.eq(clock()),
            ))
            .execute(conn)?;
        Ok(frozen == 1)
    })
}
