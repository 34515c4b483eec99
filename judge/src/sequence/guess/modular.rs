//! Arithmetic modulo primes just below 2^63. Rules are searched with it before they are checked with whole numbers.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{ToPrimitive as _, Zero as _};

/// The primes. Their product has 755 bits: nobody would recognise a formula with larger coefficients.
pub(super) const PRIMES: [u64; 12] = {
    const TOP: u64 = 1 << 63;
    [
        TOP - 25,
        TOP - 165,
        TOP - 259,
        TOP - 301,
        TOP - 375,
        TOP - 387,
        TOP - 391,
        TOP - 409,
        TOP - 457,
        TOP - 471,
        TOP - 517,
        TOP - 529,
    ]
};

/// The remainder of a number, from 0 to the prime.
pub(super) fn residue(number: &BigInt, prime: u64) -> u64 {
    number
        .mod_floor(&BigInt::from(prime))
        .to_u64()
        .expect("less than a prime of 63 bits")
}

/// The remainder nearest to 0.
pub(super) fn signed(residue: u64, prime: u64) -> BigInt {
    if residue > prime / 2 {
        BigInt::from(residue) - prime
    } else {
        residue.into()
    }
}

/// Adds one more prime to numbers that are known modulo `modulus`, each the nearest to 0. Returns whether any of them
/// changed.
pub(super) fn lift(
    numbers: &mut [BigInt],
    modulus: &mut BigInt,
    found: &[u64],
    prime: u64,
) -> bool {
    let inverse = inverse(residue(modulus, prime), prime);
    let mut changed = false;
    for (number, &found) in numbers.iter_mut().zip(found) {
        let off = subtract(found, residue(number, prime), prime);
        let steps = signed(multiply(off, inverse, prime), prime);
        if !steps.is_zero() {
            *number += &*modulus * steps;
            changed = true;
        }
    }
    *modulus *= prime;
    changed
}

pub(super) fn add(a: u64, b: u64, prime: u64) -> u64 {
    // Both are below 2^63.
    (a + b) % prime
}

pub(super) fn subtract(a: u64, b: u64, prime: u64) -> u64 {
    (a + (prime - b)) % prime
}

pub(super) fn multiply(a: u64, b: u64, prime: u64) -> u64 {
    let product = u128::from(a) * u128::from(b) % u128::from(prime);
    u64::try_from(product).expect("less than a prime of 63 bits")
}

/// The inverse of a nonzero number, by Fermat's little theorem.
pub(super) fn inverse(number: u64, prime: u64) -> u64 {
    let (mut base, mut exponent, mut result) = (number, prime - 2, 1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = multiply(result, base, prime);
        }
        base = multiply(base, base, prime);
        exponent /= 2;
    }
    result
}
