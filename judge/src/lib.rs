//! Turns submitted bytes into a verdict and a score.
//!
//! The judge is pure: a report is a function of the rules, the expected terms, the submitted bytes and the runtime
//! digest. It uses no clock, environment, network or database.
//!
//! A contestant's failing program is a [`Verdict`](sequence::Verdict), never an error; an error means that the judge
//! itself failed and the job must be retried.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod canonical_json;
pub mod contest;
pub mod derivation;
pub mod digest;
pub mod package;
pub mod record;
pub mod repeated_key;
pub mod sequence;
pub mod words;
