//! A syntax tree that does not care who parsed: `rustpython-parser` or the guest's `CPython`.
//! Policy v0.2 and the classifier read this one, so that both parsers lead to the same answers.
//!
//! Nodes have the names and fields of `CPython`'s `ast`, in its order, with these exceptions: an
//! operator is its node's kind (`Add`, not `BinOp`), a constant's type is (`Int`, `True`), names are
//! nodes, a default stands beside its argument, and a node `end` closes each list of nodes, `none`
//! stands for an optional one that is missing. So the kinds in order say the whole shape. A literal
//! that is known to be executed may be a `Code` with its statements.

mod children;
mod expressions;
mod guest;
mod kinds;
mod parsed;
mod print;

use num_bigint::BigUint;

pub(super) use children::Children;
pub use guest::NotATree;
pub(super) use guest::{Answer, program_that_compiles, program_that_dumps};

/// What a node carries besides its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Leaf {
    /// Nothing.
    #[default]
    Nothing,
    /// The spelling of a name.
    Name(String),
    /// An integer constant, never negative.
    Int(BigUint),
    /// The bits of a float constant, or of the imaginary part of a complex one.
    Float(u64),
    /// The code points of a string constant; lone surrogates are moved to plane 16.
    Text(String),
    /// A bytes constant.
    Bytes(Vec<u8>),
}

/// A node with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// Such as `Call`, `Add`, `Int` or `end`.
    pub(super) kind: &'static str,
    /// The field of the parent that it is in.
    pub(super) slot: &'static str,
    /// Place of the parent in [`Tree::nodes`]; the root is its own.
    pub(super) parent: usize,
    /// Line from 1; a node without a place of its own has its parent's.
    pub(super) line: u32,
    /// The constant or name.
    pub(super) leaf: Leaf,
}

/// What becomes of a node.
pub(super) enum Edit<'a> {
    /// It stays.
    Keep,
    /// It stays, after a node of this kind.
    KeepAfter(&'static str),
    /// It goes.
    Drop,
    /// A node without children is in its place.
    Leaf(&'static str, Leaf),
    /// A literal with this code is in its place.
    Code(&'a Tree),
}

/// A module's nodes, each before its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    fn new() -> Self {
        let root = Node {
            kind: "Module",
            slot: "",
            parent: 0,
            line: 1,
            leaf: Leaf::Nothing,
        };
        Self { nodes: vec![root] }
    }

    /// Adds a node and says where it is.
    fn add(
        &mut self,
        parent: usize,
        slot: &'static str,
        kind: &'static str,
        line: Option<u32>,
        leaf: Leaf,
    ) -> usize {
        let line = line.unwrap_or_else(|| self.nodes.get(parent).map_or(1, |node| node.line));
        self.nodes.push(Node {
            kind,
            slot,
            parent,
            line,
            leaf,
        });
        self.nodes.len() - 1
    }

    /// A copy in which each node is what `edit` makes of it. What is below a node that does not stay
    /// goes with it.
    pub(super) fn edited<'a>(&'a self, mut edit: impl FnMut(usize, &'a Node) -> Edit<'a>) -> Self {
        let mut edited = Self::new();
        edited.nodes.reserve(self.nodes.len());
        let mut places = vec![None; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            let place = if at == 0 {
                Some(0)
            } else {
                let parent = places.get(node.parent).copied().flatten();
                parent.and_then(|parent| edited.add_edited(parent, node, edit(at, node)))
            };
            if let Some(entry) = places.get_mut(at) {
                *entry = place;
            }
        }
        edited
    }

    /// Adds what an edit makes of a node, and says where the node's children go, if anywhere.
    fn add_edited(&mut self, parent: usize, node: &Node, edit: Edit<'_>) -> Option<usize> {
        let Node { slot, line, .. } = *node;
        match edit {
            Edit::Keep => {
                let leaf = node.leaf.clone();
                return Some(self.add(parent, slot, node.kind, Some(line), leaf));
            }
            Edit::KeepAfter(kind) => {
                self.add(parent, slot, kind, Some(line), Leaf::Nothing);
                self.add(parent, slot, node.kind, Some(line), Leaf::Nothing);
            }
            Edit::Leaf(kind, leaf) => {
                self.add(parent, slot, kind, Some(line), leaf);
            }
            Edit::Code(code) => {
                let start = self.add(parent, slot, "Code", Some(line), Leaf::Nothing);
                // The root of the code becomes this node.
                for node in code.nodes.iter().skip(1) {
                    let leaf = node.leaf.clone();
                    self.add(start + node.parent, node.slot, node.kind, Some(line), leaf);
                }
            }
            Edit::Drop => {}
        }
        None
    }

    /// Whether a name has letters outside ASCII.
    pub(super) fn has_unusual_names(&self) -> bool {
        (self.nodes.iter()).any(|node| matches!(&node.leaf, Leaf::Name(name) if !name.is_ascii()))
    }
}
