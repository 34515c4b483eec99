//! Each limit ends a program, is told apart from the others, and hurts nobody else.

use dojo_sandbox::{End, Fuel, Limits, SandboxError};

use crate::{run, run_with, runtime};

fn small() -> Limits {
    Limits {
        fuel: Fuel(200_000_000),
        ..Limits::default()
    }
}

#[test]
fn fuel() {
    for source in [
        "while 1: pass",
        "9**9**9",
        "import re; re.match('(a+)+$', 'a' * 40 + 'b')",
        "sum(range(10**12))",
        "import time\nwhile time.time() < 9e99: time.sleep(3600)",
        "while 1:\n try:\n  while 1: pass\n except BaseException: pass",
    ] {
        let run = run_with(source, &small());
        assert_eq!(run.end, End::Fuel, "{source}\n{}", run.stderr);
        assert_eq!(run.fuel, small().fuel);
    }
}

#[test]
fn memory() {
    for source in [
        "a = [0]\nwhile 1: a += a",
        "x = 'x' * 10**9",
        "b = bytearray(2**28)",
        "x = 1 << 2**31",
        "d = {}\nfor i in range(10**9): d[i] = [i]",
    ] {
        let run = run(source);
        assert_eq!(run.end, End::Memory, "{source}\n{}", run.stderr);
        assert!(run.peak_memory_bytes <= Limits::default().memory_bytes);
    }
}

#[test]
fn a_program_may_recover_from_too_little_memory() {
    let run = run("try:\n x = bytearray(2**28)\nexcept MemoryError: print(1)");
    assert_eq!((run.end, run.terms.len()), (End::Finished, 1));
}

#[test]
fn stack() {
    for source in [
        "def f(n): return f(n + 1)\nf(0)",
        "f = lambda: f()\nf()",
        "class A:\n def __repr__(self): return repr(self)\nprint(A())",
        "import sys; sys.setrecursionlimit(10**6)\na = []\nfor _ in range(10**5): a = [a]\nrepr(a)",
    ] {
        let run = run(source);
        assert_eq!(run.end, End::Stack, "{source}\n{}", run.stderr);
    }
}

#[test]
fn output_before_the_last_term() {
    let run = run("while 1: print(' ' * 999)");
    assert_eq!(run.end, End::Output);
    assert!(run.terms.is_empty());
    // What comes with the last term or after it does not count.
    let spaces = Limits::default().output_bytes - 1;
    let limits = Limits {
        max_terms: 1,
        ..Limits::default()
    };
    let source = format!("print(' ' * {} + '7', 'x' * 9999)", spaces - 1);
    assert_eq!(run_with(&source, &limits).end, End::Enough);
}

#[test]
fn digits_of_a_term() {
    let at = run("print(10**999, -10**999)");
    assert_eq!((at.end, at.terms.len()), (End::Finished, 2));
    let over = run("print(1, 10**1000)");
    assert_eq!(over.end, End::TermSize { index: 1 });
    let flood = run("while 1: print(end='1' * 99)");
    assert_eq!(flood.end, End::TermSize { index: 0 });
}

#[test]
fn standard_error_is_cut_and_costs_nothing() {
    let run = run("import sys\nfor i in range(99999): sys.stderr.write('e' * 99)\nprint(1)");
    assert_eq!(run.terms, ["1"]);
    let limit = 16 << 10;
    assert!(
        (limit - 64..=limit).contains(&run.stderr.len()),
        "{}",
        run.stderr.len()
    );
    assert!(run.stderr.starts_with("eee") && run.stderr.ends_with("eee"));
}

#[test]
fn a_memory_limit_that_cannot_be_given_is_an_error_that_says_so() {
    for memory_bytes in [1 << 20, 1 << 40] {
        let limits = Limits {
            memory_bytes,
            ..Limits::default()
        };
        let error = runtime().run(b"print(1)", &limits).unwrap_err();
        assert!(matches!(error, SandboxError::MemoryLimit { asked, .. } if asked == memory_bytes));
    }
}

#[test]
fn an_aborting_program_ends_as_an_exception_and_the_next_runs() {
    let run = run("import os; print(5); os.abort()");
    assert!(matches!(run.end, End::Exception { .. }), "{:?}", run.end);
    assert_eq!(run.terms, ["5"]);
    assert_eq!(crate::run("print(1)").terms, ["1"]);
}
