//! Classifies database failures by their message: diesel passes on no more of an error than its words. A PostgreSQL
//! set to another language than English is only understood where diesel has its own error kind.

use diesel::result::{DatabaseErrorKind, Error};

use super::StoreError;

/// What is wrong with the database, which decides what helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It cannot be reached, or the connection broke. This passes, or an operator restores it.
    Away,
    /// Somebody else has held a lock for too long. A retry helps.
    Busy,
    /// Its disk accepts no writes: it is full or has failed. An operator must act.
    Full,
    /// Its file cannot be read. A backup helps.
    Damaged,
}

/// Messages of the databases, and their meaning.
const SAYINGS: [(&str, Trouble); 14] = [
    ("database is locked", Trouble::Busy),
    ("database table is locked", Trouble::Busy),
    ("due to lock timeout", Trouble::Busy),
    ("deadlock detected", Trouble::Busy),
    ("database or disk is full", Trouble::Full),
    ("No space left on device", Trouble::Full),
    // SQLite's message if its write-ahead log cannot grow.
    ("disk I/O error", Trouble::Full),
    ("attempt to write a readonly database", Trouble::Full),
    ("database disk image is malformed", Trouble::Damaged),
    ("file is not a database", Trouble::Damaged),
    ("unable to open database file", Trouble::Away),
    ("terminating connection", Trouble::Away),
    ("the database system is", Trouble::Away),
    // A standby, or a primary that became one: writes work again with the next primary.
    ("in a read-only transaction", Trouble::Away),
];

impl StoreError {
    /// The kind of failure, if it is the database's fault and not ours.
    pub fn trouble(&self) -> Option<Trouble> {
        match self {
            Self::Connect(error) => Some(said(&error.to_string()).unwrap_or(Trouble::Away)),
            Self::Pool(error) => Some(said(&error.to_string()).unwrap_or(Trouble::Away)),
            Self::Query(error) => of_query(error),
            Self::Crowded => Some(Trouble::Busy),
            Self::Damaged(_) => Some(Trouble::Damaged),
            Self::Url(_)
            | Self::Tls(_)
            | Self::Migration(_)
            | Self::Newer(_)
            | Self::SharedSession
            | Self::Value(_)
            | Self::Cancelled => None,
        }
    }
}

fn of_query(error: &Error) -> Option<Trouble> {
    match error {
        Error::DatabaseError(kind, info) => said(info.message()).or(match kind {
            DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ReadOnlyTransaction => Some(Trouble::Away),
            DatabaseErrorKind::SerializationFailure => Some(Trouble::Busy),
            _ => None,
        }),
        Error::RollbackErrorOnCommit {
            rollback_error,
            commit_error,
        } => of_query(commit_error).or_else(|| of_query(rollback_error)),
        Error::BrokenTransactionManager => Some(Trouble::Away),
        _ => None,
    }
}

fn said(message: &str) -> Option<Trouble> {
    SAYINGS
        .iter()
        .find(|(saying, _)| message.contains(saying))
        .map(|(_, trouble)| *trouble)
}
