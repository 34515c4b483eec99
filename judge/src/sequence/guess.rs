//! The built-in guesser: finds a simple rule in the terms that everybody sees, and says whether
//! the hidden terms follow it. A setter is warned when they do, because then the hidden half of
//! the problem asks for nothing that the public half does not give away.
//!
//! A rule is found in the public terms alone and needs more of them than it has freedom: at least
//! [`margin`] terms must confirm what the others determined. Everything is exact; the arithmetic
//! modulo primes only proposes. The cost is bounded by [`MOST_FITTED`].

use num_bigint::BigInt;

mod formula;
mod holonomic;
mod modular;
mod period;
mod polynomial;
mod recurrence;
mod transform;

use holonomic::Holonomic;
use period::Period;
use polynomial::Polynomial;
use recurrence::Recurrence;
use transform::Transform;

/// Public terms that a rule is made from at most; the others only confirm it. A recurrence of
/// order 200 is beyond what anybody would call simple, and the cost grows with the square.
const MOST_FITTED: usize = 400;

/// A rule that gives a whole sequence from its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    Period(Period),
    Polynomial(Polynomial),
    Recurrence(Recurrence),
    Holonomic(Holonomic),
    Transform(Transform),
}

/// What the terms are called in a formula.
#[derive(Clone, Copy, Debug)]
struct Names {
    sequence: char,
    index: char,
    /// Index of the first term.
    origin: i64,
}

impl Names {
    /// The index of the term at a place.
    fn index_at(self, place: usize) -> i128 {
        i128::from(self.origin) + i128::try_from(place).expect("a place is small")
    }

    /// `a(n)`.
    fn term(self) -> String {
        format!("{}({})", self.sequence, self.index)
    }

    /// `n^3`; nothing for the power 0.
    fn power(self, power: usize) -> String {
        match power {
            0 => String::new(),
            1 => self.index.to_string(),
            power => format!("{}^{power}", self.index),
        }
    }

    /// `a(n-3)`.
    fn term_before(self, back: usize) -> String {
        format!("{}({}-{back})", self.sequence, self.index)
    }
}

/// Terms that must confirm a rule beyond those that determine it: a tenth of those it is made
/// from, and never fewer than four.
fn margin(fitted: usize) -> usize {
    (fitted / 10).max(4)
}

/// A rule in words, when it is found in the first `n_public` terms and gives all terms.
/// `index_origin` is the index of the first term.
pub fn foretold(terms: &[BigInt], n_public: usize, index_origin: i64) -> Option<String> {
    let names = Names {
        sequence: 'a',
        index: 'n',
        origin: index_origin,
    };
    let public = terms.get(..n_public)?;
    candidates(public)
        .find(|rule| rule.gives(terms))
        .map(|rule| rule.words(names))
}

/// The rules found in the public terms, the simplest first; found when asked for.
fn candidates(public: &[BigInt]) -> impl Iterator<Item = Rule> + '_ {
    // Found last: where a simpler transform does, its formula is easier to read.
    let holonomic = std::iter::once_with(|| Holonomic::find(public));
    plain(public)
        .chain(transform::find(public))
        .chain(holonomic.flatten().map(Rule::Holonomic))
}

type Finder = fn(&[BigInt]) -> Option<Rule>;

/// The rules that need no transform.
fn plain(public: &[BigInt]) -> impl Iterator<Item = Rule> + '_ {
    let finders: [Finder; 3] = [
        |terms| Period::find(terms).map(Rule::Period),
        |terms| Polynomial::find(terms).map(Rule::Polynomial),
        |terms| Recurrence::find(terms).map(Rule::Recurrence),
    ];
    finders.into_iter().filter_map(move |find| find(public))
}

impl Rule {
    /// All of `terms` are what the rule gives.
    fn gives(&self, terms: &[BigInt]) -> bool {
        match self {
            Self::Period(rule) => rule.gives(terms),
            Self::Polynomial(rule) => rule.gives(terms),
            Self::Recurrence(rule) => rule.gives(terms),
            Self::Holonomic(rule) => rule.gives(terms),
            Self::Transform(rule) => rule.gives(terms),
        }
    }

    /// The rule as a formula.
    fn words(&self, names: Names) -> String {
        match self {
            Self::Period(rule) => rule.words(names),
            Self::Polynomial(rule) => rule.words(names),
            Self::Recurrence(rule) => rule.words(names),
            Self::Holonomic(rule) => rule.words(names),
            Self::Transform(rule) => rule.words(names),
        }
    }
}

#[cfg(test)]
mod tests;
