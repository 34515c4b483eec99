//! Tables that are looked up where they lie, in the archive that the binary holds: nothing is unpacked.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Rows of so many bytes, one after the other. Numbers have their highest byte first, so that rows sort as numbers do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Rows<'a, const N: usize>(#[serde(borrow)] Cow<'a, [u8]>);

impl<const N: usize> Rows<'_, N> {
    pub(super) fn all(&self) -> &[[u8; N]] {
        self.0.as_chunks().0
    }

    /// Where a row is among rows that are sorted.
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
}
