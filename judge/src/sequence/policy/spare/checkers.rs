//! Functions that are there to complain: self tests, invariants, validations. Whoever calls one as a
//! statement asks for nothing but its complaint.

use std::collections::HashSet;
use std::collections::btree_map::{BTreeMap, Entry};

use super::Spare;

/// What a function mentions that is heard or seen outside of it.
const SPEAKING: [&str; 5] = ["input", "print", "setattr", "stdout", "write"];

/// A function as the question who complains sees it.
struct Function<'a> {
    /// Whether it has checks, says nothing back, and gives no name of its module another value.
    only_complains: bool,
    has_parameters: bool,
    /// Whether it changes what it was given, or what others know of.
    changes: bool,
    mentions: Vec<&'a str>,
}

impl Function<'_> {
    /// Takes another function of the same name for the same one: nobody knows which of them is called.
    fn join(&mut self, other: Self) {
        self.only_complains &= other.only_complains;
        self.has_parameters |= other.has_parameters;
        self.changes |= other.changes;
        self.mentions.extend(other.mentions);
    }
}

impl<'a> Spare<'a> {
    /// The names of functions that do nothing but complain: they check something, give nothing back, and
    /// neither print nor change anything; nor does what they mention. One without parameters, such as a self test,
    /// may work on objects of its own as it likes.
    pub(super) fn checkers(&self, is_check: impl Fn(usize) -> bool) -> HashSet<&'a str> {
        let mut functions: BTreeMap<&str, Function<'_>> = BTreeMap::new();
        for at in (0..self.tree.nodes.len()).filter(|&at| self.is_function(at)) {
            if let Some(name) = self.slot(at, "name").next().and_then(|at| self.name(at)) {
                let function = self.function(at, &is_check);
                match functions.entry(name) {
                    Entry::Vacant(place) => {
                        place.insert(function);
                    }
                    Entry::Occupied(mut same) => same.get_mut().join(function),
                }
            }
        }
        let reaching = |is_such: &dyn Fn(&Function<'_>) -> bool| reaching(&functions, is_such);
        let speaks = reaching(&|function| {
            let mut mentions = function.mentions.iter();
            mentions.any(|name| SPEAKING.contains(name))
        });
        let changes = reaching(&|function| function.changes);
        (functions.iter())
            .filter(|(name, function)| {
                function.only_complains
                    && !speaks.contains(*name)
                    && if function.has_parameters {
                        !changes.contains(*name)
                    } else {
                        !function.changes
                    }
            })
            .map(|(&name, _)| name)
            .collect()
    }

    fn is_function(&self, at: usize) -> bool {
        matches!(self.kind(at), "FunctionDef" | "AsyncFunctionDef")
    }

    fn function(&self, at: usize, is_check: &impl Fn(usize) -> bool) -> Function<'a> {
        let mut body = Vec::new();
        let mut left: Vec<usize> = self.slot(at, "body").collect();
        while let Some(at) = left.pop() {
            body.push(at);
            // A function in it is one by itself.
            if !self.is_function(at) {
                left.extend(self.of(at));
            }
        }
        let has = |kinds: &[&str]| body.iter().any(|&at| kinds.contains(&self.kind(at)));
        let gives_back =
            |&at: &usize| self.kind(at) == "Return" && self.slot(at, "value").next().is_some();
        // Names that it binds are its own.
        let own: HashSet<&str> = (body.iter())
            .filter(|&&at| self.kind(at) == "Name" && self.is_target(at))
            .filter_map(|&at| self.name(self.slot(at, "id").next()?))
            .collect();
        let is_own = |at: usize| self.base(at).is_some_and(|name| own.contains(name));
        let changes = |&at: &usize| match self.kind(at) {
            "Attribute" | "Subscript" => self.is_target(at) && !is_own(at),
            // What a method is called for that gives nothing back.
            "Expr" => self.slot(at, "value").any(|call| {
                let mut called = self.slot(call, "func");
                self.kind(call) == "Call"
                    && called.any(|called| self.kind(called) == "Attribute" && !is_own(called))
            }),
            "Delete" => true,
            _ => false,
        };
        // Files have a method `write`; what is not called may be a field of that name.
        let is_field = |at: usize| {
            self.name(at) == Some("write")
                && (self.tree.nodes.get(at))
                    .and_then(|name| self.tree.nodes.get(name.parent()))
                    .is_some_and(|attribute| attribute.slot() != "func")
        };
        Function {
            only_complains: body.iter().any(|&at| is_check(at))
                && !has(&["Yield", "YieldFrom", "Await", "Global", "Nonlocal"])
                && !body.iter().any(gives_back),
            has_parameters: (self.slot(at, "args"))
                .any(|parameters| !self.of(parameters).is_empty()),
            changes: body.iter().any(changes),
            mentions: (body.iter())
                .filter(|&&at| !is_field(at))
                .filter_map(|&at| self.name(at))
                .collect(),
        }
    }

    /// Whether a value is given to what stands here.
    fn is_target(&self, at: usize) -> bool {
        let mut at = at;
        loop {
            let Some(node) = self.tree.nodes.get(at) else {
                return false;
            };
            match node.slot() {
                "targets" | "target" | "optional_vars" => return true,
                "elts" => at = node.parent(),
                _ => return false,
            }
        }
    }

    /// The name of which something is a part.
    fn base(&self, at: usize) -> Option<&'a str> {
        let mut at = at;
        while matches!(self.kind(at), "Attribute" | "Subscript" | "Call") {
            at = *self.of(at).first()?;
        }
        self.name(self.slot(at, "id").next()?)
    }
}

/// The names of those functions that are so, and of those that mention one.
fn reaching<'a>(
    functions: &BTreeMap<&'a str, Function<'a>>,
    is_such: impl Fn(&Function<'_>) -> bool,
) -> HashSet<&'a str> {
    let mut callers: BTreeMap<&str, Vec<&'a str>> = BTreeMap::new();
    for (&name, function) in functions {
        for &mentioned in &function.mentions {
            callers.entry(mentioned).or_default().push(name);
        }
    }
    let mut left: Vec<&str> = (functions.iter())
        .filter(|(_, function)| is_such(function))
        .map(|(&name, _)| name)
        .collect();
    let mut found = HashSet::new();
    while let Some(name) = left.pop() {
        if found.insert(name) {
            left.extend(callers.get(name).into_iter().flatten());
        }
    }
    found
}
