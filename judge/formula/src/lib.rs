//! Formulas in physics: read, compared, and graded by a DAG of formulas.
//!
//! Each room knows only those before it: [`tree`] is what a formula is, [`notation`] reads it from
//! LaTeX and writes it, [`found`] tells which formulas a text states, [`algebra`] calculates their
//! values, [`same`] decides whether two say the same, [`problem`] has a reference solution and its
//! DAG, [`credit`] makes matches into a score, with EED beside it. [`lint`] looks at a problem
//! before anybody solves it.
//!
//! The crate knows nothing of contests and runs no program: what it needs of `SymPy` it takes as
//! [`credit::eed::Simplify`].

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod algebra;
pub mod credit;
pub mod found;
pub mod lint;
pub mod notation;
pub mod problem;
pub mod same;
pub mod tree;
