//! Transactions: those that write and those that only read.

use diesel::Connection;
use diesel::connection::{AnsiTransactionManager, TransactionManager};

use super::{AnyConnection, file};

/// Begins a transaction that writes. When this process stands still in the middle of it, others wait for it
/// no longer than two seconds: the database then ends it. Several of its transactions may come one after the
/// other, each in the middle.
const BEGIN_WRITE: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '2s'";

/// A transaction that writes; it may not be begun inside another one. What it wrote is on the disk when it
/// returns: a power cut takes nothing back that somebody was told. On SQLite it takes the write lock at its
/// start: one that reads first and writes later fails at once when another has written in between, without
/// any waiting.
///
/// # Errors
/// Those of `f`, after which nothing is written, and those of the database.
pub fn write<T, E, F>(conn: &mut AnyConnection, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<diesel::result::Error>,
{
    let Some(file) = file::of(conn)? else {
        return transaction(conn, "", BEGIN_WRITE, f);
    };
    let turn = file.turn();
    let value = transaction(conn, "BEGIN IMMEDIATE", "", f)?;
    drop(turn);
    file.flush()?;
    Ok(value)
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
            // The first error is the one to tell; a connection whose rollback fails is broken and
            // the pool throws it away.
            if let Err(rollback) = Manager::rollback_transaction(conn) {
                tracing::warn!(error = %rollback, "a transaction could not be rolled back");
            }
            Err(error)
        }
    }
}
