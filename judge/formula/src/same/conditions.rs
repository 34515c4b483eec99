//! Compares the conditions beside two formulas: `x = 3 \quad (t > 0)` is not `x = 3 \quad (t < 0)`.
//!
//! A derivation need not say where its steps hold, and may say it in its own way. So conditions count only if both
//! formulas state one about the same symbols with relations of the same kind. It does not matter whether equality is
//! allowed, what the last digits of measured numbers are, or how many members of a list come before its dots.

use std::collections::BTreeSet;

use crate::algebra::context::Context;
use crate::tree::{Bracket, Expr, Formula, Relation, Symbol};

/// Measured numbers are compared to this many figures.
const FIGURES: u32 = 2;

/// Whether the conditions beside one formula contradict those beside another.
pub(crate) fn contradict(reference: &[Formula], answer: &[Formula], context: &Context) -> bool {
    let said: Vec<Formula> = answer.iter().map(plain).collect();
    reference.iter().map(plain).any(|wanted| {
        let like = said.iter().filter(|said| are_comparable(&wanted, said));
        let mut like = like.peekable();
        like.peek().is_some() && like.all(|said| differ(&wanted, said, context))
    })
}

/// A condition without the details that do not count.
fn plain(condition: &Formula) -> Formula {
    let mut plain = condition.clone();
    for (relation, _) in &mut plain.links {
        *relation = match *relation {
            Relation::LessOrEqual => Relation::Less,
            Relation::GreaterOrEqual => Relation::Greater,
            Relation::Identical | Relation::Approximately => Relation::Equal,
            other => other,
        };
    }
    plain
}

/// Whether two conditions are about the same symbols and have relations of the same kind.
fn are_comparable(one: &Formula, other: &Formula) -> bool {
    let kinds = |condition: &Formula| -> Option<Vec<Kind>> {
        condition
            .links
            .iter()
            .map(|(relation, _)| Kind::of(*relation))
            .collect()
    };
    let (Some(kind), Some(also)) = (kinds(one), kinds(other)) else {
        return false;
    };
    !kind.is_empty() && kind == also && symbols(one) == symbols(other)
}

/// The kind of a relation, whichever way it points.
#[derive(PartialEq, Eq)]
enum Kind {
    Equality,
    Order,
    Difference,
    Magnitude,
    Limit,
}

impl Kind {
    fn of(relation: Relation) -> Option<Self> {
        Some(match relation {
            Relation::Equal | Relation::Identical | Relation::Approximately => Self::Equality,
            Relation::Less
            | Relation::LessOrEqual
            | Relation::Greater
            | Relation::GreaterOrEqual => Self::Order,
            Relation::NotEqual => Self::Difference,
            Relation::MuchLess | Relation::MuchGreater => Self::Magnitude,
            Relation::Tends => Self::Limit,
            Relation::Similar | Relation::Proportional | Relation::In | Relation::Given => {
                return None;
            }
        })
    }
}

fn symbols(condition: &Formula) -> BTreeSet<Symbol> {
    let mut symbols = BTreeSet::new();
    for side in condition.sides() {
        side.walk(&mut |part| match part {
            Expr::Symbol(symbol) if !part.is_dots() => {
                symbols.insert((**symbol).clone());
            }
            Expr::Call(call) => {
                symbols.insert(call.function.clone());
            }
            _ => {}
        });
    }
    symbols
}

fn differ(one: &Formula, other: &Formula, context: &Context) -> bool {
    let (one, other) = match (members(one), members(other)) {
        (Some(members), Some(others)) => {
            let shared = members.len().min(others.len());
            (up_to(one, shared), up_to(other, shared))
        }
        (None, None) => (one.clone(), other.clone()),
        // `n = 1, 2, \dots` and `n = 1`
        (Some(_), None) | (None, Some(_)) => return false,
    };
    let is_rounded =
        |part: &Expr| matches!(part, Expr::Number(number) if !number.is_plain_integer());
    let measured = |condition: &Formula| condition.sides().any(|side| side.any(is_rounded));
    let rounded = Context {
        significant_figures: Some(FIGURES),
        ..context.clone()
    };
    let rough = measured(&one) || measured(&other);
    let found = super::compare(&one, &other, if rough { &rounded } else { context });
    !found.equivalent && !found.reason.is_undecided()
}

/// The members before the dots of an open list, `n = 1, 2, \ldots`.
fn members(condition: &Formula) -> Option<&[Expr]> {
    let Expr::Tuple(Bracket::None, members) = condition.last()? else {
        return None;
    };
    let dots = members.iter().position(Expr::is_dots)?;
    Some(&members[..dots])
}

/// The condition with at most `most` members of the list that it ends with.
fn up_to(condition: &Formula, most: usize) -> Formula {
    let mut shorter = condition.clone();
    if let Some((_, Expr::Tuple(_, members))) = shorter.links.last_mut() {
        members.truncate(most);
    }
    shorter
}
