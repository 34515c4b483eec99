//! The neutral form of a source: everything that Python needs to do the same, in one spelling (`docs/SCORING-v0.3.md`
//! §3).
//!
//! The guest makes it with `CPython`'s own parser and printer (`tree/neutral.py`). It is a program itself: it is
//! weighed instead of the source, and it must pass the gate that its source passes.

use serde::{Deserialize, Serialize};

use super::policy::{self, Counts, Payload};
use super::tree::{Tree, Written};
use crate::digest::Digest;

/// A neutral form.
#[derive(Debug)]
pub(super) struct Neutral {
    text: String,
    tree: Tree,
    /// For each of its lines, the line of the source that it comes from.
    origin: Vec<u32>,
}

/// A neutral form with the weight of each line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeighedForm {
    /// Its lines.
    pub lines: Vec<WeighedLine>,
}

/// A line of a neutral form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeighedLine {
    /// The text of the line.
    pub text: String,
    /// The line of the source that it comes from.
    pub line: u32,
    /// Its weight, in bytes, rounded up.
    pub bytes: u32,
}

impl Neutral {
    pub(super) fn new(written: Written) -> Self {
        let Written { tree, text, origin } = written;
        Self { text, tree, origin }
    }

    /// Its source text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its tree.
    #[cfg(test)]
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// A hash that is equal for two sources that differ in nothing that Python needs.
    pub(super) fn hash(&self) -> Digest {
        Digest::of(&self.text)
    }

    /// Its weight. Places refer to the source.
    pub(super) fn payload(&self) -> Payload {
        let mut payload = policy::weigh(&self.tree).payload();
        for weight in &mut payload.heaviest {
            weight.line = self.line_of_source(weight.line);
        }
        payload
    }

    /// The policy's counts for it, with each number counted once.
    pub(super) fn counts(&self, numeric_limit: u32) -> Counts {
        let mut counts = policy::count(&self.tree, numeric_limit).of_different_numbers(&self.tree);
        for line in [
            &mut counts.numeric_line,
            &mut counts.string_line,
            &mut counts.list_tuple_line,
        ] {
            *line = self.line_of_source(*line);
        }
        counts
    }

    /// The neutral form with the weight of each line.
    pub(super) fn weighed(&self) -> WeighedForm {
        let by_line = policy::weigh(&self.tree).by_line();
        let lines =
            (self.text.lines().zip(&self.origin).zip(1..)).map(|((text, &line), at)| WeighedLine {
                text: text.to_owned(),
                line,
                bytes: by_line.get(&at).copied().unwrap_or(0),
            });
        WeighedForm {
            lines: lines.collect(),
        }
    }

    fn line_of_source(&self, line: u32) -> u32 {
        let at = usize::try_from(line).unwrap_or(0).checked_sub(1);
        at.and_then(|at| self.origin.get(at))
            .copied()
            .unwrap_or(line)
    }
}
