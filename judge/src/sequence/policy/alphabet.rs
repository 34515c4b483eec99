//! Texts that are alphabets rather than words: a program goes by their letters.

use std::collections::HashSet;

use super::super::tree::{Leaf, Node, Tree};

/// What gives the letters of a text one by one.
const BY_LETTERS: [&str; 2] = ["enumerate", "zip"];

/// What a text is asked for where a letter of it is.
const PLACES: [&str; 2] = ["index", "find"];

/// The alphabets of a program.
pub(super) struct Alphabets<'a> {
    tree: &'a Tree,
    /// What is read by its letters anywhere, by the names that it has.
    names: HashSet<&'a str>,
}

impl<'a> Alphabets<'a> {
    /// Those of a program.
    pub(super) fn of(tree: &'a Tree) -> Self {
        let read = (tree.nodes.iter().enumerate())
            .filter(|&(at, node)| node.kind() == "Name" && is_read_by_letters(tree, at));
        Self {
            tree,
            names: read.filter_map(|(at, _)| name_of(tree, at)).collect(),
        }
    }

    /// Whether the text in this place is one: it is read by its letters, or what is called as it is.
    pub(super) fn has(&self, at: usize) -> bool {
        is_read_by_letters(self.tree, at) || self.names_of(at).any(|name| self.names.contains(name))
    }

    /// The names that a value is given where it stands.
    fn names_of(&self, at: usize) -> impl Iterator<Item = &'a str> {
        let tree = self.tree;
        let statement = tree.nodes.get(at).map_or(0, Node::parent);
        let targets = statement + 1..at;
        let is_value = tree
            .nodes
            .get(at)
            .is_some_and(|node| node.slot() == "value");
        (targets.filter(move |_| is_value))
            .filter(move |&at| tree.nodes.get(at).map(Node::parent) == Some(statement))
            .filter_map(|at| name_of(tree, at))
    }
}

/// The name that an expression is.
fn name_of(tree: &Tree, at: usize) -> Option<&str> {
    let is_name = tree.nodes.get(at)?.kind() == "Name";
    match &tree.nodes.get(at + 1)?.leaf {
        Leaf::Name(name) if is_name => Some(name),
        _ => None,
    }
}

/// Whether the letters of an expression are asked for: it is indexed, gone through, or looked into.
fn is_read_by_letters(tree: &Tree, at: usize) -> bool {
    let Some(node) = tree.nodes.get(at) else {
        return false;
    };
    let above = node.parent();
    match (tree.nodes.get(above).map_or("", Node::kind), node.slot()) {
        ("Subscript", "value") | ("For" | "comprehension", "iter") | ("Compare", "comparators") => {
            true
        }
        ("Call", "args") => name_of(tree, above + 1).is_some_and(|name| BY_LETTERS.contains(&name)),
        ("Attribute", _) => (tree.nodes.iter().skip(at + 1))
            .find(|node| node.parent() == above)
            .is_some_and(
                |attr| matches!(&attr.leaf, Leaf::Name(name) if PLACES.contains(&&**name)),
            ),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn a_text_is_an_alphabet_by_what_it_is_or_what_is_called_so_is_asked_for() {
        let source = "KEY = OTHER = 'one'\nprint('two'[1], 'three'.index(c), 'four'.split())\n\
                      WORDS = 'five'\nprint(KEY.find(x), WORDS.split(), enumerate('six'))\n\
                      letters: str = 'seven'\nfor letter in letters: print(letter)";
        let (_, tree) = parse::read_tree(source, 120).unwrap();
        let alphabets = Alphabets::of(&tree);
        let found: Vec<_> = (tree.nodes.iter().enumerate())
            .filter_map(|(at, node)| match &node.leaf {
                Leaf::Text(text) if alphabets.has(at) => Some(&**text),
                _ => None,
            })
            .collect();
        assert_eq!(found, ["one", "two", "three", "six", "seven"]);
    }
}
