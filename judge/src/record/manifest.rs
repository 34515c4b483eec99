//! The manifest of a season: everything that decides results. It is published with its hash when the season is
//! scheduled, and fixed from then on.

use serde::{Deserialize, Serialize};

use crate::canonical_json;
use crate::contest::{Kind as _, Member as _, Parameters, Scoring, each};
use crate::digest::{Digest, Fields};
use crate::words;

words! {
    /// How long boards are not updated after the blackout or Freeze.
    Boards("boards") {
        /// Until the bonuses are computed.
        UntilScored = "until-scored",
        /// Until Reveal.
        UntilReveal = "until-reveal",
    }
}

/// The word that says what the file is.
pub const FORMAT: &str = "sequence-dojo/season/1";

/// The manifest of a season. Times are µs since 1970, UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// Slug of the season.
    pub season: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// The scoring version, which also determines the type of contest.
    pub scoring: Scoring,
    /// The parameters.
    pub parameters: Parameters,
    /// Digest of the sandbox that judges, or of the grader.
    pub runtime_digest: Digest,
    /// When it is planned to open.
    pub opens_at_us: Option<i64>,
    /// When it is planned to freeze.
    pub freezes_at_us: Option<i64>,
    /// From when on boards hide other people's progress until Freeze is done.
    pub blackout_at_us: Option<i64>,
    /// How long boards are not updated; manifests from before there was a choice omit it.
    #[serde(default = "until_scored", skip_serializing_if = "is_until_scored")]
    pub boards: Boards,
}

fn until_scored() -> Boards {
    Boards::UntilScored
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_until_scored(boards: &Boards) -> bool {
    *boards == Boards::UntilScored
}

/// A manifest that contradicts itself or this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    /// Another kind of file, or a newer format.
    #[error("`format` is {0:?}; this program reads {FORMAT:?}")]
    Format(String),
    /// The parameters contradict themselves, the scoring or the judge.
    #[error("{0}")]
    Parameters(String),
    /// The parameters are those of another type of contest.
    #[error("`parameters` are not those of a season with scoring {0}")]
    OtherContest(Scoring),
}

impl Manifest {
    /// The manifest as canonical JSON, as it is published.
    pub fn to_json(&self) -> String {
        canonical_json::to_string(self).expect("texts, integers and digests only")
    }

    /// `SHA-256("sequence-dojo/season/1" ‖ manifest as canonical JSON)`, both preceded by their
    /// length as eight bytes, most significant first.
    pub fn hash(&self) -> Digest {
        Fields::new(FORMAT).text(&self.to_json()).finish()
    }

    /// Checks that the manifest makes sense and that its scoring numbers are those of its version.
    ///
    /// # Errors
    /// The first mistake.
    pub fn check(&self) -> Result<(), ManifestError> {
        if self.format != FORMAT {
            return Err(ManifestError::Format(self.format.clone()));
        }
        each!(self.scoring.contest(), K => {
            let parameters = K::parameters(&self.parameters)
                .ok_or(ManifestError::OtherContest(self.scoring))?;
            K::check_parameters(parameters, self.scoring, self.runtime_digest)
                .map_err(ManifestError::Parameters)
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::contest::Contest;
    use crate::contest::physics::{PhysicsParameters, grader_digest};
    use crate::contest::sequence::{SequenceParameters, TermFeedback};
    use crate::digest::{Fields, Seed};
    use crate::sequence::ScoringVersion;

    pub(in crate::record) fn manifest(scoring: ScoringVersion) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            season: "s1".to_owned(),
            title: "Season one".to_owned(),
            summary: "A season.".to_owned(),
            scoring: scoring.into(),
            parameters: SequenceParameters::of(scoring).into(),
            runtime_digest: Digest([7; 32]),
            opens_at_us: Some(0),
            freezes_at_us: Some(1_000_000_000),
            blackout_at_us: None,
            boards: Boards::UntilScored,
        }
    }

    #[test]
    fn a_season_of_derivations_names_its_grader() {
        let seed = Seed([9; 32]);
        let mut manifest = manifest(ScoringVersion::V0_1);
        manifest.scoring = Scoring::newest(Contest::Physics);
        assert_eq!(
            manifest.check(),
            Err(ManifestError::OtherContest(manifest.scoring))
        );
        let numbers = PhysicsParameters::with_seed(seed.commitment("s1"));
        manifest.parameters = numbers.clone().into();
        let error = manifest.check().unwrap_err().to_string();
        assert!(error.contains("not those of the grader 0707"), "{error}");
        manifest.runtime_digest = grader_digest();
        assert_eq!(manifest.check(), Ok(()));
        let again: Manifest = canonical_json::from_slice(manifest.to_json().as_bytes()).unwrap();
        assert_eq!(again, manifest);
        let points = PhysicsParameters {
            points: 2000,
            ..numbers
        };
        manifest.parameters = points.into();
        assert!(manifest.check().is_err());
    }

    #[test]
    fn a_grader_that_measured_no_eed_keeps_its_name() {
        let seed = Seed([3; 32]);
        let numbers = PhysicsParameters {
            grader_version: 3,
            eed: None,
            ..PhysicsParameters::with_seed(seed.commitment("s1"))
        };
        let parameters = canonical_json::to_string(&numbers.equivalence).unwrap();
        let digest = Fields::new("sequence-dojo/grader/1")
            .text("3")
            .text(&parameters)
            .finish();
        let manifest = Manifest {
            scoring: Scoring::newest(Contest::Physics),
            runtime_digest: digest,
            parameters: numbers.into(),
            ..manifest(ScoringVersion::V0_1)
        };
        assert_eq!(manifest.check(), Ok(()));
        assert!(!manifest.to_json().contains("\"eed\""));
    }

    #[test]
    fn a_manifest_survives_json_and_every_change_changes_its_hash() {
        let manifest = manifest(ScoringVersion::V0_1);
        assert_eq!(manifest.check(), Ok(()));
        let again: Manifest = canonical_json::from_slice(manifest.to_json().as_bytes()).unwrap();
        assert_eq!(again, manifest);
        let mut numbers = SequenceParameters::of(ScoringVersion::V0_1);
        numbers.fuel += 1;
        let changed = Manifest {
            parameters: numbers.into(),
            ..manifest.clone()
        };
        assert_ne!(changed.hash(), manifest.hash());
    }

    #[test]
    fn what_older_manifests_do_not_say_changes_no_hash() {
        let mut manifest = manifest(ScoringVersion::V0_1);
        let old = manifest.to_json();
        assert!(
            !old.contains("boards") && !old.contains("feedback"),
            "{old}"
        );
        manifest.boards = Boards::UntilReveal;
        let mut numbers = SequenceParameters::of(ScoringVersion::V0_1);
        numbers.feedback = TermFeedback::PublicTerms;
        manifest.parameters = numbers.into();
        let new = manifest.to_json();
        assert!(new.contains("\"boards\":\"until-reveal\""), "{new}");
        assert!(new.contains("\"feedback\":\"public-terms\""), "{new}");
        let again: Manifest = canonical_json::from_slice(new.as_bytes()).unwrap();
        assert_eq!(again, manifest);
    }
}
