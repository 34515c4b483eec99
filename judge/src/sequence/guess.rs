//! The built-in guesser: searches for a simple rule in the public terms, and checks whether the hidden terms follow
//! it. If they do, the setter is warned, because the public half of the problem gives the hidden half away.
//!
//! A rule is found in the public terms alone and needs more of them than it has degrees of freedom: at least
//! [`margin`] terms must confirm what the others determined. All results are exact; arithmetic modulo primes only
//! proposes rules. The cost is bounded by [`MOST_FITTED`].

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

/// The most public terms that a rule is fitted to; the others only confirm it. Nobody would call a recurrence of
/// order 200 simple, and the cost grows with the square.
const MOST_FITTED: usize = 400;

/// A rule that produces a whole sequence from its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    Period(Period),
    Polynomial(Polynomial),
    Recurrence(Recurrence),
    Holonomic(Holonomic),
    Transform(Transform),
}

/// How a formula names the terms.
#[derive(Clone, Copy, Debug)]
struct Names {
    sequence: char,
    index: char,
    /// Index of the first term.
    origin: i64,
}

impl Names {
    /// The index of the term at a position.
    fn index_at(self, place: usize) -> i128 {
        i128::from(self.origin) + i128::try_from(place).expect("a place is small")
    }

    /// `a(n)`.
    fn term(self) -> String {
        format!("{}({})", self.sequence, self.index)
    }

    /// `n^3`; empty for the power 0.
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

/// How many terms must confirm a rule beyond those that determine it: a tenth of the latter, and at least four.
fn margin(fitted: usize) -> usize {
    (fitted / 10).max(4)
}

/// The rule in words that gives the hidden terms away: it is found in the first `n_public` terms, written in decimal,
/// and produces all of them. `None` also where nothing is hidden. `index_origin` is the index of the first term.
pub fn giveaway(terms: &[String], n_public: u32, index_origin: i64) -> Option<String> {
    let n_public = usize::try_from(n_public).ok()?;
    if n_public >= terms.len() {
        return None;
    }
    let numbers: Vec<BigInt> = (terms.iter())
        .map(|term| term.parse().ok())
        .collect::<Option<_>>()?;
    foretold(&numbers, n_public, index_origin)
}

/// The rule in words, if one is found in the first `n_public` terms and produces all terms.
fn foretold(terms: &[BigInt], n_public: usize, index_origin: i64) -> Option<String> {
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

/// The rules found in the public terms, the simplest first; they are searched lazily.
fn candidates(public: &[BigInt]) -> impl Iterator<Item = Rule> + '_ {
    // Searched last: if a simpler transform works, its formula is easier to read.
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
    /// Whether the rule produces all of `terms`.
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
