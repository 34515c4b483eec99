//! Amounts of information and probabilities as integers, which are the same on every machine.

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

    /// The fraction `share` / `of` of this amount.
    pub(super) fn part(self, share: u64, of: u64) -> Self {
        // Deep inside an expression, shares exceed 64 bits.
        let fine = u128::from(self.fine) * u128::from(share) / u128::from(of);
        Self {
            fine: u64::try_from(fine).expect("a share is no more than all"),
        }
    }

    /// The rest after `other` is subtracted, at least 0.
    pub(super) fn less(self, other: Self) -> Self {
        Self {
            fine: self.fine.saturating_sub(other.fine),
        }
    }

    /// Whole bytes, rounded up.
    pub(super) fn bytes(self) -> u32 {
        u32::try_from(self.fine.div_ceil(8 * 1024)).unwrap_or(u32::MAX)
    }

    /// Multiplies a probability by the probability that corresponds to this cost, rounded down.
    pub(super) fn of(self, chance: u128) -> u128 {
        let (whole, part) = (self.fine >> 10, self.fine & 1023);
        let whole = u32::try_from(whole).unwrap_or(u32::MAX);
        // In 63 bits, so that the product with a factor of 64 bits fits.
        let mut value = chance >> 33;
        for (factor, bit) in ROOTS.into_iter().zip((0..10).rev()) {
            if part >> bit & 1 == 1 {
                value = (value * u128::from(factor)) >> 64;
            }
        }
        (value << 33).checked_shr(whole).unwrap_or_default()
    }

    /// The cost of something with this probability, out of [`CERTAIN`].
    pub(super) fn of_chance(chance: u128) -> Self {
        Self {
            fine: CERTAIN_BITS.saturating_sub(log2(chance)),
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

/// 2⁻¹ᐟ², 2⁻¹ᐟ⁴ and so on, out of 2⁶⁴, rounded down.
const ROOTS: [u64; 10] = [
    0xb504_f333_f9de_6484,
    0xd744_fcca_d69d_6af4,
    0xeac0_c6e7_dd24_392e,
    0xf525_7d15_2486_cc2c,
    0xfa83_b2db_722a_033a,
    0xfd3e_0c0c_f486_c174,
    0xfe9e_115c_7b8f_884b,
    0xff4e_cb59_511e_c8a5,
    0xffa7_5652_1c8d_aed1,
    0xffd3_a751_c0f7_e10b,
];

/// A probability of one.
pub(super) const CERTAIN: u128 = 1 << 96;

/// Its logarithm in 1024ths.
const CERTAIN_BITS: u64 = 96 << 10;

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
    fn what_costs_bits_has_its_part_of_a_chance() {
        for bits in [0, 1, 13, 60] {
            assert_eq!(Bits::new(bits).of(CERTAIN), CERTAIN >> bits);
        }
        assert_eq!(Bits::new(200).of(CERTAIN), 0);
        let fine = Bits {
            fine: 3 * 1024 + 517,
        };
        let back = Bits::of_chance(fine.of(CERTAIN)).fine;
        assert!(back.abs_diff(fine.fine) <= 1, "{back}");
    }

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
