//! The settings that an organizer chooses for a season of derivations.

use formula::credit::DEFAULT_MAX_FORMULAS;
use serde::{Deserialize, Serialize};

use super::PhysicsParameters;
use crate::contest::{Announced, Told};
use crate::derivation::Feedback;

/// The settings that an organizer chooses for a season of derivations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhysicsSettings {
    /// How many formulas of a derivation are compared.
    pub max_formulas: u32,
    /// What authors learn before Reveal.
    pub feedback: Feedback,
}

impl Default for PhysicsSettings {
    fn default() -> Self {
        Self {
            max_formulas: DEFAULT_MAX_FORMULAS,
            feedback: Feedback::Score,
        }
    }
}

impl PhysicsSettings {
    pub(super) fn told(&self) -> Told {
        if self.feedback.tells_scores() {
            Told::Scores
        } else {
            Told::NoScores
        }
    }

    pub(super) fn announce(
        &self,
        announced: &Announced<'_>,
    ) -> Result<PhysicsParameters, &'static str> {
        let seed = announced.seed.ok_or("seed")?;
        Ok(PhysicsParameters {
            max_formulas: self.max_formulas,
            feedback: self.feedback,
            attempts_max: announced.attempts_max,
            attempt_interval_seconds: announced.attempt_interval_seconds,
            ..PhysicsParameters::with_seed(seed.commitment(announced.season))
        })
    }
}
