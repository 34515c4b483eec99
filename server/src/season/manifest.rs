//! The manifest of a season, from its row: published when the season is scheduled.

use dojo_judge::contest::physics::PhysicsParameters;
use dojo_judge::contest::sequence::{ScoringNumbers, SequenceParameters};
use dojo_judge::contest::{Parameters, Scoring};
use dojo_judge::digest::Seed;
use dojo_judge::season::log::EntryBody;
use dojo_judge::season::manifest::{FORMAT, Manifest};
use dojo_judge::sequence::ScoringVersion;
use dojo_sandbox::Limits;

use super::lifecycle::ChangeError;
use crate::store::log::micros;
use crate::store::seasons::Season;
use crate::store::{AnyConnection, Contest, StoreError, records};

fn senseless(what: &str) -> StoreError {
    StoreError::Value(format!("a season whose {what} makes no sense"))
}

fn small(what: &str, value: i32) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(|_| senseless(what))
}

/// The manifest of a season as it stands. `seed` is that of a season of derivations.
///
/// # Errors
/// When a stored number makes no sense.
pub fn manifest(season: &Season, seed: Option<&Seed>) -> Result<Manifest, StoreError> {
    let scoring: Scoring = season
        .scoring_version
        .parse()
        .map_err(|_| senseless("scoring version"))?;
    let parameters: Parameters = match season.contest {
        Contest::Sequence => numbers_of_programs(season)?.into(),
        Contest::Physics => {
            let seed = seed.ok_or_else(|| senseless("seed"))?;
            numbers_of_derivations(season, seed)?.into()
        }
    };
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
        // Derivations are graded by the grader of today, not by that of the day of the import.
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

fn numbers_of_programs(season: &Season) -> Result<SequenceParameters, StoreError> {
    let version = season.scoring_version.parse::<ScoringVersion>();
    let version = version.map_err(|_| senseless("scoring version"))?;
    let large = |what: &str, value: i64| u64::try_from(value).map_err(|_| senseless(what));
    Ok(SequenceParameters {
        n_check: small("n_check", season.n_check)?,
        n_stage: small("n_stage", season.n_stage)?,
        n_public: small("n_public", season.n_public)?,
        fuel: large("fuel limit", season.fuel_limit)?,
        memory_bytes: large("memory limit", season.memory_limit_bytes)?,
        output_bytes: small("output limit", season.output_limit_bytes)?,
        stderr_bytes: Limits::default().stderr_bytes,
        max_term_digits: small("limit of digits", season.max_term_digits)?,
        attempts_max: small("number of attempts", season.attempts_max)?,
        attempt_interval_seconds: small("interval", season.attempt_interval_seconds)?,
        feedback: season.term_feedback.into(),
        scoring: ScoringNumbers::of(version),
    })
}

fn numbers_of_derivations(season: &Season, seed: &Seed) -> Result<PhysicsParameters, StoreError> {
    let (Some(max_formulas), Some(feedback)) = (season.max_formulas, season.feedback) else {
        return Err(senseless("grading"));
    };
    Ok(PhysicsParameters {
        max_formulas: small("number of formulas", max_formulas)?,
        feedback: feedback.into(),
        attempts_max: small("number of attempts", season.attempts_max)?,
        attempt_interval_seconds: small("interval", season.attempt_interval_seconds)?,
        ..PhysicsParameters::with_seed(seed.commitment(&season.slug))
    })
}

/// Publishes the manifest of a season; its entry for the log. The seed of a season of derivations is
/// drawn now.
pub(super) fn publish_manifest(
    conn: &mut AnyConnection,
    season: &Season,
) -> Result<EntryBody, ChangeError> {
    let seed = match season.contest {
        Contest::Sequence => None,
        Contest::Physics => Some(Seed(rand::random())),
    };
    let manifest = manifest(season, seed.as_ref())?;
    let hash = manifest.hash();
    let seed = seed.map(|seed| seed.to_string());
    let json = manifest.to_json();
    records::insert_manifest(conn, season.id, &json, &hash.to_string(), seed.as_deref())?;
    Ok(EntryBody::ManifestPublished { manifest: hash })
}
