//! Caches the answer of an expensive check for a while, since anybody may ask for it.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// The last answer, and how long it is valid.
pub struct Probe<T> {
    age: Duration,
    last: Mutex<Option<(Instant, T)>>,
}

impl<T: Clone> Probe<T> {
    /// A probe whose answers are valid for `age`.
    pub fn new(age: Duration) -> Self {
        Self {
            age,
            last: Mutex::new(None),
        }
    }

    /// The answer of `look`; one caller runs it while the others wait.
    pub async fn ask(&self, look: impl Future<Output = T>) -> T {
        let mut last = self.last.lock().await;
        if let Some((at, answer)) = &*last
            && at.elapsed() < self.age
        {
            return answer.clone();
        }
        let answer = look.await;
        *last = Some((Instant::now(), answer.clone()));
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::future::join;

    use super::*;

    #[actix_web::test]
    async fn those_who_ask_at_once_share_an_answer() {
        let probe = Probe::new(Duration::from_mins(1));
        let looks = Cell::new(0);
        let look = || async {
            looks.set(looks.get() + 1);
            tokio::task::yield_now().await;
            looks.get()
        };
        assert_eq!(join(probe.ask(look()), probe.ask(look())).await, (1, 1));
        assert_eq!(looks.get(), 1);
    }
}
