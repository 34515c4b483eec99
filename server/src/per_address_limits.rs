//! Limits how much of a resource each address may hold: connections, bytes of request bodies.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::config::rate_key;

/// A resource that is limited for each address.
pub struct PerAddressLimits {
    held: Mutex<BTreeMap<IpAddr, usize>>,
    each: Option<usize>,
}

impl PerAddressLimits {
    /// Lets every address hold `each`; `None` means no limit.
    pub fn new(each: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            held: Mutex::default(),
            each,
        })
    }

    /// Takes an amount for an address, if it may have it.
    pub fn take(self: &Arc<Self>, address: IpAddr, amount: usize) -> Option<Share> {
        let mut share = Share {
            of: Arc::clone(self),
            address: rate_key(address),
            amount: 0,
        };
        share.grow(amount).then_some(share)
    }

    /// The amount that all addresses hold together.
    pub fn total(&self) -> usize {
        self.held().values().sum()
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An amount held by one address; returned when it is dropped.
pub struct Share {
    of: Arc<PerAddressLimits>,
    address: IpAddr,
    amount: usize,
}

impl Share {
    /// Takes more; returns false if the address may not have it.
    pub fn grow(&mut self, more: usize) -> bool {
        let mut held = self.of.held();
        let now = held.get(&self.address).copied().unwrap_or(0);
        let after = now.saturating_add(more);
        if self.of.each.is_some_and(|each| after > each) {
            return false;
        }
        held.insert(self.address, after);
        self.amount += more;
        true
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut held = self.of.held();
        if let Some(now) = held.get_mut(&self.address) {
            *now -= self.amount;
            if *now == 0 {
                held.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_holds_so_much_and_no_more() {
        let shares = PerAddressLimits::new(Some(2));
        let (one, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let first = shares.take(one, 1).unwrap();
        let mut second = shares.take(one, 1).unwrap();
        assert!(shares.take(one, 1).is_none());
        assert!(!second.grow(1));
        assert!(shares.take(other, 1).is_some());
        drop(first);
        assert!(second.grow(1));
        assert_eq!(shares.total(), 2);
        drop(second);
        assert_eq!(shares.total(), 0);
    }
}
