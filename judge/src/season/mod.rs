//! The record of a season: what is committed, logged, scored, archived and replayed.
//!
//! All of it is a function of the record. Whoever has the archive can compute it again.
