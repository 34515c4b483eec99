//! The first wrong step of a solution.
//!
//! Among the nodes that were not achieved, those whose prerequisites all were are where the
//! solution ought to have gone on. The first wrong step is the first formula that matches nothing,
//! stands where all prerequisites of such a node were already credited by the formulas before it,
//! and differs from a node that was not achieved in a way that makes it wrong: by a sign, a factor
//! or a unit, or as another value of the same quantity. That the reference does not have a formula
//! does not make it wrong, so any other is not blamed.

use super::super::problem::NodeIndex;
use super::Difference;
use super::claims::Formulas;
use super::label::ErrorLabel;
use super::pairing::Pairings;
use super::reference::Reference;
use super::report::WrongStep;

/// Finds the first wrong step; `None` when everything was achieved or nothing wrong was written.
pub(super) fn first<P>(
    reference: &Reference<P>,
    formulas: &Formulas<P>,
    pairings: &Pairings,
    achieved: &[bool],
) -> Option<WrongStep> {
    let next: Vec<usize> = (0..achieved.len())
        .filter(|&node| !achieved[node])
        .filter(|&node| {
            reference
                .dag
                .prerequisites(node)
                .iter()
                .all(|&p| achieved[p])
        })
        .collect();
    for (formula, statements) in formulas.statements.iter().enumerate() {
        if statements.is_none() || !pairings.formulas[formula].is_empty() {
            continue;
        }
        let matched: Vec<bool> = (0..achieved.len())
            .map(|node| pairings.is_matched_before(node, formula))
            .collect();
        let credited = reference.dag.closure(&matched);
        let attempted: Vec<usize> = next
            .iter()
            .copied()
            .filter(|&node| {
                reference
                    .dag
                    .prerequisites(node)
                    .iter()
                    .all(|&p| credited[p])
            })
            .collect();
        let differs = |node: &usize| !achieved[*node];
        let resembled = pairings.differences[formula]
            .iter()
            .filter(|(node, _, _)| differs(node))
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
