//! How a statement uses its symbols, so far as that may change how another one is read.

use std::collections::BTreeMap;

use super::{Euler, GAMMA, OHM, Survey};
use crate::tree::{Expr, Symbol};

/// How a statement uses its symbols.
#[derive(Debug, Clone)]
pub(crate) struct SymbolUsage {
    uses: BTreeMap<Symbol, Use>,
    /// Nothing where there is no `e`.
    euler: Option<Euler>,
    differentials: bool,
    /// Whether it has `\Delta` before something, and whether `\nabla^2`: beside each other both may be the Laplacian.
    changes: bool,
    laplacians: bool,
}

/// How a statement uses a symbol.
#[derive(Debug, Clone, Default, PartialEq)]
struct Use {
    alone: bool,
    varies: bool,
    /// What it is applied to first, and whether to other things too, and stands alone beside that.
    applied: Option<(Vec<Expr>, bool, bool)>,
}

impl Survey<'_> {
    /// How the statements use their symbols; `None` where more may be read into them, or where marks on a letter say
    /// something of it. Whether they have an `e` a survey does not know of each of its powers.
    pub(crate) fn manner(&self, has_e: bool) -> Option<SymbolUsage> {
        let open_to_more = self.units
            || self.temperature_difference
            || self.readings.imaginary.is_some()
            || !self.maybe_imaginary.is_empty()
            || !self.primed.is_empty()
            || [&self.starred, &self.adjoint, &self.zeroth]
                .iter()
                .any(|marked| !marked.is_empty())
            || self.applied.values().any(|applied| applied.to_numbers);
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
            changes: !self.changes.is_empty(),
            laplacians: !self.laplacians.is_empty(),
        })
    }
}

impl SymbolUsage {
    /// Whether two statements are read beside each other as each is alone: neither uses a symbol of the other in
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
        let one_laplacian = self.changes && other.laplacians || self.laplacians && other.changes;
        self.differentials == other.differentials
            && !one_laplacian
            && euler
            && self.uses.iter().all(shared)
    }
}
