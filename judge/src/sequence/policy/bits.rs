//! Amounts of information, and chances, in integers: the same on every machine.

use std::ops::{Add, AddAssign};

/// An amount of information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bits {
    /// In 1024ths of a bit.
    fine: u64,
}

impl Bits {
    pub(super) const ZERO: Self = Self { fine: 0 };

    pub(super) const fn new(bits: u64) -> Self {
        Self { fine: bits * 1024 }
    }

    /// This amount, `share` times in `of`.
    pub(super) fn part(self, share: u64, of: u64) -> Self {
        // What is far down in an expression has shares beyond 64 bits.
        let fine = u128::from(self.fine) * u128::from(share) / u128::from(of);
        Self {
            fine: u64::try_from(fine).expect("a share is no more than all"),
        }
    }

    /// What is left of it after `other` is taken away.
    pub(super) fn less(self, other: Self) -> Self {
        Self {
            fine: self.fine.saturating_sub(other.fine),
        }
    }

    /// Whole bytes, rounded up.
    pub(super) fn bytes(self) -> u32 {
        u32::try_from(self.fine.div_ceil(8 * 1024)).unwrap_or(u32::MAX)
    }

    /// What it costs to tell what comes with this chance, out of [`CERTAIN`].
    pub(super) fn of_chance(chance: u128) -> Self {
        Self {
            fine: log2(CERTAIN).saturating_sub(log2(chance)),
        }
    }
}

impl Add for Bits {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            fine: self.fine + other.fine,
        }
    }
}

impl AddAssign for Bits {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Bits {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

/// A chance of one.
pub(super) const CERTAIN: u128 = 1 << 96;

/// log₂ in 1024ths, rounded down; digit by digit from repeated squares.
fn log2(value: u128) -> u64 {
    assert!(value > 0, "nothing has no logarithm");
    let whole = value.ilog2();
    let mut mantissa = u64::try_from((value << (127 - whole)) >> 96).expect("32 bits are left");
    let mut fine = u64::from(whole);
    for _ in 0..10 {
        mantissa = (mantissa * mantissa) >> 31;
        fine <<= 1;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            fine |= 1;
        }
    }
    fine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (value, fine) in [
            (1, 0),
            (2, 1024),
            (3, 1623),
            (1000, 10204),
            (1 << 96, 96 << 10),
        ] {
            assert_eq!(log2(value), fine, "{value}");
        }
    }
}
