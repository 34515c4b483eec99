//! Linear recurrences with constant coefficients (C-finite sequences).
//!
//! The Berlekamp–Massey algorithm finds the shortest recurrence modulo primes (Massey, Shift-register synthesis and
//! BCH decoding, 1969). For a sequence of integers, the shortest recurrence over the rationals has integer
//! coefficients (Fatou's lemma), so the Chinese remainder theorem combines them, with their sign, until one more
//! prime changes nothing. In the end [`Recurrence::gives`] decides, which is exact.

use num_bigint::BigInt;
use num_traits::Zero as _;

use super::modular::{PRIMES, add, inverse, lift, multiply, residue, signed, subtract};
use super::{MOST_FITTED, Names, formula, margin};

/// a(n) = c1·a(n-1) + c2·a(n-2) + …, from the first terms on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recurrence {
    /// c1, c2, …
    coefficients: Vec<BigInt>,
    /// The terms before the first one that the recurrence produces; as many as there are coefficients.
    first: Vec<BigInt>,
}

impl Recurrence {
    /// The shortest recurrence of the terms, if there are more terms than it needs.
    pub(super) fn find(terms: &[BigInt]) -> Option<Self> {
        let fitted = &terms[..terms.len().min(MOST_FITTED)];
        let longest = fitted.len().checked_sub(margin(fitted.len()))? / 2;
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
                // A prime that divides a value that it should not; this practically never happens.
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

/// Berlekamp–Massey: c1, c2, … of the shortest recurrence modulo a prime; `None` if it has more than `longest` of
/// them.
fn shortest(terms: &[u64], prime: u64, longest: usize) -> Option<Vec<u64>> {
    // Connection polynomials 1 - c1·x - c2·x² - …: the current one, and the one before the last change of length,
    // `gap` steps ago, when its discrepancy was `before`.
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
        let factor = multiply(discrepancy, inverse(before, prime), prime);
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
