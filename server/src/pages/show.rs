//! The Reveal of a problem: the strips of all who stand on its board, below one another.

use askama::Template;

use super::filters;
use super::problem::ProblemHead;
use super::seasons::SeasonHead;
use super::shell::Shell;
use super::strip;
use super::trial::ProgramRules;
use crate::html::TrustedHtml;
use crate::words::say;

/// `/seasons/{season}/problems/{problem}/show`: a plain list; `show.js` opens its hidden terms one by one.
#[derive(Template)]
#[template(path = "show.html")]
pub struct ShowPage {
    /// Common data.
    pub shell: Shell,
    /// Its season.
    pub season: SeasonHead,
    /// The problem.
    pub problem: ProblemHead,
    /// What programs are held against.
    pub rules: ProgramRules,
    /// Who stands on the board, best first.
    pub rows: Vec<ShowRow>,
}

/// One program.
#[derive(Clone, Debug)]
pub struct ShowRow {
    /// Rank on the board, from 1.
    pub rank: u32,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Canonical bytes.
    pub l_chars: u32,
    /// Right terms before the first wrong or missing one.
    pub matched: u32,
    /// The submission.
    pub submission_id: i64,
}

impl ShowPage {
    fn strip(&self, row: &ShowRow) -> TrustedHtml {
        let all = usize::try_from(self.rules.n_check).unwrap_or(0);
        let matched = usize::try_from(row.matched).unwrap_or(0);
        let label = say!("strip-show", n = matched, of = all);
        strip::strip(&strip::judged(matched, matched < all, all, all), &label)
    }

    fn is_whole(&self, row: &ShowRow) -> bool {
        row.matched >= self.rules.n_check
    }
}
