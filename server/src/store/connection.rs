//! Sets up connections: time limits and locking.

use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::{BigInt, Integer, Text};
use diesel::{Connection as _, PgConnection, QueryResult, RunQueryDsl as _, SqliteConnection};

use super::AnyConnection;

/// How long a connection waits for a lock in SQLite.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// This much of the file is read through the system's page cache. A connection's own cache would be copied for each
/// connection, and again after each write of another one.
const MAPPED_BYTES: u32 = 1 << 30;

/// The pause before retrying a refused change of the journal mode.
const LOCK_RETRY: Duration = Duration::from_millis(10);

/// Readers and the writer do not block each other (WAL); a second writer waits up to ten seconds. A commit survives
/// the death of the process. A power cut may lose the last commits but never the file (NORMAL), until
/// [`flush`](super::file) makes them durable. The waiting time is set first: changing the journal mode needs a lock.
pub(super) fn set_up_sqlite(conn: &mut SqliteConnection) -> QueryResult<()> {
    let timeout = LOCK_TIMEOUT.as_millis();
    conn.batch_execute(&format!("PRAGMA busy_timeout = {timeout}"))?;
    set_wal(conn)?;
    conn.batch_execute(&format!(
        "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA mmap_size = {MAPPED_BYTES}"
    ))
}

/// Whoever writes through this connection is told that the database can only be read.
pub(super) fn refuse_writes(conn: &mut SqliteConnection) -> QueryResult<()> {
    conn.batch_execute("PRAGMA query_only = ON")
}

/// If several processes change a new file to WAL at the same time, SQLite lets one wait and refuses the others at
/// once, to avoid a deadlock.
fn set_wal(conn: &mut SqliteConnection) -> QueryResult<()> {
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        match conn.batch_execute("PRAGMA journal_mode = WAL") {
            Err(error) if is_locked(&error) && Instant::now() < deadline => {
                thread::sleep(LOCK_RETRY);
            }
            done => return done,
        }
    }
}

fn is_locked(error: &diesel::result::Error) -> bool {
    matches!(error, diesel::result::Error::DatabaseError(_, info) if info.message() == "database is locked")
}

/// How long libpq waits for a server that does not answer: to connect, and for a sign of life of its machine when it
/// is silent (10 + 3 × 5 s) or does not accept data (20 s).
const PATIENCE: [(&str, &str); 5] = [
    ("connect_timeout", "10"),
    ("keepalives_idle", "10"),
    ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
    ("tcp_user_timeout", "20000"),
];

/// An address of PostgreSQL with these time limits for libpq, unless it sets its own.
pub(super) fn with_patience(url: &str) -> String {
    let unset = PATIENCE.into_iter().filter(|(key, _)| !url.contains(key));
    with_parameters(url, unset)
}

/// An address of PostgreSQL with additional parameters. If it already has one of them, the later one applies.
pub(super) fn with_parameters<'a>(
    url: &str,
    parameters: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    let mut url = url.to_owned();
    for (key, value) in parameters {
        let separator = if url.contains('?') { "&" } else { "?" };
        url += &[separator, key, "=", value].concat();
    }
    url
}

/// The server drops a client whose machine is gone, just as the client drops the server. A lock is waited for at most
/// ten seconds. Nobody waits for the end of a transaction that only reads; [`write`](super::write) and [`take_time`]
/// define how long a writing one may be idle.
pub(super) fn set_up_postgres(conn: &mut PgConnection) -> QueryResult<()> {
    conn.batch_execute(
        "SET TIME ZONE 'UTC';
         SET lock_timeout = '10s';
         SET idle_in_transaction_session_timeout = '15min';
         SET tcp_keepalives_idle = 10;
         SET tcp_keepalives_interval = 5;
         SET tcp_keepalives_count = 3;
         SET tcp_user_timeout = '20s'",
    )
}

/// Why a PostgreSQL accepts no writes, if it does not: it is read-only. A sort that spills to its disk, and removes
/// the file again, shows whether the disk is full.
pub(super) fn postgres_refusal(conn: &mut PgConnection) -> QueryResult<Option<String>> {
    let read_only: String =
        diesel::select(sql::<Text>("current_setting('transaction_read_only')")).get_result(conn)?;
    if read_only == "on" {
        let told = "the database is read-only: it is a standby, or set so";
        return Ok(Some(told.to_owned()));
    }
    conn.transaction(|conn| {
        conn.batch_execute("SET LOCAL work_mem = '64kB'")?;
        let sorted = "(SELECT count(*) FROM (SELECT repeat(md5(n::text), 4) AS word \
                      FROM generate_series(1, 4000) AS n ORDER BY word OFFSET 0) AS words)";
        diesel::select(sql::<BigInt>(sorted)).get_result::<i64>(conn)
    })?;
    Ok(None)
}

/// Whether two connections share their sessions, as `PgBouncer` does between transactions: then a statement that one
/// has prepared may later be unknown to it, or be another's. If one asks while the other is silent, it gets the
/// other's session, or takes its place.
pub(super) fn share_a_session(
    first: &mut PgConnection,
    second: &mut PgConnection,
) -> QueryResult<bool> {
    fn session(conn: &mut PgConnection) -> QueryResult<i32> {
        diesel::select(sql::<Integer>("pg_backend_pid()")).get_result(conn)
    }
    let before = session(first)?;
    second.transaction(|second| Ok(session(second)? == before || session(first)? != before))
}

/// Allows this transaction to compute for up to a minute between two queries.
pub(super) fn take_time(conn: &mut AnyConnection) -> QueryResult<()> {
    match conn {
        AnyConnection::Sqlite(_) => Ok(()),
        AnyConnection::Postgres(conn) => {
            conn.batch_execute("SET LOCAL idle_in_transaction_session_timeout = '60s'")
        }
    }
}

/// Waits for locks without a time limit until `f` has ended.
pub(super) fn waiting_long<T>(
    conn: &mut AnyConnection,
    f: impl FnOnce(&mut AnyConnection) -> T,
) -> QueryResult<T> {
    conn.batch_execute("SET lock_timeout = 0")?;
    let outcome = f(conn);
    conn.batch_execute("SET lock_timeout = '10s'")?;
    Ok(outcome)
}
