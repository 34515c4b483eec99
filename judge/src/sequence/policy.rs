//! The policies against answer tables: the three counts of scoring 0.1 (`docs/SCORING-v0.1.md`), in this file, and
//! the weight of scoring 0.3 (`docs/SCORING-v0.3.md`), in the modules below. `parse` and `count` read a source for
//! both. `weigh` measures with the ideal coder of `coder`, `model`, `names`, `own_names` and `shape`, which starts
//! from the `primed_state`, what is known of the `primer`; `payload` sums up and refuses.
//!
//! `rustpython-parser` reads the source. A source that it cannot read, or that is nested too deeply for the caller's
//! stack, is left to the guest, which counts by the same rules on `CPython`'s own tree.

mod bits;
mod coder;
mod count;
mod lookup_tables;
mod model;
mod names;
mod nesting;
mod own_names;
mod parse;
mod payload;
mod primed_state;
#[cfg(test)]
mod primer;
mod shape;
mod symbols;
mod weigh;

use dojo_sandbox::GuestCounts;
use serde::{Deserialize, Serialize};

use super::verdict::Rejection;

pub(super) use count::count;
pub(super) use names::vocabulary;
pub(super) use parse::read_tree;
pub use parse::{Unread, read};
pub use payload::{Allowance, Payload, Weight, more};
pub(super) use weigh::{room_beside, weigh, weigh_text};

/// What the policy's own parser finds in a canonical source: the counts, and the weight of its tree. Scoring 0.3 uses
/// both, for the neutral form.
///
/// # Errors
/// [`Unread`] if the source must be left to the guest.
pub fn read_payload(source: &str, numeric_limit: u32) -> Result<(Counts, Payload), Unread> {
    let (counts, tree) = read_tree(source, numeric_limit)?;
    Ok((counts, weigh(&tree).payload()))
}

/// The policy's counts. Lines count from 1; 0 means that there is nothing of the kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Integer and float constants, including those inside f-strings and format specifications; not `True` or `2j`.
    pub numeric_literals: u32,
    /// Code points of all string constants after decoding, including docstrings, annotations, patterns and the
    /// literal parts of f-strings; not bytes.
    pub string_literal_chars: u32,
    /// Direct children of the longest list or tuple anywhere.
    pub list_tuple_elements: u32,
    /// The line of the number that exceeds the limit, or of the last number.
    pub numeric_line: u32,
    /// Line of the longest string.
    pub string_line: u32,
    /// Line of the longest list or tuple.
    pub list_tuple_line: u32,
}

impl From<GuestCounts> for Counts {
    fn from(counts: GuestCounts) -> Self {
        let GuestCounts {
            numeric_literals,
            string_literal_chars,
            list_tuple_elements,
            numeric_line,
            string_line,
            list_tuple_line,
        } = counts;
        Self {
            numeric_literals,
            string_literal_chars,
            list_tuple_elements,
            numeric_line,
            string_line,
            list_tuple_line,
        }
    }
}

/// The largest counts that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// For [`Counts::numeric_literals`].
    pub numeric_literals: u32,
    /// For [`Counts::string_literal_chars`].
    pub string_literal_chars: u32,
    /// For [`Counts::list_tuple_elements`].
    pub list_tuple_elements: u32,
}

impl Thresholds {
    /// The thresholds multiplied by `part` / `whole`, rounded down.
    #[must_use]
    pub fn times(self, part: u32, whole: u32) -> Self {
        let times = |count: u32| {
            let product = u64::from(count) * u64::from(part) / u64::from(whole);
            u32::try_from(product).unwrap_or(u32::MAX)
        };
        Self {
            numeric_literals: times(self.numeric_literals),
            string_literal_chars: times(self.string_literal_chars),
            list_tuple_elements: times(self.list_tuple_elements),
        }
    }

    /// Refuses counts above a threshold. The line is that of the worst place: of the count that exceeds its threshold
    /// by the largest factor.
    ///
    /// # Errors
    /// [`Rejection::Hardcode`] with all three counts and thresholds.
    pub fn examine(&self, counts: &Counts) -> Result<(), Rejection> {
        let rows = [
            (
                counts.numeric_literals,
                self.numeric_literals,
                "number literals",
                counts.numeric_line,
            ),
            (
                counts.string_literal_chars,
                self.string_literal_chars,
                "string characters",
                counts.string_line,
            ),
            (
                counts.list_tuple_elements,
                self.list_tuple_elements,
                "elements in one list or tuple",
                counts.list_tuple_line,
            ),
        ];
        let mut worst = None;
        for row @ (count, limit, _, _) in rows {
            // count / limit > worst count / worst limit, without division.
            let exceeds = worst.is_none_or(|(worst_count, worst_limit, _, _)| {
                u64::from(count) * u64::from(worst_limit)
                    > u64::from(worst_count) * u64::from(limit)
            });
            if count > limit && exceeds {
                worst = Some(row);
            }
        }
        let Some((count, limit, what, line)) = worst else {
            return Ok(());
        };
        let all = rows
            .map(|(count, limit, what, _)| format!("{count} {what} of at most {limit}"))
            .join(", ");
        Err(Rejection::Hardcode {
            message: format!(
                "looks like an answer table: {count} {what}, at most {limit} are accepted \
                 (see line {line}); counted: {all}"
            ),
            line,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::ScoringVersion;
    use super::*;

    fn examine(numbers: u32, characters: u32, elements: u32) -> Result<(), Rejection> {
        ScoringVersion::V0_1.thresholds().examine(&Counts {
            numeric_literals: numbers,
            string_literal_chars: characters,
            list_tuple_elements: elements,
            numeric_line: 1,
            string_line: 2,
            list_tuple_line: 3,
        })
    }

    #[test]
    fn only_what_is_above_a_threshold_is_refused() {
        assert_eq!(examine(120, 2000, 400), Ok(()));
        for counts in [(121, 0, 0), (0, 2001, 0), (0, 0, 401)] {
            assert!(examine(counts.0, counts.1, counts.2).is_err());
        }
    }

    #[test]
    fn the_message_names_the_worst_place_and_everything_counted() {
        assert_eq!(
            examine(130, 9000, 401),
            Err(Rejection::Hardcode {
                message: "looks like an answer table: 9000 string characters, at most 2000 are \
                          accepted (see line 2); counted: 130 number literals of at most 120, \
                          9000 string characters of at most 2000, 401 elements in one list or \
                          tuple of at most 400"
                    .to_owned(),
                line: 2,
            })
        );
    }
}
