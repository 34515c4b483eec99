//! The result of a graded derivation, as far as its reader may know it.

use chrono::{DateTime, Utc};
use dojo_judge::derivation::{FULL_MARKS, Feedback, Rejection, Report, Verdict};
use formula::credit::eed::EedScore;
use formula::credit::{self, AnswerEed, ErrorLabel};
use formula::problem::{NodeIndex, Problem};

use super::super::verdict::VerdictLabel;
use super::graph::{Graph, Shape};
use super::reading::Reading;
use crate::words::say;

/// How much of a report its reader may see.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'p> {
    /// Somebody else before Reveal, from the board: the score.
    Board,
    /// The author before Reveal: what the season says.
    Author(Feedback),
    /// The author before Reveal where the season shows the graph of the reference solution without its formulas.
    Shape(&'p Problem),
    /// From Reveal on: all, on the graph of the reference solution.
    Everything(&'p Problem),
}

/// A graded derivation.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The name of its verdict.
    pub label: VerdictLabel,
    /// What it came to, in a sentence.
    pub headline: String,
    /// The score, when the reader may know it.
    pub score: Option<u32>,
    /// The feedback of the season keeps the score back until Reveal.
    pub is_kept_back: bool,
    /// How its formulas were read.
    pub reading: Option<Reading>,
    /// What it reached without a formula, before Reveal, where the season says so.
    pub shape: Option<Shape>,
    /// What it reached, from Reveal on.
    pub result: Option<Reached>,
    /// When it was judged.
    pub judged_at: DateTime<Utc>,
    /// SHA-256 of the text, for its author.
    pub solution_hash: Option<String>,
}

/// What a derivation reached on the graph of the reference solution.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The graph with what was matched.
    pub graph: Graph,
    /// The credited share, exactly: formulas, or points where the problem gives them.
    pub share: String,
    /// Final answers that are matched, of how many.
    pub final_answers: (u64, u64),
    /// Formulas that match a node, of those compared.
    pub formulas: (usize, usize),
    /// What the same matches would be worth if only they counted.
    pub strict: u32,
    /// What they would be worth if everything up to the last match counted.
    pub prefix: u32,
    /// The first wrong step.
    pub first_wrong: Option<WrongStep>,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// How near it comes to the final answers, where that was measured.
    pub eed: Option<EedScore>,
    /// The same for each final answer.
    pub answers: Vec<AnswerEed>,
}

/// The first formula that leads nowhere where a step was to come.
#[derive(Clone, Debug)]
pub struct WrongStep {
    /// Number of the formula.
    pub formula: usize,
    /// The reference formulas that could have come next.
    pub could_have_been: Vec<NodeIndex>,
    /// The one that it nearly is.
    pub resembles: Option<NodeIndex>,
    /// The kind of error that the difference suggests: letters and meaning.
    pub label: Option<(&'static str, &'static str)>,
    /// What is wrong.
    pub reason: String,
}

impl Graded {
    /// Prepares a report for a reader.
    pub fn new(report: &Report, shown: Shown<'_>, judged_at: DateTime<Utc>) -> Self {
        let feedback = match shown {
            Shown::Board | Shown::Everything(_) => Feedback::Score,
            Shown::Author(feedback) => feedback,
            Shown::Shape(_) => Feedback::Graph,
        };
        let public = report.public(feedback);
        let own = !matches!(shown, Shown::Board);
        let reading = (own && public.formulas_found.is_some()).then(|| {
            let found = public.formulas_found.unwrap_or(0);
            Reading::new(found, &public.formulas)
        });
        let (reading, result) = match (shown, &report.grading) {
            (Shown::Everything(problem), Some(grading)) => (
                reading.map(|reading| reading.with_matches(grading)),
                Reached::new(problem, grading),
            ),
            _ => (reading, None),
        };
        let shape = match (shown, &report.grading) {
            (Shown::Shape(problem), Some(grading)) => Graph::new(problem, Some(grading)).ok(),
            _ => None,
        };
        let graded = report.grading.is_some();
        Self {
            label: scored_label(public.verdict, public.score),
            headline: headline(&report.verdict, public.score.filter(|_| graded)),
            is_kept_back: graded && public.score.is_none(),
            score: public.score,
            reading,
            shape: shape.map(|graph| graph.shape),
            result,
            judged_at,
            solution_hash: own.then_some(public.solution_hash),
        }
    }

    pub(in crate::pages) fn is_full(&self) -> bool {
        self.score == Some(FULL_MARKS)
    }
}

/// A label for the score, where the reader may know it: the word of the verdict is the same for all derivations.
/// Other words have their own label.
pub fn scored_label(word: &str, score: Option<u32>) -> VerdictLabel {
    let label = VerdictLabel::of_word(word);
    if word != "GRADED" {
        return label;
    }
    match score {
        Some(FULL_MARKS) => label.called(say!("verdict-full-marks"), "v-good"),
        Some(0) => label.called(say!("verdict-no-marks"), "v-bad"),
        Some(_) => label.called(say!("verdict-part-marks"), "v-half"),
        None => label,
    }
}

fn headline(verdict: &Verdict, score: Option<u32>) -> String {
    match (verdict, score) {
        (Verdict::Graded, Some(FULL_MARKS)) => say!("physics-headline-full").to_owned(),
        (Verdict::Graded, Some(0)) => say!("physics-headline-none").to_owned(),
        (Verdict::Graded, Some(_)) => say!("physics-headline-part").to_owned(),
        (Verdict::Graded, None) => say!("physics-headline-graded").to_owned(),
        (Verdict::Rejected { reason }, _) => match reason {
            Rejection::Format { message } => say!("physics-headline-no-text", why = message),
            Rejection::Size { bytes, limit } => {
                say!("physics-headline-large", n = bytes, of = limit)
            }
        },
    }
}

/// What a kind of error is.
fn meaning(label: ErrorLabel) -> &'static str {
    match label {
        ErrorLabel::Dae => say!("physics-error-dae"),
        ErrorLabel::Ptae => say!("physics-error-ptae"),
        ErrorLabel::Mpue => say!("physics-error-mpue"),
        ErrorLabel::Cae => say!("physics-error-cae"),
        ErrorLabel::Vre => say!("physics-error-vre"),
        ErrorLabel::Dce => say!("physics-error-dce"),
        ErrorLabel::Ude => say!("physics-error-ude"),
    }
}

impl Reached {
    fn new(problem: &Problem, grading: &credit::Report) -> Option<Self> {
        Some(Self {
            graph: Graph::new(problem, Some(grading)).ok()?,
            share: share(problem, grading.score_fraction),
            final_answers: (grading.final_answers.earned, grading.final_answers.of),
            formulas: (grading.formulas_matched, grading.formulas_scored),
            strict: grading.policies.strict.contest_score(),
            prefix: grading.policies.prefix.contest_score(),
            first_wrong: grading.first_wrong.as_ref().map(|wrong| WrongStep {
                formula: wrong.formula,
                could_have_been: wrong.could_have_been.clone(),
                resembles: wrong.resembles,
                label: wrong
                    .suggested_label
                    .map(|label| (label.word(), meaning(label))),
                reason: wrong.reason.clone(),
            }),
            notes: grading.notes.clone(),
            eed: grading.eed.as_ref().map(|eed| eed.score),
            answers: grading
                .eed
                .as_ref()
                .map_or_else(Vec::new, |eed| eed.answers.clone()),
        })
    }
}

/// `5 of 6 formulas`, or points from thousandths.
fn share(problem: &Problem, share: credit::Fraction) -> String {
    if problem.has_points() {
        let points = super::graph::from_thousandths;
        say!(
            "physics-share-points",
            earned = points(share.earned),
            of = points(share.of)
        )
    } else {
        say!(
            "physics-share-formulas",
            earned = share.earned.to_string(),
            n = share.of
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_terminals_say_the_same_of_errors_and_refusals() {
        for label in ErrorLabel::ALL {
            assert_eq!(meaning(label), label.meaning());
        }
        let no_text = Rejection::Format {
            message: "byte 7 is not UTF-8".to_owned(),
        };
        for verdict in [Verdict::Graded, no_text.into()] {
            assert_eq!(headline(&verdict, None), verdict.to_string());
        }
    }
}
