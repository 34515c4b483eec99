//! The guest's own count of literals, of a source that is never run.

use dojo_sandbox::{Count, GuestCounts};

use crate::runtime;

fn count(source: &str) -> Count {
    runtime().count(source.as_bytes()).unwrap()
}

#[test]
fn counts_literals_with_their_lines() {
    let source = "x = [1, 2.5, -3]\n'''doc'''\nf'{x[0]:{4}}ab'\ny = (*x, True, 1j, b'no')\n";
    assert_eq!(
        count(source),
        Count::Counted(GuestCounts {
            numeric_literals: 5,
            string_literal_chars: 5,
            list_tuple_elements: 4,
            numeric_line: 3,
            string_line: 2,
            list_tuple_line: 4,
        })
    );
}

#[test]
fn never_runs_the_source() {
    let Count::Counted(counts) = count("while 1: print(7)") else {
        panic!("it compiles");
    };
    assert_eq!(counts.numeric_literals, 2);
}

#[test]
fn says_what_does_not_compile_and_where() {
    for (source, expected_line, words) in [
        ("x = 1\nprint(", 2, "never closed"),
        ("return 1", 1, "outside function"),
        ("1 = 2", 1, "assign"),
        ("a\n  b", 2, "indent"),
    ] {
        let Count::Syntax { message, line } = count(source) else {
            panic!("{source} compiles");
        };
        assert_eq!(line, expected_line, "{source}: {message}");
        assert!(message.contains(words), "{source}: {message}");
    }
}

#[test]
fn deep_nesting_is_answered() {
    for source in [
        format!("x = {}1", "-".repeat(60_000)),
        format!("x = {}1{}", "(".repeat(30_000), ")".repeat(30_000)),
        format!("x = {}1", "1+".repeat(30_000)),
        format!("x = {}0", "not ".repeat(15_000)),
        format!("x = {}", "[".repeat(60_000)),
        format!("x = a{}", ".a".repeat(30_000)),
        format!("x = {}0", "lambda:".repeat(9_000)),
    ] {
        // Whether it compiles is CPython's to say; that there is an answer is what counts.
        let _answered = count(&source);
    }
    assert!(matches!(count("print(1)"), Count::Counted(_)));
}
