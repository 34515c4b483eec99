//! The report to a setter about a package of programs, as text and as JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::rules::ScoringVersion;
use crate::package::{Finding, Outcome, Subject, conclusion, count, write_report};

/// An example that was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examined {
    /// Path in the package.
    pub path: String,
    /// The verdict that its folder names.
    pub expected: String,
    /// The verdict it got.
    pub verdict: String,
    /// The verdict in a sentence.
    pub reason: String,
    /// Canonical bytes.
    pub l_chars: u32,
    /// Fuel used.
    pub fuel: u64,
    /// Largest memory, in bytes.
    pub peak_memory_bytes: u64,
}

impl Examined {
    /// Whether it got the verdict that it must get.
    pub fn agrees(&self) -> bool {
        self.expected == self.verdict
    }
}

/// How many terms a report shows.
pub(super) const FIRST_TERMS: usize = 20;

/// Measurements of the setter's program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measures {
    /// Terms of a full solution.
    pub n_check: u32,
    /// Terms of a Stage Pass.
    pub n_stage: u32,
    /// Terms that are published.
    pub n_public: u32,
    /// Canonical bytes of `setter.py`.
    pub setter_bytes: u32,
    /// Fuel for all terms.
    pub fuel: u64,
    /// Largest memory, in bytes.
    pub peak_memory_bytes: u64,
    /// Digits of the longest term.
    pub longest_term_digits: u32,
    /// SHA-256 of the terms, as it goes into the commitment.
    pub terms_hash: String,
    /// The first terms, at most twenty, without hidden ones.
    #[serde(default)]
    pub first_terms: Vec<String>,
}

/// The report on a package. It depends only on its files, the season's parameters and the runtime digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidationReport {
    /// Nothing failed and nothing was skipped; there may be warnings.
    pub valid: bool,
    /// From `problem.toml`, when it can be read.
    pub slug: Option<String>,
    /// From `problem.toml`, when it can be read.
    pub title: Option<String>,
    /// The scoring version by which the examples were judged.
    pub scoring: ScoringVersion,
    /// Digest of the sandbox.
    pub runtime_digest: String,
    /// One for each rule, in a fixed order.
    pub findings: Vec<Finding>,
    /// The examples in the order of their paths; empty if they were not judged.
    pub examples: Vec<Examined>,
    /// `None` if the setter's program did not produce its terms.
    pub measures: Option<Measures>,
}

impl ValidationReport {
    /// How many findings have this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        count(&self.findings, outcome)
    }

    /// The conclusion, in a clause.
    pub fn conclusion(&self) -> String {
        conclusion(&self.findings)
    }

    /// What was found about a rule.
    pub fn finding(&self, subject: Subject) -> Option<&Finding> {
        let mut found = self.findings.iter();
        found.find(|finding| finding.subject == subject)
    }
}

impl fmt::Display for ValidationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_report(
            f,
            self.slug.as_deref(),
            self.title.as_deref(),
            &self.findings,
        )
    }
}
