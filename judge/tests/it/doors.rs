//! Submissions at the edges of what is accepted, and problems that are broken.

use dojo_judge::sequence::{JudgeError, Rejection, Verdict, check, judge};

use super::{rules, runtime, terms};

fn word(source: &[u8]) -> &'static str {
    check(runtime(), &rules(), source).unwrap().word()
}

#[test]
fn the_largest_source_is_judged_and_one_byte_more_is_not() {
    let mut source = b"for n in range(200):print(n*n)\n#".to_vec();
    source.resize(65_536, b'x');
    let squares = terms("squares_");
    let report = judge(runtime(), &rules(), &squares, &source).unwrap();
    assert_eq!(report.verdict, Verdict::Reward);
    assert_eq!(
        (report.l_chars, report.brevity_bonus, report.score),
        (65_536, 0, 1000)
    );

    source.push(b'x');
    let report = judge(runtime(), &rules(), &squares, &source).unwrap();
    let reason = Rejection::Size {
        bytes: 65_537,
        limit: 65_536,
    };
    assert_eq!(report.verdict, Verdict::Rejected { reason });
    assert_eq!((report.l_chars, report.solver_hash), (0, None));
}

#[test]
fn names_of_utf_8_are_accepted_and_run() {
    let squares = terms("squares_");
    for name in ["utf-8", "UTF8", "utf_8", "utf-8-unix"] {
        let source = format!("# coding: {name}\n'é'\nfor n in range(200):print(n*n)");
        let report = judge(runtime(), &rules(), &squares, source.as_bytes()).unwrap();
        assert_eq!(report.verdict, Verdict::Reward, "{name}");
    }
}

#[test]
fn sources_that_are_hard_to_parse_get_one_verdict() {
    for (source, expected) in [
        ("(".repeat(60_000), "REJECT_SYNTAX"),
        ("(".repeat(30_000) + &")".repeat(30_000), "REJECT_SYNTAX"),
        ("-".repeat(60_000) + "1", "REJECT_SYNTAX"),
        ("1+".repeat(5000) + "1", "REJECT_HARDCODE"),
        ("not ".repeat(15_000) + "1", "REJECT_SYNTAX"),
        ("lambda:".repeat(9000) + "1", "REJECT_SYNTAX"),
        ("a".to_owned() + &".b".repeat(30_000), "REJECT_SYNTAX"),
        ("f'{".repeat(20_000), "REJECT_SYNTAX"),
        ("x=".repeat(30_000) + "1", "ACCEPT"),
        ("'a'".repeat(600), "ACCEPT"),
        ("'a'".repeat(20_000), "REJECT_HARDCODE"),
        ("1;".repeat(30_000), "REJECT_HARDCODE"),
        ("0".repeat(60_000), "ACCEPT"),
        ("9".repeat(60_000), "REJECT_SYNTAX"),
        (format!("0x{}", "f".repeat(60_000)), "ACCEPT"),
    ] {
        assert_eq!(word(source.as_bytes()), expected, "{}…", &source[..12]);
    }
}

#[test]
fn a_problem_without_enough_terms_is_not_the_contestants_fault() {
    let squares = terms("squares_");
    assert!(matches!(
        judge(runtime(), &rules(), &squares[..199], b"print(0)"),
        Err(JudgeError::TooFewTerms {
            have: 199,
            need: 200
        })
    ));
}
