//! The variables of a comparison by number, and sets of them.

/// The number of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Variable(pub(crate) u8);

impl Variable {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn bit(self) -> u128 {
        1 << self.0
    }
}

/// A set of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Variables(u128);

impl Variables {
    pub(crate) fn of(slot: Variable) -> Self {
        Self(slot.bit())
    }

    pub(crate) fn contains(self, slot: Variable) -> bool {
        self.0 & slot.bit() != 0
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The variables in the order of their numbers.
    pub(crate) fn iter(self) -> impl Iterator<Item = Variable> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = u8::try_from(left.trailing_zeros()).ok()?;
            // There is nothing to take from 0.
            left &= left.checked_sub(1)?;
            Some(Variable(lowest))
        })
    }
}
