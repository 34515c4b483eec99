//! Limits how often passwords may be guessed for one account, over all addresses together.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::check_name;
use super::rate::Limiter;
use crate::config::{Rate, rate_key};
use crate::error::AppError;
use crate::words::Phrase;

/// Most pairs of person and place that are remembered; when there are more, all are forgotten.
const MAX_KNOWN: usize = 50_000;

/// One limit per account. Places from which the owner has signed in before have a limit of their own, so that
/// guessing strangers do not lock the owner out.
pub struct Guesses {
    limiter: Limiter<(String, Option<IpAddr>)>,
    known: Mutex<BTreeSet<(String, IpAddr)>>,
}

impl Guesses {
    /// Lets everybody guess at that rate.
    pub fn new(rate: Option<Rate>) -> Self {
        Self {
            limiter: Limiter::new(rate, Phrase("refused-guesses")),
            known: Mutex::default(),
        }
    }

    /// Counts a guess at an account.
    ///
    /// # Errors
    ///
    /// When there were too many; says how long to wait.
    pub fn check(&self, name: &str, address: IpAddr) -> Result<(), AppError> {
        // No account can have any other name.
        if check_name(name).is_err() {
            return Ok(());
        }
        let (name, address) = (name.to_lowercase(), rate_key(address));
        let place = self
            .known()
            .contains(&(name.clone(), address))
            .then_some(address);
        self.limiter.check(&(name, place))
    }

    /// The owner of an account has signed in from that address.
    pub fn remember(&self, name: &str, address: IpAddr) {
        let mut known = self.known();
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert((name.to_lowercase(), rate_key(address)));
    }

    fn known(&self) -> MutexGuard<'_, BTreeSet<(String, IpAddr)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_addresses_share_the_guesses_at_one_account_and_its_owner_is_let_in() {
        let guesses = Guesses::new(Some(Rate {
            burst: 3,
            per_minute: 1,
        }));
        let stranger = |last| IpAddr::from([192, 0, 2, last]);
        let home = [198, 51, 100, 7].into();
        guesses.remember("Ada", home);
        for last in 0..3 {
            assert!(guesses.check("ada", stranger(last)).is_ok());
        }
        let refused = guesses.check("ADA", stranger(9)).unwrap_err();
        assert!(refused.retry_after_s.is_some());
        assert!(guesses.check("ada", home).is_ok());
        assert!(guesses.check("bob", stranger(9)).is_ok());
    }
}
