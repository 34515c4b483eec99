//! The setter's page: a package goes in, the report on it comes out.

use askama::Template;
use dojo_judge::sequence::package::{Outcome, ValidationReport};

use super::filters;
use super::form::FieldErrors;
use super::shell::Shell;

/// `/setter`.
#[derive(Template)]
#[template(path = "setter.html")]
pub struct SetterPage {
    /// Common data.
    pub shell: Shell,
    /// What a package can be validated against.
    pub seasons: Vec<SeasonChoice>,
    /// Messages about the form, fields `package` and `season`.
    pub errors: FieldErrors,
    /// Largest package, in MiB.
    pub max_mib: usize,
    /// The report on the package that was sent.
    pub report: Option<ValidationReport>,
}

/// A season, or the defaults of a scoring version.
#[derive(Clone, Debug)]
pub struct SeasonChoice {
    /// Value of the field `season`.
    pub value: String,
    /// What the reader sees.
    pub label: String,
    /// It is the one chosen before.
    pub chosen: bool,
}

impl SetterPage {
    /// Class of the mark of an outcome, in the colours of verdicts.
    #[expect(
        clippy::unused_self,
        clippy::trivially_copy_pass_by_ref,
        reason = "templates call methods, not functions, and pass references"
    )]
    fn class(&self, outcome: &Outcome) -> &'static str {
        match outcome {
            Outcome::Ok => "v-good",
            Outcome::Warning => "v-half",
            Outcome::Failed => "v-bad",
            Outcome::Skipped => "v-pending",
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use dojo_judge::sequence::ScoringVersion;
    use dojo_judge::sequence::package::{Examined, Finding, Subject};

    use super::*;

    #[test]
    fn what_a_package_says_is_shown_as_text() {
        let hostile = "<script>alert(1)</script>";
        let page = SetterPage {
            shell: Shell::visitor("/setter", "t", DateTime::UNIX_EPOCH),
            seasons: Vec::new(),
            errors: FieldErrors::one("package", hostile),
            max_mib: 2,
            report: Some(ValidationReport {
                valid: false,
                slug: None,
                title: Some(hostile.to_owned()),
                scoring: ScoringVersion::V0_1,
                runtime_digest: String::new(),
                findings: vec![Finding {
                    subject: Subject::Files,
                    outcome: Outcome::Failed,
                    summary: hostile.to_owned(),
                    details: vec![hostile.to_owned()],
                }],
                examples: vec![Examined {
                    path: hostile.to_owned(),
                    expected: "REWARD".to_owned(),
                    verdict: "STAGE".to_owned(),
                    reason: hostile.to_owned(),
                    l_chars: 1,
                    fuel: 1,
                    peak_memory_bytes: 1,
                }],
                measures: None,
            }),
        };
        let html = page.render().unwrap();
        assert!(!html.contains(hostile));
        assert!(html.contains("not valid: 1 rule failed"), "{html}");
        assert!(
            html.contains("<span class=\"verdict v-bad\">FAILED</span>"),
            "{html}"
        );
        assert!(
            html.contains("<span class=\"verdict v-bad\">STAGE</span>"),
            "{html}"
        );
    }
}
