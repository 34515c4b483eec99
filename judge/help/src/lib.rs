//! What stands in front of grading: formulas shown as `MathML`, data sets of problems and answers,
//! and how well two scores of the same answers agree.
//!
//! Nothing here decides a verdict, and what decides cannot name it: `formula` and `dojo-judge` do
//! not depend on this crate.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod agreement;
pub mod dataset;
pub mod mathml;
pub mod tidy;
