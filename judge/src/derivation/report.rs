//! The judge's report on one derivation, and the part of it that is shown before Reveal.

use serde::{Deserialize, Serialize};

use super::answers::FinalAnswers;
use super::rules::Feedback;
use super::verdict::Verdict;
use formula::credit;
use formula::problem::NodeIndex;

/// The outcome of judging one derivation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Verdict.
    pub verdict: Verdict,
    /// `floor(1000·S)`, 0 to 1000.
    pub score: u32,
    /// SHA-256 of the derivation as it was submitted, in hexadecimal.
    pub solution_hash: String,
    /// Formulas that were read and compared.
    pub formulas_scored: u32,
    /// Formulas that match one of the reference solution.
    pub formulas_matched: u32,
    /// The grading; `None` if the derivation was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grading: Option<credit::Report>,
}

impl Report {
    /// The result of the final answers, if EED was measured. Only staff may see it before Reveal: its decimals reveal
    /// something about the formulas of the reference solution.
    pub fn final_answers(&self) -> Option<FinalAnswers> {
        let grading = self.grading.as_ref()?;
        let small = |count| u32::try_from(count).ok();
        Some(FinalAnswers {
            right: small(grading.final_answers.earned)?,
            of: small(grading.final_answers.of)?,
            eed: grading.eed.as_ref()?.score,
        })
    }

    /// The part of the report that the author may see before Reveal. It shows nothing of the reference solution
    /// except the score and what was credited, if the season allows these.
    pub fn public(&self, feedback: Feedback) -> PublicReport {
        let grading = self.grading.as_ref().filter(|_| match feedback {
            Feedback::Graph | Feedback::Score | Feedback::Read => true,
            Feedback::None => false,
        });
        PublicReport {
            verdict: self.verdict.word(),
            message: self.verdict.to_string(),
            score: feedback.tells_scores().then_some(self.score),
            solution_hash: self.solution_hash.clone(),
            formulas_found: grading.map(|grading| grading.formulas_found),
            formulas_scored: grading.map(|grading| grading.formulas_scored),
            formulas: grading.map_or_else(Vec::new, |grading| {
                grading.formulas.iter().map(PublicFormula::of).collect()
            }),
            nodes: grading
                .filter(|_| feedback == Feedback::Graph)
                .map(|grading| grading.nodes.iter().map(PublicNode::of).collect()),
        }
    }
}

/// A [`Report`] without what contestants may not know before Reveal: the formulas of the reference solution, which of
/// the derivation's formulas match, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicReport {
    /// [`Verdict::word`].
    pub verdict: &'static str,
    /// The verdict in a sentence.
    pub message: String,
    /// As in [`Report`]; `None` if the season shows no scores before Reveal.
    pub score: Option<u32>,
    /// As in [`Report`].
    pub solution_hash: String,
    /// How many formulas were found, including those beyond the limit.
    pub formulas_found: Option<usize>,
    /// Formulas that were read and compared.
    pub formulas_scored: Option<usize>,
    /// Every formula up to the limit.
    pub formulas: Vec<PublicFormula>,
    /// What was credited of the reference solution, if the season shows its graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<PublicNode>>,
}

/// Whether a formula of the reference solution was reached, without the formula itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicNode {
    /// Its number.
    pub index: NodeIndex,
    /// Matched, credited through another formula, or missed.
    pub credit: credit::Credit,
}

impl PublicNode {
    fn of(node: &credit::NodeReport) -> Self {
        Self {
            index: node.index,
            credit: node.credit,
        }
    }
}

/// How one formula of a derivation was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicFormula {
    /// Its number, from 1.
    pub number: usize,
    /// Its LaTeX as written.
    pub source: String,
    /// Line of the derivation, from 1.
    pub line: usize,
    /// Column of that line, from 1.
    pub column: usize,
    /// Whether it could be read.
    pub read: bool,
    /// The formula as it was read, in LaTeX.
    pub canonical: Option<String>,
    /// Why it could not be read.
    pub error: Option<credit::Unread>,
    /// Line of the derivation where reading stopped, from 1.
    pub error_line: Option<usize>,
    /// Column of that line, from 1.
    pub error_column: Option<usize>,
}

impl PublicFormula {
    /// How a formula was read, without what it matches.
    pub fn of(formula: &credit::FormulaReport) -> Self {
        let credit::FormulaReport {
            number,
            source,
            line,
            column,
            read,
            canonical,
            error,
            error_line,
            error_column,
            matches: _,
        } = formula.clone();
        Self {
            number,
            source,
            line,
            column,
            read,
            canonical,
            error,
            error_line,
            error_column,
        }
    }
}
