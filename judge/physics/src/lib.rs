//! Formulas in physics: read, compared, and graded by a DAG of formulas.
//!
//! Each step is one module and knows only the steps before it: LaTeX becomes formulas, formulas
//! are matched by equivalence, matches become a score on the DAG, and EED stands beside it.
//!
//! The crate knows nothing of contests and runs no program: what it needs of `SymPy` it takes as
//! [`eed::Simplify`].

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod agreement;
pub mod constants;
pub mod dag;
pub mod dataset;
pub mod difficulty;
pub mod domain;
pub mod eed;
pub mod equivalence;
pub mod extract;
pub mod formula;
pub mod grade;
pub mod latex;
mod layout;
pub mod lint;
pub mod mathml;
pub mod problem;
pub mod text_place;
pub mod units;
mod vocabulary;
