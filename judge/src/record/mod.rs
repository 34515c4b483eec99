//! The record of a season: what is committed, logged, scored, archived and replayed.
//!
//! All of it is a function of the record. Whoever has the archive can compute it again. Nothing
//! here knows a clock, a network or a database; randomness (salts) comes in as an argument.
//! Times are microseconds since 1970 in UTC, people are the names under which they appear.

pub mod archive;
pub mod commitment;
pub mod history;
pub mod log;
pub mod manifest;
pub mod merkle;
pub mod receipt;
pub mod replay;
pub mod results;
pub mod scoring;
pub mod season;
