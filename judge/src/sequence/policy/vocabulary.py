"""Prints `vocabulary.txt`: the names of the language and of what its library shows. A test runs it in the guest.

Modules that sequence programs import are taken with the classes in them and the parameters of their functions; the
rest of the library by the names of its modules. Marked are the names of the language itself, and those that objects of
the library answer to."""
import builtins
import importlib
import keyword
import sys
import types
import warnings

MODULES = """abc argparse array ast base64 binascii bisect calendar cmath cmd codecs collections collections.abc colorsys
contextlib copy csv dataclasses datetime decimal difflib dis enum fnmatch fractions functools gc getopt graphlib hashlib
heapq inspect io itertools json locale logging marshal math numbers operator optparse os pprint queue random re sched secrets
shlex statistics string struct sys textwrap time timeit traceback types typing unicodedata uuid warnings weakref""".split()
TYPES = [
    int, str, float, complex, list, dict, set, frozenset, tuple, bytes, bytearray, memoryview, range, slice, type, object,
    BaseException, types.FunctionType, types.GeneratorType, types.CoroutineType, types.FrameType, types.CodeType,
    types.TracebackType,
]
# What other classes answer to that programs use or derive from.
MEMBERS_OF = "array collections dataclasses datetime decimal enum fractions io queue random re".split()
SELF = "self cls metaclass".split()
PARAMETERS = "start stop step key reverse sep end file flush default repeat maxsize initial fillvalue base iterable"
# Parameters of functions that do not say how theirs are called.
MORE_PARAMETERS = """signed last rel_tol abs_tol weeks hours minutes milliseconds initial_value steps newline opener
usedforsecurity covariant contravariant"""
# What the library asks the classes of a program for.
HOOKS = """__post_init__ __dataclass_fields__ __notes__ _missing_ _generate_next_value_ _value_ _name_ _order_ _ignore_
setUp tearDown setUpClass"""

language = {*dir(builtins), *keyword.kwlist, *SELF}
members = {*PARAMETERS.split(), *MORE_PARAMETERS.split(), *HOOKS.split()}
names = {*language, *sys.stdlib_module_names, *members}
seen = set()


def take(thing, depth):
    if id(thing) in seen or depth > 3:
        return
    seen.add(id(thing))
    for name in dir(thing):
        names.add(name)
        part = getattr(thing, name, None)
        if isinstance(part, type) or depth == 0 and isinstance(part, types.ModuleType) and part.__name__ in MODULES:
            take(part, depth + 1)
        code = getattr(part, "__code__", None)
        if isinstance(code, types.CodeType):
            names.update(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


warnings.simplefilter("ignore")
for module in MODULES:
    names.update(module.split("."))
    take(importlib.import_module(module), 0)
for kind in TYPES:
    take(kind, 0)
    members.update(dir(kind))
for module in MEMBERS_OF:
    for kind in vars(importlib.import_module(module)).values():
        if isinstance(kind, type):
            members.update(dir(kind))
for name in sorted(names):
    print(name + (" language" if name in language else " member" if name in members else ""))
