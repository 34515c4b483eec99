//! The seven labels for kinds of error (PRISM-Physics, appendix G.2).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Difference;

/// What kind of error the first wrong step of a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ErrorLabel {
    /// Diagram Analysis Error.
    Dae,
    /// Physics Theorem Application Error.
    Ptae,
    /// Modeling and Process Understanding Error.
    Mpue,
    /// Condition or Assumption Error.
    Cae,
    /// Variable Relationship Error.
    Vre,
    /// Derivation and Computation Error.
    Dce,
    /// Unit Dimension Error.
    Ude,
}

impl ErrorLabel {
    /// Every label, in the paper's order.
    pub const ALL: [Self; 7] = [
        Self::Dae,
        Self::Ptae,
        Self::Mpue,
        Self::Cae,
        Self::Vre,
        Self::Dce,
        Self::Ude,
    ];

    /// The abbreviation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Dae => "DAE",
            Self::Ptae => "PTAE",
            Self::Mpue => "MPUE",
            Self::Cae => "CAE",
            Self::Vre => "VRE",
            Self::Dce => "DCE",
            Self::Ude => "UDE",
        }
    }

    /// The name and what it means.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Dae => "diagram analysis: a figure was read wrongly",
            Self::Ptae => "theorem application: a law was used wrongly or where it does not hold",
            Self::Mpue => "modelling: the process was understood wrongly or in part",
            Self::Cae => "condition or assumption: a condition is invalid or was misapplied",
            Self::Vre => "variable relationship: quantities were related wrongly",
            Self::Dce => "derivation or computation: algebra, arithmetic, a sign or a factor",
            Self::Ude => "unit or dimension: units are inconsistent",
        }
    }

    /// The label of this abbreviation.
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|label| label.word() == word)
    }

    /// The label that a difference suggests. Only two kinds can be recognised from the formulas alone; the others
    /// need a person.
    pub(super) const fn suggested_by(difference: Difference) -> Option<Self> {
        match difference {
            Difference::Units => Some(Self::Ude),
            Difference::SignOrFactor => Some(Self::Dce),
            Difference::Value => None,
        }
    }
}

impl fmt::Display for ErrorLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
