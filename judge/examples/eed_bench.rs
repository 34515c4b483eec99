//! Measures what it takes to tell how near answers are: EED with `SymPy` in the sandbox, on one core.
//!
//! `cargo run --release -p dojo-judge --example eed_bench -- [PAIRS [FOLDER]]`: PAIRS has one JSON object
//! a line with `gt_latex` and `gen_latex`, or `reference` and `answer`; by default the cases of
//! `judge/formula`. The compiled guest is kept in FOLDER, `target/eed-bench` by default. Nothing else is
//! kept from one run to the next. References are simplified as often as they occur but once in a row.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]
#![allow(clippy::print_stdout, reason = "figures are its output")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dojo_judge::derivation::OnFirstUse;
use dojo_sandbox::Simplifier;
use formula::credit::eed::{
    Before, Eed, Fuel, Mode, Names, Simplified, Simplify, SimplifyError, settled,
};
use formula::same::Context;
use serde::Deserialize;
use serde_json::{Value, json};

const SOME_WRONG_ANSWER: &str = r"\mathrm{nothing}";

#[derive(Deserialize)]
struct Pair {
    #[serde(alias = "gt_latex")]
    reference: String,
    #[serde(alias = "gen_latex")]
    answer: String,
}

/// Counts the expressions that are simplified.
struct Counting<S> {
    simplifier: S,
    asked: Arc<AtomicU64>,
}

impl<S: Simplify> Simplify for Counting<S> {
    fn simplify(
        &self,
        tree: &Value,
        fuel: Fuel,
        before: Option<Before<'_>>,
    ) -> Result<Simplified, SimplifyError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.simplifier.simplify(tree, fuel, before)
    }

    fn arrange(&self, tree: &Value, fuel: Fuel) -> Result<Simplified, SimplifyError> {
        self.simplifier.arrange(tree, fuel)
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |at: usize, default: &'static str| {
        arguments.get(at).map_or(default, String::as_str).to_owned()
    };
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/formula/tests/cases/eed.jsonl");
    let pairs = std::fs::read_to_string(argument(0, cases)).unwrap();
    let pairs: Vec<Pair> = pairs
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let folder = argument(1, "target/eed-bench");
    let opened = Simplifier::open(Path::new(&folder), &mut |_| {}).unwrap();
    let asked = Arc::new(AtomicU64::new(0));
    let counting = Counting {
        simplifier: OnFirstUse::new(move || Ok(opened.clone())),
        asked: Arc::clone(&asked),
    };
    // So that the first one measured finds the guest in memory.
    counting
        .simplify(&json!(["s", "x"]), Fuel(1 << 30), None)
        .unwrap();
    asked.store(0, Ordering::Relaxed);
    let eed = Eed::new(counting, Mode::Dojo);
    let context = Context::default();
    let compare = |reference: &str, answer: &str| {
        let started = Instant::now();
        let found = eed.compare(reference, answer, Names::from(&context), |a, b| {
            settled(a, b, &context)
        });
        (found.unwrap().equivalent, started.elapsed())
    };
    let (mut right, mut wrong, mut known) = (Vec::new(), Vec::new(), Vec::new());
    for Pair { reference, answer } in &pairs {
        // So that the reference has been simplified.
        let (_, first) = compare(reference, SOME_WRONG_ANSWER);
        match compare(reference, answer) {
            (true, time) => right.push(time),
            (false, time) => {
                known.push(time);
                wrong.push(first + time);
            }
        }
    }
    println!("{} expressions simplified", asked.load(Ordering::Relaxed));
    tell("pairs", &mut [right.clone(), wrong.clone()].concat());
    tell("right answers", &mut right);
    tell("wrong answers, with their references", &mut wrong);
    tell("wrong answers to known references", &mut known);
}

fn tell(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let all: f64 = times.iter().map(Duration::as_secs_f64).sum();
    let Some(median) = times.get(times.len() / 2) else {
        return;
    };
    let rate = times.iter().map(|_| 1.0).sum::<f64>() / all;
    println!(
        "{} {what}: {rate:.1} a second, the median takes {:.1} ms",
        times.len(),
        median.as_secs_f64() * 1000.0
    );
}
