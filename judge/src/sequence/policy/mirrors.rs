//! Where a program can look at itself.
//!
//! The sandbox wipes a source before it runs, so names, line numbers, columns and docstrings are
//! only data where Python hands them back: through frames, code objects, tracebacks, namespaces
//! and messages. These are the words for that.

use std::collections::HashSet;

use super::super::tree::{Leaf, Tree};

/// Names that give a program its own names, places or docstrings, or that may reach such a name
/// by a string.
const MIRRORS: &[&str] = &[
    "Enum",
    "Flag",
    "IntEnum",
    "IntFlag",
    "SimpleNamespace",
    "StrEnum",
    "TracebackException",
    "__annotations__",
    "__builtins__",
    "__class__",
    "__code__",
    "__context__",
    "__delattr__",
    "__dict__",
    "__dir__",
    "__doc__",
    "__firstlineno__",
    "__getattr__",
    "__getattribute__",
    "__globals__",
    "__import__",
    "__kwdefaults__",
    "__loader__",
    "__match_args__",
    "__members__",
    "__module__",
    "__prepare__",
    "__qualname__",
    "__set_name__",
    "__setattr__",
    "__slots__",
    "__spec__",
    "__static_attributes__",
    "__traceback__",
    "__type_params__",
    "__wrapped__",
    "_asdict",
    "_fields",
    "_getframe",
    "_getframemodulename",
    "ag_code",
    "ag_frame",
    "ast",
    "attrgetter",
    "co_positions",
    "code",
    "compile",
    "cr_code",
    "cr_frame",
    "currentframe",
    "dataclass",
    "dir",
    "dis",
    "eval",
    "exc_info",
    "excepthook",
    "exec",
    "faulthandler",
    "format_exc",
    "gc",
    "getattr",
    "getmembers",
    "gi_code",
    "gi_frame",
    "globals",
    "help",
    "import_module",
    "importlib",
    "inspect",
    "last_exc",
    "linecache",
    "lineno",
    "locals",
    "logging",
    "marshal",
    "methodcaller",
    "namedtuple",
    "pickle",
    "print_exc",
    "redirect_stderr",
    "setprofile",
    "settrace",
    "showwarning",
    "signature",
    "symtable",
    "traceback",
    "vars",
    "walk_stack",
    "walk_tb",
    "warn",
    "warnings",
];

/// Beginnings of attribute names of frames, code objects and tracebacks.
const MIRROR_ATTRIBUTES: &[&str] = &["co_", "f_", "tb_"];

/// Whether a program may look at its own names and places. `known` are the names such as `exec`
/// of which is known what they execute.
pub(super) fn looks_at_itself(tree: &Tree, known: &HashSet<usize>) -> bool {
    tree.nodes.iter().enumerate().any(|(at, node)| {
        let Leaf::Name(name) = &node.leaf else {
            return false;
        };
        let parent = tree.nodes.get(node.parent).map(|parent| parent.kind);
        match node.slot {
            // `except E as e`, where the message may be read; `f.__name__`.
            "name" if parent == Some("ExceptHandler") => true,
            "attr" => {
                name == "__name__"
                    || MIRROR_ATTRIBUTES
                        .iter()
                        .any(|start| name.starts_with(start))
                    || is_mirror(name)
            }
            _ => is_mirror(name) && !known.contains(&at),
        }
    })
}

fn is_mirror(name: &str) -> bool {
    // A module counts by any part of its dotted name.
    name.split('.')
        .any(|part| MIRRORS.binary_search(&part).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(MIRRORS.is_sorted());
    }
}
