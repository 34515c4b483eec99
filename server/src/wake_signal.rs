//! A signal that ends the waits of a thread that works periodically.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A signal that is given once and stays.
#[derive(Default)]
pub(crate) struct WakeSignal {
    rung: Mutex<bool>,
    ring: Condvar,
}

impl WakeSignal {
    /// Ends all waits, including future ones.
    pub(crate) fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.ring.notify_all();
    }

    /// Waits this long; returns true at once if the signal was given.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let (rung, _) = self
            .ring
            .wait_timeout_while(rung, time, |rung| !*rung)
            .unwrap_or_else(PoisonError::into_inner);
        *rung
    }
}
