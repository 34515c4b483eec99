//! The statistics of a problem, as its setter sees them.

use askama::Template;

use super::filters;
use super::physics::verdict::scored_label;
use super::seasons::SeasonHead;
use super::shell::Shell;
use super::text;
use super::verdict::VerdictLabel;
use crate::problem_progress::{Marks, Period, Progress, VerdictCount};

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

impl ProgressPage {
    /// The verdicts of a period, in the order of those of all, with how many got each.
    fn of(&self, period: &Period) -> Vec<(VerdictLabel, String)> {
        let same = |one: &VerdictCount, other: &VerdictCount| {
            (&one.verdict, one.marks) == (&other.verdict, other.marks)
        };
        let all = self.progress.verdicts.iter();
        let found = all.filter_map(|one| period.verdicts.iter().find(|other| same(one, other)));
        found.map(labelled).collect()
    }

    /// The verdicts of all submissions.
    fn all(&self) -> Vec<(VerdictLabel, String)> {
        self.progress.verdicts.iter().map(labelled).collect()
    }
}

fn labelled(count: &VerdictCount) -> (VerdictLabel, String) {
    let score = count.marks.map(|marks| match marks {
        Marks::Full => 1000,
        Marks::Part => 1,
        Marks::None => 0,
    });
    let n = text::grouped(&count.attempts.to_string());
    (scored_label(&count.verdict, score), n)
}
