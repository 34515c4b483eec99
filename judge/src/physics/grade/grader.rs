//! Everything together: from a problem and the text of a solution to a report.

use super::super::dag::DagError;
use super::super::formula::{Formula, Statement};
use super::super::problem::{NodeIndex, Place, Problem};
use super::super::{latex};
use super::{Compare, Comparison, DEFAULT_MAX_FORMULAS, Reference, Report, Unread, Written, grade};

/// Changes with every change that can change a report, so that kept results are not mixed up.
pub const GRADER_VERSION: u32 = 1;

/// What grading depends on besides the problem and the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Formulas of a solution that are scored.
    pub max_formulas: usize,
    /// The season's seed, from which the trials of comparisons come.
    pub seed: Vec<u8>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_formulas: DEFAULT_MAX_FORMULAS,
            seed: Vec::new(),
        }
    }
}

/// A problem that is ready to grade solutions.
#[derive(Debug)]
pub struct Grader {
    reference: Reference<Statement>,
    comparer: Comparer,
    max_formulas: usize,
}

#[derive(Debug)]
struct Comparer;

impl Grader {
    /// Reads a problem's formulas, once for all solutions.
    ///
    /// # Errors
    /// When the formulas make no graph.
    pub fn new(problem: &Problem, settings: &Settings) -> Result<Self, DagError> {
        let comparer = Comparer;
        Ok(Self {
            reference: Reference::new(problem, read_latex, &comparer)?,
            comparer,
            max_formulas: settings.max_formulas,
        })
    }

    /// Grades a solution in Markdown.
    pub fn grade(&self, solution: &str) -> Report {
        let written = written(solution);
        grade(&self.reference, &written, &self.comparer, self.max_formulas)
    }
}

/// Reads the LaTeX of one formula.
///
/// # Errors
/// When it is no formula, or more than one.
pub fn read_latex(latex: &str) -> Result<Formula, Unread> {
    latex::read(latex).map_err(unread)
}

fn unread(error: latex::ReadError) -> Unread {
    Unread {
        column: error.column,
        message: format!("found {}, expected {}", error.found, error.expected),
    }
}

fn written(solution: &str) -> Vec<Written> {
    let mut out = vec![];
    for (i, part) in solution.split("$$").enumerate() {
        if i % 2 == 1 {
            let byte = part.as_ptr() as usize - solution.as_ptr() as usize;
            out.push(Written { source: part.to_owned(), place: Place::of_byte(solution, byte), formula: read_latex(part) });
        }
    }
    out
}

impl Compare for Comparer {
    type Prepared = Statement;
    fn prepare(&self, _: NodeIndex, statement: &Statement) -> Statement { statement.clone() }
    fn prepare_written(&self, statement: &Statement) -> Statement { statement.clone() }
    fn compare(&self, _: NodeIndex, reference: &Statement, written: &Statement) -> Comparison {
        Comparison { equivalent: reference == written, trials: 0, reason: "identical".into(), difference: None }
    }
}
