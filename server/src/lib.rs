//! Sequence Dojo's server: HTTP, SQL and time live in this crate and nowhere else.
//!
//! The arrows go one way: `server → judge → sandbox`. The website ([`web`](self)), the store and the
//! workers that judge meet in one database; a submission is stored before it is judged.

pub mod cli;
