//! Caches the problems that a crew has judged lately, so that each is prepared once for all its submissions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::TryError;
use super::task::Task;
use crate::store::ProblemId;

/// Most problems in the cache. A season has fewer; the problems of the day over many years are more.
const KEPT: usize = 64;

/// One problem: the thread that prepares it blocks only those that need the same one.
type Slot = Arc<Mutex<Option<Arc<Task>>>>;

/// See the module.
#[derive(Default)]
pub(super) struct Tasks(Mutex<Known>);

#[derive(Default)]
struct Known {
    slots: HashMap<ProblemId, (u64, Slot)>,
    /// Counts requests; a slot has the number of its last one.
    requests: u64,
}

impl Tasks {
    /// The problem, made ready by `load` when it is not kept.
    pub(super) fn get(
        &self,
        id: ProblemId,
        load: impl FnOnce() -> Result<Task, TryError>,
    ) -> Result<Arc<Task>, TryError> {
        let slot = self.slot(id);
        let mut task = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(task) = &*task {
            return Ok(Arc::clone(task));
        }
        let loaded = Arc::new(load()?);
        *task = Some(Arc::clone(&loaded));
        Ok(loaded)
    }

    fn slot(&self, id: ProblemId) -> Slot {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.requests += 1;
        let now = known.requests;
        let (last, slot) = known.slots.entry(id).or_default();
        *last = now;
        let slot = Arc::clone(slot);
        if known.slots.len() > KEPT {
            let oldest = known.slots.iter().map(|(id, (last, _))| (*last, *id)).min();
            if let Some((_, oldest)) = oldest {
                known.slots.remove(&oldest);
            }
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_problems_of_late_are_kept() {
        let tasks = Tasks::default();
        let first = tasks.slot(ProblemId(0));
        for other in 1..200 {
            tasks.slot(ProblemId(other));
            assert!(Arc::ptr_eq(&first, &tasks.slot(ProblemId(0))), "{other}");
        }
        assert_eq!(tasks.0.lock().unwrap().slots.len(), KEPT);
    }
}
