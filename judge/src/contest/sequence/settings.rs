//! The settings that an organizer chooses for a season of programs.

use dojo_sandbox::{Fuel, Limits};
use serde::{Deserialize, Serialize};

use super::{ScoringNumbers, SequenceParameters, TermFeedback};
use crate::contest::{Announced, Told};

/// The settings that an organizer chooses for a season of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceSettings {
    /// How many terms are compared, unless a problem says otherwise.
    pub n_check: u32,
    /// How many terms must be right for a Stage Pass, unless a problem says otherwise.
    pub n_stage: u32,
    /// How many terms everybody sees, unless a problem says otherwise.
    pub n_public: u32,
    /// The fuel of one run.
    pub fuel: u64,
    /// The memory of one run, in bytes.
    pub memory_bytes: u64,
    /// The most standard output before the last term, in bytes.
    pub output_bytes: u32,
    /// The most digits of one term.
    pub max_term_digits: u32,
    /// What authors learn before Reveal.
    pub feedback: TermFeedback,
}

impl Default for SequenceSettings {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            n_check: 200,
            n_stage: 100,
            n_public: 100,
            fuel: limits.fuel.0,
            memory_bytes: limits.memory_bytes,
            output_bytes: limits.output_bytes,
            max_term_digits: limits.max_term_digits,
            feedback: TermFeedback::Verdict,
        }
    }
}

impl SequenceSettings {
    /// The limits of a run.
    pub fn limits(&self) -> Limits {
        Limits {
            fuel: Fuel(self.fuel),
            memory_bytes: self.memory_bytes,
            output_bytes: self.output_bytes,
            max_term_digits: self.max_term_digits,
            ..Limits::default()
        }
    }

    pub(super) fn told(&self) -> Told {
        match self.feedback {
            TermFeedback::Verdict => Told::Scores,
            TermFeedback::PublicTerms => Told::PublicTerms,
        }
    }

    pub(super) fn announce(
        &self,
        announced: &Announced<'_>,
    ) -> Result<SequenceParameters, &'static str> {
        let version = announced.scoring.as_str().parse();
        Ok(SequenceParameters {
            n_check: self.n_check,
            n_stage: self.n_stage,
            n_public: self.n_public,
            fuel: self.fuel,
            memory_bytes: self.memory_bytes,
            output_bytes: self.output_bytes,
            stderr_bytes: Limits::default().stderr_bytes,
            max_term_digits: self.max_term_digits,
            attempts_max: announced.attempts_max,
            attempt_interval_seconds: announced.attempt_interval_seconds,
            feedback: self.feedback,
            scoring: ScoringNumbers::of(version.map_err(|_| "scoring version")?),
        })
    }
}
