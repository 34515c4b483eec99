//! The report of grading: sets of nodes, exact scores, the outcome of every formula, and the pairing that decided
//! each node.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::problem::NodeIndex;
use super::answers::EedReport;
use super::claims::Formulas;
use super::final_answers::TakenAnswers;
use super::label::ErrorLabel;
use super::pairing::Pairings;
use super::reference::Reference;
use super::{WrittenFormula, wrong_step};
use crate::notation::text_place::TextPlace;

/// An exact share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The nodes, or thousandths of points, that were earned.
    pub earned: u64,
    /// How many there are in total.
    pub of: u64,
}

impl Fraction {
    /// The share as a number from 0 to 1; 0 of 0 is 0.
    pub fn value(self) -> f64 {
        if self.of == 0 {
            return 0.0;
        }
        #[allow(
            clippy::cast_precision_loss,
            reason = "at most 500 nodes of a million each"
        )]
        let (earned, of) = (self.earned as f64, self.of as f64);
        earned / of
    }

    /// `floor(1000·S)`.
    pub fn contest_score(self) -> u32 {
        let score = (1000 * u128::from(self.earned)).checked_div(self.of.into());
        u32::try_from(score.unwrap_or(0)).unwrap_or(1000)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.earned, self.of)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(earned, of)| Some((earned.parse().ok()?, of.parse().ok()?)));
        numbers
            .map(|(earned, of)| Self { earned, of })
            .filter(|share| share.earned <= share.of && share.to_string() == text)
            .ok_or_else(|| D::Error::custom(format!("{text:?} is no share such as 2/3")))
    }
}

/// Why a formula could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unread {
    /// Character of the formula, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
    /// Where in the solution, when it is part of one.
    #[serde(skip)]
    pub place: Option<TextPlace>,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

/// The outcome of grading one solution. It holds only whole numbers and texts, so that it can be stored, hashed and
/// compared; [`shares`](Self::shares) gives the same as numbers from 0 to 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// S: nodes out of all nodes, or thousandths of points.
    pub score_fraction: Fraction,
    /// `floor(1000·S)`.
    pub contest_score: u32,
    /// Indices of the nodes that some formula matches, ascending.
    pub matched: Vec<NodeIndex>,
    /// Indices of the nodes that are credited, ascending.
    pub achieved: Vec<NodeIndex>,
    /// Whether every final answer is matched.
    pub final_correct: bool,
    /// How many final answers are matched.
    pub final_answers: Fraction,
    /// Achieved nodes out of all nodes, without points.
    pub steps: Fraction,
    /// The score of the same matches under the policies that the paper argues against.
    pub policies: Policies,
    /// How many formulas were found in the solution, including those beyond the limit.
    pub formulas_found: usize,
    /// How many formulas were read and compared.
    pub formulas_scored: usize,
    /// How many formulas match a node.
    pub formulas_matched: usize,
    /// The first wrong step.
    pub first_wrong: Option<WrongStep>,
    /// Every formula up to the limit.
    pub formulas: Vec<FormulaReport>,
    /// Every node.
    pub nodes: Vec<NodeReport>,
    /// Other remarks, each a sentence.
    pub notes: Vec<String>,
    /// What was taken for the final answers, where not every formula may be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<TakenAnswers>,
    /// How near it comes to the final answers, where that was measured. It decides nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eed: Option<EedReport>,
}

/// The shares of a [`Report`] as numbers from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// S.
    pub score: f64,
    /// Achieved nodes of all nodes, whatever they are worth.
    pub step_accuracy: f64,
    /// Scored formulas that match something, of all scored formulas.
    pub matched_share: f64,
}

impl Report {
    /// The shares as numbers.
    pub fn shares(&self) -> Shares {
        Shares {
            score: self.score_fraction.value(),
            step_accuracy: self.steps.value(),
            matched_share: shared_count(self.formulas_matched, self.formulas_scored).value(),
        }
    }
}

/// Scores of the same matches by other policies (PRISM-Physics §3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policies {
    /// Only what is matched counts.
    pub strict: Fraction,
    /// Everything up to the last match counts.
    pub prefix: Fraction,
}

/// A step that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongStep {
    /// Number of the formula, from 1.
    pub formula: usize,
    /// The nodes that could have come next.
    pub could_have_been: Vec<NodeIndex>,
    /// The node that it resembles most.
    pub resembles: Option<NodeIndex>,
    /// The kind of error that the difference suggests.
    pub suggested_label: Option<ErrorLabel>,
    /// What is wrong with it.
    pub reason: String,
}

/// The outcome of one formula of the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormulaReport {
    /// Its number, from 1.
    pub number: usize,
    /// Its LaTeX as written.
    pub source: String,
    /// Line of the solution, from 1.
    pub line: usize,
    /// Column of that line, from 1.
    pub column: usize,
    /// Whether it could be read.
    pub read: bool,
    /// The formula as it was read, in LaTeX.
    pub canonical: Option<String>,
    /// Why it could not be read.
    pub error: Option<Unread>,
    /// Line of the solution where reading stopped, from 1.
    pub error_line: Option<usize>,
    /// Column of that line, from 1.
    pub error_column: Option<usize>,
    /// Indices of the nodes that it matches, alone or with others.
    pub matches: Vec<NodeIndex>,
}

impl FormulaReport {
    /// The report on a formula that matches nothing, given its position in the solution.
    pub(super) fn unmatched(written: &WrittenFormula, position: usize) -> Self {
        let unread = written.formula.as_ref().err();
        let error_place = unread.and_then(|why| why.place);
        Self {
            number: position + 1,
            source: written.source.clone(),
            line: written.place.line,
            column: written.place.column,
            read: written.formula.is_ok(),
            canonical: written.formula.as_ref().ok().map(ToString::to_string),
            // The place is stored beside the message, so that a stored report reads back unchanged.
            error: unread.map(|why| Unread {
                place: None,
                ..why.clone()
            }),
            error_line: error_place.map(|place| place.line),
            error_column: error_place.map(|place| place.column),
            matches: Vec::new(),
        }
    }
}

/// How a node was credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Credit {
    /// A formula states it.
    Matched,
    /// Something that follows from it was matched.
    Descendant,
    /// Neither.
    Missed,
}

/// The outcome of one node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeReport {
    /// Its index.
    pub index: NodeIndex,
    /// How it was credited.
    pub credit: Credit,
    /// Numbers of the formulas that match it: one for each of its relations.
    pub formulas: Vec<usize>,
    /// The matched node that credits it.
    pub through: Option<NodeIndex>,
    /// Trials that decided the match.
    pub trials: u32,
    /// Why it is credited or not.
    pub reason: String,
}

/// Step 3 of Algorithm 2, and the rest of the report.
pub(super) fn report<P>(
    reference: &Reference<P>,
    written: &[WrittenFormula],
    formulas: &Formulas<P>,
    pairings: &Pairings,
) -> Report {
    let count = reference.dag.len();
    let matched: Vec<bool> = (0..count).map(|node| pairings.is_matched(node)).collect();
    let achieved = reference.achieved(&matched);
    let score = reference.worth(&achieved);
    let finals = shared(&reference.finals, &matched);
    let listed = formulas.first_beyond.unwrap_or(written.len());
    let lines: Vec<FormulaReport> = (0..listed)
        .map(|at| formula_report(reference, &written[at], at, pairings))
        .collect();
    let scored = formulas.statements.iter().flatten().count();
    let matching = lines.iter().filter(|line| !line.matches.is_empty()).count();
    Report {
        score_fraction: score,
        contest_score: score.contest_score(),
        matched: indices(reference, &matched),
        achieved: indices(reference, &achieved),
        final_correct: finals.earned == finals.of,
        final_answers: finals,
        steps: shared(&vec![true; count], &achieved),
        policies: Policies {
            strict: reference.worth(&matched),
            prefix: reference.worth(&prefix(&matched)),
        },
        formulas_found: written.len(),
        formulas_scored: scored,
        formulas_matched: matching,
        first_wrong: wrong_step::first(reference, formulas, pairings, &matched, &achieved),
        formulas: lines,
        nodes: (0..count)
            .map(|node| node_report(reference, pairings, node, &matched, &achieved))
            .collect(),
        notes: notes(reference, written, formulas, pairings),
        answers: formulas.taken.clone(),
        eed: None,
    }
}

fn notes<P>(
    reference: &Reference<P>,
    written: &[WrittenFormula],
    formulas: &Formulas<P>,
    pairings: &Pairings,
) -> Vec<String> {
    let mut notes: Vec<String> = formulas.taken.iter().map(TakenAnswers::told).collect();
    if let Some(first) = formulas.first_beyond {
        notes.push(format!(
            "{} of the {} formulas are not scored: formula {} ({}) is the first beyond the limit",
            written.len() - first,
            written.len(),
            first + 1,
            written[first].place
        ));
    }
    for (node, doubt) in pairings.doubts.iter().enumerate() {
        if let Some(doubt) = doubt {
            let index = reference.dag.index(node);
            notes.push(format!("node {index} is not matched: {doubt}"));
        }
    }
    for unread in &reference.unread {
        notes.push(format!(
            "node {} of the problem cannot be read and so cannot be matched: {}",
            unread.node, unread.why
        ));
    }
    notes
}

/// Marks everything up to the last match, in the order of the file.
fn prefix(matched: &[bool]) -> Vec<bool> {
    let last = matched.iter().rposition(|mark| *mark);
    (0..matched.len())
        .map(|node| last.is_some_and(|last| node <= last))
        .collect()
}

fn shared(of: &[bool], marks: &[bool]) -> Fraction {
    let both = of.iter().zip(marks).filter(|(a, b)| **a && **b).count();
    shared_count(both, of.iter().filter(|mark| **mark).count())
}

fn shared_count(earned: usize, of: usize) -> Fraction {
    let small = |count| u64::try_from(count).expect("a count fits 64 bits");
    Fraction {
        earned: small(earned),
        of: small(of),
    }
}

fn indices<P>(reference: &Reference<P>, marks: &[bool]) -> Vec<NodeIndex> {
    let marked = (0..marks.len()).filter(|&node| marks[node]);
    let mut indices: Vec<_> = marked.map(|node| reference.dag.index(node)).collect();
    indices.sort_unstable();
    indices
}

fn formula_report<P>(
    reference: &Reference<P>,
    written: &WrittenFormula,
    position: usize,
    pairings: &Pairings,
) -> FormulaReport {
    let matches = pairings.matches_of(position);
    let mut matches: Vec<_> = matches.iter().map(|&n| reference.dag.index(n)).collect();
    matches.sort_unstable();
    FormulaReport {
        matches,
        ..FormulaReport::unmatched(written, position)
    }
}

fn node_report<P>(
    reference: &Reference<P>,
    pairings: &Pairings,
    node: usize,
    matched: &[bool],
    achieved: &[bool],
) -> NodeReport {
    let stated: Vec<_> = pairings.nodes[node].iter().flatten().collect();
    let (credit, reason) = if matched[node] {
        let reasons = stated.iter().map(|stated| stated.reason.as_str());
        (Credit::Matched, reasons.collect::<Vec<_>>().join("; "))
    } else if achieved[node] {
        (
            Credit::Descendant,
            "a matched formula follows from it".to_owned(),
        )
    } else if pairings.nodes[node].is_empty() {
        (Credit::Missed, "the node cannot be read".to_owned())
    } else if let Some(doubt) = &pairings.doubts[node] {
        (Credit::Missed, doubt.to_string())
    } else if stated.is_empty() {
        (Credit::Missed, "no formula says this".to_owned())
    } else {
        (
            Credit::Missed,
            "only part of this chain of relations is stated".to_owned(),
        )
    };
    let mut formulas: Vec<usize> = stated.iter().map(|stated| stated.formula + 1).collect();
    formulas.dedup();
    NodeReport {
        index: reference.dag.index(node),
        credit,
        formulas,
        through: (credit == Credit::Descendant)
            .then(|| credited_by(reference, node, matched))
            .flatten(),
        trials: stated.iter().map(|stated| stated.trials).max().unwrap_or(0),
        reason,
    }
}

/// The first matched node, in the order of the file, that follows from this one.
fn credited_by<P>(reference: &Reference<P>, node: usize, matched: &[bool]) -> Option<NodeIndex> {
    let follows = |&other: &usize| {
        let mut alone = vec![false; matched.len()];
        alone[other] = true;
        reference.dag.closure(&alone)[node]
    };
    let mut others = (0..matched.len()).filter(|&other| matched[other]);
    others.find(follows).map(|other| reference.dag.index(other))
}
