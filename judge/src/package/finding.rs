//! The findings about a package for its setter: one for each rule.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The outcome of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The rule is kept.
    Ok,
    /// The rule is kept, but the setter should look at something.
    Warning,
    /// The rule is broken.
    Failed,
    /// The rule was not checked, because an earlier one is broken.
    Skipped,
}

impl Outcome {
    /// The word in the report; the important ones stand out.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failed => "FAILED",
            Self::Skipped => "skipped",
        }
    }
}

/// The subject of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// `problem.toml` or `problem.json`, the statement and the layout of the package.
    Files,
    /// The formulas of a physics problem keep the rules of `docs/physics.md`.
    Rules,
    /// `setter.py` is canonical, compiles and is short enough.
    Setter,
    /// Three runs give the same result.
    Runs,
    /// `n_check` terms need at most half of the limits.
    Limits,
    /// Digits of the terms.
    Digits,
    /// The examples get their verdicts or results as expected.
    Examples,
    /// The hidden terms do not follow from the public ones.
    Hidden,
    /// No earlier season has these terms.
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

/// The finding about one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule.
    pub subject: Subject,
    /// Its outcome.
    pub outcome: Outcome,
    /// The finding, in a clause.
    pub summary: String,
    /// Further details, one line each.
    pub details: Vec<String>,
}

impl Finding {
    /// A finding without details.
    pub(crate) fn new(subject: Subject, outcome: Outcome, summary: impl Into<String>) -> Self {
        Self {
            subject,
            outcome,
            summary: summary.into(),
            details: Vec::new(),
        }
    }

    /// The finding for a rule that was not checked.
    pub(crate) fn skipped(subject: Subject) -> Self {
        let summary = "not looked at before the above is mended";
        Self::new(subject, Outcome::Skipped, summary)
    }

    /// The finding for a broken rule: how many mistakes there are, and which.
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

/// How many findings have this outcome.
pub(crate) fn count(findings: &[Finding], outcome: Outcome) -> usize {
    let found = findings.iter();
    found.filter(|finding| finding.outcome == outcome).count()
}

/// Nothing failed and nothing was skipped; there may be warnings.
pub(crate) fn is_valid(findings: &[Finding]) -> bool {
    count(findings, Outcome::Failed) == 0 && count(findings, Outcome::Skipped) == 0
}

/// The conclusion, in a clause.
pub(crate) fn conclusion(findings: &[Finding]) -> String {
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

/// Writes a report as text: the problem, a line with its details for each rule, and the conclusion.
pub(crate) fn write_report(
    f: &mut fmt::Formatter<'_>,
    slug: Option<&str>,
    title: Option<&str>,
    findings: &[Finding],
) -> fmt::Result {
    let known = [slug, title].into_iter().flatten();
    let known = known.collect::<Vec<_>>().join(": ");
    if !known.is_empty() {
        writeln!(f, "{known}")?;
    }
    for finding in findings {
        let (outcome, subject) = (finding.outcome.as_str(), finding.subject.as_str());
        writeln!(f, "  {outcome:<8} {subject:<9} {}", finding.summary)?;
        for line in &finding.details {
            writeln!(f, "           {:<9} - {line}", "")?;
        }
    }
    f.write_str(&conclusion(findings))
}
