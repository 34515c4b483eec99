//! Compares formulas with `\pm` to formulas without.

use super::equation;
use super::reason::{EquivalenceAnswer, Reason};
use super::statement::{stream, trials};
use super::trial_evidence::Verdict;
use crate::algebra::context::Context;
use crate::algebra::graph::Node;
use crate::algebra::lower::{Lowering, Settings, SlotKind, Survey};
use crate::algebra::trials::Equation;
use crate::algebra::variables::Variable;
use crate::tree::{Formula, Relation, symbols_of};

/// Compares a formula with two branches (`x = \pm a`) to one without: the branches together are one equation, whose
/// symbols may be negative.
pub(super) fn compare(
    reference: &[Formula],
    answer: &[Formula],
    context: &Context,
) -> Option<EquivalenceAnswer> {
    let all: Vec<&Formula> = reference.iter().chain(answer).collect();
    let mut context = context.clone();
    let sides = all.iter().flat_map(|formula| formula.sides());
    context.signed.extend(symbols_of(sides));
    let survey = Survey::new(
        all.iter().map(|formula| formula.sides().collect()),
        &context,
    );
    let mut lowering = Lowering::new(&context, &survey, Settings::default());
    let mut product = |formulas: &[Formula]| -> Option<Node> {
        let mut factors = Vec::new();
        for formula in formulas {
            let (Some(first), [(Relation::Equal, right)]) =
                (&formula.first, formula.links.as_slice())
            else {
                return None;
            };
            let left = lowering.expr(first).ok()?;
            let right = lowering.expr(right).ok()?;
            factors.push((lowering.graph.difference(left, right), 1.0));
        }
        Some(lowering.graph.monomial(&factors))
    };
    let products = [product(reference), product(answer)];
    context.pool.take(lowering.operations());
    let [Some(left), Some(right)] = products else {
        return None;
    };
    let slots = lowering
        .graph
        .slots(left)
        .union(lowering.graph.slots(right));
    // `f(x) = \pm f(y)` differs from `f(x) = f(y)` too.
    for slot in slots.iter() {
        if matches!(lowering.symbols.kind(slot), SlotKind::Opaque { .. }) {
            lowering.symbols.mark_signed(slot);
        }
    }
    let targets: Vec<Variable> = slots.without(lowering.symbols.units()).iter().collect();
    let graph = &lowering.graph;
    let (mut left, mut right) = (Equation::new(graph, left), Equation::new(graph, right));
    let formula = answer.iter().map(Formula::to_latex).collect::<String>();
    let stream = stream(&context, &formula);
    let mut trials = trials(&lowering, &context, stream);
    let (verdict, made) = equation::compare(&mut trials, &mut left, &mut right, &targets);
    let equivalent = verdict == Verdict::Equivalent;
    Some(EquivalenceAnswer {
        equivalent,
        trials: made,
        reason: if equivalent {
            Reason::Agree
        } else {
            Reason::Chain
        },
        notes: Vec::new(),
    })
}
