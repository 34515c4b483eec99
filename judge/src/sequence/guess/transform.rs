//! Rules that appear after a simple transform: differences, partial sums, quotients of neighbours, and every k-th
//! term by itself.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::Zero as _;

use super::{Names, Rule, plain};

/// The most interleaved sequences that are tried.
const MOST_INTERLEAVED: usize = 6;

/// A rule for the transformed terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Transform {
    /// For a(n) - a(n-1).
    Differences(Box<Rule>),
    /// For a(0) + … + a(n).
    Sums(Box<Rule>),
    /// For a(n) / a(n-1), which is always whole.
    Quotients(Box<Rule>),
    /// One rule for each residue of the position.
    Interleaved(Vec<Rule>),
}

/// Makes a transform of the rule for what it gives.
type Wrap = fn(Box<Rule>) -> Transform;

/// The rules that appear after a transform. Each produces all the public terms.
pub(super) fn find(public: &[BigInt]) -> impl Iterator<Item = Rule> + '_ {
    let single = [
        (Some(differences(public)), Transform::Differences as Wrap),
        (Some(sums(public)), Transform::Sums),
        (quotients(public), Transform::Quotients),
    ];
    let single = single.into_iter().flat_map(|(changed, wrap)| {
        let changed = changed.unwrap_or_default();
        let rules: Vec<_> = plain(&changed)
            .filter(|rule| rule.gives(&changed))
            .collect();
        rules.into_iter().map(move |rule| wrap(Box::new(rule)))
    });
    let interleaved = (2..=MOST_INTERLEAVED).filter_map(move |count| {
        (0..count)
            .map(|place| {
                let part = every(public, count, place);
                plain(&part)
                    .chain(ratio(&part))
                    .find(|rule| rule.gives(&part))
            })
            .collect::<Option<Vec<_>>>()
            .map(Transform::Interleaved)
    });
    single.chain(interleaved).map(Rule::Transform)
}

/// The rule for the quotients of neighbours.
fn ratio(public: &[BigInt]) -> Option<Rule> {
    let quotients = quotients(public)?;
    let rule = plain(&quotients).find(|rule| rule.gives(&quotients))?;
    Some(Rule::Transform(Transform::Quotients(Box::new(rule))))
}

impl Transform {
    pub(super) fn gives(&self, terms: &[BigInt]) -> bool {
        let changed = match self {
            Self::Differences(rule) => (Some(differences(terms)), rule),
            Self::Sums(rule) => (Some(sums(terms)), rule),
            Self::Quotients(rule) => (quotients(terms), rule),
            Self::Interleaved(rules) => {
                let count = rules.len();
                return rules
                    .iter()
                    .enumerate()
                    .all(|(place, rule)| rule.gives(&every(terms, count, place)));
            }
        };
        let (changed, rule) = changed;
        changed.is_some_and(|changed| rule.gives(&changed))
    }

    pub(super) fn words(&self, names: Names) -> String {
        let (term, before, index) = (names.term(), names.term_before(1), names.index);
        // Of two neighbours the second gives the index.
        let later = names.origin.saturating_add(1);
        let called = |sequence, origin| Names {
            sequence,
            index,
            origin,
        };
        match self {
            Self::Differences(rule) => format!(
                "d({index}) = {term} - {before}, where {}",
                rule.words(called('d', later))
            ),
            Self::Sums(rule) => format!(
                "s({index}) = {}({}) + … + {term}, where {}",
                names.sequence,
                names.origin,
                rule.words(called('s', names.origin))
            ),
            Self::Quotients(rule) => format!(
                "q({index}) = {term}/{before}, where {}",
                rule.words(called('q', later))
            ),
            Self::Interleaved(rules) => interleaved_words(rules, names),
        }
    }
}

fn interleaved_words(rules: &[Rule], names: Names) -> String {
    let count = rules.len();
    let part = Names {
        sequence: 'b',
        index: 'k',
        origin: 0,
    };
    let parts = rules.iter().enumerate().map(|(place, rule)| {
        let shift = match names.index_at(place) {
            0 => String::new(),
            shift if shift < 0 => format!(" - {}", -shift),
            shift => format!(" + {shift}"),
        };
        format!(
            "b(k) = {}({count}k{shift}), where {}",
            names.sequence,
            rule.words(part)
        )
    });
    parts.collect::<Vec<_>>().join("; ")
}

fn differences(terms: &[BigInt]) -> Vec<BigInt> {
    terms.windows(2).map(|pair| &pair[1] - &pair[0]).collect()
}

fn sums(terms: &[BigInt]) -> Vec<BigInt> {
    let add = |sum: &mut BigInt, term| {
        *sum += term;
        Some(sum.clone())
    };
    terms.iter().scan(BigInt::zero(), add).collect()
}

/// The quotients of neighbours; `None` if one is not whole.
fn quotients(terms: &[BigInt]) -> Option<Vec<BigInt>> {
    terms
        .windows(2)
        .map(|pair| {
            if pair[0].is_zero() {
                return None;
            }
            let (quotient, rest) = pair[1].div_rem(&pair[0]);
            rest.is_zero().then_some(quotient)
        })
        .collect()
}

fn every(terms: &[BigInt], count: usize, place: usize) -> Vec<BigInt> {
    terms.iter().skip(place).step_by(count).cloned().collect()
}
