//! The result of the final answers. It is reported beside the score and does not affect it.

use std::fmt;

use serde::{Deserialize, Serialize};

use formula::credit::eed::EedScore;

/// The result of the final answers of a derivation, or of a person's derivations in a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalAnswers {
    /// How many final answers are matched; for a season, how many problems have all of them matched.
    pub right: u32,
    /// How many there are in total.
    pub of: u32,
    /// The mean EED over them.
    pub eed: EedScore,
}

impl FinalAnswers {
    /// The result for a season with this many problems. A problem without a row counts as no right answer and an EED
    /// of 0.
    pub fn of_season(rows: &[Self], problems: usize) -> Self {
        let count = |number: usize| u32::try_from(number).expect("fewer than 2^32 problems");
        let scores: Vec<EedScore> = rows.iter().map(|row| row.eed).collect();
        Self {
            right: count(rows.iter().filter(|row| row.right == row.of).count()),
            of: count(problems),
            eed: EedScore::mean(&scores, problems),
        }
    }
}

impl fmt::Display for FinalAnswers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.right, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_of_a_season_is_right_when_all_its_answers_are() {
        let row = |right, of, eed| FinalAnswers {
            right,
            of,
            eed: EedScore(eed),
        };
        let rows = [
            row(2, 2, 100_000),
            row(1, 2, 73_334),
            row(0, 1, 0),
            row(1, 1, 100_000),
        ];
        assert_eq!(FinalAnswers::of_season(&rows, 5), row(2, 5, 54_667));
        assert_eq!(FinalAnswers::of_season(&[], 3), row(0, 3, 0));
        assert_eq!(row(2, 5, 0).to_string(), "2 of 5");
    }
}
