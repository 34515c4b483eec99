//! Sequences that are a polynomial in n, found by finite differences.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, Signed as _, Zero as _};

use super::{MOST_FITTED, Names, formula, margin};

/// A polynomial in Newton's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial {
    /// The first term, then the first of its differences, and so on; the last is not zero.
    differences: Vec<BigInt>,
}

impl Polynomial {
    /// The polynomial of lowest degree through all terms, if there are more terms than it needs.
    pub(super) fn find(terms: &[BigInt]) -> Option<Self> {
        let mut row = terms[..terms.len().min(MOST_FITTED)].to_vec();
        let enough = margin(row.len());
        let mut differences = Vec::new();
        while row.iter().any(|value| !value.is_zero()) {
            if row.len() <= enough {
                return None;
            }
            differences.push(row[0].clone());
            for place in 1..row.len() {
                row[place - 1] = &row[place] - &row[place - 1];
            }
            row.pop();
        }
        (row.len() >= enough).then_some(Self { differences })
    }

    pub(super) fn gives(&self, terms: &[BigInt]) -> bool {
        let mut state = self.differences.clone();
        terms.iter().all(|term| {
            let fits = state.first().map_or(term.is_zero(), |value| value == term);
            for place in 1..state.len() {
                let step = state[place].clone();
                state[place - 1] += step;
            }
            fits
        })
    }

    pub(super) fn words(&self, names: Names) -> String {
        let (coefficients, denominator) = self.in_the_index(names.origin);
        let powers = coefficients.into_iter().enumerate().rev();
        let body = formula::sum(powers.map(|(power, coefficient)| {
            let factor = names.power(power);
            (coefficient, factor)
        }));
        if denominator.is_one() {
            format!("{} = {body}", names.term())
        } else {
            format!(
                "{} = ({body})/{}",
                names.term(),
                formula::number(&denominator)
            )
        }
    }

    /// The coefficients of n^0, n^1, … and their common denominator.
    fn in_the_index(&self, index_origin: i64) -> (Vec<BigInt>, BigInt) {
        // The sum over k of d_k·C(x, k) with x = n - origin, times the factorial of the degree.
        let degree = self.differences.len().saturating_sub(1);
        let mut denominator: BigInt = (1..=degree).map(BigInt::from).product();
        let mut sum = vec![BigInt::zero(); degree + 1];
        // x·(x-1)·…·(x-k+1) as a polynomial in n, and the factorial of the degree over that of k.
        let mut falling = vec![BigInt::one()];
        let mut scale = denominator.clone();
        for (k, difference) in self.differences.iter().enumerate() {
            if k > 0 {
                scale /= k;
                let shift = BigInt::from(index_origin) + BigInt::from(k - 1);
                let mut next = vec![BigInt::zero(); falling.len() + 1];
                for (power, coefficient) in falling.iter().enumerate() {
                    next[power + 1] += coefficient;
                    next[power] -= coefficient * &shift;
                }
                falling = next;
            }
            for (power, coefficient) in falling.iter().enumerate() {
                sum[power] += coefficient * difference * &scale;
            }
        }
        let common = sum
            .iter()
            .fold(denominator.clone(), |gcd, c| gcd.gcd(c))
            .abs();
        denominator /= &common;
        for coefficient in &mut sum {
            *coefficient /= &common;
        }
        (sum, denominator)
    }
}
