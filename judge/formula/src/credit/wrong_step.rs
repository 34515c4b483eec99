//! Finds the first wrong step of a solution.
//!
//! Among the nodes that were not achieved, and the final answers that no formula says, those whose prerequisites all
//! were are where the solution ought to have gone on. The first wrong step is the first formula with a statement that
//! matches nothing, at a place where it and the formulas before it have credited all prerequisites of such a node. That
//! statement differs from such a node in a way that makes it wrong: by a sign, a factor
//! or a unit, or as another value of the same quantity. That the reference does not have a formula
//! does not make it wrong, so any other is not blamed.

use super::super::problem::NodeIndex;
use super::Difference;
use super::claims::Formulas;
use super::label::ErrorLabel;
use super::pairing::Pairings;
use super::reference::Reference;
use super::report::WrongStep;

/// Finds the first wrong step; `None` if everything was achieved or nothing wrong was written.
pub(super) fn first<P>(
    reference: &Reference<P>,
    formulas: &Formulas<P>,
    pairings: &Pairings,
    matched: &[bool],
    achieved: &[bool],
) -> Option<WrongStep> {
    // A final answer may be credited by what follows from it and still be given wrongly.
    let is_open = |node: usize| !achieved[node] || reference.finals[node] && !matched[node];
    let is_ready = |node: usize, credited: &[bool]| {
        let mut prerequisites = reference.dag.prerequisites(node).iter();
        prerequisites.all(|&before| credited[before])
    };
    let next: Vec<usize> = (0..achieved.len())
        .filter(|&node| is_open(node) && is_ready(node, achieved))
        .collect();
    for (formula, statements) in formulas.statements.iter().enumerate() {
        if statements.is_none() {
            continue;
        }
        // A chain may go wrong after it said what is right.
        let matched: Vec<bool> = (0..achieved.len())
            .map(|node| pairings.is_matched_before(node, formula + 1))
            .collect();
        let credited = reference.dag.closure(&matched);
        let mut attempted = next.clone();
        attempted.retain(|&node| is_ready(node, &credited));
        let resembled = pairings.differences[formula]
            .iter()
            .filter(|(node, _, _)| is_open(*node))
            .min_by_key(|(node, difference, _)| (!attempted.contains(node), *difference, *node));
        if let (false, Some(resembled)) = (attempted.is_empty(), resembled) {
            return Some(wrong_step(reference, formula, &attempted, resembled));
        }
    }
    None
}

/// The step, with the node that it resembles most.
fn wrong_step<P>(
    reference: &Reference<P>,
    formula: usize,
    attempted: &[usize],
    (node, difference, reason): &(usize, Difference, String),
) -> WrongStep {
    let index = |node: usize| -> NodeIndex { reference.dag.index(node) };
    WrongStep {
        formula: formula + 1,
        could_have_been: attempted.iter().map(|&node| index(node)).collect(),
        resembles: Some(index(*node)),
        suggested_label: ErrorLabel::suggested_by(*difference),
        reason: reason.clone(),
    }
}
