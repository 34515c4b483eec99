//! What agrees by its values, and is another formula all the same: by a slip that values do not show, or since it
//! leaves out what an integral goes over.

use std::sync::OnceLock;

use super::form::Form;
use super::reason::{EquivalenceAnswer, Reason};
use super::slip::Slip;
use super::statement::AnswerStatement;
use super::{differing, rounds, written_out};
use crate::algebra::context::Context;
use crate::tree::{Expr, Relation, Statement};

/// What was found, unless nothing but what an integral goes over is left out.
pub(super) fn with_domains(
    found: EquivalenceAnswer,
    statements: [&Statement; 2],
) -> EquivalenceAnswer {
    if found.equivalent && written_out::leave_a_domain_out(statements) {
        return differing(found, Reason::Unseen);
    }
    found
}

/// What was found, unless a slip makes the one of the other.
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
    let same = |one: &Expr, other: &Expr| {
        let [one, other] = [one, other].map(|side| Statement::Expression(side.clone()));
        let text = OnceLock::new();
        rounds::compare(&one, &AnswerStatement::new(&other, &text), context).equivalent
    };
    let (left, right) = (Form::of(reference), Form::of(answer));
    // What holds up to a factor is not seen in its parts: `T \propto 2 \sqrt l`.
    let is_exact = !matches!(left, Form::Proportional(..)) && left.relates_as(right);
    let slip = is_exact.then(|| Slip::between(&left.sides(), &right.sides()));
    match slip.flatten() {
        Some(slip) if slip.matters(context.significant_figures.is_some(), same) => {
            differing(found, Reason::Unseen)
        }
        _ => found,
    }
}

/// How a statement without a left side relates what it continues: `\le b` is not `\ge b`, nor is it `b`.
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
