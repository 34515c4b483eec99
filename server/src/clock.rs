//! The clock: handlers and workers ask the clock of the application, so that a test can move the time.
//!
//! A server's clock does not jump. It is set once, by the database's clock or, on SQLite, by the machine's, and then
//! counts the time since boot. From time to time it is compared with the clock that set it ([`Clock::check`]): small
//! differences are followed, but a step is ignored until it has lasted ten minutes. So servers on one database agree
//! whatever their machines believe, and a clock that is briefly wrong freezes no season.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;

use crate::metrics::METRICS;
use crate::store::{Moment, StoreError};

/// A greater difference counts as a step.
const STEP: TimeDelta = TimeDelta::seconds(1);

/// A slower answer says too little about the time: most of the delay may be before or after the clock was read.
const SLOW_ANSWER: Duration = Duration::from_secs(1);

/// How long a step must last before it is believed.
const BELIEVED_AFTER: Duration = Duration::from_mins(10);

/// A clock.
#[derive(Clone)]
pub struct Clock(Arc<Source>);

enum Source {
    Function(Box<dyn Fn() -> Moment + Send + Sync>),
    Steady {
        setter: Box<dyn Fn() -> Result<Moment, StoreError> + Send + Sync>,
        steady: Mutex<Steady>,
    },
}

impl Clock {
    /// A clock that calls `f`.
    pub fn from_fn(f: impl Fn() -> Moment + Send + Sync + 'static) -> Self {
        Self(Arc::new(Source::Function(Box::new(f))))
    }

    /// A clock that is set by `setter` and does not jump.
    ///
    /// # Errors
    /// Those of `setter`.
    pub fn steady(
        setter: impl Fn() -> Result<Moment, StoreError> + Send + Sync + 'static,
    ) -> Result<Self, StoreError> {
        let steady = Steady::new(setter()?, since_boot());
        Ok(Self(Arc::new(Source::Steady {
            setter: Box::new(setter),
            steady: Mutex::new(steady),
        })))
    }

    /// The current time on this clock.
    pub fn now(&self) -> Moment {
        match &*self.0 {
            Source::Function(f) => f(),
            Source::Steady { steady, .. } => locked(steady).at(since_boot()),
        }
    }

    /// Compares the clock with the one that set it.
    ///
    /// # Errors
    /// When that one cannot be read.
    pub fn check(&self) -> Result<(), StoreError> {
        let Source::Steady { setter, steady } = &*self.0 else {
            return Ok(());
        };
        let before = since_boot();
        let told = setter()?;
        let after = since_boot();
        let Some(middle) = middle(before, after) else {
            tracing::debug!("the clock was not checked: the time took too long to come");
            return Ok(());
        };
        let mut steady = locked(steady);
        let ahead = told.since(steady.at(middle));
        METRICS.clock_difference.set(ahead.as_seconds_f64());
        let was_in_doubt = steady.doubt.is_some();
        steady.hold_against(told, middle);
        match (was_in_doubt, steady.difference()) {
            (false, Some(by)) => tracing::error!(
                milliseconds = by.num_milliseconds(),
                "the clock was stepped, which is not followed; set it right, or it will be believed in ten minutes"
            ),
            (true, None) => tracing::warn!("the clock is as it should be again"),
            _ => {}
        }
        Ok(())
    }

    /// How far the clock that set this one has stepped away from it, if it has.
    pub fn difference(&self) -> Option<TimeDelta> {
        match &*self.0 {
            Source::Function(_) => None,
            Source::Steady { steady, .. } => locked(steady).difference(),
        }
    }
}

/// When a time was read, given when it was requested and when the answer came; `None` if that is too uncertain.
fn middle(before: Duration, after: Duration) -> Option<Duration> {
    let took = after.saturating_sub(before);
    (took <= SLOW_ANSWER).then(|| before + took / 2)
}

fn locked(steady: &Mutex<Steady>) -> MutexGuard<'_, Steady> {
    steady.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The time since the machine started, including sleep if the system reports it.
fn since_boot() -> Duration {
    #[cfg(target_os = "linux")]
    let id = rustix::time::ClockId::Boottime;
    #[cfg(not(target_os = "linux"))]
    let id = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(id);
    // Neither part is ever negative.
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

/// A time that was read once and is counted on from there.
#[derive(Debug)]
struct Steady {
    told: Moment,
    at: Duration,
    /// Since when the reference clock differs, and by how much.
    doubt: Option<(Duration, TimeDelta)>,
}

impl Steady {
    fn new(told: Moment, at: Duration) -> Self {
        Self {
            told,
            at,
            doubt: None,
        }
    }

    fn at(&self, now: Duration) -> Moment {
        // Cut to microseconds like every `Moment`.
        let passed = now.saturating_sub(self.at).as_micros();
        let passed = i64::try_from(passed).unwrap_or(i64::MAX);
        self.told.plus(TimeDelta::microseconds(passed))
    }

    fn difference(&self) -> Option<TimeDelta> {
        self.doubt.map(|(_, by)| by)
    }

    fn hold_against(&mut self, told: Moment, now: Duration) {
        let by = told.since(self.at(now));
        let (since, last) = self.doubt.unwrap_or((now, by));
        // A step must stay as it is: a clock that keeps jumping is never believed.
        let since = if (by - last).abs() > STEP { now } else { since };
        if by.abs() <= STEP || now.saturating_sub(since) >= BELIEVED_AFTER {
            *self = Self::new(told, now);
        } else {
            self.doubt = Some((since, by));
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(seconds: i64) -> Moment {
        chrono::DateTime::from_timestamp(1_800_000_000 + seconds, 0)
            .unwrap()
            .into()
    }

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_step_is_not_followed_until_it_has_lasted() {
        let mut steady = Steady::new(moment(0), s(100));
        steady.hold_against(moment(7210), s(110));
        assert_eq!(steady.at(s(110)), moment(10), "two hours ahead");
        assert_eq!(steady.difference(), Some(TimeDelta::hours(2)));
        steady.hold_against(moment(12), s(112));
        assert_eq!(steady.difference(), None, "it was a moment's error");
        for passed in (20..620).step_by(10) {
            let at = s(100 + passed);
            steady.hold_against(moment(i64::try_from(passed).unwrap() - 120), at);
            assert_eq!(steady.difference(), Some(TimeDelta::minutes(-2)));
        }
        steady.hold_against(moment(500), s(720));
        assert_eq!(steady.at(s(721)), moment(501), "it has lasted");
    }

    #[test]
    fn a_slow_answer_says_nothing_about_the_time() {
        assert_eq!(middle(s(10), s(16)), None);
        assert_eq!(middle(s(10), s(11)), Some(Duration::from_millis(10_500)));
    }

    #[test]
    fn it_tells_whole_microseconds() {
        let steady = Steady::new(moment(0), s(0));
        let told = steady.at(Duration::from_nanos(1_234_567));
        assert_eq!(told.utc().timestamp_subsec_nanos(), 1_234_000);
    }

    #[test]
    fn small_differences_are_followed() {
        let mut steady = Steady::new(moment(0), s(0));
        for hour in 1..100 {
            // A quartz that is one second an hour too fast.
            steady.hold_against(moment(hour * 3599), s(u64::try_from(hour).unwrap() * 3600));
            assert_eq!(steady.difference(), None);
        }
        assert_eq!(steady.at(s(99 * 3600)), moment(99 * 3599));
    }

    #[test]
    fn a_clock_that_goes_on_jumping_is_never_believed() {
        let mut steady = Steady::new(moment(0), s(0));
        for passed in 1..2000 {
            let wrong = if passed % 2 == 0 { 3600 } else { 7200 };
            let told = moment(i64::try_from(passed).unwrap() + wrong);
            steady.hold_against(told, s(passed));
        }
        assert_eq!(steady.at(s(2000)), moment(2000));
    }
}
