//! What needs no database beside the embedded one: commands of the terminal, and what documents say. `.ci/run` leaves it
//! out on PostgreSQL.

mod apart;
mod documents;
mod first_start;
mod physics_cli;
mod skeleton;
