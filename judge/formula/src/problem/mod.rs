//! A physics problem as its author writes it: the JSON of PRISM-Physics (appendix C.4) as published, with a few
//! additional optional keys; or a row of `PHYBench`.
//!
//! Reading checks types and ranges and reports the place of every mistake. [`crate::problem::dag`] checks the graph,
//! and [`super::lint`] checks the rules of the format; this module never reads a formula.

mod cursor;
pub mod dag;
pub mod difficulty;
pub mod domain;
mod locate;
mod mistakes;
mod read;
#[cfg(test)]
mod tests;

pub use locate::{JsonStep, place_of_key, place_of_node};
pub use mistakes::{FieldError, ProblemError};

pub use mistakes::{json, text};

use cursor::Cursor;
use mistakes::Mistakes;

use crate::found::Inline;
use crate::problem::domain::Domain;

/// The most bytes of a problem's JSON.
pub const MAX_PROBLEM_BYTES: usize = 1 << 20;

/// The most formulas in the grading standard of a problem.
pub const MAX_NODES: usize = 500;

/// A physics problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problem {
    /// Its number or name in the data set, as text.
    pub id: String,
    /// A title for lists; empty when the file has none.
    pub title: String,
    /// The text that all questions share, in Markdown with LaTeX.
    pub context: String,
    /// Where the problem comes from.
    pub source: String,
    /// Terms under which it may be used.
    pub licence: String,
    /// The figures that the context mentions.
    pub images: Vec<Image>,
    /// The questions.
    pub subquestions: Vec<Subquestion>,
    /// The reference solution's formulas, in the order of the file.
    pub nodes: Vec<Node>,
    /// The meaning of symbols, in the order of the file.
    pub constants: Vec<Constant>,
    /// The domain of physics.
    pub domain: Option<Domain>,
    /// The part of the domain, as [`Domain::find_subtopic`] writes it.
    pub subtopic: Option<&'static str>,
    /// The author's rating of its difficulty.
    pub difficulty: Rating,
    /// Significant figures that a numerical answer needs, where no question says otherwise.
    pub significant_figures: Option<u8>,
    /// Parameters of the comparison of formulas that differ from the season's.
    pub equivalence: Overrides,
    /// How a formula in `$…$` inside a sentence of a solution is treated, if the problem says so.
    pub inline: Option<Inline>,
    /// Which formulas of a solution are its final answers.
    pub answers: AnswerRule,
    /// Names that a solution may use, each with the symbol of the reference that it stands for.
    pub aliases: Vec<(String, String)>,
    /// How many wrong values are allowed beside a right one for the same quantity, if the problem says so.
    pub guesses: Option<u8>,
    /// The results of people who solved it.
    pub human_baseline: Option<Baseline>,
    /// The unknown keys of the file.
    pub unknown_keys: Vec<String>,
    /// The format of the file.
    pub format: Format,
}

/// The format of a problem's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// PRISM-Physics, appendix C.4.
    #[default]
    Prism,
    /// A row of `PHYBench`: the reference is only the answer.
    PhyBench,
}

/// Which formulas of a solution are its final answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerRule {
    /// Every one.
    #[default]
    Any,
    /// Every formula; but a final answer counts only if a formula states it, not if a later result credits it.
    Stated,
    /// The formulas in its last boxes, as many as the problem has final answers; without any box, its last formulas.
    Box,
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its name in the text.
    pub caption: String,
    /// Where it is: a path beside the problem, or an address.
    pub location: String,
}

/// One question of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subquestion {
    /// `a`, `b`, …; may be empty when there is one question.
    pub letter: String,
    /// The question, in Markdown with LaTeX.
    pub subproblem: String,
    /// The reference solution, in Markdown with LaTeX; may be empty.
    pub solution: String,
    /// What kind of answer is expected.
    pub final_answer_form: Option<AnswerForm>,
    /// How to write the answer.
    pub final_answer_instructions: String,
    /// Significant figures that a numerical answer needs.
    pub significant_figures: Option<u8>,
}

/// What kind of answer a question expects (appendix C.3, second stage).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerForm {
    /// A formula.
    Algebraic,
    /// A number.
    Numerical,
    /// A sentence, which cannot be graded by formulas.
    TextBased,
}

impl AnswerForm {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Algebraic, Self::Numerical, Self::TextBased];

    /// The word that files use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Algebraic => "algebraic",
            Self::Numerical => "numerical",
            Self::TextBased => "text-based",
        }
    }
}

/// The number of a formula in the grading standard, from 1.
pub type NodeIndex = u32;

/// One formula of the reference solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its number, by which others depend on it.
    pub index: NodeIndex,
    /// The formula as written in the file, with or without dollars around it.
    pub formula: String,
    /// The formulas that it directly follows from.
    pub dependency: Vec<NodeIndex>,
    /// Whether it answers a question.
    pub is_final_answer: bool,
    /// Its points, if the problem gives points.
    pub points: Option<Points>,
}

impl Node {
    /// The LaTeX without the dollars around it.
    pub fn latex(&self) -> &str {
        let text = self.formula.trim();
        let inside = ["$$", "$"].into_iter().find_map(|mark| {
            let inside = text.strip_prefix(mark)?.strip_suffix(mark)?;
            (text.len() >= 2 * mark.len()).then_some(inside)
        });
        let brackets = || text.strip_prefix("\\[")?.strip_suffix("\\]");
        inside.or_else(brackets).unwrap_or(text).trim()
    }
}

/// Points in thousandths, so that sums are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(pub u32);

/// The meaning of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The symbol in LaTeX.
    pub symbol: String,
    /// A number, or an expression in LaTeX that may have a unit.
    pub value: String,
}

/// The author's rating of a problem's difficulty. Each part may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rating {
    /// C1, conceptual depth, 1 to 3.
    pub conceptual: Option<u8>,
    /// C2, computational burden, 1 to 3.
    pub computational: Option<u8>,
    /// The level, where the file gives it directly.
    pub level: Option<Level>,
}

/// The three levels of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Short chains of well-known laws.
    Easy,
    /// In between.
    Medium,
    /// Long derivations, several branches.
    Hard,
}

impl Level {
    /// Every level, from easy to hard.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The word that tables show and files use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
        }
    }

    /// The level of this name; upper and lower case are the same.
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|level| level.word().eq_ignore_ascii_case(word))
    }
}

/// Parameters of the comparison that a problem overrides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Lowest and highest value that symbols are given.
    pub range: Option<(f64, f64)>,
    /// Most trials.
    pub trials: Option<u32>,
    /// Trials that have to succeed.
    pub successes: Option<u32>,
    /// Relative tolerance.
    pub tolerance: Option<f64>,
    /// Symbols, in LaTeX, whose quantities may be negative.
    pub signed: Vec<String>,
    /// Names, in LaTeX, that are functions even where they stand without arguments.
    pub functions: Vec<String>,
    /// Symbols, in LaTeX, that depend on nothing: under a derivative they are constants.
    pub constant: Vec<String>,
    /// `\log` without a base is the decimal logarithm.
    pub log_is_decimal: bool,
}

/// The results of people at a problem, as shares from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Baseline {
    /// Final-answer accuracy.
    pub final_accuracy: Option<f64>,
    /// Step accuracy.
    pub step_accuracy: Option<f64>,
}

impl Problem {
    /// Reads a problem in either format.
    ///
    /// # Errors
    /// When the bytes are not UTF-8 or not JSON, or when values are missing or not as expected: all mistakes, each
    /// with its place.
    pub fn read(bytes: &[u8]) -> Result<Self, ProblemError> {
        if bytes.len() > MAX_PROBLEM_BYTES {
            return Err(ProblemError::TooLong {
                bytes: bytes.len(),
                most: MAX_PROBLEM_BYTES,
            });
        }
        let text = text(bytes)?;
        Self::from_json(&json(text)?, text, &[])
    }

    /// Reads the problem at the end of `path` in a text, which is already parsed as `value`.
    ///
    /// # Errors
    /// With every mistake in it and its place.
    pub fn from_json(
        value: &serde_json::Value,
        text: &str,
        path: &[JsonStep],
    ) -> Result<Self, ProblemError> {
        let mistakes = Mistakes::default();
        let problem = read::problem(&Cursor::new(value, &mistakes));
        mistakes.check(text, path)?;
        Ok(problem)
    }

    /// Which formulas answer a question, by position: those that are marked, or the last one if none is.
    pub fn final_answers(&self) -> Vec<bool> {
        let mut finals: Vec<bool> = self.nodes.iter().map(|node| node.is_final_answer).collect();
        if !finals.contains(&true)
            && let Some(last) = finals.last_mut()
        {
            *last = true;
        }
        finals
    }

    /// Whether formulas have points of their own.
    pub fn has_points(&self) -> bool {
        self.nodes.iter().any(|node| node.points.is_some())
    }
}
