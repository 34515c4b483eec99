//! What it costs to look at a source before it runs: about as much for every source of full size,
//! whatever it is made of, and never more than there is fuel for.

use std::fmt::Write as _;
use std::fs;

use dojo_judge::sequence::{Check, Rejection, Rules, ScoringVersion, check};

use super::{folder, runtime};

/// The longest source.
const FULL: usize = 65_536;

/// How often as much as ordinary programs of the same size a source may cost. What costs most when
/// this was written were lines of one comparison each, three times as much.
const MOST: u64 = 6;

/// Small numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// A word of capital letters, none of which is a keyword.
    fn word(&mut self, letters: u32) -> String {
        let letter = |_| char::from(b'A' + u8::try_from(self.below(26)).unwrap());
        (0..letters).map(letter).collect()
    }
}

/// As many pieces as fit, between a start and an end.
fn filled(start: &str, end: &str, mut piece: impl FnMut(&mut Numbers) -> String) -> String {
    let mut numbers = Numbers(7);
    let mut source = start.to_owned();
    loop {
        let next = piece(&mut numbers);
        if source.len() + next.len() + end.len() > FULL {
            return source + end;
        }
        source += &next;
    }
}

/// Ordinary programs, one after the other.
fn ordinary() -> String {
    let mut paths: Vec<_> = fs::read_dir(folder("cases").join("policy-v0.2/honest"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("long_"))
        .collect();
    paths.sort();
    let programs = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let mut source = String::new();
    for program in programs {
        if source.len() + program.len() > FULL {
            break;
        }
        // What has to come first comes once.
        source += &program.replace("from __future__ import annotations\n", "");
    }
    source
}

/// A source of full size and what it is made of.
type Source = (&'static str, String);

/// Sources made of one kind of literal, or of comments.
fn literals() -> Vec<Source> {
    vec![
        ("a comment", filled("#", "", |n| n.word(9))),
        (
            "letters of all kinds",
            filled("#", "", |n| {
                char::from_u32(0x4e00 + u32::try_from(n.below(20_000)).unwrap())
                    .unwrap()
                    .to_string()
            }),
        ),
        ("a string", filled("x='", "'", |n| n.word(5) + " ")),
        ("an option", filled("x='--", "'", |n| n.word(1) + "-")),
        (
            "words that start names",
            filled("x='", "'", |n| n.word(3) + "_ "),
        ),
        (
            "numbers",
            filled("x=[", "]", |n| format!("{},", n.below(100_000))),
        ),
        (
            "one number",
            filled("x=0x", "", |n| format!("{:x}", n.below(1 << 20))),
        ),
        (
            "floats",
            filled("x=[", "]", |n| {
                format!("{}.{},", n.below(9), n.below(1 << 30))
            }),
        ),
    ]
}

/// Sources of one kind of line.
fn statements() -> Vec<Source> {
    let lines = |what: fn(&mut Numbers) -> String| filled("", "", what);
    vec![
        ("names", lines(|n| format!("{}={}\n", n.word(3), n.word(1)))),
        ("long names", lines(|n| n.word(60) + "=1\n")),
        (
            "calls",
            lines(|n| format!("f({},{})\n", n.word(1), n.word(1))),
        ),
        ("comparisons", lines(|n| format!("a<{}\n", n.word(1)))),
        ("chains", lines(|_| "a<".repeat(40) + "a\n")),
        ("signs", lines(|_| "-".repeat(40) + "a\n")),
        ("names alone", lines(|_| "x\n".to_owned())),
        (
            "lambdas",
            lines(|n| format!("{}=lambda {}:{}\n", n.word(1), n.word(1), n.word(1))),
        ),
        ("attributes", lines(|n| format!("a.{}\n", n.word(2)))),
        (
            "imports",
            lines(|n| format!("import {}.{}\n", n.word(2), n.word(1))),
        ),
        (
            "functions that call others",
            lines(|n| format!("def {}():{}()\n", n.word(2), n.word(2))),
        ),
        (
            "classes",
            lines(|n| format!("class {}:\n def {}(s):0\n", n.word(1), n.word(1))),
        ),
        (
            "decorators",
            lines(|n| format!("@{}\ndef {}():0\n", n.word(1), n.word(1))),
        ),
        (
            "annotations",
            lines(|n| format!("{}:{}={}\n", n.word(1), n.word(1), n.word(1))),
        ),
        ("checks", lines(|n| format!("if {}:raise\n", n.word(1)))),
        (
            "f-strings",
            lines(|n| format!("f'{{{}}}{}'\n", n.word(1), n.word(2))),
        ),
        ("empty lists", filled("[", "]", |_| "[],".to_owned())),
        (
            "a dictionary",
            filled("x={", "}", |n| format!("{}:{},", n.word(1), n.word(1))),
        ),
        (
            "code in strings",
            lines(|n| format!("exec('{}=1;{}=2')\n", n.word(1), n.word(1))),
        ),
        (
            "repeated code",
            lines(|n| format!("exec('{}=1;'*9)\n", n.word(1))),
        ),
        (
            "much code in a string",
            filled("exec('", "')", |n| n.word(1) + "=1;"),
        ),
        (
            "code with replacements",
            lines(|n| {
                format!(
                    "exec('{}'.replace('{}','{}'))\n",
                    n.word(2),
                    n.word(1),
                    n.word(4)
                )
            }),
        ),
        (
            "what only the guest reads",
            lines(|n| format!("f'{{'{}'}}'\n", n.word(2))),
        ),
    ]
}

/// Sources of one kind of line that is nested deeply: the dearest there are. Most are only read by the
/// guest, by which even those are compiled that are not.
fn nested() -> Vec<Source> {
    let lines = |start: &str, line: &dyn Fn(usize) -> String, depth: usize| {
        filled(start, "", |_| line(depth) + "\n")
    };
    let around = |before: &'static str, after: &'static str| {
        move |depth: usize| before.repeat(depth) + "a" + &after.repeat(depth)
    };
    let calls = around("a(", ")");
    let keywords = around("a(b=", ")");
    let dictionaries = around("{a:", "}");
    let conditions = around("(a if b else ", ")");
    let defaults = around("lambda a=", ":1");
    let patterns = |depth| " case ".to_owned() + &around("[", "]")(depth) + ":0";
    let comprehensions = around("[a for a in ", "]");
    vec![
        ("60 calls", lines("", &calls, 60)),
        ("90 calls", lines("", &calls, 90)),
        ("199 calls", lines("", &calls, 199)),
        ("90 calls for the guest", lines(FOR_THE_GUEST, &calls, 90)),
        ("60 calls with keywords", lines("", &keywords, 60)),
        ("90 calls with keywords", lines("", &keywords, 90)),
        (
            "150 calls with keywords for the guest",
            lines(FOR_THE_GUEST, &keywords, 150),
        ),
        (
            "20 dictionaries for the guest",
            lines(FOR_THE_GUEST, &dictionaries, 20),
        ),
        ("30 conditions", lines("", &conditions, 30)),
        ("60 lambdas in defaults", lines("", &defaults, 60)),
        ("60 comprehensions", lines("", &comprehensions, 60)),
        ("60 patterns", lines("match a:\n", &patterns, 60)),
        ("150 patterns", lines("match a:\n", &patterns, 150)),
    ]
}

/// Sources of which every form is another program.
fn of_many_forms() -> Vec<Source> {
    let all = |n: &mut Numbers| {
        format!(
            "import {}\n{}:a=b\nassert a\ndef {}(a:b)->c:'two words'\nif a:raise E('two words')\n",
            n.word(2),
            n.word(1),
            n.word(2)
        )
    };
    vec![
        ("all that may go", filled("", "", all)),
        (
            "all that may go, for the guest",
            filled(FOR_THE_GUEST, "", all),
        ),
        (
            "conditions in one another",
            filled("a", "", |_| " if a else a".to_owned()),
        ),
        ("names that come from one another", {
            let mut at = 0;
            filled("while 1:\n", "", |_| {
                at += 1;
                format!(" v{at}=v{}\n", at + 1)
            })
        }),
        ("arguments with annotations and many statements", {
            let each = (0..4000).map(|at| format!("v{at}:b,"));
            let arguments: String = each.collect();
            filled(&format!("def f({arguments}):\n "), "a\n", |_| {
                "a;".to_owned()
            })
        }),
        (
            "a long name that a text may start",
            format!(
                "x='{}'\n{}",
                "a_".repeat(10_000),
                ("a_".repeat(5_600) + "b\n").repeat(4)
            ),
        ),
    ]
}

/// CPU time that this thread has used, in nanoseconds.
fn cpu_time() -> u64 {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    statistics.split(' ').next().unwrap().parse().unwrap()
}

fn checked(source: &str) -> Check {
    let rules = Rules {
        scoring: ScoringVersion::V0_3,
        ..Rules::default()
    };
    check(runtime(), &rules, source.as_bytes()).unwrap()
}

fn cost(source: &str) -> u64 {
    let before = cpu_time();
    checked(source);
    cpu_time() - before
}

/// An f-string that only the guest reads.
const FOR_THE_GUEST: &str = "f'{''}'\n";

#[test]
fn the_guest_reads_ordinary_programs_of_full_size() {
    let mut source = FOR_THE_GUEST.to_owned() + &ordinary();
    let last_whole_line = source[..FULL.min(source.len())].rfind("\n\n\n").unwrap();
    source.truncate(last_whole_line);
    let check = checked(&source);
    assert!(check.payload.is_some(), "{:?}", check.rejection);
}

#[test]
fn what_is_dear_to_parse_is_not_parsed_to_its_end() {
    let fields = |start: &str, field: &str| filled(start, "'", |_| field.to_owned());
    for source in [
        fields("f'{''}", "{a}"),
        fields("f'{''}", "{a:b}"),
        fields("f'{''}", "{a=}"),
        filled(FOR_THE_GUEST, "", |_| "f'{a}'\n".to_owned()),
        filled(FOR_THE_GUEST, "", |_| "f'{f'{a}'}'\n".to_owned()),
        filled(FOR_THE_GUEST, "", |n| format!("a<{}\n", n.word(1))),
        // Too much memory: a block of code for each bracket.
        filled("match a:\n", "", |_| {
            format!(" case {}b{}:0\n", "[".repeat(150), "]".repeat(150))
        }),
    ] {
        let check = checked(&source);
        assert!(
            matches!(&check.rejection, Some(Rejection::Syntax { message, .. })
                if message.contains("too large to be parsed")),
            "{source:.30}: {:?}",
            check.rejection
        );
    }
}

#[test]
fn what_is_dear_to_compile_is_left_to_the_run() {
    // Seven of ten parts of the default fuel, for names in brackets.
    let source = filled("", "", |_| "f'{((a))}'\n".to_owned());
    assert_eq!(checked(&source).rejection, None);
}

#[test]
#[ignore = "compares times, for a quiet machine: .ci/long prices"]
fn no_source_costs_much_more_than_an_ordinary_one() {
    let ordinary = ordinary();
    assert!(ordinary.len() > FULL * 9 / 10, "{}", ordinary.len());
    // The first one pays for what is prepared once.
    cost("x = 1");
    let usual = cost(&ordinary);
    let mut dear = String::new();
    let kinds = [literals(), statements(), nested(), of_many_forms()];
    for (what, source) in kinds.into_iter().flatten() {
        assert!(
            (FULL - 1000..=FULL).contains(&source.len()),
            "{what}: {}",
            source.len()
        );
        // Others use the machine too: what looks dear is tried again.
        if cost(&source) > MOST * usual && cost(&source) > MOST * usual {
            writeln!(
                dear,
                "{what}: {} ms, {} ms",
                cost(&source) / 1_000_000,
                usual / 1_000_000
            )
            .unwrap();
        }
    }
    assert!(dear.is_empty(), "{dear}");
}
