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

    pub(super) fn iter(self) -> impl Iterator<Item = Slot> {
        (0..u128::BITS)
            .filter(move |bit| self.0 >> bit & 1 == 1)
            .filter_map(|bit| u8::try_from(bit).ok().map(Slot))
    }
}
