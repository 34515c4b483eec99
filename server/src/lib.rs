//! Sequence Dojo's server: the only crate that handles HTTP, SQL and time.
//!
//! Dependencies go one way: `server → judge → sandbox`. The website, the store and the judging workers share one
//! database; a submission is stored before it is judged.

mod allocator;
pub mod app;
pub mod auth;
pub mod board;
pub mod catalogue;
pub mod cli;
pub mod clock;
pub mod config;
mod connection_timeouts;
pub mod contests;
pub mod daily;
mod database_events;
mod date_words;
pub mod error;
pub mod events;
pub mod folder;
pub mod html;
mod listener;
pub mod load_shedding;
pub mod local_time;
pub mod mail;
pub mod messages;
pub mod metrics;
mod notify;
pub mod oidc;
pub mod package_report;
pub mod pages;
pub mod people;
pub mod per_address_limits;
mod png;
pub mod probe;
pub mod problem_progress;
pub mod rating;
pub mod rendered;
pub mod route_costs;
pub mod season;
pub mod season_cache;
pub mod season_versions;
pub mod server;
pub mod solve_counts;
mod startup_answers;
pub mod store;
mod supervised_threads;
mod syntax_excerpt;
pub mod timer;
pub mod validator;
pub mod waiting_line;
mod wake_signal;
pub mod web;
mod whole_file;
pub mod words;
pub mod worker;
