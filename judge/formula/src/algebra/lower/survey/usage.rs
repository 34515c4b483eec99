//! How a statement uses its symbols, as far as this can change how another statement is read.

use std::collections::BTreeMap;

use super::{Euler, GAMMA, OHM, Survey};
use crate::tree::{Expr, Symbol};

/// How a statement uses its symbols.
#[derive(Debug, Clone)]
pub(crate) struct SymbolUsage {
    uses: BTreeMap<Symbol, Use>,
    /// `None` if there is no `e`.
    euler: Option<Euler>,
    differentials: bool,
}

/// How a statement uses a symbol.
#[derive(Debug, Clone, Default, PartialEq)]
struct Use {
    alone: bool,
    varies: bool,
    /// The first arguments, whether there are others too, and whether the symbol also stands alone.
    applied: Option<(Vec<Expr>, bool, bool)>,
}

impl Survey<'_> {
    /// How the statements use their symbols; `None` if more may be read into them, or if marks on a letter say
    /// something about it. A survey does not notice every `e` in a power, so `has_e` says whether they contain one.
    pub(crate) fn manner(&self, has_e: bool) -> Option<SymbolUsage> {
        let open_to_more = self.units
            || self.temperature_difference
            || self.readings.imaginary.is_some()
            || !self.maybe_imaginary.is_empty()
            || !self.primed.is_empty()
            || [&self.starred, &self.adjoint, &self.zeroth]
                .iter()
                .any(|marked| !marked.is_empty());
        if open_to_more {
            return None;
        }
        let mut uses: BTreeMap<Symbol, Use> = BTreeMap::new();
        let open = self.statements.iter().flat_map(|one| &one.open);
        for symbol in open.chain(&self.differentiated_alone) {
            uses.entry((*symbol).clone()).or_default().alone = true;
        }
        for symbol in &self.varying {
            uses.entry((*symbol).clone()).or_default().varies = true;
        }
        for (symbol, applied) in &self.applied {
            uses.entry((*symbol).clone()).or_default().applied =
                Some((applied.arguments.to_vec(), applied.several, applied.beside));
        }
        let is_other = |symbol: &Symbol| symbol.is(OHM) || symbol.is(GAMMA);
        (!uses.keys().any(is_other)).then_some(SymbolUsage {
            uses,
            euler: has_e.then_some(self.euler),
            differentials: self.differentials,
        })
    }
}

impl SymbolUsage {
    /// Whether reading two statements together reads each as it is read alone: neither uses a shared symbol in
    /// another way.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        let euler = match (self.euler, other.euler) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        let shared = |(symbol, own): (&Symbol, &Use)| {
            let others = other.uses.get(symbol);
            others.is_none_or(|others| own == others)
        };
        self.differentials == other.differentials && euler && self.uses.iter().all(shared)
    }
}
