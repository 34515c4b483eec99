//! Refuses formulas that agree by their values but differ anyway, by a slip that values do not show.

use std::sync::OnceLock;

use super::form::Form;
use super::reason::{EquivalenceAnswer, Reason};
use super::slip::Slip;
use super::statement::AnswerStatement;
use super::{differing, rounds};
use crate::algebra::context::Context;
use crate::tree::{Expr, Relation, Statement};

/// Returns what was found, unless a slip turns one into the other.
pub(super) fn exactly(
    found: EquivalenceAnswer,
    reference: &Statement,
    answer: &Statement,
    context: &Context,
) -> EquivalenceAnswer {
    if !found.equivalent {
        return found;
    }
    if leads(reference) != leads(answer) {
        return differing(found, Reason::Differ { symbol: None });
    }
    let (left, right) = (Form::of(reference), Form::of(answer));
    let same = |one: &Expr, other: &Expr| {
        let [one, other] = [one, other].map(|side| Statement::Expression(side.clone()));
        let text = OnceLock::new();
        rounds::compare(&one, &AnswerStatement::new(&other, &text), context).equivalent
    };
    // A proportion does not show its parts exactly: `T \propto 2 \sqrt l`.
    let is_exact = !matches!(left, Form::Proportional(..)) && left.relates_as(right);
    let slip = is_exact.then(|| Slip::between(&left.sides(), &right.sides()));
    match slip.flatten() {
        Some(slip) if slip.matters(context.significant_figures.is_some(), same) => {
            differing(found, Reason::Unseen)
        }
        _ => found,
    }
}

/// The relation that a statement without a left side continues with: `\le b` is neither `\ge b` nor `b`.
fn leads(statement: &Statement) -> Option<Relation> {
    match statement {
        Statement::Continuation { relation, .. } => Some(*relation).filter(|relation| {
            !matches!(
                relation,
                Relation::Equal | Relation::Identical | Relation::Approximately
            )
        }),
        Statement::Expression(_) | Statement::Relation { .. } => None,
    }
}
