//! The record of a season: its commitments, log, scores, archive and replay.
//!
//! All of this is a function of the record: anybody with the archive can compute it again. This module uses no clock,
//! network or database; randomness (salts) is passed as an argument. Times are microseconds since 1970 in UTC, and
//! people are named as they appear on the site.

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
