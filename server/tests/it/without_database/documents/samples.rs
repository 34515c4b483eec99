//! What the documents show of the program's output is what it prints.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::{PHYSICS, PLATFORM, SETTING, blocks, quoted, rows, section};
use crate::command_line::run_well;

fn in_the_repository(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_reports_on_problems_are_as_shown() {
    for (text, problem) in [
        (
            section(SETTING, "## The report"),
            "seasons/demo/problems/stairs",
        ),
        (
            section(PHYSICS, "## A contest"),
            "seasons/physics-demo/problems/cliff",
        ),
    ] {
        let shown = blocks(text, "text")[0];
        let report = run_well(&["problem", "validate", &in_the_repository(problem)]);
        assert_eq!(report, shown, "{problem}");
    }
}

#[test]
fn the_first_physics_problem_can_be_linted_and_graded() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let problem = write("fall.json", blocks(PHYSICS, "json")[0]);
    let solution = write("mine.md", blocks(PHYSICS, "markdown")[0]);
    run_well(&["physics", "lint", &problem, "--strict"]);
    let report = run_well(&[
        "physics",
        "grade",
        "--problem",
        &problem,
        "--solution",
        &solution,
        "--json",
    ]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["contest_score"], 1000);
    let table = rows(section(PHYSICS, "## What a report says"));
    let told: BTreeSet<&str> = table.iter().flat_map(|row| quoted(row[0])).collect();
    let fields: BTreeSet<&str> = report
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(told, fields);
    for (list, row) in [("formulas", "`formulas`"), ("nodes", "`nodes`")] {
        let row = table.iter().find(|cells| cells[0] == row).unwrap();
        let told: BTreeSet<&str> = quoted(row[1]).collect();
        for key in report[list][0].as_object().unwrap().keys() {
            assert!(told.contains(key.as_str()), "{list}: {key}");
        }
    }
}

/// What a program finds, asked of a program.
#[test]
fn the_modules_of_the_sandbox_are_those_of_the_document() {
    let text = section(PLATFORM, "### Modules");
    let mut paragraphs = text.trim().split("\n\n");
    let imported: Vec<&str> = quoted(paragraphs.next().unwrap()).collect();
    assert!(imported.len() > 30);
    let absent: Vec<&str> = quoted(paragraphs.find(|it| it.starts_with("Not there")).unwrap())
        .filter(|name| {
            name.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        })
        .collect();
    assert!(absent.len() > 15);
    let program = format!(
        "import sys\n\
         loaded = set(sys.modules)\n\
         for name in {imported:?}: print(int(name in loaded))\n\
         for name in {absent:?}:\n\
         \x20 try: __import__(name); print(0)\n\
         \x20 except ModuleNotFoundError as e: print(int('not available in the sandbox' in str(e)))\n\
         try: open('x')\n\
         except FileNotFoundError: print(1)\n\
         import threading, time\n\
         try: threading.Thread(target=print).start()\n\
         except RuntimeError: print(1)\n\
         print(sys.maxsize, int(time.time()), sys.get_int_max_str_digits(), sys.getrecursionlimit())\n"
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), program).unwrap();
    let path = file.path().to_str().unwrap();
    let yes = imported.len() + absent.len() + 2;
    let terms = (yes + 4).to_string();
    let answer = run_well(&["run", path, "--json", "--terms", &terms]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let terms: Vec<&str> = answer["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    let (checked, numbers) = terms.split_at(yes);
    let all: Vec<&str> = imported
        .iter()
        .chain(&absent)
        .copied()
        .chain(["open", "thread"])
        .collect();
    for (name, found) in all.iter().zip(checked) {
        assert_eq!(*found, "1", "{name}");
    }
    assert_eq!(numbers, ["2147483647", "1735689600", "4300", "1000"]);
    for told in [
        "`sys.maxsize` is 2147483647",
        "2025-01-01 00:00:00 UTC",
        "4300 digits",
        "recursion limit of 1000",
    ] {
        assert!(PLATFORM.contains(told), "{told}");
    }
}
