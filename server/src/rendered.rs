//! Caches answers that are the same for many readers as bytes, with the version of what they show. An answer is
//! rendered once for all readers, and again for a new version. While the version changes all the time, it is rendered
//! at most once per `age`, in the background, and no reader gets one older than two ages.

use std::collections::HashMap;
use std::fmt::Display;
use std::future::Future;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::rt;
use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use tokio::sync::OwnedMutexGuard;

use crate::season_versions::Version;

/// The most cached answers; when there are more, the cache is emptied.
const MOST: usize = 1000;
const MOST_BYTES: usize = 128 << 20;

/// An answer as bytes.
#[derive(Debug)]
pub struct Rendered {
    /// Its bytes.
    pub plain: Bytes,
    /// The bytes compressed with gzip.
    pub gzip: Bytes,
    /// The entity tag of the bytes, in quotes.
    pub etag: String,
}

impl Rendered {
    /// Compresses an answer, which takes a while.
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

    fn size(&self) -> usize {
        self.plain.len() + self.gzip.len()
    }
}

/// An answer, its version, and when rendering it began.
struct Made {
    version: Version,
    at: Instant,
    rendered: Arc<Rendered>,
}

#[derive(Default)]
struct Slot {
    made: Mutex<Option<Made>>,
    /// Held while it is being rendered.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Slot {
    /// The cached answer, if `is_good` accepts its version and age.
    fn kept(&self, is_good: impl Fn(&Version, Duration) -> bool) -> Option<Arc<Rendered>> {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let made = made.as_ref()?;
        is_good(&made.version, made.at.elapsed()).then(|| Arc::clone(&made.rendered))
    }

    /// Renders the answer and caches it; the caller must have the turn.
    async fn make<E>(
        &self,
        _turn: OwnedMutexGuard<()>,
        version: Version,
        make: impl Future<Output = Result<Rendered, E>>,
    ) -> Result<Arc<Rendered>, E> {
        let at = Instant::now();
        let rendered = Arc::new(make.await?);
        let mut kept = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(Made {
            version,
            at,
            rendered: Arc::clone(&rendered),
        });
        Ok(rendered)
    }
}

/// The cached answers, by address.
pub struct RenderedCache {
    age: Duration,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
}

impl RenderedCache {
    /// Renders an answer at most once per `age`; with no age, for each reader.
    pub fn new(age: Duration) -> Self {
        Self {
            age,
            slots: Mutex::default(),
        }
    }

    /// The answer at an address for `version`. Parts of it that versions do not cover are at most `lasts` old.
    ///
    /// # Errors
    /// The errors of `make`; nothing is cached then.
    pub async fn get<E: Display + 'static>(
        &self,
        address: &str,
        version: Version,
        lasts: Duration,
        make: impl Future<Output = Result<Rendered, E>> + 'static,
    ) -> Result<Arc<Rendered>, E> {
        if self.age.is_zero() {
            return make.await.map(Arc::new);
        }
        let slot = self.slot(address);
        let is_right = |of: &Version, age: Duration| *of == version && age < lasts;
        if let Some(rendered) = slot.kept(is_right) {
            return Ok(rendered);
        }
        let turn = Arc::clone(&slot.turn);
        let turn = if let Some(old) = slot.kept(|_, age| age < 2 * self.age) {
            if slot.kept(|_, age| age >= self.age).is_some()
                && let Ok(turn) = turn.try_lock_owned()
            {
                rt::spawn(async move {
                    if let Err(error) = slot.make(turn, version, make).await {
                        tracing::warn!(%error, "a page that many share is not made anew");
                    }
                });
            }
            return Ok(old);
        } else {
            turn.lock_owned().await
        };
        // Whoever had the turn before may have rendered it.
        if let Some(rendered) = slot.kept(|of, age| is_right(of, age) || age < self.age) {
            return Ok(rendered);
        }
        slot.make(turn, version, make).await
    }

    fn slot(&self, address: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(address) {
            return Arc::clone(slot);
        }
        let size = |slot: &Arc<Slot>| slot.kept(|_, _| true).map_or(0, |kept| kept.size());
        if slots.len() >= MOST || slots.values().map(size).sum::<usize>() > MOST_BYTES {
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

    const LONG: Duration = Duration::from_hours(1);

    async fn ask(
        shelf: &RenderedCache,
        version: &str,
        lasts: Duration,
        makings: &Arc<AtomicUsize>,
    ) -> Arc<Rendered> {
        let (makings, body) = (Arc::clone(makings), version.to_owned());
        let made = shelf.get("/board", Version::of(version), lasts, async move {
            makings.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            Ok::<_, Infallible>(Rendered::new(body))
        });
        made.await.unwrap()
    }

    #[actix_web::test]
    async fn a_hundred_who_ask_at_once_are_served_by_one_making() {
        let shelf = RenderedCache::new(Duration::from_mins(1));
        let makings = Arc::default();
        let answers = join_all((0..100).map(|_| ask(&shelf, "one", LONG, &makings))).await;
        assert!(answers.iter().all(|answer| answer.plain == "one"));
        assert_eq!(makings.load(Ordering::SeqCst), 1);
        assert_eq!(ask(&shelf, "one", LONG, &makings).await.etag.len(), 34);
        assert_eq!(makings.load(Ordering::SeqCst), 1);
    }

    #[actix_web::test]
    async fn what_has_changed_is_made_anew_and_what_has_not_is_kept() {
        let shelf = RenderedCache::new(Duration::from_nanos(1));
        let makings = Arc::default();
        for (version, makings_then) in [("one", 1), ("one", 1), ("two", 2), ("two", 2)] {
            assert_eq!(ask(&shelf, version, LONG, &makings).await.plain, version);
            assert_eq!(makings.load(Ordering::SeqCst), makings_then);
        }
        // What is not seen by versions has an end of its own.
        ask(&shelf, "two", Duration::ZERO, &makings).await;
        assert_eq!(makings.load(Ordering::SeqCst), 3);
    }

    #[actix_web::test]
    async fn while_it_changes_all_the_time_readers_get_the_one_before() {
        let shelf = RenderedCache::new(Duration::from_mins(1));
        let makings = Arc::default();
        for version in ["one", "two", "three"] {
            assert_eq!(ask(&shelf, version, LONG, &makings).await.plain, "one");
        }
        assert_eq!(makings.load(Ordering::SeqCst), 1);
    }

    #[actix_web::test]
    async fn what_failed_is_not_kept() {
        let shelf = RenderedCache::new(Duration::from_mins(1));
        let get = |make: Result<Rendered, &'static str>| {
            shelf.get("/board", Version::of("one"), LONG, async { make })
        };
        assert!(get(Err("no")).await.is_err());
        let made = get(Ok(Rendered::new("board".to_owned()))).await;
        assert_eq!(made.unwrap().plain, "board");
    }
}
