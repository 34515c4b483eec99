//! Validates a setter's package: its files, the rules of its problem, and the results of its examples.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::package::{Package, Reading};
use crate::package::{Fault, Files, Finding, Outcome, Subject, is_valid, write_report};
use formula::credit::{GRADER_VERSION, Settings, read_latex};
use formula::lint::{Severity, lint};

/// The report on a package. It depends only on its files, the season's number of formulas and the version of the
/// grader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidationReport {
    /// Nothing failed and nothing was skipped; there may be warnings.
    pub valid: bool,
    /// The problem's slug.
    pub slug: String,
    /// From `problem.json`, when it can be read.
    pub title: Option<String>,
    /// The version that graded the examples: [`GRADER_VERSION`].
    pub grader_version: u32,
    /// One for each rule, in a fixed order.
    pub findings: Vec<Finding>,
}

/// Validates the package of the problem that has this slug.
pub fn validate(slug: &str, settings: &Settings, files: &Files) -> ValidationReport {
    let reading = Reading::new(slug, files);
    let mut findings = vec![files_finding(&reading)];
    match &reading.package {
        Some(package) => findings.push(rules_finding(package, &reading.broken_rules)),
        None => findings.push(Finding::skipped(Subject::Rules)),
    }
    match &reading.package {
        Some(package) if is_valid(&findings) => {
            findings.push(examples_finding(package, settings));
        }
        _ => findings.push(Finding::skipped(Subject::Examples)),
    }
    ValidationReport {
        valid: is_valid(&findings),
        slug: slug.to_owned(),
        title: reading.title,
        grader_version: GRADER_VERSION,
        findings,
    }
}

fn told(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(Fault::to_string).collect()
}

fn files_finding(reading: &Reading) -> Finding {
    if !reading.faults.is_empty() {
        return Finding::mistakes(Subject::Files, told(&reading.faults));
    }
    let summary = "problem.json, the statement, and derivations with what they come to";
    if let Some(unreviewed) = &reading.unreviewed {
        return Finding {
            details: vec![format!("review.toml: {unreviewed}")],
            ..Finding::new(Subject::Files, Outcome::Warning, summary)
        };
    }
    Finding::new(Subject::Files, Outcome::Ok, summary)
}

fn rules_finding(package: &Package, broken: &[Fault]) -> Finding {
    if !broken.is_empty() {
        return Finding::mistakes(Subject::Rules, told(broken));
    }
    let issues = lint(&package.problem, read_latex).into_iter();
    let warnings: Vec<String> = issues
        .filter(|issue| issue.severity == Severity::Warning)
        .map(|issue| issue.to_string())
        .collect();
    let formulas = package.problem.nodes.len();
    if warnings.is_empty() {
        let summary = format!("the {formulas} formulas keep all rules");
        return Finding::new(Subject::Rules, Outcome::Ok, summary);
    }
    let summary = "the problem can be graded, and should be mended";
    Finding {
        details: warnings,
        ..Finding::new(Subject::Rules, Outcome::Warning, summary)
    }
}

fn examples_finding(package: &Package, settings: &Settings) -> Finding {
    let all = package.examples.len();
    match package.check_examples(settings) {
        Ok(()) if all == 0 => Finding::new(Subject::Examples, Outcome::Ok, "there are none"),
        Ok(()) => {
            let summary = match all {
                1 => "the one comes to what is expected".to_owned(),
                all => format!("all {all} come to what is expected"),
            };
            as_expected(package, settings, summary)
        }
        Err(faults) => Finding {
            details: told(&faults),
            ..Finding::new(
                Subject::Examples,
                Outcome::Failed,
                format!("{} of {all} come to something else", faults.len()),
            )
        },
    }
}

/// The finding that the examples have their expected results, what each comes to, and names that the problem does not
/// know.
fn as_expected(package: &Package, settings: &Settings, summary: String) -> Finding {
    let proposed = package.propose_aliases(settings);
    let outcome = if proposed.is_empty() {
        Outcome::Ok
    } else {
        Outcome::Warning
    };
    let formulas = package.problem.nodes.len();
    let results = package.examples.iter().map(|example| {
        format!(
            "{}: {} points, {} of {formulas} formulas credited",
            example.path,
            example.score,
            example.achieved.len()
        )
    });
    let proposed = proposed.iter().map(ToString::to_string);
    let details = results.chain(proposed).collect();
    Finding {
        details,
        ..Finding::new(Subject::Examples, outcome, summary)
    }
}

impl fmt::Display for ValidationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_report(f, Some(&self.slug), self.title.as_deref(), &self.findings)
    }
}
