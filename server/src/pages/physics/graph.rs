//! The graph of a reference solution, as a table and as a drawing, and what a derivation reached on
//! it. Nothing of this is shown before Reveal, but for its [`Shape`] where the season says so.

use formula::credit::{self, Credit, NodeReport};
use formula::problem::dag::{Dag, DagError};
use formula::problem::{NodeIndex, Problem};

use super::{drawing, latex};
use crate::html::TrustedHtml;
use crate::words::say;

/// A reference solution.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The drawing.
    pub drawing: TrustedHtml,
    /// The same without the text of its formulas.
    pub shape: Shape,
    /// The same in words: one row a formula, in the order of the file.
    pub rows: Vec<NodeRow>,
    /// Some formulas are worth points of their own.
    pub has_points: bool,
    /// It shows what a derivation reached.
    pub is_graded: bool,
}

/// A graph without the text of its formulas.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Boxes and arrows alone, as large as their place.
    pub drawing: TrustedHtml,
    /// The same in words.
    pub words: String,
}

/// One formula of a reference solution.
#[derive(Clone, Debug)]
pub struct NodeRow {
    /// Its number.
    pub index: NodeIndex,
    /// The formula.
    pub formula: TrustedHtml,
    /// Numbers of the formulas that it directly follows from.
    pub follows_from: Vec<NodeIndex>,
    /// It answers a question.
    pub is_final: bool,
    /// What it is worth, where the problem says so.
    pub points: Option<String>,
    /// What became of it.
    pub outcome: Option<Outcome>,
}

/// How a derivation was credited with a formula.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Matched, credited through another formula, or missed.
    pub credit: Credit,
    /// The formula that credits it, when it is not matched itself.
    pub through: Option<NodeIndex>,
    /// The formulas of the derivation that say it, each with its number.
    pub said_by: Vec<(usize, TrustedHtml)>,
    /// Why.
    pub reason: String,
}

impl Graph {
    /// The graph of a problem, with what a derivation reached.
    ///
    /// # Errors
    /// When the formulas make no graph; such a problem is never imported.
    pub fn new(problem: &Problem, graded: Option<&credit::Report>) -> Result<Self, DagError> {
        let dag = Dag::new(&problem.nodes)?;
        let rows = rows(problem, &dag, graded);
        Ok(Self {
            drawing: drawing::draw(&dag, &problem.nodes, &rows),
            shape: Shape {
                drawing: drawing::shape(&dag, &rows),
                words: drawing::described(&rows),
            },
            has_points: problem.has_points(),
            is_graded: graded.is_some(),
            rows,
        })
    }

    /// How many formulas have that credit.
    fn count(&self, credit: Credit) -> usize {
        let outcomes = self.rows.iter().filter_map(|row| row.outcome.as_ref());
        outcomes.filter(|outcome| outcome.credit == credit).count()
    }

    pub(in crate::pages) fn matched(&self) -> usize {
        self.count(Credit::Matched)
    }

    pub(in crate::pages) fn credited(&self) -> usize {
        self.count(Credit::Descendant)
    }

    pub(in crate::pages) fn missed(&self) -> usize {
        self.count(Credit::Missed)
    }
}

/// The graph with numbers alone, lit up by what a derivation reached, each box a link to the row of its formula. `name`
/// stands before the names in it, so that a page may have many.
///
/// # Errors
/// When the formulas make no graph.
pub fn lit(
    problem: &Problem,
    reached: &credit::Report,
    name: &str,
) -> Result<TrustedHtml, DagError> {
    let dag = Dag::new(&problem.nodes)?;
    let rows = rows(problem, &dag, Some(reached));
    Ok(drawing::numbered(name, &dag, &problem.nodes, &rows))
}

/// The formulas of a problem, with what a derivation reached.
fn rows(problem: &Problem, dag: &Dag, graded: Option<&credit::Report>) -> Vec<NodeRow> {
    let finals = problem.final_answers();
    problem
        .nodes
        .iter()
        .zip(finals)
        .enumerate()
        .map(|(position, (node, is_final))| NodeRow {
            index: node.index,
            formula: latex::canonical(node.latex()),
            follows_from: dag
                .prerequisites(position)
                .iter()
                .map(|&prerequisite| dag.index(prerequisite))
                .collect(),
            is_final,
            points: node
                .points
                .map(|points| from_thousandths(u64::from(points.0))),
            outcome: graded.and_then(|report| {
                let mut nodes = report.nodes.iter();
                let found = nodes.find(|reached| reached.index == node.index)?;
                Some(outcome(found, report))
            }),
        })
        .collect()
}

impl Outcome {
    /// The word for it.
    pub(in crate::pages) fn word(&self) -> &'static str {
        word(self.credit)
    }

    /// What is said of it.
    pub(in crate::pages) fn said(&self) -> &'static str {
        said(self.credit)
    }
}

/// What is said of a credit.
pub(super) fn said(credit: Credit) -> &'static str {
    match credit {
        Credit::Matched => say!("credit-matched"),
        Credit::Descendant => say!("credit-credited"),
        Credit::Missed => say!("credit-missed"),
    }
}

/// The word for a credit: the class of what shows it.
pub(super) const fn word(credit: Credit) -> &'static str {
    match credit {
        Credit::Matched => "matched",
        Credit::Descendant => "credited",
        Credit::Missed => "missed",
    }
}

fn outcome(node: &NodeReport, report: &credit::Report) -> Outcome {
    let said_by = node.formulas.iter().filter_map(|&number| {
        let formula = report.formulas.get(number.checked_sub(1)?)?;
        let canonical = formula.canonical.as_deref()?;
        Some((number, latex::canonical(canonical)))
    });
    Outcome {
        credit: node.credit,
        through: node.through,
        said_by: said_by.collect(),
        reason: node.reason.clone(),
    }
}

/// Points, from thousandths.
pub(super) fn from_thousandths(thousandths: u64) -> String {
    let whole = thousandths / 1_000;
    let rest = format!("{:03}", thousandths % 1_000);
    match rest.trim_end_matches('0') {
        "" => whole.to_string(),
        rest => format!("{whole}.{rest}"),
    }
}
