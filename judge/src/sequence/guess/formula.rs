//! Writes formulas as text: sums with signs; long lists are shortened.

use std::fmt::Write as _;

use num_bigint::{BigInt, Sign};
use num_traits::{One as _, Signed as _, Zero as _};

/// How many summands of a formula are written out.
const SHOWN_SUMMANDS: usize = 8;

/// How many digits of a number are written out.
const SHOWN_DIGITS: usize = 24;

/// A number, or its size if it is long.
pub(super) fn number(value: &BigInt) -> String {
    let text = value.to_string();
    let digits = text.trim_start_matches('-').len();
    if digits <= SHOWN_DIGITS {
        text
    } else {
        format!("(a number of {digits} digits)")
    }
}

/// `2·a(n-1) - a(n-3)`: the nonzero summands, each a coefficient and its factor; an empty text stands for 1. Long
/// sums end with the number of remaining summands.
pub(super) fn sum(summands: impl IntoIterator<Item = (BigInt, String)>) -> String {
    let mut text = String::new();
    let summands: Vec<_> = summands
        .into_iter()
        .filter(|(coefficient, _)| !coefficient.is_zero())
        .collect();
    for (coefficient, factor) in summands.iter().take(SHOWN_SUMMANDS) {
        text.push_str(match (coefficient.sign(), text.is_empty()) {
            (Sign::Minus, true) => "-",
            (Sign::Minus, false) => " - ",
            (_, true) => "",
            (_, false) => " + ",
        });
        let size = coefficient.abs();
        // Writing to a string cannot fail.
        let _ = match (size.is_one(), factor.is_empty()) {
            (true, false) => write!(text, "{factor}"),
            (_, true) => write!(text, "{}", number(&size)),
            (false, false) => write!(text, "{}·{factor}", number(&size)),
        };
    }
    match summands.len().checked_sub(SHOWN_SUMMANDS) {
        None | Some(0) if text.is_empty() => "0".to_owned(),
        None | Some(0) => text,
        Some(more) => format!("{text} + … ({more} more summands)"),
    }
}

/// Numbers with commas between them; long lists end with the number of remaining ones.
pub(super) fn list(values: &[BigInt]) -> String {
    let shown: Vec<_> = values.iter().take(SHOWN_SUMMANDS).map(number).collect();
    let shown = shown.join(", ");
    match values.len().checked_sub(SHOWN_SUMMANDS) {
        None | Some(0) => shown,
        Some(more) => format!("{shown}, … ({more} more)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_read_as_one_writes_them() {
        let made = |coefficients: &[i64]| {
            sum(coefficients
                .iter()
                .zip(["x", "y", ""])
                .map(|(&c, factor)| (c.into(), factor.to_owned())))
        };
        assert_eq!(made(&[1, -2, 3]), "x - 2·y + 3");
        assert_eq!(made(&[-1, 0, -1]), "-x - 1");
        assert_eq!(made(&[0, 0, 0]), "0");
        assert_eq!(made(&[0, 0, 1]), "1");
    }

    #[test]
    fn long_things_are_cut() {
        let many = (0..20).map(|i| (BigInt::from(2), format!("x{i}")));
        assert!(sum(many).ends_with("2·x7 + … (12 more summands)"));
        let values: Vec<_> = (0..10).map(BigInt::from).collect();
        assert_eq!(list(&values), "0, 1, 2, 3, 4, 5, 6, 7, … (2 more)");
        assert_eq!(
            number(&BigInt::from(10).pow(99)),
            "(a number of 100 digits)"
        );
    }
}
