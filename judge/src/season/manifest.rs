//! The manifest of a season: everything that decides results, published with its hash when the
//! season is scheduled and fixed from then on.

mod physics;

use std::collections::BTreeMap;

use dojo_sandbox::{Fuel, Limits};
use serde::{Deserialize, Deserializer, Serialize};

use super::canonical_json;
use super::contest::{Scoring, either};
use super::digest::{Digest, Fields};
use crate::sequence::diversity::DiversityRules;
use crate::sequence::method::METHOD_TAG_MAX_CHARS;
use crate::sequence::score::{B_MAX, BETA_DENOMINATOR, REWARD_BASE, STAGE_BASE};
use crate::sequence::{Allowance, Rules, ScoringVersion};

pub use physics::{EedParameters, Equivalence, PhysicsParameters};

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
    /// Scoring version, which also says what the season asks for.
    pub scoring: Scoring,
    /// Every number.
    pub parameters: Parameters,
    /// Digest of the sandbox that judges, or of the grader.
    pub runtime_digest: Digest,
    /// When it is planned to open.
    pub opens_at_us: Option<i64>,
    /// When it is planned to freeze.
    pub freezes_at_us: Option<i64>,
    /// From when on boards hide other people's progress until Freeze is done.
    pub blackout_at_us: Option<i64>,
}

/// The numbers of a season, by what it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Parameters {
    /// Programs.
    Sequence(SequenceParameters),
    /// Derivations.
    Physics(PhysicsParameters),
}

impl<'de> Deserialize<'de> for Parameters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        either(deserializer, "contest", Self::Sequence, Self::Physics)
    }
}

/// The numbers of a season of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceParameters {
    /// Terms compared, unless a problem says otherwise.
    pub n_check: u32,
    /// Right terms for a Stage Pass, unless a problem says otherwise.
    pub n_stage: u32,
    /// Terms shown to everybody, unless a problem says otherwise.
    pub n_public: u32,
    /// Fuel of one run.
    pub fuel: u64,
    /// Memory of one run, in bytes.
    pub memory_bytes: u64,
    /// Standard output before the last term, in bytes.
    pub output_bytes: u32,
    /// Standard error kept, in bytes.
    pub stderr_bytes: u32,
    /// Digits of one term.
    pub max_term_digits: u32,
    /// Submissions of one person to one problem.
    pub attempts_max: u32,
    /// Seconds between two of them.
    pub attempt_interval_seconds: u32,
    /// What the scoring version fixes.
    pub scoring: ScoringNumbers,
}

/// The numbers of a scoring version (`docs/SCORING-v0.1.md`, all tables). They are written into
/// the manifest so that it can be read without this program, and must be those of the version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringNumbers {
    /// `STAGE_BASE`.
    pub stage_base: u32,
    /// `REWARD_BASE`.
    pub reward_base: u32,
    /// `B_MAX`.
    pub b_max: u32,
    /// 1/`BETA`.
    pub beta_denominator: u32,
    /// `METHOD_TAG_MAX_CHARS`.
    pub method_tag_max_chars: u32,
    /// The limits of the policy, by the names of the document.
    pub policy: BTreeMap<String, u64>,
    /// The diversity bonus.
    pub diversity: DiversityRules,
}

impl ScoringNumbers {
    /// The numbers of a version.
    pub fn of(version: ScoringVersion) -> Self {
        Self {
            stage_base: STAGE_BASE,
            reward_base: REWARD_BASE,
            b_max: B_MAX,
            beta_denominator: BETA_DENOMINATOR,
            method_tag_max_chars: u32::try_from(METHOD_TAG_MAX_CHARS).expect("64"),
            policy: policy_numbers(version),
            diversity: DiversityRules::of(version),
        }
    }
}

fn policy_numbers(version: ScoringVersion) -> BTreeMap<String, u64> {
    let thresholds = version.thresholds();
    let counts = [
        ("MAX_NUMERIC_LITERALS", thresholds.numeric_literals),
        ("MAX_STRING_LITERAL_CHARS", thresholds.string_literal_chars),
        ("MAX_LIST_TUPLE_ELEMENTS", thresholds.list_tuple_elements),
    ];
    let payload = version.allowance().map(|allowance| {
        [
            ("MAX_DATA_BYTES", allowance.data_bytes),
            ("MAX_PAYLOAD_BYTES", allowance.total_bytes),
        ]
    });
    counts
        .into_iter()
        .chain(payload.into_iter().flatten())
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect()
}

impl SequenceParameters {
    /// The defaults of a scoring version.
    pub fn of(version: ScoringVersion) -> Self {
        let Limits {
            fuel,
            memory_bytes,
            output_bytes,
            stderr_bytes,
            max_terms: _,
            max_term_digits,
        } = Limits::default();
        Self {
            n_check: 200,
            n_stage: 100,
            n_public: 100,
            fuel: fuel.0,
            memory_bytes,
            output_bytes,
            stderr_bytes,
            max_term_digits,
            attempts_max: 50,
            attempt_interval_seconds: 15,
            scoring: ScoringNumbers::of(version),
        }
    }

    /// What a run that is stopped after `n_check` terms may use.
    pub fn limits(&self, n_check: u32) -> Limits {
        Limits {
            fuel: Fuel(self.fuel),
            memory_bytes: self.memory_bytes,
            output_bytes: self.output_bytes,
            stderr_bytes: self.stderr_bytes,
            max_terms: n_check,
            max_term_digits: self.max_term_digits,
        }
    }

    /// The rules by which submissions to a problem with these numbers of terms are judged.
    pub fn rules(&self, scoring: ScoringVersion, n_check: u32, n_stage: u32) -> Rules {
        Rules {
            scoring,
            n_check,
            n_stage,
            limits: self.limits(n_check),
            room: Allowance::default(),
        }
    }

    fn check(&self, version: ScoringVersion) -> Result<(), ManifestError> {
        let &Self {
            n_check,
            n_stage,
            n_public,
            ..
        } = self;
        if n_public == 0 || n_public > n_stage || n_stage > n_check {
            return Err(ManifestError::Terms {
                n_public,
                n_stage,
                n_check,
            });
        }
        match first_difference(&self.scoring, &ScoringNumbers::of(version)) {
            None => Ok(()),
            Some((found, expected)) => Err(ManifestError::Number {
                version,
                found,
                expected,
            }),
        }
    }
}

/// A manifest that contradicts itself or this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    /// Another kind of file, or a later one.
    #[error("`format` is {0:?}; this program reads {FORMAT:?}")]
    Format(String),
    /// A number is not the one that the scoring version has.
    #[error("`parameters.scoring` has {found}, scoring {version} has {expected}")]
    Number {
        /// The scoring version.
        version: ScoringVersion,
        /// What is there, as `key: value`.
        found: String,
        /// What the version has.
        expected: String,
    },
    /// Terms that make no gates.
    #[error(
        "`parameters`: n_public {n_public}, n_stage {n_stage} and n_check {n_check} must be at least 1 and in this order"
    )]
    Terms {
        /// Terms shown.
        n_public: u32,
        /// Terms for a Stage Pass.
        n_stage: u32,
        /// Terms compared.
        n_check: u32,
    },
    /// A number of a season of derivations.
    #[error("`parameters`: {0}")]
    Physics(String),
    /// The numbers are those of the other type of contest.
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

    /// Whether the manifest makes sense and its scoring numbers are those of its version.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), ManifestError> {
        if self.format != FORMAT {
            return Err(ManifestError::Format(self.format.clone()));
        }
        match (&self.parameters, self.scoring) {
            (Parameters::Sequence(numbers), Scoring::Sequence(version)) => numbers.check(version),
            (Parameters::Physics(numbers), Scoring::Physics) => numbers.check(self.runtime_digest),
            (Parameters::Sequence(_), Scoring::Physics)
            | (Parameters::Physics(_), Scoring::Sequence(_)) => {
                Err(ManifestError::OtherContest(self.scoring))
            }
        }
    }
}

/// The first key in which two values differ, as `key: value` of each.
fn first_difference(found: &ScoringNumbers, expected: &ScoringNumbers) -> Option<(String, String)> {
    let flat = |numbers| {
        let mut all = BTreeMap::new();
        let value = serde_json::to_value(numbers).expect("texts and integers only");
        flatten("", &value, &mut all);
        all
    };
    let (found, expected) = (flat(found), flat(expected));
    let keys = found.keys().chain(expected.keys());
    let key = keys
        .into_iter()
        .find(|key| found.get(*key) != expected.get(*key))?;
    let shown = |all: &BTreeMap<String, String>| match all.get(key) {
        Some(value) => format!("{key}: {value}"),
        None => format!("no {key}"),
    };
    Some((shown(&found), shown(&expected)))
}

fn flatten(at: &str, value: &serde_json::Value, into: &mut BTreeMap<String, String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                let key = if at.is_empty() {
                    key.clone()
                } else {
                    format!("{at}.{key}")
                };
                flatten(&key, value, into);
            }
        }
        other => {
            into.insert(at.to_owned(), other.to_string());
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::season::{Seed, grader_digest};

    pub(in crate::season) fn manifest(scoring: ScoringVersion) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            season: "s1".to_owned(),
            title: "Season one".to_owned(),
            summary: "A season.".to_owned(),
            scoring: scoring.into(),
            parameters: Parameters::Sequence(SequenceParameters::of(scoring)),
            runtime_digest: Digest([7; 32]),
            opens_at_us: Some(0),
            freezes_at_us: Some(1_000_000_000),
            blackout_at_us: None,
        }
    }

    /// The appendix of the scoring document.
    #[test]
    fn numbers_of_v0_1() {
        let numbers = ScoringNumbers::of(ScoringVersion::V0_1);
        let json = serde_json::to_value(&numbers).unwrap();
        let expected = serde_json::json!({
            "stage_base": 200, "reward_base": 1000, "b_max": 200, "beta_denominator": 800,
            "method_tag_max_chars": 64,
            "policy": {
                "MAX_LIST_TUPLE_ELEMENTS": 400, "MAX_NUMERIC_LITERALS": 120,
                "MAX_STRING_LITERAL_CHARS": 2000,
            },
            "diversity": {
                "first_tag_bonus": 30, "shared_bonus_each": 10, "shared_bonus_repeats": 2,
                "bonus_cap": 50, "unspecified_is_a_tag": true, "contradicted_is_a_tag": true,
                "shared_needs_two_people": false, "one_first_tag_a_person": false,
            },
        });
        assert_eq!(json, expected);
        assert_eq!(SequenceParameters::of(ScoringVersion::V0_1).n_check, 200);
    }

    fn numbers(manifest: &mut Manifest) -> &mut SequenceParameters {
        match &mut manifest.parameters {
            Parameters::Sequence(numbers) => numbers,
            Parameters::Physics(_) => panic!("a season of programs"),
        }
    }

    #[test]
    fn a_season_of_derivations_names_its_grader() {
        let seed = Seed([9; 32]);
        let mut manifest = manifest(ScoringVersion::V0_1);
        manifest.scoring = Scoring::Physics;
        assert!(matches!(
            manifest.check(),
            Err(ManifestError::OtherContest(Scoring::Physics))
        ));
        let numbers = PhysicsParameters::with_seed(seed.commitment("s1"));
        manifest.parameters = Parameters::Physics(numbers.clone());
        let error = manifest.check().unwrap_err().to_string();
        assert!(error.contains("not those of the grader 0707"), "{error}");
        manifest.runtime_digest = grader_digest();
        assert_eq!(manifest.check(), Ok(()));
        let again: Manifest = canonical_json::from_slice(manifest.to_json().as_bytes()).unwrap();
        assert_eq!(again, manifest);
        manifest.parameters = Parameters::Physics(PhysicsParameters {
            points: 2000,
            ..numbers
        });
        assert!(manifest.check().is_err());
    }

    #[test]
    fn a_manifest_survives_json_and_every_change_changes_its_hash() {
        let manifest = manifest(ScoringVersion::V0_1);
        assert_eq!(manifest.check(), Ok(()));
        let again: Manifest = canonical_json::from_slice(manifest.to_json().as_bytes()).unwrap();
        assert_eq!(again, manifest);
        let mut changed = manifest.clone();
        numbers(&mut changed).fuel += 1;
        assert_ne!(changed.hash(), manifest.hash());
    }

    #[test]
    fn a_number_that_the_version_does_not_have_is_named() {
        let mut manifest = manifest(ScoringVersion::V0_1);
        numbers(&mut manifest).scoring.diversity.bonus_cap = 60;
        assert_eq!(
            manifest.check().unwrap_err().to_string(),
            "`parameters.scoring` has diversity.bonus_cap: 60, scoring 0.1 has diversity.bonus_cap: 50"
        );
        numbers(&mut manifest).n_stage = 300;
        assert!(matches!(manifest.check(), Err(ManifestError::Terms { .. })));
    }
}
