//! The standard library that sequence programs use is there.

use dojo_sandbox::End;

use crate::{assert_says_one, run};

const MODULES: &str = "abc array argparse ast base64 bisect binascii calendar cmath codecs collections \
    colorsys contextlib copy copyreg csv dataclasses datetime decimal difflib dis enum fractions \
    functools gc glob graphlib hashlib heapq inspect io itertools json keyword locale math numbers \
    operator os pathlib pickle pprint queue random re reprlib secrets statistics string struct sys \
    textwrap threading time timeit tokenize traceback types typing unicodedata uuid warnings weakref";

#[test]
fn the_modules_import() {
    for module in MODULES.split_whitespace() {
        assert_says_one(&format!("import {module}\nprint(1)"));
    }
}

/// What a module has to say of itself is not asked for by its name alone: `import *` asks for everything.
#[test]
fn all_of_a_module_imports_or_says_why_it_is_not_there() {
    assert_says_one(
        "import _imp, io, sys
# These fail on any Linux.
elsewhere = {'__future__', 'encodings.mbcs', 'encodings.oem', 'unittest.__main__'}
stdout, sys.stdout = sys.stdout, io.StringIO()
whole, failed = 0, {}
for name in {*_imp._frozen_module_names(), *sys.builtin_module_names, *'grp pwd syslog'.split()} - elsewhere:
    try: __import__(name)
    except ModuleNotFoundError as error:
        if 'is not available in the sandbox' not in str(error): failed[name] = error
        continue
    try: exec(f'from {name} import *', {})
    except Exception as error: failed[name] = error
    else: whole += 1
for name, error in failed.items(): print(name, repr(error), file=sys.stderr)
print(int(not failed and whole > 280), file=stdout)",
    );
}

#[test]
fn what_is_looked_up_late_is_there() {
    assert_says_one(
        "from itertools import *
from types import *
from unittest import *
from pathlib import *
import unicodedata
print(int(isinstance(unicodedata._ucnhash_CAPI, CapsuleType) and Path(__file__).stem == 'main'))",
    );
}

#[test]
fn they_work() {
    let run = run(
        "import math, cmath, itertools, functools, fractions, decimal, collections, heapq
import bisect, re, string, statistics, struct, hashlib, json, datetime, textwrap, array, operator
print(math.comb(40, 20), math.isqrt(10**40), math.lcm(4, 6), math.prod(range(1, 21)))
print(round(abs(cmath.exp(1j * math.pi) + 1) * 1e6), sum(itertools.islice(itertools.count(), 9)))
print(functools.reduce(operator.mul, range(1, 6)), fractions.Fraction(3, 6).denominator)
print(decimal.Decimal(2).sqrt().as_tuple().digits[3], collections.Counter('aab')['a'])
print(heapq.nsmallest(1, [3, 1, 2])[0], bisect.bisect([1, 3, 5], 4), len(re.findall('a.', 'abac')))
print(len(string.ascii_letters), statistics.median([1, 9, 5]), struct.unpack('>H', b'\\1\\2')[0])
print(int(hashlib.sha256(b'').hexdigest()[:8], 16), int(hashlib.sha3_256(b'').hexdigest()[:8], 16))
print(json.loads('[7]')[0], datetime.date(2024, 2, 29).toordinal(), len(textwrap.wrap('a b c', 1)))
print(array.array('i', [1, 2]).itemsize, pow(3, -1, 7), (2**521 - 1).bit_length(), int('zz', 36))",
    );
    let expected = "137846528820 100000000000000000000 12 2432902008176640000 0 36 120 2 4 2 1 2 2 \
        52 5 258 3820012610 2818557688 7 738945 3 4 5 521 1295";
    assert_eq!(run.terms.join(" "), expected, "{}", run.stderr);
}

#[test]
fn what_scripts_begin_with_works() {
    assert_says_one(
        "import argparse, os, sys
sys.path.insert(0, os.path.dirname(__file__))
print(int(sys.path[1] == '/'))
parser = argparse.ArgumentParser(description='terms')
parser.add_argument('n', nargs='?', type=int, default=10)
parser.parse_args()
try: parser.parse_args(['x'])
except SystemExit: pass
parser.format_help()",
    );
    assert_says_one("print(1)\nexit()\nprint(2)");
    assert_says_one("print(1)\nquit(3)\nprint(2)");
}

#[test]
fn what_scripts_end_with_works() {
    let tested = r#"
def square(n):
    """
    >>> square(3)
    9
    >>> square(2)
    5
    """
    return n * n


for n in range(3):
    print(square(n))
"#;
    let doctests = "import doctest
if __name__ == '__main__':
    import sys
    sys.stdout, stdout = sys.stderr, sys.stdout
    results = doctest.testmod()
    print(results.attempted, results.failed, file=stdout)";
    let run_both = run(&format!("{tested}{doctests}"));
    assert_eq!(run_both.terms.join(" "), "0 1 4 2 1", "{}", run_both.stderr);
    assert!(run_both.stderr.contains("Expected:\n    5\nGot:\n    4"));
    let unittests = "import unittest
class SquareTest(unittest.TestCase):
    def test_small(self):
        self.assertEqual([square(n) for n in range(3)], [0, 1, 4])
    def test_wrong(self):
        with self.subTest(n=2): self.assertEqual(square(2), 5)
unittest.main()";
    let run_both = run(&format!("{tested}{unittests}"));
    assert_eq!(
        (run_both.end, run_both.terms.join(" ").as_str()),
        (End::Finished, "0 1 4")
    );
    assert!(run_both.stderr.contains("AssertionError: 4 != 5"));
    assert!(
        run_both.stderr.contains("Ran 2 tests"),
        "{}",
        run_both.stderr
    );
    // Nobody is at the terminal, and the program goes on.
    assert_says_one("breakpoint()\nprint(1)");
}

#[test]
fn what_is_not_there_says_why() {
    for module in "email html pydoc cProfile unittest.mock rlcompleter tempfile numpy".split(' ') {
        let End::Exception { message } = run(&format!("import {module}")).end else {
            panic!("{module} is there");
        };
        let says_why = message.contains("is not available in the sandbox");
        assert!(says_why || module == "numpy", "{message}");
    }
    for attempt in [
        "shutil.copy('a', 'b')",
        "__import__('pdb').run('1')",
        "__import__('unittest').IsolatedAsyncioTestCase",
        "__import__('pathlib').Path('x').read_text()",
        "open('/Lib/x')",
        "open('/guest/x')",
    ] {
        let End::Exception { message } = run(&format!("import shutil\n{attempt}")).end else {
            panic!("{attempt} works");
        };
        let says_why = [
            "no file system",
            "No such file",
            "no terminal",
            "nothing to wait for",
        ]
        .iter()
        .any(|reason| message.contains(reason));
        assert!(says_why, "{message}");
    }
}

#[test]
fn long_numbers_keep_cpythons_own_limit() {
    assert_says_one("try: str(10**5000)\nexcept ValueError: print(1)");
    assert_says_one(
        "import sys; sys.set_int_max_str_digits(0); print(int(len(str(10**5000)) == 5001))",
    );
}
