//! The policy's verdict on a source before it is submitted.

use askama::Template;
use dojo_judge::sequence::policy::Weight;
use dojo_judge::sequence::{Check, Rules, WeighedLine, brevity_bonus};

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
            (self.check.counts.as_ref()).map(|counts| (counts, self.rules.thresholds())),
            self.check.payload.as_ref().zip(self.rules.allowance()),
        )
    }

    fn heaviest(&self) -> &[Weight] {
        self.check
            .payload
            .as_ref()
            .map_or(&[], |payload| payload.heaviest.as_slice())
    }

    /// The neutral form, line by line.
    fn neutral(&self) -> &[WeighedLine] {
        (self.check.neutral.as_ref()).map_or(&[], |form| form.lines.as_slice())
    }

    /// It is accepted only if its neutral form prints the same.
    fn is_accepted_if_neutral(&self) -> bool {
        self.check.rests_on_neutral_form(&self.rules)
    }

    fn bonus(&self) -> u32 {
        brevity_bonus(self.check.l_chars, self.rules.par)
    }
}
