//! Measures fuel in CPU time: how much more a program can cost than the plain loop.

use std::fs;

use dojo_sandbox::{End, Fuel, Limits};

use crate::run_with;

/// The fuel that is measured, in the loop after the set-up.
const MEASURED: u64 = 2_000_000_000;

/// Shared by set-ups. Objects created one after the other are adjacent in memory; `strewn` puts them in an order in
/// which no two neighbours are adjacent. The objects that `landing` makes, each from the one before, land where
/// fillers of the same size were. There are always more objects than the processor's TLB covers.
const SHARED: &str = "
import random
def strewn(a):
    a = list(a)
    random.shuffle(a)
    return a
def nested(wrap, wide, deep):
    a = strewn(wrap(i + 1000) for i in range(wide))
    for _ in range(deep - 1): a = strewn(wrap(x) for x in a)
    return a
def linked(a, link):
    a = strewn(a)
    for i, x in enumerate(a): link(x, a[i - 1])
    return x
def landing(filler, make, first, rows, length):
    fillers = [filler() for _ in range(rows * length)]
    places = strewn(range(rows * length))
    for row in range(rows):
        x = first
        for place in places[row * length:(row + 1) * length]:
            fillers[place] = None
            x = make(x)
        yield x
";

/// The CPU time that this thread has used, in nanoseconds.
fn cpu_time() -> u64 {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    statistics.split(' ').next().unwrap().parse().unwrap()
}

/// The CPU time of a run in nanoseconds, and its fuel. The run must end in this way, after its set-up.
fn time(source: &str, fuel: Fuel, end: &End) -> (u64, Fuel) {
    let limits = Limits {
        fuel,
        ..Limits::default()
    };
    let before = cpu_time();
    let run = run_with(source, &limits);
    let time = cpu_time() - before;
    assert_eq!(run.end, *end, "{source}\n{}", run.stderr);
    assert_eq!(run.terms, ["1"], "the set-up takes too long: {source}");
    (time, run.fuel)
}

/// The CPU time of the part after the set-up, in nanoseconds for each thousand units. Other processes use the machine
/// too, so runs of the set-up alone and with the rest alternate, and the minimum of each counts.
fn price(set_up: &str, endless: &str) -> u64 {
    let set_up = format!("{SHARED}{set_up}\nprint(1, flush=True)\n");
    let alone = format!("{set_up}import os; os._exit(0)");
    let whole = format!("{set_up}{endless}");
    let (mut short, mut long) = (u64::MAX, u64::MAX);
    for _ in 0..3 {
        let (time_alone, fuel) = time(&alone, Limits::default().fuel, &End::Finished);
        let (time_whole, _) = time(&whole, Fuel(fuel.0 + MEASURED), &End::Fuel);
        (short, long) = (short.min(time_alone), long.min(time_whole));
    }
    long.saturating_sub(short) / (MEASURED / 1000)
}

/// The cost relative to the plain loop, in percent.
fn percent_of_plain(set_up: &str, endless: &str) -> u64 {
    let plain = price("", "while 1: pass");
    price(set_up, endless) * 100 / plain
}

/// The plain loop uses up the default fuel in one to one and a half seconds of CPU. The most expensive of these
/// programs took three times as long, so ten seconds are safe even for programs nobody has thought of, on a busy
/// machine.
#[test]
#[ignore = "compares times, for a quiet machine: .ci/long prices"]
fn no_fuel_is_worth_six_times_that_of_the_plain_loop() {
    let mut dear = Vec::new();
    for (set_up, endless) in HOST.iter().chain(STRIDES).chain(C_CODE).chain(PYTHON_CODE) {
        let mut percent = percent_of_plain(set_up, endless);
        // An expensive result is measured again: if it is real, it stays.
        if percent >= 600 {
            percent = percent.min(percent_of_plain(set_up, endless));
        }
        let program = format!("{set_up}\n{endless}").replace('\n', "; ");
        eprintln!("{percent:4} % of the plain loop: {program}");
        if percent >= 600 {
            dear.push((percent, program));
        }
    }
    assert!(dear.is_empty(), "{dear:#?}");
}

/// Calls of the host.
const HOST: &[(&str, &str)] = &[
    ("import os", "while 1: os.urandom(10**6)"),
    ("import os", "while 1: os.urandom(1)"),
    ("import time", "while 1: time.time()"),
    ("import os; b = b'x' * 10**7", "while 1: os.write(2, b)"),
];

/// Copies, and slices each byte of which is in another page.
const STRIDES: &[(&str, &str)] = &[
    ("b = bytes(3 * 10**7)", "while 1: b + b''"),
    ("b = bytearray(9 * 10**7)", "while 1: b[::4160] = b[::4160]"),
    ("b = bytes(9 * 10**7)", "while 1: b[::4160]"),
    (
        "b = memoryview(bytearray(9 * 10**7))",
        "while 1: b[::4096].tobytes()",
    ),
    (
        "b = memoryview(bytearray(9 * 10**7))",
        "while 1: b[0:8 * 10**7:4160] = b[10**6:81 * 10**6:4160]",
    ),
    ("a = [None] * 15000000", "while 1: a[::1041]"),
];

/// C code that visits objects far apart.
const C_CODE: &[(&str, &str)] = &[
    (
        "a = strewn(object() for _ in range(600000))",
        "while 1: a[:]",
    ),
    (
        "a = tuple(strewn(str(i) * 9 for i in range(300000)))",
        "while 1: hash(a)",
    ),
    (
        "a = tuple(nested(lambda x: (x,), 70000, 8))",
        "while 1: hash(a)",
    ),
    (
        "a = tuple(nested(lambda x: (x,), 2000, 300))",
        "while 1: hash(a)",
    ),
    (
        "a = tuple(strewn(frozenset((i,)) for i in range(150000)))",
        "while 1: hash(a)",
    ),
    (
        "from types import GenericAlias as A\na = tuple(nested(lambda x: A(list, x), 50000, 5))",
        "while 1: hash(a)",
    ),
    (
        "a, b = (nested(lambda x: (x,), 35000, 8) for _ in '12')",
        "while 1: a == b",
    ),
    (
        "a = nested(lambda x: [x], 50000, 8)\nb = [-1]\nfor _ in range(7): b = [b]",
        "while 1: a.count(b)",
    ),
    (
        "from types import CellType as C\na = nested(C, 60000, 8)\nb = C(-1)\nfor _ in range(7): b = C(b)",
        "while 1: a.count(b)",
    ),
    (
        "a = strewn({i} for i in range(150000))\nb = {-1}",
        "while 1: a.count(b)",
    ),
    (
        "from operator import countOf\na = strewn([i] for i in range(300000))\nb = [-1]",
        "while 1: countOf(a, b)",
    ),
    (
        "a = strewn(set() for _ in range(150000))",
        "while 1: any(a)",
    ),
    (
        "from itertools import chain\nfrom collections import deque\na = strewn([i] for i in range(300000))\n\
         d = deque(maxlen=0)",
        "while 1: d.extend(chain.from_iterable(a))",
    ),
    (
        "a = strewn(str(i) * 9 for i in range(200000))\nb = set(a)",
        "while 1: b.issuperset(a)",
    ),
    (
        "from collections import deque\na = dict.fromkeys(str(i) * 5 for i in range(349000))\n\
         b = strewn(str(-i) * 5 for i in range(1, 100000))\nd = deque(maxlen=0)",
        "while 1: d.extend(map(a.__contains__, b))",
    ),
    (
        "from operator import itemgetter\nfrom collections import deque\na = strewn([i] for i in range(300000))\n\
         d = deque(maxlen=0)",
        "while 1: d.extend(map(itemgetter(0), a))",
    ),
    (
        "a = tuple(nested(lambda x: (x if type(x) is tuple else str,), 60000, 8))",
        "while 1: isinstance(0, a)",
    ),
    (
        "import marshal\na = tuple(nested(lambda x: (x,), 60000, 8))",
        "while 1: marshal.dumps(a, 0)",
    ),
    // Rows of links.
    (
        "from collections import deque\nd = deque([None] * 8000000)",
        "while 1: d[4000000]",
    ),
    (
        "from collections import deque\nd = deque()\n\
         for _ in landing(lambda: bytes(240), lambda _: d.extend([None] * 64), None, 1, 70000): pass",
        "while 1: d[2240000]",
    ),
    (
        "import gc\na = list(landing(list, lambda _: [], None, 300000, 1))",
        "while 1: gc.collect()",
    ),
    (
        "import gc\na = list(landing(list, lambda _: [], None, 300000, 1))",
        "while 1: gc.get_objects()",
    ),
    (
        "import gc\na = list(landing(list, lambda _: [], None, 300000, 1))",
        "while 1: gc.get_referents(a)",
    ),
    (
        "import gc\na = list(landing(list, lambda _: [], None, 300000, 1))",
        "while 1: gc.get_referrers(1)",
    ),
    (
        "import gc\na = list(landing(list, lambda _: [], None, 300000, 1))\ngc.freeze()",
        "while 1: gc.get_freeze_count()",
    ),
    (
        "import weakref\nclass A: pass\na = A()\n\
         r = list(landing(lambda: weakref.ref(A, int), lambda _: weakref.ref(a, int), None, 300000, 1))",
        "while 1: weakref.getweakrefcount(a)",
    ),
    (
        "import sys, types\nf = sys._getframe()\nT = lambda x: types.TracebackType(x, f, 0, 1)\n\
         t, = landing(lambda: T(None), T, None, 1, 300000)\nu = T(None)",
        "while 1: u.tb_next = t",
    ),
    (
        "import sys\nsys.setrecursionlimit(10**6)\ndef through(x):\n for y in x: yield y\n\
         def endless():\n yield 0\n while 1: sys.exception()\n\
         a, = landing(lambda: through(()), through, endless(), 1, 100000)\nnext(a)",
        "next(a)",
    ),
    (
        "from itertools import chain, repeat\n\
         a = list(landing(lambda: chain(''), chain, repeat(1), 25, 12000))",
        "while 1:\n for x in a: next(x)",
    ),
    (
        "from itertools import cycle, repeat\n\
         a = list(landing(lambda: cycle(''), cycle, repeat(1), 20, 5000))",
        "while 1:\n for x in a: next(x)",
    ),
    (
        "from types import MappingProxyType as M\n\
         a = list(landing(lambda: M({}), M, {}, 30, 10000))",
        "while 1:\n for x in a: 1 in x",
    ),
    (
        "from types import MappingProxyType as M\n\
         a = list(landing(lambda: M({}), M, {}, 30, 5000))",
        "while 1:\n for x in a: iter(x)",
    ),
    (
        "from itertools import repeat\n\
         a = list(landing(lambda: map(int, ''), lambda x: map(int, x), repeat(1), 30, 4000))",
        "while 1:\n for x in a: next(x)",
    ),
    (
        "from itertools import islice, repeat\n\
         a = list(landing(lambda: islice('', 1), lambda x: islice(x, None), repeat(1), 30, 4000))",
        "while 1:\n for x in a: next(x)",
    ),
    (
        "from functools import partial\ndef make(x):\n p = partial(x)\n p.own = 1\n return p\n\
         a = list(landing(lambda: make(int), make, int, 30, 2000))",
        "while 1:\n for x in a: x()",
    ),
    (
        "a = list(landing(lambda: staticmethod(int), staticmethod, int, 30, 4000))",
        "while 1:\n for x in a: x()",
    ),
    (
        "import weakref\nfrom collections import deque\nfrom operator import call\nb = [{i} for i in range(150000)]\n\
         a = strewn(weakref.ref(x) for x in b)\nd = deque(maxlen=0)",
        "while 1: d.extend(map(call, a))",
    ),
    (
        "from functools import reduce\nfrom operator import getitem\n\
         a = linked([[None] for _ in range(300000)], lambda x, y: x.__setitem__(0, y))\nb = [0] * 10000",
        "while 1: a = reduce(getitem, b, a)",
    ),
    (
        "f = (1).__add__\na = list(landing(lambda: f.__call__, lambda x: x.__call__, f, 30, 5000))",
        "while 1:\n for x in a: x(1)",
    ),
    // Rows short enough to fit into a cache.
    (
        "import weakref\nclass A: pass\na = A()\n\
         r = list(landing(lambda: weakref.ref(A, int), lambda _: weakref.ref(a, int), None, 16000, 1))",
        "while 1: weakref.getweakrefcount(a)",
    ),
    (
        "import sys, types\nf = sys._getframe()\nT = lambda x: types.TracebackType(x, f, 0, 1)\n\
         t, = landing(lambda: T(None), T, None, 1, 16000)\nu = T(None)",
        "while 1: u.tb_next = t",
    ),
    (
        "from itertools import chain, repeat\nx, = landing(lambda: chain(''), chain, repeat(1), 1, 4000)",
        "while 1: next(x)",
    ),
    (
        "from types import MappingProxyType as M\nx, = landing(lambda: M({}), M, {}, 1, 4000)",
        "while 1: 1 in x",
    ),
];

/// Python code that visits objects far apart.
const PYTHON_CODE: &[(&str, &str)] = &[
    (
        "a = linked([[None] for _ in range(300000)], lambda x, y: x.__setitem__(0, y))",
        "def f(x):\n while 1: x = x[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]\nf(a)",
    ),
    (
        "a = linked([[None] for _ in range(300000)], lambda x, y: x.__setitem__(0, y))",
        "def f(x):\n while 1: x, = x; x, = x; x, = x; x, = x; x, = x; x, = x; x, = x; x, = x\nf(a)",
    ),
    (
        "a = linked([{'n': 0} for _ in range(120000)], lambda x, y: x.update(n=y))",
        "def f(x):\n n = 'n'\n while 1: x = x[n][n][n][n][n][n][n][n][n][n][n][n][n][n][n][n]\nf(a)",
    ),
    (
        "class A: pass\na = linked([A() for _ in range(300000)], lambda x, y: setattr(x, 'n', y))",
        "def f(x):\n while 1: x = x.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n\nf(a)",
    ),
    (
        "class A:\n def __init__(self):\n  for n in 'abcdefghijklmn': setattr(self, n, None)\n\
         a = linked([A() for _ in range(120000)], lambda x, y: setattr(x, 'n', y))",
        "def f(x):\n while 1: x = x.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n\nf(a)",
    ),
    (
        "class A: __slots__ = 'n'\na = linked([A() for _ in range(350000)], lambda x, y: setattr(x, 'n', y))",
        "def f(x):\n while 1: x = x.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n\nf(a)",
    ),
    (
        "class A:\n def __init__(self): self.__dict__ = {'n': 0}\n\
         a = linked([A() for _ in range(120000)], lambda x, y: setattr(x, 'n', y))",
        "def f(x):\n while 1: x = x.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n\nf(a)",
    ),
    (
        "a = nested(lambda x: (x,), 70000, 8)",
        "def f():\n while 1:\n  for x in a: (((((((x,),),),),),),), = x\nf()",
    ),
];
