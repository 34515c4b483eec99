//! Packages validated in the real sandbox: one that keeps every rule, and one for each rule broken.

use std::num::NonZeroUsize;
use std::path::Path;

use dojo_judge::digest::terms_hash;
use dojo_judge::package::{Files, Outcome, Subject};
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{
    EarlierTerms, Examined, SeasonParameters, ValidationReport, validate,
};
use dojo_sandbox::{Fuel, Limits};

use crate::runtime;

const TOML: &str = r#"slug = "recaman"
title = "Back if you can"
index_origin = 0
tags = ["medium", "self-referential"]
licence = "CC-BY-4.0"
"#;

const SETTER: &str = "a,s,n=0,set(),0
while 1:
    print(a);s|={a};n+=1
    a=a-n if a>n and a-n not in s else a+n
";

/// Half of a season that has little of everything, so that what uses it up does so at once.
fn season() -> SeasonParameters {
    SeasonParameters {
        scoring: ScoringVersion::V0_1,
        limits: Limits {
            fuel: Fuel(600_000_000),
            memory_bytes: 128 << 20,
            output_bytes: 64 << 10,
            max_term_digits: 300,
            ..Limits::default()
        },
        earlier: Vec::new(),
    }
}

fn package(changes: &[(&str, &str)]) -> Files {
    let mut files = Files::new();
    for (path, text) in [
        ("problem.toml", TOML),
        ("setter.py", SETTER),
        ("statement.md", "Go back if you can."),
        ("examples/reward/same.py", SETTER),
        ("examples/short/few.py", "print(0)"),
    ]
    .iter()
    .chain(changes)
    {
        files.insert((*path).to_owned(), text.as_bytes().to_vec());
    }
    files
}

fn report_on(changes: &[(&str, &str)]) -> ValidationReport {
    validate(
        runtime(),
        &season(),
        &package(changes),
        NonZeroUsize::new(2).unwrap(),
    )
    .unwrap()
}

fn told(report: &ValidationReport, subject: Subject) -> (Outcome, String) {
    let finding = report.finding(subject).unwrap();
    let lines = [std::slice::from_ref(&finding.summary), &finding.details].concat();
    (finding.outcome, lines.join("\n"))
}

/// The one rule that failed, and what is said about it.
#[track_caller]
fn failure(changes: &[(&str, &str)]) -> (Subject, String) {
    let report = report_on(changes);
    assert!(!report.valid, "{report}");
    let failed: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.outcome == Outcome::Failed)
        .collect();
    assert_eq!(failed.len(), 1, "{report}");
    (failed[0].subject, told(&report, failed[0].subject).1)
}

#[test]
fn a_good_package_is_valid_and_says_what_it_takes() {
    let report = report_on(&[]);
    assert!(report.valid, "{report}");
    assert_eq!(report.conclusion(), "valid");
    assert_eq!(report.findings.len(), 8);
    let measures = report.measures.as_ref().unwrap();
    assert_eq!((measures.n_check, measures.longest_term_digits), (200, 3));
    assert!(measures.fuel > 0);
    let terms: Vec<_> = crate::recaman().iter().map(u32::to_string).collect();
    assert_eq!(measures.terms_hash, terms_hash(&terms).to_string());
    assert!(report.examples.iter().all(Examined::agrees));

    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(
        serde_json::from_str::<ValidationReport>(&json).unwrap(),
        report
    );
    // The same again, to the byte.
    assert_eq!(serde_json::to_string(&report_on(&[])).unwrap(), json);
}

#[test]
fn terms_that_come_from_the_sandbox_are_warned_of() {
    for (setter, expected) in [
        (
            "import secrets\nfor i in range(300):print(secrets.randbelow(99))",
            "under another clock and another random stream",
        ),
        (
            "import random\nfor i in range(300):print(random.randrange(99))",
            "under another clock and another random stream",
        ),
        (
            "import random,time\nrandom.seed(time.time())\nfor i in range(300):print(random.randrange(99))",
            "under another clock and another random stream",
        ),
        (
            "from datetime import date\nfor i in range(300):print(date.today().toordinal()+i)",
            "a(0) is 739252, and 740409 under another clock",
        ),
        (
            "import itertools\nfor n in range(300):print(hash(str(n))%97)",
            "setter.py:2: `hash`: other machines and other Pythons give other hashes",
        ),
        (
            "print(*(x%97 for x in map(id,[object()for _ in range(300)])))",
            "setter.py:1: `id`: addresses are those of this sandbox alone",
        ),
        (
            "for n in range(300):print(str.__hash__(str(n))%97)",
            "setter.py:1: `__hash__`: other machines and other Pythons give other hashes",
        ),
        (
            "for n in range(300):print(__builtins__.hash(str(n))%97)",
            "setter.py:1: `hash`: other machines and other Pythons give other hashes",
        ),
        (
            "import sys\nfor n in range(300):print(sys.maxsize%(n+7))",
            "setter.py:2: `sys.maxsize`: it is 2147483647 here",
        ),
        (
            "for n in range(300):print(n*ord([*{'a','b','c','d'}][n%4]))",
            "setter.py:1: the order of a set: other machines and other Pythons have another order",
        ),
        (
            "n=0\nfor c in set('hello'):\n for k in range(99):print(n*ord(c));n+=1",
            "setter.py:2: the order of a set: other machines and other Pythons have another order",
        ),
        (
            "a=[ord(x) for x in{c for c in'hello'}]\nfor n in range(300):print(n*a[n%4])",
            "setter.py:1: the order of a set: other machines and other Pythons have another order",
        ),
        (
            "a=list(frozenset([-1,2,-7]))\nfor n in range(300):print(n*a[n%3])",
            "setter.py:1: the order of a set: other machines and other Pythons have another order",
        ),
    ] {
        let report = report_on(&[
            ("setter.py", setter),
            ("examples/reward/same.py", setter),
            ("examples/short/few.py", "0"),
        ]);
        let (outcome, said) = told(&report, Subject::Runs);
        assert_eq!(outcome, Outcome::Warning, "{setter}\n{report}");
        assert!(said.contains(expected), "{setter}\n{report}");
        assert!(report.valid, "{report}");
    }
    for setter in [
        "import random\nrandom.seed(7)\nfor i in range(300):print(random.randrange(99))",
        "from __future__ import annotations\nfor id in range(300):print(id)",
        "def hash(n):return n*n%97\nfor n in range(300):print(hash(n))",
        "class A:\n  id=4\nfor n in range(300):print(n*A().id, end='\\n')",
        "import time\nbegan=time.time()\nfor n in range(300):print(n)\nprint(time.time()-began)",
        "class A:\n  hash=maxsize=4\nfor n in range(300):print(n*A().hash*A.maxsize)",
        "for n in range(300):print(n*sum({1,2,3})*len({'a','b'}))",
        "s='’\\n\\'\"'\nfor n in range(300):print(n*len(s))",
    ] {
        let report = report_on(&[
            ("setter.py", setter),
            ("examples/reward/same.py", setter),
            ("examples/short/few.py", "0"),
        ]);
        let (outcome, said) = told(&report, Subject::Runs);
        assert_eq!(outcome, Outcome::Ok, "{setter}\n{said}");
    }
}

#[test]
fn each_broken_rule_is_named() {
    let slow = "n=0\nwhile 1:print(n);n+=1;sum(range(300000))";
    let fat = "x=bytearray(70<<20)\nfor n in range(200):print(n)";
    let loud = "for n in range(200):print(n,' '*200)";
    for (path, text, subject, expected) in [
        ("problem.toml", "slug = 1", Subject::Files, "5 mistakes"),
        (
            "setter.py",
            "def f(:",
            Subject::Setter,
            "setter.py:1: does not compile: ",
        ),
        (
            "setter.py",
            "return",
            Subject::Setter,
            "setter.py:1: does not compile: ",
        ),
        (
            "setter.py",
            "\n\n",
            Subject::Setter,
            "setter.py: Not an acceptable text",
        ),
        (
            "setter.py",
            "print(1)",
            Subject::Limits,
            "1 of 200 terms within half of the limits, then the program ended by itself",
        ),
        (
            "setter.py",
            "print(1);1/0",
            Subject::Limits,
            "1 of 200 terms within half of the limits, then the program raised “ZeroDivisionError: division by zero”",
        ),
        (
            "setter.py",
            "print(1,'x')",
            Subject::Limits,
            "1 of 200 terms within half of the limits, then it wrote “x”",
        ),
        ("setter.py", slow, Subject::Limits, " fuel was used up"),
        (
            "setter.py",
            fat,
            Subject::Limits,
            "0 of 200 terms within half of the limits, then the memory was used up\nwith the whole limits it gives all terms",
        ),
        (
            "setter.py",
            loud,
            Subject::Limits,
            "then the output was used up\nwith the whole limits it gives all terms",
        ),
        (
            "setter.py",
            "n=1\nwhile 1:print(n);n*=99",
            Subject::Digits,
            "has more than 300 digits",
        ),
        (
            "examples/stage/same.py",
            SETTER,
            Subject::Examples,
            "1 of 3 get another verdict than they must\nexamples/stage/same.py must be STAGE and is REWARD: All terms are right.",
        ),
    ] {
        let (found, words) = failure(&[(path, text)]);
        assert!(
            found == subject && words.contains(expected),
            "{found:?}: {words}\nnot {subject:?}: {expected}"
        );
    }
    let limits = format!("{TOML}limits = {{fuel = 600000001}}\n");
    let (subject, words) = failure(&[("problem.toml", &limits)]);
    assert_eq!(subject, Subject::Files);
    assert!(
        words.contains("`limits.fuel` is 600000001, above the season's limit of 600000000"),
        "{words}"
    );
    let limits = format!("{TOML}limits = {{memory_mib = 8}}\n");
    let (subject, words) = failure(&[("problem.toml", &limits)]);
    assert_eq!(subject, Subject::Limits);
    assert!(words.contains("the interpreter itself takes "), "{words}");
}

#[test]
fn all_examples_are_judged_even_when_the_first_differs() {
    let report = report_on(&[
        ("examples/fuel/a.py", "print(0)"),
        ("examples/reject_syntax/b.py", "def"),
        ("examples/wrong/c.py", SETTER),
        ("examples/fuel/z.py", "while 1:0"),
    ]);
    assert!(!report.valid);
    assert_eq!(report.examples.len(), 6);
    let differ = report.finding(Subject::Examples).unwrap();
    assert_eq!(differ.details.len(), 2, "{report}");
}

#[test]
fn everything_wrong_with_the_files_is_in_one_report() {
    let report = report_on(&[
        ("problem.toml", "slug = \"A\"\ncolour = 1\n"),
        ("setter.py", "def f(:"),
        ("notes.txt", ""),
    ]);
    let (outcome, words) = told(&report, Subject::Files);
    assert_eq!(outcome, Outcome::Failed);
    for part in [
        "problem.toml:1: `slug`",
        "problem.toml:2: unknown key",
        "notes.txt: ",
    ] {
        assert!(words.contains(part), "{words}");
    }
    assert_eq!(told(&report, Subject::Setter).0, Outcome::Failed);
    assert_eq!(report.count(Outcome::Skipped), 6);
    assert_eq!(report.conclusion(), "not valid: 2 rules failed");
}

#[test]
fn a_problem_that_hides_nothing_is_valid_with_a_warning() {
    let squares = [
        ("setter.py", "n=0\nwhile 1:print(n*n);n+=1"),
        ("examples/reward/same.py", "n=0\nwhile 1:print(n*n);n+=1"),
    ];
    let report = report_on(&squares);
    assert!(report.valid, "{report}");
    assert_eq!(report.conclusion(), "valid, with 1 warning");
    let (outcome, words) = told(&report, Subject::Hidden);
    assert_eq!(outcome, Outcome::Warning);
    assert!(words.ends_with("a(n) = n^2"), "{words}");

    let all_public = format!("{TOML}n_check = 100\n");
    let report = report_on(&[("problem.toml", &all_public)]);
    assert_eq!(told(&report, Subject::Hidden).0, Outcome::Warning);
}

#[test]
fn a_list_of_the_terms_that_would_be_accepted_is_a_warning() {
    let sums = "n=0\nwhile 1:print(sum(map(int,str(n))));n+=1";
    let changes = [("setter.py", sums), ("examples/reward/same.py", sums)];
    let weighed = SeasonParameters {
        scoring: ScoringVersion::V0_3,
        ..season()
    };
    let on = |season: &SeasonParameters, changes: &[(&str, &str)]| {
        let report = validate(runtime(), season, &package(changes), NonZeroUsize::MIN).unwrap();
        assert!(report.valid, "{report}");
        told(&report, Subject::Hidden)
    };
    let (outcome, words) = on(&weighed, &changes);
    assert_eq!(outcome, Outcome::Warning);
    assert!(
        words.contains("a plain list of the 200 terms weighs "),
        "{words}"
    );
    assert_eq!(on(&season(), &changes).0, Outcome::Ok);
    assert_eq!(on(&weighed, &[]).0, Outcome::Ok);
}

#[test]
fn terms_of_an_earlier_season_are_a_warning() {
    let terms: Vec<_> = crate::recaman().iter().map(u32::to_string).collect();
    let earlier = |slug: &str, n_check: u32, terms: &[String]| EarlierTerms {
        season: "spring".to_owned(),
        slug: slug.to_owned(),
        n_check,
        terms_hash: terms_hash(terms),
    };
    let season = SeasonParameters {
        earlier: vec![
            earlier("same", 200, &terms),
            earlier("shorter", 150, &terms[..150]),
            earlier("longer", 201, &terms),
            earlier("other", 199, &terms[1..]),
        ],
        ..season()
    };
    let report = validate(runtime(), &season, &package(&[]), NonZeroUsize::MIN).unwrap();
    assert!(report.valid);
    let (outcome, words) = told(&report, Subject::New);
    assert_eq!(outcome, Outcome::Warning);
    assert!(words.contains("`same` in season `spring`"), "{words}");
    assert!(words.contains("the first 150 terms"), "{words}");
    assert!(
        !words.contains("longer") && !words.contains("other"),
        "{words}"
    );
}

/// Reads a package from a folder, as deep as packages are.
fn read_folder(folder: &Path) -> Files {
    fn collect(folder: &Path, prefix: &str, files: &mut Files) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                collect(&entry.path(), &format!("{path}/"), files);
            } else {
                files.insert(path, std::fs::read(entry.path()).unwrap());
            }
        }
    }
    let mut files = Files::new();
    collect(folder, "", &mut files);
    files
}

/// Of the demo season: every problem is valid, and what the guesser says of it.
#[test]
fn the_demo_season_is_valid() {
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seasons/demo/problems");
    let season = SeasonParameters {
        scoring: ScoringVersion::V0_1,
        limits: Limits::default(),
        earlier: Vec::new(),
    };
    let mut folders: Vec<_> = std::fs::read_dir(problems)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|folder| folder.join("setter.py").exists())
        .collect();
    folders.sort();
    assert!(folders.len() >= 15);
    let mut said = Vec::new();
    for folder in folders {
        let report = validate(
            runtime(),
            &season,
            &read_folder(&folder),
            NonZeroUsize::new(2).unwrap(),
        )
        .unwrap();
        assert!(report.valid, "{report}");
        let hidden = report.finding(Subject::Hidden).unwrap();
        let slug = report.slug.as_deref().unwrap();
        let rule = hidden.details.first().map_or("-", String::as_str);
        said.push(format!("{slug}: {rule}"));
    }
    insta::assert_snapshot!("demo_rules", said.join("\n"));
}
