//! The time, as an argument: handlers and workers ask the clock of the application, so that a test
//! can move it.

use std::fmt;
use std::sync::Arc;

use crate::store::Moment;

/// Tells the time.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Moment + Send + Sync>);

impl Clock {
    /// The clock of the machine.
    pub fn system() -> Self {
        Self(Arc::new(Moment::now))
    }

    /// A clock that asks `f`.
    pub fn from_fn(f: impl Fn() -> Moment + Send + Sync + 'static) -> Self {
        Self(Arc::new(f))
    }

    /// The present, by this clock.
    pub fn now(&self) -> Moment {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}
