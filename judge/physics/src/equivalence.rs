//! Whether two formulas say the same.
//!
//! Algorithm 1 of PRISM-Physics (appendix B.2) decides: symbols get random numbers, both formulas
//! are solved for one symbol, the solutions are compared. What the paper leaves open is settled as
//! `docs/physics-equivalence.md` says. Random numbers come from a seeded stream and limits are
//! counted in operations, so that a pair has one verdict for ever.
//!
//! A pair goes through up to four rounds, and one that agrees ends it: with integrals, series and
//! derivatives as symbols; with those carried out that can be; with constants replaced by their
//! relations (`R = N_A k_B`); with constants as numbers.

mod bars;
mod branches;
mod complex;
mod context;
mod derive;
mod diagnose;
mod digits;
mod equation;
mod expression;
mod form;
mod graph;
mod inequality;
mod jet;
mod judge;
mod known;
mod lower;
mod maps;
mod mix;
mod polynomial;
mod prepared;
mod quadrature;
mod reals;
mod reason;
mod rounds;
mod scope;
mod slots;
mod solve;
mod statement;
mod stream;
mod substitute;
mod tape;
mod trials;

use std::borrow::Cow;
use std::sync::OnceLock;

use super::formula::{Expr, Formula, Relation, Statement};
use known::{Known, constants_of};
use statement::Written;

pub(crate) use bars::without_bars;
pub use context::{Context, Parameters};
pub use prepared::Prepared;
pub use reason::{Answer, Note, Reason, Shape, Suggestion};
pub(crate) use scope::beside_variable;

/// Compares a student's formula with the reference.
///
/// Chains are the same if they consist of the same statements; a formula with `\pm` is two.
pub fn compare(reference: &Formula, answer: &Formula, context: &Context) -> Answer {
    if reference == answer {
        return Answer {
            equivalent: true,
            trials: 0,
            reason: Reason::Identical,
            notes: Vec::new(),
        };
    }
    let (left, right) = (reference.branches(), answer.branches());
    let pairs = links(&left) * links(&right);
    if pairs > MAX_PAIRS {
        return Answer {
            equivalent: false,
            trials: 0,
            reason: Reason::TooLarge,
            notes: Vec::new(),
        };
    }
    let context: &Context = &sharing(context, pairs);
    if let ([left], [right]) = (left.as_slice(), right.as_slice()) {
        return compare_chains(left, right, context);
    }
    let sets = compare_sets(&left, &right, |left, right| {
        compare_chains(left, right, context)
    });
    if sets.equivalent || left.len() == right.len() {
        return sets;
    }
    // `x = \pm a` is `x^2 = a^2`.
    branches::compare(&left, &right, context).unwrap_or(sets)
}

/// Pairs of statements of two chains that are looked at.
const MAX_PAIRS: usize = 10_000;

/// Pairs of statements that may take all the operations of a comparison each; more of them share.
const FULL_PAIRS: usize = 64;

/// How many statements some formulas make.
fn links(formulas: &[Formula]) -> usize {
    formulas
        .iter()
        .map(|formula| formula.links.len().max(1))
        .sum()
}

/// The context for so many pairs, so that long chains take no more than short ones.
fn sharing(context: &Context, pairs: usize) -> Cow<'_, Context> {
    if pairs <= FULL_PAIRS {
        return Cow::Borrowed(context);
    }
    let mut shared = context.clone();
    let pairs = u64::try_from(pairs / FULL_PAIRS).unwrap_or(u64::MAX);
    shared.parameters.operations /= pairs.max(1);
    Cow::Owned(shared)
}

/// Compares two single statements.
pub fn compare_statements(reference: &Statement, answer: &Statement, context: &Context) -> Answer {
    let text = OnceLock::new();
    let found = rounds::compare(reference, &Written::new(answer, &text), context);
    exactly(found, reference, answer, context)
}

/// What was found, unless the statements differ in a number that values do not show, or in how far a
/// derivative reaches.
fn exactly(found: Answer, reference: &Statement, answer: &Statement, context: &Context) -> Answer {
    if !found.equivalent {
        return found;
    }
    let slipped = match digits::slip(reference, answer, context) {
        None => false,
        Some(digits::Slip::Number) => true,
        Some(digits::Slip::Part(one, other)) => {
            let [one, other] = [one, other].map(|part| Statement::Expression(part.clone()));
            let text = OnceLock::new();
            !rounds::compare(&one, &Written::new(&other, &text), context).equivalent
        }
    };
    if slipped {
        return Answer {
            equivalent: false,
            reason: Reason::Differ { symbol: None },
            ..found
        };
    }
    match (scope::widened(reference), scope::widened(answer)) {
        (Some(reference), Some(answer)) if reference != answer => {
            let text = OnceLock::new();
            let widened = rounds::compare(&reference, &Written::new(&answer, &text), context);
            if widened.equivalent { found } else { widened }
        }
        _ => found,
    }
}

/// As [`compare_statements`], for statements that are compared many times. Where it shows at once
/// that they differ, the reason may name less than it would.
pub fn compare_prepared(reference: &Prepared, answer: &Prepared, context: &Context) -> Answer {
    reference.refuse(answer).unwrap_or_else(|| {
        let (one, other) = (reference.statement(), answer.statement());
        let found = rounds::compare(one, &answer.written(), context);
        exactly(found, one, other, context)
    })
}

fn compare_chains(reference: &Formula, answer: &Formula, context: &Context) -> Answer {
    let (left, right) = (reference.statements(), answer.statements());
    let intervals = |statements: &[Statement]| statements.iter().any(is_interval);
    if intervals(&left) || intervals(&right) {
        let apart = [left, right].map(|statements| -> Vec<Statement> {
            statements.into_iter().flat_map(without_bars).collect()
        });
        return compare_sets(&apart[0], &apart[1], |left, right| {
            compare_statements(left, right, context)
        });
    }
    if let ([left], [right]) = (left.as_slice(), right.as_slice()) {
        return compare_statements(left, right, context);
    }
    let sets = compare_sets(&left, &right, |left, right| {
        compare_statements(left, right, context)
    });
    if sets.equivalent {
        return sets;
    }
    let unbarred = [&left, &right].map(|statements| -> Vec<Statement> {
        statements.iter().cloned().flat_map(without_bars).collect()
    });
    if unbarred[0].len() > left.len() || unbarred[1].len() > right.len() {
        return compare_sets(&unbarred[0], &unbarred[1], |left, right| {
            compare_statements(left, right, context)
        });
    }
    if !is_equality(reference) || !is_equality(answer) {
        return sets;
    }
    // `a = b = c` in any order: the same sides.
    let sides = |formula: &Formula| -> Vec<Statement> {
        formula
            .sides()
            .map(|side| Statement::Expression(side.clone()))
            .collect()
    };
    let (left, right) = (sides(reference), sides(answer));
    if left.len() != right.len() {
        return sets;
    }
    let same = compare_sets(&left, &right, |left, right| {
        compare_statements(left, right, context)
    });
    if same.equivalent { same } else { sets }
}

/// Whether a statement says that something is in an interval.
fn is_interval(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Relation {
            relation: Relation::In,
            right: Expr::Tuple(..),
            ..
        }
    )
}

fn is_equality(formula: &Formula) -> bool {
    formula.first.is_some()
        && formula
            .links
            .iter()
            .all(|(relation, _)| *relation == Relation::Equal)
}

/// Each of one list is equivalent to one of the other, and the other way round.
fn compare_sets<T>(left: &[T], right: &[T], mut compare: impl FnMut(&T, &T) -> Answer) -> Answer {
    let mut found = vec![false; right.len()];
    let mut trials = 0;
    let mut notes = Vec::new();
    for member in left {
        let mut any = false;
        for (index, other) in right.iter().enumerate() {
            let answer = compare(member, other);
            trials += answer.trials;
            if answer.equivalent {
                any = true;
                found[index] = true;
                for note in answer.notes {
                    if !notes.contains(&note) {
                        notes.push(note);
                    }
                }
            }
        }
        if !any {
            return Answer {
                equivalent: false,
                trials,
                reason: Reason::Chain,
                notes: Vec::new(),
            };
        }
    }
    let equivalent = found.iter().all(|found| *found);
    Answer {
        equivalent,
        trials,
        reason: if equivalent {
            Reason::Agree
        } else {
            Reason::Chain
        },
        notes,
    }
}

#[cfg(test)]
mod slips;
#[cfg(test)]
mod tests;
