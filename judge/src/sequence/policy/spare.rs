//! Takes away from a program what it never uses, and what is there for people and tools: definitions
//! and imports that nothing live mentions, annotations of variables, `assert` and conditions that only
//! `raise`, and how objects show themselves.
//!
//! As with names, nobody has to be believed: what is left has to pass the same gate.

mod checkers;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::super::tree::{Children, Edit, Leaf, Node, Tree};
use super::kept::Kept;
use super::names;

/// Whether how objects show themselves is of use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Showing {
    Used,
    Spare,
}

/// The tree with `None` for the annotation of each variable.
pub(super) fn without_annotations(tree: &Tree) -> Cow<'_, Tree> {
    Spare::new(tree).without_annotations()
}

/// The tree without `assert`, and without conditions under which it only raises something.
pub(super) fn without_checks(tree: &Tree) -> Cow<'_, Tree> {
    let spare = Spare::new(tree);
    spare.taken_from(&spare.checks())
}

/// The tree without what nothing mentions: definitions, imports, and names for values that are not
/// computed.
pub(super) fn without_unused(tree: &Tree, showing: Showing) -> Cow<'_, Tree> {
    let spare = Spare::new(tree);
    spare.taken_from(&spare.unused(showing))
}

/// The exceptions that the program catches to look at them, as it gives them a name.
pub(super) fn looked_at(tree: &Tree) -> HashSet<&str> {
    let spare = Spare::new(tree);
    spare.caught(|handler| spare.slot(handler, "name").next().is_some())
}

/// What a dataclass reads in an annotation.
const READ_ANNOTATIONS: [&str; 3] = ["ClassVar", "InitVar", "KW_ONLY"];

/// Names in a class that Python asks for only to show an object, or to save memory.
const SHOWING: [&str; 3] = ["__repr__", "__str__", "__slots__"];

/// What a program mentions that asks functions and classes for their annotations.
const READING_ANNOTATIONS: [&str; 5] = [
    "__annotations__",
    "get_annotations",
    "get_type_hints",
    "getfullargspec",
    "signature",
];

/// Whether a program looks at annotations.
pub(super) fn reads_annotations(tree: &Tree) -> bool {
    let mut names = tree.nodes.iter();
    names.any(
        |node| matches!(&node.leaf, Leaf::Name(name) if READING_ANNOTATIONS.contains(&&**name)),
    )
}

/// What a program mentions that asks a class for those derived from it.
const DERIVED: [&str; 2] = ["__init_subclass__", "__subclasses__"];

/// A tree with what has to be known to take statements from it.
struct Spare<'a> {
    tree: &'a Tree,
    children: Children,
    /// A class may be used by being derived from another.
    asks_for_derived: bool,
    /// What the program calls its functions.
    functions: HashSet<&'a str>,
}

/// Which nodes are spare, by their places.
type Marked = Vec<bool>;

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
            asks_for_derived: (tree.nodes.iter())
                .any(|node| matches!(&node.leaf, Leaf::Name(name) if DERIVED.contains(&&**name))),
            functions: (tree.nodes.iter())
                .filter(|node| node.slot() == "name")
                .filter(|node| {
                    let parent = tree.nodes.get(node.parent()).map_or("", |node| node.kind());
                    matches!(parent, "FunctionDef" | "AsyncFunctionDef" | "ClassDef")
                })
                .filter_map(|node| match &node.leaf {
                    Leaf::Name(name) => Some(&**name),
                    _ => None,
                })
                .collect(),
        }
    }

    fn kind(&self, at: usize) -> &'static str {
        self.tree.nodes.get(at).map_or("", |node| node.kind())
    }

    fn of(&self, at: usize) -> &[usize] {
        self.children.of(at)
    }

    fn slot(&self, at: usize, slot: &'static str) -> impl Iterator<Item = usize> {
        (self.of(at).iter().copied())
            .filter(move |&child| self.tree.nodes.get(child).is_some_and(|n| n.slot() == slot))
    }

    fn name(&self, at: usize) -> Option<&'a str> {
        match &self.tree.nodes.get(at)?.leaf {
            Leaf::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The tree without these nodes, and without statements that have nothing left.
    fn taken_from(&self, spare: &Marked) -> Cow<'a, Tree> {
        let is_marked = |at: usize| spare.get(at).is_some_and(|&is_spare| is_spare);
        let is_spare = |at: usize| {
            is_marked(at)
                || matches!(self.kind(at), "Import" | "ImportFrom")
                    && self.slot(at, "names").all(is_marked)
        };
        self.tree.edited(|at, node| match node.slot() {
            "body" | "orelse" | "finalbody" if node.kind() == "end" => {
                let mut statements = self.slot(node.parent(), node.slot()).peekable();
                let is_bare = statements.peek().is_some() && statements.all(is_spare);
                if is_bare && self.kind(node.parent()) != "Module" {
                    Edit::KeepAfter("Pass")
                } else {
                    Edit::Keep
                }
            }
            _ if is_spare(at) => Edit::Drop,
            _ => Edit::Keep,
        })
    }

    /// The tree with `None` for the annotation of each variable.
    fn without_annotations(&self) -> Cow<'a, Tree> {
        if reads_annotations(self.tree) {
            return Cow::Borrowed(self.tree);
        }
        self.tree.edited(|at, node| {
            let is_annotation =
                node.slot() == "annotation" && self.kind(node.parent()) == "AnnAssign";
            let is_read = || {
                self.any_below(at, |at| {
                    self.name(at)
                        .is_some_and(|name| READ_ANNOTATIONS.contains(&name))
                })
            };
            if is_annotation && !is_read() {
                Edit::Leaf("None", Leaf::Nothing)
            } else {
                Edit::Keep
            }
        })
    }

    /// Assertions, conditions under which the program only complains, and statements that call what does nothing
    /// else. `SystemExit` is no complaint: `raise SystemExit(main())` is how many programs start. Of a condition that
    /// goes on as it looks, such as `if self.next_token() != ")"`, only the complaint goes.
    fn checks(&self) -> Marked {
        let changing = self.changing();
        let caught = self.caught(|_| true);
        let complains = |at: usize| {
            let is_heard = |at: usize| {
                self.name(at)
                    .is_some_and(|name| name == "SystemExit" || caught.contains(name))
            };
            self.kind(at) == "Raise" && !self.any_below(at, is_heard)
        };
        let only_complains = |at: usize| {
            self.kind(at) == "If"
                && self.slot(at, "orelse").next().is_none()
                && self.slot(at, "body").all(complains)
        };
        let changes = |at: usize| {
            self.slot(at, "test").any(|test| {
                self.any_below(test, |at| {
                    self.name(at).is_some_and(|name| changing.contains(name))
                })
            })
        };
        let is_check = |at: usize| {
            self.kind(at) == "Assert" && !caught.contains("AssertionError")
                || only_complains(at) && !changes(at)
                || self.kind(at) == "Raise"
                    && (self.tree.nodes.get(at))
                        .map(Node::parent)
                        .is_some_and(|parent| only_complains(parent) && changes(parent))
        };
        let mut checks: Marked = (0..self.tree.nodes.len()).map(is_check).collect();
        let checkers =
            self.checkers(|at| checks.get(at).is_some_and(|&is_check| is_check) || complains(at));
        let calls_a_checker = |at: usize| {
            self.kind(at) == "Expr"
                && (self
                    .slot(at, "value")
                    .flat_map(|call| self.slot(call, "func")))
                .filter_map(|called| self.name(*self.of(called).last()?))
                .any(|name| checkers.contains(name))
        };
        for (at, is_check) in checks.iter_mut().enumerate() {
            *is_check |= calls_a_checker(at);
        }
        checks
    }

    /// The exceptions that handlers of this kind catch, and those made from them.
    fn caught(&self, is_such: impl Fn(usize) -> bool) -> HashSet<&'a str> {
        let mut caught = HashSet::new();
        let mut classes = Vec::new();
        for at in 0..self.tree.nodes.len() {
            match self.kind(at) {
                "ExceptHandler" if is_such(at) => {
                    caught.extend(self.slot(at, "type").flat_map(|at| self.names_below(at)));
                }
                "ClassDef" => classes.push(at),
                _ => {}
            }
        }
        // A class comes after those that it is made from.
        for class in classes {
            let mut bases = self
                .slot(class, "bases")
                .flat_map(|at| self.names_below(at));
            if bases.any(|base| caught.contains(base)) {
                caught.extend(self.slot(class, "name").filter_map(|at| self.name(at)));
            }
        }
        caught
    }

    fn names_below(&self, at: usize) -> Vec<&'a str> {
        let mut names = Vec::new();
        let mut left = vec![at];
        while let Some(at) = left.pop() {
            names.extend(self.name(at));
            left.extend(self.of(at));
        }
        names
    }

    /// The names of functions that change something which outlives them.
    fn changing(&self) -> HashSet<&'a str> {
        /// What is deeper in a function is passed over.
        const MOST_LEVELS: usize = 64;
        let nodes = &self.tree.nodes;
        let changes = |at: usize| {
            let targets = self.slot(at, "targets").chain(self.slot(at, "target"));
            matches!(self.kind(at), "Delete" | "Global" | "Nonlocal")
                || matches!(self.kind(at), "Assign" | "AugAssign" | "AnnAssign")
                    && targets
                        .map(|target| self.kind(target))
                        .any(|kind| matches!(kind, "Attribute" | "Subscript"))
        };
        let function_around = |at: usize| {
            let outwards = std::iter::successors(Some(at), |&at| nodes.get(at).map(Node::parent));
            (outwards.take(MOST_LEVELS))
                .find(|&at| matches!(self.kind(at), "FunctionDef" | "AsyncFunctionDef"))
        };
        (0..nodes.len())
            .filter(|&at| changes(at))
            .filter_map(function_around)
            .filter_map(|at| self.name(self.slot(at, "name").next()?))
            .collect()
    }

    /// Definitions that nothing mentions but what is unused itself.
    fn unused(&self, showing: Showing) -> Marked {
        let places = 0..self.tree.nodes.len();
        let definitions: Vec<Definition<'_>> = (places.clone())
            .filter_map(|at| self.definition(at, showing))
            .collect();
        let mut by_place: Vec<Option<u32>> = vec![None; places.len()];
        for (definition, number) in definitions.iter().zip(0..) {
            if let Some(place) = by_place.get_mut(definition.at) {
                *place = Some(number);
            }
        }
        let defined_at = |at: usize| by_place.get(at).copied().flatten();
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, definition) in definitions.iter().enumerate() {
            by_name.entry(definition.name).or_default().push(number);
        }

        // What each definition mentions, those in it apart; and what is mentioned outside of all.
        let mut mentions: Vec<Vec<&str>> = definitions.iter().map(|_| Vec::new()).collect();
        let mut to_visit = Vec::new();
        let mut around: Vec<Option<u32>> = Vec::with_capacity(self.tree.nodes.len());
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let outer = around.get(node.parent()).copied().flatten();
            let owner = defined_at(at).or(outer);
            around.push(owner);
            let is_its_name = defined_at(node.parent()).is_some()
                && matches!(node.slot(), "name" | "asname" | "module")
                || self
                    .assigned_in(node.parent())
                    .is_some_and(|at| defined_at(at).is_some());
            if let Leaf::Name(name) = &node.leaf
                && !is_its_name
            {
                match owner.and_then(|owner| mentions.get_mut(owner as usize)) {
                    Some(mentions) => mentions.push(name),
                    None => to_visit.push(&**name),
                }
            }
        }

        let kept = Kept::of(self.tree);
        let said = definitions.iter().map(|definition| definition.name);
        to_visit.extend(said.filter(|name| kept.is_said(name)));
        let mut is_live = vec![false; definitions.len()];
        while let Some(name) = to_visit.pop() {
            for number in by_name.remove(name).into_iter().flatten() {
                if let Some(is_live) = is_live.get_mut(number) {
                    *is_live = true;
                }
                to_visit.extend(
                    mentions
                        .get_mut(number)
                        .map(std::mem::take)
                        .unwrap_or_default(),
                );
            }
        }
        let mut unused = vec![false; places.len()];
        for (definition, is_live) in definitions.iter().zip(is_live) {
            if let Some(is_unused) = unused.get_mut(definition.at) {
                *is_unused = !is_live;
            }
        }
        unused
    }

    /// What a node defines, if it may be done without. Python calls `__init__` and the like itself,
    /// and a decorator of the program's own may note what it is given.
    fn definition(&self, at: usize, showing: Showing) -> Option<Definition<'a>> {
        let name = match self.kind(at) {
            "ClassDef" if self.asks_for_derived && self.slot(at, "bases").next().is_some() => None,
            "FunctionDef" | "AsyncFunctionDef" | "ClassDef" => {
                let own = |name: &&str| !names::is_public(name) || self.functions.contains(name);
                let mut decorators = self.slot(at, "decorator_list");
                if decorators.any(|at| self.names_below(at).iter().any(own)) {
                    return None;
                }
                self.slot(at, "name").next()
            }
            // It says how the rest is read.
            "alias" if self.is_of_the_future(at) => None,
            "alias" => self
                .slot(at, "asname")
                .next()
                .or(self.slot(at, "name").next()),
            "Assign" => self.assigned_name(at),
            _ => None,
        };
        let name = self.name(name?)?;
        let name = name.split('.').next().unwrap_or(name);
        let is_special = name.starts_with("__") || name == "*";
        let is_showing = showing == Showing::Spare && SHOWING.contains(&name);
        (!is_special || is_showing).then_some(Definition { at, name })
    }

    fn is_of_the_future(&self, alias: usize) -> bool {
        (self.tree.nodes.get(alias))
            .and_then(|alias| self.slot(alias.parent(), "module").next())
            .is_some_and(|module| self.name(module) == Some("__future__"))
    }

    /// The name that an assignment gives to what is not computed. Those in a class may be members of
    /// an enumeration, or fields.
    fn assigned_name(&self, at: usize) -> Option<usize> {
        let mut targets = self.slot(at, "targets");
        let target = targets.next().filter(|_| targets.next().is_none())?;
        let name = self.slot(target, "id").next()?;
        let parent = self.tree.nodes.get(at)?.parent();
        let is_member = self.kind(parent) == "ClassDef"
            && !self.name(name).is_some_and(|name| SHOWING.contains(&name));
        let is_value = self.slot(at, "value").all(|value| !self.computes(value));
        (is_value && !is_member).then_some(name)
    }

    /// Whether evaluating an expression may do anything.
    fn computes(&self, at: usize) -> bool {
        self.any_below(at, |at| {
            matches!(
                self.kind(at),
                "Call" | "Await" | "Yield" | "YieldFrom" | "NamedExpr"
            )
        })
    }

    /// Whether a node, or one below it, is so.
    fn any_below(&self, at: usize, is_so: impl Fn(usize) -> bool) -> bool {
        let mut left = vec![at];
        while let Some(at) = left.pop() {
            if is_so(at) {
                return true;
            }
            left.extend(self.of(at));
        }
        false
    }

    /// The assignment of which this node is a target.
    fn assigned_in(&self, at: usize) -> Option<usize> {
        let node = self.tree.nodes.get(at)?;
        (node.kind() == "Name" && node.slot() == "targets").then_some(node.parent())
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
                "def f():\n a.b += 1\n return a.b\nif f() > 9:\n raise E\nprint(a)",
                "def f():\n a.b += 1\n return a.b\nif f() > 9:\n pass\nprint(a)",
            ),
            (
                "from __future__ import annotations\nimport os\nprint(1)",
                "from __future__ import annotations\nprint(1)",
            ),
            ("if n:\n raise SystemExit(n)", "if n:\n raise SystemExit(n)"),
            (
                "class E(F):\n pass\ntry:\n if n:\n  raise E(n)\n if a:\n  raise G\nexcept F:\n b()",
                "class E(F):\n pass\ntry:\n if n:\n  raise E(n)\nexcept F:\n b()",
            ),
            (
                "try:\n assert n\nexcept AssertionError:\n b()",
                "try:\n assert n\nexcept AssertionError:\n b()",
            ),
            (
                "@singledispatch\ndef diff(n):\n a()\n@diff.register\ndef f(n):\n b()\ndiff(1)",
                "@singledispatch\ndef diff(n):\n a()\n@diff.register\ndef f(n):\n b()\ndiff(1)",
            ),
            (
                "class A:\n pass\nclass B(A):\n pass\nclass C:\n pass\nA.__subclasses__()",
                "class A:\n pass\nclass B(A):\n pass\nA.__subclasses__()",
            ),
            (
                "def test():\n p = P(1)\n p.go()\n for a in b:\n  if p.at(a):\n   raise E\ntest()\nprint(1)",
                "print(1)",
            ),
            (
                "def g():\n return a.write\ndef test():\n assert g()\ntest()\nprint(g())",
                "def g():\n return a.write\nprint(g())",
            ),
            (
                "class A:\n def check(self, n):\n  assert n\n def f(self):\n  self.check(1)\nA().f()",
                "class A:\n def f(self):\n  pass\nA().f()",
            ),
            // They fill a table, print, or go on in what they look at.
            (
                "def fill():\n for a in b:\n  assert a\n  t.append(a)\nfill()",
                "def fill():\n for a in b:\n  t.append(a)\nfill()",
            ),
            (
                "def f(n):\n print(n)\ndef main():\n assert n\n f(n)\nmain()",
                "def f(n):\n print(n)\ndef main():\n f(n)\nmain()",
            ),
            (
                "class A:\n def next(self):\n  self.n += 1\n def pass_by(self, n):\n  if self.next() != n:\n   \
                 raise E\n def f(self):\n  self.pass_by(1)\nA().f()",
                "class A:\n def next(self):\n  self.n += 1\n def pass_by(self, n):\n  if self.next() != n:\n   \
                 pass\n def f(self):\n  self.pass_by(1)\nA().f()",
            ),
            (
                "for a in b:\n assert a\nif a:\n raise\nelse:\n b()",
                "for a in b:\n pass\nif a:\n raise\nelse:\n b()",
            ),
        ] {
            let (_, tree) = parse::read_tree(source, 120).unwrap();
            let unchecked = without_checks(&tree);
            let used = without_unused(&unchecked, Showing::Used);
            assert_eq!(used.print(), expected, "{source}");
        }
    }

    #[test]
    fn what_is_for_readers_goes() {
        for (source, expected) in [
            (
                "from typing import List\nRow = List[int]\nr: Row = []\nprint(r)",
                "r: None = []\nprint(r)",
            ),
            ("a = b\nc = f()", "c = f()"),
            ("a = b\nprint(a)", "a = b\nprint(a)"),
            (
                "class A:\n __slots__ = ('b',)\n M = 1\n def __repr__(self):\n  return 'A'\n \
                 def __len__(self):\n  return 1\nlen(A())",
                "class A:\n M = 1\n def __len__(self):\n  return 1\nlen(A())",
            ),
        ] {
            let (_, tree) = parse::read_tree(source, 120).unwrap();
            let bare = without_annotations(&tree);
            let bare = without_unused(&bare, Showing::Spare);
            assert_eq!(bare.print(), expected, "{source}");
        }
    }
}
