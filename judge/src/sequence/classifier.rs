//! The coarse static classifier: which family of methods a program belongs to, and why. It reads
//! the syntax tree only, and it says that a declared tag is wrong only when it is sure
//! (`docs/SCORING-v0.2.md` §6.3).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::method::Tag;
use super::tree::Tree;

/// A family of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Each term is an expression in its index.
    ClosedForm,
    /// Each term comes from terms before it.
    Recurrence,
    /// A term is an entry of the power of a matrix.
    MatrixPower,
    /// Candidates are tried and those that pass a test are kept or counted.
    Search,
    /// None of these, or more than one of them.
    Unclear,
}

impl Family {
    /// The family as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ClosedForm => "closed_form",
            Self::Recurrence => "recurrence",
            Self::MatrixPower => "matrix_power",
            Self::Search => "search",
            Self::Unclear => "unclear",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One thing in a program that speaks for a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Line of the canonical source, from 1.
    pub line: u32,
    /// What is there, in a sentence.
    pub why: String,
}

/// What the classifier says of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classification {
    /// The family.
    pub family: Family,
    /// What speaks for it, in the order of the lines.
    pub evidence: Vec<Evidence>,
    /// The suggested tags that the program cannot deserve, each with the reason.
    pub contradicted: Vec<Contradiction>,
}

/// A tag that a program strongly contradicts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The tag.
    pub tag: Tag,
    /// Why the program cannot deserve it, in a sentence.
    pub why: String,
}

impl Classification {
    /// Looks at a tree.
    pub(super) fn of(_tree: &Tree) -> Self {
        Self {
            family: Family::Unclear,
            evidence: Vec::new(),
            contradicted: Vec::new(),
        }
    }

    /// The reason why the program cannot deserve a declared tag; `None` when it may.
    pub fn strongly_contradicts(&self, declared: &Tag) -> Option<&str> {
        self.contradicted
            .iter()
            .find(|contradiction| contradiction.tag == *declared)
            .map(|contradiction| contradiction.why.as_str())
    }

    /// Whether a declared tag counts for the diversity bonus of scoring v0.2: it says something,
    /// and the program does not strongly contradict it.
    pub fn accepts(&self, declared: &Tag) -> bool {
        !declared.is_unspecified() && self.strongly_contradicts(declared).is_none()
    }
}
