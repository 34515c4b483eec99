//! PostgreSQL's advisory locks. SQLite has one writer and needs none.
//!
//! Waiting for one is first come, first served, even behind a waiting exclusive lock: a transaction that wants to
//! change a season comes next, however many submissions follow. With row locks, shared locks overtake.
//!
//! **Invariant:** they are taken in the order in which they are listed here, a person's row before all of them, and
//! held until the transaction ends, so there are no deadlocks.

use diesel::RunQueryDsl as _;
use diesel::result::QueryResult;
use diesel::sql_types::{Integer, Text};

use super::{AnyConnection, ProblemId, SeasonId, UserId};

/// What is locked.
#[derive(Clone, Copy)]
pub(super) enum Lock {
    /// A season; shared by transactions that do not change its row.
    Season(SeasonId),
    /// The best rows of a person and the sums over them.
    Total(UserId),
    /// The shortest program for a problem in practice.
    Shortest(ProblemId),
    /// The end of a season's log.
    Log(SeasonId),
}

/// Takes a lock exclusively.
pub(super) fn lock(conn: &mut AnyConnection, lock: Lock) -> QueryResult<()> {
    take(conn, "pg_advisory_xact_lock", lock)
}

/// Takes a lock shared, after exclusive ones that were requested before.
pub(super) fn lock_shared(conn: &mut AnyConnection, lock: Lock) -> QueryResult<()> {
    take(conn, "pg_advisory_xact_lock_shared", lock)
}

/// Two locks with the same number would only cause unnecessary waiting. The schema is part of the first number, since
/// several sites may share a database.
fn take(conn: &mut AnyConnection, function: &str, lock: Lock) -> QueryResult<()> {
    let AnyConnection::Postgres(conn) = conn else {
        return Ok(());
    };
    let (kind, id) = match lock {
        Lock::Season(id) => ("season", id.0),
        Lock::Total(id) => ("total", id.0),
        Lock::Shortest(id) => ("shortest", id.0),
        Lock::Log(id) => ("log", id.0),
    };
    let number = i32::try_from(id & i64::from(i32::MAX)).unwrap_or(i32::MAX);
    diesel::sql_query(format!(
        "SELECT {function}(hashtext($1 || ' ' || current_schema()), $2)"
    ))
    .bind::<Text, _>(kind)
    .bind::<Integer, _>(number)
    .execute(conn)
    .map(drop)
}
