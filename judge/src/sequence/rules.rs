//! The rules of a contest: what the judge needs to know about a season.

use dojo_sandbox::{Fuel, Limits};
use serde::{Deserialize, Serialize};

use super::policy::{self, Allowance, Thresholds};
use crate::words;

words! {
    /// A published version of the scoring rules. A season uses one version and never changes it.
    ScoringVersion("scoring version") {
        /// `docs/SCORING-v0.1.md`.
        V0_1 = "0.1",
        /// Never released. Seasons with it are read from archives and not judged any more.
        V0_2 = "0.2",
        /// `docs/SCORING-v0.3.md`.
        V0_3 = "0.3",
    }
}

impl ScoringVersion {
    /// Whether the length of the setter's program decides how much shortness gives.
    pub fn has_par(self) -> bool {
        match self {
            Self::V0_1 | Self::V0_2 => false,
            Self::V0_3 => true,
        }
    }

    /// The version of a new season whose `season.toml` names none.
    pub const FOR_NEW_SEASONS: Self = Self::V0_3;

    /// Whether its seasons are only read from archives.
    pub const fn is_retired(self) -> bool {
        match self {
            Self::V0_2 => true,
            Self::V0_1 | Self::V0_3 => false,
        }
    }

    /// The default fuel of one run in a new season. The heaviest known programs need 0.6 s of CPU for 10⁹ units, so
    /// 16·10⁹ take at most ten seconds.
    pub const fn default_fuel(self) -> Fuel {
        match self {
            Self::V0_1 | Self::V0_2 => Fuel(10_000_000_000),
            Self::V0_3 => Fuel(16_000_000_000),
        }
    }

    /// The default limits of a new season.
    pub fn default_limits(self) -> Limits {
        Limits {
            fuel: self.default_fuel(),
            ..Limits::default()
        }
    }

    /// How often a source may contain what the policy counts. Scoring 0.3 has the counts of 0.1 and also weighs.
    pub const fn thresholds(self) -> Thresholds {
        match self {
            Self::V0_1 | Self::V0_2 | Self::V0_3 => Thresholds {
                numeric_literals: 120,
                string_literal_chars: 2000,
                list_tuple_elements: 400,
            },
        }
    }

    /// How much payload a source may carry on any problem; `None` if it is not weighed.
    pub const fn allowance(self) -> Option<Allowance> {
        match self {
            Self::V0_1 => None,
            Self::V0_2 | Self::V0_3 => Some(Allowance {
                data_bytes: 66,
                total_bytes: 87,
            }),
        }
    }

    /// The allowance of a problem with this setter's program; zero if nothing is weighed.
    pub fn room_beside(self, setter: &str) -> Allowance {
        match self {
            Self::V0_1 => Allowance::default(),
            Self::V0_2 | Self::V0_3 => policy::room_beside(setter),
        }
    }
}

/// The smallest par of a problem.
pub const MIN_PAR: u32 = 16;

/// The par of a problem with this setter's program in canonical form; the problem may set a smaller one.
pub(super) fn par_beside(setter: &str, own: Option<u32>) -> u32 {
    let length = u32::try_from(setter.len()).unwrap_or(u32::MAX);
    own.map_or(length, |own| own.min(length)).max(MIN_PAR)
}

/// The rules of one season that affect verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Scoring version, which also sets the policy.
    pub scoring: ScoringVersion,
    /// How many terms must be right for the full score.
    pub n_check: u32,
    /// How many terms must be right for any score; at most `n_check`.
    pub n_stage: u32,
    /// The limits of a run. `max_terms` is ignored: a run is stopped at `n_check` terms.
    pub limits: Limits,
    /// The allowance of the problem if it exceeds that of the scoring version, computed from the weight of its
    /// setter's program ([`ScoringVersion::room_beside`]).
    #[serde(default)]
    pub room: Allowance,
    /// The par of the problem, if the scoring version has one.
    #[serde(default)]
    pub par: Option<u32>,
}

impl Rules {
    /// The default rules of a new season of this version.
    pub fn of_new_season(scoring: ScoringVersion) -> Self {
        Self {
            scoring,
            limits: scoring.default_limits(),
            ..Self::default()
        }
    }

    /// The rules of a problem with this setter's program in canonical form and its own par.
    #[must_use]
    pub fn beside(self, setter: &str, own_par: Option<u32>) -> Self {
        Self {
            room: self.scoring.room_beside(setter),
            par: (self.scoring.has_par()).then(|| par_beside(setter, own_par)),
            ..self
        }
    }

    /// How much payload a source may carry; `None` if it is not weighed.
    pub fn allowance(&self) -> Option<Allowance> {
        (self.scoring.allowance()).map(|most| most.or_more(self.room))
    }

    /// How often a source may contain what the policy counts. If a problem allows more data, the counts are raised by
    /// the same factor, however the data is written.
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
            par: None,
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
