//! The variables of a comparison by number, and sets of them.

/// The number of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Slot(pub(super) u8);

impl Slot {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn bit(self) -> u128 {
        1 << self.0
    }
}

/// A set of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Slots(u128);

impl Slots {
    pub(super) fn of(slot: Slot) -> Self {
        Self(slot.bit())
    }

    pub(super) fn contains(self, slot: Slot) -> bool {
        self.0 & slot.bit() != 0
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The variables in the order of their numbers.
    pub(super) fn iter(self) -> impl Iterator<Item = Slot> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = u8::try_from(left.trailing_zeros()).ok()?;
            // There is nothing to take from 0.
            left &= left.checked_sub(1)?;
            Some(Slot(lowest))
        })
    }
}
