//! The neutral form of a source: what Python needs in order to do the same, in one spelling (`docs/SCORING-v0.3.md` §3).
//!
//! The guest makes it, with the parser and the printer of `CPython` itself (`tree/neutral.py`). It is a program of its
//! own: it is what is weighed, and it has to pass the gate that its source passes.

use serde::{Deserialize, Serialize};

use super::policy::{self, Counts, Payload};
use super::tree::{Tree, Written};
use crate::digest::Digest;

/// A neutral form.
#[derive(Debug)]
pub(super) struct Neutral {
    text: String,
    tree: Tree,
    /// For each of its lines the line of the source that it comes from.
    origin: Vec<u32>,
}

/// A neutral form with what each of its lines weighs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeighedForm {
    /// Its lines.
    pub lines: Vec<WeighedLine>,
}

/// A line of a neutral form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeighedLine {
    /// What stands there.
    pub text: String,
    /// The line of the source that it comes from.
    pub line: u32,
    /// What it weighs, in bytes, rounded up.
    pub bytes: u32,
}

impl Neutral {
    pub(super) fn new(written: Written) -> Self {
        let Written { tree, text, origin } = written;
        Self { text, tree, origin }
    }

    /// The program that it is.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its tree.
    #[cfg(test)]
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What two sources have in common that differ in nothing that Python needs.
    pub(super) fn hash(&self) -> Digest {
        Digest::of(&self.text)
    }

    /// What it weighs. Its places are those of the source.
    pub(super) fn payload(&self) -> Payload {
        let mut payload = policy::weigh(&self.tree).payload();
        for weight in &mut payload.heaviest {
            weight.line = self.line_of_source(weight.line);
        }
        payload
    }

    /// How often it has what the policy counts, each number once.
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

    /// It with what each of its lines weighs.
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
