# Write the syntax tree of `source` as one line a node: parent, kind, slot, line, leaf. Nodes are as
# the judge's tree.rs says. `source` is parsed and never run.
import _ast
import gc
import struct

END = "end", "-"
KIND_IS_OP = _ast.BinOp, _ast.UnaryOp, _ast.BoolOp
UNUSUAL = KIND_IS_OP + (
    _ast.arguments,
    _ast.Constant,
    _ast.comprehension,
    _ast.FormattedValue,
    _ast.ImportFrom,
    _ast.JoinedStr,
    _ast.MatchSingleton,
)
SKIPPED = "ctx", "type_comment", "kind", "simple", "type_ignores"
lines = []
# What is made here stays: looking for what could go takes a tenth of the time.
gc.disable()


def quoted(text):
    if text.isascii():
        return text.encode().hex()
    # UTF-8 has no lone surrogates. Each is moved to plane 16, so that they stay different.
    moved = (chr(ord(letter) + 0x100000) if "\ud800" <= letter < "\ue000" else letter for letter in text)
    return "".join(moved).encode().hex()


def leaf_of(value):
    kind = type(value)
    if kind is bool or value is None:
        return str(value), "-"
    if value is ...:
        return "Ellipsis", "-"
    if kind is int:
        return "Int", "i%x" % value
    if kind is float:
        return "Float", "f" + struct.pack(">d", value).hex()
    if kind is complex:
        return "Complex", "f" + struct.pack(">d", value.imag).hex()
    if kind is str:
        return "Str", "s" + quoted(value)
    return "Bytes", "b" + value.hex()


def arguments(node):
    positional = node.posonlyargs + node.args
    defaults = [None] * (len(positional) - len(node.defaults)) + node.defaults
    pairs = list(zip(positional, defaults))
    cut = len(node.posonlyargs)
    return [
        ("posonlyargs", pairs[:cut]),
        ("args", pairs[cut:]),
        ("vararg", node.vararg),
        ("kwonlyargs", list(zip(node.kwonlyargs, node.kw_defaults))),
        ("kwarg", node.kwarg),
    ]


def fields(node):
    kind = type(node)
    if kind is _ast.arguments:
        yield from arguments(node)
        return
    for name in node._fields:
        value = getattr(node, name, None)
        if name in SKIPPED or kind in KIND_IS_OP and name == "op":
            continue
        if name == "level":
            yield name, ("Int", "i%x" % value) if value else None
        elif name == "is_async":
            yield name, ("async", "-") if value else None
        elif name == "conversion":
            yield name, None if value == -1 else ("convert_" + chr(value), "-")
        elif kind is _ast.JoinedStr:
            yield name, [part for part in value if getattr(part, "value", None) != ""]
        elif kind is _ast.MatchSingleton:
            yield name, leaf_of(value)
        else:
            yield name, value


def plan(kind):
    # The fields of a usual node, last first; `None` where `fields` has to look at them.
    is_usual = issubclass(kind, _ast.AST) and kind not in UNUSUAL
    return [name for name in reversed(kind._fields) if name not in SKIPPED] if is_usual else None


def unusual(part, parent, slot):
    line, leaf, default = 0, "-", ()
    if type(part) is tuple and type(part[0]) is str:
        kind, leaf = part
        lines.append(f"{parent} {kind} {slot} 0 {leaf}")
        return []
    if type(part) is tuple:
        part, *default = part
    kind, line = type(part).__name__, getattr(part, "lineno", 0)
    if type(part) in KIND_IS_OP:
        kind = type(part.op).__name__
    lines.append(f"{parent} {kind} {slot} {line} {leaf}")
    parent, inside = len(lines), []
    for name, value in fields(part):
        if type(value) is list:
            inside += [(parent, name, item) for item in value]
            inside.append((parent, name, END))
        else:
            inside.append((parent, name, value))
    inside += [(parent, "default", part) for part in default]
    return inside[::-1]


def dump(tree):
    plans = {}
    write = lines.append
    todo = [(0, "body", END)] + [(0, "body", statement) for statement in reversed(tree.body)]
    while todo:
        parent, slot, part = todo.pop()
        kind = type(part)
        if kind is _ast.Name:
            write(f"{parent} Name {slot} {part.lineno} -")
            write(f"{len(lines)} name id 0 n{quoted(part.id)}")
        elif part is END:
            write(f"{parent} end {slot} 0 -")
        elif part is None:
            write(f"{parent} none {slot} 0 -")
        elif kind is str:
            write(f"{parent} name {slot} 0 n{quoted(part)}")
        elif kind is _ast.Constant:
            word, leaf = leaf_of(part.value)
            write(f"{parent} {word} {slot} {part.lineno} {leaf}")
        else:
            if kind not in plans:
                plans[kind] = kind.__name__, plan(kind)
            word, names = plans[kind]
            if names is None:
                todo += unusual(part, parent, slot)
                continue
            write(f"{parent} {word} {slot} {getattr(part, 'lineno', 0)} -")
            parent = len(lines)
            for name in names:
                value = getattr(part, name, None)
                if type(value) is list:
                    todo.append((parent, name, END))
                    for item in reversed(value):
                        todo.append((parent, name, item))
                else:
                    todo.append((parent, name, value))


def compiled_and_dumped():
    compiled()
    dump(compile(source, "main.py", "exec", flags=_ast.PyCF_ONLY_AST, dont_inherit=True))
