//! The trees simplified last.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// As many values as fit; the one that was asked for least recently goes first.
pub(super) struct Recent<K, V> {
    capacity: usize,
    clock: u64,
    values: HashMap<K, (u64, V)>,
    by_age: BTreeMap<u64, K>,
}

impl<K: Hash + Eq + Clone, V: Clone> Recent<K, V> {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            clock: 0,
            values: HashMap::new(),
            by_age: BTreeMap::new(),
        }
    }

    pub(super) fn get(&mut self, key: &K) -> Option<V> {
        let (age, value) = self.values.get_mut(key)?;
        self.by_age.remove(age);
        self.clock += 1;
        *age = self.clock;
        self.by_age.insert(self.clock, key.clone());
        Some(value.clone())
    }

    pub(super) fn insert(&mut self, key: K, value: V) {
        self.clock += 1;
        self.by_age.insert(self.clock, key.clone());
        if let Some((age, _)) = self.values.insert(key, (self.clock, value)) {
            self.by_age.remove(&age);
        }
        if self.values.len() > self.capacity
            && let Some((_, oldest)) = self.by_age.pop_first()
        {
            self.values.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_what_was_asked_for_least_recently() {
        let mut recent = Recent::new(2);
        recent.insert("a", 1);
        recent.insert("b", 2);
        assert_eq!(recent.get(&"a"), Some(1));
        recent.insert("c", 3);
        assert_eq!(
            (recent.get(&"b"), recent.get(&"a"), recent.get(&"c")),
            (None, Some(1), Some(3))
        );
        recent.insert("a", 4);
        assert_eq!(recent.get(&"a"), Some(4));
        assert_eq!(recent.get(&"c"), Some(3));
    }
}
