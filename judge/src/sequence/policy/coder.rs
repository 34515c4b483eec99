//! An ideal coder that learns as it reads: the cost of a symbol for somebody who has read everything before it.
//!
//! It is prediction by partial matching in which every context takes part: each is trusted as much as similar
//! contexts have earned, and the shorter ones share the rest. All probabilities together are at most one, so a
//! message that costs n bits is one of at most 2ⁿ, and nobody can hide more in a source than it is charged for. All
//! arithmetic uses integers, so the result is the same on every machine.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::bits::{Bits, CERTAIN};
use super::lookup_tables::{Rows, number, row};
use super::symbols::{Context, Quick, Symbol};

/// A context that has occurred.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// How often it occurred before this program, and in it.
    past: u32,
    own: u32,
    /// How many different symbols followed it.
    kinds: u32,
    /// Where its followers from before this program are in [`Past::followers`], and how many.
    followers: u32,
    past_kinds: u32,
}

impl Seen {
    /// Its weighted number of occurrences.
    fn total(self) -> u32 {
        self.past + OWN_WEIGHT * self.own
    }

    /// Its class among [`TOTALS`]. A single occurrence in this program is a class of its own, apart from an equal
    /// weight that comes from other programs.
    fn often(self) -> usize {
        let often = |times: u32, most: u32| times.max(1).ilog2().min(most) as usize;
        match self.own {
            0 => often(self.past, 7),
            own => 8 + 2 * often(own, 3) + usize::from(self.past > 0),
        }
    }
}

/// How often a symbol followed a context, before this program and in it.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    past: u32,
    own: u32,
}

/// How much probability similar contexts gave to what occurred, and how much the shorter contexts gave.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Trust {
    known: u32,
    new: u32,
}

impl Trust {
    /// The weight of one symbol.
    const ONE: u32 = 64;

    /// The state before anything was learnt.
    const START: Self = Self {
        known: Self::ONE / 2,
        new: Self::ONE / 2,
    };

    /// Above this both are halved, so that recent symbols count more.
    const MOST: u32 = Self::ONE << 10;

    /// Divides a probability between the context and the shorter ones.
    fn divide(self, chance: u128) -> (u128, u128) {
        let all = self.known + self.new;
        (part(chance, self.known, all), part(chance, self.new, all))
    }

    /// Records how much of the probability of what occurred came from here, how much from shorter contexts, and the
    /// total.
    fn note(&mut self, here: u128, after: u128, all: u128, weight: u32) {
        // In 48 bits, so that the products fit.
        let fewer = all.ilog2().saturating_sub(47);
        let all = u64::try_from(all >> fewer)
            .expect("48 bits are left")
            .max(1);
        let part = |share: u128| {
            let share = u64::try_from(share >> fewer).expect("it is no more than all");
            u32::try_from(share * u64::from(Self::ONE * weight) / all)
                .expect("it is no more than one")
        };
        self.known += part(here);
        self.new += part(after);
        if self.known + self.new >= Self::MOST {
            self.known = self.known.div_ceil(2);
            self.new = self.new.div_ceil(2);
        }
    }
}

/// The fraction `share` / `all` of a probability, rounded down.
fn part(chance: u128, share: u32, all: u32) -> u128 {
    let fraction = (u64::from(share) << 32) / u64::from(all);
    ((chance >> 8) * u128::from(fraction)) >> 24
}

/// Classes of contexts that share a trust: by how many longer ones occurred, by how many shorter ones there are, by
/// how many symbols they know, and by how often they occurred.
const CLASSES: usize = LONGER * ORDERS * KINDS * TOTALS;
const LONGER: usize = 3;
const ORDERS: usize = 8;
const KINDS: usize = 5;
const TOTALS: usize = 16;

/// The weight of an occurrence in the program itself, relative to one in other programs.
///
/// Of 1, 2, 4, 8 and 16, the larger ones make the data of honest programs lighter and, from 8 on, their shape
/// slightly heavier.
const OWN_WEIGHT: u32 = 40;

/// The weight of what contexts earn in the program itself.
///
/// Of 1, 4 and 12, honest programs show hardly a difference; a text of few letters is predicted best with 4.
const OWN_TRUST: u32 = 4;

/// The numbers of symbols that are not letters start here.
const NO_LETTER: u32 = 0x11_0000;

/// What was read before every program. It is read-only.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Past<'a> {
    /// Sorted.
    #[serde(borrow)]
    contexts: Rows<'a, 8>,
    /// Where the followers of each context start, and where those of the last one end.
    starts: Rows<'a, 3>,
    /// The numbers of the symbols that came after each context, context by context, sorted.
    followers: Rows<'a, 3>,
    /// How often each of them occurred there.
    times: Rows<'a, 2>,
    /// The symbols that are not letters, by number.
    symbols: Rows<'a, 16>,
    /// By class.
    trust: Vec<Trust>,
}

impl Past<'_> {
    /// What is known about a context.
    fn seen(&self, context: Context) -> Option<Seen> {
        let place = self.contexts.find_hash(context.number())?;
        let followers = self.starts.number(place)?;
        let kinds = self.starts.number(place + 1)? - followers;
        let mut seen = Seen {
            kinds,
            followers,
            past_kinds: kinds,
            ..Seen::default()
        };
        let times = among(self.times.all(), seen);
        seen.past = times.iter().copied().map(number).sum();
        Some(seen)
    }

    /// How often a symbol followed a context, given what is known about it.
    fn count(&self, seen: Seen, symbol: u32) -> u32 {
        let place = among(self.followers.all(), seen).binary_search(&row(symbol));
        (place.ok())
            .and_then(|place| self.times.number(seen.followers as usize + place))
            .unwrap_or_default()
    }
}

/// The rows that belong to the followers of a context.
fn among<const N: usize>(rows: &[[u8; N]], seen: Seen) -> &[[u8; N]] {
    (rows.get(seen.followers as usize..))
        .and_then(|rows| rows.get(..seen.past_kinds as usize))
        .unwrap_or_default()
}

/// Everything read so far: what everybody has read, and what came since.
#[derive(Debug)]
pub(super) struct Coder {
    before: Option<&'static Past<'static>>,
    /// For each context since then, its position among `contexts`.
    places: HashMap<Context, u32, Quick>,
    /// What is known about them, from before and since.
    contexts: Vec<Seen>,
    /// How often each symbol followed each context, by their numbers, without the occurrences in `before`.
    counts: HashMap<u64, Times, Quick>,
    /// The numbers of symbols since then that are not letters.
    symbols: HashMap<Symbol, u32, Quick>,
    /// By class.
    trust: Vec<Trust>,
    /// Which of `counts` occurred in this program; kept only while the past is built.
    #[cfg(test)]
    lately: Vec<u64>,
}

impl Default for Coder {
    fn default() -> Self {
        Self {
            before: None,
            places: HashMap::default(),
            contexts: Vec::new(),
            counts: HashMap::default(),
            symbols: HashMap::default(),
            trust: vec![Trust::START; CLASSES],
            #[cfg(test)]
            lately: Vec::new(),
        }
    }
}

impl Coder {
    /// A coder that continues from what was read before.
    pub(super) fn after(before: &'static Past<'_>) -> Self {
        Self {
            before: Some(before),
            trust: before.trust.clone(),
            ..Self::default()
        }
    }

    /// Ends a program: from now on its content counts as that of others. So the past is read as submissions are, and
    /// contexts earn the same trust there as here.
    #[cfg(test)]
    pub(super) fn end_program(&mut self) {
        for key in std::mem::take(&mut self.lately) {
            if let Some(times) = self.counts.get_mut(&key) {
                let (place, _) = place_and_symbol(key);
                if let Some(seen) = self.contexts.get_mut(place as usize) {
                    seen.past += times.own;
                    seen.own -= times.own;
                }
                times.past += std::mem::take(&mut times.own);
            }
        }
    }

    /// What has been read, for other coders to continue from.
    #[cfg(test)]
    pub(super) fn into_past(mut self) -> Past<'static> {
        assert!(self.before.is_none(), "the past has no past");
        self.end_program();
        let mut symbols: Vec<_> = self.symbols.into_iter().collect();
        symbols.sort_unstable();
        let mut sorted = vec![0; symbols.len()];
        for (place, &(_, number)) in symbols.iter().enumerate() {
            sorted[(number - NO_LETTER) as usize] = no_letter(place);
        }
        let mut followers = vec![Vec::new(); self.contexts.len()];
        let mut counts: Vec<_> = (self.counts.into_iter())
            .map(|(key, times)| (key, times.past))
            .collect();
        counts.sort_unstable();
        for (key, times) in counts {
            let (place, symbol) = place_and_symbol(key);
            let symbol = match symbol.checked_sub(NO_LETTER) {
                Some(number) => sorted[number as usize],
                None => symbol,
            };
            followers[place as usize].push((symbol, times));
        }
        let mut contexts: Vec<_> = self.places.into_iter().collect();
        contexts.sort_unstable();
        let mut starts = vec![0];
        let mut all = Vec::new();
        for &(_, place) in &contexts {
            let followers = &mut followers[place as usize];
            followers.sort_unstable();
            all.append(followers);
            starts.push(u32::try_from(all.len()).expect("the past is short"));
        }
        Past {
            contexts: contexts.iter().map(|(context, _)| context.row()).collect(),
            starts: starts.into_iter().map(row).collect(),
            followers: all.iter().map(|&(symbol, _)| row(symbol)).collect(),
            times: all.iter().map(|&(_, times)| row(times)).collect(),
            symbols: symbols.iter().map(|(symbol, _)| symbol.row()).collect(),
            trust: self.trust,
        }
    }

    /// The number of a symbol.
    fn number(&mut self, symbol: Symbol) -> u32 {
        if let Some(letter) = symbol.as_letter() {
            return letter;
        }
        let past = self.before.map(|past| &past.symbols);
        let all = self.symbols.len() + past.map_or(0, |symbols| symbols.all().len());
        *self.symbols.entry(symbol).or_insert_with(|| {
            let place = past.and_then(|symbols| symbols.find(symbol.row()));
            no_letter(place.unwrap_or(all))
        })
    }

    /// The position of a context, which is added if it is new.
    fn place(&mut self, context: Context) -> u32 {
        let Self {
            before,
            places,
            contexts,
            ..
        } = self;
        *places.entry(context).or_insert_with(|| {
            let seen = before.and_then(|past| past.seen(context));
            contexts.push(seen.unwrap_or_default());
            u32::try_from(contexts.len() - 1).expect("there are a few contexts to each byte")
        })
    }

    /// Records that a symbol follows a context. Returns how often it did before, and what was known about the
    /// context.
    fn note(&mut self, context: Context, symbol: u32) -> (u32, Seen) {
        let place = self.place(context);
        let key = key(place, symbol);
        let times = self.counts.entry(key).or_default();
        let seen = (self.contexts.get_mut(place as usize)).expect("each place has its context");
        let known = *seen;
        let mut count = times.past + OWN_WEIGHT * times.own;
        if known.past_kinds > 0 {
            count += self.before.map_or(0, |past| past.count(known, symbol));
        }
        #[cfg(test)]
        if times.own == 0 && self.before.is_none() {
            self.lately.push(key);
        }
        times.own += 1;
        seen.own += 1;
        seen.kinds += u32::from(count == 0);
        (count, known)
    }

    /// The cost of a symbol that several `views` predict: in each, the symbol and its contexts, the longest first; no
    /// context occurs twice. It is learnt in all of them. `novel` is its cost if no context predicts it.
    ///
    /// Each context is trusted as much as similar contexts have earned, and the next one gets the rest. They earn
    /// their part of the probability of what occurred.
    pub(super) fn cost(
        &mut self,
        views: impl ExactSizeIterator<Item = (Context, Symbol)>,
        novel: Bits,
    ) -> Bits {
        let weight = if self.before.is_some() { OWN_TRUST } else { 1 };
        let mut said = [(0, 0); ORDERS];
        let mut heard = 0;
        let mut likely = 0;
        let mut rest = CERTAIN;
        let mut last = None;
        let mut shorter = views.len();
        assert!(shorter <= ORDERS, "each view has its order");
        for (context, symbol) in views {
            shorter -= 1;
            let number = match last {
                Some((last, number)) if last == symbol => number,
                _ => self.number(symbol),
            };
            last = Some((symbol, number));
            let (count, seen) = self.note(context, number);
            let total = seen.total();
            if total == 0 {
                continue;
            }
            let kinds = (seen.kinds as usize - 1).min(KINDS - 1);
            let class = class(heard.min(LONGER - 1), shorter, kinds, seen.often());
            let (believed, left) = self.trust[class].divide(rest);
            let share = part(believed, count, total);
            likely += share;
            rest = left;
            said[heard] = (class, share);
            heard += 1;
        }
        let cost = if likely > 0 {
            Bits::of_chance(likely + novel.of(rest))
        } else {
            Bits::of_chance(rest.max(1)) + novel
        };
        let mut after = (likely + novel.of(rest)).max(1);
        let all = after;
        for (class, share) in said.into_iter().take(heard) {
            after -= share;
            self.trust[class].note(share, after, all, weight);
        }
        cost
    }

    /// Records that `symbol` follows `context`.
    pub(super) fn learn(&mut self, context: Context, symbol: Symbol) {
        let number = self.number(symbol);
        self.note(context, number);
    }
}

/// The number of a class.
fn class(longer: usize, order: usize, kinds: usize, often: usize) -> usize {
    ((longer * ORDERS + order) * KINDS + kinds) * TOTALS + often
}

/// The number of a symbol that is not a letter, by its position.
fn no_letter(place: usize) -> u32 {
    NO_LETTER + u32::try_from(place).expect("a source has fewer symbols than bytes")
}

/// A context and a symbol as one number that sorts by context first.
fn key(place: u32, symbol: u32) -> u64 {
    u64::from(place) << 32 | u64::from(symbol)
}

#[cfg(test)]
fn place_and_symbol(key: u64) -> (u32, u32) {
    let half = |number: u64| u32::try_from(number).expect("32 bits are left");
    (half(key >> 32), half(key & u64::from(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_answers_what_was_read() {
        let [common, rare, unknown] = [1, 2, 3].map(|part| Context::new(&[part]));
        let [one, two] = [b"one", b"two"].map(|bytes| Symbol::bytes(bytes));
        let letter = Symbol::letter(0x10_ffff);
        let mut coder = Coder::default();
        for symbol in [one, letter, two, letter, one, letter] {
            coder.learn(common, symbol);
        }
        coder.end_program();
        coder.learn(rare, two);
        let past = Box::leak(Box::new(coder.into_past()));
        let mut after = Coder::after(past);
        let mut answers = |context, symbol| {
            let (symbol, seen) = (after.number(symbol), past.seen(context)?);
            Some((past.count(seen, symbol), seen.past, seen.kinds))
        };
        assert_eq!(answers(common, letter), Some((3, 6, 3)));
        assert_eq!(answers(common, one), Some((2, 6, 3)));
        assert_eq!(answers(common, two), Some((1, 6, 3)));
        assert_eq!(answers(rare, two), Some((1, 1, 1)));
        assert_eq!(answers(rare, one), Some((0, 1, 1)));
        assert_eq!(answers(rare, Symbol::bytes(b"three")), Some((0, 1, 1)));
        assert_eq!(answers(unknown, one), None);
    }

    fn cost(text: &str) -> u32 {
        let mut coder = Coder::default();
        let mut before = 0;
        let mut all = Bits::ZERO;
        for byte in text.bytes() {
            let contexts = [Context::new(&[1, before]), Context::new(&[0])];
            let symbol = Symbol::bytes(&[byte]);
            let views = contexts.into_iter().map(|context| (context, symbol));
            all += coder.cost(views, Bits::new(8));
            before = u64::from(byte);
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
