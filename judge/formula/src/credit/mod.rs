//! A derivation's score: Algorithm 2 of PRISM-Physics.
//!
//! The formulas of a solution are compared with every node of the reference graph; a node that
//! some formula says is matched, and everything that a matched node follows from is achieved. The
//! score is the achieved share, |Ach(M)|/|F|, or the achieved points where the problem gives
//! points. Which formulas are the same is asked of a [`Compare`]; nothing here calculates.
//!
//! What the paper leaves open is decided so:
//! - One formula may match several nodes, and several formulas one node.
//! - A student's chain `a = b = c` states each equality between neighbours and, because equality
//!   passes on, between its first side and each later one. A chain with other relations states
//!   its neighbours only.
//! - A node that is a chain (`ans = n < 3`) is matched when every relation in it is stated, in
//!   one formula or in several. Neither `n < 3` nor `ans = 3` alone is the answer.
//! - A name that the problem does not know, and to which the solution gives a value, stands for that value wherever else
//!   the solution uses it; its first value counts.
//! - A formula without a left side (`= 3x`) continues the one before it: its left side is the
//!   last or the first side of that.
//! - A node that is a bare expression is matched by the expression, and by an equality that gives
//!   it as the value of a symbol.
//! - To set up an integral and to carry it out are two steps: a formula that says some node as it
//!   stands does not also match the nodes that equal it only once an integral is carried out.
//! - A list of guesses states nothing: a node is not matched where more wrong values of its quantity
//!   stand beside the right one than the problem allows, nor where one stands in the same chain.
//! - A node that cannot be read cannot be matched; what follows from it still credits it.

mod abbreviations;
mod aliases;
mod answer_lists;
mod answers;
mod claims;
mod comparer;
pub mod eed;
mod final_answers;
mod grader;
mod hints;
mod indices;
mod label;
mod lists;
mod names;
mod pairing;
mod reference;
mod report;
mod sign_pairs;
#[cfg(test)]
mod tests;
mod upright_products;
mod wrong_step;

pub use aliases::Alias;
pub use answers::{AnswerEed, EedReport};
pub use claims::{Claim, Formulas};
pub use comparer::definitions;
pub use final_answers::TakenAnswers;
pub use grader::{GRADER_VERSION, Grader, GraderError, Settings, read_formulas, read_latex};
pub(crate) use hints::{lacks_differential, mixed_number};
pub use label::ErrorLabel;
pub use reference::{Reference, UnreadNode};
pub use report::{
    Credit, FormulaReport, Fraction, NodeReport, Policies, Report, Shares, Unread, WrongStep,
};

use super::problem::NodeIndex;
use crate::notation::text_place::TextPlace;
use crate::tree::{Formula, Statement, Symbol};

/// Longest solution, in bytes of its Markdown.
pub const MAX_SOLUTION_BYTES: usize = 256 << 10;

/// Formulas of a solution that are scored, unless the season says otherwise. A list of guesses
/// must not pay.
pub const DEFAULT_MAX_FORMULAS: u32 = 60;

/// Decides whether two statements say the same.
pub trait Compare {
    /// A statement of the reference in the form that comparing needs, made once a problem.
    type Prepared;

    /// Prepares a statement of the reference.
    fn prepare(&self, node: NodeIndex, statement: &Statement) -> Self::Prepared;

    /// Prepares a statement of the solution, once for all nodes.
    fn prepare_written(&self, statement: &Statement) -> Self::Prepared;

    /// Whether the problem has a meaning for a name.
    fn knows(&self, name: &Symbol) -> bool;

    /// Compares the two. The answer depends on the two, the node and the comparer alone.
    fn compare(
        &self,
        node: NodeIndex,
        reference: &Self::Prepared,
        written: &Self::Prepared,
    ) -> StatementComparison;

    /// Whether what is said beside a formula of the solution contradicts what is said beside one of the reference.
    fn contradict(&self, node: NodeIndex, reference: &[Formula], written: &[Formula]) -> bool;

    /// Whether two statements that are not the same give one quantity values in the same symbols, so
    /// that only one of them can be right.
    fn is_rival(&self, node: NodeIndex, known: &Self::Prepared, other: &Self::Prepared) -> bool;

    /// Whether a statement that says the same as one of the reference gives the value itself and not a law for it.
    fn gives_a_value(
        &self,
        node: NodeIndex,
        known: &Self::Prepared,
        stating: &Self::Prepared,
    ) -> bool;

    /// Whether both give a number, and the one may be the other, rounded or without its unit.
    fn is_rounded(&self, node: NodeIndex, known: &Self::Prepared, other: &Self::Prepared) -> bool;

    /// Whether the values that two rivals give differ by more than numbers do that are rounded, each in a
    /// unit of its own.
    fn is_beyond_rounding(
        &self,
        node: NodeIndex,
        known: &Self::Prepared,
        other: &Self::Prepared,
    ) -> bool;
}

/// What comparing two statements came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementComparison {
    /// Whether they say the same.
    pub equivalent: bool,
    /// Trials that were run.
    pub trials: u32,
    /// Why, in words that a student understands.
    pub reason: String,
    /// Whether they are the same only once an integral or a sum in one of them is carried out.
    pub carried_out: bool,
    /// How they differ, where that has a name.
    pub difference: Option<Difference>,
}

/// A difference that suggests what went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Dimension or unit.
    Units,
    /// A sign, or a constant factor.
    SignOrFactor,
    /// Another value of the quantity that the node is solved for, in the same symbols.
    Value,
}

/// A formula of the solution as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFormula {
    /// Its LaTeX.
    pub source: String,
    /// Where it begins.
    pub place: TextPlace,
    /// The formula, or why it could not be read.
    pub formula: Result<Formula, Unread>,
    /// Number of the box that it stands in, where it stands in one.
    pub boxed: Option<usize>,
}

/// Grades a solution, whose formulas come in the order of the text, against a reference.
///
/// Only the formulas that are `taken` may be final answers; without that every one may.
pub fn grade<C: Compare>(
    reference: &Reference<C::Prepared>,
    written: &[WrittenFormula],
    taken: Option<TakenAnswers>,
    compare: &C,
    max_formulas: usize,
) -> Report {
    let formulas = Formulas::of(written, taken, reference, max_formulas, compare);
    let pairings = pairing::pair(reference, &formulas, compare);
    report::report(reference, written, &formulas, &pairings)
}
