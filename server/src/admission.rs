//! Who is let in when more is asked for than can be done.
//!
//! Requests stand in one line for a turn. Whoever would wait longer than a reader has patience is told
//! so at once, and when to come back: an answer that comes after eighteen seconds is read by nobody.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use actix_web::rt::time::timeout;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{AppError, Kind};
use crate::metrics::METRICS;

/// Requests that are worked on at the same time: enough to keep two cores and the database busy, few
/// enough that each is done soon.
const TURNS: usize = 32;

/// Weight of the latest turn in the mean, as one over this.
const SMOOTHING: u64 = 16;

/// What a request asks for. When not all can be served, pages are refused sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A page, a trial, an answer of the API: whoever is refused looks again.
    Page,
    /// A submission, for which the time is limited.
    Submission,
}

impl Class {
    /// How long somebody waits for a turn before it is better to be told.
    fn patience(self) -> Duration {
        match self {
            Self::Page => Duration::from_secs(1),
            Self::Submission => Duration::from_secs(2),
        }
    }

    /// Its word in metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Submission => "submission",
        }
    }
}

/// The line in front of the site.
pub struct Admission {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How long a turn takes in the mean, in microseconds.
    mean_us: AtomicU64,
    crowded: AtomicBool,
}

impl Admission {
    /// An empty line.
    pub fn new() -> Arc<Self> {
        Self::with_turns(TURNS)
    }

    fn with_turns(turns: usize) -> Arc<Self> {
        Arc::new(Self {
            turns: Arc::new(Semaphore::new(turns)),
            waiting: AtomicUsize::new(0),
            mean_us: AtomicU64::new(0),
            crowded: AtomicBool::new(false),
        })
    }

    /// Waits for a turn. Whoever goes away meanwhile leaves the line.
    ///
    /// # Errors
    /// `Unavailable` when it would take too long; says when to come back.
    pub async fn enter(self: &Arc<Self>, class: Class) -> Result<Turn, AppError> {
        if let Ok(permit) = Arc::clone(&self.turns).try_acquire_owned() {
            return Ok(self.turn(permit));
        }
        let expected = self.expected();
        if expected > class.patience() {
            return Err(self.refuse(class, expected));
        }
        let place = Waiting::of(self);
        // The mean may lag behind: nobody waits for twice the promise either.
        let permit = timeout(
            2 * class.patience(),
            Arc::clone(&self.turns).acquire_owned(),
        )
        .await;
        drop(place);
        match permit {
            Ok(Ok(permit)) => Ok(self.turn(permit)),
            _ => Err(self.refuse(class, self.expected())),
        }
    }

    /// How long whoever comes now would wait.
    fn expected(&self) -> Duration {
        let waiting = self.waiting.load(Ordering::Relaxed);
        let rounds = u64::try_from(waiting / TURNS + 1).unwrap_or(u64::MAX);
        Duration::from_micros(self.mean_us.load(Ordering::Relaxed).saturating_mul(rounds))
    }

    fn refuse(&self, class: Class, expected: Duration) -> AppError {
        METRICS.shed.with_label_values(&[class.as_str()]).inc();
        self.crowded.store(true, Ordering::Relaxed);
        let seconds = u32::try_from(expected.as_secs()).unwrap_or(u32::MAX);
        AppError::new(Kind::Unavailable).retry_after(seconds.saturating_add(1))
    }

    fn turn(self: &Arc<Self>, permit: OwnedSemaphorePermit) -> Turn {
        Turn {
            line: Arc::clone(self),
            began: Instant::now(),
            _permit: permit,
        }
    }

    /// Whether somebody had to be refused, and now nobody waits any more. True once for each crowd.
    pub fn has_calmed(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) == 0 && self.crowded.swap(false, Ordering::Relaxed)
    }

    /// Requests in line.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// A turn; it ends when it is dropped.
pub struct Turn {
    line: Arc<Admission>,
    began: Instant,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let took = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let mean = &self.line.mean_us;
        // Two at once may lose one of them, which does not matter to a mean.
        let before = mean.load(Ordering::Relaxed);
        let after = (before.saturating_mul(SMOOTHING - 1)).saturating_add(took) / SMOOTHING;
        mean.store(after, Ordering::Relaxed);
    }
}

/// A place in the line.
struct Waiting<'a>(&'a Admission);

impl<'a> Waiting<'a> {
    fn of(line: &'a Admission) -> Self {
        line.waiting.fetch_add(1, Ordering::Relaxed);
        Self(line)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn whoever_would_wait_too_long_is_told_at_once_and_readers_first() {
        let line = Admission::with_turns(1);
        let held = line.enter(Class::Page).await.unwrap();
        // As long a line as takes a second and a half.
        line.mean_us.store(1_500_000, Ordering::Relaxed);
        let begin = Instant::now();
        let refused = line.enter(Class::Page).await.err().unwrap();
        assert_eq!(refused.kind, Kind::Unavailable);
        assert!(refused.retry_after_s.is_some());
        assert!(begin.elapsed() < Class::Page.patience());
        let (submission, ()) = futures_util::future::join(line.enter(Class::Submission), async {
            drop(held);
        })
        .await;
        assert!(submission.is_ok());
        assert!(line.has_calmed());
        assert!(!line.has_calmed());
    }

    #[actix_web::test]
    async fn whoever_goes_away_leaves_the_line() {
        let line = Admission::with_turns(1);
        let _held = line.enter(Class::Page).await.unwrap();
        let gone = timeout(Duration::from_millis(10), line.enter(Class::Page)).await;
        assert!(gone.is_err());
        assert_eq!(line.waiting(), 0);
    }
}
