//! Ends the wait of a thread that works from time to time.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Rings once, for good.
#[derive(Default)]
pub(crate) struct WakeSignal {
    rung: Mutex<bool>,
    ring: Condvar,
}

impl WakeSignal {
    /// Ends all waits, also those to come.
    pub(crate) fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.ring.notify_all();
    }

    /// Waits for that long; true, and at once, when it has rung.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let (rung, _) = self
            .ring
            .wait_timeout_while(rung, time, |rung| !*rung)
            .unwrap_or_else(PoisonError::into_inner);
        *rung
    }
}
