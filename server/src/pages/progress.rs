//! How a problem fares, as its setter sees it.

use askama::Template;

use super::filters;
use super::physics::verdict::scored_label;
use super::seasons::SeasonHead;
use super::shell::Shell;
use super::verdict::VerdictLabel;
use crate::progress::{Marks, Period, Progress, VerdictCount};

/// `/seasons/{season}/problems/{problem}/progress`.
#[derive(Template)]
#[template(path = "progress.html")]
pub struct ProgressPage {
    /// Common data.
    pub shell: Shell,
    /// Its season.
    pub season: SeasonHead,
    /// Part of the address of the problem.
    pub slug: String,
    /// Title of the problem.
    pub title: String,
    /// How it fares.
    pub progress: Progress,
}

#[expect(clippy::unused_self, reason = "templates call methods, not functions")]
impl ProgressPage {
    fn label(&self, count: &VerdictCount) -> VerdictLabel {
        let score = count.marks.map(|marks| match marks {
            Marks::Full => 1000,
            Marks::Part => 1,
            Marks::None => 0,
        });
        scored_label(&count.verdict, score)
    }

    /// How many submissions of a period got this verdict.
    fn of(&self, period: &Period, verdict: &VerdictCount) -> u32 {
        let mut all = period.verdicts.iter();
        let found = all.find(|it| (&it.verdict, it.marks) == (&verdict.verdict, verdict.marks));
        found.map_or(0, |found| found.attempts)
    }
}
