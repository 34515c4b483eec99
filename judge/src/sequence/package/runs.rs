//! The runs of a setter's program: twice in a fresh instance, once after another program on the same thread, and once
//! with another clock and other random streams, which shows whether its terms depend on these.

use std::thread;

use dojo_sandbox::{End, Limits, Run, Runtime, SandboxError};

use crate::package::Fault;
use crate::sequence::policy;
use crate::sequence::tree::{Children, Leaf, Node, Tree};
use crate::sequence::verdict::term_at;

/// The program that runs before the third run. It fills memory, draws random numbers, changes settings of the
/// interpreter and fails, to leave behind as much as possible.
const DISTURBANCE: &[u8] = b"import random, sys
random.seed(7)
sys.setrecursionlimit(200)
kept = [bytearray(range(256)) * 64 for _ in range(200)]
print(len({str(random.random()): n for n in range(2000)}), sum(map(sum, kept[:9])))
raise SystemExit(3)
";

/// Runs the program three times, each on its own thread.
///
/// # Errors
/// When the sandbox fails.
pub(super) fn three(
    runtime: &Runtime,
    source: &[u8],
    limits: &Limits,
) -> Result<[Run; 3], SandboxError> {
    let run = || runtime.run(source, limits);
    let after_another = || {
        runtime.run(DISTURBANCE, &Limits::default())?;
        runtime.run(source, limits)
    };
    thread::scope(|scope| {
        let first = scope.spawn(run);
        let second = scope.spawn(run);
        let third = scope.spawn(after_another);
        let end = |run: thread::ScopedJoinHandle<'_, _>| {
            run.join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        Ok([end(first)?, end(second)?, end(third)?])
    })
}

/// The parts of the sandbox that the terms of a program depend on, so that nobody can derive them: its clock and
/// random streams if a run with others prints other terms, and values that the program reads by name if no run can
/// show it.
///
/// Nothing is reported for a run that did not produce all terms.
///
/// # Errors
/// When the sandbox fails.
pub(super) fn dependence(
    runtime: &Runtime,
    index_origin: i64,
    source: &str,
    whole: &Limits,
    usual: &Run,
) -> Result<Vec<String>, SandboxError> {
    if usual.end != End::Enough {
        return Ok(Vec::new());
    }
    // `random` was seeded when the interpreter started, before any run.
    let text = serde_json::Value::from(source).to_string();
    let reseeded = format!("__import__('random').seed(1)\nexec({text})");
    let other = runtime.run_elsewhere(reseeded.as_bytes(), whole)?;
    let mut found = Vec::new();
    if other.terms != usual.terms {
        let index = (usual.terms.iter().zip(&other.terms))
            .position(|(usual, other)| usual != other)
            .unwrap_or(other.terms.len().min(usual.terms.len()));
        let term = |run: &Run| {
            run.terms
                .get(index)
                .map_or("missing", String::as_str)
                .to_owned()
        };
        found.push(format!(
            "{} is {}, and {} under another clock and another random stream",
            term_at(index_origin, index),
            term(usual),
            term(&other)
        ));
    }
    if let Ok((_, tree)) = policy::read_tree(source, 0) {
        for (name, what, line) in machine_uses(&tree) {
            let line = usize::try_from(line).unwrap_or(usize::MAX);
            found.push(Fault::at(super::SETTER, line, format!("{name}: {what}")).to_string());
        }
    }
    Ok(found)
}

/// The features used by a program whose values differ on another machine or in another Python, each with the line of
/// its first use.
fn machine_uses(tree: &Tree) -> Vec<(&'static str, &'static str, u32)> {
    const HASHES: &str = "other machines and other Pythons give other hashes";
    const ADDRESSES: &str = "addresses are those of this sandbox alone";
    const MAXSIZE: &str = "it is 2147483647 here, and 9223372036854775807 on most machines";
    const ORDER: &str = "other machines and other Pythons have another order";
    let children = tree.children();
    let attribute = |name, of| first_attribute(tree, &children, name, of);
    let of_builtins = |name| attribute(name, Some(&["__builtins__", "builtins"][..]));
    let hash = first_use(tree, "hash").or_else(|| of_builtins("hash"));
    let address = first_use(tree, "id").or_else(|| of_builtins("id"));
    let found = [
        ("`hash`", HASHES, hash),
        ("`__hash__`", HASHES, attribute("__hash__", None)),
        ("`id`", ADDRESSES, address),
        (
            "`sys.maxsize`",
            MAXSIZE,
            attribute("maxsize", Some(&["sys"])),
        ),
        (
            "the order of a set",
            ORDER,
            first_ordered_set(tree, &children),
        ),
    ];
    let found = found.into_iter();
    found
        .filter_map(|(name, what, line)| Some((name, what, line?)))
        .collect()
}

/// The line of the first attribute of this name, on one of the names in `of` if given.
fn first_attribute(
    tree: &Tree,
    children: &Children,
    name: &str,
    of: Option<&[&str]>,
) -> Option<u32> {
    let attributes = tree.nodes.iter().filter(|node| node.slot() == "attr");
    let mut named =
        attributes.filter(|node| matches!(&node.leaf, Leaf::Name(leaf) if **leaf == *name));
    let is_of =
        |node: &&Node| of.is_none_or(|of| has_name(tree, children, node.parent(), "value", of));
    named.find(is_of).map(|node| node.line)
}

/// Whether a field of a node is one of these names, or an attribute of this name.
fn has_name(tree: &Tree, children: &Children, at: usize, field: &str, names: &[&str]) -> bool {
    let of = |at: usize| {
        (children.of(at).iter()).filter_map(|child| Some((*child, tree.nodes.get(*child)?)))
    };
    of(at)
        .filter(|(_, part)| part.slot() == field)
        .flat_map(|(part, _)| of(part))
        .any(|(_, leaf)| matches!(&leaf.leaf, Leaf::Name(name) if names.contains(&&**name)))
}

/// Functions that give the members of a set in its order.
const IN_ORDER: [&str; 7] = ["enumerate", "iter", "join", "list", "map", "tuple", "zip"];

/// The line of the first set whose order is used and that contains a text, a float or a negative number, as far as it
/// is written where the set is made: small numbers have the same order in the sets of every Python.
fn first_ordered_set(tree: &Tree, children: &Children) -> Option<u32> {
    let calls = |call, names: &[&str]| has_name(tree, children, call, "func", names);
    let is_set = |(at, node): &(usize, &Node)| match node.kind() {
        "Set" | "SetComp" => true,
        "Call" => calls(*at, &["set", "frozenset"]),
        _ => false,
    };
    let is_ordered = |node: &Node| {
        let parent = tree.nodes.get(node.parent()).map(Node::kind);
        match (node.slot(), parent) {
            ("iter", _) | ("value", Some("Starred")) => true,
            ("args", Some("Call")) => calls(node.parent(), &IN_ORDER),
            _ => false,
        }
    };
    let mut sets = tree.nodes.iter().enumerate().filter(is_set);
    sets.find(|(at, node)| is_ordered(node) && has_odd_members(tree, children, *at))
        .map(|(_, node)| node.line)
}

/// Whether a text, a float or a negative number stands in a node, however deep.
fn has_odd_members(tree: &Tree, children: &Children, at: usize) -> bool {
    let mut inside = vec![at];
    while let Some(at) = inside.pop() {
        let kind = tree.nodes.get(at).map(Node::kind);
        if matches!(kind, Some("Str" | "Bytes" | "Float" | "USub")) {
            return true;
        }
        inside.extend(children.of(at));
    }
    false
}

/// The line of the first use of a built-in function, called or passed on, that the program does not redefine.
fn first_use(tree: &Tree, name: &str) -> Option<u32> {
    let mut first = None;
    let named = (tree.nodes.iter())
        .filter(|node| matches!(&node.leaf, Leaf::Name(leaf) if **leaf == *name))
        .filter(|node| node.slot() != "attr");
    for node in named {
        let role = tree.nodes.get(node.parent()).map(Node::slot);
        let is_use = node.slot() == "id" && matches!(role, Some("func" | "args" | "value"));
        if !is_use {
            return None;
        }
        first.get_or_insert(node.line);
    }
    first
}

/// How two runs of a problem's program differ; `None` if they are equal.
pub(super) fn difference(index_origin: i64, one: &Run, other: &Run) -> Option<String> {
    let index = one
        .terms
        .iter()
        .zip(&other.terms)
        .position(|(one, other)| one != other);
    if let Some(index) = index {
        return Some(format!(
            "{} is {} and {}",
            term_at(index_origin, index),
            one.terms[index],
            other.terms[index]
        ));
    }
    if one.terms.len() != other.terms.len() {
        return Some(format!(
            "{} and {} terms",
            one.terms.len(),
            other.terms.len()
        ));
    }
    if one.fuel != other.fuel {
        return Some(format!("{} and {} fuel", one.fuel.0, other.fuel.0));
    }
    if one.peak_memory_bytes != other.peak_memory_bytes {
        return Some(format!(
            "{} and {} bytes of memory",
            one.peak_memory_bytes, other.peak_memory_bytes
        ));
    }
    (one != other).then(|| "the way they ended, or what they wrote to standard error".to_owned())
}

#[cfg(test)]
mod tests {
    use dojo_sandbox::{End, Fuel};

    use super::*;

    #[test]
    fn any_difference_of_two_runs_is_told() {
        let run = Run {
            end: End::Enough,
            terms: vec!["1".to_owned(), "2".to_owned()],
            fuel: Fuel(5),
            peak_memory_bytes: 7,
            stderr: String::new(),
        };
        assert_eq!(difference(1, &run, &run.clone()), None);
        let others = [
            (
                Run {
                    terms: vec!["1".to_owned(), "3".to_owned()],
                    ..run.clone()
                },
                "a(2) is 2 and 3",
            ),
            (
                Run {
                    terms: vec!["1".to_owned()],
                    ..run.clone()
                },
                "2 and 1 terms",
            ),
            (
                Run {
                    fuel: Fuel(6),
                    ..run.clone()
                },
                "5 and 6 fuel",
            ),
            (
                Run {
                    peak_memory_bytes: 8,
                    ..run.clone()
                },
                "7 and 8 bytes of memory",
            ),
            (
                Run {
                    stderr: "x".to_owned(),
                    ..run.clone()
                },
                "the way they ended, or what they wrote to standard error",
            ),
        ];
        for (other, words) in others {
            assert_eq!(difference(1, &run, &other).as_deref(), Some(words));
        }
    }
}
