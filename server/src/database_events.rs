//! Listens to events from other servers on the same database and passes them on in this process: verdicts to waiting
//! pages, work to the judges. It is one thread with its own connection; without it everything still arrives, later,
//! by polling.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::events::{Events, News};
use crate::store::notices::{self, Notice};
use crate::store::{self, Pool, StoreError};
use crate::supervised_threads;
use crate::wake_signal::WakeSignal;
use crate::worker::Waker;

/// How often the connection is checked. This makes no query.
const EVERY: Duration = Duration::from_millis(25);

/// The pause before a broken connection is reopened.
const AGAIN: Duration = Duration::from_secs(1);

/// The running thread.
pub(crate) struct DatabaseEvents {
    bell: Arc<WakeSignal>,
    thread: JoinHandle<()>,
}

impl DatabaseEvents {
    /// Starts the thread; it ends at once if this database has no events.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub(crate) fn start(pool: Pool, events: Events, waker: Waker) -> std::io::Result<Self> {
        let bell = Arc::new(WakeSignal::default());
        let theirs = Arc::clone(&bell);
        let thread = supervised_threads::spawn("relay".to_owned(), move || {
            loop {
                match listen(&pool, &events, &waker, &theirs) {
                    Ok(()) => return,
                    Err(error) => tracing::warn!(%error, "cannot hear other servers"),
                }
                if theirs.wait(AGAIN) {
                    return;
                }
            }
        })?;
        Ok(Self { bell, thread })
    }

    /// Stops it.
    pub(crate) fn stop(self) {
        self.bell.ring();
        if self.thread.join().is_err() {
            tracing::error!("the relay had panicked");
        }
    }
}

fn listen(
    pool: &Pool,
    events: &Events,
    waker: &Waker,
    bell: &WakeSignal,
) -> Result<(), StoreError> {
    store::blocking(pool, |conn| {
        if !notices::listen(conn)? {
            return Ok(());
        }
        while !bell.wait(EVERY) {
            for notice in notices::heard(conn)? {
                match notice {
                    Notice::Queued => waker.wake(),
                    Notice::Settled(id) => events.publish(News::Settled(id)),
                }
            }
        }
        Ok(notices::unlisten(conn)?)
    })
}
