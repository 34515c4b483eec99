//! A waiting line for work that keeps a core busy: a few pieces of work run at a time, on threads that may be
//! blocked, so that web threads can answer other requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use actix_web::{rt, web};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{AppError, AppErrorKind};

/// A waiting line for one kind of work, as wide as the machine has cores.
#[derive(Clone)]
pub struct WaitingLine {
    free: Arc<Semaphore>,
    patience: Duration,
    line: Arc<Line>,
}

/// The state of the line.
struct Line {
    cores: usize,
    waiting: AtomicUsize,
    /// The duration of the last turn, in microseconds.
    turn_us: AtomicU64,
}

impl Line {
    /// How long a request that arrives now would wait.
    fn expected(&self) -> Duration {
        let rounds = self.waiting.load(Ordering::Relaxed) / self.cores + 1;
        let rounds = u64::try_from(rounds).unwrap_or(u64::MAX);
        Duration::from_micros(self.turn_us.load(Ordering::Relaxed).saturating_mul(rounds))
    }

    /// `Unavailable`, with the time after which the line will be empty.
    fn refuse(&self) -> AppError {
        let seconds = u32::try_from(self.expected().as_secs()).unwrap_or(u32::MAX);
        AppError::new(AppErrorKind::Unavailable).retry_after(seconds.saturating_add(1))
    }
}

/// A place in the line.
struct Place(Arc<Line>);

impl Place {
    fn last(line: &Arc<Line>) -> Self {
        line.waiting.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(line))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The right to run one piece of work.
pub struct Turn {
    line: Arc<Line>,
    permit: OwnedSemaphorePermit,
}

impl Turn {
    /// Runs `work`. The turn ends with it, even if nobody waits for it any more.
    ///
    /// # Errors
    /// `Unavailable` when the server is stopping.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let line = Arc::clone(&self.line);
        let done = web::block(move || {
            let began = Instant::now();
            let done = work();
            let took = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.line.turn_us.store(took, Ordering::Relaxed);
            drop(self.permit);
            done
        });
        done.await.map_err(|_| line.refuse())
    }
}

impl WaitingLine {
    /// A line in which nobody waits longer than `patience`.
    pub fn new(patience: Duration) -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self {
            free: Arc::new(Semaphore::new(cores)),
            patience,
            line: Arc::new(Line {
                cores,
                waiting: AtomicUsize::new(0),
                turn_us: AtomicU64::new(0),
            }),
        }
    }

    /// Runs `work` when it has its turn. The turn ends with the work, even if nobody waits for it any more.
    ///
    /// # Errors
    /// `Unavailable` when there was no turn in time or the server is stopping.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        self.enter().await?.run(work).await
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// `Unavailable` when there was no turn in time, with the time after which to retry.
    pub async fn enter(&self) -> Result<Turn, AppError> {
        let place = Place::last(&self.line);
        let permit = rt::time::timeout(self.patience, Arc::clone(&self.free).acquire_owned()).await;
        drop(place);
        match permit {
            Ok(Ok(permit)) => Ok(Turn {
                line: Arc::clone(&self.line),
                permit,
            }),
            _ => Err(self.line.refuse()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[actix_web::test]
    async fn who_waits_too_long_is_told_when_to_come_back() {
        let turns = WaitingLine {
            free: Arc::new(Semaphore::new(1)),
            ..WaitingLine::new(Duration::from_millis(10))
        };
        let (let_go, held) = mpsc::channel::<()>();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let busy = turns.clone();
        let first = rt::spawn(async move {
            busy.run(move || {
                begun.send(()).ok();
                held.recv().is_err()
            })
            .await
        });
        has_begun.await.unwrap();
        let refused = turns.run(|| ()).await.unwrap_err();
        assert_eq!(refused.kind, AppErrorKind::Unavailable);
        assert_eq!(refused.retry_after_s, Some(1));
        // As long as the line is, when turns take four seconds: nobody else waits now.
        turns.line.turn_us.store(4_000_000, Ordering::Relaxed);
        let refused = turns.run(|| ()).await.unwrap_err();
        assert_eq!(refused.retry_after_s, Some(5));
        drop(let_go);
        assert!(first.await.unwrap().unwrap());
        assert!(turns.run(|| ()).await.is_ok());
    }
}
