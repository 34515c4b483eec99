//! The dependencies of an equation, which are compared with those of another.

use std::collections::BTreeSet;

use crate::algebra::lower::{Head, Lowering, SlotKind};
use crate::algebra::variables::{Variable, Variables};
use crate::tree::Symbol;

/// A symbol or an opaque term.
#[derive(Debug, Clone)]
pub(super) struct Dependency {
    /// `None` for a symbol.
    head: Option<Head>,
    symbols: BTreeSet<Symbol>,
    /// The depths at which integrals and series inside bind their variables.
    bound: BTreeSet<u8>,
    /// The difference of the sides depends on it too.
    pub(super) matters: bool,
    /// The equation has a positive solution for it.
    pub(super) is_solved: bool,
}

impl Dependency {
    /// The dependency for a variable of the sides, given the variables that their difference depends on and those
    /// that it has solutions for.
    pub(super) fn of(
        lowering: &Lowering<'_>,
        slot: Variable,
        difference: Variables,
        solved: Variables,
    ) -> Self {
        let slots = Variables::of(slot);
        let slots = slots.union(lowering.symbols.hidden(slots));
        let depth = |slot| match lowering.symbols.kind(slot) {
            SlotKind::Bound(depth) => Some(*depth),
            _ => None,
        };
        Self {
            head: match lowering.symbols.kind(slot) {
                SlotKind::Opaque { head, .. } => Some(head.clone()),
                _ => None,
            },
            symbols: symbols(lowering, slots).cloned().collect(),
            bound: slots.iter().filter_map(depth).collect(),
            matters: difference.contains(slot),
            is_solved: solved.contains(slot),
        }
    }

    /// Whether two dependencies may become the same variable when both are in one graph. A product of vectors may be
    /// expanded there.
    pub(super) fn may_be(&self, other: &Self) -> bool {
        if self.is_of_vectors() || other.is_of_vectors() {
            return !self.symbols.is_disjoint(&other.symbols);
        }
        (&self.head, &self.symbols, &self.bound) == (&other.head, &other.symbols, &other.bound)
    }

    fn is_of_vectors(&self) -> bool {
        matches!(self.head, Some(Head::Dot | Head::Cross | Head::Triple))
    }
}

/// The symbols among some variables.
pub(super) fn symbols<'l>(
    lowering: &'l Lowering<'_>,
    slots: Variables,
) -> impl Iterator<Item = &'l Symbol> {
    let symbol = |slot| match lowering.symbols.kind(slot) {
        SlotKind::Symbol(symbol) => Some(symbol),
        _ => None,
    };
    slots.iter().filter_map(symbol)
}
