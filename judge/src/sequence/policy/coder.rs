//! An ideal coder that learns as it reads: what a symbol costs to tell to somebody who has read
//! everything before it.
//!
//! It is prediction by partial matching where every context has a say: each is believed as much as
//! contexts like it have deserved, and the shorter ones share the rest. All chances together are at
//! most one, so a message that costs n bits is one of at most 2ⁿ, and nobody can hide more in a
//! source than it is charged for. All arithmetic is on integers: the same bits on every machine.

use std::collections::HashMap;
use std::ops::{Add, AddAssign};

use sha2::{Digest as _, Sha256};

/// An amount of information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bits {
    /// In 1024ths of a bit.
    fine: u64,
}

impl Bits {
    pub(super) const ZERO: Self = Self { fine: 0 };

    pub(super) const fn new(bits: u64) -> Self {
        Self { fine: bits * 1024 }
    }

    /// This amount, `share` times in `of`.
    pub(super) fn part(self, share: u64, of: u64) -> Self {
        Self {
            fine: self.fine * share / of,
        }
    }

    /// What is left of it after `other` is taken away.
    pub(super) fn less(self, other: Self) -> Self {
        Self {
            fine: self.fine.saturating_sub(other.fine),
        }
    }

    /// Whole bytes, rounded up.
    pub(super) fn bytes(self) -> u32 {
        u32::try_from(self.fine.div_ceil(8 * 1024)).unwrap_or(u32::MAX)
    }

    /// What it costs to tell what comes with this chance, out of [`CERTAIN`].
    fn of_chance(chance: u128) -> Self {
        Self {
            fine: log2(CERTAIN).saturating_sub(log2(chance)),
        }
    }
}

impl Add for Bits {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            fine: self.fine + other.fine,
        }
    }
}

impl AddAssign for Bits {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Bits {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

/// A chance of one.
const CERTAIN: u128 = 1 << 96;

/// log₂ in 1024ths, rounded down; digit by digit from repeated squares.
fn log2(value: u128) -> u64 {
    assert!(value > 0, "nothing has no logarithm");
    let whole = value.ilog2();
    let mut mantissa = u64::try_from((value << (127 - whole)) >> 96).expect("32 bits are left");
    let mut fine = u64::from(whole);
    for _ in 0..10 {
        mantissa = (mantissa * mantissa) >> 31;
        fine <<= 1;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            fine |= 1;
        }
    }
    fine
}

/// What a symbol is predicted from. Different contexts differ in 64 bits with all but certainty; two
/// that clash are one, which is a coder like any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Context(u64);

impl Context {
    /// FNV-1a over the parts and their borders.
    pub(super) fn new(parts: &[&[u8]]) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut take = |byte: u8| {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        };
        for part in parts {
            part.iter().copied().for_each(&mut take);
            take(0xff);
            take(u8::try_from(part.len() & 0x7f).unwrap_or_default());
        }
        Self(hash)
    }

    pub(super) fn bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
}

/// What is told. Two symbols are the same only if what they stand for is: were it otherwise, one
/// could be told as the other for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Symbol(u128);

impl Symbol {
    /// A symbol of its own kind, of which there are few.
    pub(super) const fn mark(number: u8) -> Self {
        Self(0xfe << 120 | number as u128)
    }

    /// So many other names came since this one did.
    pub(super) const fn rank(rank: u8) -> Self {
        Self(0xfc << 120 | rank as u128)
    }

    pub(super) fn letter(code: u32) -> Self {
        Self(u128::from(code))
    }

    pub(super) fn float(bits: u64) -> Self {
        Self(0xfd << 120 | u128::from(bits))
    }

    /// Bytes, whole if they are few, else by their SHA-256.
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

    pub(super) fn to_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }
}

/// How often a context has come, and how many symbols it knows.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    total: u32,
    kinds: u32,
}

/// How often contexts that are alike knew the symbol that came, and how often not.
#[derive(Clone, Copy, Debug)]
struct Trust {
    known: u32,
    new: u32,
}

impl Trust {
    /// Nothing has been learnt.
    const START: Self = Self { known: 1, new: 1 };

    /// Where both are halved, so that what came lately counts more.
    const MOST: u32 = 1 << 10;

    /// Notes which of the two came.
    fn note(&mut self, is_known: bool, weight: u32) {
        if is_known {
            self.known += weight;
        } else {
            self.new += weight;
        }
        if self.known + self.new >= Self::MOST {
            self.known = self.known.div_ceil(2);
            self.new = self.new.div_ceil(2);
        }
    }
}

/// Classes of contexts that are trusted alike: by how many shorter ones there are, by how many
/// symbols they know, and by how often they have come.
const ORDERS: usize = 8;
const KINDS: usize = 5;
const TOTALS: usize = 8;

/// What a program has said itself counts so often as much as what others said.
///
/// Of 1, 2, 4, 8 and 16 the larger ones make data of honest programs lighter and, from 8 on, their
/// shape a little heavier.
const OWN_WEIGHT: u32 = 40;

/// What contexts deserve in a program itself counts so often as much.
///
/// Of 1, 4 and 12, honest programs hardly tell; a text of few letters is told best by 4.
const OWN_TRUST: u32 = 4;

/// What has been read so far: by everybody, and since.
#[derive(Clone, Debug)]
pub(super) struct Coder {
    before: Option<&'static Coder>,
    contexts: HashMap<Context, Seen>,
    counts: HashMap<(Context, Symbol), u32>,
    trust: [[[Trust; TOTALS]; KINDS]; ORDERS],
}

impl Default for Coder {
    fn default() -> Self {
        Self {
            before: None,
            contexts: HashMap::new(),
            counts: HashMap::new(),
            trust: [[[Trust::START; TOTALS]; KINDS]; ORDERS],
        }
    }
}

impl Coder {
    /// A coder that goes on from another.
    pub(super) fn after(before: &'static Self) -> Self {
        Self {
            before: Some(before),
            contexts: HashMap::new(),
            counts: HashMap::new(),
            trust: before.trust,
        }
    }

    /// What is known of a context, by everybody and since.
    fn seen(&self, context: Context) -> Seen {
        let [before, since] = [self.before, Some(self)].map(|coder| {
            coder
                .and_then(|coder| coder.contexts.get(&context).copied())
                .unwrap_or_default()
        });
        Seen {
            total: before.total + since.total,
            kinds: before.kinds + since.kinds,
        }
    }

    /// How often a symbol has come after a context.
    fn count(&self, context: Context, symbol: Symbol) -> u32 {
        let of = |coder: &Self| coder.counts.get(&(context, symbol)).copied();
        self.before.and_then(of).unwrap_or_default() + of(self).unwrap_or_default()
    }

    /// The cost of what each of `views` says of the same thing: the symbol that it is after a
    /// context, the longest context first. It is learnt in all of them. `novel` is its cost where no
    /// context knows it.
    ///
    /// Each context is believed as much as contexts like it have deserved, and the next the rest.
    pub(super) fn cost(&mut self, views: &[(Context, Symbol)], novel: Bits) -> Bits {
        let weight = if self.before.is_some() { OWN_TRUST } else { 1 };
        let mut likely = 0;
        let mut rest = CERTAIN;
        for (at, &(context, symbol)) in views.iter().enumerate() {
            let Seen { total, kinds } = self.seen(context);
            if total == 0 {
                continue;
            }
            let count = self.count(context, symbol);
            let order = (views.len() - 1 - at).min(ORDERS - 1);
            let kinds = (kinds as usize - 1).min(KINDS - 1);
            let often = (total.ilog2() as usize).min(TOTALS - 1);
            let trust = &mut self.trust[order][kinds][often];
            let all = u128::from(trust.known + trust.new);
            let share = rest * u128::from(trust.known) / all;
            likely += share * u128::from(count) / u128::from(total);
            rest = rest * u128::from(trust.new) / all;
            trust.note(count > 0, weight);
        }
        for &(context, symbol) in views {
            self.learn(context, symbol);
        }
        if likely > 0 {
            Bits::of_chance(likely)
        } else {
            Bits::of_chance(rest) + novel
        }
    }

    /// Notes that `symbol` comes after `context`.
    pub(super) fn learn(&mut self, context: Context, symbol: Symbol) {
        let is_new = self.count(context, symbol) == 0;
        let weight = if self.before.is_some() { OWN_WEIGHT } else { 1 };
        let seen = self.contexts.entry(context).or_default();
        seen.total += weight;
        seen.kinds += u32::from(is_new);
        *self.counts.entry((context, symbol)).or_default() += weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (value, fine) in [
            (1, 0),
            (2, 1024),
            (3, 1623),
            (1000, 10204),
            (1 << 96, 96 << 10),
        ] {
            assert_eq!(log2(value), fine, "{value}");
        }
    }

    fn cost(text: &str) -> u32 {
        let mut coder = Coder::default();
        let mut before = 0;
        let mut all = Bits::ZERO;
        for byte in text.bytes() {
            let contexts = [Context::new(&[b"1", &[before]]), Context::new(&[b"0"])];
            let symbol = Symbol::bytes(&[byte]);
            let views = contexts.map(|context| (context, symbol));
            all += coder.cost(&views, Bits::new(8));
            before = byte;
        }
        all.bytes()
    }

    #[test]
    fn repetition_is_cheap_and_variety_is_not() {
        let repeated = cost(&"abcdefg".repeat(20));
        assert!(repeated < 20, "{repeated}");
        // 140 letters of 16 carry 70 bytes.
        let varied: String = (0..140u32)
            .map(|n| char::from(b'a' + u8::try_from(n * n * n % 101 % 16).unwrap()))
            .collect();
        assert!(cost(&varied) >= 60, "{}", cost(&varied));
    }
}
