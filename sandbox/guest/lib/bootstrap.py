"""Prepare the interpreter that the snapshot holds. Runs once, in the guest, while it is built.

`warmup` is given by guest.c: the text of warmup.py.
"""

import _sitebuiltins
import builtins
import sys

# Imported already when a program starts: what sequence programs use.
IMPORTED = """
    abc array ast bisect calendar cmath codecs collections collections.abc contextlib copy copyreg
    dataclasses datetime decimal encodings.ascii encodings.latin_1 encodings.utf_8 enum fractions
    functools gc hashlib heapq inspect io itertools json keyword linecache math numbers operator
    os queue random re reprlib statistics string struct sys textwrap threading time tokenize
    traceback types typing unicodedata warnings weakref
""".split()


def leave_file_system():
    """Modules are built in or frozen; there is nowhere else to look."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder.__name__ != "PathFinder"]
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()
    # Programs look at the first entry, which is a script's own folder.
    sys.path[:] = ["/"]


class Nowhere:
    def write(self, text):
        return len(text)

    def flush(self):
        pass


def warm_up():
    """Make what an interpreter makes at the first use of a thing, once and for all."""
    streams = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = Nowhere()
    for part in warmup.split("# ----\n"):
        scope = {"__name__": "__main__", "__builtins__": builtins}
        try:
            exec(compile(part, "main.py", "exec", dont_inherit=True), scope)
        except Exception:
            sys.excepthook(*sys.exc_info())
    sys.stdout, sys.stderr = streams


def reset():
    """Leave no trace of the warming up in what a program can see."""
    import linecache
    import random
    import re

    # Known to have no lines: or else a long traceback looks for the file once per frame.
    linecache.cache = {"main.py": (0, None, [], "main.py")}
    re.purge()
    random.seed(0)
    for name in ("last_exc", "last_type", "last_value", "last_traceback"):
        sys.__dict__.pop(name, None)


leave_file_system()
# As the module `site` defines them, which is not there.
builtins.exit = _sitebuiltins.Quitter("exit", "Ctrl-D (i.e. EOF)")
builtins.quit = _sitebuiltins.Quitter("quit", "Ctrl-D (i.e. EOF)")
for name in IMPORTED:
    __import__(name)
warm_up()
reset()

main = type(sys)("__main__")
main_globals = main.__dict__
main_globals.update(__builtins__=builtins, __annotations__={}, __file__="main.py", __cached__=None)
sys.modules["__main__"] = main
