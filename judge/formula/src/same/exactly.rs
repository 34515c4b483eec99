//! What agrees by its values, and is another formula all the same: in digits, in what values do not show, in how far a
//! derivative reaches.

use std::sync::OnceLock;

use super::reason::{EquivalenceAnswer, ReadingNote, Reason};
use super::statement::AnswerStatement;
use super::{
    alike, changes, differing, digits, operators, plane, rounds, scope, spelled, unseen, unshown,
};
use crate::algebra::context::Context;
use crate::tree::{Expr, Relation, Statement};

/// What was found, unless nothing but what an integral goes over is left out.
pub(super) fn with_domains(
    found: EquivalenceAnswer,
    statements: [&Statement; 2],
) -> EquivalenceAnswer {
    if found.equivalent && spelled::leave_a_domain_out(statements) {
        return differing(found, Reason::Unseen);
    }
    found
}

/// What was found, unless the statements differ in a number that values do not show, or in how far a
/// derivative reaches.
pub(super) fn exactly(
    found: EquivalenceAnswer,
    reference: &Statement,
    answer: &Statement,
    context: &Context,
) -> EquivalenceAnswer {
    if !found.equivalent {
        return found;
    }
    let compare = |one: &Statement, other: &Statement| {
        let text = OnceLock::new();
        rounds::compare(one, &AnswerStatement::new(other, &text), context)
    };
    let same = |one: &Statement, other: &Statement| compare(one, other).equivalent;
    let slipped = match digits::slip(reference, answer, context) {
        None => false,
        Some(digits::Slip::Number) => true,
        Some(digits::Slip::Part(one, other)) => {
            let [one, other] = [one, other].map(|part| Statement::Expression(part.clone()));
            !same(&one, &other)
        }
    };
    if slipped || leads(reference) != leads(answer) || unshown::differ(reference, answer) {
        return differing(found, Reason::Differ { symbol: None });
    }
    if let Some(sides) = expanded(reference, answer) {
        let [one, other] = sides.map(|side| Statement::Expression(side.clone()));
        if !same(&one, &other) {
            return differing(found, Reason::Differ { symbol: None });
        }
    }
    if unseen::is_between(reference, answer, same) {
        return differing(found, Reason::Unseen);
    }
    if let Some([one, other]) = alike::turned(reference, answer)
        && !same(&one, &other)
    {
        return differing(found, Reason::Unseen);
    }
    if let Some(slip) = alike::Slip::between(reference, answer)
        && let Some(reason) = slipped_unseen(slip, [reference, answer], &found, &same, context)
    {
        return differing(found, reason);
    }
    if let Some([one, other]) = changes::of_letters([reference, answer])
        && !same(&one, &other)
    {
        return differing(found, Reason::Differ { symbol: None });
    }
    if let Some([one, other]) = operators::applied([reference, answer])
        && !same(&one, &other)
    {
        return differing(found, Reason::Differ { symbol: None });
    }
    if let (Some(reference), Some(answer)) = (plane::spread(reference), plane::spread(answer))
        && !same(&reference, &answer)
    {
        return differing(found, Reason::Differ { symbol: None });
    }
    match (scope::widened(reference), scope::widened(answer)) {
        (Some(reference), Some(answer)) if reference != answer => {
            let widened = compare(&reference, &answer);
            if widened.equivalent { found } else { widened }
        }
        _ => found,
    }
}

/// Why two statements that are the same by their values differ, if a slip of the pen makes the one of the other.
fn slipped_unseen(
    slip: alike::Slip<'_>,
    [reference, answer]: [&Statement; 2],
    found: &EquivalenceAnswer,
    same: &dyn Fn(&Statement, &Statement) -> bool,
    context: &Context,
) -> Option<Reason> {
    if slip.has_another_name() || slip.exchanges_places() {
        return Some(Reason::Unseen);
    }
    let [one, other] = slip.values();
    if same(&one, &other) {
        return None;
    }
    // `\cos(j x)` is `\cos(j^3 x)` only as long as the letter is the imaginary unit.
    let is_imaginary = |note: &ReadingNote| matches!(note, ReadingNote::ImaginaryUnit { .. });
    if slip.is_of_imaginary_unit() && found.notes.iter().any(is_imaginary) {
        return Some(Reason::Differ { symbol: None });
    }
    let [side, also] = slip.sides();
    if same(&side, &also) {
        if slip.is_in_limit() {
            return Some(Reason::Unseen);
        }
        let others = slip.with_others();
        let makes_none = |third: &Statement| same(&side, third);
        let unseen = !others.is_empty() && others.iter().all(makes_none);
        return unseen.then_some(Reason::Unseen);
    }
    if !slip.is_excused() {
        return Some(Reason::Elsewhere);
    }
    if slip.doubles_a_name()
        || slip
            .with_another()
            .is_some_and(|third| same(reference, &third))
    {
        return Some(Reason::Unseen);
    }
    if rounds::differ_elsewhere(reference, answer, context) {
        return Some(Reason::Elsewhere);
    }
    // `\delta L = 0` says nothing of `L`, though one may divide by a quantity.
    let [reference, answer] = changes::varied([reference, answer])?;
    (!same(&reference, &answer)).then_some(Reason::Differ { symbol: None })
}

/// The other sides of two approximations of the same side, by what shows its symbols: `(1 + x)^n \approx 1 + n x`
/// is no equation that is solved for `n`.
fn expanded<'s>(reference: &'s Statement, answer: &'s Statement) -> Option<[&'s Expr; 2]> {
    let sides = |statement: &'s Statement| match statement {
        Statement::Relation {
            left,
            relation: Relation::Approximately,
            right,
        } => Some([left, right]),
        _ => None,
    };
    let ([left, right], [other_left, other_right]) = (sides(reference)?, sides(answer)?);
    let (of, sides) = match (left == other_left, right == other_right) {
        (true, false) => (left, [right, other_right]),
        (false, true) => (right, [left, other_left]),
        _ => return None,
    };
    let mut shared = false;
    of.walk(&mut |part| {
        shared |=
            matches!(part, Expr::Symbol(symbol) if sides.iter().all(|side| side.mentions(symbol)));
    });
    shared.then_some(sides)
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
