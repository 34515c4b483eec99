# Write down the neutral form of `source`: what Python needs to do the same, in one spelling (docs/SCORING-v0.3.md §3).
# `source` is parsed and never run. `public` has the names of the language and of what its library shows.
import ast
import builtins
import re
import sys

DEFINITIONS = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef
BLOCKS = "body", "orelse", "finalbody"
# The fields that hold names.
NAMED = {
    ast.Name: ["id"],
    ast.arg: ["arg"],
    ast.Attribute: ["attr"],
    ast.keyword: ["arg"],
    ast.alias: ["name", "asname"],
    ast.ImportFrom: ["module"],
    ast.Global: ["names"],
    ast.Nonlocal: ["names"],
    ast.MatchMapping: ["rest"],
    ast.MatchClass: ["kwd_attrs"],
}
for kind in *DEFINITIONS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.TypeVar, ast.ParamSpec, ast.TypeVarTuple:
    NAMED[kind] = ["name"]
# What an expression may be made of whose value is known without the program, and what it may call.
KNOWN = ast.Constant, ast.Name, ast.Load, ast.Attribute, ast.Call, ast.keyword, ast.Subscript, ast.Slice, ast.List
KNOWN += ast.Tuple, ast.BinOp, ast.Add, ast.Mult, ast.Mod, ast.UnaryOp, ast.USub
MAKERS = {"bytes": bytes, "str": str}
LONGEST_CODE = 1 << 16
# Unparsing goes down the tree.
sys.setrecursionlimit(50_000)


class Code(ast.expr):
    """A text that is executed, as the statements in it."""

    _fields = ("body",)


def children(tree):
    """Every node with where it is: the node above, the field, and the place in it or None."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                yield node, field, None, value
            elif type(value) is list:
                for place, item in enumerate(value):
                    if isinstance(item, ast.AST):
                        yield node, field, place, item


def put(node, field, place, value):
    if place is None:
        setattr(node, field, value)
    else:
        getattr(node, field)[place] = value


def blocks(tree):
    """Every node that holds statements, with each list of them."""
    for node in ast.walk(tree):
        for field in BLOCKS:
            if type(getattr(node, field, None)) is list:
                yield node, getattr(node, field)


def names(tree):
    """Every name in the order in which the tree is written down, with where it is."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if type(node) is tuple:
            yield node
            continue
        inside = []
        if type(node) is ast.arguments:
            # Each argument before its default.
            positional = node.posonlyargs + node.args
            defaults = [None] * (len(positional) - len(node.defaults)) + node.defaults
            pairs = [*zip(positional, defaults), (node.vararg, None)]
            pairs += [*zip(node.kwonlyargs, node.kw_defaults), (node.kwarg, None)]
            inside = [part for pair in pairs for part in pair if part]
        else:
            named = NAMED.get(type(node), ())
            for field, value in ast.iter_fields(node):
                for place, item in enumerate(value) if type(value) is list else [(None, value)]:
                    if isinstance(item, ast.AST):
                        inside.append(item)
                    elif type(item) is str and field in named:
                        inside.append((node, field, place, item))
        todo += inside[::-1]


def words(tree):
    """The words of all texts."""
    for node in ast.walk(tree):
        if type(node) is ast.Constant and type(node.value) in (str, bytes):
            text = node.value if type(node.value) is str else node.value.decode("latin-1")
            yield from re.findall(r"\w+", text)
            # An option of a command line is an attribute with underscores.
            if text.startswith("--"):
                yield text[2:].replace("-", "_")


def literals(tree):
    """The names that are bound once, to a literal, with that."""
    bound, values = {}, {}
    for node in ast.walk(tree):
        if type(node) is ast.Assign and type(node.value) is ast.Constant and type(node.targets[0]) is ast.Name:
            values[node.targets[0].id] = node.value
    for node, _, _, name in names(tree):
        if type(node) is not ast.Name or type(node.ctx) is not ast.Load:
            bound[name] = bound.get(name, 0) + 1
    return {name: value for name, value in values.items() if bound[name] == 1}


def code_in(text, values):
    """The statements in a text that is known without running the program, or None."""
    parts = list(ast.walk(text))
    if not all(isinstance(part, KNOWN) for part in parts):
        return None
    if any(type(part) is ast.Attribute and part.attr.startswith("_") for part in parts):
        return None
    known = {name: value.value for name, value in values.items()}
    try:
        text = eval(compile(ast.Expression(text), "main.py", "eval"), {"__builtins__": MAKERS}, known)
        if type(text) in (str, bytes) and len(text) <= LONGEST_CODE:
            return ast.parse(text.strip(" \t" if type(text) is str else b" \t")).body
    except Exception:
        pass
    return None


def unpack(tree):
    """Puts the code in texts that are executed in their place; says whether there was any."""
    values = literals(tree)
    executed = []
    for node in ast.walk(tree):
        if type(node) is ast.Call and type(node.func) is ast.Name and node.args:
            if node.func.id in ("exec", "eval", "compile"):
                executed.append(node.args[0])
    wanted = set()
    for text in executed:
        # What is repeated stays so.
        if type(text) is ast.BinOp and type(text.op) is ast.Mult:
            text = text.left if type(text.left) is ast.Constant and type(text.left.value) is not int else text.right
        wanted.add(values.get(text.id) if type(text) is ast.Name else text)
    found = False
    for node, field, place, item in list(children(tree)):
        code = code_in(item, values) if item in wanted else None
        if code:
            found = True
            for inside in ast.walk(ast.Module(code)):
                if hasattr(inside, "lineno"):
                    inside.lineno = item.lineno
            put(node, field, place, ast.copy_location(Code(code), item))
    return found


def pack(tree):
    """Makes texts of the code in their place."""
    for node, field, place, item in reversed(list(children(tree))):
        if type(item) is Code:
            text = ast.unparse(ast.fix_missing_locations(ast.Module(item.body, []))) + "\n"
            put(node, field, place, ast.copy_location(ast.Constant(text), item))


def drop_annotations(tree):
    """Those of variables, and of functions that nothing decorates."""
    for node in ast.walk(tree):
        if type(node) in DEFINITIONS[:2] and not node.decorator_list:
            node.returns = None
            for inside in ast.walk(node.args):
                if type(inside) is ast.arg:
                    inside.annotation = None
    for node, block in blocks(tree):
        for place, statement in enumerate(block):
            if type(statement) is ast.AnnAssign and type(node) is not ast.ClassDef:
                plain = ast.Assign([statement.target], statement.value) if statement.value else ast.Pass()
                block[place] = ast.copy_location(plain, statement)


def truth(test, values):
    """Whether a test is constantly true or false; None if it is not constant."""
    if type(test) is ast.UnaryOp and type(test.op) is ast.Not:
        turned = truth(test.operand, values)
        return None if turned is None else not turned
    if type(test) is ast.Name:
        test = values.get(test.id)
    return bool(test.value) if type(test) is ast.Constant else None


def drop_spelling(tree):
    """What the printer would show, and the tree as it is written down does not have."""
    for node in ast.walk(tree):
        if type(node) is ast.Constant:
            node.kind = None
        elif type(node) is ast.AnnAssign:
            node.simple = int(type(node.target) is ast.Name)


def drop_idle(tree):
    """Texts and other constants that stand as statements, what a constant guards, and messages of exceptions, unless
    the program gives a caught one a name."""
    values = literals(tree)
    looks = any(type(node) is ast.ExceptHandler and node.name for node in ast.walk(tree))
    for node, block in blocks(tree):
        todo, kept = block[::-1], []
        while todo:
            statement = todo.pop()
            kind = type(statement)
            guard = truth(statement.test, values) if kind in (ast.If, ast.While) else None
            if kind is ast.If and guard is not None:
                todo += (statement.body if guard else statement.orelse)[::-1]
            elif kind is ast.While and guard is False:
                todo += statement.orelse[::-1]
            elif kind is ast.Expr and type(statement.value) is ast.Constant and not is_value(node):
                continue
            elif kind is not ast.Pass:
                kept.append(statement)
            if kind is ast.Assert:
                statement.msg = None
            elif kind is ast.Raise and type(statement.exc) is ast.Call and not looks:
                statement.exc.args = [ast.Constant("") if is_text(it) else it for it in statement.exc.args]
        block[:] = kept


def is_value(node):
    """Whether what stands here alone is the value of an `eval`."""
    return type(node) is Code and len(node.body) == 1


def is_text(node):
    """Whether an expression is a text that is written out, or is made from one."""
    while type(node) in (ast.BinOp, ast.Call, ast.Attribute):
        node = node.left if type(node) is ast.BinOp else node.func if type(node) is ast.Call else node.value
    return type(node) is ast.JoinedStr or type(node) is ast.Constant and type(node.value) is str


def drop_unused(tree):
    """Functions, classes on their own, imports and names of literals that nothing mentions but themselves."""
    said = set(words(tree))
    prefixes = tuple(word for word in said if word.endswith("_"))
    gone = True
    while gone:
        gone = False
        mentioned = {}
        for _, _, _, name in names(tree):
            mentioned[name] = mentioned.get(name, 0) + 1

        def is_spare(name, times):
            return mentioned.get(name) == times and name not in said and not name.startswith(prefixes)

        for node, block in blocks(tree):
            kept = []
            for it in block if type(node) is not ast.ClassDef else ():
                spare = False
                if type(it) in DEFINITIONS and not it.decorator_list and not getattr(it, "bases", None):
                    inside = sum(name == it.name for _, _, _, name in names(it))
                    spare = is_spare(it.name, inside) and not getattr(it, "keywords", None)
                elif type(it) is ast.Assign and type(it.value) in (ast.Constant, Code):
                    spare = all(type(target) is ast.Name and is_spare(target.id, 1) for target in it.targets)
                elif type(it) is ast.Import or type(it) is ast.ImportFrom and it.module != "__future__":
                    used = [name for name in it.names if not is_spare(name.asname or name.name, 1)]
                    spare, it.names = not used, used or it.names
                if not spare:
                    kept.append(it)
            if type(node) is not ast.ClassDef and len(kept) < len(block):
                block[:] = kept
                gone = True


def fill(tree):
    """Puts `pass` where nothing is left."""
    for node, block in blocks(tree):
        needs = block is node.body or not getattr(node, "handlers", [True]) and block is node.finalbody
        if needs and not block and type(node) is not ast.Module:
            block.append(ast.copy_location(ast.Pass(), node))


def root(node):
    """The name that a chain of attributes begins with."""
    while type(node) is ast.Attribute:
        node = node.value
    return getattr(node, "id", None)


def rename(tree):
    """Gives the program's own names neutral ones, in the order in which they come.

    Others keep theirs: what texts say, modules and what is in them, and of the public vocabulary what the program does
    not bind as a variable, or asks something for."""
    kept = {"self", "cls", *dir(builtins), *(word.casefold() for word in words(tree))}
    prefixes = tuple(word for word in kept if word.endswith("_") and word.strip("_"))
    imported, bound, asked = set(), set(), set()
    for node, field, _, name in names(tree):
        if type(node) in (ast.alias, ast.ImportFrom):
            imported.update(name.split("."))
            if field != "asname":
                kept.update(part.casefold() for part in name.split("."))
        elif type(node) in (ast.Attribute, ast.keyword, ast.MatchClass):
            asked.add(name)
        elif type(node) is not ast.Name or type(node.ctx) is not ast.Load:
            bound.add(name)
    for node in ast.walk(tree):
        if type(node) is ast.ClassDef:
            targets = [target for it in node.body for target in getattr(it, "targets", [getattr(it, "target", it)])]
            asked.update(getattr(target, "name", getattr(target, "id", None)) for target in targets)
        elif type(node) is ast.Attribute and root(node) in imported:
            kept.add(node.attr.casefold())
        elif type(node) is ast.Call and root(node.func) in imported:
            kept.update(keyword.arg.casefold() for keyword in node.keywords if keyword.arg)

    def stays(name):
        if name.startswith("__") and name.endswith("__") or name.casefold() in kept or name in dir(builtins):
            return True
        return name in public and (name in asked or name not in bound) or name.casefold().startswith(prefixes)

    neutral, number = {}, 0
    for node, field, place, name in list(names(tree)):
        if field == "module" or type(node) is ast.alias and field == "name":
            continue
        if name not in neutral:
            neutral[name] = name
            if not stays(name):
                while f"v{number}" in kept:
                    number += 1
                neutral[name] = f"v{number}"
                number += 1
        put(node, field, place, neutral[name])


def statements(tree):
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt)]


def neutral():
    """Writes down the tree of the neutral form, its text, and of which line of the source each of its lines is."""
    compiled()
    tree = ast.parse(source)
    # Code in texts may hold texts with code.
    for _ in range(3):
        if not unpack(tree):
            break
    drop_spelling(tree)
    drop_annotations(tree)
    drop_idle(tree)
    drop_unused(tree)
    fill(tree)
    rename(tree)
    pack(tree)
    ast.fix_missing_locations(tree)
    text = ast.unparse(tree) + "\n"
    again = ast.parse(text)
    origin = dict(reversed(list(zip(statements(again), statements(tree)))))
    for _ in range(3):
        if not unpack(again):
            break
    dump(again)
    line, places = 0, []
    for at in range(1, text.count("\n") + 1):
        line = origin.get(at, line)
        places.append(str(line))
    lines.append("text " + text.encode().hex())
    lines.append("origin " + " ".join(places))
