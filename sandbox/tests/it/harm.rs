//! Programs that try to harm their host or to see more than they may. Each has an end with a name,
//! the same each time, and the next program runs.

use std::thread;

use dojo_sandbox::{End, Fuel, Limits, Run};

use crate::{run, run_with};

const EXCEPTIONS: [&str; 29] = [
    "1 << 10**12",
    "'a' * 10**12",
    "list(range(10**12))",
    "bytearray(10**10)",
    "f'{1:{10**10}}'",
    "from decimal import *\ngetcontext().prec = 10**9",
    "'{:{:{:{}}}}'.format(*range(9))",
    "2**10**5 and print(2**10**5)",
    "import ast\nast.parse('(' * 10**5)",
    "eval('[' * 10**5)",
    "import marshal\nmarshal.loads(b'\\xe3' + b'\\xff' * 99)",
    "import faulthandler\nfaulthandler._sigsegv()",
    "import os\nos.abort()",
    "import os\nos.kill(os.getpid(), 9)",
    "import os\nos.fork()",
    "import os\nos.execv('/bin/sh', ['sh'])",
    "import os\nos.dup(1)",
    "import os\nos.listdir('/')",
    "import signal\nsignal.alarm(1)",
    "import threading\nthreading.Thread(target=print).start()",
    "import socket",
    "import ctypes",
    "import zlib",
    "import inspect, sys\ninspect.getsource(sys.modules['__main__'])",
    "open('/etc/passwd')",
    "open('/tmp/x', 'w')",
    "input()",
    "import sys\nsys.stdout.close()\nprint(1)",
    "import sys\nsys.stdout.detach()\nprint(1)",
];

/// Bytecode that reads what is not its own. What it finds there changes with every build of the guest.
const WILD: [&str; 2] = [
    "def f(): pass\nf.__code__ = f.__code__.replace(co_code=bytes(range(256)) * 4)\nf()",
    "def f(): pass\nf.__code__ = f.__code__.replace(co_code=b'\\x64\\xff' * 40, co_stacksize=1)\nf()",
];

const STACKS: [&str; 8] = [
    "class A:\n def __getattr__(self, n): return getattr(self, n + 'a')\nA().x",
    "class A:\n def __eq__(self, o): return self == o\nA() == 1",
    "class M(type):\n def __call__(c): return c()\nclass A(metaclass=M): pass\nA()",
    "from abc import ABC\nclass A(ABC):\n @classmethod\n def __subclasshook__(c, o): return issubclass(o, c)\n\
     issubclass(int, A)",
    "import json\njson.loads('[' * 10**6)",
    "import pickle\na = []\nfor _ in range(10**5): a = [a]\npickle.dumps(a)",
    "def g(x): yield from x\na = iter([1])\nfor _ in range(10**5): a = g(a)\nnext(a)",
    "def f():\n try: 1/0\n except ZeroDivisionError: f()\nf()",
];

const FUELS: [&str; 13] = [
    "10**10**10",
    "import math\nmath.factorial(10**8)",
    "import sys\nsys.set_int_max_str_digits(0)\nint('9' * 10**7)",
    "import re\nre.match('(?=(a*)*b)(a|aa)+$', 'a' * 60)",
    "def g():\n while 1: yield\nfor _ in g(): pass",
    "class A:\n def __hash__(s): return 1\n def __eq__(s, o): return False\ns = set()\nwhile 1: s.add(A())",
    "import weakref\nclass A: pass\nwhile 1: weakref.ref(A(), lambda r: 0)",
    "import sys\nwhile 1: sys.stderr.write('x' * 10**6)",
    "import sys\nsys.settrace(lambda *a: None)\nwhile 1: pass",
    "import time\nt = time.time()\nwhile time.time() == t: pass",
    "while 1:\n try: [bytearray(10**7) for _ in range(99)]\n except MemoryError: pass",
    "c = int\nfor i in range(10**5): c = c | type(str(i), (), {})",
    "import copy\na = []\nfor _ in range(10**5): a = [a]\nwhile 1:\n try: copy.deepcopy(a)\n except RecursionError: pass",
];

const ENDINGS: [(&str, &[&str]); 10] = [
    ("import os\nprint(5)\nos._exit(1)", &["5"]),
    ("import os\nprint(5)\nos._exit(126)", &["5"]),
    ("import os\nprint(5)\nos._exit(-1)", &["5"]),
    ("import os\nprint(5)\nos._exit(2**31 - 1)", &["5"]),
    ("import os\nos.close(1)\nprint(1)", &["1"]),
    (
        "import os\nfor _ in range(99): os.write(2, b'x' * 9999)\nprint(1)",
        &["1"],
    ),
    (
        "import os\nfor i in range(3, 99):\n try: os.write(i, b'x'); print(0)\n except OSError: pass\nprint(1)",
        &["1"],
    ),
    (
        "f = open(1, 'w')\nf.write('0 1 ')\nf.close()\nprint(3)",
        &["0", "1", "3"],
    ),
    ("import atexit\natexit.register(print, 5)", &["5"]),
    ("import time\ntime.sleep(10**9)\nprint(1)", &["1"]),
];

fn ends(source: &str) -> Run {
    let limits = Limits {
        fuel: Fuel(600_000_000),
        ..Limits::default()
    };
    let here = run_with(source, &limits);
    let there = thread::scope(|scope| scope.spawn(|| run_with(source, &limits)).join().unwrap());
    assert_eq!(here, there, "{source}");
    here
}

#[test]
fn what_is_impossible_or_not_there_is_an_exception_that_says_so() {
    for source in EXCEPTIONS {
        match ends(source).end {
            End::Exception { message } => assert!(message.len() > 10, "{source}: {message:?}"),
            other => panic!("{source}: {other:?}"),
        }
    }
}

#[test]
fn wild_bytecode_is_a_failure_of_its_own() {
    for source in WILD {
        let run = ends(source);
        let named = matches!(run.end, End::Exception { .. } | End::Fuel | End::Memory);
        assert!(named && run.terms.is_empty(), "{source}: {run:?}");
    }
}

#[test]
fn recursion_ends_in_c_as_it_does_in_python() {
    for source in STACKS {
        let run = ends(source);
        assert_eq!(run.end, End::Stack, "{source}\n{}", run.stderr);
    }
}

#[test]
fn what_never_ends_runs_out_of_fuel() {
    for source in FUELS {
        let run = ends(source);
        assert_eq!(run.end, End::Fuel, "{source}\n{}", run.stderr);
    }
}

#[test]
fn output_and_exit_by_other_ways_are_heard() {
    for (source, terms) in ENDINGS {
        let run = ends(source);
        assert_eq!(run.end, End::Finished, "{source}\n{}", run.stderr);
        assert_eq!(run.terms, terms, "{source}");
    }
}

/// A machine stack that ran out is told from a read or write that went astray.
#[test]
fn a_wild_read_is_a_fault_and_no_stack() {
    let wild = "import opcode
def f(): pass
o = opcode.opmap
far = [o['EXTENDED_ARG'], 31, o['EXTENDED_ARG'], 255, o['EXTENDED_ARG'], 255]
code = bytes([o['RESUME'], 0, *far, o['LOAD_CONST'], 255, o['RETURN_VALUE'], 0])
f.__code__ = f.__code__.replace(co_code=code)
f()";
    let End::Exception { message } = ends(wild).end else {
        panic!("{:?}", ends(wild).end);
    };
    assert!(message.contains("ended the interpreter"), "{message}");
    let deep = "m = iter([1])\nfor _ in range(200000): m = map(int, m)\nnext(m)";
    assert_eq!(run(deep).end, End::Stack);
}

#[test]
fn what_a_method_takes_away_is_not_used_any_more() {
    for (source, error) in [
        (
            "import array\na = array.array('i', [0] * 9)\nclass I:\n \
             def __index__(self): a.__delitem__(slice(None)); return 1\n\
             a[5] = I()",
            "IndexError",
        ),
        (
            "b = bytearray(99)\nclass I:\n def __index__(self): b.clear(); return 1\nb.count(I())",
            "BufferError",
        ),
        (
            "import io\nclass R(io.RawIOBase):\n def readinto(self, b): return 10**9\nR().read(9)",
            "ValueError",
        ),
    ] {
        let End::Exception { message } = ends(source).end else {
            panic!("{source}: {:?}", ends(source).end);
        };
        assert!(message.starts_with(error), "{source}: {message}");
    }
}

#[test]
fn frames_without_end_are_memory() {
    let limits = Limits {
        memory_bytes: 48 << 20,
        ..Limits::default()
    };
    let source = "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1) + 1\nf(0)";
    assert_eq!(run_with(source, &limits).end, End::Memory);
}
