//! The parameters of a contest in derivations.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use dojo_physics::grade::Settings;

/// Points for a derivation from which the whole reference solution follows.
pub const FULL_MARKS: u32 = 1000;

/// Most formulas that a season may let a derivation have.
pub const MAX_FORMULAS: u32 = 10_000;

/// The rules of one season, as far as they decide reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Formulas of a derivation that are compared.
    pub max_formulas: u32,
    /// Where the trials of comparisons come from; secret until Reveal.
    pub seed: [u8; 32],
}

impl Rules {
    /// The rules as grading takes them.
    pub fn settings(&self) -> Settings {
        Settings {
            max_formulas: self.max_formulas as usize,
            seed: self.seed.to_vec(),
            inline: None,
        }
    }
}

/// What the author of a derivation learns of it before Reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Feedback {
    /// The score, and which formulas were read.
    Score,
    /// Which formulas were read.
    Read,
    /// That it was graded.
    None,
}

impl Feedback {
    /// All of them, the most first.
    pub const ALL: [Self; 3] = [Self::Score, Self::Read, Self::None];

    /// The word of `season.toml`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Read => "read",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no kind of feedback.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown feedback {0:?}; known: score, read, none")]
pub struct UnknownFeedback(String);

impl FromStr for Feedback {
    type Err = UnknownFeedback;

    fn from_str(text: &str) -> Result<Self, UnknownFeedback> {
        Self::ALL
            .into_iter()
            .find(|feedback| feedback.as_str() == text)
            .ok_or_else(|| UnknownFeedback(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feedback_round_trips() {
        for feedback in Feedback::ALL {
            assert_eq!(feedback.as_str().parse(), Ok(feedback));
        }
        assert!("all".parse::<Feedback>().is_err());
    }
}
