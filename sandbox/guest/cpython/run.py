# Runs a test module of CPython's own in the guest. The tool puts before it: MODULE, the name of the module; SOURCES,
# which has for the name of each module that comes with it whether it is a package, its path and its text; and FILES, the
# data files of the tests by their path.
#
# Standard output gets how many tests passed, how many were skipped, and how many asked for what the sandbox has
# not; standard error a line for each other one.
import builtins
import io
import os
import sys
from importlib.machinery import ModuleSpec

# The tests' helpers import these; a test that asks one of them for something is skipped.
NOT_HERE = """
from inspect import iscoroutinefunction
from unittest import SkipTest

PIPE = STDOUT = DEVNULL = -1
build_time_vars = {}

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)

    class Absent:
        def __init__(self, *arguments, **options):
            raise SkipTest(f"{__name__}.{name} has no place in the sandbox")

    return Absent
"""
for name in "_sysconfigdata__wasi_wasm32-wasi _testlimitedcapi asyncio py_compile pydoc subprocess zipfile".split():
    SOURCES[name] = (False, f"{name}.py", NOT_HERE)


class Brought:
    """Finds the modules that come with the program, also those that the guest leaves out."""

    def find_spec(self, name, path=None, target=None):
        if name in SOURCES:
            package, path, _ = SOURCES[name]
            return ModuleSpec(name, self, origin=path, is_package=package)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        _, path, text = SOURCES[module.__name__]
        module.__file__ = path
        exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)

    def get_source(self, name):
        return SOURCES[name][2]


def brought_or(real):
    def open(file, *arguments, **options):
        text = FILES.get(os.path.normpath(file)) if isinstance(file, str) else None
        return real(file, *arguments, **options) if text is None else io.StringIO(text)
    return open


def listdir(folder="."):
    inside = os.path.normpath(folder) + "/"
    found = [path.removeprefix(inside) for path in FILES if path.startswith(inside)]
    return found or real_listdir(folder)


sys.meta_path.insert(0, Brought())
builtins.open = brought_or(open)
real_listdir, os.listdir = os.listdir, listdir
answer, words = sys.stdout, sys.stderr
# What the tests themselves print is no answer.
sys.stdout = sys.stderr = io.StringIO()

try:
    import unittest

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromName("test." + MODULE).run(result)
finally:
    sys.stderr = words
not_passed, asking = {}, set()
for test, trace in result.errors + result.failures:
    # Of a test with parts, all count as one.
    name = getattr(test, "test_case", test).id()
    said = trace.strip().splitlines()[-1][:200]
    imported = "_FailedTest" not in name
    if imported and ("FileNotFoundError: [Errno 44]" in said or "is not available in the sandbox" in said):
        asking.add(name)
    else:
        not_passed.setdefault(name, said)
for test in result.unexpectedSuccesses:
    not_passed.setdefault(test.id(), "passed and should not")
asking -= not_passed.keys()
for name in sorted(not_passed):
    print(name.removeprefix("test."), not_passed[name], sep=": ", file=sys.stderr)
failed = len(not_passed) + len(asking) + len(result.expectedFailures)
print(result.testsRun - failed - len(result.skipped), len(result.skipped), len(asking), file=answer)
