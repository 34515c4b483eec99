//! The sandbox as its callers meet it: real programs in the real guest.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cache;
mod closed_world;
mod counting;
mod determinism;
mod harm;
mod host_calls;
mod library;
mod limits;
mod output;
mod prices;
mod simplifier;
mod wall;

use std::path::Path;
use std::sync::OnceLock;

use dojo_sandbox::{End, Limits, Run, Runtime};

/// Where tests keep the compiled guest, so that it is made once for all of them.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/sandbox");

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::open(Path::new(CACHE), &mut |_| {}).unwrap())
}

fn run(source: &str) -> Run {
    run_with(source, &Limits::default())
}

fn run_with(source: &str, limits: &Limits) -> Run {
    runtime().run(source.as_bytes(), limits).unwrap()
}

/// Runs a program that says `1` when all is as it should be, and shows what it said otherwise.
fn assert_says_one(source: &str) {
    let run = run(source);
    assert_eq!(
        (run.end, run.terms.join(" ").as_str()),
        (End::Finished, "1"),
        "{source}\n{}",
        run.stderr
    );
}
