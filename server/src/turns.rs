//! Turns at work that costs a core: a few at a time, on threads that may be kept busy, so that the
//! web threads answer others meanwhile.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use actix_web::{rt, web};
use tokio::sync::Semaphore;

use crate::error::{AppError, AppErrorKind};

/// A line of people who wait for work of one kind, as wide as the machine has cores.
#[derive(Clone)]
pub struct Turns {
    free: Arc<Semaphore>,
    patience: Duration,
}

impl Turns {
    /// A line in which nobody waits longer than `patience`.
    pub fn new(patience: Duration) -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self {
            free: Arc::new(Semaphore::new(cores)),
            patience,
        }
    }

    /// Does `work` when it is its turn. The turn ends with the work, also when nobody waits for its
    /// end any more.
    ///
    /// # Errors
    /// `Unavailable` when there was no turn in time or the server is stopping.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let unavailable = || AppError::new(AppErrorKind::Unavailable).retry_after(1);
        let turn = rt::time::timeout(self.patience, Arc::clone(&self.free).acquire_owned())
            .await
            .ok()
            .and_then(Result::ok)
            .ok_or_else(unavailable)?;
        web::block(move || {
            let done = work();
            drop(turn);
            done
        })
        .await
        .map_err(|_| unavailable())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[actix_web::test]
    async fn who_waits_too_long_is_told_when_to_come_back() {
        let turns = Turns {
            free: Arc::new(Semaphore::new(1)),
            patience: Duration::from_millis(10),
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
        assert!(refused.retry_after_s.is_some());
        drop(let_go);
        assert!(first.await.unwrap().unwrap());
        assert!(turns.run(|| ()).await.is_ok());
    }
}
