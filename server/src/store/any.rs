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
    /// For several machines.
    Postgres(PgConnection),
}

/// Runs one statement on either database, where diesel needs the concrete connection: the statement is the same, but
/// its type differs.
macro_rules! on_either {
    ($conn:expr, |$c:ident| $statement:expr) => {
        match $conn {
            AnyConnection::Sqlite($c) => $statement,
            AnyConnection::Postgres($c) => $statement,
        }
    };
}

pub(super) use on_either;
