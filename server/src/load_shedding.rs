//! Refuses requests when the server has more work than it can do (load shedding).
//!
//! Requests wait in a line for their turn. Submissions have their own line, because they wait for database writes,
//! and readers must not wait with them. Requests to slow routes have their own line too. A request that would wait
//! longer than a reader has patience is refused at once, with the time after which to retry: nobody reads an answer
//! that comes after eighteen seconds.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use actix_web::rt::time::timeout;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use crate::config::rate_key;
use crate::error::{AppError, AppErrorKind};
use crate::metrics::METRICS;

/// The newest turn has the weight 1/`SMOOTHING` in the mean.
const SMOOTHING: u64 = 16;

/// The class of a request. Under load, pages are refused first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A page, a trial or an API answer: a refused client simply retries.
    Page,
    /// The same on a slow route.
    Dear,
    /// A submission, which has a deadline.
    Submission,
}

impl Class {
    /// How many requests are handled at the same time: enough to keep two cores and the database busy, few enough
    /// that each finishes soon.
    fn turns(self) -> usize {
        match self {
            Self::Page => 24,
            // One for each core and at least two; one address gets half of them.
            Self::Dear => available_parallelism().map_or(2, usize::from).max(2),
            Self::Submission => 8,
        }
    }

    /// The longest wait for a turn, so that with the turn itself it stays within two seconds.
    fn patience(self) -> Duration {
        match self {
            Self::Page | Self::Dear => Duration::from_millis(700),
            Self::Submission => Duration::from_millis(1200),
        }
    }

    /// The word in metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Dear => "dear",
            Self::Submission => "submission",
        }
    }
}

/// The waiting lines in front of the site.
pub struct LoadShedding {
    pages: Arc<Line>,
    dear: Arc<Line>,
    submissions: Arc<Line>,
    crowded: AtomicBool,
}

impl LoadShedding {
    /// Creates empty lines.
    pub fn new() -> Arc<Self> {
        let line = |class: Class| Arc::new(Line::new(class, class.turns()));
        Arc::new(Self {
            pages: line(Class::Page),
            dear: line(Class::Dear),
            submissions: line(Class::Submission),
            crowded: AtomicBool::new(false),
        })
    }

    /// The number of seconds after which to retry, if a request that arrives now from this address would wait too
    /// long. This only looks at the lengths of the lines, so it is known before any work is done.
    pub fn refusal(&self, class: Class, address: IpAddr) -> Option<u32> {
        let seconds = self.line(class).refusal(address)?;
        self.crowded.store(true, Ordering::Relaxed);
        Some(seconds)
    }

    fn line(&self, class: Class) -> &Arc<Line> {
        match class {
            Class::Page => &self.pages,
            Class::Dear => &self.dear,
            Class::Submission => &self.submissions,
        }
    }

    /// Waits for a turn. A client that disconnects leaves the line.
    ///
    /// # Errors
    /// `Unavailable` when it would take too long, with the time after which to retry.
    pub async fn enter(&self, class: Class, address: IpAddr) -> Result<Turn, AppError> {
        let entered = Arc::clone(self.line(class)).enter(address).await;
        if entered.is_err() {
            self.crowded.store(true, Ordering::Relaxed);
        }
        entered
    }

    /// Whether somebody was refused and now nobody waits any more. Returns true once after each overload.
    pub fn has_calmed(&self) -> bool {
        self.waiting() == 0 && self.crowded.swap(false, Ordering::Relaxed)
    }

    /// The number of waiting requests.
    pub fn waiting(&self) -> usize {
        let waiting = |line: &Line| line.waiting.load(Ordering::Relaxed);
        waiting(&self.pages) + waiting(&self.dear) + waiting(&self.submissions)
    }
}

/// The line of one class. A request first waits in the queue of its own address, which gets half of the turns:
/// however many requests one address sends, they do not delay others.
struct Line {
    class: Class,
    common: Queue,
    of_addresses: Mutex<BTreeMap<IpAddr, Arc<Queue>>>,
    /// The number of requests in all queues.
    waiting: AtomicUsize,
    /// The mean duration of a turn, in microseconds.
    mean_us: AtomicU64,
}

impl Line {
    fn new(class: Class, size: usize) -> Self {
        Self {
            class,
            common: Queue::new(size),
            of_addresses: Mutex::default(),
            waiting: AtomicUsize::new(0),
            mean_us: AtomicU64::new(0),
        }
    }

    async fn enter(self: Arc<Self>, address: IpAddr) -> Result<Turn, AppError> {
        let own = self.join(address);
        if let (Some(share), Some(turn)) = (own.queue.try_enter(), self.common.try_enter()) {
            return Ok(Turn::new([share, turn], own));
        }
        let (expected, patience) = (self.expected(&own.queue), self.class.patience());
        if expected > patience {
            return Err(self.unavailable(expected));
        }
        let place = Counted::in_(&self.waiting);
        // The mean may be out of date.
        let permits = timeout(patience, async {
            let share = own.queue.enter().await?;
            Ok::<_, AcquireError>((share, self.common.enter().await?))
        });
        let permits = permits.await;
        drop(place);
        match permits {
            Ok(Ok((share, turn))) => Ok(Turn::new([share, turn], own)),
            _ => Err(self.unavailable(self.expected(&own.queue))),
        }
    }

    /// How long a request that arrives now from the address of this queue would wait.
    fn expected(&self, own: &Queue) -> Duration {
        let rounds = own.rounds().max(self.common.rounds());
        Duration::from_micros(self.mean_us.load(Ordering::Relaxed).saturating_mul(rounds))
    }

    fn refusal(&self, address: IpAddr) -> Option<u32> {
        let expected = {
            let queues = self.of_addresses();
            let own = queues.get(&rate_key(address));
            self.expected(own.map_or(&self.common, Arc::as_ref))
        };
        (expected > self.class.patience()).then(|| self.refuse(expected))
    }

    /// Counts a refusal; returns the number of seconds after which to retry.
    fn refuse(&self, expected: Duration) -> u32 {
        let class = self.class.as_str();
        METRICS.shed.with_label_values(&[class]).inc();
        let seconds = u32::try_from(expected.as_secs()).unwrap_or(u32::MAX);
        seconds.saturating_add(1)
    }

    fn unavailable(&self, expected: Duration) -> AppError {
        AppError::new(AppErrorKind::Unavailable).retry_after(self.refuse(expected))
    }

    fn join(self: &Arc<Self>, address: IpAddr) -> Presence {
        let address = rate_key(address);
        let half = self.common.size.div_ceil(2);
        let queue = Arc::clone(
            self.of_addresses()
                .entry(address)
                .or_insert_with(|| Arc::new(Queue::new(half))),
        );
        Presence {
            line: Arc::clone(self),
            address,
            queue,
        }
    }

    fn of_addresses(&self) -> MutexGuard<'_, BTreeMap<IpAddr, Arc<Queue>>> {
        self.of_addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Requests that wait for the same turns, first come, first served.
struct Queue {
    size: usize,
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Queue {
    fn new(size: usize) -> Self {
        Self {
            size,
            turns: Arc::new(Semaphore::new(size)),
            waiting: AtomicUsize::new(0),
        }
    }

    fn try_enter(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.turns).try_acquire_owned().ok()
    }

    async fn enter(&self) -> Result<OwnedSemaphorePermit, AcquireError> {
        let _place = Counted::in_(&self.waiting);
        Arc::clone(&self.turns).acquire_owned().await
    }

    /// How many turns pass before a request that arrives now gets one.
    fn rounds(&self) -> u64 {
        if self.turns.available_permits() > 0 {
            return 0;
        }
        let waiting = self.waiting.load(Ordering::Relaxed);
        u64::try_from(waiting / self.size + 1).unwrap_or(u64::MAX)
    }
}

/// Keeps the queue of an address alive while a request of it exists.
struct Presence {
    line: Arc<Line>,
    address: IpAddr,
    queue: Arc<Queue>,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut queues = self.line.of_addresses();
        // One reference is the map's, the other is this one; new ones are made only under the lock.
        if Arc::strong_count(&self.queue) == 2 {
            queues.remove(&self.address);
        }
    }
}

/// A turn; it ends when it is dropped.
pub struct Turn {
    began: Instant,
    _permits: [OwnedSemaphorePermit; 2],
    own: Presence,
}

impl Turn {
    fn new(permits: [OwnedSemaphorePermit; 2], own: Presence) -> Self {
        Self {
            began: Instant::now(),
            _permits: permits,
            own,
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let took = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let mean = &self.own.line.mean_us;
        // Two concurrent updates may lose one of them, which does not matter for a mean.
        let before = mean.load(Ordering::Relaxed);
        let after = (before.saturating_mul(SMOOTHING - 1)).saturating_add(took) / SMOOTHING;
        mean.store(after, Ordering::Relaxed);
    }
}

/// Counts itself while it exists.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn in_(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use futures_util::future::{Either, join_all, select};

    use super::*;

    const ADA: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const BEN: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));

    /// Lines with one turn each.
    fn narrow() -> LoadShedding {
        LoadShedding {
            pages: Arc::new(Line::new(Class::Page, 1)),
            dear: Arc::new(Line::new(Class::Dear, 1)),
            submissions: Arc::new(Line::new(Class::Submission, 1)),
            crowded: AtomicBool::new(false),
        }
    }

    #[actix_web::test]
    async fn whoever_would_wait_too_long_is_told_at_once_and_readers_first() {
        let lines = narrow();
        let page = lines.enter(Class::Page, ADA).await.unwrap();
        let held = lines.enter(Class::Submission, ADA).await.unwrap();
        // Turns that take a second.
        for line in [&lines.pages, &lines.submissions] {
            line.mean_us.store(1_000_000, Ordering::Relaxed);
        }
        let begin = Instant::now();
        let refused = lines.enter(Class::Page, ADA).await.err().unwrap();
        assert_eq!(refused.kind, AppErrorKind::Unavailable);
        assert!(refused.retry_after_s.is_some());
        assert!(begin.elapsed() < Class::Page.patience());
        let (submission, ()) =
            futures_util::future::join(lines.enter(Class::Submission, ADA), async {
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
        let _held = lines.enter(Class::Submission, ADA).await.unwrap();
        let waits = timeout(
            Duration::from_millis(10),
            lines.enter(Class::Submission, ADA),
        )
        .await;
        assert!(waits.is_err());
        assert!(lines.enter(Class::Page, ADA).await.is_ok());
    }

    #[actix_web::test]
    async fn whoever_goes_away_leaves_the_line() {
        let lines = narrow();
        let _held = lines.enter(Class::Page, ADA).await.unwrap();
        let gone = timeout(Duration::from_millis(10), lines.enter(Class::Page, ADA)).await;
        assert!(gone.is_err());
        assert_eq!(lines.waiting(), 0);
    }

    #[actix_web::test]
    async fn an_address_that_asks_for_everything_stands_before_nobody() {
        let line = Arc::new(Line::new(Class::Page, 4));
        let enter = |address| Arc::clone(&line).enter(address);
        let held = join_all([ADA, ADA].map(enter)).await;
        // Turns of a millisecond: two hundred more of the same address would have theirs in time.
        line.mean_us.store(1000, Ordering::Relaxed);
        let crowd = Box::pin(join_all(vec![ADA; 200].into_iter().map(enter)));
        let Either::Right((first, crowd)) = select(crowd, Box::pin(enter(BEN))).await else {
            panic!("the crowd is not done");
        };
        assert!(first.is_ok());
        assert_eq!(line.waiting.load(Ordering::Relaxed), 200);
        // Were they dear, the crowd would be told to come back, and nobody else.
        line.mean_us.store(100_000, Ordering::Relaxed);
        assert!(line.refusal(ADA).is_some());
        assert!(enter(ADA).await.is_err());
        assert!(line.refusal(BEN).is_none());
        let second = enter(BEN).await;
        assert!(second.is_ok());
        drop((first, second, held, crowd));
        assert!(line.of_addresses().is_empty());
    }
}
