//! The verdicts of a physics contest.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Every word of [`Verdict::word`], the best verdict first.
pub const VERDICT_WORDS: [&str; 3] = ["GRADED", "REJECT_FORMAT", "REJECT_SIZE"];

/// The judge's verdict on one derivation. Its score says how good it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// It was compared with the reference solution.
    Graded,
    /// It was refused and not graded.
    Rejected {
        /// The reason.
        reason: Rejection,
    },
}

/// Why a derivation was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rejection", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Rejection {
    /// Not a text: not UTF-8, or with a NUL in it.
    Format {
        /// What is wrong and where.
        message: String,
    },
    /// Longer than the limit.
    Size {
        /// Bytes submitted.
        bytes: u64,
        /// Bytes allowed.
        limit: u64,
    },
}

impl Verdict {
    /// The verdict as one word, as it is stored and shown.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Graded => "GRADED",
            Self::Rejected { reason } => match reason {
                Rejection::Format { .. } => "REJECT_FORMAT",
                Rejection::Size { .. } => "REJECT_SIZE",
            },
        }
    }
}

impl From<Rejection> for Verdict {
    fn from(reason: Rejection) -> Self {
        Self::Rejected { reason }
    }
}

/// The verdict in a sentence. It speaks only about the derivation, so its author may read it at any time.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Graded => f.write_str("The derivation was graded."),
            Self::Rejected { reason } => match reason {
                Rejection::Format { message } => write!(f, "The derivation is no text: {message}."),
                Rejection::Size { bytes, limit } => write!(
                    f,
                    "The derivation has {bytes} bytes; at most {limit} are allowed."
                ),
            },
        }
    }
}
