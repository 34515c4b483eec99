//! What an ideal coder expects of a program: one coder for each kind of message, and what predicts
//! the next symbol of it. `docs/SCORING-v0.2.md` §3.2 has the table.

use std::collections::HashSet;

use num_bigint::BigUint;

use super::super::tree::{Node, Word};
use super::bits::Bits;
use super::coder::{Coder, Past};
use super::names;
use super::symbols::{Context, Symbol, word_part};

/// A name comes that has not come before.
const NEW_NAME: Symbol = Symbol::mark(0);

/// The end of a text.
const END: Symbol = Symbol::mark(1);

/// How a new name is told.
#[derive(Clone, Copy)]
enum Telling {
    /// It is the next neutral one.
    Neutral,
    /// The same with two underscores before it.
    NeutralPrivate,
    /// By its place in the public vocabulary.
    Public,
    /// By its letters.
    Spelt,
}

/// Kinds of contexts: the first part of each.
mod kind {
    pub(super) const WORD: u64 = 1;
    pub(super) const WORDS: u64 = 2;
    pub(super) const LETTER: u64 = 3;
    pub(super) const LETTERS_2: u64 = 4;
    pub(super) const LETTERS_3: u64 = 5;
    pub(super) const LETTERS_5: u64 = 6;
    pub(super) const NO_LETTERS: u64 = 7;
    pub(super) const NUMBER: u64 = 8;
    pub(super) const NUMBERS: u64 = 9;
    pub(super) const NO_NUMBERS: u64 = 10;
    pub(super) const SLOT: u64 = 11;
    pub(super) const SLOT_AND_LAST: u64 = 12;
    pub(super) const SLOTS_AND_LAST: u64 = 13;
    pub(super) const NAME: u64 = 14;
    pub(super) const NAMES: u64 = 15;
    pub(super) const PLACE: u64 = 16;
    pub(super) const ANY_NAME: u64 = 17;
    pub(super) const TELLING: u64 = 18;
    pub(super) const NUMBER_PLACE: u64 = 19;
}

/// What everybody knows, by kind of message.
#[derive(Debug)]
pub(super) struct Knowledge {
    shapes: Past,
    choices: Past,
    numbers: Past,
    texts: Past,
    names: HashSet<String>,
}

/// What the coder has read, by kind of message.
#[derive(Debug, Default)]
pub(super) struct Model {
    shapes: Coder,
    choices: Coder,
    numbers: Coder,
    texts: Coder,
    known_names: Option<&'static HashSet<String>>,
    names: HashSet<String>,
    neutral_names: u32,
    last_numbers: [Option<Symbol>; 2],
    last_names: [Option<Symbol>; 2],
    recent: Recent,
    words: Words,
}

/// The word that is being told, and the one before it.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    before: Option<Context>,
    now: Option<Context>,
}

impl Words {
    fn before_and_now(self) -> [u64; 2] {
        [self.before, self.now].map(|word| word.map_or(0, Context::number))
    }

    /// Goes on to the next letter, or to the end of a text.
    fn take(&mut self, code: Option<u32>) {
        let letter = code
            .and_then(char::from_u32)
            .filter(|letter| letter.is_alphanumeric());
        if let Some(letter) = letter {
            let [_, now] = self.before_and_now();
            self.now = Some(Context::new(&[now, u64::from(letter)]));
        } else if let Some(word) = self.now.take() {
            self.before = Some(word);
        }
    }
}

/// The names of a program's own that came last, the last one last.
#[derive(Clone, Debug, Default)]
struct Recent(Vec<Symbol>);

impl Recent {
    /// What came longer ago is told by itself.
    const MOST: usize = 128;

    /// Makes a name the last one, and says how many others came since it did.
    fn renew(&mut self, name: Symbol) -> Option<u8> {
        let rank = self.0.iter().rev().position(|&recent| recent == name);
        match rank {
            Some(rank) => {
                self.0.remove(self.0.len() - 1 - rank);
            }
            None if self.0.len() == Self::MOST => {
                self.0.remove(0);
            }
            None => {}
        }
        self.0.push(name);
        rank.and_then(|rank| u8::try_from(rank).ok())
    }
}

/// The same symbol after each context.
fn of_one<const N: usize>(
    contexts: [Context; N],
    symbol: Symbol,
) -> impl ExactSizeIterator<Item = (Context, Symbol)> {
    contexts.into_iter().map(move |context| (context, symbol))
}

/// The last two symbols as parts of a context.
fn parts_of(last: [Option<Symbol>; 2]) -> [[u64; 2]; 2] {
    last.map(|symbol| symbol.map_or([0; 2], Symbol::parts))
}

/// Where a text stands: what follows a letter is another thing in each.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextOf {
    Strings,
    Bytes,
    /// The text of a program as it stands.
    Source,
}

/// What it costs to tell a name: which one it is of those that have come, and how it is spelt if it
/// is none of them.
pub(super) struct NameCost {
    pub(super) choice: Bits,
    pub(super) spelling: Bits,
}

impl Model {
    /// The model for a program to somebody with this knowledge.
    pub(super) fn after(before: &'static Knowledge) -> Self {
        Self {
            shapes: Coder::after(&before.shapes),
            choices: Coder::after(&before.choices),
            numbers: Coder::after(&before.numbers),
            texts: Coder::after(&before.texts),
            known_names: Some(&before.names),
            ..Self::default()
        }
    }

    /// Ends a program that everybody is to know.
    pub(super) fn end_program(&mut self) {
        let Self {
            shapes,
            choices,
            numbers,
            texts,
            ..
        } = self;
        for coder in [shapes, choices, numbers, texts] {
            coder.end_program();
        }
        self.last_numbers = [None; 2];
        self.last_names = [None; 2];
        self.recent = Recent::default();
        self.words = Words::default();
    }

    /// What has been read, for others to go on from.
    pub(super) fn into_knowledge(self) -> Knowledge {
        Knowledge {
            shapes: self.shapes.into_past(),
            choices: self.choices.into_past(),
            numbers: self.numbers.into_past(),
            texts: self.texts.into_past(),
            names: self.names,
        }
    }

    /// The cost of an integer in its place, after the two numbers before it.
    pub(super) fn integer(&mut self, value: &BigUint, node: &Node, parent: &Node) -> Bits {
        let symbol = Symbol::bytes(&value.to_bytes_le());
        self.number(symbol, novel_integer(value), node, parent)
    }

    /// The cost of a float by its bits.
    pub(super) fn float(&mut self, bits: u64, node: &Node, parent: &Node) -> Bits {
        self.number(Symbol::float(bits), novel_float(bits), node, parent)
    }

    fn number(&mut self, value: Symbol, novel: Bits, node: &Node, parent: &Node) -> Bits {
        let [[before, more_before], [last, more_last]] = parts_of(self.last_numbers);
        let [kind, slot, above] =
            [parent.kind_word, node.slot_word, parent.slot_word].map(word_part);
        let contexts = [
            Context::new(&[kind::NUMBERS, before, more_before, last, more_last]),
            Context::new(&[kind::NUMBER_PLACE, kind, slot, above]),
            Context::new(&[kind::NUMBER, last, more_last]),
            Context::new(&[kind::NO_NUMBERS]),
        ];
        self.last_numbers = [self.last_numbers[1], Some(value)];
        self.numbers.cost(of_one(contexts, value), novel)
    }

    /// The cost of symbols that follow each other, their end included.
    ///
    /// They are told by the letters before them, and by the words: what follows `siedem` is `osiem`
    /// to whoever knows the words, in one string or in two.
    pub(super) fn text(&mut self, of: TextOf, symbols: impl Iterator<Item = u32>) -> Bits {
        const NO_LETTER: u64 = u64::MAX;
        let of = of as u64;
        let mut before = [NO_LETTER; 5];
        let mut words = self.words;
        let mut cost = Bits::ZERO;
        for code in symbols.map(Some).chain([None]) {
            let [fifth, fourth, third, second, last] = before;
            let [word_before, word] = words.before_and_now();
            let contexts = [
                Context::new(&[kind::WORDS, word_before, word]),
                Context::new(&[kind::LETTERS_5, of, fifth, fourth, third, second, last]),
                Context::new(&[kind::WORD, word]),
                Context::new(&[kind::LETTERS_3, of, third, second, last]),
                Context::new(&[kind::LETTERS_2, of, second, last]),
                Context::new(&[kind::LETTER, of, last]),
                Context::new(&[kind::NO_LETTERS, of]),
            ];
            // Each length of a code has half of what is left to those before it.
            let novel = match code {
                None | Some(0..128) => Bits::new(8),
                Some(other) => Bits::new(5 + u64::from(other.ilog2())),
            };
            let symbol = code.map_or(END, Symbol::letter);
            cost += self.texts.cost(of_one(contexts, symbol), novel);
            before = [
                fourth,
                third,
                second,
                last,
                code.map_or(NO_LETTER, u64::from),
            ];
            words.take(code);
        }
        self.words = words;
        cost
    }

    /// The cost of a node's kind, given where it stands.
    pub(super) fn shape(
        &mut self,
        node: &Node,
        parent: &Node,
        grandparent: Word,
        last: Word,
    ) -> Bits {
        let [kind, slot, above, last] =
            [parent.kind_word, node.slot_word, grandparent, last].map(word_part);
        let contexts = [
            Context::new(&[
                kind::SLOTS_AND_LAST,
                above,
                word_part(parent.slot_word),
                kind,
                slot,
                last,
            ]),
            Context::new(&[kind::SLOT_AND_LAST, kind, slot, last]),
            Context::new(&[kind::SLOT, kind, slot]),
        ];
        let symbol = Symbol::bytes(node.kind().as_bytes());
        // There are fewer than 256 kinds.
        self.shapes.cost(of_one(contexts, symbol), Bits::new(8))
    }

    /// The cost of the name in a place.
    ///
    /// It is told as the name that follows those before it, or else by how lately it came.
    pub(super) fn name(&mut self, name: &str, node: &Node, parent: &Node) -> NameCost {
        let symbol = Symbol::bytes(name.as_bytes());
        let [[before, more_before], [last, more_last]] = parts_of(self.last_names);
        self.last_names = [self.last_names[1], Some(symbol)];
        let [kind, slot, above] =
            [parent.kind_word, node.slot_word, parent.slot_word].map(word_part);
        let following = [
            Context::new(&[kind::NAMES, slot, before, more_before, last, more_last]),
            Context::new(&[kind::NAME, slot, last, more_last]),
        ];
        let places = [
            Context::new(&[kind::PLACE, kind, slot, above]),
            Context::new(&[kind::SLOT, kind, slot]),
            Context::new(&[kind::ANY_NAME]),
        ];
        let is_known =
            self.names.contains(name) || self.known_names.is_some_and(|known| known.contains(name));
        let rank = (!names::is_public(name)).then(|| self.recent.renew(symbol));
        // Half of the codes are for ranks, by Elias' gamma code; there are fewer than 2¹⁶ names.
        let (itself, by_rank, novel) = match rank.flatten() {
            Some(rank) => {
                let length = 2 * u64::from((rank + 1).ilog2()) + 1;
                (symbol, Symbol::rank(rank), Bits::new(1 + length))
            }
            None if is_known => (symbol, symbol, Bits::new(18)),
            None => (NEW_NAME, NEW_NAME, Bits::new(4)),
        };
        let [two, one] = following.map(|context| (context, itself));
        let [place, field, any] = places.map(|context| (context, by_rank));
        let views = [two, one, place, field, any].into_iter();
        let choice = self.choices.cost(views, novel);
        if is_known {
            return NameCost {
                choice,
                spelling: Bits::ZERO,
            };
        }
        for context in following.into_iter().chain(places) {
            self.choices.learn(context, symbol);
        }
        self.names.insert(name.to_owned());
        NameCost {
            choice,
            spelling: self.spelling(name),
        }
    }

    /// The cost of a name that has not come before.
    fn spelling(&mut self, name: &str) -> Bits {
        let telling = if names::neutral(self.neutral_names, false) == name {
            Telling::Neutral
        } else if names::neutral(self.neutral_names, true) == name {
            Telling::NeutralPrivate
        } else if names::is_public(name) {
            Telling::Public
        } else {
            Telling::Spelt
        };
        let flag = self.choices.cost(
            of_one(
                [Context::new(&[kind::TELLING])],
                Symbol::mark(telling as u8),
            ),
            Bits::new(2),
        );
        flag + match telling {
            Telling::Neutral | Telling::NeutralPrivate => {
                self.neutral_names += 1;
                Bits::ZERO
            }
            Telling::Public => names::PUBLIC_NAME,
            Telling::Spelt => self.text(TextOf::Strings, name.chars().map(u32::from)),
        }
    }
}

/// An integer that has not come before: its length in a self-delimiting code, and its bits. All
/// together have half of the codes.
fn novel_integer(value: &BigUint) -> Bits {
    let bits = value.bits();
    Bits::new(bits + 2 * u64::from((bits + 1).ilog2()) + 1)
}

/// A float that has not come before: its digits and its exponent.
fn novel_float(bits: u64) -> Bits {
    let length = u64::try_from(float_digits(bits)).unwrap_or(u64::MAX);
    Bits::new(4 + length * 10 / 3)
}

/// Decimal digits, to within one for a very long number.
pub(super) fn digits(value: &BigUint) -> usize {
    let bits = usize::try_from(value.bits()).unwrap_or(usize::MAX);
    bits.saturating_mul(1233) / 4096 + 1
}

/// Digits of a float with those of its exponent.
pub(super) fn float_digits(bits: u64) -> usize {
    let text = format!("{:e}", f64::from_bits(bits));
    text.bytes().filter(u8::is_ascii_digit).count()
}
