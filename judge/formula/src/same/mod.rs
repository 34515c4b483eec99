//! Decides whether two formulas are equivalent.
//!
//! Implements Algorithm 1 of PRISM-Physics (appendix B.2): symbols get random numbers, both formulas are solved for
//! one symbol, and the solutions are compared. Where the paper leaves something open, `docs/physics-equivalence.md`
//! says what is done. Random numbers come from a seeded stream and limits are counted in operations, so that a pair
//! always gets the same verdict.
//!
//! These are tried in this order; the first that agrees ends the comparison:
//!
//! 1. Formulas: the same tree; each formula that `\pm` stands for with each; `x = \pm a` as
//!    `x^2 = a^2` ([`branches`]).
//! 2. Chains, as [`READINGS`] says: their relations, their bounds, their sides.
//! 3. Statements, in the rounds of [`rounds`]: with integrals, series and derivatives as symbols; with
//!    those carried out that can be; with other symbols under a derivative as constants; with the problem's
//!    definitions ignored; with functions as letters; with constants replaced by their relations (`R = N_A k_B`).
//! 4. In a round, by what kind of statements they are ([`judge`]), and all kinds by trials
//!    ([`trial_evidence`]).
//!
//! Formulas that agree can still differ by a slip that values do not show ([`slip`]).

mod bars;
mod beyond_values;
mod branches;
mod conditions;
mod diagnose;
mod equation;
mod equation_profile;
mod expression;
mod form;
mod inequality;
mod judge;
mod list_forms;
mod prepared;
mod reason;
mod rounds;
mod slip;
mod statement;
mod trial_evidence;
mod written_out;

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::algebra::constant_table::{constants_of, is_over};
use crate::tree::{Expr, Formula, Relation, Statement};
use beyond_values::exactly;
use slip::Slip;
use statement::AnswerStatement;
use written_out::Spelling;

pub use crate::algebra::context::{Context, Parameters, Pool};
pub(crate) use bars::without_bars;
pub(crate) use conditions::contradict;
pub use prepared::Prepared;
pub use reason::{EquivalenceAnswer, ReadingNote, Reason, Shape, Suggestion};

/// Compares a student's formula with the reference.
///
/// Chains are equivalent if they consist of equivalent statements; a formula with `\pm` is two formulas. The
/// conditions beside both must not contradict each other.
pub fn compare(reference: &Formula, answer: &Formula, context: &Context) -> EquivalenceAnswer {
    if reference == answer {
        return EquivalenceAnswer::at_sight(true, Reason::Identical);
    }
    let found = compare_sides(reference, answer, context);
    if found.equivalent && contradict(&reference.conditions, &answer.conditions, context) {
        return differing(found, Reason::Condition);
    }
    found
}

/// Like [`compare`], but ignores the conditions beside the two.
fn compare_sides(reference: &Formula, answer: &Formula, context: &Context) -> EquivalenceAnswer {
    let (left, right) = (reference.branches(), answer.branches());
    let pairs = links(&left) * links(&right);
    if pairs > MAX_PAIRS {
        return EquivalenceAnswer::at_sight(false, Reason::TooLarge);
    }
    let context: &Context = &sharing(context, pairs);
    if let ([left], [right]) = (left.as_slice(), right.as_slice()) {
        return compare_chains(left, right, context);
    }
    let compare_branches = |left: &[Formula], right: &[Formula]| {
        compare_sets(left, right, |left, right| {
            compare_chains(left, right, context)
        })
    };
    let sets = compare_branches(&left, &right);
    if sets.equivalent || left.len() == right.len() {
        return sets;
    }
    // `x = \pm a` is `x^2 = a^2`.
    branches::compare(&left, &right, context).unwrap_or(sets)
}

/// The most pairs of statements of two chains that are compared.
const MAX_PAIRS: usize = 10_000;

/// If a comparison has more pairs than this, they share its budget of operations.
const FULL_PAIRS: usize = 64;

/// How many statements some formulas consist of.
fn links(formulas: &[Formula]) -> usize {
    formulas
        .iter()
        .map(|formula| formula.links.len().max(1))
        .sum()
}

/// The context for this many pairs, so that long chains cost no more than short ones.
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
pub fn compare_statements(
    reference: &Statement,
    answer: &Statement,
    context: &Context,
) -> EquivalenceAnswer {
    let may_differ = Spelling::of(reference).may_differ(Spelling::of(answer));
    match in_one_way(reference, answer, may_differ) {
        Some([reference, answer]) => compare_as_written(&reference, &answer, context),
        None => compare_as_written(reference, answer, context),
    }
}

/// Rewrites two statements into one notation, if they differ in notation. `may_differ` says that their spelling may.
fn in_one_way(
    reference: &Statement,
    answer: &Statement,
    may_differ: bool,
) -> Option<[Statement; 2]> {
    let spelled = may_differ
        .then(|| written_out::alike(reference, answer))
        .flatten();
    let [one, other] = spelled
        .as_ref()
        .map_or([reference, answer], |[one, other]| [one, other]);
    list_forms::aligned(one, other).or(spelled)
}

fn compare_as_written(
    reference: &Statement,
    answer: &Statement,
    context: &Context,
) -> EquivalenceAnswer {
    let text = OnceLock::new();
    let found = rounds::compare(reference, &AnswerStatement::new(answer, &text), context);
    exactly(found, reference, answer, context)
}

/// Like [`compare_statements`], for statements that are compared many times. If their profiles already prove that
/// they differ, the reason may be less detailed.
pub fn compare_prepared(
    reference: &Prepared,
    answer: &Prepared,
    context: &Context,
) -> EquivalenceAnswer {
    reference.refuse(answer, context).unwrap_or_else(|| {
        let (one, other) = (reference.statement(), answer.statement());
        if let Some([one, other]) = reference.in_one_way(answer) {
            return compare_as_written(&one, &other, context);
        }
        let found = rounds::compare(one, &answer.written(), context);
        exactly(found, one, other, context)
    })
}

/// A way to turn two chains into sets of statements, which are then compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChainReading {
    /// Their relations.
    Relations,
    /// The same, with bounded absolute differences and intervals taken apart: `|x - a| < b`.
    Bounds,
    /// Their sides: those of `a = b = c` may be in any order.
    Sides,
}

/// The readings in the order in which they are tried.
const READINGS: [ChainReading; 3] = [
    ChainReading::Relations,
    ChainReading::Bounds,
    ChainReading::Sides,
];

impl ChainReading {
    /// The statements of both chains; `None` if this reading does not apply to them.
    fn of(self, chains: [&Formula; 2]) -> Option<[Vec<Statement>; 2]> {
        let written = chains.map(Formula::statements);
        let bounded = written.iter().flatten().any(is_interval);
        let alone = written.iter().all(|statements| statements.len() == 1);
        match self {
            Self::Relations => (!bounded).then_some(written),
            Self::Bounds => {
                let apart = written.each_ref().map(|statements| -> Vec<Statement> {
                    statements.iter().cloned().flat_map(without_bars).collect()
                });
                let longer = written
                    .iter()
                    .zip(&apart)
                    .any(|(one, other)| one.len() < other.len());
                (bounded || longer && !alone).then_some(apart)
            }
            Self::Sides => {
                let sides = chains.map(|chain| -> Vec<Statement> {
                    chain.sides().cloned().map(Statement::Expression).collect()
                });
                let fits = !alone
                    && chains.into_iter().all(is_equality)
                    && sides[0].len() == sides[1].len();
                fits.then_some(sides)
            }
        }
    }
}

fn compare_chains(reference: &Formula, answer: &Formula, context: &Context) -> EquivalenceAnswer {
    let found = chains_as_read(reference, answer, context);
    // Single statements were compared already.
    if !found.equivalent || reference.links.len() < 2 {
        return found;
    }
    if let Some(sides) = only_sides_apart([reference, answer])
        && !agree_in_place(sides, [reference, answer], context)
    {
        return differing(found, Reason::Chain);
    }
    found
}

/// Whether two chains that are written alike except for one side agree at that place: the side has the same value, or
/// is equivalent together with its neighbours.
///
/// `x = a \sin 0 + b = b = 0` has the statements of `x = b = b = 0`, in another order.
fn agree_in_place(sides: [&Expr; 2], chains: [&Formula; 2], context: &Context) -> bool {
    let same = |one: &Statement, other: &Statement| {
        one == other || compare_statements(one, other, context).equivalent
    };
    let [one, other] = sides.map(|side| Statement::Expression(side.clone()));
    let [left, right] = chains.map(Formula::statements);
    same(&one, &other) || left.iter().zip(&right).all(|(one, other)| same(one, other))
}

/// The result with another verdict and reason.
fn differing(found: EquivalenceAnswer, reason: Reason) -> EquivalenceAnswer {
    EquivalenceAnswer {
        equivalent: false,
        reason,
        ..found
    }
}

/// Compares two chains in each of [`READINGS`].
fn chains_as_read(reference: &Formula, answer: &Formula, context: &Context) -> EquivalenceAnswer {
    let mut as_written = None;
    for reading in READINGS {
        let Some([left, right]) = reading.of([reference, answer]) else {
            continue;
        };
        let compare =
            |left: &Statement, right: &Statement| compare_statements(left, right, context);
        let found = match (left.as_slice(), right.as_slice()) {
            ([left], [right]) if reading == ChainReading::Relations => return compare(left, right),
            (left, right) => compare_sets(left, right, compare),
        };
        if found.equivalent || reading == ChainReading::Bounds {
            return found;
        }
        as_written.get_or_insert(found);
    }
    as_written.expect("chains have relations or bounds")
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

/// The only sides in which two chains that are otherwise written alike differ.
fn only_sides_apart([one, other]: [&Formula; 2]) -> Option<[&Expr; 2]> {
    let relations = |chain: &Formula| -> Vec<Relation> {
        chain.links.iter().map(|(relation, _)| *relation).collect()
    };
    if one.first.is_some() != other.first.is_some() || relations(one) != relations(other) {
        return None;
    }
    let [one, other] = [one, other].map(|chain| chain.sides().collect::<Vec<_>>());
    Slip::between(&one, &other).map(Slip::sides)
}

fn is_equality(formula: &Formula) -> bool {
    formula.first.is_some()
        && formula
            .links
            .iter()
            .all(|(relation, _)| *relation == Relation::Equal)
}

/// Whether each item of one list is equivalent to one of the other, and vice versa.
fn compare_sets<T>(
    left: &[T],
    right: &[T],
    mut compare: impl FnMut(&T, &T) -> EquivalenceAnswer,
) -> EquivalenceAnswer {
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
            return EquivalenceAnswer {
                equivalent: false,
                trials,
                reason: Reason::Chain,
                notes: Vec::new(),
            };
        }
    }
    let equivalent = found.iter().all(|found| *found);
    EquivalenceAnswer {
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
