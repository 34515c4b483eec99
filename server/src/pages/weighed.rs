//! What the policy says of a source before it is submitted.

use askama::Template;
use dojo_judge::sequence::policy::Weight;
use dojo_judge::sequence::{Check, Rules, brevity_bonus};

use super::explain::{self, Meter};
use super::filters;

/// The answer to a source that is weighed; a fragment of HTML for the page of its problem.
#[derive(Template)]
#[template(path = "parts/weighed.html")]
pub struct WeighedFragment {
    /// What the judge found.
    pub check: Check,
    /// By which rules.
    pub rules: Rules,
}

impl WeighedFragment {
    fn meters(&self) -> Vec<Meter> {
        explain::meters(
            self.rules.scoring,
            self.check.counts.as_ref(),
            self.check.payload.as_ref().zip(self.rules.allowance()),
        )
    }

    fn heaviest(&self) -> &[Weight] {
        self.check
            .payload
            .as_ref()
            .map_or(&[], |payload| payload.heaviest.as_slice())
    }

    fn bonus(&self) -> u32 {
        brevity_bonus(self.check.l_chars)
    }
}
