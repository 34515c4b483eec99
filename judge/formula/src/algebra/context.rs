//! What a comparison depends on besides the two formulas.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::algebra::constants::Definitions;
use crate::tree::Symbol;

/// The parameters of Algorithm 1 (PRISM-Physics, appendix B.2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// The smallest number that a symbol gets. Some trials use smaller ones on purpose, so that exponentials
    /// do not vanish.
    pub low: f64,
    /// The largest number that a symbol gets.
    pub high: f64,
    /// The most trials that are made.
    pub max_trials: u32,
    /// Trials that must succeed.
    pub needed: u32,
    /// Relative tolerance.
    pub tolerance: f64,
    /// How many arithmetic operations one comparison may take.
    pub operations: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            low: 2.0,
            high: 20.0,
            max_trials: 40,
            needed: 10,
            tolerance: 1e-6,
            operations: 4_000_000,
        }
    }
}

/// A budget of arithmetic operations that all comparisons made with the same pool share; unlimited by
/// default.
#[derive(Debug, Clone, Default)]
pub struct Pool(Option<Arc<AtomicU64>>);

impl Pool {
    /// A pool of this many operations.
    #[must_use]
    pub fn of(operations: u64) -> Self {
        Self(Some(Arc::new(AtomicU64::new(operations))))
    }

    pub(crate) fn left(&self) -> u64 {
        self.0
            .as_ref()
            .map_or(u64::MAX, |left| left.load(Ordering::Relaxed))
    }

    pub(crate) fn take(&self, operations: u64) {
        if let Some(left) = &self.0 {
            left.store(self.left().saturating_sub(operations), Ordering::Relaxed);
        }
    }
}

/// What a comparison depends on besides the two formulas.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// The parameters of Algorithm 1.
    pub parameters: Parameters,
    /// The operations that comparisons made one after the other share.
    pub pool: Pool,
    /// The problem's own definitions.
    pub definitions: Definitions,
    /// Symbols that may be negative.
    pub signed: BTreeSet<Symbol>,
    /// Names that are functions even where they stand without arguments elsewhere.
    pub functions: BTreeSet<Symbol>,
    /// Names that are plain symbols: `v(t)` is read as `v`.
    pub plain: BTreeSet<Symbol>,
    /// Symbols that depend on nothing: a derivative of such a symbol is 0.
    pub constant: BTreeSet<Symbol>,
    /// Symbols whose derivatives the problem has: they are not constants.
    pub varying: BTreeSet<Symbol>,
    /// Numbers are compared to this many significant figures.
    pub significant_figures: Option<u32>,
    /// `\log` without a base is the decimal logarithm, not the natural one.
    pub log_is_decimal: bool,
    /// The season's seed.
    pub seed: Vec<u8>,
    /// The name of the node that the formula is compared with; it is part of the seed.
    pub node: String,
}

impl Context {
    pub(crate) fn has_definitions(&self) -> bool {
        self.definitions != Definitions::default()
    }
}
