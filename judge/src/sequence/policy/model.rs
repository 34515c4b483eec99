//! What an ideal coder expects of a program: one coder for each kind of message, and the contexts that predict its
//! next symbol. `docs/SCORING-v0.3.md` §3.2 has the table.

use std::collections::{BTreeSet, HashSet};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::super::tree::{Node, Tree, Word};
use super::bits::Bits;
use super::coder::{Coder, Past};
use super::names;
use super::own_names::{List, Own, Telling};
use super::payload::ENOUGH;
use super::symbols::{Context, Symbol, word_part};

/// A new name follows.
const NEW_NAME: Symbol = Symbol::mark(0);

/// The end of a text.
const END: Symbol = Symbol::mark(1);

/// The names that methods use for their own object.
const SELF: [&str; 2] = ["self", "cls"];

/// The sort of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// It is new in this program.
    New,
    /// Everybody knows it.
    Public,
    Same,
    Next,
    Own(List),
}

impl Sort {
    fn number(self) -> u8 {
        match self {
            Self::New => 0,
            Self::Public => 1,
            Self::Same => 2,
            Self::Next => 3,
            Self::Own(list) => 4 + list as u8,
        }
    }
}

/// How a new name is spelt.
#[derive(Clone, Copy)]
enum Spelling {
    /// It is the next neutral one.
    Neutral,
    /// The next neutral one with two underscores before it.
    NeutralPrivate,
    /// By its position in the public vocabulary.
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
    pub(super) const SORTS: u64 = 20;
    pub(super) const SORT: u64 = 21;
    pub(super) const SORT_AFTER_NAME: u64 = 22;
    pub(super) const SORT_OF_PLACE: u64 = 23;
    pub(super) const SORT_OF_SLOT: u64 = 24;
    pub(super) const ANY_SORT: u64 = 25;
    pub(super) const RANK: u64 = 26;
    pub(super) const RANK_OF_PLACE: u64 = 27;
    pub(super) const RANK_OF_SLOT: u64 = 28;
    pub(super) const ANY_RANK: u64 = 29;
    pub(super) const KINDS_ABOVE: u64 = 30;
    pub(super) const KINDS_BEFORE: u64 = 31;
    pub(super) const AFTER_NAME: u64 = 32;
    pub(super) const TEXT_AFTER_NAME: u64 = 33;
    pub(super) const TEXT_OF_PLACE: u64 = 34;
    pub(super) const NUMBER_AFTER_NAME: u64 = 35;
    pub(super) const NUMBER_AFTER_KINDS: u64 = 36;
    pub(super) const NAME_IN_PLACE: u64 = 37;
    pub(super) const NAME_AFTER_KINDS: u64 = 38;
    pub(super) const NAME_BEFORE: u64 = 39;
}

/// Everybody's knowledge, by kind of message.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Knowledge<'a> {
    #[serde(borrow)]
    shapes: Past<'a>,
    choices: Past<'a>,
    numbers: Past<'a>,
    pub(super) texts: Past<'a>,
    sorts: Past<'a>,
    ranks: Past<'a>,
    publics: Past<'a>,
    names: BTreeSet<String>,
}

/// What the coder has read, by kind of message.
#[derive(Debug, Default)]
pub(super) struct Model {
    shapes: Coder,
    choices: Coder,
    numbers: Coder,
    texts: Coder,
    sorts: Coder,
    ranks: Coder,
    publics: Coder,
    known_names: Option<&'static BTreeSet<String>>,
    names: HashSet<String>,
    neutral_names: u32,
    last_numbers: [Option<Symbol>; 2],
    last_names: [Option<Symbol>; 2],
    own: Own,
    /// The sort and the rank of the last names, the last one first.
    last_sorts: [u64; 2],
    /// The kinds and slots of the last nodes, the last one first.
    kinds_before: [u64; 4],
    words: Words,
    /// How many programs have been read.
    programs: u64,
}

/// The current word, and the one before it.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    before: Option<Context>,
    now: Option<Context>,
}

impl Words {
    fn before_and_now(self) -> [u64; 2] {
        [self.before, self.now].map(|word| word.map_or(0, Context::number))
    }

    /// Moves on to the next letter, or to the end of a text.
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

/// The kind of text: letters follow each other differently in each.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextOf {
    Strings,
    Bytes,
    /// The source text of a program.
    Source,
}

/// The earlier children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Siblings {
    /// The kinds of the last one and of the one before it.
    last: [Word; 2],
    count: u64,
}

impl Default for Siblings {
    fn default() -> Self {
        Self {
            last: [Word::NONE; 2],
            count: 0,
        }
    }
}

impl Siblings {
    /// Adds the next child.
    pub(super) fn add(&mut self, kind: Word) {
        self.last = [kind, self.last[0]];
        self.count += 1;
    }
}

/// The cost of a name: which of the earlier names it is, and how it is spelt if it is none of them.
pub(super) struct NameCost {
    pub(super) choice: Bits,
    pub(super) spelling: Bits,
    /// Whether it is one of the program's own names.
    pub(super) is_own: bool,
}

impl Model {
    /// The model of a program, given this knowledge.
    pub(super) fn after(before: &'static Knowledge<'_>) -> Self {
        Self {
            shapes: Coder::after(&before.shapes),
            choices: Coder::after(&before.choices),
            numbers: Coder::after(&before.numbers),
            texts: Coder::after(&before.texts),
            sorts: Coder::after(&before.sorts),
            ranks: Coder::after(&before.ranks),
            publics: Coder::after(&before.publics),
            known_names: Some(&before.names),
            ..Self::default()
        }
    }

    /// The model of letters only, given this knowledge.
    pub(super) fn after_letters(before: &'static Past<'_>) -> Self {
        Self {
            texts: Coder::after(before),
            ..Self::default()
        }
    }

    /// Ends a program that becomes part of everybody's knowledge.
    #[cfg(test)]
    pub(super) fn end_program(&mut self) {
        let Self {
            shapes,
            choices,
            numbers,
            texts,
            sorts,
            ranks,
            publics,
            ..
        } = self;
        for coder in [shapes, choices, numbers, texts, sorts, ranks, publics] {
            coder.end_program();
        }
        self.last_numbers = [None; 2];
        self.last_names = [None; 2];
        self.own = Own::default();
        self.last_sorts = [0; 2];
        self.kinds_before = [0; 4];
        self.words = Words::default();
        self.neutral_names = 0;
        self.programs += 1;
        self.names.retain(|name| !names::is_neutral(name));
    }

    /// What has been read, for other models to continue from.
    #[cfg(test)]
    pub(super) fn into_knowledge(self) -> Knowledge<'static> {
        Knowledge {
            shapes: self.shapes.into_past(),
            choices: self.choices.into_past(),
            numbers: self.numbers.into_past(),
            texts: self.texts.into_past(),
            sorts: self.sorts.into_past(),
            ranks: self.ranks.into_past(),
            publics: self.publics.into_past(),
            names: self.names.into_iter().collect(),
        }
    }

    /// The cost of an integer at its place, after the two numbers before it.
    pub(super) fn integer(&mut self, value: &BigUint, node: &Node, parent: &Node) -> Bits {
        let symbol = Symbol::bytes(&value.to_bytes_le());
        self.number(symbol, novel_integer(value), node, parent)
    }

    /// The cost of a float, given its bits.
    pub(super) fn float(&mut self, bits: u64, node: &Node, parent: &Node) -> Bits {
        self.number(Symbol::float(bits), novel_float(bits), node, parent)
    }

    fn number(&mut self, value: Symbol, novel: Bits, node: &Node, parent: &Node) -> Bits {
        let [[before, more_before], [last, more_last]] = parts_of(self.last_numbers);
        let [kind, slot, above] =
            [parent.kind_word, node.slot_word, parent.slot_word].map(word_part);
        let [_, [name, more_name]] = parts_of(self.last_names);
        let [_, first, second, _] = self.kinds_before;
        let contexts = [
            Context::new(&[kind::NUMBERS, before, more_before, last, more_last]),
            Context::new(&[kind::NUMBER_AFTER_NAME, kind, slot, name, more_name]),
            Context::new(&[kind::NUMBER_AFTER_KINDS, kind, slot, above, first, second]),
            Context::new(&[kind::NUMBER_PLACE, kind, slot, above]),
            Context::new(&[kind::NUMBER, last, more_last]),
            Context::new(&[kind::NO_NUMBERS]),
        ];
        self.last_numbers = [self.last_numbers[1], Some(value)];
        self.numbers.cost(of_one(contexts, value), novel)
    }

    /// The cost of a text at its place, letter by letter: the same place, and the same name before it, often have a
    /// short text that occurred before.
    pub(super) fn text_in_place(
        &mut self,
        node: &Node,
        parent: &Node,
        letters: impl Iterator<Item = u32>,
    ) -> Bits {
        let [kind, slot] = [parent.kind_word, node.slot_word].map(word_part);
        let [_, [name, more_name]] = parts_of(self.last_names);
        let place = [
            Context::new(&[kind::TEXT_AFTER_NAME, kind, slot, name, more_name]),
            Context::new(&[kind::TEXT_OF_PLACE, kind, slot]),
        ];
        self.text_after(TextOf::Strings, Some(place), letters)
    }

    /// The cost of a sequence of symbols, including its end.
    pub(super) fn text(&mut self, of: TextOf, symbols: impl Iterator<Item = u32>) -> Bits {
        self.text_after(of, None, symbols)
    }

    /// Symbols are predicted from the letters before them, and from the words: in one string or in two, `siedem` is
    /// followed by `osiem` for somebody who knows the words. The first symbols are also predicted from everything
    /// since the place.
    ///
    /// If a text costs more than [`ENOUGH`], the rest of it is not read.
    fn text_after(
        &mut self,
        of: TextOf,
        mut place: Option<[Context; 2]>,
        symbols: impl Iterator<Item = u32>,
    ) -> Bits {
        const NO_LETTER: u64 = u64::MAX;
        const FIRST_LETTERS: usize = 16;
        let of = of as u64;
        let mut before = [NO_LETTER; 5];
        let mut words = self.words;
        let mut cost = Bits::ZERO;
        for (count, code) in symbols.map(Some).chain([None]).enumerate() {
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
            // Each length of a code has half of the code space that the shorter ones leave.
            let novel = match code {
                None | Some(0..128) => Bits::new(8),
                Some(other) => Bits::new(5 + u64::from(other.ilog2())),
            };
            let symbol = code.map_or(END, Symbol::letter);
            let letter = code.map_or(NO_LETTER, u64::from);
            cost += match &mut place {
                // Everything so far predicts more than the last five.
                Some(so_far) if count < FIRST_LETTERS => {
                    let [after_name, of_place] = *so_far;
                    *so_far = so_far.map(|so_far| Context::new(&[so_far.number(), letter]));
                    let [words, _, word, three, two, one, none] = contexts;
                    let contexts = [after_name, of_place, words, word, three, two, one, none];
                    self.texts.cost(of_one(contexts, symbol), novel)
                }
                _ => self.texts.cost(of_one(contexts, symbol), novel),
            };
            if cost > ENOUGH {
                break;
            }
            before = [fourth, third, second, last, letter];
            words.take(code);
        }
        self.words = words;
        cost
    }

    /// The cost of a node's kind, given its place.
    pub(super) fn shape(&mut self, tree: &Tree, at: usize, siblings: Siblings) -> Bits {
        let Some((node, parent, above)) = surroundings(tree, at) else {
            return Bits::ZERO;
        };
        let [last, before] = siblings.last;
        let top = tree
            .nodes
            .get(above.parent())
            .map_or(Word::NONE, |node| node.kind_word);
        let [kind, slot, upper, over, outer, top, last, before] = [
            parent.kind_word,
            node.slot_word,
            parent.slot_word,
            above.kind_word,
            above.slot_word,
            top,
            last,
            before,
        ]
        .map(word_part);
        let [_, [name, more_name]] = parts_of(self.last_names);
        let [first, second, third, fourth] = self.kinds_before;
        let child = siblings.count.min(6);
        let contexts = [
            Context::new(&[
                kind::KINDS_ABOVE,
                top,
                outer,
                over,
                upper,
                kind,
                slot,
                last,
                before,
            ]),
            Context::new(&[kind::KINDS_BEFORE, kind, slot, first, second, third, fourth]),
            Context::new(&[kind::AFTER_NAME, kind, slot, last, child, name, more_name]),
            Context::new(&[kind::SLOTS_AND_LAST, over, upper, kind, slot, last, before]),
            Context::new(&[kind::SLOT_AND_LAST, kind, slot, last]),
            Context::new(&[kind::SLOT, kind, slot]),
        ];
        let here = Context::new(&[slot, word_part(node.kind_word)]).number();
        self.kinds_before = [here, first, second, third];
        let symbol = Symbol::bytes(node.kind().as_bytes());
        // There are fewer than 256 kinds.
        self.shapes.cost(of_one(contexts, symbol), Bits::new(8))
    }

    /// The cost of the name at a place.
    ///
    /// It is predicted as the name that follows the names before it, or else by where it belongs: first its sort,
    /// then which name of this sort.
    pub(super) fn name(&mut self, name: &str, tree: &Tree, at: usize) -> NameCost {
        let Some((node, parent, above)) = surroundings(tree, at) else {
            return NameCost {
                choice: Bits::ZERO,
                spelling: Bits::ZERO,
                is_own: false,
            };
        };
        let symbol = self.symbol(name);
        let before_and_last = parts_of(self.last_names);
        let [_, [last, more_last]] = before_and_last;
        self.last_names = [self.last_names[1], Some(symbol)];
        let [kind, slot, upper, over] = [
            parent.kind_word,
            node.slot_word,
            parent.slot_word,
            above.kind_word,
        ]
        .map(word_part);
        let is_known =
            self.names.contains(name) || self.known_names.is_some_and(|known| known.contains(name));
        let told = if SELF.contains(&name) {
            None
        } else {
            (self.own).tell(symbol, names::is_public(name), tree, at)
        };
        let sort = match told {
            None | Some(Telling::New) if is_known => Sort::Public,
            None | Some(Telling::New) => Sort::New,
            Some(Telling::Same) => Sort::Same,
            Some(Telling::Next) => Sort::Next,
            Some(Telling::Rank { list, .. }) => Sort::Own(list),
        };
        let [last_sort, sort_before] = self.last_sorts;
        let sorts = [
            Context::new(&[kind::SORTS, kind, slot, upper, over, last_sort, sort_before]),
            Context::new(&[kind::SORT, kind, slot, upper, over, last_sort]),
            Context::new(&[kind::SORT_AFTER_NAME, kind, slot, last, more_last]),
            Context::new(&[kind::SORT_OF_PLACE, kind, slot, upper, over]),
            Context::new(&[kind::SORT_OF_SLOT, kind, slot]),
            Context::new(&[kind::ANY_SORT]),
        ];
        let symbol_of_sort = Symbol::mark(sort.number());
        let mut other = self.sorts.cost(of_one(sorts, symbol_of_sort), Bits::new(4));
        let places = [
            Context::new(&[kind::PLACE, kind, slot, upper]),
            Context::new(&[kind::SLOT, kind, slot]),
            Context::new(&[kind::ANY_NAME]),
        ];
        let mut number = u64::from(sort.number());
        match (sort, told) {
            // There are fewer than 2¹⁸ names in a source and the primer.
            (Sort::Public, _) => {
                other += self.publics.cost(of_one(places, symbol), Bits::new(18));
            }
            (Sort::Own(_), Some(Telling::Rank { rank, length, .. })) => {
                let contexts = [
                    Context::new(&[kind::RANK, number, kind, slot, upper, last_sort]),
                    Context::new(&[kind::RANK_OF_PLACE, number, kind, slot, upper]),
                    Context::new(&[kind::RANK_OF_SLOT, number, slot]),
                    Context::new(&[kind::ANY_RANK, number]),
                ];
                let even = u64::from(u32::from(length.max(1)).next_power_of_two().ilog2());
                other += (self.ranks).cost(of_one(contexts, Symbol::rank(rank)), Bits::new(even));
                number |= u64::from(rank) << 8;
            }
            (Sort::New | Sort::Same | Sort::Next | Sort::Own(_), _) => {}
        }
        self.last_sorts = [number, last_sort];
        let following = self.after_names([kind, slot, upper, over], before_and_last);
        let itself = if is_known { symbol } else { NEW_NAME };
        let choice = self.choices.cost(of_one(following, itself), other);
        if is_known {
            return NameCost {
                choice,
                spelling: Bits::ZERO,
                is_own: matches!(sort, Sort::Same | Sort::Next | Sort::Own(_)),
            };
        }
        for context in places {
            self.publics.learn(context, symbol);
        }
        for context in following {
            self.choices.learn(context, symbol);
        }
        self.names.insert(name.to_owned());
        NameCost {
            choice,
            spelling: self.spelling(name),
            is_own: false,
        }
    }

    /// The contexts of a name: the two names before it, and the nodes.
    fn after_names(&self, place: [u64; 4], names: [[u64; 2]; 2]) -> [Context; 5] {
        let [kind, slot, upper, over] = place;
        let [[before, more_before], [last, more_last]] = names;
        // The last node is the name itself.
        let [_, first, second, third] = self.kinds_before;
        [
            Context::new(&[kind::NAMES, slot, before, more_before, last, more_last]),
            Context::new(&[
                kind::NAME_IN_PLACE,
                kind,
                slot,
                upper,
                over,
                last,
                more_last,
            ]),
            Context::new(&[kind::NAME, slot, last, more_last]),
            Context::new(&[kind::NAME_AFTER_KINDS, first, second, third]),
            Context::new(&[
                kind::NAME_BEFORE,
                kind,
                slot,
                upper,
                over,
                before,
                more_before,
            ]),
        ]
    }

    /// The symbol of a name. A neutral name is a different symbol in each program.
    fn symbol(&self, name: &str) -> Symbol {
        if names::is_neutral(name) {
            Symbol::bytes(format!("{name} of {}", self.programs).as_bytes())
        } else {
            Symbol::bytes(name.as_bytes())
        }
    }

    /// The cost of spelling a new name.
    fn spelling(&mut self, name: &str) -> Bits {
        let telling = if names::neutral(self.neutral_names, false) == name {
            Spelling::Neutral
        } else if names::neutral(self.neutral_names, true) == name {
            Spelling::NeutralPrivate
        } else if names::is_public(name) {
            Spelling::Public
        } else {
            Spelling::Spelt
        };
        let flag = self.publics.cost(
            of_one(
                [Context::new(&[kind::TELLING])],
                Symbol::mark(telling as u8),
            ),
            Bits::new(2),
        );
        flag + match telling {
            Spelling::Neutral | Spelling::NeutralPrivate => {
                self.neutral_names += 1;
                Bits::ZERO
            }
            Spelling::Public => names::PUBLIC_NAME,
            Spelling::Spelt => self.text(TextOf::Strings, name.chars().map(u32::from)),
        }
    }
}

/// A node with its parent and grandparent.
fn surroundings(tree: &Tree, at: usize) -> Option<(&Node, &Node, &Node)> {
    let node = tree.nodes.get(at)?;
    let parent = tree.nodes.get(node.parent())?;
    Some((node, parent, tree.nodes.get(parent.parent())?))
}

/// A new integer: its length in a self-delimiting code, and its bits. Zero has half of the code space, all other
/// integers have a quarter, and round numbers have the last quarter: the part before the trailing zeros, and how many
/// zeros there are.
fn novel_integer(value: &BigUint) -> Bits {
    // A number with more trailing zeros is coded with fewer of them.
    const MOST_ZEROS: u64 = 15;
    let plain = |value: &BigUint| {
        let bits = value.bits();
        Bits::new(bits + length_of_length(bits + 1))
    };
    let ten = BigUint::from(10u32);
    let mut head = value.clone();
    let mut zeros = 0;
    while zeros < MOST_ZEROS && head.bits() > 0 && (&head % &ten).bits() == 0 {
        head /= &ten;
        zeros += 1;
    }
    if zeros == 0 {
        plain(value)
    } else {
        plain(value).min(plain(&head) + Bits::new(length_of_length(zeros)))
    }
}

/// The length of a number, from 1, in Elias' gamma code.
fn length_of_length(number: u64) -> u64 {
    2 * u64::from(number.ilog2()) + 1
}

/// A new float: its digits and its exponent.
fn novel_float(bits: u64) -> Bits {
    let length = u64::try_from(float_digits(bits)).unwrap_or(u64::MAX);
    Bits::new(4 + length * 10 / 3)
}

/// Decimal digits, to within one for a very long number.
pub(super) fn digits(value: &BigUint) -> usize {
    let bits = usize::try_from(value.bits()).unwrap_or(usize::MAX);
    bits.saturating_mul(1233) / 4096 + 1
}

/// The digits of a float, including its exponent.
pub(super) fn float_digits(bits: u64) -> usize {
    let text = format!("{:e}", f64::from_bits(bits));
    text.bytes().filter(u8::is_ascii_digit).count()
}
