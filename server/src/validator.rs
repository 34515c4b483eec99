//! Uses the sandbox for requests: validates packages, imports seasons, replays records. It does one thing at a time,
//! on its own thread: the sandbox must not run inside an async runtime, and the judges have priority.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dojo_judge::sequence::{Check, Rules, check};
use dojo_sandbox::{Limits, Run, Runtime};
use formula::credit::eed::Eed;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use crate::error::{AppError, AppErrorKind};
use crate::words::say;

/// The stack of the thread, the same as a judge's.
const STACK_BYTES: usize = 8 << 20;

/// After how many seconds a retry makes sense.
const RETRY_AFTER_S: u32 = 10;

/// How long a validation waits for its turn: longer than the trials before it wait and one of them takes.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a trial waits for its turn: the previous one takes a second or two.
const PATIENCE_OF_TRIAL: Duration = Duration::from_secs(2);

/// The sandbox of this process, for requests.
pub struct Validator {
    runtime: Option<Runtime>,
    eed: Arc<Eed>,
    turn: Arc<Semaphore>,
    scales: Arc<Semaphore>,
}

impl Validator {
    /// A validator; without a sandbox it refuses everything.
    pub fn new(runtime: Option<Runtime>, eed: Arc<Eed>) -> Self {
        Self {
            runtime,
            eed,
            turn: Arc::new(Semaphore::new(1)),
            scales: Arc::new(Semaphore::new(1)),
        }
    }

    /// The judge's findings about a source without running it. Takes milliseconds, so callers wait for their turn.
    ///
    /// # Errors
    /// When there is no sandbox, and when it fails.
    pub async fn weigh(&self, rules: Rules, source: Vec<u8>) -> Result<Check, AppError> {
        let runtime = self.runtime()?;
        self.read(move || check(&runtime, &rules, &source))
            .await?
            .map_err(AppError::internal)
    }

    /// Parses what somebody wrote. Takes milliseconds, so callers wait for their turn.
    ///
    /// # Errors
    /// When no thread is available.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let scales = Arc::clone(&self.scales);
        let turn = scales.acquire_owned().await.map_err(AppError::internal)?;
        on_own_thread("scales", move || {
            let done = work();
            drop(turn);
            done
        })
        .await
    }

    /// Runs a trial of a program. It takes the same turn as a validation but waits less long, so that trials never
    /// block a validation.
    ///
    /// # Errors
    /// `Unavailable` when there is no turn in time or no sandbox, and when it fails.
    pub async fn try_out(&self, source: String, limits: Limits) -> Result<Run, AppError> {
        let runtime = self.runtime()?;
        let turn = self.turn_within(PATIENCE_OF_TRIAL).await;
        let turn = turn
            .ok_or_else(|| AppError::new(AppErrorKind::Unavailable).retry_after(RETRY_AFTER_S))?;
        on_own_thread("trial", move || {
            let run = runtime.run(source.as_bytes(), &limits);
            drop(turn);
            run
        })
        .await?
        .map_err(AppError::internal)
    }

    /// Waits for the turn, at most this long.
    async fn turn_within(&self, patience: Duration) -> Option<OwnedSemaphorePermit> {
        let turn = timeout(patience, Arc::clone(&self.turn).acquire_owned()).await;
        turn.ok()?.ok()
    }

    fn runtime(&self) -> Result<Runtime, AppError> {
        self.runtime
            .clone()
            .ok_or_else(|| AppError::new(AppErrorKind::Unavailable))
    }

    /// Uses the sandbox. The work is finished even if nobody waits for the answer any more.
    ///
    /// # Errors
    /// When other work takes too long, or there is no sandbox.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Runtime) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let runtime = self.runtime()?;
        let turn = self.turn_within(PATIENCE).await.ok_or_else(|| {
            AppError::because(AppErrorKind::TooFast, say!("refused-busy"))
                .retry_after(RETRY_AFTER_S)
        })?;
        on_own_thread("validator", move || {
            let done = work(&runtime);
            // The next one may begin even if nobody waits for this answer any more.
            drop(turn);
            done
        })
        .await
    }

    /// Measures how near derivations come to final answers.
    pub fn eed(&self) -> Arc<Eed> {
        Arc::clone(&self.eed)
    }

    /// The digest of the sandbox, if there is one.
    pub fn digest(&self) -> Option<String> {
        self.runtime
            .as_ref()
            .map(|runtime| runtime.digest().to_string())
    }
}

/// Runs `work` on a thread with the stack of a judge, outside the async runtime.
async fn on_own_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, AppError> {
    let (answer, answered) = oneshot::channel();
    thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let _ = answer.send(work());
        })
        .map_err(AppError::internal)?;
    answered.await.map_err(AppError::internal)
}
