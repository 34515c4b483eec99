//! The boards: one problem's, and the season's.

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::derivation::FinalAnswers;

use super::csv::CsvFile;
use super::filters;
use super::live::Live;
use super::problem::ProblemHead;
use super::seasons::SeasonHead;
use super::shell::Shell;
use crate::words::say;

/// What stands above every board: how final it is, and from when.
#[derive(Clone, Copy, Debug, Default)]
pub struct Banner {
    /// Bonuses are computed and part of the scores.
    pub is_scored: bool,
    /// Progress after this moment is hidden until Freeze is done.
    pub hidden_since: Option<DateTime<Utc>>,
    /// What is kept for Reveal.
    pub kept: KeptForReveal,
    /// Scores are whole before Freeze: there are no bonuses to come.
    pub without_bonuses: bool,
}

/// What of its boards a season keeps for Reveal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeptForReveal {
    /// Nothing, or no more.
    #[default]
    Nothing,
    /// Bonuses: boards keep still from Freeze on.
    Bonuses,
    /// Scores: boards are empty.
    Scores,
}

impl KeptForReveal {
    pub(super) fn is_nothing(self) -> bool {
        self == Self::Nothing
    }

    pub(super) fn is_bonuses(self) -> bool {
        self == Self::Bonuses
    }

    pub(super) fn is_scores(self) -> bool {
        self == Self::Scores
    }
}

/// Where in a long board a page is.
#[derive(Clone, Copy, Debug)]
pub struct Pager {
    /// This page, from 1.
    pub page: u32,
    /// How many there are.
    pub pages: u32,
}

/// A method of the correct submissions to a problem.
#[derive(Clone, Debug)]
pub struct TagRow {
    /// The tag.
    pub tag: String,
    /// People with it.
    pub people: u32,
    /// The first submission with it.
    pub first_submission_id: i64,
    /// What that one got for being first.
    pub first_bonus: u32,
}

/// `/seasons/{season}/problems/{problem}/leaderboard`: one row a person, the best submission
/// under score, bytes, time, hash.
#[derive(Template)]
#[template(path = "problem_board.html")]
pub struct ProblemBoardPage {
    /// Common data.
    pub shell: Shell,
    /// How it changes by itself.
    pub live: Live,
    /// Its season.
    pub season: SeasonHead,
    /// How final it is.
    pub banner: Banner,
    /// The problem.
    pub problem: ProblemHead,
    /// The rows in order.
    pub rows: Vec<ProblemBoardRow>,
    /// There are more rows than are shown.
    pub is_cut: bool,
    /// The methods, after Reveal.
    pub tags: Vec<TagRow>,
    /// Whose board it may be, where there are models.
    pub who: Vec<Whose>,
}

impl ProblemBoardPage {
    /// A row tells how final answers came out.
    fn tells_answers(&self) -> bool {
        self.rows.iter().any(|row| row.final_answers().is_some())
    }
}

/// One person on a problem's board.
#[derive(Clone, Debug)]
pub struct ProblemBoardRow {
    /// Rank, from 1; 0 for a model among people.
    pub rank: u32,
    /// Who runs it, of a model.
    pub operator: Option<String>,
    /// Sign-in name, shown small when it differs from the display name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// It is the reader.
    pub is_me: bool,
    /// Reward Correct; else Stage Pass.
    pub reward_correct: bool,
    /// Score.
    pub score: u32,
    /// Canonical bytes, where lengths count.
    pub l_chars: Option<u32>,
    /// What stands beside the score of a derivation.
    pub beside: Option<BesideScore>,
    /// When it was received.
    pub submitted_at: DateTime<Utc>,
    /// The submission whose page derives the score.
    pub submission_id: i64,
    /// Diversity bonus in the score; `None` until it is computed.
    pub diversity_bonus: Option<u32>,
}

impl ProblemBoardRow {
    fn final_answers(&self) -> Option<FinalAnswers> {
        self.beside?.final_answers
    }
}

/// `/seasons/{season}/problems/{problem}/all-time`: the best of each person, of the season and of practice.
#[derive(Template)]
#[template(path = "all_time.html")]
pub struct AllTimePage {
    /// Common data.
    pub shell: Shell,
    /// How it changes by itself.
    pub live: Live,
    /// Its season.
    pub season: SeasonHead,
    /// The problem.
    pub problem: ProblemHead,
    /// The rows in order.
    pub rows: Vec<AllTimeRow>,
    /// There are more rows than are shown.
    pub is_cut: bool,
    /// Whose board it may be, where there are models.
    pub who: Vec<Whose>,
}

/// One person on the board of all time of a problem.
#[derive(Clone, Debug)]
pub struct AllTimeRow {
    /// What every board shows.
    pub row: ProblemBoardRow,
    /// It comes from practice, else from the season.
    pub practice: bool,
    /// The rank that the board of the season gives, where that is one of the first.
    pub season_rank: Option<u32>,
}

/// What stands beside the score of a derivation.
#[derive(Clone, Copy, Debug)]
pub struct BesideScore {
    /// Formulas that match one of the reference solution.
    pub matched: u32,
    /// Formulas that were compared.
    pub compared: u32,
    /// How its final answers came out, where that was measured and may be told.
    pub final_answers: Option<FinalAnswers>,
}

impl BesideScore {
    /// The share of the compared formulas that match, in whole percent, rounded down.
    fn matched_percent(&self) -> u32 {
        (100 * self.matched).checked_div(self.compared).unwrap_or(0)
    }
}

/// `/seasons/{season}/leaderboard`.
#[derive(Template)]
#[template(path = "season_board.html")]
pub struct SeasonBoardPage {
    /// Common data.
    pub shell: Shell,
    /// How it changes by itself.
    pub live: Live,
    /// The season.
    pub season: SeasonHead,
    /// How final it is.
    pub banner: Banner,
    /// Which page it is.
    pub pager: Pager,
    /// Its problems in board order; each is a column.
    pub columns: Vec<BoardColumn>,
    /// The rows in order, each with as many cells as there are columns.
    pub rows: Vec<SeasonBoardRow>,
    /// Whose board it may be, where there are models.
    pub who: Vec<Whose>,
}

/// Of whom a board may be.
#[derive(Clone, Debug)]
pub struct Whose {
    /// `people`, `models` or `all`.
    pub word: &'static str,
    /// It is theirs.
    pub is_shown: bool,
}

impl Whose {
    fn said(&self) -> &'static str {
        match self.word {
            "models" => say!("board-models"),
            "all" => say!("board-all"),
            _ => say!("board-people"),
        }
    }
}

/// What an address is followed by for the board that is shown.
fn shown_suffix(who: &[Whose]) -> String {
    let shown = who.iter().find(|one| one.is_shown && one.word != "people");
    shown.map_or_else(String::new, |one| format!("&who={}", one.word))
}

/// Columns from which on cells are drawn small, and smallest, so that a board fits the window.
const SMALL_FROM: usize = 13;
const SMALLEST_FROM: usize = 31;

/// Columns from which on a window of a laptop has no room for scores and bytes.
const MANY_FROM: usize = 20;

impl SeasonBoardPage {
    /// A class for how many columns there are.
    fn density(&self) -> &'static str {
        match self.columns.len() {
            SMALLEST_FROM.. => " small-cells smallest-cells",
            MANY_FROM.. => " small-cells many-cells",
            SMALL_FROM.. => " small-cells",
            _ => "",
        }
    }

    /// What links to other pages of the same board end in.
    fn suffix(&self) -> String {
        shown_suffix(&self.who)
    }

    /// A row tells how final answers came out.
    fn tells_answers(&self) -> bool {
        self.rows.iter().any(|row| row.final_answers.is_some())
    }
}

/// The head of a column of the season's board.
#[derive(Clone, Debug)]
pub struct BoardColumn {
    /// Slug of the problem.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Its place, from 1.
    pub position: u32,
}

/// One person on the season's board.
#[derive(Clone, Debug)]
pub struct SeasonBoardRow {
    /// Rank, from 1; equal results share it. 0 for a model among people.
    pub rank: u32,
    /// Who runs it, of a model.
    pub operator: Option<String>,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// It is the reader.
    pub is_me: bool,
    /// Sum of the scores.
    pub total: u32,
    /// Problems with REWARD.
    pub reward_count: u32,
    /// Problems with at least a Stage Pass.
    pub stage_count: u32,
    /// Twice the median of canonical bytes over the Reward Correct rows; doubled, because the
    /// median of an even number of them may end in a half.
    pub median_l_chars_twice: Option<u32>,
    /// How the final answers of derivations came out over the problems, where that was measured and may be
    /// told.
    pub final_answers: Option<FinalAnswers>,
    /// One a column.
    pub cells: Vec<Option<BoardCell>>,
}

/// The board of a season as CSV, with the score on each of these problems.
pub fn csv(problems: &[String], rows: &[SeasonBoardRow]) -> CsvFile {
    let head = ["rank", "person", "display_name", "total", "solved", "half"];
    let head: Vec<&str> = head
        .into_iter()
        .chain(problems.iter().map(String::as_str))
        .collect();
    let mut out = CsvFile::new(&head);
    for row in rows {
        let rank = (row.rank > 0).then(|| row.rank.to_string());
        let mut cells = vec![
            rank.unwrap_or_default(),
            row.name.clone(),
            row.display_name.clone(),
            row.total.to_string(),
            row.reward_count.to_string(),
            row.stage_count.to_string(),
        ];
        let scores = row.cells.iter();
        cells.extend(scores.map(|cell| {
            let score = cell.as_ref().map(|cell| cell.score.to_string());
            score.unwrap_or_default()
        }));
        out.push(&cells);
    }
    out
}

impl SeasonBoardRow {
    /// The median as text.
    pub(super) fn median(&self) -> Option<String> {
        self.median_l_chars_twice.map(|twice| {
            if twice % 2 == 0 {
                (twice / 2).to_string()
            } else {
                format!("{}.5", twice / 2)
            }
        })
    }
}

/// The best result of a person on one problem.
#[derive(Clone, Debug)]
pub struct BoardCell {
    /// The submission whose page derives the score.
    pub submission_id: i64,
    /// Score.
    pub score: u32,
    /// Canonical bytes, where lengths count.
    pub l_chars: Option<u32>,
    /// Reward Correct; else Stage Pass.
    pub reward_correct: bool,
}
