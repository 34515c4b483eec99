//! Sequences whose terms eventually repeat.

use num_bigint::BigInt;

use super::{Names, formula, margin};

/// From the position `before` on, the terms of `cycle` repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Period {
    head: Vec<BigInt>,
    cycle: Vec<BigInt>,
}

impl Period {
    /// The period that explains the most terms, the shortest of those.
    pub(super) fn find(terms: &[BigInt]) -> Option<Self> {
        let confirmed = repeats_at_the_end(terms);
        let (length, &confirmed) = confirmed
            .iter()
            .enumerate()
            .skip(1)
            .max_by_key(|&(length, &confirmed)| (confirmed, std::cmp::Reverse(length)))?;
        if confirmed < margin(terms.len()) {
            return None;
        }
        let (head, rest) = terms.split_at(terms.len() - confirmed - length);
        Some(Self {
            head: head.to_vec(),
            cycle: rest[..length].to_vec(),
        })
    }

    pub(super) fn gives(&self, terms: &[BigInt]) -> bool {
        let rule = self.head.iter().chain(self.cycle.iter().cycle());
        rule.zip(terms).all(|(given, term)| given == term)
    }

    pub(super) fn words(&self, names: Names) -> String {
        let cycle = formula::list(&self.cycle);
        let from = if self.head.is_empty() {
            String::new()
        } else {
            format!(
                " from {} = {}",
                names.index,
                names.index_at(self.head.len())
            )
        };
        match self.cycle.len() {
            1 => format!("{} = {cycle}{from}", names.term()),
            length => format!(
                "{} repeats with period {length}{from}: {cycle}",
                names.term()
            ),
        }
    }
}

/// For each length k, how many terms at the end equal the one k places before them: the Z-function
/// of the reversed terms (Gusfield, Algorithms on Strings, Trees and Sequences, 1.4).
fn repeats_at_the_end(terms: &[BigInt]) -> Vec<usize> {
    let count = terms.len();
    let backwards = |place: usize| &terms[count - 1 - place];
    let mut repeats = vec![0; count];
    let (mut left, mut right) = (0, 0);
    for length in 1..count {
        let mut same = if length < right {
            repeats[length - left].min(right - length)
        } else {
            0
        };
        while length + same < count && backwards(same) == backwards(length + same) {
            same += 1;
        }
        if length + same > right {
            (left, right) = (length, length + same);
        }
        repeats[length] = same;
    }
    repeats
}
