//! Linear recurrences whose coefficients are polynomials in n (holonomic or P-recursive sequences): products such as
//! factorials and binomials, and sums of them.
//!
//! For each small order and degree, the coefficients solve a linear system (Kauers and Paule, The Concrete
//! Tetrahedron, 7.2). It is solved modulo primes; fractions are reconstructed from their remainders, and the rule is
//! then checked with whole numbers.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, Signed as _, Zero as _};

use super::modular::{PRIMES, inverse, lift, multiply, residue, signed, subtract};
use super::{Names, formula, margin};

/// The orders and degrees that are tried, those with fewer coefficients first.
const SHAPES: [Shape; 8] = [
    Shape {
        order: 1,
        degree: 1,
    },
    Shape {
        order: 2,
        degree: 1,
    },
    Shape {
        order: 1,
        degree: 2,
    },
    Shape {
        order: 3,
        degree: 1,
    },
    Shape {
        order: 1,
        degree: 3,
    },
    Shape {
        order: 2,
        degree: 2,
    },
    Shape {
        order: 2,
        degree: 3,
    },
    Shape {
        order: 3,
        degree: 2,
    },
];

/// The most terms that the system is built from; it has at most 12 unknowns.
const MOST_EQUATIONS: usize = 100;

#[derive(Clone, Copy, Debug)]
struct Shape {
    order: usize,
    degree: usize,
}

impl Shape {
    const fn unknowns(self) -> usize {
        (self.order + 1) * (self.degree + 1)
    }
}

/// p0(x)·a(x) + p1(x)·a(x-1) + … = 0, where x is the position of a term, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holonomic {
    /// The coefficients of x^0, x^1, … of each polynomial.
    polynomials: Vec<Vec<BigInt>>,
    /// The terms that the recurrence does not produce.
    first: Vec<BigInt>,
}

impl Holonomic {
    /// The smallest such recurrence of the terms, if there are more terms than it needs.
    pub(super) fn find(terms: &[BigInt]) -> Option<Self> {
        SHAPES
            .into_iter()
            .find_map(|shape| Self::of_shape(terms, shape))
    }

    fn of_shape(terms: &[BigInt], shape: Shape) -> Option<Self> {
        let fitted = &terms[..terms.len().min(MOST_EQUATIONS)];
        let needed = shape.unknowns() - 1 + shape.order + margin(fitted.len());
        if fitted.len() < needed {
            return None;
        }
        let mut lifted: Option<(Vec<BigInt>, BigInt)> = None;
        for prime in PRIMES {
            let found = solution(fitted, shape, prime)?;
            let (numbers, modulus) = if let Some((numbers, modulus)) = &mut lifted {
                lift(numbers, modulus, &found, prime);
                (&*numbers, &*modulus)
            } else {
                let numbers = found.iter().map(|&c| signed(c, prime)).collect();
                let (numbers, modulus) = lifted.insert((numbers, prime.into()));
                (&*numbers, &*modulus)
            };
            let Some(mut coefficients) = without_fractions(numbers, modulus) else {
                continue;
            };
            // The equation is written with a positive coefficient at the highest power before a(n).
            let own = coefficients[..=shape.degree].iter().rev();
            if own.clone().find(|c| !c.is_zero())?.is_negative() {
                for coefficient in &mut coefficients {
                    *coefficient = -&*coefficient;
                }
            }
            let rule = Self {
                polynomials: coefficients
                    .chunks(shape.degree + 1)
                    .map(<[BigInt]>::to_vec)
                    .collect(),
                first: fitted[..shape.order].to_vec(),
            };
            if rule.gives(terms) {
                return Some(rule);
            }
        }
        None
    }

    pub(super) fn gives(&self, terms: &[BigInt]) -> bool {
        let order = self.first.len();
        let starts = self
            .first
            .iter()
            .zip(terms)
            .all(|(given, term)| given == term);
        starts
            && (order..terms.len()).all(|place| {
                let values = self.polynomials.iter().map(|p| value(p, place));
                let backwards = terms[place - order..=place].iter().rev();
                let mut summands = values.zip(backwards).peekable();
                // A term whose own coefficient is 0 would not be determined at all.
                let given = summands.peek().is_some_and(|(own, _)| !own.is_zero());
                given
                    && summands
                        .map(|(value, term)| value * term)
                        .sum::<BigInt>()
                        .is_zero()
            })
    }

    pub(super) fn words(&self, names: Names) -> String {
        let shifted: Vec<_> = self
            .polynomials
            .iter()
            .map(|polynomial| in_the_index(polynomial, names.origin))
            .collect();
        let product = |polynomial: &[BigInt], back: usize| {
            let powers = polynomial.iter().cloned().enumerate().rev();
            let many = polynomial.iter().filter(|c| !c.is_zero()).count() > 1;
            let sum =
                formula::sum(powers.map(|(power, coefficient)| (coefficient, names.power(power))));
            let term = match back {
                0 => names.term(),
                back => names.term_before(back),
            };
            match (many, sum.as_str()) {
                (false, "1") => term,
                (false, _) => format!("{sum}·{term}"),
                (true, _) => format!("({sum})·{term}"),
            }
        };
        let right: Vec<_> = shifted
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(_, polynomial)| polynomial.iter().any(|c| !c.is_zero()))
            .map(|(back, polynomial)| {
                let negated: Vec<_> = polynomial.iter().map(|c| -c).collect();
                product(&negated, back)
            })
            .collect();
        format!(
            "{} = {} from {} = {}",
            product(&shifted[0], 0),
            right.join(" + "),
            names.index,
            names.index_at(self.first.len())
        )
    }
}

/// The value of a polynomial at a place.
fn value(polynomial: &[BigInt], place: usize) -> BigInt {
    let add = |sum: BigInt, coefficient: &BigInt| sum * place + coefficient;
    polynomial.iter().rev().fold(BigInt::zero(), add)
}

/// The same polynomial in n, which is the position plus the index of the first term.
fn in_the_index(polynomial: &[BigInt], origin: i64) -> Vec<BigInt> {
    // Horner's rule with n - origin in the place of x.
    let mut shifted = vec![BigInt::zero(); polynomial.len()];
    for coefficient in polynomial.iter().rev() {
        for power in (0..shifted.len()).rev() {
            let below = match power {
                0 => BigInt::zero(),
                power => shifted[power - 1].clone(),
            };
            shifted[power] = below - &shifted[power] * origin;
        }
        shifted[0] += coefficient;
    }
    shifted
}

/// The coefficients modulo a prime, one of them 1; `None` unless there is exactly one solution up to a factor.
fn solution(terms: &[BigInt], shape: Shape, prime: u64) -> Option<Vec<u64>> {
    let residues: Vec<u64> = terms.iter().map(|term| residue(term, prime)).collect();
    let unknowns = shape.unknowns();
    // The reduced rows, each with its pivot column.
    let mut rows: Vec<(usize, Vec<u64>)> = Vec::with_capacity(unknowns);
    for place in shape.order..residues.len() {
        let mut row = Vec::with_capacity(unknowns);
        for term in residues[place - shape.order..=place].iter().rev() {
            let mut entry = *term;
            for _ in 0..=shape.degree {
                row.push(entry);
                entry = multiply(entry, place as u64, prime);
            }
        }
        for (pivot, reduced) in &rows {
            eliminate(&mut row, reduced, *pivot, prime);
        }
        let Some(pivot) = row.iter().position(|&entry| entry != 0) else {
            continue;
        };
        let scale = inverse(row[pivot], prime);
        for entry in &mut row {
            *entry = multiply(*entry, scale, prime);
        }
        for (_, reduced) in &mut rows {
            eliminate(reduced, &row, pivot, prime);
        }
        rows.push((pivot, row));
        if rows.len() == unknowns {
            return None;
        }
    }
    let mut free = (0..unknowns).filter(|column| rows.iter().all(|(pivot, _)| pivot != column));
    let (Some(free), None) = (free.next(), free.next()) else {
        return None;
    };
    let mut solution = vec![0; unknowns];
    solution[free] = 1;
    for (pivot, row) in &rows {
        solution[*pivot] = subtract(0, row[free], prime);
    }
    Some(solution)
}

/// Subtracts the multiple of `other`, which has 1 at the pivot, that makes the row 0 there.
fn eliminate(row: &mut [u64], other: &[u64], pivot: usize, prime: u64) {
    let factor = row[pivot];
    if factor != 0 {
        for (entry, &other) in row.iter_mut().zip(other) {
            *entry = subtract(*entry, multiply(factor, other, prime), prime);
        }
    }
}

/// Whole numbers in the same ratio as the fractions with the given remainders; `None` if the fractions are too large
/// for the modulus.
fn without_fractions(remainders: &[BigInt], modulus: &BigInt) -> Option<Vec<BigInt>> {
    let mut denominator = BigInt::one();
    let mut numbers = Vec::with_capacity(remainders.len());
    for remainder in remainders {
        let (numerator, own) = fraction(&(remainder * &denominator), modulus)?;
        for number in &mut numbers {
            *number *= &own;
        }
        denominator *= own;
        numbers.push(numerator);
    }
    let common = numbers.iter().fold(BigInt::zero(), |gcd, n| gcd.gcd(n));
    if common.is_zero() {
        return None;
    }
    Some(numbers.into_iter().map(|number| number / &common).collect())
}

/// The fraction with this remainder whose numerator and denominator are below the square root of
/// half the modulus (Wang's rational reconstruction).
fn fraction(remainder: &BigInt, modulus: &BigInt) -> Option<(BigInt, BigInt)> {
    let bound = (modulus / 2u32).sqrt();
    let (mut before, mut rest) = (modulus.clone(), remainder.mod_floor(modulus));
    let (mut factor_before, mut factor) = (BigInt::zero(), BigInt::one());
    while rest > bound {
        let (quotient, next) = before.div_rem(&rest);
        before = std::mem::replace(&mut rest, next);
        let next = factor_before - &quotient * &factor;
        factor_before = std::mem::replace(&mut factor, next);
    }
    if factor.is_zero() || factor.abs() > bound {
        return None;
    }
    Some(if factor.is_negative() {
        (-rest, -factor)
    } else {
        (rest, factor)
    })
}
