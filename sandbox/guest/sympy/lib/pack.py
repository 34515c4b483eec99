"""Compile one module without its docstrings. Runs in the Python guest while the image is built.

`source` and `path` are given. What is printed is the marshalled code in hexadecimal: docstrings are a
third of SymPy, and a run of `simplify` shows none of them.
"""

import ast
import marshal
import sys

DOCUMENTED = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module


def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            if isinstance(node, ast.Module):
                del node.body[0]
            else:
                node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
    return tree


def pack(source, path):
    code = compile(without_docstrings(ast.parse(source)), path, "exec", dont_inherit=True)
    sys.stdout.write(marshal.dumps(code).hex() + "\n")
