//! The part of a formula that EED compares: the value it ends with, or its last inequality.

use serde_json::Value;

use super::sympy::{Names, Unsupported, to_sympy, to_tree};
use crate::tree::{Expr, Formula, Relation};

/// The part of a formula that counts: the value it ends with, or its last inequality.
pub(crate) fn result(formula: &Formula) -> Formula {
    let last = formula.last().expect("a formula has a side").clone();
    let Some((relation, _)) = formula.links.last() else {
        return Formula::expression(last);
    };
    if !is_order(*relation) {
        return Formula::expression(last);
    }
    // The side before the last one; an inequality without a left side has none.
    let before = formula.sides().count().checked_sub(2);
    match before.and_then(|place| formula.sides().nth(place)) {
        Some(left) => Formula::relation(left.clone(), *relation, last),
        None => Formula {
            first: None,
            links: vec![(*relation, last)],
            conditions: Vec::new(),
        },
    }
}

/// Whether a relation says more than which value a quantity has.
fn is_order(relation: Relation) -> bool {
    match relation {
        Relation::NotEqual
        | Relation::Less
        | Relation::LessOrEqual
        | Relation::Greater
        | Relation::GreaterOrEqual
        | Relation::MuchLess
        | Relation::MuchGreater => true,
        Relation::Equal
        | Relation::Identical
        | Relation::Approximately
        | Relation::Similar
        | Relation::Proportional
        | Relation::Tends
        | Relation::In
        | Relation::Given => false,
    }
}

/// The part of a formula that counts, as trees of `SymPy`.
pub(super) enum Sides {
    Value(Value),
    /// An inequality, turned so that the smaller side is the first.
    Order(Relation, [Value; 2]),
}

impl Sides {
    pub(super) fn new(formula: &Formula, names: Names) -> Result<Self, Unsupported> {
        let write = |side: &Expr| to_sympy(side, names);
        match (&formula.first, formula.links.as_slice()) {
            (Some(value), []) => Ok(Self::Value(write(value)?)),
            (Some(left), [(relation, right)]) => {
                let sides = [write(left)?, write(right)?];
                Ok(match relation {
                    Relation::Greater | Relation::GreaterOrEqual | Relation::MuchGreater => {
                        let [left, right] = sides;
                        let flipped = relation.flipped().expect("an inequality can be turned");
                        Self::Order(flipped, [right, left])
                    }
                    relation => Self::Order(*relation, sides),
                })
            }
            _ => Err(Unsupported {
                what: "an inequality without left side",
            }),
        }
    }

    /// Nodes of the trees as they are written.
    pub(super) fn size(&self) -> usize {
        let size = |tree: &Value| {
            let tree = to_tree(tree).expect("the judge writes well-formed trees");
            tree.size()
        };
        match self {
            Self::Value(value) => size(value),
            Self::Order(_, [left, right]) => 1 + size(left) + size(right),
        }
    }
}
