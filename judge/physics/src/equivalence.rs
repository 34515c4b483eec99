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

mod branches;
mod complex;
mod context;
mod derive;
mod diagnose;
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
mod slots;
mod solve;
mod statement;
mod stream;
mod substitute;
mod tape;
mod trials;

use std::sync::OnceLock;

use super::formula::{Formula, Relation, Statement};
use known::{Known, constants_of};
use statement::Written;

pub use context::{Context, Parameters};
pub use prepared::Prepared;
pub use reason::{Answer, Note, Reason, Shape, Suggestion};

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

/// Compares two single statements.
pub fn compare_statements(reference: &Statement, answer: &Statement, context: &Context) -> Answer {
    let text = OnceLock::new();
    rounds::compare(reference, &Written::new(answer, &text), context)
}

/// As [`compare_statements`], for statements that are compared many times. Where it shows at once
/// that they differ, the reason may name less than it would.
pub fn compare_prepared(reference: &Prepared, answer: &Prepared, context: &Context) -> Answer {
    reference
        .refuse(answer)
        .unwrap_or_else(|| rounds::compare(reference.statement(), &answer.written(), context))
}

fn compare_chains(reference: &Formula, answer: &Formula, context: &Context) -> Answer {
    let (left, right) = (reference.statements(), answer.statements());
    if let ([left], [right]) = (left.as_slice(), right.as_slice()) {
        return compare_statements(left, right, context);
    }
    let sets = compare_sets(&left, &right, |left, right| {
        compare_statements(left, right, context)
    });
    if sets.equivalent || !is_equality(reference) || !is_equality(answer) {
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
mod tests;
