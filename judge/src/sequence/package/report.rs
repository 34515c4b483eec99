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
    /// `problem.toml` or `problem.json`, the statement and the layout of the package.
    Files,
    /// The formulas of a physics problem keep the rules of `docs/physics.md`.
    Rules,
    /// `setter.py` is canonical, compiles and is short enough.
    Setter,
    /// Three runs are the same.
    Runs,
    /// `n_check` terms within half of the limits.
    Limits,
    /// Digits of the terms.
    Digits,
    /// The examples get their verdicts, or come to what is expected of them.
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
            Self::Rules => "rules",
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

impl Finding {
    /// What was found, with no more to say.
    pub(crate) fn new(subject: Subject, outcome: Outcome, summary: impl Into<String>) -> Self {
        Self {
            subject,
            outcome,
            summary: summary.into(),
            details: Vec::new(),
        }
    }

    /// A rule that was not looked at.
    pub(crate) fn skipped(subject: Subject) -> Self {
        let summary = "not looked at before the above is mended";
        Self::new(subject, Outcome::Skipped, summary)
    }

    /// A broken rule: how many mistakes there are, and which.
    pub(crate) fn mistakes(subject: Subject, mistakes: Vec<String>) -> Self {
        let summary = match mistakes.len() {
            1 => "1 mistake".to_owned(),
            many => format!("{many} mistakes"),
        };
        Self {
            details: mistakes,
            ..Self::new(subject, Outcome::Failed, summary)
        }
    }
}

/// How many rules went so.
fn count(findings: &[Finding], outcome: Outcome) -> usize {
    let found = findings.iter();
    found.filter(|finding| finding.outcome == outcome).count()
}

/// Nothing failed and nothing was skipped; there may be warnings.
pub(crate) fn is_valid(findings: &[Finding]) -> bool {
    count(findings, Outcome::Failed) == 0 && count(findings, Outcome::Skipped) == 0
}

/// What was found, in a clause.
fn conclusion(findings: &[Finding]) -> String {
    let number = |outcome, one: &str| match count(findings, outcome) {
        1 => format!("1 {one}"),
        many => format!("{many} {one}s"),
    };
    if !is_valid(findings) {
        format!("not valid: {} failed", number(Outcome::Failed, "rule"))
    } else if count(findings, Outcome::Warning) > 0 {
        format!("valid, with {}", number(Outcome::Warning, "warning"))
    } else {
        "valid".to_owned()
    }
}

/// Writes a report as text: the problem, a line for each rule with what there is to say about it, and
/// the conclusion.
pub(crate) fn write_report(
    f: &mut fmt::Formatter<'_>,
    slug: Option<&str>,
    title: Option<&str>,
    findings: &[Finding],
) -> fmt::Result {
    let (slug, title) = (slug.unwrap_or("(no slug)"), title.unwrap_or("(no title)"));
    writeln!(f, "{slug}: {title}")?;
    for finding in findings {
        let (outcome, subject) = (finding.outcome.as_str(), finding.subject.as_str());
        writeln!(f, "  {outcome:<8} {subject:<9} {}", finding.summary)?;
        for line in &finding.details {
            writeln!(f, "           {:<9} - {line}", "")?;
        }
    }
    f.write_str(&conclusion(findings))
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
        count(&self.findings, outcome)
    }

    /// The report in a clause.
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
