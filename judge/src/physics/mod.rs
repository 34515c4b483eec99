//! The physics contest: a derivation, graded by a DAG of formulas.
//!
//! Each step is one module and knows only the steps before it: LaTeX becomes formulas, formulas
//! are matched by equivalence, matches become a score on the DAG, and EED stands beside it.

pub mod agreement;
pub mod constants;
pub mod contest;
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
pub mod lint;
pub mod mathml;
pub mod problem;
pub mod units;
