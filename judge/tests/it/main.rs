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
#[path = "../recorded/verdicts.rs"]
mod verdicts;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dojo_judge::sequence::{Report, Rules, judge};
use dojo_sandbox::Runtime;

use verdicts::recaman;

/// Where tests keep the compiled guest, so that it is made once for all of them.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/sandbox");

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::open(Path::new(CACHE), &mut |_| {}).unwrap())
}

/// The default rules with less fuel.
fn rules() -> Rules {
    verdicts::rules(Rules::default().scoring)
}

/// The terms of the problem that a case is for.
fn terms(case: &str) -> Vec<String> {
    verdicts::terms(case).unwrap_or_else(|| panic!("no problem of {case}"))
}

fn folder(name: &str) -> PathBuf {
    verdicts::path("tests").join(name)
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

fn report(case: &Case) -> Report {
    judge(runtime(), &rules(), &terms(&case.name), &case.source).unwrap()
}
