//! Who is let in when more is asked for than can be done.
//!
//! Requests stand in line for a turn, submissions in a line of their own: those wait for whoever writes to the
//! database, and readers must not wait with them. Whoever would wait longer than a reader has patience is told
//! so at once, and when to come back: an answer that comes after eighteen seconds is read by nobody.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use actix_web::rt::time::timeout;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{AppError, AppErrorKind};
use crate::metrics::METRICS;

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
    /// Requests that are worked on at the same time: together enough to keep two cores and the database busy,
    /// few enough that each is done soon.
    fn turns(self) -> usize {
        match self {
            Self::Page => 24,
            Self::Submission => 8,
        }
    }

    /// How long somebody waits for a turn at most, so that with the turn itself it stays within two seconds.
    fn patience(self) -> Duration {
        match self {
            Self::Page => Duration::from_millis(700),
            Self::Submission => Duration::from_millis(1200),
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

/// The lines in front of the site.
pub struct Admission {
    pages: Arc<Line>,
    submissions: Arc<Line>,
    crowded: AtomicBool,
}

impl Admission {
    /// Empty lines.
    pub fn new() -> Arc<Self> {
        let line = |class: Class| Arc::new(Line::new(class, class.turns()));
        Arc::new(Self {
            pages: line(Class::Page),
            submissions: line(Class::Submission),
            crowded: AtomicBool::new(false),
        })
    }

    /// Waits for a turn. Whoever goes away meanwhile leaves the line.
    ///
    /// # Errors
    /// `Unavailable` when it would take too long; says when to come back.
    pub async fn enter(&self, class: Class) -> Result<Turn, AppError> {
        let line = match class {
            Class::Page => &self.pages,
            Class::Submission => &self.submissions,
        };
        let entered = Arc::clone(line).enter().await;
        if entered.is_err() {
            self.crowded.store(true, Ordering::Relaxed);
        }
        entered
    }

    /// Whether somebody had to be refused, and now nobody waits any more. True once for each crowd.
    pub fn has_calmed(&self) -> bool {
        self.waiting() == 0 && self.crowded.swap(false, Ordering::Relaxed)
    }

    /// Requests in line.
    pub fn waiting(&self) -> usize {
        let waiting = |line: &Line| line.waiting.load(Ordering::Relaxed);
        waiting(&self.pages) + waiting(&self.submissions)
    }
}

/// Those of one class.
struct Line {
    class: Class,
    size: usize,
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How long a turn takes in the mean, in microseconds.
    mean_us: AtomicU64,
}

impl Line {
    fn new(class: Class, size: usize) -> Self {
        Self {
            class,
            size,
            turns: Arc::new(Semaphore::new(size)),
            waiting: AtomicUsize::new(0),
            mean_us: AtomicU64::new(0),
        }
    }

    async fn enter(self: Arc<Self>) -> Result<Turn, AppError> {
        let turns = Arc::clone(&self.turns);
        if let Ok(permit) = Arc::clone(&turns).try_acquire_owned() {
            return Ok(self.turn(permit));
        }
        let (expected, patience) = (self.expected(), self.class.patience());
        if expected > patience {
            return Err(self.refuse(expected));
        }
        let place = Waiting::of(&self);
        // The mean may lag behind.
        let permit = timeout(patience, turns.acquire_owned()).await;
        drop(place);
        match permit {
            Ok(Ok(permit)) => Ok(self.turn(permit)),
            _ => Err(self.refuse(self.expected())),
        }
    }

    /// How long whoever comes now would wait.
    fn expected(&self) -> Duration {
        let waiting = self.waiting.load(Ordering::Relaxed);
        let rounds = u64::try_from(waiting / self.size + 1).unwrap_or(u64::MAX);
        Duration::from_micros(self.mean_us.load(Ordering::Relaxed).saturating_mul(rounds))
    }

    fn refuse(&self, expected: Duration) -> AppError {
        let class = self.class.as_str();
        METRICS.shed.with_label_values(&[class]).inc();
        let seconds = u32::try_from(expected.as_secs()).unwrap_or(u32::MAX);
        AppError::new(AppErrorKind::Unavailable).retry_after(seconds.saturating_add(1))
    }

    fn turn(self: Arc<Self>, permit: OwnedSemaphorePermit) -> Turn {
        Turn {
            line: self,
            began: Instant::now(),
            _permit: permit,
        }
    }
}

/// A turn; it ends when it is dropped.
pub struct Turn {
    line: Arc<Line>,
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

/// A place in a line.
struct Waiting<'a>(&'a Line);

impl<'a> Waiting<'a> {
    fn of(line: &'a Line) -> Self {
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

    /// Lines with one turn each.
    fn narrow() -> Admission {
        Admission {
            pages: Arc::new(Line::new(Class::Page, 1)),
            submissions: Arc::new(Line::new(Class::Submission, 1)),
            crowded: AtomicBool::new(false),
        }
    }

    #[actix_web::test]
    async fn whoever_would_wait_too_long_is_told_at_once_and_readers_first() {
        let lines = narrow();
        let page = lines.enter(Class::Page).await.unwrap();
        let held = lines.enter(Class::Submission).await.unwrap();
        // Turns that take a second.
        for line in [&lines.pages, &lines.submissions] {
            line.mean_us.store(1_000_000, Ordering::Relaxed);
        }
        let begin = Instant::now();
        let refused = lines.enter(Class::Page).await.err().unwrap();
        assert_eq!(refused.kind, AppErrorKind::Unavailable);
        assert!(refused.retry_after_s.is_some());
        assert!(begin.elapsed() < Class::Page.patience());
        let (submission, ()) = futures_util::future::join(lines.enter(Class::Submission), async {
            drop(held);
        })
        .await;
        assert!(submission.is_ok());
        drop(page);
        assert!(lines.has_calmed());
        assert!(!lines.has_calmed());
    }

    #[actix_web::test]
    async fn readers_do_not_wait_with_submissions() {
        let lines = narrow();
        let _held = lines.enter(Class::Submission).await.unwrap();
        let waits = timeout(Duration::from_millis(10), lines.enter(Class::Submission)).await;
        assert!(waits.is_err());
        assert!(lines.enter(Class::Page).await.is_ok());
    }

    #[actix_web::test]
    async fn whoever_goes_away_leaves_the_line() {
        let lines = narrow();
        let _held = lines.enter(Class::Page).await.unwrap();
        let gone = timeout(Duration::from_millis(10), lines.enter(Class::Page)).await;
        assert!(gone.is_err());
        assert_eq!(lines.waiting(), 0);
    }
}
