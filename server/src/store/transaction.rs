//! Write transactions and read-only transactions.

use diesel::Connection;
use diesel::connection::{AnsiTransactionManager, TransactionManager};

use super::AnyConnection;
use super::file::{self, SqliteFile};

/// Begins a write transaction. If this process stalls in the middle of it, others wait for at most two seconds: then
/// the database ends it. Several of its transactions may be open one after the other, each stalled.
const BEGIN_WRITE: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '2s'";

/// A write transaction; it must not be nested in another one. What it wrote is on disk when it returns: a power cut
/// takes back nothing that somebody was told. On SQLite it takes the write lock at its start: a transaction that
/// first reads and later writes would fail at once if another had written in between.
///
/// # Errors
/// Those of `f`, after which nothing is written, and those of the database.
pub fn write<T, E, F>(conn: &mut AnyConnection, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<diesel::result::Error>,
{
    let file = file::of(conn)?;
    let value = write_in_turn(conn, file.as_deref(), f)?;
    if let Some(file) = file {
        file.flush()?;
    }
    Ok(value)
}

/// The same of what nobody was told of, and what is done again when a power cut takes it back. The next flush takes it
/// along.
///
/// # Errors
/// As [`write()`].
pub(super) fn write_unflushed<T, E, F>(conn: &mut AnyConnection, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<diesel::result::Error>,
{
    let file = file::of(conn)?;
    write_in_turn(conn, file.as_deref(), f)
}

fn write_in_turn<T, E, F>(conn: &mut AnyConnection, file: Option<&SqliteFile>, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<diesel::result::Error>,
{
    let _turn = file.map(SqliteFile::turn);
    transaction(conn, "BEGIN IMMEDIATE", BEGIN_WRITE, f)
}

/// A transaction that only reads; all its queries see the same moment.
///
/// # Errors
/// Those of `f` and of the database.
pub fn read<T, E, F>(conn: &mut AnyConnection, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<diesel::result::Error>,
{
    transaction(
        conn,
        "BEGIN",
        "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
        f,
    )
}

fn transaction<T, E, F>(
    conn: &mut AnyConnection,
    sqlite: &str,
    postgres: &str,
    f: F,
) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<diesel::result::Error>,
{
    type Manager = <AnyConnection as Connection>::TransactionManager;
    match conn {
        AnyConnection::Sqlite(c) => AnsiTransactionManager::begin_transaction_sql(c, sqlite)?,
        AnyConnection::Postgres(c) => AnsiTransactionManager::begin_transaction_sql(c, postgres)?,
    }
    match f(conn) {
        Ok(value) => {
            Manager::commit_transaction(conn)?;
            Ok(value)
        }
        Err(error) => {
            // The first error is the one to report; a connection whose rollback fails is broken, and the pool
            // discards it.
            if let Err(rollback) = Manager::rollback_transaction(conn) {
                tracing::warn!(error = %rollback, "a transaction could not be rolled back");
            }
            Err(error)
        }
    }
}
