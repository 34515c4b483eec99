# Write the syntax tree of `source` as one line a node: parent, kind, slot, line, leaf. Nodes are as
# the judge's tree.rs says. `source` is parsed and never run.
import _ast
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
kept_fields = {}
lines = []


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
            if value:
                yield name, ("Int", "i%x" % value)
        elif name == "is_async":
            if value:
                yield name, ("async", "-")
        elif name == "conversion":
            yield name, None if value == -1 else ("convert_" + chr(value), "-")
        elif kind is _ast.JoinedStr:
            yield name, [part for part in value if getattr(part, "value", None) != ""]
        elif kind is _ast.MatchSingleton:
            yield name, leaf_of(value)
        else:
            yield name, value


def usual_fields(kind):
    # Fields that are written down as they are; `None` where `fields` has to look at them.
    if kind not in kept_fields:
        is_usual = issubclass(kind, _ast.AST) and kind not in UNUSUAL
        kept_fields[kind] = [name for name in kind._fields if name not in SKIPPED] if is_usual else None
    return kept_fields[kind]


def parts(node, parent):
    usual = usual_fields(type(node))
    pairs = fields(node) if usual is None else [(name, getattr(node, name, None)) for name in usual]
    found = []
    for name, value in pairs:
        if type(value) is list:
            for item in value:
                found.append((parent, name, item))
            found.append((parent, name, END))
        else:
            found.append((parent, name, value))
    return found


def dump(tree):
    todo = parts(tree, 0)[::-1]
    while todo:
        parent, slot, part = todo.pop()
        line, leaf, below, default = 0, "-", None, ()
        if part is None:
            kind = "none"
        elif type(part) is str:
            kind, leaf = "name", "n" + quoted(part)
        elif type(part) is tuple and type(part[0]) is str:
            kind, leaf = part
        else:
            if type(part) is tuple:
                part, *default = part
            kind, line, below = type(part).__name__, getattr(part, "lineno", 0), part
            if type(part) is _ast.Constant:
                (kind, leaf), below = leaf_of(part.value), None
            elif type(part) in KIND_IS_OP:
                kind = type(part.op).__name__
        lines.append(f"{parent} {kind} {slot} {line} {leaf}")
        if below is not None:
            inside = parts(below, len(lines))
            for part in default:
                inside.append((len(lines), "default", part))
            todo += inside[::-1]


try:
    dump(compile(source, "main.py", "exec", flags=_ast.PyCF_ONLY_AST, dont_inherit=True))
    print(*lines, "whole", sep="\n")
except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
    print("unread", error)
