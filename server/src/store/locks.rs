//! PostgreSQL's advisory locks: who waits for whom. SQLite has one writer and needs none.
//!
//! They stand in line in the order in which they came, also behind one that waits: whoever wants to
//! change a season comes next, however many submissions follow. A row lock lets sharers overtake.
//!
//! **Invariant:** they are taken in the order in which they are listed here, a person's row before all of
//! them, and held until the transaction ends; so nobody waits in a circle.

use diesel::RunQueryDsl as _;
use diesel::result::QueryResult;
use diesel::sql_types::{Integer, Text};

use super::{AnyConnection, ProblemId, SeasonId, UserId};

/// What is locked.
#[derive(Clone, Copy)]
pub(super) enum Lock {
    /// A season; shared by all who leave its row as it is.
    Season(SeasonId),
    /// The best rows of a person and the sums over them.
    Total(UserId),
    /// The shortest program for a problem in practice.
    Shortest(ProblemId),
    /// The end of a season's log.
    Log(SeasonId),
}

/// Waits until nobody else has it.
pub(super) fn lock(conn: &mut AnyConnection, lock: Lock) -> QueryResult<()> {
    take(conn, "pg_advisory_xact_lock", lock)
}

/// Waits until nobody has it alone, nor waits to.
pub(super) fn lock_shared(conn: &mut AnyConnection, lock: Lock) -> QueryResult<()> {
    take(conn, "pg_advisory_xact_lock_shared", lock)
}

/// Two locks with equal numbers would only wait more than they must. The schema is part of the first, since
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
