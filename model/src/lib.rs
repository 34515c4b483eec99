//! Asks language models the problems of a data set, and evaluates their answers statistically.
//!
//! A [`run`] is a folder of plain files. [`ask`] fills it: it asks the questions whose answers the folder does not
//! have yet. [`statistics`] and [`table`] evaluate the grades. This crate knows models, money and time; it never
//! grades or prints, and knows no database.

pub mod ask;
mod client;
mod event_stream;
pub mod folder;
pub mod judging;
mod loose_json;
pub mod making;
pub mod prompt;
mod proxy;
pub mod question;
mod reply;
mod retry;
pub mod run;
mod schedule;
pub mod secret;
mod server_json;
pub mod settings;
pub mod spending;
pub mod statistics;
pub mod table;
