//! The parameters of a season of derivations.

use dojo_sandbox::Simplifier;
use serde::{Deserialize, Serialize};

use super::grader::digest_of_grader;
use crate::contest::Contest;
use crate::derivation::{FULL_MARKS, Feedback, MAX_FORMULAS};
use crate::digest::Digest;
use formula::credit::eed::{EED_VERSION, FUEL};
use formula::credit::{DEFAULT_MAX_FORMULAS, GRADER_VERSION, MAX_SOLUTION_BYTES};
use formula::same::Parameters as Comparison;

/// The parameters of a season of derivations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhysicsParameters {
    /// [`Contest::Physics`].
    pub contest: Contest,
    /// The most bytes of a derivation.
    pub solution_bytes: u32,
    /// How many formulas of a derivation are compared.
    pub max_formulas: u32,
    /// What authors learn before Reveal.
    pub feedback: Feedback,
    /// How many submissions one person may make to one problem.
    pub attempts_max: u32,
    /// The seconds between two submissions.
    pub attempt_interval_seconds: u32,
    /// The points for full marks.
    pub points: u32,
    /// The version of the grader that is planned to grade.
    pub grader_version: u32,
    /// The parameters of comparing formulas, unless a problem sets its own.
    pub equivalence: Equivalence,
    /// The parameters of EED; a grader before version 4 had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eed: Option<EedParameters>,
    /// [`Seed::commitment`](crate::digest::Seed::commitment) of the seed that is published at Reveal.
    pub seed_commitment: Digest,
}

/// The parameters of comparing formulas (PRISM-Physics, appendix B.2). Records have whole numbers
/// only, so what may be a fraction is decimal text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalence {
    /// The smallest number that a symbol gets.
    pub low: String,
    /// The largest number that a symbol gets.
    pub high: String,
    /// The most trials.
    pub max_trials: u32,
    /// How many trials must succeed.
    pub needed: u32,
    /// Relative tolerance.
    pub tolerance: String,
    /// How many arithmetic operations a comparison may take.
    pub operations: u64,
}

impl Default for Equivalence {
    /// The parameters of this program.
    fn default() -> Self {
        let Comparison {
            low,
            high,
            max_trials,
            needed,
            tolerance,
            operations,
        } = Comparison::default();
        Self {
            low: low.to_string(),
            high: high.to_string(),
            max_trials,
            needed,
            tolerance: tolerance.to_string(),
            operations,
        }
    }
}

/// The parameters of EED (`docs/physics-eed.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EedParameters {
    /// The version of the distance and of what is compared.
    pub version: u32,
    /// Instructions that the answers of a problem share when they are simplified.
    pub fuel: u64,
    /// Digest of the sandbox that simplifies.
    pub simplifier: Digest,
}

impl Default for EedParameters {
    /// The parameters of this program.
    fn default() -> Self {
        let digest = Simplifier::digest().to_string();
        Self {
            version: EED_VERSION,
            fuel: FUEL.0,
            simplifier: digest.parse().expect("the sandbox writes SHA-256 as we do"),
        }
    }
}

impl PhysicsParameters {
    /// The defaults, with the commitment to a season's seed.
    pub fn with_seed(seed_commitment: Digest) -> Self {
        Self {
            contest: Contest::Physics,
            solution_bytes: u32::try_from(MAX_SOLUTION_BYTES).expect("256 KiB"),
            max_formulas: DEFAULT_MAX_FORMULAS,
            feedback: Feedback::Score,
            attempts_max: 10,
            attempt_interval_seconds: 15,
            points: FULL_MARKS,
            grader_version: GRADER_VERSION,
            equivalence: Equivalence::default(),
            eed: Some(EedParameters::default()),
            seed_commitment,
        }
    }

    /// Checks that the parameters make sense and name the grader that has this digest.
    pub(super) fn check(&self, grader: Digest) -> Result<(), String> {
        if self.contest != Contest::Physics {
            return Err(format!("`contest` is {}", self.contest));
        }
        if self.points != FULL_MARKS {
            return Err(format!(
                "`points` is {}, should be {FULL_MARKS}",
                self.points
            ));
        }
        if !(1..=MAX_FORMULAS).contains(&self.max_formulas) {
            return Err(format!(
                "`max_formulas` is {}, should be 1 to {MAX_FORMULAS}",
                self.max_formulas
            ));
        }
        if digest_of_grader(self.grader_version, &self.equivalence, self.eed.as_ref()) != grader {
            return Err(format!(
                "`grader_version` {}, `equivalence` and `eed` are not those of the grader {grader}, which \
                 `runtime_digest` names",
                self.grader_version
            ));
        }
        Ok(())
    }
}
