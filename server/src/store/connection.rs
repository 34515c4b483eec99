//! Connections: how they are set up, pooled and used.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use actix_web::web;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::{Connection, PgConnection, QueryResult, SqliteConnection};

use super::{AnyConnection, DatabaseUrl, Manager, StoreError};
use crate::metrics::METRICS;

/// A pool of connections to one database.
pub type Pool = diesel::r2d2::Pool<Manager>;

/// How long a request waits for a free connection before it is answered with 503.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);

/// Opens a pool of at most `size` connections. Tries one at once, so that a wrong address is told
/// now and not at the first request.
///
/// # Errors
/// When no connection can be made.
pub fn open(url: &DatabaseUrl, size: u32) -> Result<Pool, StoreError> {
    let manager = Manager { url: url.clone() };
    drop(manager.connect_any()?);
    Ok(Pool::builder()
        .max_size(size)
        .min_idle(Some(1))
        .connection_timeout(CONNECTION_TIMEOUT)
        .build(manager)?)
}

/// How long a connection waits for a lock of SQLite.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// How long until a refused change of the journal mode is tried again.
const LOCK_RETRY: Duration = Duration::from_millis(10);

/// Readers and the one writer do not wait for each other (WAL); a second writer waits up to ten
/// seconds; a commit survives the death of the process, and a power cut may cost the last ones but
/// never the file (NORMAL). The waiting time comes first: changing the journal mode needs a lock.
pub(super) fn set_up_sqlite(conn: &mut SqliteConnection) -> QueryResult<()> {
    let timeout = LOCK_TIMEOUT.as_millis();
    conn.batch_execute(&format!("PRAGMA busy_timeout = {timeout}"))?;
    set_wal(conn)?;
    conn.batch_execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
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
    let mut url = url.to_owned();
    for (key, value) in PATIENCE {
        if !url.contains(key) {
            let separator = if url.contains('?') { "&" } else { "?" };
            url += separator;
            url += &format!("{key}={value}");
        }
    }
    url
}

/// The server gives up a client whose machine is gone as the client does the server. A lock is waited for
/// at most ten seconds. Of a transaction that only reads nobody waits for the end; [`write`] and
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

/// Begins a transaction that writes. When this process stands still in the middle of it, others wait for it
/// no longer than five seconds, half of what they have: the database then ends it.
const BEGIN_WRITE: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'";

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

/// Runs `f` with a connection on a thread that may wait, for use in handlers.
///
/// # Errors
/// Those of `f`, and when no connection is free in time.
pub async fn run<T, E, F>(pool: &Pool, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let pool = pool.clone();
    // Goes with the request: what nobody waits for any more is not begun.
    let asked = Arc::new(());
    let wanted = Arc::downgrade(&asked);
    let outcome = web::block(move || {
        if wanted.strong_count() == 0 {
            return Err(StoreError::Cancelled.into());
        }
        blocking(&pool, |conn| {
            if wanted.strong_count() == 0 {
                return Err(StoreError::Cancelled.into());
            }
            f(conn)
        })
    })
    .await;
    drop(asked);
    outcome.unwrap_or_else(|_| Err(StoreError::Cancelled.into()))
}

/// Runs `f` with a connection on this thread, for workers and commands.
///
/// # Errors
/// Those of `f`, and when no connection is free in time.
pub fn blocking<T, E, F>(pool: &Pool, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<StoreError>,
{
    let began = Instant::now();
    let mut conn = pool.get().map_err(StoreError::from)?;
    METRICS
        .pool_wait_seconds
        .observe(began.elapsed().as_secs_f64());
    f(&mut conn)
}

/// Writers of this process stand in line here. SQLite's own way to wait is to sleep, longer each
/// time, while others pass.
static SQLITE_WRITERS: Mutex<()> = Mutex::new(());

/// A transaction that writes; it may not be begun inside another one. On SQLite it takes the write lock at its start: one that reads first
/// and writes later fails at once when another has written in between, without any waiting.
///
/// # Errors
/// Those of `f`, after which nothing is written, and those of the database.
pub fn write<T, E, F>(conn: &mut AnyConnection, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<diesel::result::Error>,
{
    let _turn = matches!(conn, AnyConnection::Sqlite(_)).then(|| {
        SQLITE_WRITERS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    });
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
            // The first error is the one to tell; a connection whose rollback fails is broken and
            // the pool throws it away.
            if let Err(rollback) = Manager::rollback_transaction(conn) {
                tracing::warn!(error = %rollback, "a transaction could not be rolled back");
            }
            Err(error)
        }
    }
}
