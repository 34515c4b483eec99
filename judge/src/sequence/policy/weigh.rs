//! Weighs a tree: what an ideal coder that knows ordinary Python still has to be told of it.
//! `docs/SCORING-v0.2.md` §3 argues the rules.

use std::sync::OnceLock;

use super::super::tree::{Leaf, Tree};
use super::model::{Model, digits, float_digits};
use super::parse;
use super::payload::{Carrier, Ledger, Payload};
use super::shape::Crowds;

/// The programs that the coder has read before every submission.
const PRIMER: [&str; 3] = [
    include_str!("primer/sequences.py"),
    include_str!("primer/ordinary.py"),
    include_str!("primer/programs.py"),
];

/// Weighs all that a tree says.
pub(in super::super) fn weigh(tree: &Tree) -> Payload {
    static PRIMED: OnceLock<Model> = OnceLock::new();
    let mut model = Model::after(PRIMED.get_or_init(primed));
    let mut ledger = Ledger::default();
    read(&mut model, &mut ledger, tree);
    ledger.payload()
}

/// Weighs a source as it stands, letter by letter, in bytes.
pub(super) fn weigh_text(source: &str) -> u32 {
    static PRIMED: OnceLock<Model> = OnceLock::new();
    let primed = PRIMED.get_or_init(|| {
        let mut model = Model::default();
        for program in PRIMER {
            model.text(SOURCE, program.chars().map(u32::from));
        }
        model
    });
    let letters = source.chars().map(u32::from);
    Model::after(primed).text(SOURCE, letters).bytes()
}

/// The text of a source is told otherwise than that of a string.
const SOURCE: &[u8] = b"source";

/// The model after the primer.
fn primed() -> Model {
    let mut model = Model::default();
    for program in PRIMER {
        let module = parse::module(program).expect("the primer is Python");
        let tree = Tree::from_parsed(&module, program);
        read(&mut model, &mut Ledger::default(), &tree);
    }
    model
}

fn read(model: &mut Model, ledger: &mut Ledger, tree: &Tree) {
    let nodes = &tree.nodes;
    let mut crowds = Crowds::new(tree);
    let mut last_children: Vec<&str> = vec![""; nodes.len()];
    let mut elements = vec![0; nodes.len()];
    for (at, node) in nodes.iter().enumerate().skip(1) {
        let line = node.line;
        let Some(parent) = nodes.get(node.parent) else {
            continue;
        };
        let grandparent = nodes.get(parent.parent).map_or("", |node| node.kind);
        if let Some(last) = last_children.get_mut(node.parent) {
            let bits = model.shape(node, parent, grandparent, last);
            ledger.charge(Carrier::Shape, line, 1, crowds.charged(at, false, bits));
            *last = node.kind;
        }
        if let Some(elements) = elements.get_mut(node.parent)
            && matches!(parent.kind, "List" | "Tuple" | "Set" | "Dict")
            && node.slot != "values"
            && node.kind != "end"
        {
            *elements += 1;
            ledger.display(*elements);
        }
        match &node.leaf {
            Leaf::Nothing => {}
            Leaf::Name(name) => {
                let cost = model.name(name, node, parent);
                let charged = crowds.charged(at, true, cost.choice);
                ledger.charge(Carrier::Shape, line, 1, charged);
                ledger.charge(Carrier::Names, line, name.chars().count(), cost.spelling);
            }
            Leaf::Int(value) => {
                let bits = model.integer(value);
                ledger.charge(Carrier::Numbers, line, digits(value), bits);
            }
            Leaf::Float(value) => {
                let bits = model.float(*value);
                ledger.charge(Carrier::Numbers, line, float_digits(*value), bits);
            }
            Leaf::Text(text) => {
                let bits = model.text(b"text", text.chars().map(u32::from));
                ledger.charge(Carrier::Text, line, text.chars().count(), bits);
            }
            Leaf::Bytes(bytes) => {
                let bits = model.text(b"bytes", bytes.iter().copied().map(u32::from));
                ledger.charge(Carrier::Text, line, bytes.len(), bits);
            }
        }
    }
}
