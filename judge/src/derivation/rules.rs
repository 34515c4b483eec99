//! The rules of a physics season that decide reports.

use formula::credit::Settings;

use crate::words;

/// The points for a derivation from which the whole reference solution follows.
pub const FULL_MARKS: u32 = 1000;

/// The most formulas that a season may allow in a derivation.
pub const MAX_FORMULAS: u32 = 10_000;

/// The rules of one season that affect reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How many formulas of a derivation are compared.
    pub max_formulas: u32,
    /// The seed of the trials; secret until Reveal.
    pub seed: [u8; 32],
}

impl Rules {
    /// The rules as settings of the grader.
    pub fn settings(&self) -> Settings {
        Settings {
            max_formulas: self.max_formulas as usize,
            seed: self.seed.to_vec(),
            inline: None,
        }
    }
}

words! {
    /// What the author of a derivation learns about it before Reveal.
    Feedback("feedback") {
        /// The score, which formulas were read, and which formulas of the reference solution were reached: this shows
        /// the shape of its graph without the text.
        Graph = "graph",
        /// The score, and which formulas were read.
        Score = "score",
        /// Which formulas were read.
        Read = "read",
        /// Only that it was graded.
        None = "none",
    }
}

impl Feedback {
    /// Whether scores and boards are shown before Reveal.
    pub const fn tells_scores(self) -> bool {
        match self {
            Self::Graph | Self::Score => true,
            Self::Read | Self::None => false,
        }
    }
}
