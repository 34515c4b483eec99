//! One connection type over both databases.

#![allow(
    missing_docs,
    reason = "the derive makes public items without documentation"
)]

use diesel::{PgConnection, SqliteConnection};

/// A connection to either database.
#[derive(diesel::MultiConnection)]
pub enum AnyConnection {
    /// The embedded default.
    Sqlite(SqliteConnection),
    /// For many machines.
    Postgres(PgConnection),
}
