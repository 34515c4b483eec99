//! The parameters of a contest: what the judge needs to know of a season.

use dojo_sandbox::Limits;
use serde::{Deserialize, Serialize};

use super::policy::{self, Allowance, Thresholds};
use crate::words;

words! {
    /// A published version of the scoring rules. A season names one and never changes it.
    ScoringVersion("scoring version") {
        /// `docs/SCORING-v0.1.md`.
        V0_1 = "0.1",
        /// `docs/SCORING-v0.2.md`.
        V0_2 = "0.2",
    }
}

impl ScoringVersion {
    /// How often a source may contain what the policy counts. v0.2 has the counts of v0.1 and
    /// weighs the payload besides.
    pub const fn thresholds(self) -> Thresholds {
        match self {
            Self::V0_1 | Self::V0_2 => Thresholds {
                numeric_literals: 120,
                string_literal_chars: 2000,
                list_tuple_elements: 400,
            },
        }
    }
}

impl ScoringVersion {
    /// The version of a new season whose `season.toml` names none.
    pub const FOR_NEW_SEASONS: Self = Self::V0_2;

    /// How much payload a source may carry on any problem; `None` where it is not weighed.
    pub const fn allowance(self) -> Option<Allowance> {
        match self {
            Self::V0_1 => None,
            Self::V0_2 => Some(Allowance {
                data_bytes: 66,
                total_bytes: 87,
            }),
        }
    }
}

impl ScoringVersion {
    /// What a problem with this setter's program may take; nothing where nothing is weighed.
    pub fn room_beside(self, setter: &str) -> Allowance {
        match self {
            Self::V0_1 => Allowance::default(),
            Self::V0_2 => policy::room_beside(setter),
        }
    }
}

/// The rules of one season, as far as they decide verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Scoring version, which also sets the policy.
    pub scoring: ScoringVersion,
    /// Terms that must be right for the full score.
    pub n_check: u32,
    /// Terms that must be right for any score; at most `n_check`.
    pub n_stage: u32,
    /// What a run may use. `max_terms` is not read: a run is stopped at `n_check` terms.
    pub limits: Limits,
    /// What the problem may take where it is more than the scoring version allows, by what its
    /// setter's program weighs ([`ScoringVersion::room_beside`]).
    #[serde(default)]
    pub room: Allowance,
}

impl Rules {
    /// How much payload a source may carry; `None` where it is not weighed.
    pub fn allowance(&self) -> Option<Allowance> {
        (self.scoring.allowance()).map(|most| most.or_more(self.room))
    }

    /// How often a source may contain what the policy counts. A problem that may carry more data may have as many
    /// times as much of it, however that is written.
    pub fn thresholds(&self) -> Thresholds {
        let most = self.scoring.thresholds();
        match (self.allowance(), self.scoring.allowance()) {
            (Some(here), Some(usual)) => most.times(here.data_bytes, usual.data_bytes),
            _ => most,
        }
    }
}

impl Default for Rules {
    /// Scoring v0.1, 200 terms, the first 100 of them for Stage Pass.
    fn default() -> Self {
        Self {
            scoring: ScoringVersion::V0_1,
            n_check: 200,
            n_stage: 100,
            limits: Limits::default(),
            room: Allowance::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_round_trip() {
        for &version in ScoringVersion::ALL {
            assert_eq!(version.as_str().parse(), Ok(version));
        }
        assert!("0.9".parse::<ScoringVersion>().is_err());
    }
}
