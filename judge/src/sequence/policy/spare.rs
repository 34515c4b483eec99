//! Takes away from a program what it never uses, and what only checks it: definitions and imports
//! that nothing live mentions, `assert`, and conditions that only `raise`.
//!
//! As with names, nobody has to be believed: what is left has to pass the same gate.

use std::collections::{HashMap, HashSet};

use super::super::tree::{Children, Edit, Leaf, Tree};
use super::names;
use super::neutral::Kept;

/// The program without definitions and imports that it never mentions, and without checks.
pub(super) fn without_spare_parts(tree: &Tree) -> Tree {
    let checks = Spare::new(tree);
    let tree = checks.taken_from(&checks.checks());
    let unused = Spare::new(&tree);
    unused.taken_from(&unused.unused())
}

/// A tree with what has to be known to take statements from it.
struct Spare<'a> {
    tree: &'a Tree,
    children: Children,
}

/// Something that binds a name and has no effect but that.
struct Definition<'a> {
    at: usize,
    name: &'a str,
}

impl<'a> Spare<'a> {
    fn new(tree: &'a Tree) -> Self {
        Self {
            tree,
            children: tree.children(),
        }
    }

    fn kind(&self, at: usize) -> &'static str {
        self.tree.nodes.get(at).map_or("", |node| node.kind)
    }

    fn of(&self, at: usize) -> &[usize] {
        self.children.of(at)
    }

    fn slot(&self, at: usize, slot: &'static str) -> impl Iterator<Item = usize> {
        (self.of(at).iter().copied())
            .filter(move |&child| self.tree.nodes.get(child).is_some_and(|n| n.slot == slot))
    }

    fn name(&self, at: usize) -> Option<&'a str> {
        match &self.tree.nodes.get(at)?.leaf {
            Leaf::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The tree without these nodes, and without statements that have nothing left.
    fn taken_from(&self, spare: &HashSet<usize>) -> Tree {
        let is_spare = |at: usize| {
            spare.contains(&at)
                || matches!(self.kind(at), "Import" | "ImportFrom")
                    && self.slot(at, "names").all(|alias| spare.contains(&alias))
        };
        self.tree.edited(|at, node| match node.slot {
            "body" | "orelse" | "finalbody" if node.kind == "end" => {
                let mut statements = self.slot(node.parent, node.slot).peekable();
                let is_bare = statements.peek().is_some() && statements.all(is_spare);
                if is_bare && self.kind(node.parent) != "Module" {
                    Edit::KeepAfter("Pass")
                } else {
                    Edit::Keep
                }
            }
            _ if is_spare(at) => Edit::Drop,
            _ => Edit::Keep,
        })
    }

    /// Assertions, and conditions under which the program only raises something.
    fn checks(&self) -> HashSet<usize> {
        let only_raises = |at: usize| {
            self.kind(at) == "If"
                && self.slot(at, "orelse").next().is_none()
                && self.slot(at, "body").all(|at| self.kind(at) == "Raise")
        };
        (0..self.tree.nodes.len())
            .filter(|&at| self.kind(at) == "Assert" || only_raises(at))
            .collect()
    }

    /// Definitions that nothing mentions but what is unused itself.
    fn unused(&self) -> HashSet<usize> {
        let definitions: Vec<Definition<'_>> = (0..self.tree.nodes.len())
            .filter_map(|at| self.definition(at))
            .collect();
        let by_place: HashMap<usize, usize> = (definitions.iter().enumerate())
            .map(|(number, definition)| (definition.at, number))
            .collect();
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, definition) in definitions.iter().enumerate() {
            by_name.entry(definition.name).or_default().push(number);
        }

        // What each definition mentions, those in it apart; and what is mentioned outside of all.
        let mut mentions: Vec<Vec<&str>> = definitions.iter().map(|_| Vec::new()).collect();
        let mut to_visit = Vec::new();
        let mut around: Vec<Option<usize>> = Vec::with_capacity(self.tree.nodes.len());
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let outer = around.get(node.parent).copied().flatten();
            let owner = by_place.get(&at).copied().or(outer);
            around.push(owner);
            let is_its_name = by_place.contains_key(&node.parent)
                && matches!(node.slot, "name" | "asname" | "module");
            if let Leaf::Name(name) = &node.leaf
                && !is_its_name
            {
                match owner.and_then(|owner| mentions.get_mut(owner)) {
                    Some(mentions) => mentions.push(name),
                    None => to_visit.push(name.as_str()),
                }
            }
        }

        let kept = Kept::of(self.tree);
        let said = definitions.iter().map(|definition| definition.name);
        to_visit.extend(said.filter(|name| kept.is_said(name)));
        let mut live = HashSet::new();
        while let Some(name) = to_visit.pop() {
            for number in by_name.remove(name).into_iter().flatten() {
                live.insert(number);
                to_visit.extend(
                    mentions
                        .get_mut(number)
                        .map(std::mem::take)
                        .unwrap_or_default(),
                );
            }
        }
        (definitions.iter().enumerate())
            .filter(|(number, _)| !live.contains(number))
            .map(|(_, definition)| definition.at)
            .collect()
    }

    /// What a node defines, if it may be done without. Python calls `__init__` and the like itself,
    /// and a decorator of the program's own may note what it is given.
    fn definition(&self, at: usize) -> Option<Definition<'a>> {
        let name = match self.kind(at) {
            "FunctionDef" | "AsyncFunctionDef" | "ClassDef" => {
                let own = |at: usize| self.name(at).is_some_and(|name| !names::is_public(name));
                let mut decorators = self.slot(at, "decorator_list");
                if decorators.any(|at| own(at) || self.of(at).iter().any(|&at| own(at))) {
                    return None;
                }
                self.slot(at, "name").next()
            }
            "alias" => self
                .slot(at, "asname")
                .next()
                .or(self.slot(at, "name").next()),
            _ => None,
        };
        let name = self.name(name?)?;
        let name = name.split('.').next().unwrap_or(name);
        let is_special = name.starts_with("__") || name == "*";
        (!is_special).then_some(Definition { at, name })
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn what_is_never_used_goes() {
        for (source, expected) in [
            ("def f():\n g()\ndef g():\n f()\nprint(1)", "print(1)"),
            ("def f():\n pass\nf()", "def f():\n pass\nf()"),
            (
                "class A:\n def f(self):\n  pass\n def __len__(self):\n  return 1\nlen(A())",
                "class A:\n def __len__(self):\n  return 1\nlen(A())",
            ),
            (
                "class A:\n def f(self):\n  pass\nA()",
                "class A:\n pass\nA()",
            ),
            (
                "import sys, math as m\nfrom os import *\nm.gcd",
                "import math as m\nfrom os import *\nm.gcd",
            ),
            ("import os.path\nos.sep", "import os.path\nos.sep"),
            (
                "def f():\n pass\nglobals()['f']",
                "def f():\n pass\nglobals()['f']",
            ),
            (
                "@note\ndef f():\n pass\n@property\ndef g():\n pass",
                "@note\ndef f():\n pass",
            ),
            ("if n < 0:\n raise E\nassert n\nprint(n)", "print(n)"),
            (
                "for a in b:\n assert a\nif a:\n raise\nelse:\n b()",
                "for a in b:\n pass\nif a:\n raise\nelse:\n b()",
            ),
        ] {
            let (_, tree) = parse::read_tree(source, 120).unwrap();
            assert_eq!(without_spare_parts(&tree).print(), expected, "{source}");
        }
    }
}
