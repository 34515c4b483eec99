//! Formulas in physics: reads them, compares them, and grades derivations by a directed acyclic graph (DAG) of
//! formulas.
//!
//! Each module knows only those before it: [`tree`] defines formulas, [`notation`] reads and writes them as LaTeX,
//! [`found`] finds the formulas that a text states, [`algebra`] calculates their values, [`same`] decides whether two
//! are equivalent, [`problem`] reads problems with their reference solution and DAG, and [`credit`] turns matches
//! into a score and measures EED. [`lint`] checks a problem before anybody solves it.
//!
//! The crate knows nothing about contests and runs no program: it takes `SymPy` as a [`credit::eed::Simplify`].

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod algebra;
pub mod credit;
pub mod found;
pub mod lint;
pub mod notation;
pub mod problem;
pub mod same;
pub mod tree;
