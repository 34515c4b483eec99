//! However a program writes its terms, they arrive at once.

use dojo_sandbox::{End, Limits};

use crate::{run, run_with};

/// Three terms, then an endless loop that never flushes: the run must stop at the third.
#[test]
fn terms_arrive_without_a_flush_whatever_way_they_are_written() {
    let limits = Limits {
        max_terms: 3,
        ..Limits::default()
    };
    for write in [
        "print(n)",
        "print(n, end=' ')",
        "print(n, n + 1, sep='\\t', end='\\t')",
        "sys.stdout.write(f'{n}\\n')",
        "sys.stdout.writelines([str(n), ' '])",
        "sys.__stdout__.write(f'{n} ')",
        "sys.stdout.buffer.write(b'%d ' % n)",
        "sys.stdout.buffer.raw.write(b'%d ' % n) if hasattr(sys.stdout.buffer, 'raw') else print(n)",
        "os.write(1, b'%d\\n' % n)",
        "print(n, file=sys.stdout, flush=True)",
        "sys.stdout.write(str(n)); sys.stdout.write(chr(12))",
    ] {
        let source = format!("import os, sys\nfor n in range(9):\n {write}\nwhile 1: pass");
        let run = run_with(&source, &limits);
        assert_eq!(run.end, End::Enough, "{write}\n{}", run.stderr);
        assert!(run.fuel.0 < limits.fuel.0 / 10, "{write} was read late");
    }
}

#[test]
fn a_stream_of_the_programs_own_gets_each_number_once() {
    let with = |body: &str| {
        let start =
            "import io, sys\nsys.set_int_max_str_digits(0)\nn = 7**5000\nf = io.StringIO()\n";
        run(&format!("{start}for _ in range(20): {body}")).fuel.0
    };
    let (printed, formatted) = (with("print(n, file=f)"), with("str(n)"));
    assert!(printed < formatted * 5 / 4, "{printed} and {formatted}");
}

#[test]
fn a_stream_whose_names_run_code_of_the_program_is_written_to_as_always() {
    // A key that is equal to `write` whenever it is asked, and does harm meanwhile.
    let run = run("import sys
class Key:
    def __hash__(self): return hash('write')
    def __eq__(self, other):
        vars(stdout).clear()
        sys.stdout = sys.__stdout__
        return False
stdout = sys.stdout = open(1, 'w', buffering=1, encoding='utf-8', closefd=False)
vars(stdout)[Key()] = 1
print(1)
vars(sys.stdout)[Key()] = 1
print(2)");
    assert_eq!(
        (run.end, run.terms),
        (End::Finished, vec!["1".into(), "2".into()])
    );
}

#[test]
fn the_ways_of_writing_keep_their_order() {
    let run = run("import os, sys
print(1)
os.write(1, b'2 ')
sys.stdout.buffer.write(b'3 ')
print(4, end=' ')
sys.stdout.write('5')
os.write(1, b'6 ')
sys.stdout.buffer.write(b'7')
print(8)");
    assert_eq!(
        run.terms,
        ["1", "2", "3", "4", "56", "78"],
        "{}",
        run.stderr
    );
}

#[test]
fn an_endless_program_is_stopped_at_its_last_term() {
    let run = run("n = 0\nwhile 1:\n print(n * n)\n n += 1");
    assert_eq!(run.end, End::Enough);
    assert_eq!(run.terms.len(), 200);
    assert_eq!(run.terms[199], "39601");
}

#[test]
fn a_last_token_counts_when_the_program_ends_and_not_when_a_limit_ends_it() {
    assert_eq!(run("print(1, 2, end='')").terms, ["1", "2"]);
    assert_eq!(run("print(1, end='')\nraise SystemExit(3)").terms, ["1"]);
    let raised = run("print(1, end='')\n1/0");
    assert_eq!(raised.terms, ["1"]);
    let cut = run("print(1, end='', flush=True)\nwhile 1: pass");
    assert_eq!((cut.end, cut.terms.len()), (End::Fuel, 0));
}

#[test]
fn every_end_is_told_apart() {
    assert_eq!(run("").end, End::Finished);
    assert_eq!(run("raise SystemExit('bye')").end, End::Finished);
    assert_eq!(run("import os; print(1); os._exit(0)").end, End::Finished);
    let raised = run("print(7)\n1/0");
    assert_eq!(raised.terms, ["7"]);
    assert_eq!(
        raised.end,
        End::Exception {
            message: "ZeroDivisionError: division by zero".into()
        }
    );
    let End::Syntax { message } = run("print(1").end else {
        panic!("an open bracket compiled");
    };
    assert!(message.contains("'(' was never closed"), "{message}");
    assert_eq!(
        run("print(1, 2.5)").end,
        End::BadToken {
            index: 1,
            token: "2.5".into()
        }
    );
}

#[test]
fn an_exception_is_named_after_any_amount_of_standard_error() {
    let run =
        run("import sys\nsys.stderr.write('first ' + 'x' * 40000)\nraise ValueError('the end')");
    assert_eq!(
        run.end,
        End::Exception {
            message: "ValueError: the end".into()
        }
    );
    assert!(run.stderr.len() <= 16 << 10);
    assert!(run.stderr.starts_with("first x") && run.stderr.ends_with("ValueError: the end\n"));
}

/// What the last lines of standard error are is no matter.
#[test]
fn an_exception_has_its_own_name_and_the_first_line_of_its_message() {
    for (source, raised) in [
        ("assert 0, 'no\\nway'", "AssertionError: no"),
        (
            "e = ValueError('x')\ne.add_note('a note')\nraise e",
            "ValueError: x",
        ),
        (
            "raise ExceptionGroup('x', [ValueError(1), KeyError('a')])",
            "ExceptionGroup: x (2 sub-exceptions)",
        ),
        (
            "try: 1 / 0\nexcept ZeroDivisionError as e: raise OSError('z\\n\\nend') from e",
            "OSError: z",
        ),
        (
            "import traceback\ntry: 1 / 0\nexcept ZeroDivisionError:\n raise ValueError('in\\n' + traceback.format_exc())",
            "ValueError: in",
        ),
        (
            "import atexit\natexit.register(lambda: {}[1])\nraise ValueError('first')",
            "ValueError: first",
        ),
        ("exec('x = = 1')", "SyntaxError: invalid syntax"),
        (
            "import sys\nsys.stderr = None\nraise ValueError('x')",
            "an exception that standard error does not name",
        ),
        ("raise ValueError", "ValueError"),
    ] {
        let run = run(source);
        assert_eq!(
            run.end,
            End::Exception {
                message: raised.into()
            },
            "{source}\n{}",
            run.stderr
        );
    }
}
