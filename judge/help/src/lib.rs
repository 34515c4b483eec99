//! Tools around grading: renders formulas as `MathML`, reads data sets of problems and answers, and measures how well
//! two scores of the same answers agree.
//!
//! Nothing here affects a verdict, and the code that decides verdicts cannot use it: `formula` and `dojo-judge` do
//! not depend on this crate.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod agreement;
pub mod dataset;
pub mod mathml;
pub mod tidy;
