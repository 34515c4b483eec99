//! The words with which a program can look at itself, by what it then sees.

/// Names that give a program names of its own: of attributes, arguments, members, classes.
const NAMES: &[&str] = &[
    "Enum",
    "Flag",
    "IntEnum",
    "IntFlag",
    "NamedTuple",
    "Namespace",
    "SimpleNamespace",
    "StrEnum",
    "TypedDict",
    "Values",
    "__abstractmethods__",
    "__annotations__",
    "__class__",
    "__delattr__",
    "__dir__",
    "__doc__",
    "__exit__",
    "__getattr__",
    "__getstate__",
    "__kwdefaults__",
    "__match_args__",
    "__members__",
    "__module__",
    "__optional_keys__",
    "__prepare__",
    "__protocol_attrs__",
    "__qualname__",
    "__reduce__",
    "__reduce_ex__",
    "__required_keys__",
    "__set_name__",
    "__setattr__",
    "__slots__",
    "__static_attributes__",
    "__type_params__",
    "_asdict",
    "_fields",
    "contextmanager",
    "dataclass",
    "dir",
    "exception",
    "get_annotations",
    "get_protocol_members",
    "get_type_hints",
    "make_dataclass",
    "namedtuple",
];

/// Names that may give a program its places too: lines and columns, through frames, code objects
/// and tracebacks. Some reach whatever a string says, and so count as reaching everything.
const PLACES: &[&str] = &[
    "Formatter",
    "TracebackException",
    "__builtins__",
    "__code__",
    "__context__",
    "__dict__",
    "__firstlineno__",
    "__getattribute__",
    "__globals__",
    "__import__",
    "__loader__",
    "__spec__",
    "__traceback__",
    "__wrapped__",
    "_current_exceptions",
    "_current_frames",
    "_getframe",
    "_getframemodulename",
    "ag_code",
    "ag_frame",
    "ast",
    "attrgetter",
    "bdb",
    "cProfile",
    "call_tracing",
    "co_positions",
    "code",
    "codeop",
    "compile",
    "cr_code",
    "cr_frame",
    "currentframe",
    "dis",
    "doctest",
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
    "last_traceback",
    "linecache",
    "lineno",
    "locals",
    "logging",
    "marshal",
    "methodcaller",
    "monitoring",
    "pdb",
    "pickle",
    "print_exc",
    "profile",
    "pydoc",
    "redirect_stderr",
    "setprofile",
    "settrace",
    "showwarning",
    "signature",
    "symtable",
    "trace",
    "traceback",
    "tracemalloc",
    "unittest",
    "unraisablehook",
    "vars",
    "walk_stack",
    "walk_tb",
    "warn",
    "warnings",
];

/// Beginnings of attribute names of frames, code objects and tracebacks.
const PLACE_ATTRIBUTES: &[&str] = &["co_", "f_", "tb_"];

/// Words of the two lists that need no import.
const BUILTINS: &[&str] = &[
    "compile", "dir", "eval", "exec", "getattr", "globals", "help", "locals", "vars",
];

/// What a word may give a program to see, the less first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sight {
    Names,
    Places,
}

/// What a name gives to see, if anything. A module counts by any part of its dotted name.
pub(super) fn sight(name: &str) -> Option<Sight> {
    let is_in = |list: &[&str]| (name.split('.')).any(|part| list.binary_search(&part).is_ok());
    if is_in(PLACES) {
        Some(Sight::Places)
    } else if is_in(NAMES) {
        Some(Sight::Names)
    } else {
        None
    }
}

/// What the attribute of this name gives to see.
pub(super) fn sight_of_attribute(name: &str) -> Option<Sight> {
    let place = (PLACE_ATTRIBUTES.iter()).any(|start| name.starts_with(start));
    if place {
        Some(Sight::Places)
    } else if name == "__name__" {
        // As a variable it is always `__main__`.
        Some(Sight::Names)
    } else {
        sight(name)
    }
}

/// Whether a name is there without an import.
pub(super) fn is_builtin(name: &str) -> bool {
    name.starts_with("__") || BUILTINS.contains(&name)
}

/// What a format string gives to see: `'{0.__code__}'` reads attributes.
pub(super) fn sight_of_format(text: &str) -> Option<Sight> {
    let fields = text.split('{').skip(1);
    let words = fields.flat_map(|field| field.split(['.', '[', ']', '}', '!', ':']).skip(1));
    words.filter_map(sight_of_attribute).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(NAMES.is_sorted() && PLACES.is_sorted());
    }

    #[test]
    fn formats_are_read() {
        for (text, expected) in [
            ("{0.__code__.co_firstlineno}", Some(Sight::Places)),
            ("{x[0].__name__!r}", Some(Sight::Names)),
            ("{} {0.real} {a:>3}. __code__", None),
        ] {
            assert_eq!(sight_of_format(text), expected, "{text}");
        }
    }
}
