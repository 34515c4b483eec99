//! Nothing of the outside gets in, nothing of one run gets into the next.

use dojo_sandbox::End;

use crate::{assert_says_one, run};

#[test]
fn there_is_no_outside() {
    for attempt in [
        "open('/etc/passwd')",
        "open('solver.py', 'w')",
        "open(__file__)",
        "__import__('os').listdir('/')",
        "__import__('os').mkdir('/x')",
        "__import__('io').FileIO('/dev/null')",
        "__import__('socket')",
        "__import__('_socket')",
        "__import__('ctypes')",
        "__import__('subprocess').run(['true'])",
        "__import__('os').system('true')",
        "__import__('os').fork()",
        "__import__('os').execv('/bin/sh', [])",
        "__import__('threading').Thread(target=print).start()",
        "__import__('urllib.request')",
        "__import__('multiprocessing')",
        "__import__('mmap')",
        "input()",
        "().__class__.__base__.__subclasses__()[0].no_such",
    ] {
        assert_says_one(&format!(
            "try: {attempt}\nexcept Exception as e: print(1 if str(e) or e.args == () else 0)"
        ));
    }
}

#[test]
fn what_is_missing_says_so() {
    for (module, why) in [
        ("socket", "network"),
        ("ctypes", "foreign"),
        ("subprocess", "process"),
    ] {
        let run = run(&format!("import {module}"));
        let End::Exception { message } = run.end else {
            panic!("{module} was imported");
        };
        assert!(
            message.contains("not available in the sandbox") && message.contains(why),
            "{message}"
        );
    }
}

#[test]
fn the_environment_is_empty_and_time_and_entropy_stand_still() {
    assert_says_one("import os, sys; print(int(not os.environ and sys.argv == ['']))");
    let probe = "import os, time, random, uuid, secrets
print(int.from_bytes(os.urandom(8)), int(time.time() * 1e6), time.perf_counter_ns())
print(random.getrandbits(64), secrets.randbits(64), uuid.uuid4().int, hash('x') % 10**9, id(object()))
time.sleep(3600)
print(int(time.time() * 1e6))";
    let first = run(probe);
    assert_eq!(first.terms.len(), 9, "{}", first.stderr);
    assert_eq!(first, run(probe));
    assert_eq!(first.terms[1], first.terms[8], "a sleep moved the clock");
}

#[test]
fn the_source_cannot_be_read_from_inside() {
    assert_says_one(
        "import sys, gc, inspect, linecache
marker = 'needle' + '7319'
def found():
    for o in gc.get_objects():
        if isinstance(o, (str, bytes)) and marker in str(o) and len(o) > 30: return True
    f = sys._getframe()
    while f:
        for v in list(f.f_locals.values()) + list(f.f_globals.values()):
            if isinstance(v, (str, bytes)) and v is not marker and marker in str(v): return True
        f = f.f_back
    try: return bool(inspect.getsource(found))
    except (OSError, TypeError): return bool(linecache.getlines('main.py'))
# needle7319 stands here, in the source, to be looked for
print(0 if found() else 1)",
    );
    let traceback = run("1/0 # secretcomment").stderr;
    assert!(!traceback.contains("secretcomment"), "{traceback}");
}

#[test]
fn memory_that_is_handed_out_holds_nothing_of_the_source() {
    for read in [
        "Raw().read(999999)",
        "io.BufferedReader(Raw(), 999999).peek()",
        "io.BufferedReader(Raw()).read(999999)",
        "io.BufferedReader(Raw()).read1(999999)",
        "class Pickle:
    text = b'\\x80\\x05\\x8e' + (999999).to_bytes(8, 'little')
    def read(self, n):
        head, self.text = self.text[:n], self.text[n:]
        return head
    def readline(self): return b''
    readinto = Raw.readinto
import _pickle
try: _pickle.Unpickler(Pickle()).load()
except Exception: pass",
    ] {
        let program = format!(
            "import io
class Raw(io.RawIOBase):
    def readable(self): return True
    def readinto(self, view):
        seen.append(bytes(view).count(b'needle' + b'7319'))
        return 0
seen = []
{read}
print(int(seen != [] and max(seen) == 0))
"
        );
        let comments = "# needle7319 needle7319 needle7319 needle7319\n".repeat(500);
        assert_says_one(&format!("{comments}{program}"));
        // What follows an expression in an f-string is copied once more.
        assert_says_one(&format!("x = f'{{1}}'\n{comments}{program}"));
    }
}

#[test]
fn there_is_no_frame_above_the_program() {
    assert_says_one("import sys; print(int(sys._getframe().f_back is None))");
    assert_says_one("print(int(__name__ == '__main__'))");
}

#[test]
fn one_run_leaves_nothing_to_the_next() {
    let spoil = "import builtins, sys, math, random
builtins.print = None
math.pi = 3
sys.modules['math'].left = 'behind'
random.seed(99)
sys.setrecursionlimit(9999)
sys.set_int_max_str_digits(0)
big = [bytearray(2**20) for _ in range(60)]";
    let probe = "import math, random, sys, builtins
print(int(math.pi * 100), int(hasattr(math, 'left')), random.getrandbits(32), sys.getrecursionlimit(),
      sys.get_int_max_str_digits(), int('big' in dir()))";
    let before = run(probe);
    for _ in 0..4 {
        assert_eq!(run(spoil).end, End::Finished);
        assert_eq!(run(probe), before);
    }
    assert_eq!(before.terms[0], "314");
}
