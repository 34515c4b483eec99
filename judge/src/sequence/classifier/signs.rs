//! Finds signs of a method in a tree: state carried through a loop, recursive functions, candidates that are tested,
//! products of matrices.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::super::tree::{Children, Leaf, Tree};
use super::Evidence;

/// Functions that iterate over many values, or run code that is not visible here.
const ITERATING: &[&str] = &[
    "accumulate",
    "all",
    "any",
    "cache",
    "combinations",
    "compile",
    "eval",
    "exec",
    "filter",
    "lru_cache",
    "map",
    "next",
    "permutations",
    "prod",
    "product",
    "reduce",
    "sorted",
    "sum",
    "takewhile",
    "zip",
];

/// Methods and functions that mutate their arguments, so that state may be hidden there.
const CHANGING: &[&str] = &[
    "add",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "heappop",
    "heappush",
    "insert",
    "insort",
    "iter",
    "pop",
    "popleft",
    "remove",
    "reverse",
    "rotate",
    "send",
    "setattr",
    "setdefault",
    "sort",
    "update",
];

/// Every kind of loop.
const LOOPS: &[&str] = &[
    "For",
    "AsyncFor",
    "While",
    "ListComp",
    "SetComp",
    "DictComp",
    "GeneratorExp",
];

/// Functions that enumerate combinations to be tested.
const ENUMERATING: &[&str] = &["combinations", "permutations", "product"];

/// Library functions that multiply matrices.
const MATRIX_FUNCTIONS: &[&str] = &["matmul", "matrix_power"];

/// The most steps of classifying a tree. Nested loops look at the same nodes again and again; no real program takes a
/// tenth of this.
const MOST_STEPS: usize = 1 << 20;

/// A tree with quick access to children.
pub(super) struct View<'a> {
    tree: &'a Tree,
    children: Children,
    /// For each node, whether it or something that runs inside it writes terms.
    writing: Vec<bool>,
    steps_left: Cell<usize>,
}

impl<'a> View<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        let mut view = Self {
            tree,
            children: tree.children(),
            writing: Vec::new(),
            steps_left: Cell::new(MOST_STEPS),
        };
        let mut writing: Vec<bool> = (0..tree.nodes.len())
            .map(|at| view.writes_itself(at))
            .collect();
        for (at, node) in tree.nodes.iter().enumerate().skip(1).rev() {
            if view.runs_with_what_is_around(at)
                && writing.get(at) == Some(&true)
                && let Some(parent) = writing.get_mut(node.parent())
            {
                *parent = true;
            }
        }
        view.writing = writing;
        view
    }

    /// Whether the step limit was reached, so that nothing can be concluded.
    pub(super) fn is_spent(&self) -> bool {
        self.steps_left.get() == 0
    }

    /// Spends steps, if that many are left.
    fn take_steps(&self, steps: usize) -> bool {
        self.steps_left
            .set(self.steps_left.get().saturating_sub(steps));
        !self.is_spent()
    }

    fn kind(&self, at: usize) -> &'static str {
        self.tree.nodes.get(at).map_or("", |node| node.kind())
    }

    fn line(&self, at: usize) -> u32 {
        self.tree.nodes.get(at).map_or(0, |node| node.line)
    }

    fn all(&self, kinds: &'static [&'static str]) -> impl Iterator<Item = usize> {
        (0..self.tree.nodes.len()).filter(move |&at| kinds.contains(&self.kind(at)))
    }

    fn slot(&self, at: usize, slot: &'static str) -> impl Iterator<Item = usize> {
        let children = self.children.of(at).iter().copied();
        children.filter(move |&child| self.tree.nodes.get(child).is_some_and(|n| n.slot() == slot))
    }

    fn first(&self, at: usize, slot: &'static str) -> Option<usize> {
        self.slot(at, slot).next()
    }

    /// The node and everything below it, except what `enter` excludes.
    fn below(&self, at: usize, enter: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        let mut left = vec![at];
        while let Some(at) = left.pop() {
            if !self.take_steps(1) {
                return Vec::new();
            }
            found.push(at);
            let children = self.children.of(at).iter().copied();
            left.extend(children.filter(|&child| enter(child)));
        }
        found.sort_unstable();
        found
    }

    /// Everything below a loop or module that runs with it, without the bodies of functions.
    fn running(&self, at: usize) -> Vec<usize> {
        self.below(at, |child| self.runs_with_what_is_around(child))
    }

    fn runs_with_what_is_around(&self, at: usize) -> bool {
        !matches!(
            self.kind(at),
            "FunctionDef" | "AsyncFunctionDef" | "Lambda" | "ClassDef"
        )
    }

    /// The spelling of a `Name`, or of a name node.
    fn name(&self, at: usize) -> Option<&str> {
        match &self.tree.nodes.get(at)?.leaf {
            Leaf::Name(name) => Some(name),
            _ if self.kind(at) == "Name" => self.name(self.first(at, "id")?),
            _ => None,
        }
    }

    fn names(&self, at: usize) -> BTreeSet<&str> {
        let all = self.below(at, |_| true);
        let names = all.into_iter().filter(|&at| self.kind(at) == "Name");
        names.filter_map(|at| self.name(at)).collect()
    }

    /// The name of the called function or method.
    fn called(&self, call: usize) -> Option<&str> {
        let function = self.first(call, "func")?;
        match self.kind(function) {
            "Attribute" => self.name(self.first(function, "attr")?),
            _ => self.name(function),
        }
    }

    fn calls(&self, names: &'static [&'static str]) -> impl Iterator<Item = usize> {
        self.all(&["Call"])
            .filter(move |&call| self.called(call).is_some_and(|name| names.contains(&name)))
    }

    fn found(&self, at: usize, why: impl Into<String>) -> Evidence {
        Evidence {
            line: self.line(at),
            why: why.into(),
        }
    }

    /// Whether the loop writes terms itself, not only in a function that it calls.
    fn writes(&self, at: usize) -> bool {
        self.writing.get(at) == Some(&true)
    }

    fn writes_itself(&self, at: usize) -> bool {
        matches!(self.kind(at), "Yield" | "YieldFrom")
            || self.kind(at) == "Call" && matches!(self.called(at), Some("print" | "write"))
    }
}

/// Evidence that terms are computed from earlier terms.
pub(super) fn recurrence(view: &View<'_>) -> Vec<Evidence> {
    let mut found = Vec::new();
    for at in view.all(LOOPS) {
        let carried = carried(view, at);
        if let Some(name) = carried.first() {
            found.push(view.found(
                at,
                format!("each turn of the loop computes `{name}` from what it was before"),
            ));
        }
    }
    for at in view.all(&["FunctionDef"]) {
        let Some(name) = view.first(at, "name").and_then(|name| view.name(name)) else {
            continue;
        };
        if calls_itself(view, at, name) {
            found.push(view.found(at, format!("`{name}` calls itself")));
        }
    }
    for at in view.all(&["Assign"]) {
        let (Some(target), Some(value)) = (view.first(at, "targets"), view.first(at, "value"))
        else {
            continue;
        };
        if let Some(name) = view.name(target)
            && view.kind(value) == "Lambda"
            && calls_itself(view, value, name)
        {
            found.push(view.found(at, format!("`{name}` calls itself")));
        }
    }
    for at in view.all(&["NamedExpr"]) {
        let (Some(target), Some(value)) = (view.first(at, "target"), view.first(at, "value"))
        else {
            continue;
        };
        if let Some(name) = view.name(target)
            && view.names(value).contains(name)
        {
            found.push(view.found(at, format!("`{name}` is computed from what it was before")));
        }
    }
    for at in view.calls(&["accumulate", "reduce"]) {
        found.push(view.found(at, "a running value is built up term by term"));
    }
    found
}

/// Whether a loop writes a name that it computes from the name's earlier value, in a source where nothing else can be
/// written.
pub(super) fn writes_what_it_carries(view: &View<'_>) -> bool {
    view.all(&["For", "While"]).any(|at| {
        let carried = carried(view, at);
        view.running(at).into_iter().any(|call| {
            let written = match view.kind(call) {
                "Yield" => view.first(call, "value"),
                "Call" if view.called(call) == Some("print") => view.first(call, "args"),
                _ => None,
            };
            let name = written.and_then(|written| view.name(written));
            name.is_some_and(|name| carried.contains(&name))
        })
    })
}

fn calls_itself(view: &View<'_>, function: usize, name: &str) -> bool {
    let below = view.below(function, |_| true);
    (below.into_iter()).any(|at| view.kind(at) == "Call" && view.called(at) == Some(name))
}

/// The names that an iteration of the loop computes from their earlier values, without counters.
fn carried<'a>(view: &'a View<'_>, at: usize) -> Vec<&'a str> {
    let mut from: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for at in view.running(at) {
        match view.kind(at) {
            "Assign" => {
                let Some(value) = view.first(at, "value") else {
                    continue;
                };
                for target in view.slot(at, "targets") {
                    assign(view, &mut from, target, value);
                }
            }
            "NamedExpr" => {
                if let (Some(target), Some(value)) =
                    (view.first(at, "target"), view.first(at, "value"))
                {
                    assign(view, &mut from, target, value);
                }
            }
            "AugAssign" => {
                let (Some(target), Some(value)) =
                    (view.first(at, "target"), view.first(at, "value"))
                else {
                    continue;
                };
                // A counter changes by a constant; a list or a sum only grows.
                let read = view.names(value);
                if let Some(name) = view.name(target)
                    && !read.is_empty()
                {
                    from.entry(name).or_default().extend(read);
                }
            }
            "Call" if matches!(view.called(at), Some("append" | "add" | "insert")) => {
                let object = (view.first(at, "func"))
                    .and_then(|method| view.first(method, "value"))
                    .and_then(|object| view.name(object));
                if let Some(name) = object {
                    for argument in view.slot(at, "args") {
                        from.entry(name).or_default().extend(view.names(argument));
                    }
                }
            }
            _ => {}
        }
    }
    let reaches_itself = |name: &str| {
        let mut seen = BTreeSet::new();
        let mut left: Vec<&str> = from.get(name).into_iter().flatten().copied().collect();
        while let Some(next) = left.pop() {
            if next == name {
                return true;
            }
            if view.take_steps(1) && seen.insert(next) {
                left.extend(from.get(next).into_iter().flatten().copied());
            }
        }
        false
    };
    from.keys()
        .copied()
        .filter(|name| reaches_itself(name))
        .collect()
}

/// Records what the names in `target` are computed from.
fn assign<'a>(
    view: &'a View<'_>,
    from: &mut BTreeMap<&'a str, BTreeSet<&'a str>>,
    target: usize,
    value: usize,
) {
    let both_listed = [target, value].map(|at| matches!(view.kind(at), "Tuple" | "List"));
    if both_listed == [true, true]
        && view.slot(target, "elts").count() == view.slot(value, "elts").count()
    {
        for (target, value) in view.slot(target, "elts").zip(view.slot(value, "elts")) {
            assign(view, from, target, value);
        }
        return;
    }
    if is_step(view, target, value) {
        return;
    }
    for name in view.names(target) {
        from.entry(name).or_default().extend(view.names(value));
    }
}

/// Whether this is `n = n + 1`, a counter.
fn is_step(view: &View<'_>, target: usize, value: usize) -> bool {
    let parts = [view.first(value, "left"), view.first(value, "right")];
    let [Some(left), Some(right)] = parts else {
        return false;
    };
    matches!(view.kind(value), "Add" | "Sub")
        && view.name(left).is_some()
        && view.name(left) == view.name(target)
        && view.kind(right) == "Int"
}

/// Evidence that candidates are tested.
pub(super) fn search(view: &View<'_>) -> Vec<Evidence> {
    let mut found = Vec::new();
    for at in view.all(&["comprehension"]) {
        if view.first(at, "ifs").is_some() {
            found.push(view.found(at, "candidates are kept when they pass a test"));
        }
    }
    for at in view.calls(&["sum", "any", "all"]) {
        let tested = view.first(at, "args").filter(|&all| {
            view.kind(all) == "GeneratorExp"
                && view
                    .first(all, "elt")
                    .is_some_and(|elt| matches!(view.kind(elt), "Compare" | "Not" | "And" | "Or"))
        });
        if tested.is_some() {
            found.push(view.found(at, "candidates are counted or tested one by one"));
        }
    }
    for at in view.all(&["And", "Or", "IfExp"]) {
        if view.writes(at) {
            found.push(view.found(at, "a candidate is written when it passes a test"));
        }
    }
    for at in view.all(&["Continue"]) {
        found.push(view.found(at, "candidates are passed over"));
    }
    for at in view.calls(ENUMERATING) {
        found.push(view.found(at, "combinations are listed one by one"));
    }
    for at in view.all(&["For", "While"]) {
        let tested = view.slot(at, "body").find(|&at| {
            view.kind(at) == "If"
                && view.first(at, "orelse").is_none()
                && view.slot(at, "body").any(|at| view.writes(at))
        });
        if let Some(test) = tested {
            found.push(view.found(test, "a candidate is written when it passes a test"));
        }
        let mut body = view.slot(at, "body").peekable();
        if view.kind(at) == "While"
            && body.peek().is_some()
            && body.all(|at| view.kind(at) == "AugAssign" && steps(view, at))
        {
            found.push(view.found(at, "the loop goes on until a candidate passes a test"));
        }
    }
    found
}

fn steps(view: &View<'_>, assignment: usize) -> bool {
    view.first(assignment, "value")
        .is_some_and(|value| view.kind(value) == "Int")
}

/// Evidence of products of matrices.
pub(super) fn matrix(view: &View<'_>) -> Vec<Evidence> {
    let mut found = Vec::new();
    for at in view.all(&["MatMult"]) {
        found.push(view.found(at, "two matrices are multiplied"));
    }
    for at in view.calls(MATRIX_FUNCTIONS) {
        found.push(view.found(at, "a matrix is multiplied or raised to a power"));
    }
    // A nested list whose entries are sums of products.
    for at in view.all(&["ListComp"]) {
        let rows = view.first(at, "elt").filter(|&elt| {
            let inner = match view.kind(elt) {
                "ListComp" => view.first(elt, "elt"),
                _ => None,
            };
            inner.is_some_and(|entry| is_sum_of_products(view, entry))
        });
        if rows.is_some() {
            found.push(view.found(at, "rows of sums of products: a product of matrices"));
        }
    }
    found
}

fn is_sum_of_products(view: &View<'_>, at: usize) -> bool {
    view.kind(at) == "Call"
        && view.called(at) == Some("sum")
        && view
            .below(at, |_| true)
            .into_iter()
            .any(|at| view.kind(at) == "Mult")
}

/// Whether anything could multiply matrices at all.
pub(super) fn multiplies(view: &View<'_>) -> bool {
    view.all(&["Mult", "MatMult", "Pow"]).next().is_some()
        || view.all(&["name"]).any(|at| {
            view.name(at).is_some_and(|name| {
                ["mul", "dot", "prod", "pow", "exec", "eval"]
                    .iter()
                    .any(|part| name.contains(part))
            })
        })
}

/// The line of the only loop, if each term is an expression in the variable that the loop counts.
pub(super) fn closed_form(view: &View<'_>) -> Option<Evidence> {
    // State that survives an iteration, in places that `recurrence` does not check.
    if view
        .all(&["Global", "Nonlocal", "ClassDef", "Try", "YieldFrom"])
        .next()
        .is_some()
    {
        return None;
    }
    let writes_into = |at| {
        let targets = view.slot(at, "targets").chain(view.slot(at, "target"));
        targets
            .flat_map(|target| view.below(target, |_| true))
            .any(|at| matches!(view.kind(at), "Subscript" | "Attribute"))
    };
    if view
        .all(&["Assign", "AugAssign", "AnnAssign"])
        .any(writes_into)
    {
        return None;
    }
    // A text repeated a number of times may be empty: a skipped candidate.
    let is_repeated_text = |at: usize| {
        let mut parts = view.slot(at, "left").chain(view.slot(at, "right"));
        parts.any(|part| matches!(view.kind(part), "Str" | "JoinedStr"))
    };
    if view.all(&["Mult"]).any(is_repeated_text) {
        return None;
    }
    let named = |names: &'static [&'static str]| {
        view.all(&["name"])
            .any(|at| view.name(at).is_some_and(|name| names.contains(&name)))
    };
    if named(ITERATING) || named(CHANGING) {
        return None;
    }
    let mut loops = view.all(&["For", "AsyncFor", "While", "comprehension"]);
    let only = loops.next()?;
    if loops.next().is_some() {
        return None;
    }
    Some(view.found(
        only,
        "the only loop goes over the index; each term is an expression in it",
    ))
}
