//! Measures the CPU time of answers for each route, so that no list of slow pages is needed. Requests to a slow route
//! wait in their own line and delay nobody else.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::time::{ClockId, clock_gettime};

/// A route is slow if its answers take more than this in the mean: as long as thirty shared ones.
const DEAR_US: u64 = 30_000;

/// A single answer counts at most this much, so that rendering a page for the first time makes no route slow.
const MOST_US: u64 = 4 * DEAR_US;

/// The newest answer has the weight 1/`SMOOTHING` in the mean.
const SMOOTHING: u64 = 16;

tokio::task_local! {
    static SPENT: Spent;
}

/// The CPU time that a request has taken, in microseconds.
#[derive(Clone, Default)]
pub struct Spent(Arc<AtomicU64>);

impl Spent {
    /// Waits for a future, and adds the time that it takes: here, and in work that [`counted`] wraps for it.
    pub async fn measure<F: Future>(&self, future: F) -> F::Output {
        let mut future = pin!(SPENT.scope(self.clone(), future));
        poll_fn(|context| self.add(|| future.as_mut().poll(context))).await
    }

    fn add<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = thread_time_us();
        let done = work();
        let took = thread_time_us().saturating_sub(began);
        self.0.fetch_add(took, Ordering::Relaxed);
        done
    }

    fn us(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Wraps work for another thread, so that its time counts for the request that started it.
pub fn counted<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let spent = SPENT.try_with(Spent::clone).unwrap_or_default();
    move || spent.add(work)
}

fn thread_time_us() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_nsec / 1000).unwrap_or(0);
    seconds.saturating_mul(1_000_000).saturating_add(micros)
}

/// The mean time of the answers of each route, in microseconds.
#[derive(Default)]
pub struct RouteCosts(Mutex<HashMap<String, u64>>);

impl RouteCosts {
    /// Records the time of an answer.
    pub fn note(&self, route: String, spent: &Spent) {
        let took = spent.us().min(MOST_US);
        let mut means = self.means();
        let mean = means.entry(route).or_default();
        *mean = (mean.saturating_mul(SMOOTHING - 1)).saturating_add(took) / SMOOTHING;
    }

    /// Whether a route is slow.
    pub fn is_dear(&self, route: &str) -> bool {
        self.means().get(route).is_some_and(|mean| *mean > DEAR_US)
    }

    fn means(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps a core busy.
    fn spend(us: u64) {
        let began = thread_time_us();
        while thread_time_us() < began + us {}
    }

    #[actix_web::test]
    async fn what_a_request_does_on_other_threads_counts_too() {
        let spent = Spent::default();
        let asked = spent.measure(async {
            spend(3000);
            let there = counted(|| spend(2000));
            actix_web::web::block(there).await.unwrap();
        });
        asked.await;
        assert!(spent.us() >= 5000, "{}", spent.us());
        counted(|| spend(1000))();
        assert!(
            spent.us() < 60_000,
            "what nobody asks for counts for nobody"
        );
    }

    #[test]
    fn a_route_is_dear_by_its_mean_and_not_by_one_answer() {
        let costs = RouteCosts::default();
        let note = |us| costs.note("/problems".to_owned(), &Spent(Arc::new(us)));
        note(AtomicU64::new(10_000_000));
        assert!(!costs.is_dear("/problems"));
        for _ in 0..30 {
            note(AtomicU64::new(60_000));
        }
        assert!(costs.is_dear("/problems"));
        assert!(!costs.is_dear("/"));
        for _ in 0..30 {
            note(AtomicU64::new(1_000));
        }
        assert!(!costs.is_dear("/problems"));
    }
}
