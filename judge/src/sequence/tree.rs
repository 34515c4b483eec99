//! A syntax tree that is independent of its parser: `rustpython-parser` or the guest's `CPython`. The policy of
//! scoring 0.3 and the classifier read this tree, so that both parsers lead to the same results.
//!
//! Nodes have the names and fields of `CPython`'s `ast`, in its order, with these exceptions: an operator is its
//! node's kind (`Add`, not `BinOp`), a constant's type is (`Int`, `True`), names are nodes, a default stands beside
//! its argument, a node `end` closes each list of nodes, and `none` stands for a missing optional node. So the
//! sequence of kinds describes the whole shape. A literal that is known to be executed may be a `Code` with its
//! statements.

mod children;
mod expressions;
mod guest;
mod kinds;
mod parsed;

use std::rc::Rc;

use num_bigint::BigUint;

pub(super) use children::Children;
pub use guest::NotATree;
pub(super) use guest::{Answer, Asked, Written};
pub(super) use kinds::Word;

/// What a node carries besides its kind. Trees that are derived from one another share long content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Leaf {
    /// Nothing.
    #[default]
    Nothing,
    /// The spelling of a name.
    Name(Rc<str>),
    /// An integer constant, never negative.
    Int(Rc<BigUint>),
    /// The bits of a float constant, or of the imaginary part of a complex one.
    Float(u64),
    /// The code points of a string constant; lone surrogates are moved to plane 16.
    Text(Rc<str>),
    /// A bytes constant.
    Bytes(Rc<[u8]>),
}

impl Leaf {
    pub(super) fn name(name: &str) -> Self {
        Self::Name(name.into())
    }

    pub(super) fn int(value: impl Into<BigUint>) -> Self {
        Self::Int(Rc::new(value.into()))
    }

    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.into())
    }
}

/// A node with its place. A source has two nodes for each letter, so they are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The value of the constant or name.
    pub(super) leaf: Leaf,
    parent: u32,
    /// The line from 1; a node without its own place has its parent's.
    pub(super) line: u32,
    pub(super) kind_word: Word,
    pub(super) slot_word: Word,
}

impl Node {
    /// The kind, such as `Call`, `Add`, `Int` or `end`.
    pub(super) fn kind(&self) -> &'static str {
        self.kind_word.as_str()
    }

    /// The field of the parent that contains it.
    pub(super) fn slot(&self) -> &'static str {
        self.slot_word.as_str()
    }

    /// The position of the parent in [`Tree::nodes`]; the root is its own parent.
    pub(super) fn parent(&self) -> usize {
        self.parent as usize
    }
}

/// A module's nodes, each before its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    fn new() -> Self {
        let root = Node {
            leaf: Leaf::Nothing,
            parent: 0,
            line: 1,
            kind_word: Word::of("Module"),
            slot_word: Word::NONE,
        };
        Self { nodes: vec![root] }
    }

    /// Adds a node and returns its position.
    fn add(
        &mut self,
        parent: usize,
        slot_word: Word,
        kind_word: Word,
        line: Option<u32>,
        leaf: Leaf,
    ) -> usize {
        let line = line.unwrap_or_else(|| self.nodes.get(parent).map_or(1, |node| node.line));
        self.nodes.push(Node {
            leaf,
            parent: place(parent),
            line,
            kind_word,
            slot_word,
        });
        self.nodes.len() - 1
    }

    /// The tree without the nodes for which `goes` is true, and without their descendants.
    pub(super) fn without(&self, goes: impl Fn(usize, &Node) -> bool) -> Self {
        let mut tree = Self::new();
        let mut places = vec![Some(0)];
        for (at, node) in self.nodes.iter().enumerate().skip(1) {
            let above = places.get(node.parent()).copied().flatten();
            places.push(above.filter(|_| !goes(at, node)).map(|above| {
                let leaf = node.leaf.clone();
                tree.add(above, node.slot_word, node.kind_word, Some(node.line), leaf)
            }));
        }
        tree
    }

    /// Whether a name has letters outside ASCII.
    pub(super) fn has_unusual_names(&self) -> bool {
        (self.nodes.iter()).any(|node| matches!(&node.leaf, Leaf::Name(name) if !name.is_ascii()))
    }
}

fn place(at: usize) -> u32 {
    u32::try_from(at).expect("a source has a few nodes for each byte")
}
