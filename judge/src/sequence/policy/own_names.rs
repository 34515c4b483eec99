//! A program's own names: which of them may be meant at a place, and how each is coded from there.
//!
//! A name is coded by the list that it belongs to (the functions around the place, the module or objects) and by how
//! many other names of the list were used since. `self.size = size` uses `size` after `size`, and the next line
//! continues with the parameter after it; both cases have their own codes.

use std::collections::HashMap;

use super::super::tree::{Node, Tree};
use super::symbols::{Quick, Symbol};

/// How one of the program's own names is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// It is new.
    New,
    /// It is the last name again.
    Same,
    /// It is the name that came after the last one when both were new.
    Next,
    /// `rank` other names of a list of `length` names were used since it was.
    Rank { list: List, rank: u8, length: u8 },
}

/// The list that a name belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// The functions around the place.
    Local,
    /// The module.
    Global,
    /// The functions and classes of the module.
    Definition,
    /// Objects.
    Attribute,
    /// The functions of classes.
    Method,
    /// Any of them.
    Any,
}

impl List {
    const COUNT: usize = 6;

    /// The order in which the lists are searched for a name, depending on whether it is an attribute and whether it
    /// is called or defined.
    fn order(is_attribute: bool, is_callable: bool) -> [Self; Self::COUNT] {
        match (is_attribute, is_callable) {
            (true, true) => [
                Self::Method,
                Self::Attribute,
                Self::Local,
                Self::Definition,
                Self::Global,
                Self::Any,
            ],
            (true, false) => [
                Self::Attribute,
                Self::Method,
                Self::Local,
                Self::Definition,
                Self::Global,
                Self::Any,
            ],
            (false, true) => [
                Self::Definition,
                Self::Local,
                Self::Global,
                Self::Method,
                Self::Attribute,
                Self::Any,
            ],
            (false, false) => [
                Self::Local,
                Self::Global,
                Self::Definition,
                Self::Attribute,
                Self::Method,
                Self::Any,
            ],
        }
    }
}

/// The last names of a list, the last one at the end, each with the scope in which it was new.
#[derive(Clone, Debug, Default)]
struct Recent(Vec<(Symbol, u32)>);

impl Recent {
    /// Older names are forgotten.
    const MOST: usize = 160;

    /// How many other names were used since this one.
    fn rank(&self, name: Symbol) -> Option<u8> {
        let rank = (self.0.iter().rev()).position(|&(recent, _)| recent == name)?;
        u8::try_from(rank).ok()
    }

    fn length(&self) -> u8 {
        u8::try_from(self.0.len()).unwrap_or(u8::MAX)
    }

    /// Moves a name to the end.
    fn renew(&mut self, name: Symbol, scope: u32) {
        let known = self.0.iter().rposition(|&(recent, _)| recent == name);
        let scope = match known {
            Some(place) => self.0.remove(place).1,
            None if self.0.len() == Self::MOST => {
                self.0.remove(0);
                scope
            }
            None => scope,
        };
        self.0.push((name, scope));
    }
}

/// The program's own names so far.
#[derive(Debug, Default)]
pub(super) struct Own {
    lists: [Recent; List::COUNT],
    /// For each node, the function or class that contains it.
    scopes: Vec<u32>,
    /// The scope of the last name.
    scope: u32,
    last: Option<Symbol>,
    /// For each name, the next new name after it was new itself; and the last new name.
    next: HashMap<Symbol, Symbol, Quick>,
    last_new: Option<Symbol>,
}

/// What a place says about the name in it.
struct Place {
    /// The lists that are searched for the name, and the list that it joins if it is bound here.
    order: [List; List::COUNT],
    list: List,
    /// Whether it makes the name one of the program's own.
    binds: bool,
    is_attribute: bool,
    scope: u32,
}

impl Own {
    /// How the name in a node is coded; it becomes the last name. `None` if it is not the program's own: a public
    /// name that the program has not bound.
    pub(super) fn tell(
        &mut self,
        name: Symbol,
        is_public: bool,
        tree: &Tree,
        at: usize,
    ) -> Option<Telling> {
        let place = self.place(tree, at)?;
        self.leave_for(place.scope);
        let is_known = self.list(List::Any).rank(name).is_some();
        if !is_known && is_public && !place.binds {
            return None;
        }
        let known = place.order.into_iter().find_map(|list| {
            let names = self.list(list);
            let (rank, length) = (names.rank(name)?, names.length());
            Some(Telling::Rank { list, rank, length })
        });
        let next = self.last.and_then(|last| self.next.get(&last));
        let telling = match known {
            None => Telling::New,
            Some(_) if self.last == Some(name) => Telling::Same,
            Some(_) if next == Some(&name) => Telling::Next,
            Some(known) => known,
        };
        let list = match known {
            Some(Telling::Rank { list, .. }) if !place.binds && list != List::Any => Some(list),
            _ if place.binds || place.is_attribute => Some(place.list),
            _ => None,
        };
        for list in list.into_iter().chain([List::Any]) {
            self.lists[list as usize].renew(name, place.scope);
        }
        if !is_known && let Some(before) = self.last_new.replace(name) {
            self.next.insert(before, name);
        }
        self.last = Some(name);
        Some(telling)
    }

    fn list(&self, list: List) -> &Recent {
        &self.lists[list as usize]
    }

    fn place(&mut self, tree: &Tree, at: usize) -> Option<Place> {
        self.go_on_to(tree, at);
        let node = tree.nodes.get(at)?;
        let parent = tree.nodes.get(node.parent())?;
        let (kind, slot) = (parent.kind(), node.slot());
        let defines = opens_scope(parent) && slot == "name";
        // A definition is named outside of itself.
        let inside = if defines { node.parent() } else { at };
        let scope = self.scopes.get(inside).copied().unwrap_or_default();
        let around = tree.nodes.get(scope as usize);
        let in_class = around.is_some_and(|node| node.kind() == "ClassDef");
        let is_attribute = matches!((kind, slot), ("Attribute", "attr") | ("keyword", "arg"));
        let is_called = matches!(kind, "Name" | "Attribute") && parent.slot() == "func";
        Some(Place {
            order: List::order(is_attribute || defines && in_class, is_called || defines),
            list: match (is_attribute || in_class, defines) {
                (true, true) => List::Method,
                (true, false) => List::Attribute,
                (false, true) if scope == 0 => List::Definition,
                (false, false) if scope == 0 => List::Global,
                (false, _) => List::Local,
            },
            binds: binds(tree, at),
            is_attribute,
            scope,
        })
    }

    /// Finds the scopes of all nodes up to this one.
    fn go_on_to(&mut self, tree: &Tree, at: usize) {
        let from = self.scopes.len();
        for node in tree.nodes.get(from..=at).unwrap_or_default() {
            let around = node.parent();
            let scope = match tree.nodes.get(around) {
                Some(parent) if opens_scope(parent) => {
                    u32::try_from(around).expect("a source has a few nodes for each byte")
                }
                Some(_) | None => self.scopes.get(around).copied().unwrap_or_default(),
            };
            self.scopes.push(scope);
        }
    }

    /// Forgets the names of functions that have ended.
    fn leave_for(&mut self, scope: u32) {
        /// How many functions outward names are kept by level; names further out count as any.
        const MOST_AROUND: usize = 8;
        if scope == self.scope {
            return;
        }
        self.scope = scope;
        let scopes = &self.scopes;
        let outwards = std::iter::successors(Some(scope), |&inner| {
            scopes.get(inner as usize).copied().filter(|_| inner != 0)
        });
        let around: Vec<u32> = outwards.take(MOST_AROUND).collect();
        self.lists[List::Local as usize]
            .0
            .retain(|(_, scope)| around.contains(scope));
    }
}

/// Whether the name in a node is bound there: defined, a parameter, or assigned to.
fn binds(tree: &Tree, at: usize) -> bool {
    let Some((node, parent)) =
        (tree.nodes.get(at)).and_then(|node| Some((node, tree.nodes.get(node.parent())?)))
    else {
        return false;
    };
    match parent.kind() {
        "Name" | "Attribute" => is_target(tree, node.parent()),
        "arg" => node.slot() == "arg",
        _ => opens_scope(parent) && node.slot() == "name",
    }
}

fn opens_scope(node: &Node) -> bool {
    matches!(
        node.kind(),
        "FunctionDef" | "AsyncFunctionDef" | "Lambda" | "ClassDef"
    )
}

/// Whether something is assigned to a node, by itself or in a tuple.
fn is_target(tree: &Tree, at: usize) -> bool {
    /// Tuples nested more deeply are rare.
    const MOST_ROWS: usize = 3;
    let outwards = std::iter::successors(tree.nodes.get(at), |node| {
        let row = tree.nodes.get(node.parent())?;
        matches!(row.kind(), "Tuple" | "List" | "Starred").then_some(row)
    });
    (outwards.take(MOST_ROWS))
        .any(|node| matches!(node.slot(), "target" | "targets" | "optional_vars"))
}
