//! Look-up tables that are searched directly in the embedded bytes: nothing is unpacked.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Rows of `N` bytes, one after the other. Numbers are big-endian, so that rows sort as numbers do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Rows<'a, const N: usize>(#[serde(borrow)] Cow<'a, [u8]>);

impl<const N: usize> Rows<'_, N> {
    pub(super) fn all(&self) -> &[[u8; N]] {
        self.0.as_chunks().0
    }

    /// The position of a row among sorted rows.
    pub(super) fn find(&self, row: [u8; N]) -> Option<usize> {
        self.all().binary_search(&row).ok()
    }

    /// The number in a row.
    pub(super) fn number(&self, at: usize) -> Option<u32> {
        self.all().get(at).copied().map(number)
    }
}

#[cfg(test)]
impl<const N: usize> FromIterator<[u8; N]> for Rows<'static, N> {
    fn from_iter<I: IntoIterator<Item = [u8; N]>>(rows: I) -> Self {
        Self(rows.into_iter().flatten().collect())
    }
}

impl Rows<'_, 8> {
    /// The position of a hash among sorted hashes. Hashes are spread evenly, so the position can be estimated; if
    /// they are not, the search takes more steps.
    pub(super) fn find_hash(&self, hash: u64) -> Option<usize> {
        let rows = self.all();
        let after = |hash: u64| {
            let place = (u128::from(hash) * rows.len() as u128) >> 64;
            usize::try_from(place).expect("it is one of the rows")
        };
        let at = |place: usize| rows.get(place).copied().map(u64::from_be_bytes);
        let mut place = after(hash);
        // The hash found there shows how far off the estimate is.
        let there = at(place)?;
        place = match hash.checked_sub(there) {
            Some(more) => (place + after(more)).min(rows.len() - 1),
            None => place.saturating_sub(after(there - hash)),
        };
        while place > 0 && at(place).is_some_and(|there| there > hash) {
            place -= 1;
        }
        while at(place).is_some_and(|there| there < hash) {
            place += 1;
        }
        (at(place) == Some(hash)).then_some(place)
    }
}

/// The number in a row.
pub(super) fn number<const N: usize>(row: [u8; N]) -> u32 {
    row.iter()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// The row of a number that fits.
pub(super) fn row<const N: usize>(number: u32) -> [u8; N] {
    let mut row = [0; N];
    let mut rest = number;
    for byte in row.iter_mut().rev() {
        [.., *byte] = rest.to_be_bytes();
        rest >>= 8;
    }
    assert_eq!(rest, 0, "{number} does not fit in {N} bytes");
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_their_rows() {
        let numbers = [0, 1, 255, 256, 70_000, 0xff_ffff];
        let rows: Rows<'_, 3> = numbers.into_iter().map(row).collect();
        for (at, number) in numbers.into_iter().enumerate() {
            assert_eq!(rows.find(row(number)), Some(at));
            assert_eq!(rows.number(at), Some(number));
        }
        assert_eq!(rows.find(row(2)), None);
        assert_eq!(rows.number(numbers.len()), None);
    }

    #[test]
    fn hashes_are_found_however_they_are_spread() {
        let even = (0..1000).map(|number: u64| number << 54);
        let low = (0..1000).map(|number: u64| number * number);
        let high = (0..1000).map(|number: u64| u64::MAX - 2 * number).rev();
        for hashes in [
            even.collect(),
            low.collect(),
            high.collect(),
            vec![7],
            vec![],
        ] {
            let hashes: Vec<u64> = hashes;
            let rows: Rows<'_, 8> = hashes.iter().map(|hash| hash.to_be_bytes()).collect();
            for (place, &hash) in hashes.iter().enumerate() {
                assert_eq!(rows.find_hash(hash), Some(place));
            }
            for missing in [3, 1 << 53, u64::MAX - 1] {
                assert_eq!(rows.find_hash(missing), None, "{missing}");
            }
        }
    }
}
