//! Functions whose names nothing can read.
//!
//! A printed function says its name, and so do the generators and functions that it makes. One
//! that is only ever called, and makes none of these, is never there to be printed.

use std::collections::HashSet;

use super::super::super::tree::{Leaf, Tree};

/// What says the name of the function that it is made in.
const TELLING: &[&str] = &[
    "AsyncFor",
    "AsyncFunctionDef",
    "AsyncWith",
    "Await",
    "ClassDef",
    "FunctionDef",
    "GeneratorExp",
    "Lambda",
    "Yield",
    "YieldFrom",
];

/// The names of functions that are only called.
pub(in super::super) fn only_called(tree: &Tree) -> HashSet<String> {
    let mut defined: HashSet<&str> = HashSet::new();
    let mut told: HashSet<&str> = HashSet::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let kind = |at: usize| tree.nodes.get(at).map_or("", |node| node.kind);
        if let Leaf::Name(name) = &node.leaf {
            match kind(node.parent) {
                "FunctionDef" => {
                    defined.insert(name);
                }
                "Name" | "Attribute" => {
                    let is_called = (tree.nodes.get(node.parent)).is_some_and(|n| n.slot == "func");
                    if !is_called {
                        told.insert(name);
                    }
                }
                _ => {
                    told.insert(name);
                }
            }
        }
        // A decorator is given the function.
        let is_decorator = node.slot == "decorator_list" && node.kind != "end";
        if is_decorator || TELLING.contains(&node.kind) {
            let mut above = if is_decorator { at } else { node.parent };
            while above > 0 {
                let Some(node) = tree.nodes.get(above) else {
                    break;
                };
                if node.kind == "FunctionDef" {
                    told.extend(name_of(tree, above));
                }
                above = node.parent;
            }
        }
    }
    let quiet = defined.into_iter().filter(|name| !told.contains(name));
    quiet.map(str::to_owned).collect()
}

/// The name of the function in the node at `at`, which is its first child.
fn name_of(tree: &Tree, at: usize) -> Option<&str> {
    match &tree.nodes.get(at + 1)?.leaf {
        Leaf::Name(name) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::parse;
    use super::*;

    fn is_quiet(source: &str) -> bool {
        let module = parse::module(source).unwrap();
        only_called(&Tree::from_parsed(&module, source)).contains("f")
    }

    #[test]
    fn what_is_only_called_is_quiet() {
        for source in [
            "def f(n):return n*f(n-1)\nprint(f(3))",
            "def f(s):return[x for x in s]\nf(g(i) for i in s)",
            "class A:\n def f(s):return 1\nA().f()",
        ] {
            assert!(is_quiet(source), "{source}");
        }
    }

    #[test]
    fn what_may_be_printed_is_not() {
        for source in [
            "def f():0\nprint(f)",
            "def f():0\nprint(*map(str,[f]))",
            "def f():yield\nprint(f())",
            "def f():return lambda:0\nprint(f())",
            "def f():return(x for x in y)\nprint(f())",
            "def f():\n class A:0\n return A\nprint(f())",
            "def f():\n def g():0\n return g",
            "@print\ndef f():0",
            "class A:\n def f(s):0\nprint(A.f)",
            "def f():0\nprint(f'{f}')",
        ] {
            assert!(!is_quiet(source), "{source}");
        }
    }
}
