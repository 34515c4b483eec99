//! Comparing two formulas, against the same algorithm written plainly on `SymPy`.
//!
//! `SymPy` gets trees that are read already and starts before the clock; ours reads the LaTeX within
//! its time.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use formula::credit::eed::{Names, to_sympy};
use formula::credit::read_latex;
use formula::same::Context;
use formula::tree::{Formula, Statement};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::figures::{milliseconds, percentile};
use crate::cli::physics::equivalent::{compare, definitions};

const PROGRAM: &str = include_str!("equivalence.py");

/// Times that each pair is compared; the median counts.
const ROUNDS: usize = 5;

/// A pair with the answer that is known.
#[derive(Deserialize)]
struct Pair {
    ref_latex: String,
    gen_latex: String,
    #[serde(default)]
    constants: Option<Map<String, Value>>,
    equivalent: Option<bool>,
}

/// One line of the program's answer.
#[derive(Deserialize)]
struct Answer {
    equivalent: Option<bool>,
    seconds: f64,
}

/// What was measured. Times are in milliseconds.
#[derive(Serialize)]
pub(super) struct Figures {
    /// Pairs in the file.
    pairs: usize,
    /// Of those with a known answer, how many ours answers so.
    right: usize,
    /// Pairs with a known answer.
    known: usize,
    /// Median of ours.
    p50_ms: f64,
    /// The slowest hundredth of ours.
    p99_ms: f64,
    /// The comparison, over the pairs that have a tree of `SymPy`.
    sympy: Sympy,
}

#[derive(Serialize)]
struct Sympy {
    version: String,
    /// Pairs with a tree.
    pairs: usize,
    /// Pairs that it answers, and as known where that is known.
    right: usize,
    /// Pairs without an answer: an error, or ten seconds of CPU time.
    without_answer: usize,
    p50_ms: f64,
    p99_ms: f64,
    /// Median over the pairs that it answers rightly of its time by ours.
    times_faster_p50: f64,
    /// The smallest of these ratios but for a hundredth.
    times_faster_p1: f64,
}

pub(super) fn bench(pairs: &Path, python: &str) -> anyhow::Result<Figures> {
    let text = std::fs::read_to_string(pairs).with_context(|| pairs.display().to_string())?;
    let pairs: Vec<Pair> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| serde_json::from_str(line).with_context(|| format!("line {}", at + 1)))
        .collect::<anyhow::Result<_>>()?;
    anyhow::ensure!(!pairs.is_empty(), "there are no pairs in the file");
    let mut times = Vec::with_capacity(pairs.len());
    let (mut right, mut known) = (0, 0);
    let mut questions = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let constants = pair.constants.clone().unwrap_or_default();
        let context = Context {
            definitions: definitions(&constants).map_err(anyhow::Error::msg)?,
            ..Context::default()
        };
        let (answer, time) = timed(pair, &context).with_context(|| format!("pair {}", at + 1))?;
        if let Some(equivalent) = pair.equivalent {
            known += 1;
            right += usize::from(equivalent == answer);
        }
        times.push(milliseconds(time));
        if let Some(question) = question(pair, &context) {
            questions.push((at, question));
        }
    }
    anyhow::ensure!(!questions.is_empty(), "no pair has a tree that SymPy reads");
    let answers = ask(python, questions.iter().map(|(_, question)| question))?;
    anyhow::ensure!(
        answers.len() == questions.len(),
        "{python} did not answer all pairs"
    );
    let asked: Vec<(usize, &Answer)> = questions.iter().map(|(at, _)| *at).zip(&answers).collect();
    let is_right = |(at, answer): &(usize, &Answer)| {
        answer.equivalent.is_some()
            && pairs[*at]
                .equivalent
                .is_none_or(|known| answer.equivalent == Some(known))
    };
    let rightly: Vec<_> = asked.iter().copied().filter(is_right).collect();
    anyhow::ensure!(!rightly.is_empty(), "SymPy answered no pair rightly");
    let milliseconds_of = |answer: &Answer| answer.seconds * 1e3;
    let mut ratios: Vec<f64> = rightly
        .iter()
        .map(|(at, answer)| milliseconds_of(answer) / times[*at])
        .collect();
    let mut theirs: Vec<f64> = answers.iter().map(milliseconds_of).collect();
    Ok(Figures {
        pairs: pairs.len(),
        right,
        known,
        p50_ms: percentile(&mut times.clone(), 0.5),
        p99_ms: percentile(&mut times.clone(), 0.99),
        sympy: Sympy {
            version: version(python)?,
            pairs: answers.len(),
            right: rightly.len(),
            without_answer: answers
                .iter()
                .filter(|one| one.equivalent.is_none())
                .count(),
            p50_ms: percentile(&mut theirs, 0.5),
            p99_ms: percentile(&mut theirs, 0.99),
            times_faster_p50: percentile(&mut ratios, 0.5),
            times_faster_p1: percentile(&mut ratios, 0.01),
        },
    })
}

/// The answer to a pair, and the median of the times that it took.
fn timed(pair: &Pair, context: &Context) -> anyhow::Result<(bool, Duration)> {
    let mut times = Vec::with_capacity(ROUNDS);
    let mut equivalent = false;
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let answer = compare(&pair.ref_latex, &pair.gen_latex, context);
        times.push(began.elapsed());
        equivalent = answer.map_err(anyhow::Error::msg)?.equivalent;
    }
    Ok((equivalent, percentile(&mut times, 0.5)))
}

/// Both formulas as trees; `None` where one of them has none or is a chain.
fn question(pair: &Pair, context: &Context) -> Option<Value> {
    let names = Names::from(context);
    let trees = |latex: &str| -> Option<Vec<Value>> {
        let formula: Formula = read_latex(latex).ok()?;
        let sides = match formula.statements().as_slice() {
            [Statement::Relation { left, right, .. }] => vec![left.clone(), right.clone()],
            [Statement::Expression(side)] => vec![side.clone()],
            _ => return None,
        };
        sides
            .iter()
            .map(|side| to_sympy(side, names).ok())
            .collect()
    };
    Some(json!({"reference": trees(&pair.ref_latex)?, "answer": trees(&pair.gen_latex)?}))
}

/// Lets the program answer the questions.
fn ask<'q>(
    python: &str,
    questions: impl Iterator<Item = &'q Value>,
) -> anyhow::Result<Vec<Answer>> {
    let mut process = Command::new(python)
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {python}"))?;
    let lines: Vec<String> = questions.map(ToString::to_string).collect();
    let mut input = process.stdin.take().expect("it is piped");
    let writer =
        std::thread::spawn(move || lines.iter().try_for_each(|line| writeln!(input, "{line}")));
    let output = process.wait_with_output()?;
    anyhow::ensure!(
        output.status.success() && matches!(writer.join(), Ok(Ok(()))),
        "{python} failed; it needs SymPy (`pip install sympy`)"
    );
    String::from_utf8(output.stdout)?
        .lines()
        .map(|line| Ok(serde_json::from_str(line)?))
        .collect()
}

fn version(python: &str) -> anyhow::Result<String> {
    let output = Command::new(python)
        .args(["-c", "import sympy; print(sympy.__version__)"])
        .output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let Figures {
        pairs,
        right,
        known,
        p50_ms,
        p99_ms,
        sympy,
    } = figures;
    vec![
        format!("{pairs} pairs, {right} of {known} right: p50 {p50_ms:.3} ms, p99 {p99_ms:.2} ms"),
        format!(
            "SymPy {}: {} of them have a tree, {} right, {} without an answer: p50 {:.0} ms, p99 {:.0} ms",
            sympy.version,
            sympy.pairs,
            sympy.right,
            sympy.without_answer,
            sympy.p50_ms,
            sympy.p99_ms
        ),
        format!(
            "times faster where SymPy is right, pair by pair: {:.0} at the median, {:.0} for all but a hundredth",
            sympy.times_faster_p50, sympy.times_faster_p1
        ),
    ]
}
