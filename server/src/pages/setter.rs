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
    #[expect(clippy::unused_self, reason = "templates call methods, not functions")]
    fn class(&self, outcome: &Outcome) -> &'static str {
        match outcome {
            Outcome::Ok => "v-good",
            Outcome::Warning => "v-half",
            Outcome::Failed => "v-bad",
            Outcome::Skipped => "v-pending",
        }
    }
}
