//! Sequence Dojo's server: HTTP, SQL and time live in this crate and nowhere else.
//!
//! The arrows go one way: `server → judge → sandbox`. The website, the store and the workers that
//! judge meet in one database; a submission is stored before it is judged.

pub mod admission;
pub mod app;
pub mod auth;
mod bell;
pub mod board;
pub mod catalogue;
pub mod cli;
pub mod clock;
pub mod config;
pub mod contests;
pub mod costs;
pub mod daily;
pub mod error;
pub mod events;
pub mod folder;
pub mod html;
pub mod kept;
mod listener;
pub mod local_time;
pub mod mail;
mod memory;
pub mod messages;
pub mod metrics;
mod moments;
mod notify;
pub mod oidc;
pub mod package_report;
pub mod pages;
mod patient;
pub mod people;
mod picture;
mod preparing;
pub mod probe;
pub mod progress;
pub mod rating;
mod relay;
pub mod rendered;
pub mod season;
pub mod server;
pub mod shares;
mod steady;
pub mod store;
mod syntax_excerpt;
pub mod tally;
pub mod timer;
pub mod turns;
pub mod validator;
pub mod versions;
pub mod web;
pub mod words;
pub mod worker;
