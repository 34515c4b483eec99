//! Policy v0.2 on programs of two kinds: answer tables, and programs that compute.

use std::fs;
use std::path::PathBuf;

use dojo_judge::sequence::{Check, Payload, Rejection, Rules, ScoringVersion, check};
use dojo_sandbox::Limits;
use serde::Deserialize;

use super::{folder, rules, runtime};

#[derive(Deserialize)]
struct Attack {
    file: String,
    attack: String,
}

#[derive(Deserialize)]
struct Honest {
    file: String,
    starts: String,
}

fn place(kind: &str, file: &str) -> PathBuf {
    folder("cases").join("policy-v0.2").join(kind).join(file)
}

fn manifest<T: for<'a> Deserialize<'a>>(kind: &str) -> Vec<T> {
    let text = fs::read(place(kind, "manifest.json")).unwrap();
    let cases: Vec<T> = serde_json::from_slice(&text).unwrap();
    assert!(cases.len() >= 30);
    let programs = fs::read_dir(place(kind, "")).unwrap().count() - 1;
    assert_eq!(cases.len(), programs, "each program is in the manifest");
    cases
}

fn checked(source: &[u8]) -> Check {
    let rules = Rules {
        scoring: ScoringVersion::V0_2,
        ..rules()
    };
    check(runtime(), &rules, source).unwrap()
}

#[test]
fn answer_tables_are_refused_with_the_place() {
    for Attack { file, attack } in manifest("attacks") {
        let check = checked(&fs::read(place("attacks", &file)).unwrap());
        let Some(Rejection::Hardcode { message, line }) = &check.rejection else {
            panic!(
                "{file}, {attack}: {:?} {:?}",
                check.rejection, check.payload
            );
        };
        assert!(*line > 0, "{file}: {message}");
        assert!(message.contains("line "), "{file}: {message}");
        assert!(check.classification.is_none(), "{file}");
    }
}

#[test]
fn programs_that_compute_are_accepted_and_do() {
    for Honest { file, starts } in manifest("honest") {
        let source = fs::read(place("honest", &file)).unwrap();
        let payload = accepted(&file, &source, &starts);
        let most = ScoringVersion::V0_2.allowance().unwrap();
        // The margin that the limits were chosen with.
        assert!(
            payload.data_bytes * 5 <= most.data_bytes * 4,
            "{file}: {payload:?}"
        );
        assert!(
            payload.total_bytes * 3 <= most.total_bytes * 2,
            "{file}: {payload:?}"
        );
    }
}

#[test]
fn programs_that_others_wrote_are_accepted() {
    for Honest { file, starts } in manifest("oeis") {
        accepted(&file, &fs::read(place("oeis", &file)).unwrap(), &starts);
    }
}

/// A program is accepted and prints 200 terms that start so.
fn accepted(file: &str, source: &[u8], starts: &str) -> Payload {
    let check = checked(source);
    assert_eq!(check.rejection, None, "{file}: {:?}", check.payload);
    let run = runtime().run(source, &Limits::default()).unwrap();
    assert_eq!(run.terms.len(), 200, "{file}: {:?}", run.end);
    let starts: Vec<_> = starts.split(' ').collect();
    assert_eq!(run.terms[..starts.len()], starts, "{file}");
    check.payload.unwrap()
}

#[test]
fn a_short_constant_with_a_real_recurrence_is_accepted() {
    // The directions of A005132 as one number of 200 bits.
    let source = "d=0x8a5d0b4c3f29e17766aa55cc33f0e1d2c3b4a5968778695a4b\n\
                  x=0\nfor n in range(200):\n print(x)\n x+=(d>>n&1)*2*n-n";
    assert_eq!(checked(source.as_bytes()).rejection, None);
}

#[test]
fn what_only_the_guest_can_read_is_weighed_too() {
    let table = format!("print(f'{{'{}'}}')", "3141592653".repeat(3));
    assert_eq!(checked(table.as_bytes()).rejection, None);
    let digits: String = (0..300u64)
        .map(|n| char::from(b'0' + u8::try_from(n * n * n % 7919 % 10).unwrap()))
        .collect();
    let table = format!("print(*f'{{'{digits}'}}')");
    let check = checked(table.as_bytes());
    assert_eq!(check.word(), "REJECT_HARDCODE", "{:?}", check.payload);
}

#[test]
fn code_in_strings_is_read_within_bounds() {
    let call = "exec('a=1;'.replace('a','b'*1).replace('1','2'*1));";
    let nested = format!(
        "exec({:?}.replace('!','!!!!!!!!').replace('!','a=1;'))\n",
        "!".repeat(900)
    );
    // Every letter becomes many, twice: the text would have a quarter of a terabyte.
    let letters = "a".repeat(20_000);
    let (more, most) = ("b".repeat(20_000), "c".repeat(20_000));
    let grown = format!("exec('{letters}'.replace('a','{more}').replace('b','{most}'))\n");
    // Each step stays below the bound, and there are thousands.
    let step = "exec('aaaaaaaa'.replace('a','bbbbbbbb').replace('b','cccccccccccccccc'))\n";
    for source in [
        call.repeat(1200),
        nested.repeat(60),
        grown,
        step.repeat(800),
    ] {
        assert!(source.len() <= 65_536);
        // Read without bounds, it would be gigabytes of code.
        assert_eq!(checked(source.as_bytes()).word(), "REJECT_HARDCODE");
    }
}

#[test]
fn sources_that_are_hard_to_parse_get_one_verdict() {
    for (source, expected) in [
        ("(".repeat(60_000), "REJECT_SYNTAX"),
        ("-".repeat(60_000) + "1", "REJECT_SYNTAX"),
        ("1+".repeat(1000) + "1", "REJECT_HARDCODE"),
        ("x+".repeat(1000) + "x", "ACCEPT"),
        ("x=".repeat(30_000) + "1", "ACCEPT"),
        ("a".to_owned() + &".b".repeat(30_000), "REJECT_SYNTAX"),
        ("a".to_owned() + &".b".repeat(300), "ACCEPT"),
        ("'a'".repeat(600), "ACCEPT"),
        ("0".repeat(60_000), "ACCEPT"),
        (format!("0x{}", "f".repeat(60_000)), "REJECT_HARDCODE"),
        ("ﬁ=1;print(fi)".to_owned(), "ACCEPT"),
        ("x='\\ud800'".to_owned(), "ACCEPT"),
        ("x=f'{'\\ud800'}'".to_owned(), "ACCEPT"),
        ("#".repeat(65_000) + "\n1", "ACCEPT"),
    ] {
        let check = checked(source.as_bytes());
        assert_eq!(
            check.word(),
            expected,
            "{source:.12}… {:?}",
            check.rejection
        );
    }
}
