//! The symbols that a coder codes and the contexts that predict them, as numbers that are quick to look up.

use std::hash::{BuildHasherDefault, Hash, Hasher};

use sha2::{Digest as _, Sha256};

use super::super::tree::Word;

/// The context that a symbol is predicted from. Different contexts almost certainly differ in their 64 bits; two that
/// collide count as one, which still gives a valid coder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Context(u64);

impl Context {
    /// The context of these parts. The first part says which kind it is and how many follow.
    pub(super) fn new(parts: &[u64]) -> Self {
        Self(parts.iter().fold(0, |hash, &part| mixed(hash, part)))
    }

    pub(super) const fn number(self) -> u64 {
        self.0
    }

    /// As a row of a table.
    #[cfg(test)]
    pub(super) fn row(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}

/// A part of a context: a short text.
pub(super) const fn part(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0;
    let mut left = bytes;
    while let Some((&byte, rest)) = left.split_first() {
        hash = mixed(hash, byte as u64 + 1);
        left = rest;
    }
    hash
}

/// The same for each word of a tree.
static PARTS: [u64; Word::COUNT] = {
    let mut parts = [0; Word::COUNT];
    let mut at = 0;
    while at < parts.len() {
        parts[at] = part(Word::ALL[at]);
        at += 1;
    }
    parts
};

/// A part of a context: a word of a tree.
pub(super) fn word_part(word: Word) -> u64 {
    PARTS[word.number()]
}

/// Mixes in the next part: no part is lost, and each affects all bits.
const fn mixed(hash: u64, part: u64) -> u64 {
    let product = (hash.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 29
}

/// A coded symbol. Two symbols are equal only if they stand for the same thing; otherwise one could be coded as the
/// other for free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Symbol(u128);

impl Symbol {
    /// A symbol of a special kind; there are few of them.
    pub(super) const fn mark(number: u8) -> Self {
        Self(0xfe << 120 | number as u128)
    }

    /// The number of other names used since this one.
    pub(super) const fn rank(rank: u8) -> Self {
        Self(0xfc << 120 | rank as u128)
    }

    pub(super) fn letter(code: u32) -> Self {
        Self(u128::from(code))
    }

    pub(super) fn float(bits: u64) -> Self {
        Self(0xfd << 120 | u128::from(bits))
    }

    /// Bytes: stored directly if they are few, otherwise by their SHA-256.
    pub(super) fn bytes(bytes: &[u8]) -> Self {
        let mut all = [0; 16];
        if bytes.len() < all.len() {
            all.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
            all[15] = u8::try_from(bytes.len()).unwrap_or(0xff);
        } else {
            let digest = Sha256::digest(bytes);
            all.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
            all[15] = 0xff;
        }
        Self(u128::from_le_bytes(all))
    }

    /// The letter that it is, if it is one.
    pub(super) fn as_letter(self) -> Option<u32> {
        u32::try_from(self.0).ok()
    }

    /// As a row of a table.
    pub(super) fn row(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The symbol as parts of a context.
    pub(super) fn parts(self) -> [u64; 2] {
        let [low, high] = [self.0 & u128::from(u64::MAX), self.0 >> 64];
        [low, high].map(|half| u64::try_from(half).unwrap_or_default())
    }
}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [low, high] = self.parts();
        state.write_u64(mixed(low, high));
    }
}

/// The hasher for keys that are numbers.
pub(super) type Quick = BuildHasherDefault<QuickHasher>;

/// Hashes one number. An attacker could construct colliding numbers, but hardly many: a letter of a source makes a
/// few contexts and can choose only one of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(self.0, number);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn contexts_of_different_parts_differ() {
        let small = [0, 1, 2, 97, u64::from(u32::MAX), 1 << 32, 1 << 63];
        let mut all = HashSet::new();
        for one in small {
            all.insert(Context::new(&[one]).number());
            for two in small {
                all.insert(Context::new(&[7, one, two]).number());
                for three in small {
                    all.insert(Context::new(&[8, one, two, three]).number());
                }
            }
        }
        assert_eq!(all.len(), 7 + 49 + 343);
        assert_ne!(part("a"), part("a\0"));
        assert_ne!(part("ab"), part("ba"));
    }
}
