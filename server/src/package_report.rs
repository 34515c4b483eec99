//! The report on a package, for any type of contest.

use std::fmt;

use dojo_judge::derivation;
use dojo_judge::package::Finding;
use dojo_judge::sequence::package as sequence;
use serde::{Deserialize, Serialize};

/// The report on a package of texts.
#[cfg(feature = "text-contest")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextReport {
    /// The problem's slug.
    pub slug: String,
    /// Whether it can be taken.
    pub valid: bool,
}

/// The report on a package. As JSON it is the report of its type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PackageReport {
    /// Of programs.
    Programs(sequence::ValidationReport),
    /// Of derivations.
    Derivations(derivation::ValidationReport),
    /// Of texts.
    #[cfg(feature = "text-contest")]
    Text(TextReport),
}

impl PackageReport {
    /// Whether nothing failed and nothing was skipped; there may be warnings.
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Programs(report) => report.valid,
            Self::Derivations(report) => report.valid,
            #[cfg(feature = "text-contest")]
            Self::Text(report) => report.valid,
        }
    }

    /// The problem's slug, if it is known.
    pub fn slug(&self) -> Option<&str> {
        match self {
            Self::Programs(report) => report.slug.as_deref(),
            Self::Derivations(report) => Some(&report.slug),
            #[cfg(feature = "text-contest")]
            Self::Text(report) => Some(&report.slug),
        }
    }

    /// Its title, if it can be read.
    pub fn title(&self) -> Option<&str> {
        match self {
            Self::Programs(report) => report.title.as_deref(),
            Self::Derivations(report) => report.title.as_deref(),
            #[cfg(feature = "text-contest")]
            Self::Text(_) => None,
        }
    }

    /// One finding for each rule, in a fixed order.
    pub fn findings(&self) -> &[Finding] {
        match self {
            Self::Programs(report) => &report.findings,
            Self::Derivations(report) => &report.findings,
            #[cfg(feature = "text-contest")]
            Self::Text(_) => &[],
        }
    }

    /// The report, if it is on a package of programs.
    pub fn programs(&self) -> Option<&sequence::ValidationReport> {
        match self {
            Self::Programs(report) => Some(report),
            _ => None,
        }
    }
}

impl fmt::Display for PackageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Programs(report) => report.fmt(f),
            Self::Derivations(report) => report.fmt(f),
            #[cfg(feature = "text-contest")]
            Self::Text(report) => f.write_str(if report.valid { "valid" } else { "invalid" }),
        }
    }
}
