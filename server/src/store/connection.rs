//! How connections are set up: what waits for what, and for how long.

use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::{BigInt, Integer, Text};
use diesel::{Connection as _, PgConnection, QueryResult, RunQueryDsl as _, SqliteConnection};

use super::AnyConnection;

/// How long a connection waits for a lock of SQLite.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// As much of the file is read where the system keeps it. What is kept for one connection would be copied for each, and again
/// whenever another has written.
const MAPPED_BYTES: u32 = 1 << 30;

/// How long until a refused change of the journal mode is tried again.
const LOCK_RETRY: Duration = Duration::from_millis(10);

/// Readers and the one writer do not wait for each other (WAL); a second writer waits up to ten
/// seconds. A commit survives the death of the process; a power cut may cost the last ones but never the
/// file (NORMAL), until [`flush`](super::file) makes them last. The waiting time comes first: changing the
/// journal mode needs a lock.
pub(super) fn set_up_sqlite(conn: &mut SqliteConnection) -> QueryResult<()> {
    let timeout = LOCK_TIMEOUT.as_millis();
    conn.batch_execute(&format!("PRAGMA busy_timeout = {timeout}"))?;
    set_wal(conn)?;
    conn.batch_execute(&format!(
        "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA mmap_size = {MAPPED_BYTES}"
    ))
}

/// Of several processes that change a new file to WAL at once, SQLite lets one wait and refuses the
/// others without waiting, so that they do not wait for each other for ever.
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

/// How long libpq waits for a server that does not answer: to connect, and for its machine to show a sign
/// of life when it is silent (10 + 3 × 5 s) or does not take what is sent (20 s).
const PATIENCE: [(&str, &str); 5] = [
    ("connect_timeout", "10"),
    ("keepalives_idle", "10"),
    ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
    ("tcp_user_timeout", "20000"),
];

/// An address of PostgreSQL with libpq's time limits, where it sets none itself.
pub(super) fn with_patience(url: &str) -> String {
    let unset = PATIENCE.into_iter().filter(|(key, _)| !url.contains(key));
    with_parameters(url, unset)
}

/// An address of PostgreSQL with more parameters. Where it has one of them already, the later one holds.
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

/// The server gives up a client whose machine is gone as the client does the server. A lock is waited for
/// at most ten seconds. Of a transaction that only reads nobody waits for the end; [`write`](super::write) and
/// [`take_time`] say how long one that writes may stand still.
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

/// Why a PostgreSQL takes nothing, when it does not: it is read-only. What a sort puts on its disk, and removes again,
/// tells whether that is full.
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

/// Whether two connections are given each other's sessions, as `PgBouncer` does between transactions: statements that one
/// has prepared are then unknown to it later, or another's. Whoever asks in the middle of the other's silence
/// gets its session, or takes the place from which it gets another.
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

/// Lets this transaction compute for up to a minute between two of its queries.
pub(super) fn take_time(conn: &mut AnyConnection) -> QueryResult<()> {
    match conn {
        AnyConnection::Sqlite(_) => Ok(()),
        AnyConnection::Postgres(conn) => {
            conn.batch_execute("SET LOCAL idle_in_transaction_session_timeout = '60s'")
        }
    }
}

/// Waits for a lock for as long as it takes, until `f` has ended.
pub(super) fn waiting_long<T>(
    conn: &mut AnyConnection,
    f: impl FnOnce(&mut AnyConnection) -> T,
) -> QueryResult<T> {
    conn.batch_execute("SET lock_timeout = 0")?;
    let outcome = f(conn);
    conn.batch_execute("SET lock_timeout = '10s'")?;
    Ok(outcome)
}
