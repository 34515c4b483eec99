//! Caches values computed from all rows of a season until its log grows. Only for values that depend on the record
//! alone: the key is read in the transaction that computes them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::store::{AnyConnection, SeasonId, StoreError, log};

/// A cache of one kind of value, for all requested seasons.
pub struct SeasonCache<T>(Mutex<HashMap<SeasonId, Figures<T>>>);

struct Figures<T> {
    /// The last log entry that the value was computed from.
    head: Option<u64>,
    value: Arc<T>,
}

impl<T> Default for SeasonCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> SeasonCache<T> {
    /// The value for a season, recomputed if its log has grown. Must be called inside a transaction.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(
        &self,
        conn: &mut AnyConnection,
        season: SeasonId,
        compute: impl FnOnce(&mut AnyConnection, SeasonId) -> Result<T, StoreError>,
    ) -> Result<Arc<T>, StoreError> {
        let head = log::find_head(conn, season)?.map(|head| head.seq);
        if let Some(value) = self.kept(season, head) {
            return Ok(value);
        }
        let value = Arc::new(compute(conn, season)?);
        let figures = Figures {
            head,
            value: Arc::clone(&value),
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(season, figures);
        Ok(value)
    }

    fn kept(&self, season: SeasonId, head: Option<u64>) -> Option<Arc<T>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let figures = all.get(&season).filter(|figures| figures.head == head)?;
        Some(Arc::clone(&figures.value))
    }
}
