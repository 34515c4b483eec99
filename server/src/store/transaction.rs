//! Write transactions and read-only transactions.

use diesel::Connection;
use diesel::connection::{AnsiTransactionManager, TransactionManager};

use super::{AnyConnection, file};

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
    let Some(file) = file::of(conn)? else {
        return transaction(conn, "", BEGIN_WRITE, f);
    };
    let turn = file.turn();
    let value = transaction(conn, "BEGIN IMMEDIATE", "", f)?;
    drop(turn);
    file.flush()?;
    Ok(value)
}

/// A read-only transaction; all its queries see the same moment.
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
