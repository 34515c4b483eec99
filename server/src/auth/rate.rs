//! Rate limits for expensive requests, per address, account or name.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::config::{Rate, Rates, rate_key};
use crate::error::{AppError, AppErrorKind};
use crate::store::UserId;
use crate::words::{Phrase, say};

/// How many checks there are between two removals of idle keys.
const SWEEP_EVERY: u32 = 1024;

/// When this many addresses have failures recorded, idle ones are removed.
const MOST_ADDRESSES: usize = 1024;

/// One limit for each key; none when the rate is `None`.
pub(super) struct Limiter<K: Clone + Eq + Hash> {
    inner: Option<DefaultKeyedRateLimiter<K>>,
    /// What was too much, as a clause.
    refusal: Phrase,
    checks: AtomicU32,
}

impl<K: Clone + Eq + Hash> Limiter<K> {
    /// A limiter of that rate, with what it says to those whom it refuses.
    pub(super) fn new(rate: Option<Rate>, refusal: Phrase) -> Self {
        let at_least_one = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let inner = rate.map(|rate| {
            let quota = Quota::per_minute(at_least_one(rate.per_minute))
                .allow_burst(at_least_one(rate.burst));
            DefaultKeyedRateLimiter::keyed(quota)
        });
        Self {
            inner,
            refusal,
            checks: AtomicU32::new(0),
        }
    }

    /// Counts one more of that key.
    ///
    /// # Errors
    /// When it is one too many; says how long to wait.
    pub(super) fn check(&self, key: &K) -> Result<(), AppError> {
        let Some(inner) = &self.inner else {
            return Ok(());
        };
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            inner.retain_recent();
        }
        inner.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            too_fast(self.refusal, wait)
        })
    }
}

/// What was too much, and how long to wait.
fn too_fast(refusal: Phrase, wait: Duration) -> AppError {
    let seconds = u32::try_from(wait.as_secs())
        .unwrap_or(u32::MAX)
        .saturating_add(1);
    AppError::because(
        AppErrorKind::TooFast,
        say!("refused-until", why = refusal, n = seconds.to_string()),
    )
    .retry_after(seconds)
}

/// One limit for each address.
pub struct ByAddress(Limiter<IpAddr>);

impl ByAddress {
    /// A limit of that rate.
    pub fn new(rate: Option<Rate>) -> Self {
        Self(Limiter::new(rate, Phrase("refused-address")))
    }

    /// Counts one more from that address.
    ///
    /// # Errors
    /// When it is one too many; says how long to wait.
    pub fn check(&self, address: IpAddr) -> Result<(), AppError> {
        self.0.check(&rate_key(address))
    }
}

/// One limit per address on failed attempts, so that a class that signs in at once does not have to wait.
///
/// A failure is known only after the attempt. Simultaneous attempts may therefore exceed the limit; the address then
/// waits until that is made up for, so that in the long run it has no more than its rate.
pub struct WrongByAddress {
    rate: Option<Rate>,
    /// When an address has all of its burst again; without an entry it has it now.
    whole_at: Mutex<BTreeMap<IpAddr, Instant>>,
}

impl WrongByAddress {
    /// A limit of that rate.
    pub fn new(rate: Option<Rate>) -> Self {
        Self {
            rate,
            whole_at: Mutex::default(),
        }
    }

    /// Whether something more may go wrong from that address.
    ///
    /// # Errors
    /// When too much has; says how long to wait.
    pub fn check(&self, address: IpAddr) -> Result<(), AppError> {
        let Some(rate) = self.rate else {
            return Ok(());
        };
        let now = Instant::now();
        let whole_at = self.whole_at().get(&rate_key(address)).copied();
        let missing = whole_at.map_or(Duration::ZERO, |at| at.saturating_duration_since(now));
        let saved_up = Self::interval(rate) * rate.burst.saturating_sub(1);
        match missing.checked_sub(saved_up) {
            Some(wait) if !wait.is_zero() => Err(too_fast(Phrase("refused-address"), wait)),
            _ => Ok(()),
        }
    }

    /// Something went wrong from that address.
    pub fn count(&self, address: IpAddr) {
        let Some(rate) = self.rate else {
            return;
        };
        let now = Instant::now();
        let mut all = self.whole_at();
        if all.len() >= MOST_ADDRESSES {
            all.retain(|_, whole_at| *whole_at > now);
        }
        let whole_at = all.entry(rate_key(address)).or_insert(now);
        *whole_at = (*whole_at).max(now) + Self::interval(rate);
    }

    fn interval(rate: Rate) -> Duration {
        Duration::from_mins(1) / rate.per_minute.max(1)
    }

    fn whole_at(&self) -> MutexGuard<'_, BTreeMap<IpAddr, Instant>> {
        self.whole_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whose something is: an account's, or of somebody at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// Of whoever is signed in, wherever that is.
    Account(UserId),
    /// Of a visitor.
    Address(IpAddr),
}

/// One limit for each account, and one for each address of visitors.
pub struct ByPerson(Limiter<Whose>);

impl ByPerson {
    /// A limit of that rate.
    pub fn new(rate: Option<Rate>) -> Self {
        Self(Limiter::new(rate, Phrase("refused-trials")))
    }

    /// Counts one more.
    ///
    /// # Errors
    /// When it is one too many; says how long to wait.
    pub fn check(&self, whose: Whose) -> Result<(), AppError> {
        self.0.check(&match whose {
            Whose::Account(_) => whose,
            Whose::Address(address) => Whose::Address(rate_key(address)),
        })
    }
}

/// One limit for each sign-in name that somebody types, whether or not there is such a person.
pub struct ByName(Limiter<String>);

impl ByName {
    /// A limit of that rate.
    pub fn new(rate: Option<Rate>) -> Self {
        Self(Limiter::new(rate, Phrase("refused-mails")))
    }

    /// Counts one more for that name.
    ///
    /// # Errors
    /// When it is one too many; says how long to wait.
    pub fn check(&self, name: &str) -> Result<(), AppError> {
        self.0.check(&name.to_lowercase())
    }
}

/// The limits of the site.
pub struct Limiters {
    /// Signing in with what is no password.
    pub login: WrongByAddress,
    /// Registering.
    pub register: ByAddress,
    /// Submitting.
    pub submit: ByAddress,
    /// Asking how a derivation is read.
    pub read: ByAddress,
    /// Trying a program on the server.
    pub trial: ByPerson,
    /// Asking for a link by mail.
    pub mail: ByAddress,
    /// Asking for one for an account.
    pub mail_for: ByName,
}

impl Limiters {
    /// Limits of those rates.
    pub fn new(rates: &Rates) -> Self {
        Self {
            login: WrongByAddress::new(rates.login),
            register: ByAddress::new(rates.register),
            submit: ByAddress::new(rates.submit),
            read: ByAddress::new(rates.read),
            trial: ByPerson::new(rates.trial),
            mail: ByAddress::new(rates.mail),
            mail_for: ByName::new(rates.mail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_waits_and_another_does_not() {
        let limiter = ByAddress::new(Some(Rate {
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

    #[test]
    fn only_what_goes_wrong_counts_and_what_was_too_much_is_made_up_for() {
        let limiter = WrongByAddress::new(Some(Rate {
            burst: 2,
            per_minute: 1,
        }));
        let (one, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        for _ in 0..30 {
            assert!(limiter.check(one).is_ok());
        }
        limiter.count(one);
        assert!(limiter.check(one).is_ok());
        // Three at the same moment, of which one was too many.
        limiter.count(one);
        limiter.count(one);
        let refused = limiter.check(one).unwrap_err();
        assert!((61..=121).contains(&refused.retry_after_s.unwrap()));
        assert!(limiter.check(other).is_ok());
    }
}
