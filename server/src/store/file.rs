//! The SQLite file: serialises its writers and flushes it to disk.
//!
//! SQLite's own way to wait for the write lock is to sleep, longer each time, while others overtake; so writers of
//! this process wait in line instead. With `synchronous = NORMAL` a commit is in the write-ahead log, but the log may
//! still be only in memory. `FULL` would flush it within each commit, one writer after the other. Here writers flush
//! it after their commits, and those who commit meanwhile share the next flush.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};

use diesel::ConnectionError;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::Text;

use super::{AnyConnection, DatabaseUrl, StoreError};

/// What this process knows about a file.
pub(super) struct SqliteFile {
    log: PathBuf,
    writers: Mutex<()>,
    flushes: Mutex<Flushes>,
    flushed: Condvar,
}

#[derive(Default)]
struct Flushes {
    running: bool,
    begun: u64,
    /// The last flush that succeeded.
    done: u64,
    /// The last flush that failed.
    failed: u64,
}

table! {
    /// The files of a SQLite connection. As a diesel table, a query on it is prepared once for each connection.
    pragma_database_list (seq) {
        /// Number.
        seq -> Integer,
        /// Its name in statements, `main` or `temp`.
        name -> Text,
        /// Its path.
        file -> Text,
    }
}

static FILES: LazyLock<Mutex<HashMap<String, Arc<SqliteFile>>>> = LazyLock::new(Mutex::default);

/// The file of a connection; `None` if it is to PostgreSQL.
pub(super) fn of(conn: &mut AnyConnection) -> QueryResult<Option<Arc<SqliteFile>>> {
    let AnyConnection::Sqlite(conn) = conn else {
        return Ok(None);
    };
    let path: String = pragma_database_list::table
        .filter(pragma_database_list::name.eq("main"))
        .select(pragma_database_list::file)
        .get_result(conn)?;
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let file = files
        .entry(path)
        .or_insert_with_key(|path| Arc::new(SqliteFile::new(path)));
    Ok(Some(Arc::clone(file)))
}

impl SqliteFile {
    fn new(path: &str) -> Self {
        Self {
            log: PathBuf::from(format!("{path}-wal")),
            writers: Mutex::default(),
            flushes: Mutex::default(),
            flushed: Condvar::new(),
        }
    }

    /// Waits until no other thread of this process writes.
    pub(super) fn turn(&self) -> MutexGuard<'_, ()> {
        self.writers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until everything that was committed before is on disk.
    pub(super) fn flush(&self) -> QueryResult<()> {
        self.share(|| sync(&self.log)).map_err(|error| {
            let told = format!("disk I/O error: the write-ahead log is not flushed: {error}");
            Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(told))
        })
    }

    /// Flushes that were begun.
    #[cfg(test)]
    pub(super) fn count_flushes(&self) -> u64 {
        let flushes = self.flushes.lock().unwrap_or_else(PoisonError::into_inner);
        flushes.begun
    }

    /// Waits for a flush that began after this call; who finds none running makes it for all.
    fn share(&self, flush: impl Fn() -> io::Result<()>) -> io::Result<()> {
        let mut flushes = self.flushes.lock().unwrap_or_else(PoisonError::into_inner);
        // A running flush may have begun before the commit.
        let wanted = flushes.begun + 1;
        while flushes.done < wanted {
            // After a flush that failed, the system may have dropped what it was to write; a later one says nothing of it.
            if flushes.failed >= wanted {
                return Err(io::Error::other("another flush of the same writes failed"));
            }
            if flushes.running {
                flushes = self
                    .flushed
                    .wait(flushes)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            flushes.running = true;
            flushes.begun += 1;
            let number = flushes.begun;
            drop(flushes);
            let outcome = flush();
            flushes = self.flushes.lock().unwrap_or_else(PoisonError::into_inner);
            flushes.running = false;
            match &outcome {
                Ok(()) => flushes.done = number,
                Err(_) => flushes.failed = number,
            }
            self.flushed.notify_all();
            outcome?;
        }
        Ok(())
    }
}

/// Creates the file if it does not exist, readable only by its owner: it contains what must stay secret until Reveal,
/// and password hashes. SQLite gives the files beside it the same permissions. An existing file is not opened, since
/// closing it would release SQLite's locks.
pub(super) fn make_private(path: &str) -> Result<(), ConnectionError> {
    private(Path::new(path))
        .map_err(|error| ConnectionError::BadConnection(format!("{path}: {error}")))
}

#[cfg(unix)]
fn private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
    let mut options = OpenOptions::new();
    match options.write(true).create_new(true).mode(0o600).open(path) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    let mut rights = fs::metadata(path)?.permissions();
    if rights.mode() & 0o077 != 0 {
        rights.set_mode(0o600);
        fs::set_permissions(path, rights)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Checks the integrity of the file; [`StoreError::Damaged`] describes any damage.
///
/// # Errors
/// When it is damaged or cannot be read.
pub fn check_file(conn: &mut AnyConnection) -> Result<(), StoreError> {
    let AnyConnection::Sqlite(conn) = conn else {
        return Ok(());
    };
    let told: String = diesel::select(sql::<Text>(
        "(SELECT quick_check FROM pragma_quick_check LIMIT 1)",
    ))
    .get_result(conn)?;
    if told == "ok" {
        Ok(())
    } else {
        Err(StoreError::Damaged(told))
    }
}

/// The free bytes on the disk of the file; `None` for PostgreSQL, whose disk is elsewhere.
pub(super) fn free_bytes(url: &DatabaseUrl) -> Option<u64> {
    let DatabaseUrl::Sqlite(path) = url else {
        return None;
    };
    let disk = rustix::fs::statvfs(path).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Writes beside the file to find out whether its disk accepts writes: a failed disk is read-only, and free bytes do
/// not show a quota.
pub(super) fn try_disk(url: &DatabaseUrl) -> io::Result<()> {
    let DatabaseUrl::Sqlite(path) = url else {
        return Ok(());
    };
    let probe = path.with_extension("probe");
    let mut file = File::create(&probe)?;
    file.write_all(&[0; 4096])?;
    file.sync_data()?;
    fs::remove_file(probe)
}

/// SQLite does not keep its locks in the log, so closing the log releases none. If the log is gone, its last user has
/// written it into the file and flushed that.
fn sync(log: &Path) -> io::Result<()> {
    match File::open(log) {
        Ok(file) => file.sync_data(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    use diesel::sql_types::Bool;

    use super::*;

    #[test]
    fn those_who_commit_meanwhile_share_the_next_flush() {
        const OTHERS: u64 = 20;
        let file = SqliteFile::new("/nowhere");
        let (clock, flushes) = (AtomicU64::new(0), AtomicU64::new(0));
        let tick = || clock.fetch_add(1, Ordering::SeqCst);
        let last_began = AtomicU64::new(0);
        let flush = || {
            last_began.store(tick(), Ordering::SeqCst);
            flushes.fetch_add(1, Ordering::SeqCst);
            Ok(())
        };
        let (running, committed) = (Barrier::new(2), AtomicU64::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                file.share(|| {
                    running.wait();
                    // It goes on for as long as the others need to come.
                    while committed.load(Ordering::SeqCst) < OTHERS {
                        thread::yield_now();
                    }
                    flush()
                })
            });
            running.wait();
            for _ in 0..OTHERS {
                scope.spawn(|| {
                    let mine = tick();
                    committed.fetch_add(1, Ordering::SeqCst);
                    file.share(flush).unwrap();
                    assert!(last_began.load(Ordering::SeqCst) > mine);
                });
            }
        });
        assert!((2..OTHERS).contains(&flushes.load(Ordering::SeqCst)));
    }

    #[test]
    fn a_statement_keeps_its_plan_whatever_is_bound_to_it() {
        let mut conn = SqliteConnection::establish(":memory:").unwrap();
        let built_with = diesel::select(sql::<Bool>("sqlite_compileoption_used('ENABLE_QPSG')"));
        assert!(built_with.get_result::<bool>(&mut conn).unwrap());
    }

    #[test]
    fn a_flush_that_fails_is_told_and_tried_anew_by_the_next() {
        let file = SqliteFile::new("/nowhere");
        let full = || Err(io::Error::from(ErrorKind::StorageFull));
        assert!(file.share(full).is_err());
        assert!(file.share(|| Ok(())).is_ok());
    }

    #[test]
    fn whoever_waits_for_a_flush_that_fails_is_told_too() {
        let file = SqliteFile::new("/nowhere");
        let (running, committed) = (Barrier::new(2), AtomicU64::new(0));
        let full = || Err(io::Error::from(ErrorKind::StorageFull));
        thread::scope(|scope| {
            scope.spawn(|| {
                file.share(|| {
                    running.wait();
                    while committed.load(Ordering::SeqCst) < 2 {
                        thread::yield_now();
                    }
                    Ok(())
                })
            });
            running.wait();
            // One of both makes the next flush, which fails, and the other waits for it, or both make their own.
            let waiting = [(); 2].map(|()| {
                scope.spawn(|| {
                    committed.fetch_add(1, Ordering::SeqCst);
                    file.share(full)
                })
            });
            for one in waiting {
                assert!(one.join().unwrap().is_err());
            }
        });
        assert!(file.share(|| Ok(())).is_ok());
    }
}
