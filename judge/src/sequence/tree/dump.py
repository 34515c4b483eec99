# Write the syntax tree of `source` as one line a node: parent, kind, slot, line, leaf. Nodes are as
# the judge's tree.rs says. `source` is parsed and never run.
import _ast
import struct

KIND_IS_OP = _ast.BinOp, _ast.UnaryOp, _ast.BoolOp
SKIPPED = "ctx", "type_comment", "kind", "simple", "type_ignores"
lines = []


def quoted(text):
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


def parts(node):
    for name, value in fields(node):
        if isinstance(value, list):
            for item in value:
                yield name, item
            yield name, ("end", "-")
        else:
            yield name, value


def dump(tree):
    todo = [(0, slot, part) for slot, part in parts(tree)][::-1]
    while todo:
        parent, slot, part = todo.pop()
        line, leaf, below, default = 0, "-", None, ()
        if part is None:
            kind = "none"
        elif isinstance(part, str):
            kind, leaf = "name", "n" + quoted(part)
        elif isinstance(part, tuple) and isinstance(part[0], str):
            kind, leaf = part
        else:
            if isinstance(part, tuple):
                part, *default = part
            kind, line = type(part).__name__, getattr(part, "lineno", 0)
            if kind == "Constant":
                kind, leaf = leaf_of(part.value)
            elif type(part) in KIND_IS_OP:
                kind, below = type(part.op).__name__, part
            else:
                below = part
        lines.append(f"{parent} {kind} {slot} {line} {leaf}")
        if below is not None:
            inside = [(len(lines), slot, part) for slot, part in parts(below)]
            inside += [(len(lines), "default", part) for part in default]
            todo += inside[::-1]


try:
    dump(compile(source, "main.py", "exec", flags=_ast.PyCF_ONLY_AST, dont_inherit=True))
    print(*lines, "whole", sep="\n")
except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
    print("unread", error)
