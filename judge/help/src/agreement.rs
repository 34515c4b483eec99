//! Measures how well grades agree with human scores: Kendall's `τ_b` and its significance (PRISM-Physics, appendix
//! F.2).
//!
//! `τ_b` and its asymptotic p-value are those of `scipy.stats.kendalltau(method='asymptotic')`: a two-sided normal
//! test with the variance under the null hypothesis, corrected for ties. The permutation p-value shuffles one of the
//! two rankings with a seeded generator and counts permutations that agree or disagree at least as strongly, (b +
//! 1)/(B + 1), so that it is never 0. Intervals resample problems: answers to one problem stay together.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

/// The default number of permutations; with 9,999 the smallest p-value is 1.00e-4, as in the paper's table 2.
pub const DEFAULT_PERMUTATIONS: u32 = 9_999;

/// The most observations; the number of their pairs still fits 64 bits with room for the variance.
pub const MAX_OBSERVATIONS: usize = 1_000_000;

/// Why two rankings cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgreementError {
    /// The lists have different lengths.
    #[error("x has {x} values and y has {y}; they have to be pairs")]
    Unequal {
        /// Length of the first list.
        x: usize,
        /// Length of the second list.
        y: usize,
    },
    /// There is no pair of observations.
    #[error("{0} observations; at least 2 are needed")]
    TooFew(usize),
    /// There are more than [`MAX_OBSERVATIONS`].
    #[error("{0} observations; at most {MAX_OBSERVATIONS} are compared")]
    TooMany(usize),
    /// A value has no rank.
    #[error("value {position} of {list} is not a finite number")]
    NotFinite {
        /// `x` or `y`.
        list: &'static str,
        /// From 1.
        position: usize,
    },
}

/// How well two rankings agree. Everything is `None` if all values of one ranking are equal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Kendall's `τ_b`, from −1 to 1.
    pub tau_b: Option<f64>,
    /// Two-sided, from the normal distribution.
    pub p_asymptotic: Option<f64>,
    /// Two-sided, from permutations.
    pub p_permutation: Option<f64>,
}

/// Compares two rankings.
///
/// # Errors
/// When the lists have different lengths, are too short or too long, or contain a value that is not a number.
pub fn agreement(
    x: &[f64],
    y: &[f64],
    permutations: u32,
    seed: u64,
) -> Result<Agreement, AgreementError> {
    let mut pairs = Pairs::new(x, y)?;
    let score = pairs.score();
    let (Some(tau_b), Some(deviation)) = (pairs.tau_b(score), pairs.null_deviation()) else {
        return Ok(Agreement {
            tau_b: None,
            p_asymptotic: None,
            p_permutation: None,
        });
    };
    let z = as_f64(score) / deviation;
    let p_asymptotic = libm::erfc(z.abs() / std::f64::consts::SQRT_2).min(1.0);
    Ok(Agreement {
        tau_b: Some(tau_b),
        p_asymptotic: Some(p_asymptotic),
        p_permutation: Some(pairs.p_permutation(score, permutations, seed)),
    })
}

/// The number of resamples for an interval.
const RESAMPLES: usize = 1_000;

/// The 95 % interval of `τ_b` by the bootstrap. `clusters` gives the problem of each observation, and problems are
/// drawn with all their observations. `None` with fewer than two problems, or if most draws have no `τ_b`.
///
/// # Errors
/// Like [`agreement`], and when `clusters` has another length.
pub fn interval(
    x: &[f64],
    y: &[f64],
    clusters: &[&str],
    seed: u64,
) -> Result<Option<(f64, f64)>, AgreementError> {
    // Lists that cannot be compared at all are an error.
    Pairs::new(x, y)?;
    if clusters.len() != x.len() {
        return Err(AgreementError::Unequal {
            x: x.len(),
            y: clusters.len(),
        });
    }
    let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, cluster) in clusters.iter().enumerate() {
        members.entry(cluster).or_default().push(at);
    }
    let members: Vec<Vec<usize>> = members.into_values().collect();
    // Draws of one problem are always the same.
    if members.len() < 2 {
        return Ok(None);
    }
    let mut random = SplitMix64(seed);
    let mut found = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let (mut drawn_x, mut drawn_y) = (Vec::new(), Vec::new());
        for _ in 0..members.len() {
            for &at in &members[random.below(members.len())] {
                drawn_x.push(x[at]);
                drawn_y.push(y[at]);
            }
        }
        let drawn = Pairs::new(&drawn_x, &drawn_y).ok().and_then(|mut pairs| {
            let score = pairs.score();
            pairs.tau_b(score)
        });
        found.extend(drawn);
    }
    found.sort_by(f64::total_cmp);
    let end = found.len() / 40;
    let is_known = 2 * found.len() > RESAMPLES;
    Ok(is_known.then(|| (found[end], found[found.len() - 1 - end])))
}

/// Observations as ranks, sorted by x and then y.
struct Pairs {
    /// The end of each group of equal x.
    group_ends: Vec<usize>,
    /// Ranks of y, sorted within each group.
    y: Vec<u32>,
    scratch: Vec<u32>,
    x_ties: Vec<i128>,
    y_ties: Vec<i128>,
}

impl Pairs {
    fn new(x: &[f64], y: &[f64]) -> Result<Self, AgreementError> {
        if x.len() != y.len() {
            return Err(AgreementError::Unequal {
                x: x.len(),
                y: y.len(),
            });
        }
        if x.len() < 2 {
            return Err(AgreementError::TooFew(x.len()));
        }
        if x.len() > MAX_OBSERVATIONS {
            return Err(AgreementError::TooMany(x.len()));
        }
        for (list, values) in [("x", x), ("y", y)] {
            if let Some(at) = values.iter().position(|value| !value.is_finite()) {
                return Err(AgreementError::NotFinite {
                    list,
                    position: at + 1,
                });
            }
        }
        let (x, x_ties) = ranks(x);
        let (y, y_ties) = ranks(y);
        let mut both: Vec<(u32, u32)> = x.into_iter().zip(y).collect();
        both.sort_unstable();
        let ends = both.windows(2).enumerate();
        let mut group_ends: Vec<usize> = ends
            .filter(|(_, pair)| pair[0].0 != pair[1].0)
            .map(|(at, _)| at + 1)
            .collect();
        group_ends.push(both.len());
        Ok(Self {
            group_ends,
            scratch: vec![0; both.len()],
            y: both.into_iter().map(|(_, y)| y).collect(),
            x_ties,
            y_ties,
        })
    }

    fn pair_count(&self) -> i128 {
        choose_two(as_i128(self.y.len()))
    }

    /// Concordant pairs minus discordant ones for the current `self.y`. Sorts each group and then counts inversions
    /// by merging: O(n log n).
    fn score(&mut self) -> i128 {
        let mut order = self.y.clone();
        let (mut start, mut tied_in_both) = (0, 0);
        for &end in &self.group_ends {
            let group = &mut order[start..end];
            group.sort_unstable();
            tied_in_both += group
                .chunk_by(|a, b| a == b)
                .map(|tie| choose_two(as_i128(tie.len())))
                .sum::<i128>();
            start = end;
        }
        let discordant = inversions(&mut order, &mut self.scratch);
        let ties = |groups: &[i128]| groups.iter().copied().map(choose_two).sum::<i128>();
        self.pair_count() - ties(&self.x_ties) - ties(&self.y_ties) + tied_in_both - 2 * discordant
    }

    fn tau_b(&self, score: i128) -> Option<f64> {
        let untied = |groups: &[i128]| {
            let tied: i128 = groups.iter().copied().map(choose_two).sum();
            as_f64(self.pair_count() - tied)
        };
        let (x, y) = (untied(&self.x_ties), untied(&self.y_ties));
        (x > 0.0 && y > 0.0).then(|| (as_f64(score) / x.sqrt() / y.sqrt()).clamp(-1.0, 1.0))
    }

    /// The standard deviation of the score if the rankings are independent.
    fn null_deviation(&self) -> Option<f64> {
        let n = as_i128(self.y.len());
        let sum = |groups: &[i128], term: fn(i128) -> i128| {
            groups.iter().map(|&size| term(size)).sum::<i128>()
        };
        let (x, y) = (&self.x_ties, &self.y_ties);
        let wide = |t: i128| t * (t - 1) * (2 * t + 5);
        let pairs = |t: i128| t * (t - 1);
        let triples = |t: i128| t * (t - 1) * (t - 2);
        let all = as_f64(wide(n) - sum(x, wide) - sum(y, wide)) / 18.0;
        let of_pairs = as_f64(sum(x, pairs)) * as_f64(sum(y, pairs)) / as_f64(2 * pairs(n));
        let of_triples = if n > 2 {
            as_f64(sum(x, triples)) * as_f64(sum(y, triples)) / as_f64(9 * triples(n))
        } else {
            0.0
        };
        let variance = all + of_pairs + of_triples;
        (variance > 0.0).then(|| variance.sqrt())
    }

    fn p_permutation(&mut self, score: i128, permutations: u32, seed: u64) -> f64 {
        let mut random = SplitMix64(seed);
        let mut as_strong = 0_u32;
        for _ in 0..permutations {
            for at in (1..self.y.len()).rev() {
                self.y.swap(at, random.below(at + 1));
            }
            as_strong += u32::from(self.score().abs() >= score.abs());
        }
        (f64::from(as_strong) + 1.0) / (f64::from(permutations) + 1.0)
    }
}

/// Ranks from 0, where equal values share one, and the sizes of the groups that share a rank.
fn ranks(values: &[f64]) -> (Vec<u32>, Vec<i128>) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let compare = |a: &usize, b: &usize| {
        let ordering = values[*a].partial_cmp(&values[*b]);
        ordering.unwrap_or(Ordering::Equal)
    };
    order.sort_by(compare);
    let mut ranks = vec![0; values.len()];
    let mut sizes = Vec::new();
    let groups = order.chunk_by(|a, b| compare(a, b) == Ordering::Equal);
    for (rank, group) in (0_u32..).zip(groups) {
        for &at in group {
            ranks[at] = rank;
        }
        sizes.push(as_i128(group.len()));
    }
    (ranks, sizes)
}

/// The number of pairs in the wrong order, counted while merging runs of doubling length.
fn inversions(values: &mut [u32], scratch: &mut [u32]) -> i128 {
    let mut count = 0;
    let mut width = 1;
    while width < values.len() {
        for start in (0..values.len()).step_by(2 * width) {
            let middle = (start + width).min(values.len());
            let end = (start + 2 * width).min(values.len());
            count += merge(
                &values[start..middle],
                &values[middle..end],
                &mut scratch[start..end],
            );
        }
        values.copy_from_slice(scratch);
        width *= 2;
    }
    count
}

/// Merges two sorted runs; counts the pairs in which the second run has the smaller value.
fn merge(left: &[u32], right: &[u32], into: &mut [u32]) -> i128 {
    let (mut l, mut r, mut count) = (0, 0, 0);
    for slot in into {
        let take_right = r < right.len() && (l == left.len() || right[r] < left[l]);
        if take_right {
            *slot = right[r];
            r += 1;
            count += left.len() - l;
        } else {
            *slot = left[l];
            l += 1;
        }
    }
    as_i128(count)
}

const fn choose_two(n: i128) -> i128 {
    n * (n - 1) / 2
}

fn as_i128(count: usize) -> i128 {
    i128::try_from(count).expect("a count fits 127 bits")
}

#[allow(
    clippy::cast_precision_loss,
    reason = "what is lost is far below the result's error"
)]
fn as_f64(number: i128) -> f64 {
    number as f64
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): small, and it never changes, as a
/// published p-value requires.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A uniform number below `bound`: the high half of a product, drawn again where the bound does not divide 2⁶⁴
    /// (Lemire 2019).
    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a length fits 64 bits");
        let refused_below = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            #[allow(clippy::cast_possible_truncation, reason = "the low half is wanted")]
            let low = product as u64;
            if low >= refused_below {
                let high = u64::try_from(product >> 64).expect("64 bits are left");
                return usize::try_from(high).expect("below a length");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tau(x: &[f64], y: &[f64]) -> Agreement {
        agreement(x, y, DEFAULT_PERMUTATIONS, 7).unwrap()
    }

    /// The definition, pair by pair.
    fn tau_by_definition(x: &[f64], y: &[f64]) -> Option<f64> {
        let (mut score, mut x_untied, mut y_untied) = (0.0, 0.0, 0.0);
        for i in 0..x.len() {
            for j in 0..i {
                let sign = |v: &[f64]| (v[i] - v[j]).partial_cmp(&0.0).unwrap() as i32;
                score += f64::from(sign(x) * sign(y));
                x_untied += f64::from(sign(x).abs());
                y_untied += f64::from(sign(y).abs());
            }
        }
        (x_untied > 0.0 && y_untied > 0.0).then(|| score / f64::sqrt(x_untied * y_untied))
    }

    #[test]
    fn a_known_sample() {
        // scipy.stats.kendalltau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]), from its documentation.
        let found = tau(&[12.0, 2.0, 1.0, 12.0, 2.0], &[1.0, 4.0, 7.0, 1.0, 0.0]);
        assert!((found.tau_b.unwrap() + 0.471_404_520_791_031_7).abs() < 1e-12);
        assert!((found.p_asymptotic.unwrap() - 0.282_745_459_932_774_8).abs() < 1e-9);
        let found = tau(&[7.0, 9.0, 0.0, 6.0, 5.0], &[7.0, 2.0, 0.0, 6.0, 4.0]);
        assert!((found.tau_b.unwrap() - 0.4).abs() < 1e-12);
        assert!((found.p_asymptotic.unwrap() - 0.327_186_877_790_305_75).abs() < 1e-9);
    }

    #[test]
    fn the_extremes() {
        let up: Vec<f64> = (0..40).map(f64::from).collect();
        let down: Vec<f64> = up.iter().rev().copied().collect();
        assert_eq!(tau(&up, &up).tau_b, Some(1.0));
        assert_eq!(tau(&up, &down).tau_b, Some(-1.0));
        let p = tau(&up, &down).p_permutation.unwrap();
        assert!(
            (p - 1e-4).abs() < 1e-15,
            "no shuffle of 40 is as strong: {p}"
        );
        assert_eq!(tau(&up, &vec![3.0; 40]).tau_b, None);
        assert_eq!(tau(&[1.0, 2.0], &[5.0, 9.0]).tau_b, Some(1.0));
    }

    #[test]
    fn the_permutation_test_is_reproducible_and_near_the_asymptotic_one() {
        let x: Vec<f64> = (0..70).map(|i| f64::from(i * 37 % 11)).collect();
        let y: Vec<f64> = (0..70)
            .map(|i| f64::from((i * 37 % 11) / 3 + i * 53 % 7))
            .collect();
        let first = tau(&x, &y);
        assert_eq!(first, tau(&x, &y));
        let (p, q) = (first.p_asymptotic.unwrap(), first.p_permutation.unwrap());
        assert!((p - q).abs() < 0.02, "{p} {q}");
    }

    #[test]
    fn an_interval_is_of_problems() {
        let x: Vec<f64> = (0..60).map(|i| f64::from(i * 37 % 11)).collect();
        let y: Vec<f64> = (0..60)
            .map(|i| f64::from(i * 37 % 11 + i * 53 % 9))
            .collect();
        let names: Vec<String> = (0..60).map(|i| i.to_string()).collect();
        let each: Vec<&str> = names.iter().map(String::as_str).collect();
        let (low, high) = interval(&x, &y, &each, 7).unwrap().unwrap();
        let tau = tau(&x, &y).tau_b.unwrap();
        assert!(-1.0 < low && low < tau && tau < high && high < 1.0);
        assert_eq!(interval(&x, &y, &each, 7).unwrap(), Some((low, high)));
        // Repeating the same answers ten times adds no evidence.
        let often = |values: &[f64]| values.repeat(10);
        let again = interval(&often(&x), &often(&y), &each.repeat(10), 7).unwrap();
        let (low_again, high_again) = again.unwrap();
        assert!(high_again - low_again > 0.8 * (high - low));
        assert_eq!(interval(&x, &[1.0; 60], &each, 7).unwrap(), None);
        // One problem says nothing of others.
        assert_eq!(interval(&x, &y, &["p"; 60], 7).unwrap(), None);
    }

    #[test]
    fn what_cannot_be_compared_is_said() {
        let error = |x: &[f64], y: &[f64]| agreement(x, y, 9, 1).unwrap_err().to_string();
        assert_eq!(
            error(&[1.0], &[1.0, 2.0]),
            "x has 1 values and y has 2; they have to be pairs"
        );
        assert_eq!(error(&[], &[]), "0 observations; at least 2 are needed");
        assert_eq!(
            error(&[1.0, 2.0], &[1.0, f64::NAN]),
            "value 2 of y is not a finite number"
        );
    }

    proptest! {
        #[test]
        fn counting_by_merging_is_the_definition(
            pairs in proptest::collection::vec((-4_i8..5, -4_i8..5), 2..60),
        ) {
            let (x, y): (Vec<f64>, Vec<f64>) =
                pairs.into_iter().map(|(x, y)| (f64::from(x), f64::from(y))).unzip();
            let found = agreement(&x, &y, 0, 1).unwrap().tau_b;
            match (found, tau_by_definition(&x, &y)) {
                (Some(found), Some(wanted)) => prop_assert!((found - wanted).abs() < 1e-12),
                (found, wanted) => prop_assert_eq!(found, wanted),
            }
        }
    }
}
