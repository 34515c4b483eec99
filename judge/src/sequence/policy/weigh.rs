//! Weighs a tree: what an ideal coder that knows ordinary Python still has to be told of the
//! program's data. `docs/SCORING-v0.2.md` §3 argues the rules.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use num_bigint::BigUint;
use rustpython_parser::ast::Stmt;

use super::super::tree::{Leaf, Node, Tree};
use super::coder::{Bits, Coder, Key};
use super::layout;
use super::mirrors::Mirrors;
use super::parse;
use super::payload::{Carrier, Ledger, Payload};
use super::unpack::{self, Packed};

/// The program that the coder has read before every submission.
const PRIMER: &str = include_str!("primer.py");

/// A choice made for the n-th time in a setting counts n/(n + this) of its information. In
/// ordinary programs no setting comes often; in a table made of operators or calls, one comes
/// hundreds of times.
const CROWD: u64 = 64;

/// Share of a name's spelling that counts where nothing shows that the program can read it: one
/// in this many.
const UNREAD_NAME: u64 = 4;

/// Share of a docstring that counts where nothing shows that the program can read it.
const UNREAD_DOCSTRING: u64 = 8;

/// Letters of a name that are free of suspicion; those beyond count in full.
const ORDINARY_NAME: usize = 20;

/// How deeply code in strings may hold code in strings; what is deeper counts as text.
const MAX_UNPACKING: u32 = 3;

/// Bytes of code in strings that are read in one source: as many as a source may have.
const MAX_UNPACKED_BYTES: usize = 64 << 10;

/// Weighs a tree with the source that it comes from.
pub(in super::super) fn weigh(tree: &Tree, source: &str) -> Payload {
    static PRIMED: OnceLock<Model> = OnceLock::new();
    let mut weighing = Weighing {
        model: PRIMED.get_or_init(Model::primed).clone(),
        crowds: HashMap::new(),
        charged: HashMap::new(),
        ledger: Ledger::default(),
        mirrors: Mirrors::default(),
    };
    let mut budget = MAX_UNPACKED_BYTES;
    let program = Program::new(Cow::Borrowed(tree), 0, &mut budget);
    weighing.mirrors = program.mirrors();
    weighing.program(&program, None);
    if weighing.mirrors.places {
        let (bits, line) = layout::weigh(source);
        weighing.ledger.charge(Carrier::Layout, line, 1, bits);
    }
    weighing.ledger.payload()
}

/// A tree with the code that its strings hold.
struct Program<'a> {
    tree: Cow<'a, Tree>,
    packed: Packed,
    /// The code in strings, with the lines of the calls.
    inner: Vec<(u32, Program<'static>)>,
}

impl<'a> Program<'a> {
    /// `budget` is how many bytes of code in strings may still be read.
    fn new(tree: Cow<'a, Tree>, depth: u32, budget: &mut usize) -> Self {
        let mut packed = Packed::default();
        let mut inner = Vec::new();
        if depth < MAX_UNPACKING {
            for call in unpack::calls(&tree) {
                let Some(rest) = budget.checked_sub(call.code.len()) else {
                    continue;
                };
                *budget = rest;
                // What is not Python, or not for this parser, is weighed as the text that it is.
                if parse::may_have_surrogates(&call.code) {
                    continue;
                }
                let Ok(module) = parse::module(&call.code) else {
                    continue;
                };
                let tree = Cow::Owned(Tree::from_parsed(&module, &call.code));
                inner.push((call.line, Program::new(tree, depth + 1, budget)));
                packed.take(call);
            }
        }
        Self {
            tree,
            packed,
            inner,
        }
    }

    fn mirrors(&self) -> Mirrors {
        let inner = self.inner.iter().map(|(_, program)| program.mirrors());
        inner.fold(
            Mirrors::of(&self.tree, &self.packed.callers),
            Mirrors::and,
        )
    }
}

/// What the coder has read, by kind of message.
#[derive(Clone, Debug, Default)]
struct Model {
    shapes: Coder,
    choices: Coder,
    numbers: Coder,
    texts: Coder,
    names: HashSet<String>,
    last_numbers: [Option<Key>; 2],
    last_name: Option<Key>,
}

impl Model {
    fn primed() -> Self {
        let module: Vec<Stmt> = parse::module(PRIMER).expect("the primer is Python");
        let mut weighing = Weighing {
            model: Self::default(),
            crowds: HashMap::new(),
            charged: HashMap::new(),
            ledger: Ledger::default(),
            mirrors: Mirrors::default(),
        };
        let tree = Cow::Owned(Tree::from_parsed(&module, PRIMER));
        weighing.program(&Program::new(tree, MAX_UNPACKING, &mut 0), None);
        Self {
            last_numbers: [None; 2],
            last_name: None,
            ..weighing.model
        }
    }

    /// The cost of a value after the two before it.
    fn number(&mut self, value: Key, novel: Bits) -> Bits {
        let [before, last] = self.last_numbers.map(|key| key.map_or([0; 8], Key::bytes));
        let contexts = [
            Key::new(&[b"two", &before, &last]),
            Key::new(&[b"one", &last]),
            Key::new(&[b"none"]),
        ];
        self.last_numbers = [self.last_numbers[1], Some(value)];
        self.numbers.cost(&contexts, value, novel)
    }

    /// The cost of symbols that follow each other, their end included.
    fn text(&mut self, of: &[u8], symbols: impl Iterator<Item = u32>) -> Bits {
        const END: u32 = u32::MAX;
        let mut before = [END; 3];
        let mut cost = Bits::ZERO;
        for symbol in symbols.chain([END]) {
            let [third, second, last] = before.map(u32::to_le_bytes);
            let contexts = [
                Key::new(&[of, &third, &second, &last]),
                Key::new(&[of, &second, &last]),
                Key::new(&[of, &last]),
                Key::new(&[of]),
            ];
            let novel = match symbol {
                0..128 | END => Bits::new(7),
                other => Bits::new(4 + u64::from(other.ilog2())),
            };
            cost += self
                .texts
                .cost(&contexts, Key::new(&[&symbol.to_le_bytes()]), novel);
            before = [before[1], before[2], symbol];
        }
        cost
    }
}

struct Weighing {
    model: Model,
    /// How often each setting has come.
    crowds: HashMap<(&'static str, &'static str, bool), u64>,
    /// New names: what their spelling costs, and how much of that is charged.
    charged: HashMap<String, (Bits, Bits)>,
    ledger: Ledger,
    /// What the program may read of itself.
    mirrors: Mirrors,
}

impl Weighing {
    /// Weighs a program; the code in a string has the line of its call.
    fn program(&mut self, program: &Program<'_>, line: Option<u32>) {
        let nodes = &program.tree.nodes;
        let mut last_children: Vec<&str> = vec![""; nodes.len()];
        let mut elements = vec![0; nodes.len()];
        for (at, node) in nodes.iter().enumerate().skip(1) {
            let line = line.unwrap_or(node.line);
            let Some(parent) = nodes.get(node.parent) else {
                continue;
            };
            let grandparent = nodes.get(parent.parent).map_or("", |node| node.kind);
            if let Some(last) = last_children.get_mut(node.parent) {
                self.shape(node, parent, grandparent, last, line);
                *last = node.kind;
            }
            if let Some(elements) = elements.get_mut(node.parent)
                && matches!(parent.kind, "List" | "Tuple" | "Set" | "Dict")
                && node.slot != "values"
                && node.kind != "end"
            {
                *elements += 1;
                self.ledger.display(*elements);
            }
            match &node.leaf {
                Leaf::Name(name) => self.name(name, node.slot, parent.kind, line),
                Leaf::Int(value) => {
                    let key = Key::new(&[b"int", &value.to_bytes_le()]);
                    let bits = self.model.number(key, novel_integer(value));
                    self.ledger
                        .charge(Carrier::Numbers, line, digits(value), bits);
                }
                Leaf::Float(value) => {
                    let key = Key::new(&[b"float", &value.to_le_bytes()]);
                    let (length, novel) = novel_float(*value);
                    let bits = self.model.number(key, novel);
                    self.ledger.charge(Carrier::Numbers, line, length, bits);
                }
                Leaf::Text(text) if !program.packed.literals.contains(&at) => {
                    let bits = self.model.text(b"text", text.chars().map(u32::from));
                    let unread = parent.kind == "Expr" && !self.mirrors.names;
                    let bits = if unread {
                        bits.part(1, UNREAD_DOCSTRING)
                    } else {
                        bits
                    };
                    let length = text.chars().count();
                    self.ledger.charge(Carrier::Text, line, length, bits);
                }
                Leaf::Bytes(bytes) if !program.packed.literals.contains(&at) => {
                    let bits = self
                        .model
                        .text(b"bytes", bytes.iter().copied().map(u32::from));
                    self.ledger.charge(Carrier::Text, line, bytes.len(), bits);
                }
                Leaf::Nothing | Leaf::Text(_) | Leaf::Bytes(_) => {}
            }
        }
        for (own_line, inner) in &program.inner {
            self.program(inner, Some(line.unwrap_or(*own_line)));
        }
    }

    /// Charges the kind of a node, given where it stands.
    fn shape(&mut self, node: &Node, parent: &Node, grandparent: &str, last: &str, line: u32) {
        let [kind, slot, above, last] =
            [parent.kind, node.slot, grandparent, last].map(str::as_bytes);
        let contexts = [
            Key::new(&[b"long", above, parent.slot.as_bytes(), kind, slot, last]),
            Key::new(&[b"last", kind, slot, last]),
            Key::new(&[b"slot", kind, slot]),
        ];
        let symbol = Key::new(&[node.kind.as_bytes()]);
        let bits = self.model.shapes.cost(&contexts, symbol, Bits::new(6));
        self.crowded((parent.kind, node.slot, false), line, bits);
    }

    /// Charges which name stands in a place, and its spelling when it is new.
    fn name(&mut self, name: &str, slot: &'static str, parent: &'static str, line: u32) {
        let symbol = Key::new(&[name.as_bytes()]);
        let last = self.model.last_name.map_or([0; 8], Key::bytes);
        let contexts = [
            Key::new(&[b"after", &last]),
            Key::new(&[parent.as_bytes(), slot.as_bytes()]),
        ];
        self.model.last_name = Some(symbol);
        let bits = self.model.choices.cost(&contexts, symbol, Bits::new(4));
        self.crowded((parent, slot, true), line, bits);

        if !self.charged.contains_key(name) {
            if !self.model.names.insert(name.to_owned()) {
                return;
            }
            let bits = self.model.text(b"text", name.chars().map(u32::from));
            self.charged.insert(name.to_owned(), (bits, Bits::ZERO));
        }
        let Some((whole, charged)) = self.charged.get_mut(name) else {
            return;
        };
        let length = name.chars().count();
        let in_full = self.mirrors.names
            || parent == "keyword"
            || slot == "name" && !matches!(parent, "MatchAs" | "MatchStar" | "alias");
        let due = if in_full {
            *whole
        } else {
            let part = |share: usize, of: usize| {
                whole.part(
                    u64::try_from(share).unwrap_or(u64::MAX),
                    u64::try_from(of.max(1)).unwrap_or(u64::MAX),
                )
            };
            let surplus = part(length.saturating_sub(ORDINARY_NAME), length);
            surplus + whole.less(surplus).part(1, UNREAD_NAME)
        };
        let more = due.less(*charged);
        *charged += more;
        if more > Bits::ZERO {
            self.ledger.charge(Carrier::Names, line, length, more);
        }
    }

    fn crowded(&mut self, setting: (&'static str, &'static str, bool), line: u32, bits: Bits) {
        let before = self.crowds.entry(setting).or_default();
        let bits = bits.part(*before, *before + CROWD);
        *before += 1;
        self.ledger.charge(Carrier::Shape, line, 1, bits);
    }
}

/// An integer that has not come before: its length in a self-delimiting code, and its bits.
fn novel_integer(value: &BigUint) -> Bits {
    let bits = value.bits();
    Bits::new(bits + 2 * u64::from((bits + 1).ilog2()) + 1)
}

/// Decimal digits, to within one for a very long number.
fn digits(value: &BigUint) -> usize {
    let bits = usize::try_from(value.bits()).unwrap_or(usize::MAX);
    bits.saturating_mul(1233) / 4096 + 1
}

/// A float that has not come before: its digits and its exponent.
fn novel_float(bits: u64) -> (usize, Bits) {
    let text = format!("{:e}", f64::from_bits(bits));
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let length = u64::try_from(digits).unwrap_or(u64::MAX);
    (digits, Bits::new(3 + length * 10 / 3))
}
