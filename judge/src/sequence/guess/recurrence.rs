//! Linear recurrences with constant coefficients (C-finite sequences).
//!
//! The shortest recurrence is found by the Berlekamp–Massey algorithm modulo primes (Massey,
//! Shift-register synthesis and BCH decoding, 1969). For a sequence of integers the shortest
//! recurrence over the rationals has integer coefficients (Fatou's lemma), so they are put
//! together by the Chinese remainder theorem, with their sign, until one more prime changes
//! nothing. What counts in the end is [`Recurrence::gives`], which is exact.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use super::{MOST_FITTED, Names, formula, margin};

/// Primes just below 2^63. A modulus of all of them has 755 bits: larger coefficients belong to
/// no formula that a person would see.
const PRIMES: [u64; 12] = {
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

/// a(n) = c1·a(n-1) + c2·a(n-2) + …, from the first terms on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recurrence {
    /// c1, c2, …
    coefficients: Vec<BigInt>,
    /// The terms before the first that the recurrence gives; as many as coefficients.
    first: Vec<BigInt>,
}

impl Recurrence {
    /// The shortest recurrence of the terms, when they are more than it needs.
    pub(super) fn find(terms: &[BigInt]) -> Option<Self> {
        let fitted = &terms[..terms.len().min(MOST_FITTED)];
        let longest = fitted.len().checked_sub(margin(terms.len()))? / 2;
        let mut lifted: Option<(Vec<BigInt>, BigInt)> = None;
        for prime in PRIMES {
            let residues: Vec<u64> = fitted.iter().map(|term| residue(term, prime)).collect();
            let found = shortest(&residues, prime, longest)?;
            let Some((coefficients, modulus)) = &mut lifted else {
                lifted = Some((
                    found.iter().map(|&c| signed(c, prime)).collect(),
                    prime.into(),
                ));
                continue;
            };
            if coefficients.len() != found.len() {
                // A prime that divides something it should not; as good as never.
                return None;
            }
            let changed = lift(coefficients, modulus, &found, prime);
            if !changed {
                let rule = Self {
                    coefficients: coefficients.clone(),
                    first: fitted[..coefficients.len()].to_vec(),
                };
                return rule.gives(terms).then_some(rule);
            }
        }
        None
    }

    pub(super) fn gives(&self, terms: &[BigInt]) -> bool {
        let order = self.coefficients.len();
        self.first
            .iter()
            .zip(terms)
            .all(|(given, term)| given == term)
            && (order..terms.len()).all(|n| {
                let given: BigInt = self
                    .coefficients
                    .iter()
                    .zip(terms[n - order..n].iter().rev())
                    .filter(|(coefficient, _)| !coefficient.is_zero())
                    .map(|(coefficient, term)| coefficient * term)
                    .sum();
                given == terms[n]
            })
    }

    pub(super) fn words(&self, names: Names) -> String {
        let summands = self.coefficients.iter().zip(1..);
        let body = formula::sum(
            summands.map(|(coefficient, back)| (coefficient.clone(), names.term_before(back))),
        );
        let from = names.index_at(self.coefficients.len());
        format!("{} = {body} from {} = {from}", names.term(), names.index)
    }
}

/// The remainder of a term, from 0 to the prime.
fn residue(term: &BigInt, prime: u64) -> u64 {
    term.mod_floor(&BigInt::from(prime))
        .to_u64()
        .expect("less than a prime of 63 bits")
}

/// The remainder nearest to 0.
fn signed(residue: u64, prime: u64) -> BigInt {
    if residue > prime / 2 {
        BigInt::from(residue) - prime
    } else {
        residue.into()
    }
}

/// Takes one more prime into coefficients that are known modulo `modulus`, each the nearest to 0.
/// Says whether any of them changed.
fn lift(coefficients: &mut [BigInt], modulus: &mut BigInt, found: &[u64], prime: u64) -> bool {
    let inverse = power(residue(modulus, prime), prime - 2, prime);
    let mut changed = false;
    for (coefficient, &found) in coefficients.iter_mut().zip(found) {
        let off = subtract(found, residue(coefficient, prime), prime);
        let steps = signed(multiply(off, inverse, prime), prime);
        if !steps.is_zero() {
            *coefficient += &*modulus * steps;
            changed = true;
        }
    }
    *modulus *= prime;
    changed
}

/// Berlekamp–Massey: c1, c2, … of the shortest recurrence modulo a prime; `None` when it has more
/// than `longest` of them.
fn shortest(terms: &[u64], prime: u64, longest: usize) -> Option<Vec<u64>> {
    // Connection polynomials 1 - c1·x - c2·x² - …: the present one, and the one before the last
    // change of length, `gap` steps ago, when its discrepancy was `before`.
    let mut present = vec![1];
    let mut earlier = vec![1];
    let (mut length, mut gap, mut before) = (0, 1, 1);
    for n in 0..terms.len() {
        let discrepancy = present
            .iter()
            .zip(terms[..=n].iter().rev())
            .fold(0, |sum, (&c, &term)| {
                add(sum, multiply(c, term, prime), prime)
            });
        if discrepancy == 0 {
            gap += 1;
            continue;
        }
        let factor = multiply(discrepancy, power(before, prime - 2, prime), prime);
        let mut next = present.clone();
        next.resize(next.len().max(earlier.len() + gap), 0);
        for (place, &c) in next[gap..].iter_mut().zip(&earlier) {
            *place = subtract(*place, multiply(factor, c, prime), prime);
        }
        if 2 * length <= n {
            length = n + 1 - length;
            if length > longest {
                return None;
            }
            (earlier, before, gap) = (present, discrepancy, 1);
        } else {
            gap += 1;
        }
        present = next;
    }
    present.resize(length + 1, 0);
    Some(
        present[1..]
            .iter()
            .map(|&c| subtract(0, c, prime))
            .collect(),
    )
}

fn add(a: u64, b: u64, prime: u64) -> u64 {
    // Both are below 2^63.
    (a + b) % prime
}

fn subtract(a: u64, b: u64, prime: u64) -> u64 {
    (a + (prime - b)) % prime
}

fn multiply(a: u64, b: u64, prime: u64) -> u64 {
    let product = u128::from(a) * u128::from(b) % u128::from(prime);
    u64::try_from(product).expect("less than a prime of 63 bits")
}

fn power(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut result = u64::one();
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = multiply(result, base, prime);
        }
        base = multiply(base, base, prime);
        exponent /= 2;
    }
    result
}
