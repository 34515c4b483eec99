//! The parameters of a contest in derivations.

use formula::credit::Settings;

use crate::words;

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

words! {
    /// What the author of a derivation learns of it before Reveal.
    Feedback("feedback") {
        /// The score, which formulas were read, and which formulas of the reference solution were
        /// reached: the shape of its graph without their text.
        Graph = "graph",
        /// The score, and which formulas were read.
        Score = "score",
        /// Which formulas were read.
        Read = "read",
        /// That it was graded.
        None = "none",
    }
}

impl Feedback {
    /// Scores and boards are shown before Reveal.
    pub const fn tells_scores(self) -> bool {
        match self {
            Self::Graph | Self::Score => true,
            Self::Read | Self::None => false,
        }
    }
}
