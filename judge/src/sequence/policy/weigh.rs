//! Weighs a tree: how much an ideal coder that knows ordinary Python must still be told about it.
//! `docs/SCORING-v0.3.md` §3 explains the rules.

use super::super::tree::{Leaf, Tree};
use super::model::{Model, Siblings, TextOf, digits, float_digits};
use super::parse::read_tree;
use super::payload::{Allowance, Carrier, ENOUGH_BYTES, Ledger, Payload};
use super::primed_state::known;
use super::shape::{Choice, Crowds, Ordinary};

/// Weighs the content of a tree. After 4,096 bytes of weight, the rest is not read.
pub(in super::super) fn weigh(tree: &Tree) -> Ledger {
    let mut ledger = Ledger::default();
    let mut model = Model::after(&known().messages);
    let mut reading = Reading::new(&mut model, tree, Some(&known().shape));
    while reading.go_on(&mut ledger) && !ledger.is_enough() {}
    ledger
}

/// The allowance for solving a problem with this setter's program: twice its weight without names and docstrings, but
/// not more than the amount at which weighing stops. Its texts may be what the problem is about. A source that the
/// judge cannot parse itself is weighed as text.
pub(in super::super) fn room_beside(setter: &str) -> Allowance {
    let payload = if let Ok((_, tree)) = read_tree(setter, 0) {
        let kind = |at: usize| tree.nodes.get(at).map_or("", |node| node.kind());
        let plain = tree.without(|_, node| kind(node.parent()) == "Expr" && node.kind() == "Str");
        weigh(&plain).payload()
    } else {
        let bytes = weigh_text(setter);
        Payload {
            data_bytes: bytes,
            total_bytes: bytes,
            ..Payload::default()
        }
    };
    let twice = |bytes: u32| {
        let nameless = bytes.saturating_sub(payload.name_bytes);
        nameless.saturating_mul(2).min(ENOUGH_BYTES)
    };
    Allowance {
        data_bytes: twice(payload.data_bytes),
        total_bytes: twice(payload.total_bytes),
    }
}

/// Weighs a source text letter by letter, in bytes. After 4,096 bytes of weight, the rest is not read.
pub(in super::super) fn weigh_text(source: &str) -> u32 {
    let letters = source.chars().map(u32::from);
    Model::after_letters(&known().letters)
        .text(TextOf::Source, letters)
        .bytes()
}

/// Reads a tree node by node.
pub(super) struct Reading<'a> {
    model: &'a mut Model,
    tree: &'a Tree,
    crowds: Crowds<'a>,
    /// For each node so far, its last children, and how many elements it has as a display.
    children: Vec<Siblings>,
    elements: Vec<u32>,
    at: usize,
}

impl<'a> Reading<'a> {
    pub(super) fn new(
        model: &'a mut Model,
        tree: &'a Tree,
        ordinary: Option<&'a Ordinary<'static>>,
    ) -> Self {
        Self {
            model,
            tree,
            crowds: Crowds::new(tree, ordinary),
            children: vec![Siblings::default()],
            elements: vec![0],
            at: 0,
        }
    }

    /// Reads the next node, if there is one.
    pub(super) fn go_on(&mut self, ledger: &mut Ledger) -> bool {
        // The root costs nothing.
        self.at += 1;
        let nodes = &self.tree.nodes;
        let Some(node) = nodes.get(self.at) else {
            return false;
        };
        let Some(parent) = nodes.get(node.parent()) else {
            return true;
        };
        self.children.push(Siblings::default());
        self.elements.push(0);
        let line = node.line;
        if let Some(siblings) = self.children.get_mut(node.parent()) {
            let bits = self.model.shape(self.tree, self.at, *siblings);
            let charged = self.crowds.charged(self.at, Choice::Kind, bits);
            ledger.charge(Carrier::Shape, line, 1, charged);
            siblings.add(node.kind_word);
        }
        if let Some(elements) = self.elements.get_mut(node.parent())
            && matches!(parent.kind(), "List" | "Tuple" | "Set" | "Dict")
            && node.slot() != "values"
            && node.kind() != "end"
        {
            *elements += 1;
            ledger.display(*elements);
        }
        match &node.leaf {
            Leaf::Nothing => {}
            Leaf::Name(name) => {
                let cost = self.model.name(name, self.tree, self.at);
                let choice = if cost.is_own {
                    Choice::OwnName
                } else {
                    Choice::Name
                };
                let charged = self.crowds.charged(self.at, choice, cost.choice);
                ledger.charge(Carrier::Shape, line, 1, charged);
                ledger.charge(Carrier::Names, line, name.chars().count(), cost.spelling);
            }
            Leaf::Int(value) => {
                let bits = self.model.integer(value, node, parent);
                ledger.charge(Carrier::Numbers, line, digits(value), bits);
            }
            Leaf::Float(value) => {
                let bits = self.model.float(*value, node, parent);
                ledger.charge(Carrier::Numbers, line, float_digits(*value), bits);
            }
            Leaf::Text(text) => {
                let bits = self
                    .model
                    .text_in_place(node, parent, text.chars().map(u32::from));
                ledger.charge(Carrier::Text, line, text.chars().count(), bits);
            }
            Leaf::Bytes(bytes) => {
                let letters = bytes.iter().copied().map(u32::from);
                let bits = self.model.text(TextOf::Bytes, letters);
                ledger.charge(Carrier::Text, line, bytes.len(), bits);
            }
        }
        true
    }
}
