//! Asks language models the problems of a data set, and reckons what their answers are worth.
//!
//! A [`run`] is a folder of plain files. [`ask`] fills it: it asks what the folder does not have yet. [`statistics`]
//! and [`table`] read what was graded. This crate knows models, money and time; it never grades, prints, or
//! hears of a database.

pub mod ask;
mod client;
mod event_stream;
pub mod folder;
pub mod judging;
mod loose_json;
pub mod making;
pub mod prompt;
pub mod question;
mod reply;
mod retry;
pub mod run;
mod schedule;
pub mod secret;
pub mod settings;
pub mod spending;
pub mod statistics;
pub mod table;
