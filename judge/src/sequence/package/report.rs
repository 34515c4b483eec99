//! What a setter is told about a package: one finding for each rule, as text and as JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::rules::ScoringVersion;

/// How a rule went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Kept.
    Ok,
    /// Kept, but the setter should look at something.
    Warning,
    /// Broken.
    Failed,
    /// Not looked at, because something before it is broken.
    Skipped,
}

impl Outcome {
    /// The word in the report; the one that matters stands out.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failed => "FAILED",
            Self::Skipped => "skipped",
        }
    }
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// `problem.toml`, the statement and the layout of the package.
    Files,
    /// `setter.py` is canonical, compiles and is short enough.
    Setter,
    /// Three runs are the same.
    Runs,
    /// `n_check` terms within half of the limits.
    Limits,
    /// Digits of the terms.
    Digits,
    /// The examples get their verdicts.
    Examples,
    /// The hidden terms do not follow from the public ones.
    Hidden,
    /// No earlier season has the terms.
    New,
}

impl Subject {
    /// The word in the report.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Setter => "setter",
            Self::Runs => "runs",
            Self::Limits => "limits",
            Self::Digits => "digits",
            Self::Examples => "examples",
            Self::Hidden => "hidden",
            Self::New => "new",
        }
    }
}

/// What was found about one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule.
    pub subject: Subject,
    /// How it went.
    pub outcome: Outcome,
    /// In a clause.
    pub summary: String,
    /// One line each, where there is more to say.
    pub details: Vec<String>,
}

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
    /// It got the verdict that it must get.
    pub fn agrees(&self) -> bool {
        self.expected == self.verdict
    }
}

/// Figures of the setter's program.
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
}

/// The report on a package: a function of its files, the season's parameters and the runtime
/// digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidationReport {
    /// Nothing failed and nothing was skipped; there may be warnings.
    pub valid: bool,
    /// From `problem.toml`, when it can be read.
    pub slug: Option<String>,
    /// From `problem.toml`, when it can be read.
    pub title: Option<String>,
    /// Scoring version that the examples were judged by.
    pub scoring: ScoringVersion,
    /// Digest of the sandbox.
    pub runtime_digest: String,
    /// One for each rule, in a fixed order.
    pub findings: Vec<Finding>,
    /// The examples in the order of their paths; empty when they were not judged.
    pub examples: Vec<Examined>,
    /// `None` when the setter's program did not give its terms.
    pub measures: Option<Measures>,
}

impl ValidationReport {
    /// How many rules went so.
    pub fn count(&self, outcome: Outcome) -> usize {
        let found = self.findings.iter();
        found.filter(|finding| finding.outcome == outcome).count()
    }

    /// The report in a clause.
    pub fn conclusion(&self) -> String {
        let number = |outcome, one: &str| match self.count(outcome) {
            1 => format!("1 {one}"),
            many => format!("{many} {one}s"),
        };
        if !self.valid {
            format!("not valid: {} failed", number(Outcome::Failed, "rule"))
        } else if self.count(Outcome::Warning) > 0 {
            format!("valid, with {}", number(Outcome::Warning, "warning"))
        } else {
            "valid".to_owned()
        }
    }

    /// What was found about a rule.
    pub fn finding(&self, subject: Subject) -> Option<&Finding> {
        let mut found = self.findings.iter();
        found.find(|finding| finding.subject == subject)
    }
}

impl fmt::Display for ValidationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slug = self.slug.as_deref().unwrap_or("(no slug)");
        let title = self.title.as_deref().unwrap_or("(no title)");
        writeln!(f, "{slug}: {title}")?;
        for finding in &self.findings {
            let (outcome, subject) = (finding.outcome.as_str(), finding.subject.as_str());
            writeln!(f, "  {outcome:<8} {subject:<9} {}", finding.summary)?;
            for line in &finding.details {
                writeln!(f, "           {:<9} - {line}", "")?;
            }
        }
        write!(f, "{}", self.conclusion())
    }
}
