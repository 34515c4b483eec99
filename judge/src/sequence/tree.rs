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

use std::borrow::Cow;
use std::rc::Rc;

use num_bigint::BigUint;

pub(super) use children::Children;
pub use guest::NotATree;
pub(super) use guest::{Answer, program_that_compiles, program_that_dumps};
pub(super) use kinds::Word;

/// What a node carries besides its kind. Trees that are made from one another share what is long.
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

/// A node with its place. A source has two of them for each letter, so they are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The constant or name.
    pub(super) leaf: Leaf,
    parent: u32,
    /// Line from 1; a node without a place of its own has its parent's.
    pub(super) line: u32,
    pub(super) kind_word: Word,
    pub(super) slot_word: Word,
}

impl Node {
    /// Such as `Call`, `Add`, `Int` or `end`.
    pub(super) fn kind(&self) -> &'static str {
        self.kind_word.as_str()
    }

    /// The field of the parent that it is in.
    pub(super) fn slot(&self) -> &'static str {
        self.slot_word.as_str()
    }

    /// Place of the parent in [`Tree::nodes`]; the root is its own.
    pub(super) fn parent(&self) -> usize {
        self.parent as usize
    }
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
            leaf: Leaf::Nothing,
            parent: 0,
            line: 1,
            kind_word: Word::of("Module"),
            slot_word: Word::NONE,
        };
        Self { nodes: vec![root] }
    }

    /// Adds a node and says where it is.
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

    /// The tree in which each node is what `edit` makes of it; itself where all stay. What is below a
    /// node that does not stay goes with it.
    pub(super) fn edited<'a, 'code>(
        &'a self,
        mut edit: impl FnMut(usize, &'a Node) -> Edit<'code>,
    ) -> Cow<'a, Self> {
        let mut nodes = self.nodes.iter().enumerate().skip(1);
        let first = nodes.find_map(|(at, node)| match edit(at, node) {
            Edit::Keep => None,
            change => Some((at, node, change)),
        });
        let Some((at, node, change)) = first else {
            return Cow::Borrowed(self);
        };
        let mut copy = Copying::of_those_before(self, at);
        copy.add(node, change);
        for (at, node) in nodes {
            if copy.has(node.parent) {
                copy.add(node, edit(at, node));
            } else {
                copy.places.push(Copying::GONE);
            }
        }
        Cow::Owned(copy.tree)
    }

    /// Whether a name has letters outside ASCII.
    pub(super) fn has_unusual_names(&self) -> bool {
        (self.nodes.iter()).any(|node| matches!(&node.leaf, Leaf::Name(name) if !name.is_ascii()))
    }
}

/// What a change makes of a tree, which stays itself where nothing changes.
pub(super) fn changed(
    tree: Cow<'_, Tree>,
    change: impl FnOnce(&Tree) -> Cow<'_, Tree>,
) -> Cow<'_, Tree> {
    let owned = match change(&tree) {
        Cow::Owned(changed) => Some(changed),
        Cow::Borrowed(_) => None,
    };
    owned.map_or(tree, Cow::Owned)
}

fn place(at: usize) -> u32 {
    u32::try_from(at).expect("a source has a few nodes for each byte")
}

/// A copy of a tree that is being made.
struct Copying {
    tree: Tree,
    /// Where each node of the original is.
    places: Vec<u32>,
}

impl Copying {
    /// The place of what is not in the copy.
    const GONE: u32 = u32::MAX;

    /// With all nodes before this one.
    fn of_those_before(original: &Tree, at: usize) -> Self {
        let mut nodes = Vec::with_capacity(original.nodes.len());
        nodes.extend(original.nodes.iter().take(at).cloned());
        let mut places = Vec::with_capacity(original.nodes.len());
        places.extend(0..place(at));
        Self {
            tree: Tree { nodes },
            places,
        }
    }

    fn has(&self, original: u32) -> bool {
        (self.places.get(original as usize)).is_some_and(|&place| place != Self::GONE)
    }

    /// Adds what an edit makes of the next node.
    fn add(&mut self, node: &Node, edit: Edit<'_>) {
        let place = self.add_edited(node, edit).map_or(Self::GONE, place);
        self.places.push(place);
    }

    /// Adds what an edit makes of a node, and says where the node's children go, if anywhere.
    fn add_edited(&mut self, node: &Node, edit: Edit<'_>) -> Option<usize> {
        let Self { tree, places } = self;
        let Node {
            slot_word: slot,
            kind_word: kind,
            line,
            ..
        } = *node;
        let parent = *places.get(node.parent())? as usize;
        match edit {
            Edit::Keep => {
                let leaf = node.leaf.clone();
                return Some(tree.add(parent, slot, kind, Some(line), leaf));
            }
            Edit::KeepAfter(before) => {
                tree.add(parent, slot, Word::of(before), Some(line), Leaf::Nothing);
                tree.add(parent, slot, kind, Some(line), Leaf::Nothing);
            }
            Edit::Leaf(kind, leaf) => {
                tree.add(parent, slot, Word::of(kind), Some(line), leaf);
            }
            Edit::Code(code) => {
                let start = tree.add(parent, slot, Word::of("Code"), Some(line), Leaf::Nothing);
                // The root of the code becomes this node.
                for node in code.nodes.iter().skip(1) {
                    let leaf = node.leaf.clone();
                    let (slot, kind) = (node.slot_word, node.kind_word);
                    tree.add(start + node.parent(), slot, kind, Some(line), leaf);
                }
            }
            Edit::Drop => {}
        }
        None
    }
}
