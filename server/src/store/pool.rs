//! The connection pools.
//!
//! A SQLite file has one writer at a time. Readers must not wait behind writers, so both have their own connections:
//! [`run`] and [`blocking`] are for reading, [`run_write`] and [`blocking_write`] for writing. Requests that write
//! wait in line before they take a thread or a connection. On PostgreSQL writers do not wait for each other, and all
//! share the same connections.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use actix_web::{rt, web};
use diesel::QueryResult;
use diesel::r2d2::{self, PoolError, PooledConnection, State};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::{AnyConnection, DatabaseUrl, Manager, StoreError, connection, file};
use crate::metrics::METRICS;
use crate::route_costs::counted;

/// How long a request waits for its turn and for a free connection before it is answered with 503.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many requests may write, or wait for SQLite's lock, at the same time.
const WRITING_REQUESTS: usize = 4;

/// The connections of a SQLite file for other writers: judges, dispatcher, timer.
const OTHER_WRITERS: u32 = 12;

/// A pool of connections to one database.
#[derive(Clone)]
pub struct Pool {
    url: DatabaseUrl,
    connections: r2d2::Pool<Manager>,
    /// SQLite's connections for writing, and the semaphore before them.
    writers: Option<(r2d2::Pool<Manager>, Arc<Semaphore>)>,
    is_for_readers: bool,
}

/// Opens a pool of at most `size` connections. Tries one at once, so that a wrong address fails now and not at the
/// first request.
///
/// # Errors
/// When no connection can be made.
pub fn open(url: &DatabaseUrl, size: u32) -> Result<Pool, StoreError> {
    open_with(url, size, Manager::new)
}

/// Opens a pool of a SQLite file of which nothing can be changed: whoever writes is told that its disk takes nothing.
///
/// # Errors
/// As [`open`].
pub fn open_for_readers(url: &DatabaseUrl, size: u32) -> Result<Pool, StoreError> {
    let pool = open_with(url, size, Manager::for_readers)?;
    Ok(Pool {
        is_for_readers: true,
        ..pool
    })
}

fn open_with(
    url: &DatabaseUrl,
    size: u32,
    manager: impl Fn(&DatabaseUrl) -> Result<Manager, StoreError>,
) -> Result<Pool, StoreError> {
    let build = |manager: Manager, size| {
        r2d2::Pool::builder()
            .max_size(size)
            .min_idle(Some(1))
            .connection_timeout(PATIENCE)
            .build(manager)
    };
    let readers = manager(url)?;
    if let AnyConnection::Postgres(first) = &mut readers.connect_any()?
        && let AnyConnection::Postgres(second) = &mut readers.connect_any()?
        && connection::share_a_session(first, second)?
    {
        return Err(StoreError::SharedSession);
    }
    let writers = match url {
        DatabaseUrl::Postgres(_) => None,
        DatabaseUrl::Sqlite(_) => {
            let requests = u32::try_from(WRITING_REQUESTS).unwrap_or(u32::MAX);
            let pool = build(manager(url)?, requests + OTHER_WRITERS)?;
            Some((pool, Arc::new(Semaphore::new(WRITING_REQUESTS))))
        }
    };
    Ok(Pool {
        url: url.clone(),
        connections: build(readers, size)?,
        writers,
        is_for_readers: false,
    })
}

/// Whether a database can be opened and its disk accepts writes.
pub fn takes_writes(url: &DatabaseUrl) -> bool {
    let opened = Manager::new(url).and_then(|manager| manager.connect_any());
    opened.is_ok() && file::try_disk(url).is_ok()
}

impl Pool {
    /// A connection for reading.
    ///
    /// # Errors
    /// When none becomes free in time.
    pub fn get(&self) -> Result<PooledConnection<Manager>, PoolError> {
        self.connections.get()
    }

    fn get_to_write(&self) -> Result<PooledConnection<Manager>, PoolError> {
        match &self.writers {
            Some((writers, _)) => writers.get(),
            None => self.connections.get(),
        }
    }

    /// The free bytes on the disk of the database; `None` if that is on another machine.
    pub fn free_bytes(&self) -> Option<u64> {
        file::free_bytes(&self.url)
    }

    /// Nothing can be changed.
    pub fn is_for_readers(&self) -> bool {
        self.is_for_readers
    }

    /// Why the database accepts no writes, if it does not: its disk does not accept any, or it is read-only.
    ///
    /// # Errors
    /// When the disk of a PostgreSQL is full.
    pub fn refusal(&self, conn: &mut AnyConnection) -> QueryResult<Option<String>> {
        match conn {
            AnyConnection::Sqlite(_) if self.is_for_readers => Ok(Some(
                "the disk of the database is full or takes nothing; readers read a copy".to_owned(),
            )),
            AnyConnection::Sqlite(_) => Ok(file::try_disk(&self.url)
                .err()
                .map(|error| format!("the disk takes nothing: {error}"))),
            AnyConnection::Postgres(conn) => connection::postgres_refusal(conn),
        }
    }

    /// How many connections there are, and how many of them are idle.
    pub fn state(&self) -> State {
        self.connections.state()
    }
}

/// Runs `f`, which reads, with a connection on a blocking thread, for use in handlers.
///
/// # Errors
/// Those of `f`, and when no connection becomes free in time.
pub async fn run<T, E, F>(pool: &Pool, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let pool = pool.clone();
    while_wanted(move |wanted| blocking(&pool, |conn| wanted.check().and_then(|()| f(conn)))).await
}

/// Dropped with a request: work that nobody waits for any more is not started.
struct Wanted(Weak<()>);

impl Wanted {
    fn check<E: From<StoreError>>(&self) -> Result<(), E> {
        if self.0.strong_count() == 0 {
            return Err(StoreError::Cancelled.into());
        }
        Ok(())
    }
}

async fn while_wanted<T, E>(
    f: impl FnOnce(&Wanted) -> Result<T, E> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let asked = Arc::new(());
    let wanted = Wanted(Arc::downgrade(&asked));
    let work = counted(move || wanted.check().and_then(|()| f(&wanted)));
    let outcome = web::block(work).await;
    drop(asked);
    outcome.unwrap_or_else(|_| Err(StoreError::Cancelled.into()))
}

/// Runs `f`, which writes, in the same way, when it has its turn.
///
/// # Errors
/// Those of `f`, and when it does not get its turn or a connection in time.
pub async fn run_write<T, E, F>(pool: &Pool, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let turn = match &pool.writers {
        None => None,
        Some((_, line)) => match timeout(PATIENCE, Arc::clone(line).acquire_owned()).await {
            Ok(Ok(turn)) => Some(turn),
            Ok(Err(_)) | Err(_) => return Err(StoreError::Crowded.into()),
        },
    };
    let pool = pool.clone();
    while_wanted(move |wanted| {
        let _turn = turn;
        blocking_write(&pool, |conn| wanted.check().and_then(|()| f(conn)))
    })
    .await
}

/// Runs `f` in the same way, in a write transaction.
///
/// # Errors
/// Those of `f` and of the database, after which nothing is written, and those of [`run_write`].
pub async fn run_transaction<T, E, F>(pool: &Pool, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + From<diesel::result::Error> + Send + 'static,
{
    run_write(pool, |conn| super::write(conn, f)).await
}

/// Runs `f` later; it writes something that nobody waits for and that may be lost.
pub fn run_later<F>(pool: &Pool, f: F)
where
    F: FnOnce(&mut AnyConnection) -> Result<(), StoreError> + Send + 'static,
{
    let pool = pool.clone();
    rt::spawn(async move {
        if let Err(error) = run_write(&pool, f).await {
            tracing::debug!(%error, "something was not noted");
        }
    });
}

/// Runs `f`, which reads, with a connection on this thread, for workers and commands.
///
/// # Errors
/// Those of `f`, and when no connection becomes free in time.
pub fn blocking<T, E, F>(pool: &Pool, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<StoreError>,
{
    let mut conn = timed(|| pool.get())?;
    f(&mut conn)
}

/// Runs `f`, which writes, in the same way.
///
/// # Errors
/// Those of `f`, and when no connection becomes free in time.
pub fn blocking_write<T, E, F>(pool: &Pool, f: F) -> Result<T, E>
where
    F: FnOnce(&mut AnyConnection) -> Result<T, E>,
    E: From<StoreError>,
{
    let mut conn = timed(|| pool.get_to_write())?;
    f(&mut conn)
}

fn timed<T>(get: impl FnOnce() -> Result<T, PoolError>) -> Result<T, StoreError> {
    let began = Instant::now();
    let found = get()?;
    METRICS
        .pool_wait_seconds
        .observe(began.elapsed().as_secs_f64());
    Ok(found)
}
