//! The first wrong step of a solution.
//!
//! Among the nodes that were not achieved, those whose prerequisites all were are where the
//! solution ought to have gone on. The first wrong step is the first formula that matches nothing
//! and stands where all prerequisites of such a node were already credited by the formulas before
//! it. A formula that matches nothing but after which the derivation still arrived is thus not
//! blamed: it is a step of its own that the reference does not have.

use super::super::problem::NodeIndex;
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
        if !attempted.is_empty() {
            return Some(wrong_step(reference, pairings, formula, &attempted));
        }
    }
    None
}

/// The step, with the node that it resembles most: one that could have come next before others.
fn wrong_step<P>(
    reference: &Reference<P>,
    pairings: &Pairings,
    formula: usize,
    attempted: &[usize],
) -> WrongStep {
    let differences = &pairings.differences[formula];
    let resembled = differences
        .iter()
        .min_by_key(|(node, difference, _)| (!attempted.contains(node), *difference, *node));
    let index = |node: usize| -> NodeIndex { reference.dag.index(node) };
    WrongStep {
        formula: formula + 1,
        could_have_been: attempted.iter().map(|&node| index(node)).collect(),
        resembles: resembled.map(|(node, _, _)| index(*node)),
        suggested_label: resembled.map(|(_, kind, _)| ErrorLabel::suggested_by(*kind)),
        reason: resembled.map_or_else(
            || "it matches no formula of the reference solution".to_owned(),
            |(_, _, reason)| reason.clone(),
        ),
    }
}
