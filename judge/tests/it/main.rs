//! The judge as its callers meet it: real submissions in the real sandbox.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agreement;
mod cases;
mod cost;
mod determinism;
mod doors;
mod eed;
mod mutations;
mod package;
mod physics_season;
mod policy;
mod recorded;
mod season;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dojo_judge::sequence::{Report, Rules, judge};
use dojo_sandbox::{Fuel, Limits, Runtime};

/// Where tests keep the compiled guest, so that it is made once for all of them.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/sandbox");

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::open(Path::new(CACHE), &mut |_| {}).unwrap())
}

/// The default rules with less fuel, so that programs which use it up do so in a moment.
fn rules() -> Rules {
    Rules {
        limits: Limits {
            fuel: Fuel(300_000_000),
            ..Limits::default()
        },
        ..Rules::default()
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// A submission of `tests/cases` with the name of its folder.
struct Case {
    name: String,
    source: Vec<u8>,
}

/// All cases, in the order of their names.
fn cases() -> Vec<Case> {
    let mut cases: Vec<_> = fs::read_dir(folder("cases"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("submission.py").is_file())
        .map(|path| Case {
            name: path.file_name().unwrap().to_str().unwrap().to_owned(),
            source: fs::read(path.join("submission.py")).unwrap(),
        })
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(cases.len() > 40);
    cases
}

/// The terms of the problem that a case is for.
fn terms(case: &str) -> Vec<String> {
    match case.split_once('_').unwrap().0 {
        "squares" => (0..200u32).map(|n| (n * n).to_string()).collect(),
        "recaman" => recaman().iter().map(u32::to_string).collect(),
        other => panic!("no problem {other}"),
    }
}

/// A005132: subtract n from the term before if that gives a new positive number, else add it.
fn recaman() -> Vec<u32> {
    let mut terms = vec![0u32];
    for n in 1..200 {
        let last = *terms.last().unwrap();
        let next = match last.checked_sub(n) {
            Some(down) if down > 0 && !terms.contains(&down) => down,
            _ => last + n,
        };
        terms.push(next);
    }
    terms
}

fn report(case: &Case) -> Report {
    judge(runtime(), &rules(), &terms(&case.name), &case.source).unwrap()
}
