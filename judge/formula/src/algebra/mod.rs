//! Calculates the values of formulas: builds a graph that two statements share, draws numbers for its symbols and
//! evaluates the graph with them.
//!
//! This module never decides whether two formulas are equivalent.

pub(crate) mod complex;
pub(crate) mod constant_table;
pub mod constants;
pub(crate) mod context;
pub(crate) mod derive;
pub(crate) mod function_values;
pub(crate) mod graph;
pub(crate) mod hashing;
pub(crate) mod jet;
pub(crate) mod lower;
pub(crate) mod polynomial;
pub(crate) mod quadrature;
pub(crate) mod random;
pub(crate) mod real_samples;
pub(crate) mod solve;
pub(crate) mod substitute;
pub(crate) mod tape;
pub(crate) mod trials;
pub(crate) mod variables;
