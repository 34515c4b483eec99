//! Weighs a tree: what an ideal coder that knows ordinary Python still has to be told of the
//! program's data. `docs/SCORING-v0.2.md` §3 argues the rules.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use rustpython_parser::ast::Stmt;

use super::super::tree::{Leaf, Tree};
use super::coder::{Bits, Key};
use super::layout;
use super::mirrors::{self, Mirrors};
use super::model::{Model, digits, novel_float, novel_integer};
use super::parse;
use super::payload::{Carrier, Ledger, Payload};
use super::unpack::{self, Packed, Room};

/// The program that the coder has read before every submission.
pub(super) const PRIMER: &str = include_str!("primer.py");

/// A choice that comes for this many-th time in the same setting counts half of its information.
/// A setting is a field of a kind of node. In ordinary programs few settings come often.
const CROWD: u64 = 600;

/// The same for a choice in the same surroundings: the fields and kinds of so many nodes above it.
/// They hardly ever come again in ordinary programs; in a table made of operators or calls, they
/// come with every term.
const CLOSE_CROWD: u64 = 7;
const SURROUNDINGS: usize = 5;

/// The same for the spelling of new names where nothing shows that the program can read it.
const NAMES_CROWD: u64 = 64;

/// Letters of a name that are free of suspicion; those beyond count in full.
const ORDINARY_NAME: usize = 20;

/// How deeply code in strings may hold code in strings; what is deeper counts as text.
const MAX_UNPACKING: u32 = 3;

/// Weighs a tree with the source that it comes from.
pub(in super::super) fn weigh(tree: &Tree, source: &str) -> Payload {
    static PRIMED: OnceLock<Model> = OnceLock::new();
    let mut weighing = Weighing {
        model: PRIMED.get_or_init(primed).clone(),
        ..Weighing::default()
    };
    let program = Program::new(Cow::Borrowed(tree), 0, &Room::for_a_source());
    weighing.mirrors = program.mirrors();
    // What code in strings does with functions of the program is not looked for.
    if program.inner.is_empty() {
        weighing.only_called = mirrors::only_called(tree);
    }
    weighing.program(&program, None);
    if weighing.mirrors.places {
        let (bits, line) = layout::weigh(source);
        weighing.ledger.charge(Carrier::Layout, line, 1, bits);
    }
    weighing.ledger.payload()
}

/// The model after the primer.
fn primed() -> Model {
    let module: Vec<Stmt> = parse::module(PRIMER).expect("the primer is Python");
    let tree = Cow::Owned(Tree::from_parsed(&module, PRIMER));
    let mut weighing = Weighing::default();
    weighing.program(
        &Program::new(tree, MAX_UNPACKING, &Room::for_a_source()),
        None,
    );
    weighing.model.at_start()
}

/// A tree with the code that its strings hold.
struct Program<'a> {
    tree: Cow<'a, Tree>,
    packed: Packed,
    /// The code in strings, with the lines of the calls.
    inner: Vec<(u32, Program<'static>)>,
}

impl<'a> Program<'a> {
    fn new(tree: Cow<'a, Tree>, depth: u32, room: &Room) -> Self {
        let mut packed = Packed::default();
        let mut inner = Vec::new();
        if depth < MAX_UNPACKING {
            for call in unpack::calls(&tree, room) {
                if room.take_code(call.code.len()).is_none() {
                    continue;
                }
                // What is not Python, or not for this parser, is weighed as the text that it is.
                if parse::may_have_surrogates(&call.code) {
                    continue;
                }
                let Ok(module) = parse::module(&call.code) else {
                    continue;
                };
                let tree = Cow::Owned(Tree::from_parsed(&module, &call.code));
                inner.push((call.line, Program::new(tree, depth + 1, room)));
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
        inner.fold(Mirrors::of(&self.tree, &self.packed.callers), Mirrors::and)
    }
}

/// The field that a node is in: the kind of its parent, and the slot in it.
#[derive(Clone, Copy)]
struct Field {
    key: Key,
    parent: usize,
}

/// A field's key, and whether it is the name in it that is chosen.
type Setting = (Option<Key>, bool);

#[derive(Default)]
struct Weighing {
    model: Model,
    /// How often each setting has come.
    crowds: HashMap<Setting, u64>,
    /// How often the same surroundings have come.
    close_crowds: HashMap<(Key, bool), u64>,
    /// New names: what their spelling costs, and how much of that is charged.
    charged: HashMap<String, (Bits, Bits)>,
    ledger: Ledger,
    /// What the program may read of itself.
    mirrors: Mirrors,
    /// Functions that it never has as objects.
    only_called: HashSet<String>,
}

impl Weighing {
    /// Weighs a program; the code in a string has the line of its call.
    fn program(&mut self, program: &Program<'_>, line: Option<u32>) {
        let nodes = &program.tree.nodes;
        let fields: Vec<_> = (nodes.iter())
            .map(|node| {
                let parent = nodes.get(node.parent).map_or("", |parent| parent.kind);
                Field {
                    key: Key::new(&[parent.as_bytes(), node.slot.as_bytes()]),
                    parent: node.parent,
                }
            })
            .collect();
        let mut last_children: Vec<&str> = vec![""; nodes.len()];
        let mut elements = vec![0; nodes.len()];
        for (at, node) in nodes.iter().enumerate().skip(1) {
            let line = line.unwrap_or(node.line);
            let Some(parent) = nodes.get(node.parent) else {
                continue;
            };
            let grandparent = nodes.get(parent.parent).map_or("", |node| node.kind);
            if let Some(last) = last_children.get_mut(node.parent) {
                let bits = self.model.shape(node, parent, grandparent, last);
                self.crowded(&fields, at, false, line, bits);
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
                Leaf::Name(name) => {
                    let bits = self.model.choice(name, node.slot, parent.kind);
                    self.crowded(&fields, at, true, line, bits);
                    self.spelling(name, node.slot, parent.kind, line);
                }
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
                // Nothing reads a string that stands as a statement but what reads docstrings.
                Leaf::Text(_) if parent.kind == "Expr" && !self.mirrors.names => {}
                Leaf::Text(text) if self.is_read(program, at) => {
                    let bits = self.model.text(b"text", text.chars().map(u32::from));
                    let length = text.chars().count();
                    self.ledger.charge(Carrier::Text, line, length, bits);
                }
                Leaf::Bytes(bytes) if self.is_read(program, at) => {
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

    /// Whether a literal may be read as text. One that is weighed as code may be so where the
    /// program can see the constants of its own code, with whatever comments are in it.
    fn is_read(&self, program: &Program<'_>, at: usize) -> bool {
        self.mirrors.places || !program.packed.literals.contains(&at)
    }

    /// Charges the spelling of a name when it is new.
    fn spelling(&mut self, name: &str, slot: &str, parent: &str, line: u32) {
        if !self.charged.contains_key(name) {
            if !self.model.is_new_name(name) {
                return;
            }
            let bits = self.model.text(b"text", name.chars().map(u32::from));
            self.charged.insert(name.to_owned(), (bits, Bits::ZERO));
        }
        let before = u64::try_from(self.charged.len()).unwrap_or(u64::MAX) - 1;
        let Some((whole, charged)) = self.charged.get_mut(name) else {
            return;
        };
        let length = name.chars().count();
        let in_full = self.mirrors.names
            || match (parent, slot) {
                ("keyword", _) => true,
                ("MatchAs" | "MatchStar" | "alias", _) => false,
                ("FunctionDef", "name") => !self.only_called.contains(name),
                (_, slot) => slot == "name",
            };
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
            surplus + among(whole.less(surplus), before, NAMES_CROWD)
        };
        let more = due.less(*charged);
        *charged += more;
        if more > Bits::ZERO {
            self.ledger.charge(Carrier::Names, line, length, more);
        }
    }

    /// Charges a choice in the node at `at`: the more, the oftener its setting or its surroundings
    /// have come.
    fn crowded(&mut self, fields: &[Field], at: usize, is_name: bool, line: u32, bits: Bits) {
        let mut surroundings = [[0; 8]; SURROUNDINGS];
        let mut setting = None;
        let mut at = at;
        for place in &mut surroundings {
            let Some(field) = fields.get(at).filter(|_| at > 0) else {
                break;
            };
            setting.get_or_insert(field.key);
            *place = field.key.bytes();
            at = field.parent;
        }
        let [one, two, three, four, five] = &surroundings;
        let surroundings = Key::new(&[one, two, three, four, five]);
        let all = (self.crowds.entry((setting, is_name))).or_default();
        let close = (self.close_crowds.entry((surroundings, is_name))).or_default();
        let bits = among(bits, *all, CROWD).max(among(bits, *close, CLOSE_CROWD));
        *all += 1;
        *close += 1;
        self.ledger.charge(Carrier::Shape, line, 1, bits);
    }
}

/// The part of an amount that counts when `before` have come before it: half when those are as
/// many as `crowd`, little when they are few, nearly all when they are many.
fn among(bits: Bits, before: u64, crowd: u64) -> Bits {
    bits.part(before * before, before * before + crowd * crowd)
}
