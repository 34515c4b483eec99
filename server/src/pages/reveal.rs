//! What there is to see from Reveal on: the final ranks one by one, the programs that solve a
//! problem side by side, the setters' board.

use std::cmp::Ordering;

use askama::Template;

use super::bars::Spread;
use super::boards::{Banner, BoardCell, Pager, ProblemBoardRow, SeasonBoardRow};
use super::filters;
use super::problem::ProblemHead;
use super::seasons::SeasonHead;
use super::shell::Shell;
use crate::html::TrustedHtml;
use crate::words::say;

/// `/seasons/{season}/resolver?shown=N`: the last N ranks of the board; each step shows one more.
#[derive(Template)]
#[template(path = "resolver.html")]
pub struct ResolverPage {
    /// Common data.
    pub shell: Shell,
    /// The season.
    pub season: SeasonHead,
    /// How final its board is.
    pub banner: Banner,
    /// People on the board.
    pub people: u32,
    /// How many of them are revealed, from the bottom.
    pub shown: u32,
    /// The person revealed last; `None` before the first step.
    pub step: Option<Step>,
    /// The revealed rows, best first; the step's own is the first of them.
    pub rows: Vec<SeasonBoardRow>,
}

/// A person who has just been revealed.
#[derive(Clone, Debug)]
pub struct Step {
    /// The person's row, with one cell a problem.
    pub row: SeasonBoardRow,
    /// The problems with a result, in board order.
    pub lines: Vec<StepLine>,
    /// Rank and points that the same programs had without anybody's diversity bonus.
    pub before: Before,
    /// The person revealed one step earlier, and by how many points they are behind.
    pub ahead_of: Option<(String, u32)>,
}

/// Where somebody stood without the diversity bonuses.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    /// Rank, from 1.
    pub rank: u32,
    /// Points.
    pub points: u32,
}

/// What a person reached on one problem.
#[derive(Clone, Debug)]
pub struct StepLine {
    /// Slug of the problem.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The result.
    pub cell: BoardCell,
    /// The diversity bonus in its score.
    pub bonus: u32,
}

impl Step {
    /// What the diversity bonuses changed, in words.
    fn change(&self) -> String {
        let (rank, before) = (self.row.rank, self.before.rank);
        let moved = match rank.cmp(&before) {
            Ordering::Less => say!("resolver-up", n = before - rank),
            Ordering::Equal => say!("resolver-no-change").to_owned(),
            Ordering::Greater => say!("resolver-down", n = rank - before),
        };
        let bonus = self.row.total.saturating_sub(self.before.points);
        say!(
            "resolver-change",
            points = self.before.points,
            before = before,
            bonus = bonus.to_string(),
            rank = rank,
            moved = moved
        )
    }
}

impl ResolverPage {
    /// Revealed rows that the table leaves out.
    fn is_cut(&self) -> bool {
        usize::try_from(self.shown).is_ok_and(|shown| shown > self.rows.len())
    }
}

/// `/seasons/{season}/problems/{problem}/solutions?left=&right=&page=`: the best program of each
/// person who solved the problem whole.
#[derive(Template)]
#[template(path = "solutions.html")]
pub struct SolutionsPage {
    /// Common data.
    pub shell: Shell,
    /// Its season.
    pub season: SeasonHead,
    /// The problem.
    pub problem: ProblemHead,
    /// The plots, as on the problem's page.
    pub spread: Spread,
    /// Everybody whose program can be chosen.
    pub choices: Vec<ProblemBoardRow>,
    /// Submissions chosen for the left and the right side.
    pub chosen: (Option<i64>, Option<i64>),
    /// The chosen ones, left first; empty when none is chosen.
    pub pair: Vec<Solution>,
    /// A page of all programs, in board order; empty when some are chosen.
    pub solutions: Vec<Solution>,
    /// Which page of them it is.
    pub pager: Pager,
    /// There are more than can be chosen.
    pub is_cut: bool,
}

impl SolutionsPage {
    fn is_left(&self, row: &ProblemBoardRow) -> bool {
        self.chosen.0 == Some(row.submission_id)
    }

    fn is_right(&self, row: &ProblemBoardRow) -> bool {
        self.chosen.1 == Some(row.submission_id)
    }
}

/// A program that solves a problem whole.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Whose it is, with rank, score and bytes.
    pub row: ProblemBoardRow,
    /// The method tag.
    pub method_tag: String,
    /// The source.
    pub source: String,
    /// A derivation with its formulas.
    pub rendered: Option<TrustedHtml>,
}

/// `/seasons/{season}/setters`: the setters' board (`docs/RULES.md`, Setter incentive).
#[derive(Template)]
#[template(path = "setters.html")]
pub struct SettersPage {
    /// Common data.
    pub shell: Shell,
    /// The season.
    pub season: SeasonHead,
    /// How final its results are.
    pub banner: Banner,
    /// The board.
    pub rows: Vec<SetterRow>,
    /// How it comes about.
    pub problems: Vec<SetterProblem>,
}

/// A setter on the setters' board.
#[derive(Clone, Debug)]
pub struct SetterRow {
    /// Rank, from 1; equal sums share it.
    pub rank: u32,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// It is the reader.
    pub is_me: bool,
    /// Problems that count.
    pub problems: u32,
    /// Sum of their points.
    pub total: u32,
}

/// What a setter gets for one problem.
#[derive(Clone, Debug)]
pub struct SetterProblem {
    /// Slug of the problem.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Display name of the setter.
    pub setter: String,
    /// Canonical bytes of the setter's program.
    pub l_chars: u32,
    /// People who solved it whole.
    pub solved: u32,
    /// People who tried.
    pub tried: u32,
    /// For a short program.
    pub brevity: u32,
    /// For a problem that about half of those who try solve.
    pub balance: u32,
    /// It was taken out of the contest and gives nothing.
    pub withdrawn: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(rank: u32, total: u32, before: Before) -> Step {
        Step {
            row: SeasonBoardRow {
                rank,
                operator: None,
                name: "ada".into(),
                display_name: "Ada".into(),
                is_me: false,
                total,
                reward_count: 1,
                stage_count: 1,
                median_l_chars_twice: None,
                final_answers: None,
                cells: Vec::new(),
            },
            lines: Vec::new(),
            before,
            ahead_of: None,
        }
    }

    #[test]
    fn a_step_says_what_the_bonuses_changed() {
        let before = |rank| Before { rank, points: 2192 };
        assert_eq!(
            step(1, 2242, before(3)).change(),
            "Before the bonuses for methods: 2,192 points, rank 3. With them: +50, rank 1, up 2 places."
        );
        assert!(
            step(4, 2192, before(3))
                .change()
                .ends_with("+0, rank 4, down 1 place.")
        );
        assert!(
            step(3, 2212, before(3))
                .change()
                .ends_with("rank 3, no change.")
        );
    }
}
