//! Answers that are the same for many readers: made once for all who ask within a moment, and kept as
//! bytes. A reader is never given one that is older than twice the age, or than the age and the making.

use std::collections::HashMap;
use std::future::Future;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

/// Answers kept at once; of more, those that nobody asked for lately are made again.
const MOST: usize = 500;

/// An answer as bytes.
#[derive(Debug)]
pub struct Rendered {
    /// Its bytes.
    pub plain: Bytes,
    /// The same in gzip.
    pub gzip: Bytes,
    /// Names the bytes, in quotes.
    pub etag: String,
}

impl Rendered {
    /// Packs an answer. Takes a while.
    ///
    /// # Panics
    /// Never: writing to memory cannot fail.
    pub fn new(body: String) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder
            .write_all(body.as_bytes())
            .expect("writing to memory cannot fail");
        let gzip = encoder.finish().expect("writing to memory cannot fail");
        let hash = Sha256::digest(body.as_bytes());
        Self {
            etag: format!("\"{}\"", hex::encode(&hash[..16])),
            plain: body.into(),
            gzip: gzip.into(),
        }
    }
}

#[derive(Default)]
struct Slot {
    made: Mutex<Option<(Instant, Arc<Rendered>)>>,
    /// Held by whoever makes it.
    turn: tokio::sync::Mutex<()>,
}

impl Slot {
    /// What was made at most `age` ago.
    fn younger(&self, age: Duration) -> Option<Arc<Rendered>> {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, rendered) = made.as_ref()?;
        (at.elapsed() < age).then(|| Arc::clone(rendered))
    }
}

/// All that is kept, by address.
pub struct Shelf {
    age: Duration,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
}

impl Shelf {
    /// Keeps answers for that long; for no time, each is made anew.
    pub fn new(age: Duration) -> Self {
        Self {
            age,
            slots: Mutex::default(),
        }
    }

    /// The answer at an address. Of all who ask while there is none, one makes it and the others wait; while
    /// one is made anew, the others get the one before.
    ///
    /// # Errors
    /// What `make` says; nothing is kept then.
    pub async fn get<E>(
        &self,
        address: &str,
        make: impl Future<Output = Result<Rendered, E>>,
    ) -> Result<Arc<Rendered>, E> {
        if self.age.is_zero() {
            return make.await.map(Arc::new);
        }
        let slot = self.slot(address);
        if let Some(rendered) = slot.younger(self.age) {
            return Ok(rendered);
        }
        let _turn = if let Ok(turn) = slot.turn.try_lock() {
            turn
        } else {
            if let Some(rendered) = slot.younger(2 * self.age) {
                return Ok(rendered);
            }
            slot.turn.lock().await
        };
        // Whoever had the turn before may have made it.
        if let Some(rendered) = slot.younger(self.age) {
            return Ok(rendered);
        }
        let began = Instant::now();
        let rendered = Arc::new(make.await?);
        let mut kept = slot.made.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((began, Arc::clone(&rendered)));
        Ok(rendered)
    }

    fn slot(&self, address: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(address) {
            return Arc::clone(slot);
        }
        if slots.len() >= MOST {
            slots.retain(|_, slot| slot.younger(self.age).is_some());
        }
        if slots.len() >= MOST {
            slots.clear();
        }
        let slot = Arc::<Slot>::default();
        slots.insert(address.to_owned(), Arc::clone(&slot));
        slot
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    #[actix_web::test]
    async fn a_hundred_who_ask_at_once_are_served_by_one_making() {
        let shelf = Shelf::new(Duration::from_mins(1));
        let makings = AtomicUsize::new(0);
        let ask = || {
            shelf.get("/board", async {
                makings.fetch_add(1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                Ok::<_, Infallible>(Rendered::new("board".to_owned()))
            })
        };
        let answers = join_all((0..100).map(|_| ask())).await;
        assert!(
            answers
                .iter()
                .all(|answer| answer.as_ref().unwrap().plain == "board")
        );
        assert_eq!(makings.load(Ordering::SeqCst), 1);
        assert_eq!(ask().await.unwrap().etag.len(), 34);
        assert_eq!(makings.load(Ordering::SeqCst), 1);
    }

    #[actix_web::test]
    async fn what_failed_is_not_kept() {
        let shelf = Shelf::new(Duration::from_mins(1));
        assert!(shelf.get("/board", async { Err("no") }).await.is_err());
        let made = shelf.get("/board", async {
            Ok::<_, &str>(Rendered::new("board".to_owned()))
        });
        assert_eq!(made.await.unwrap().plain, "board");
    }
}
