"""Count a source's literals for the policy check, without running it (see the host's policy).

Called by the guest's `count` export. The compiler proper runs too, so that what only it refuses
(`return` outside a function) is refused here as well; what it makes is thrown away.
"""

import _ast
from json.encoder import encode_basestring_ascii as quoted

# The limit of scoring v0.1; it only decides which line is named.
MAX_NUMERIC_LITERALS = 120


def children(node):
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, _ast.AST):
            yield value
        elif isinstance(value, list):
            yield from (item for item in value if isinstance(item, _ast.AST))


def counts(tree):
    numbers = []
    characters = longest = string_line = 0
    elements = list_line = 0
    todo = [tree]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind is _ast.Constant:
            value = node.value
            if type(value) in (int, float):
                numbers.append((node.lineno, node.col_offset))
            elif type(value) is str:
                characters += len(value)
                position = -len(value), node.lineno, node.col_offset
                if value and (not longest or position < longest):
                    longest, string_line = position, node.lineno
        elif kind is _ast.List or kind is _ast.Tuple:
            position = -len(node.elts), node.lineno, node.col_offset
            if node.elts and (not elements or position < elements):
                elements, list_line = position, node.lineno
        todo.extend(children(node))
    numbers.sort()
    if len(numbers) > MAX_NUMERIC_LITERALS:
        numeric_line = numbers[MAX_NUMERIC_LITERALS][0]
    else:
        numeric_line = numbers[-1][0] if numbers else 0
    return (
        '{"numeric_literals":%d,"string_literal_chars":%d,"list_tuple_elements":%d,'
        '"numeric_line":%d,"string_line":%d,"list_tuple_line":%d}'
    ) % (
        len(numbers),
        characters,
        -elements[0] if elements else 0,
        numeric_line,
        string_line,
        list_line,
    )


def count(source):
    """(status, one line of JSON): 0 with the counts, or 4 with the compiler's message."""
    try:
        compile(source, "main.py", "exec", dont_inherit=True)
        tree = compile(source, "main.py", "exec", flags=_ast.PyCF_ONLY_AST, dont_inherit=True)
        return 0, counts(tree)
    except SyntaxError as error:
        message, line = error.msg, error.lineno or 0
    except (RecursionError, MemoryError):
        message, line = "too deeply nested", 0
    except Exception as error:
        message, line = str(error) or type(error).__name__, 0
    return 4, '{"error":%s,"line":%d}' % (quoted(message), line)
