//! Builds the manifest of a season from its row; it is published when the season is scheduled.

use dojo_judge::contest::{Announced, Scoring};
use dojo_judge::digest::Seed;
use dojo_judge::record::log::EntryBody;
use dojo_judge::record::manifest::{FORMAT, Manifest};

use super::lifecycle::ChangeError;
use crate::store::log::micros;
use crate::store::seasons::Season;
use crate::store::{AnyConnection, StoreError, records};

fn senseless(what: &str) -> StoreError {
    StoreError::Value(format!("a season whose {what} makes no sense"))
}

fn small(what: &str, value: i32) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(|_| senseless(what))
}

/// The manifest of a season in its current state, with its seed if it has one.
///
/// # Errors
/// When a stored number is invalid.
pub fn manifest(season: &Season, seed: Option<&Seed>) -> Result<Manifest, StoreError> {
    let scoring: Scoring = season
        .scoring_version
        .parse()
        .map_err(|_| senseless("scoring version"))?;
    let announced = Announced {
        season: &season.slug,
        scoring,
        attempts_max: small("number of attempts", season.attempts_max)?,
        attempt_interval_seconds: small("interval", season.attempt_interval_seconds)?,
        seed,
    };
    let parameters = season.settings.announce(&announced).map_err(senseless)?;
    if parameters.seed_commitment().is_none() && seed.is_some() {
        return Err(senseless("seed"));
    }
    Ok(Manifest {
        format: FORMAT.to_owned(),
        season: season.slug.clone(),
        title: season.title.clone(),
        summary: season.summary.clone(),
        parameters,
        scoring,
        // The judge other than the sandbox is the current one, not that of the day of the import.
        runtime_digest: season
            .own_digest(&season.runtime_digest)
            .parse()
            .map_err(|_| senseless("runtime digest"))?,
        opens_at_us: season.opens_at.map(micros),
        freezes_at_us: season.freeze_at.map(micros),
        blackout_at_us: season.blackout_at.map(micros),
        boards: season.boards.into(),
    })
}

/// Publishes the manifest of a season and returns its log entry. Draws the seed now, if the season has one.
pub(super) fn publish_manifest(
    conn: &mut AnyConnection,
    season: &Season,
) -> Result<EntryBody, ChangeError> {
    let seed = season.contest.has_seed().then(|| Seed(rand::random()));
    let manifest = manifest(season, seed.as_ref())?;
    let hash = manifest.hash();
    let seed = seed.map(|seed| seed.to_string());
    let json = manifest.to_json();
    records::insert_manifest(conn, season.id, &json, &hash.to_string(), seed.as_deref())?;
    Ok(EntryBody::ManifestPublished { manifest: hash })
}
