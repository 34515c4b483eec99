//! Turns a distance into a score between 0 and 100.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The score of a wrong answer as its distance approaches 0.
const BEST_WRONG_SCORE: f64 = 60.0;

/// The distance divided by the number of nodes of the reference's tree.
pub fn relative_distance(distance: f64, tree_size: usize) -> f64 {
    distance / nodes(tree_size)
}

fn nodes(tree_size: usize) -> f64 {
    f64::from(u32::try_from(tree_size).unwrap_or(u32::MAX))
}

/// `100` for the same tree, `60 − 100 r` for a relative distance `r` below 0.6, else 0.
pub fn score(distance: f64, tree_size: usize) -> f64 {
    if distance == 0.0 {
        return 100.0;
    }
    // Calculated in this order, so that the last digit equals that of the published program.
    let lost = 100.0 * distance / nodes(tree_size);
    (BEST_WRONG_SCORE - lost).max(0.0)
}

/// A score as records store it: thousandths of a point, 0 to 100,000. Records hold only whole numbers and texts, so
/// it is written as a decimal number in a text: `"46.667"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EedScore(pub u32);

impl EedScore {
    /// The score of an equivalent answer.
    pub const FULL: Self = Self(100_000);

    /// The nearest thousandth to a score from 0 to 100.
    pub fn of_points(points: f64) -> Self {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 100,000"
        )]
        let thousandths = (points.clamp(0.0, 100.0) * 1000.0).round() as u32;
        Self(thousandths)
    }

    /// The mean over `over` items, to the nearest thousandth; items without a score count as 0. With no items it is
    /// 0.
    pub fn mean(scores: &[Self], over: usize) -> Self {
        let sum: u64 = scores.iter().map(|score| u64::from(score.0)).sum();
        let over = u64::try_from(over.max(scores.len())).expect("a count fits");
        let mean = (2 * sum + over).checked_div(2 * over).unwrap_or(0);
        Self(u32::try_from(mean).expect("no mean is above what it is of"))
    }

    /// The score as a number from 0 to 100.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl fmt::Display for EedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        let decimals = format!("{rest:03}");
        write!(f, "{whole}.{}", decimals.trim_end_matches('0'))
    }
}

/// The text is not a score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no EED score: 0 to 100 with at most three decimals")]
pub struct NoScore(String);

impl FromStr for EedScore {
    type Err = NoScore;

    /// Reads only what [`Display`](fmt::Display) writes, so that a record has one form.
    fn from_str(text: &str) -> Result<Self, NoScore> {
        let no_score = || NoScore(text.to_owned());
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let number = |digits: &str| digits.parse::<u32>().map_err(|_| no_score());
        if whole.len() > 3 || decimals.len() > 3 {
            return Err(no_score());
        }
        let score = Self(1000 * number(whole)? + number(&format!("{decimals:0<3}"))?);
        if score <= Self::FULL && score.to_string() == text {
            Ok(score)
        } else {
            Err(no_score())
        }
    }
}

impl Serialize for EedScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EedScore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_score_has_one_form() {
        for (thousandths, text) in [
            (0, "0"),
            (5, "0.005"),
            (46_667, "46.667"),
            (35_000, "35"),
            (27_500, "27.5"),
            (100_000, "100"),
        ] {
            assert_eq!(EedScore(thousandths).to_string(), text);
            assert_eq!(text.parse(), Ok(EedScore(thousandths)));
        }
        for text in [
            "", ".", "1.", ".5", "1.50", "01", "+1", "100.001", "1.0005", "-1", "x",
        ] {
            assert!(text.parse::<EedScore>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_mean_is_rounded_to_the_nearest_thousandth() {
        let mean = |scores: &[EedScore], over| EedScore::mean(scores, over).0;
        assert_eq!(mean(&[EedScore::FULL, EedScore(46_667)], 2), 73_334);
        assert_eq!(mean(&[EedScore::FULL], 3), 33_333);
        assert_eq!(mean(&[EedScore(7)], 1), 7);
        assert_eq!(mean(&[], 0), 0);
        assert_eq!(EedScore::of_points(46.666_666_666_666_664).0, 46_667);
    }

    #[test]
    fn the_published_example() {
        let points = score(2.0, 15);
        assert!((points - 46.666_666_666_666_664).abs() < 1e-12, "{points}");
    }

    #[test]
    fn the_last_digit_is_the_published_one() {
        for (distance, size, points) in [
            (7.4, 23, 27.826_086_956_521_742_f64),
            (1.0, 6, 43.333_333_333_333_33),
            (8.8, 19, 13.684_210_526_315_78),
        ] {
            assert_eq!(score(distance, size).to_bits(), points.to_bits());
        }
    }

    #[test]
    fn the_ends_of_the_scale() {
        assert!((score(0.0, 7) - 100.0).abs() < f64::EPSILON);
        assert!(score(6.0, 10).abs() < 1e-9);
        assert!(score(60.0, 10).abs() < f64::EPSILON);
    }
}
