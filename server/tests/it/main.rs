//! The server as its users meet it: the real routes over HTTP, a real database, the real sandbox.
//!
//! Every test gets a database of its own: a SQLite file, or a schema of the PostgreSQL that
//! `DOJO_TEST_POSTGRES_URL` names. The compiled sandbox is shared, under `DOJO_CACHE_DIR` or the
//! target folder.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod account;
mod api;
mod attempts;
mod audit;
mod authorization;
mod backup;
mod boards_kept;
mod broken_input;
mod cards;
mod client;
mod command_line;
mod contest;
mod daily;
mod database;
mod disk;
mod drafts;
mod faults;
mod guarded;
mod headers;
mod held_back;
mod kill;
mod leaks;
mod lifecycle;
mod links;
mod live;
mod machines;
mod mail;
mod mail_stub;
mod marked;
mod members_only;
mod messages;
mod model;
mod moved_dates;
mod neighbours;
mod openapi;
mod organizers_api;
mod organizers_season;
mod own_data;
mod people;
mod physics;
mod physics_eed;
mod physics_leaks;
mod physics_reading;
mod physics_season;
mod pool;
mod practice;
mod problem_form;
mod provider_stub;
mod providers;
mod queue;
mod replaced;
mod replay;
mod reveal;
mod reveal_show;
mod runtimes;
mod schema;
mod season;
mod season_form;
mod second_factor;
mod setter;
mod site;
mod storms;
mod submission_list;
mod text_contest;
mod trials;
mod versions;
mod visitors;
mod whole_season;
mod without_database;
mod writers;

#[path = "../../../judge/tests/it/season/played.rs"]
#[allow(dead_code, reason = "the judge's tests use the rest")]
mod generated_season;
