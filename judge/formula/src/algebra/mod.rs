//! Values of formulas: a graph that two statements share, numbers for its symbols, and what is
//! calculated with them.
//!
//! Nothing here decides whether two formulas say the same.

pub(crate) mod complex;
pub mod constants;
pub(crate) mod context;
pub(crate) mod derive;
pub(crate) mod graph;
pub(crate) mod jet;
pub(crate) mod known;
pub(crate) mod lower;
pub(crate) mod maps;
pub(crate) mod mix;
pub(crate) mod polynomial;
pub(crate) mod quadrature;
pub(crate) mod reals;
pub(crate) mod slots;
pub(crate) mod solve;
pub(crate) mod stream;
pub(crate) mod substitute;
pub(crate) mod tape;
pub(crate) mod trials;
