//! The problems of the day that come with the program, for days that no revealed season has a problem for.

use std::sync::LazyLock;

use chrono::{Datelike as _, NaiveDate};
use serde::Deserialize;

use crate::store::Difficulty;

/// Terms of each that are public. A program must print all.
pub const PUBLIC_TERMS: usize = 20;

/// Days take every eleventh problem, round and round: the file goes from easy to hard, and days go easy, medium, hard.
const STEP: usize = 11;

static POOL: LazyLock<Vec<PoolProblem>> = LazyLock::new(|| {
    let file: PoolFile =
        toml::from_str(include_str!("../../daily/pool.toml")).expect("a test reads the file");
    file.problem
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolFile {
    problem: Vec<PoolProblem>,
}

/// A problem that comes with the program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolProblem {
    /// Names it.
    pub slug: String,
    /// Title.
    pub title: String,
    /// How hard it is, in a word of [`Difficulty`].
    difficulty: String,
    /// Index of the first term.
    pub index_origin: i64,
    /// What the terms are, in Markdown.
    pub statement: String,
    /// A program that prints the terms.
    pub setter: String,
    /// The terms, with blanks between them.
    terms: String,
}

impl PoolProblem {
    /// The terms, the hidden ones too.
    pub fn terms(&self) -> Vec<String> {
        self.terms.split_whitespace().map(str::to_owned).collect()
    }

    /// How hard it is.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.difficulty.parse().ok()
    }
}

/// All of them.
pub fn pool() -> &'static [PoolProblem] {
    &POOL
}

/// The one of a day.
pub fn of_day(day: NaiveDate) -> &'static PoolProblem {
    let days = usize::try_from(day.num_days_from_ce()).unwrap_or(0);
    let at = days.wrapping_mul(STEP) % POOL.len();
    POOL.get(at).expect("a remainder is smaller")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_pool_has_thirty_problems_that_differ_in_their_public_terms() {
        let pool = pool();
        assert_eq!(pool.len(), 30);
        let of = |tell: fn(&PoolProblem) -> String| pool.iter().map(tell).collect::<BTreeSet<_>>();
        assert_eq!(of(|it| it.slug.clone()).len(), 30);
        assert_eq!(of(|it| it.title.clone()).len(), 30);
        assert_eq!(of(|it| it.terms()[..PUBLIC_TERMS].join(" ")).len(), 30);
        for problem in pool {
            let terms = problem.terms();
            assert_eq!(terms.len(), 60, "{}", problem.slug);
            assert!(problem.difficulty().is_some(), "{}", problem.slug);
            let all: BTreeSet<&String> = terms.iter().collect();
            assert!(all.len() > 2, "{}", problem.slug);
            // What is hidden does not only say again what is public.
            let (public, hidden) = terms.split_at(PUBLIC_TERMS);
            assert!(!hidden.starts_with(public), "{}", problem.slug);
        }
    }

    #[test]
    fn thirty_days_have_thirty_problems_and_three_days_three_grades() {
        let first: NaiveDate = "2026-11-27".parse().unwrap();
        let of_days: Vec<_> = first.iter_days().take(30).map(of_day).collect();
        let slugs: BTreeSet<&str> = of_days.iter().map(|it| it.slug.as_str()).collect();
        assert_eq!(slugs.len(), 30);
        for three in of_days.chunks(3) {
            let grades: BTreeSet<_> = three.iter().map(|it| it.difficulty.as_str()).collect();
            assert!(grades.len() > 1, "{grades:?}");
        }
    }
}
