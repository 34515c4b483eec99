"""Pack CPython's standard library into one file. Runs on the native Python while the guest is built.

    library.py LIB OUTPUT

The packed modules become the guest's frozen ones, so that it needs no file system, not even when the
snapshot is made: the order of a directory or the number of an inode would show in the image.
OUTPUT is a list of: name, NUL, 1 for a package or 0, size (4 bytes, little-endian), marshalled code;
an empty name ends it.
"""

import marshal
import os
import sys

SHOWN_FOLDER = "/usr/lib/python3.13"

# Not stored: what needs the outside world, serves development, or is of no use to a program that
# prints integers. Some of these get a message of their own below.
LEFT_OUT = """
    __hello__ __phello__ _aix_support _android_support _apple_support _compression
    _ios_support _markupbase _osx_support _pyrepl antigravity asyncio bz2 cProfile compileall
    concurrent ctypes curses dbm email ensurepip filecmp fileinput ftplib getpass gzip html
    http idlelib imaplib lib2to3 lzma mailbox mimetypes modulefinder multiprocessing netrc
    nturl2path pdb pip poplib pty py_compile pyclbr pydoc pydoc_data rlcompleter runpy
    selectors shelve site site-packages smtplib socket socketserver sqlite3 ssl subprocess
    sysconfig tabnanny tarfile tempfile test tkinter trace tty turtle turtledemo unittest.mock urllib
    venv wave webbrowser wsgiref xml xmlrpc zipapp zipfile zipimport zoneinfo
""".split()

UNAVAILABLE = {
    "there is no network": "_socket ftplib http imaplib poplib smtplib socket socketserver ssl urllib xmlrpc",
    "there is nothing to wait for": "asyncio select selectors",
    "there is no other process": "_posixsubprocess multiprocessing pty subprocess",
    "there is one thread": "concurrent _interpreters",
    "there is no file system": "dbm fileinput mmap shelve sqlite3 tempfile zipfile tarfile",
    "there are no users": "grp pwd",
    "no foreign code can be loaded": "_ctypes ctypes",
    "there is no terminal": "curses readline termios tkinter tty turtle",
    "it was left out": "fcntl pyexpat resource syslog zlib _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr"
    " _codecs_tw",
}

# Instead of modules above that the library itself asks for little of.
SUBSTITUTES = {
    # doctest makes a debugger before it runs an example, in case that one asks for it.
    "pdb": """
import sys

def set_trace(*, header=None):
    print("pdb is not available in the sandbox: there is no terminal", file=sys.stderr)

class Pdb:
    def __init__(self, **options): pass
    def reset(self): pass
    def set_continue(self): pass
    def set_trace(self, frame=None): set_trace()

def __getattr__(name):
    raise AttributeError(f"pdb.{name} is not available in the sandbox: there is no terminal")
""",
}


def pack(output, name, is_package, source, path):
    code = marshal.dumps(compile(source, path, "exec", dont_inherit=True))
    output.write(name.encode() + b"\0" + bytes([is_package]))
    output.write(len(code).to_bytes(4, "little") + code)


def pack_library(output, folder, prefix=""):
    for entry in sorted(os.listdir(folder)):
        path = os.path.join(folder, entry)
        name, extension = os.path.splitext(entry)
        if prefix + name in LEFT_OUT:
            continue
        if extension == ".py":
            is_package = name == "__init__"
            full_name = prefix[:-1] if is_package else prefix + name
            shown = "/".join([SHOWN_FOLDER, *prefix.split(".")[:-1], entry])
            with open(path, "rb") as file:
                pack(output, full_name, is_package, file.read(), shown)
        elif os.path.exists(os.path.join(path, "__init__.py")):
            pack_library(output, path, prefix + name + ".")


def refusals():
    """What to run instead of a module that is not there: it says why."""
    # The interpreter has a zipimport of its own.
    present = {"zipimport", *SUBSTITUTES}
    names = (name for name in LEFT_OUT if name[0] != "_" and name not in present)
    reasons = dict.fromkeys(names, "it was left out")
    for reason, names in UNAVAILABLE.items():
        reasons.update(dict.fromkeys(names.split(), reason))
    for name, reason in sorted(reasons.items()):
        message = f"{name} is not available in the sandbox: {reason}"
        yield name, f"raise ModuleNotFoundError({message!r}, name={name!r})"


def pack_instead(output):
    for name, source in [*refusals(), *SUBSTITUTES.items()]:
        pack(output, name, False, source, f"{SHOWN_FOLDER}/{name}.py")


with open(sys.argv[2], "wb") as output:
    pack_library(output, sys.argv[1])
    pack_instead(output)
    output.write(b"\0")
