//! The published record of a season besides its rows: `season_records`.

use diesel::prelude::*;
use dojo_judge::digest::Seed;

use super::schema::season_records;
use super::{AnyConnection, SeasonId, StoreError};

/// The published record of a season.
#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = season_records)]
pub struct SeasonRecord {
    /// The manifest as canonical JSON.
    pub manifest: String,
    /// Its hash.
    pub manifest_hash: String,
    /// The Merkle root over all submissions, from Freeze on.
    pub merkle_root: Option<String>,
    /// Hash of the results, once they are computed.
    pub results_hash: Option<String>,
    seed: Option<String>,
}

impl SeasonRecord {
    /// The seed of a season of derivations, for the judge and for Reveal. It must not appear in a page, a log or an
    /// answer before that.
    pub fn seed(&self) -> Option<&str> {
        self.seed.as_deref()
    }
}

/// The published record of a season; `None` before it is scheduled.
pub fn find_record(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> QueryResult<Option<SeasonRecord>> {
    season_records::table
        .find(season)
        .select(SeasonRecord::as_select())
        .first(conn)
        .optional()
}

/// Publishes the manifest, and stores the seed that it commits to.
///
/// # Errors
/// When there is one already, and when the database fails.
pub fn insert_manifest(
    conn: &mut AnyConnection,
    season: SeasonId,
    manifest: &str,
    hash: &str,
    seed: Option<&str>,
) -> QueryResult<()> {
    diesel::insert_into(season_records::table)
        .values((
            season_records::season_id.eq(season),
            season_records::manifest.eq(manifest),
            season_records::manifest_hash.eq(hash),
            season_records::seed.eq(seed),
        ))
        .execute(conn)
        .map(drop)
}

/// The seed of a season, if it has one and is scheduled. It must not appear in a page, a log or an answer before
/// Reveal.
pub fn load_seed(conn: &mut AnyConnection, season: SeasonId) -> Result<Option<Seed>, StoreError> {
    let record = find_record(conn, season)?;
    let seed = record.as_ref().and_then(|record| record.seed());
    seed.map(|seed| {
        seed.parse()
            .map_err(|error| StoreError::Value(format!("a seed: {error}")))
    })
    .transpose()
}

/// Publishes the Merkle root over the submissions.
pub fn set_merkle_root(conn: &mut AnyConnection, season: SeasonId, root: &str) -> QueryResult<()> {
    diesel::update(season_records::table.find(season))
        .set(season_records::merkle_root.eq(root))
        .execute(conn)
        .map(drop)
}

/// Publishes the hash of the results.
pub fn set_results_hash(conn: &mut AnyConnection, season: SeasonId, hash: &str) -> QueryResult<()> {
    diesel::update(season_records::table.find(season))
        .set(season_records::results_hash.eq(hash))
        .execute(conn)
        .map(drop)
}
