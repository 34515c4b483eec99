//! A derivation's score: Algorithm 2 of PRISM-Physics.
//!
//! Compares the formulas of a solution with every node of the reference graph. A node that some formula states is
//! matched, and everything that a matched node follows from is achieved. The score is the achieved share,
//! |Ach(M)|/|F|, or the achieved points if the problem gives points. A [`Compare`] decides which formulas are
//! equivalent; this module calculates nothing.
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
mod label;
mod letter_marks;
mod lists;
mod names;
mod pairing;
mod reference;
mod report;
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

/// How many formulas of a solution are scored, unless the season says otherwise. The limit keeps lists of guesses
/// from paying off.
pub const DEFAULT_MAX_FORMULAS: u32 = 60;

/// Decides whether two statements are equivalent.
pub trait Compare {
    /// A statement prepared for comparison, made once for each problem or solution.
    type Prepared;

    /// Prepares a statement of the reference.
    fn prepare(&self, node: NodeIndex, statement: &Statement) -> Self::Prepared;

    /// Prepares a statement of the solution, once for all nodes.
    fn prepare_written(&self, statement: &Statement) -> Self::Prepared;

    /// Whether the problem gives a name a meaning.
    fn knows(&self, name: &Symbol) -> bool;

    /// Compares the two. The answer depends only on the two, the node and the comparer.
    fn compare(
        &self,
        node: NodeIndex,
        reference: &Self::Prepared,
        written: &Self::Prepared,
    ) -> StatementComparison;

    /// Compares a formula of the reference and one of the solution of which one has `\pm`, each as one equation:
    /// `x = \pm a` is `x^2 = a^2`.
    fn compare_branches(
        &self,
        node: NodeIndex,
        reference: &Formula,
        written: &Formula,
    ) -> StatementComparison;

    /// Whether the conditions beside a formula of the solution contradict those beside a formula of the reference.
    fn contradict(&self, node: NodeIndex, reference: &[Formula], written: &[Formula]) -> bool;

    /// Whether two statements that differ give one quantity values in the same symbols, so that at most one of them
    /// can be right.
    fn is_rival(&self, node: NodeIndex, known: &Self::Prepared, other: &Self::Prepared) -> bool;

    /// Whether a statement equivalent to one of the reference gives the value itself, and not only a law for it.
    fn gives_a_value(
        &self,
        node: NodeIndex,
        known: &Self::Prepared,
        stating: &Self::Prepared,
    ) -> bool;

    /// Whether both give a number, and one may be the other one rounded or without its unit.
    fn is_rounded(&self, node: NodeIndex, known: &Self::Prepared, other: &Self::Prepared) -> bool;

    /// Whether the values of two rivals differ by more than rounding, each in its own unit, can explain.
    fn is_beyond_rounding(
        &self,
        node: NodeIndex,
        known: &Self::Prepared,
        other: &Self::Prepared,
    ) -> bool;
}

/// The result of comparing two statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementComparison {
    /// Whether they are equivalent.
    pub equivalent: bool,
    /// Trials that were run.
    pub trials: u32,
    /// Why, in words that a student understands.
    pub reason: String,
    /// Whether they are equivalent only once an integral or a sum in one of them is carried out.
    pub carried_out: bool,
    /// How they differ, if the difference has a name.
    pub difference: Option<Difference>,
}

/// A kind of difference that suggests what went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Dimension or unit.
    Units,
    /// A sign or a constant factor.
    SignOrFactor,
    /// Another value, in the same symbols, of the quantity that the node is solved for.
    Value,
}

/// A formula of the solution as it was found in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFormula {
    /// Its LaTeX.
    pub source: String,
    /// Where it begins.
    pub place: TextPlace,
    /// The formula, or why it could not be read.
    pub formula: Result<Formula, Unread>,
    /// The number of the box that contains it, if one does.
    pub boxed: Option<usize>,
    /// Whether a letter in it is taken for one of the problem that is marked otherwise.
    pub is_remarked: bool,
}

impl WrittenFormula {
    /// How many formulas it counts as: a chain as many as it has relations. An unreadable formula counts too, so that
    /// what is scored does not change when the reader learns to read more.
    pub(super) fn counted(&self) -> usize {
        let formula = self.formula.as_ref();
        formula.map_or(1, |formula| formula.links.len().max(1))
    }
}

/// Grades a solution, given as formulas in the order of the text, against a reference.
///
/// What is said aside only defines names. Only the formulas in `taken` may be final answers; if it is `None`, every formula may.
pub fn grade<C: Compare>(
    reference: &Reference<C::Prepared>,
    written: &[WrittenFormula],
    said_aside: &[Formula],
    taken: Option<TakenAnswers>,
    compare: &C,
    max_formulas: usize,
) -> Report {
    let formulas = Formulas::of(written, said_aside, taken, reference, max_formulas, compare);
    let pairings = pairing::pair(reference, &formulas, compare);
    report::report(reference, written, &formulas, &pairings)
}
