//! Which names are a program's own: `dir` as a parameter is not the builtin.
//!
//! Only what is certain counts. A name that a function binds is that function's own wherever it
//! stands in it. A name that a statement of the module binds before anything mentions it is the
//! program's own everywhere, unless it is deleted.

use std::collections::{HashMap, HashSet};

use super::super::super::tree::{Leaf, Tree};

/// Kinds of nodes that have names of their own. Those of a class are not seen from the functions
/// in it, and are looked up outside where they are not bound yet.
const SCOPES: &[&str] = &["AsyncFunctionDef", "ClassDef", "FunctionDef", "Lambda"];

/// The names that a program binds itself.
pub(super) struct Scopes<'a> {
    tree: &'a Tree,
    /// Names bound in functions, by the function's place.
    bound: HashSet<(usize, &'a str)>,
    /// Names of the module that are bound before they are mentioned.
    first_bound: HashSet<&'a str>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        let mut scopes = Self {
            tree,
            bound: HashSet::new(),
            first_bound: HashSet::new(),
        };
        let mut not_local = HashSet::new();
        let mut deleted = HashSet::new();
        let mut first: HashMap<&str, bool> = HashMap::new();
        for (at, node) in tree.nodes.iter().enumerate() {
            let Leaf::Name(name) = &node.leaf else {
                continue;
            };
            let name = name.as_str();
            let parent = tree.nodes.get(node.parent);
            let scope = scopes.scope_of(at);
            match (parent.map_or("", |parent| parent.kind), node.slot) {
                ("Global" | "Nonlocal", _) => {
                    not_local.insert((scope, name));
                }
                ("arg", _) => {
                    scopes.bound.extend(scope.map(|scope| (scope, name)));
                }
                ("Name", _) => {
                    let stored = scopes.is_target(node.parent);
                    if stored == Some("Delete") {
                        deleted.insert(name);
                    }
                    if let (Some(scope), Some(_)) = (scope, stored) {
                        scopes.bound.insert((scope, name));
                    }
                    let sure = scope.is_none() && scopes.is_sure(node.parent, name);
                    first.entry(name).or_insert(sure);
                }
                _ => {
                    first.entry(name).or_insert(false);
                }
            }
        }
        let is_class = |scope: usize| tree.nodes.get(scope).is_some_and(|n| n.kind == "ClassDef");
        scopes
            .bound
            .retain(|&(scope, name)| !is_class(scope) && !not_local.contains(&(Some(scope), name)));
        scopes.first_bound = (first.into_iter())
            .filter(|&(name, sure)| sure && !deleted.contains(name))
            .map(|(name, _)| name)
            .collect();
        scopes
    }

    /// Whether the name in the node at `at` is bound by the program itself, and not by an import.
    pub(super) fn is_own(&self, at: usize, name: &str) -> bool {
        if self.first_bound.contains(name) {
            return true;
        }
        let mut scope = self.scope_of(at);
        while let Some(function) = scope {
            if self.bound.contains(&(function, name)) {
                return true;
            }
            scope = self.scope_of(function);
        }
        false
    }

    /// The innermost scope in which the node stands. Decorators, bases, defaults and annotations
    /// belong to what is around.
    fn scope_of(&self, at: usize) -> Option<usize> {
        let mut outside = false;
        let mut at = at;
        while at > 0 {
            let node = self.tree.nodes.get(at)?;
            let parent = self.tree.nodes.get(node.parent)?;
            outside |= parent.kind == "arg" && matches!(node.slot, "default" | "annotation");
            if SCOPES.contains(&parent.kind) {
                if !outside && matches!(node.slot, "args" | "body") {
                    return Some(node.parent);
                }
                outside = false;
            }
            at = node.parent;
        }
        None
    }

    /// The kind of statement that makes a `Name` node a target, if one does.
    fn is_target(&self, name: usize) -> Option<&'static str> {
        let mut at = name;
        loop {
            let node = self.tree.nodes.get(at)?;
            let parent = self.tree.nodes.get(node.parent)?;
            match (parent.kind, node.slot) {
                ("Tuple" | "List", "elts") | ("Starred", "value") => at = node.parent,
                (kind, "targets" | "target" | "optional_vars") if kind != "comprehension" => {
                    return Some(kind);
                }
                _ => return None,
            }
        }
    }

    /// Whether a `Name` node is a target of an assignment that the module always makes, of a value
    /// that does not mention the name.
    fn is_sure(&self, name_node: usize, name: &str) -> bool {
        let mut at = name_node;
        let Some(statement) = (loop {
            let Some(node) = self.tree.nodes.get(at) else {
                break None;
            };
            if node.parent == 0 {
                break Some(at);
            }
            at = node.parent;
        }) else {
            return false;
        };
        let is_assignment = (self.tree.nodes.get(statement)).is_some_and(|n| n.kind == "Assign");
        if !is_assignment || self.is_target(name_node) != Some("Assign") {
            return false;
        }
        // The nodes of a statement stand together.
        let rest = self.tree.nodes.iter().enumerate().skip(name_node + 2);
        !rest
            .take_while(|(_, node)| node.parent >= statement)
            .any(|(_, node)| matches!(&node.leaf, Leaf::Name(other) if other == name))
    }
}
