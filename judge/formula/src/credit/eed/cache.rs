//! A cache of the trees that were simplified last.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// A cache limited by the total size of its values; the least recently used value is dropped first.
pub(super) struct Recent<K, V> {
    capacity: usize,
    used: usize,
    clock: u64,
    values: HashMap<K, AgedValue<V>>,
    by_age: BTreeMap<u64, K>,
}

struct AgedValue<V> {
    age: u64,
    size: usize,
    value: V,
}

impl<K: Hash + Eq + Clone, V: Clone> Recent<K, V> {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            used: 0,
            clock: 0,
            values: HashMap::new(),
            by_age: BTreeMap::new(),
        }
    }

    pub(super) fn get(&mut self, key: &K) -> Option<V> {
        let kept = self.values.get_mut(key)?;
        self.by_age.remove(&kept.age);
        self.clock += 1;
        kept.age = self.clock;
        self.by_age.insert(self.clock, key.clone());
        Some(kept.value.clone())
    }

    pub(super) fn insert(&mut self, key: K, value: V, size: usize) {
        self.clock += 1;
        self.by_age.insert(self.clock, key.clone());
        let kept = AgedValue {
            age: self.clock,
            size,
            value,
        };
        self.used += size;
        if let Some(before) = self.values.insert(key, kept) {
            self.by_age.remove(&before.age);
            self.used -= before.size;
        }
        while self.used > self.capacity
            && let Some((_, oldest)) = self.by_age.pop_first()
        {
            self.used -= self.values.remove(&oldest).map_or(0, |kept| kept.size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_what_was_asked_for_least_recently() {
        let mut recent = Recent::new(20);
        recent.insert("a", 1, 10);
        recent.insert("b", 2, 10);
        assert_eq!(recent.get(&"a"), Some(1));
        recent.insert("c", 3, 5);
        assert_eq!(
            (recent.get(&"b"), recent.get(&"a"), recent.get(&"c")),
            (None, Some(1), Some(3))
        );
        recent.insert("a", 4, 15);
        assert_eq!(recent.get(&"a"), Some(4));
        assert_eq!(recent.get(&"c"), Some(3));
        recent.insert("d", 5, 16);
        assert_eq!(
            (recent.get(&"a"), recent.get(&"c"), recent.get(&"d")),
            (None, None, Some(5))
        );
    }
}
