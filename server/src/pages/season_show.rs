//! The show of a season: a plain list of what everybody has seen, which `reveal.js` plays.

use askama::Template;

use super::boards::Banner;
use super::filters;
use super::live::Live;
use super::seasons::SeasonHead;
use super::shell::Shell;
use super::strip::{self, Cell};
use crate::html::TrustedHtml;

/// `/seasons/{season}/show`.
#[derive(Template)]
#[template(path = "season_show.html")]
pub struct SeasonShowPage {
    /// Common data.
    pub shell: Shell,
    /// How the clock of the show is heard.
    pub live: Live,
    /// The season.
    pub season: SeasonHead,
    /// How final its results are.
    pub banner: Banner,
    /// Where the show is.
    pub stands: ShowStands,
    /// The reader can start it.
    pub can_start: bool,
    /// The final ranks that are named, the best first.
    pub winners: Vec<StandingRow>,
    /// Its problems, in their order, as far as they were shown.
    pub acts: Vec<ActList>,
    /// How many there are.
    pub problems: usize,
}

impl SeasonShowPage {
    /// Nothing of it was shown yet.
    fn is_to_come(&self) -> bool {
        self.stands == ShowStands::ToCome && !self.season.phase.is_practice()
    }
}

/// Where a show is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowStands {
    /// It was never started.
    ToCome,
    /// It is on.
    Running,
    /// It is paused.
    Paused,
    /// All of it was shown.
    Over,
}

/// A problem.
#[derive(Clone, Debug)]
pub struct ActList {
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// Terms or formulas.
    pub cells: u32,
    /// Who stands on its board, best first.
    pub rows: Vec<ShownRow>,
    /// The formulas of a physics problem, in the order of its file.
    pub formulas: Vec<ShownFormula>,
    /// The ranks of the season after it.
    pub ranks: Vec<StandingRow>,
}

/// A formula of a reference solution.
#[derive(Clone, Debug)]
pub struct ShownFormula {
    /// The formula.
    pub formula: TrustedHtml,
    /// How many of those on the board are credited with it.
    pub credited: u32,
}

/// What one program or derivation came to.
#[derive(Clone, Debug)]
pub struct ShownRow {
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// The submission.
    pub submission_id: i64,
    /// Canonical bytes, where shorter is better.
    pub l_chars: Option<u32>,
    /// Cells that are right or credited.
    pub right: u32,
    /// A letter a cell: `r`, `m` or `w`.
    pub cells: String,
}

/// Somebody's rank at some time of the show.
#[derive(Clone, Debug)]
pub struct StandingRow {
    /// Rank, from 1; equal sums share it.
    pub rank: u32,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Points so far.
    pub total: u32,
}

/// Rows of a problem in the plain list; its board has more.
const LISTED: usize = 10;

impl ActList {
    fn listed(&self) -> impl Iterator<Item = &ShownRow> {
        self.rows.iter().take(LISTED)
    }
}

impl ShownRow {
    fn strip(&self) -> TrustedHtml {
        let cell = |letter| match letter {
            'r' => Cell::Right,
            'm' => Cell::Made,
            _ => Cell::Wrong,
        };
        let cells: Vec<Cell> = self.cells.chars().map(cell).collect();
        strip::small(&cells)
    }
}
