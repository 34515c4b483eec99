//! How often one address may do what costs much.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::config::{Rate, Rates, rate_key};
use crate::error::{AppError, Kind};

/// Checks between two times that addresses at rest are forgotten.
const SWEEP_EVERY: u32 = 1024;

/// One limit; none when the rate is `None`.
pub struct Limiter {
    inner: Option<DefaultKeyedRateLimiter<IpAddr>>,
    checks: AtomicU32,
}

impl Limiter {
    /// A limiter of that rate.
    pub fn new(rate: Option<Rate>) -> Self {
        let at_least_one = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let inner = rate.map(|rate| {
            let quota = Quota::per_minute(at_least_one(rate.per_minute))
                .allow_burst(at_least_one(rate.burst));
            DefaultKeyedRateLimiter::keyed(quota)
        });
        Self {
            inner,
            checks: AtomicU32::new(0),
        }
    }

    /// Counts one more from that address.
    ///
    /// # Errors
    /// When it is one too many; says how long to wait.
    pub fn check(&self, address: IpAddr) -> Result<(), AppError> {
        let Some(inner) = &self.inner else {
            return Ok(());
        };
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            inner.retain_recent();
        }
        inner.check_key(&rate_key(address)).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            let seconds = u32::try_from(wait.as_secs())
                .unwrap_or(u32::MAX)
                .saturating_add(1);
            AppError::because(
                Kind::TooFast,
                format!("too many requests from your address; try again in {seconds} s"),
            )
            .retry_after(seconds)
        })
    }
}

/// The limits of the site.
pub struct Limiters {
    /// Signing in.
    pub login: Limiter,
    /// Registering.
    pub register: Limiter,
    /// Submitting.
    pub submit: Limiter,
    /// Asking how a derivation is read.
    pub read: Limiter,
}

impl Limiters {
    /// Limits of those rates.
    pub fn new(rates: &Rates) -> Self {
        Self {
            login: Limiter::new(rates.login),
            register: Limiter::new(rates.register),
            submit: Limiter::new(rates.submit),
            read: Limiter::new(rates.read),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_waits_and_another_does_not() {
        let limiter = Limiter::new(Some(Rate {
            burst: 2,
            per_minute: 1,
        }));
        let (one, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        assert!(limiter.check(one).is_ok());
        assert!(limiter.check(one).is_ok());
        let refused = limiter.check(one).unwrap_err();
        assert!((1..=61).contains(&refused.retry_after_s.unwrap()));
        assert!(limiter.check(other).is_ok());
    }
}
