//! What processes cost: `dojo run` as a whole beside Python as a whole, and a verdict whose program
//! runs behind the second wall beside one whose program runs in this process.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use dojo_judge::sequence::{self, Rules, Verdict};
use dojo_sandbox::{Limits, Runtime};
use serde::Serialize;

use super::figures::{milliseconds, percentile};
use super::python::Python;
use super::{Args, TRIVIAL};
use crate::cli::runtime::{self, RunsWhere};

/// Blocks in which what is compared is measured in turns, so that a busy moment of the machine meets
/// both.
const BLOCKS: u32 = 20;

/// Verdicts of one kind in a block.
const VERDICTS: u32 = 50;

/// A trivial solver, and what it is to write.
const SOLVER: &str = "for n in range(999):print(n*n)";
const TERMS: u64 = 200;

#[derive(Serialize)]
pub(super) struct Figures {
    command_ms: f64,
    python_ms: Option<f64>,
    command_ratio: Option<f64>,
    verdict_ms: f64,
    verdict_behind_wall_ms: f64,
    wall_ratio: f64,
}

/// Measures all of it; medians of times.
pub(super) fn bench(here: &Runtime, args: &Args) -> anyhow::Result<Figures> {
    let python = Python::find(&args.python);
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(TRIVIAL.as_bytes())?;
    let (mut commands, mut pythons) = (Vec::new(), Vec::new());
    for _ in 0..BLOCKS * args.rounds {
        commands.push(time_command(file.path(), args.data.as_deref())?);
        if let Some(python) = &python {
            pythons.push(python.time(file.path(), Limits::default().max_terms)?);
        }
    }
    let apart = runtime::open(args.data.as_deref(), RunsWhere::Apart)?;
    let expected: Vec<String> = (0..TERMS).map(|n| (n * n).to_string()).collect();
    let (mut ours, mut behind) = (Vec::new(), Vec::new());
    for _ in 0..BLOCKS {
        for (runtime, times) in [(here, &mut ours), (&apart, &mut behind)] {
            // Processors forget what was not used for a while.
            time_verdict(runtime, &expected)?;
            for _ in 0..VERDICTS {
                times.push(time_verdict(runtime, &expected)?);
            }
        }
    }
    let median = |times: &mut Vec<Duration>| milliseconds(percentile(times, 0.5));
    let command_ms = median(&mut commands);
    let python_ms = python.is_some().then(|| median(&mut pythons));
    let (verdict_ms, verdict_behind_wall_ms) = (median(&mut ours), median(&mut behind));
    Ok(Figures {
        command_ms,
        python_ms,
        command_ratio: python_ms.map(|python_ms| command_ms / python_ms),
        verdict_ms,
        verdict_behind_wall_ms,
        wall_ratio: verdict_behind_wall_ms / verdict_ms,
    })
}

fn time_command(file: &Path, data: Option<&Path>) -> anyhow::Result<Duration> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut command = Command::new(program);
    command.args(["run", "--terms", "1"]).arg(file);
    if let Some(data) = data {
        command.arg("--data").arg(data);
    }
    let started = Instant::now();
    let output = command.stdin(Stdio::null()).output()?;
    let elapsed = started.elapsed();
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "dojo run fails: {}", told.trim());
    Ok(elapsed)
}

fn time_verdict(runtime: &Runtime, expected: &[String]) -> anyhow::Result<Duration> {
    let started = Instant::now();
    let report = sequence::judge(runtime, &Rules::default(), expected, SOLVER.as_bytes())?;
    let elapsed = started.elapsed();
    ensure!(
        report.verdict == Verdict::Reward,
        "the trivial solver gets {}",
        report.verdict.word()
    );
    Ok(elapsed)
}

/// The figures in words.
pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let mut lines = vec![format!(
        "processes: dojo run of the trivial program {:.1} ms",
        figures.command_ms
    )];
    if let (Some(python), Some(ratio)) = (figures.python_ms, figures.command_ratio) {
        lines.push(format!("  python {python:.1} ms, ratio {ratio:.2}"));
    }
    lines.push(format!(
        "  a trivial verdict {:.3} ms, behind the second wall {:.3} ms, ratio {:.3}",
        figures.verdict_ms, figures.verdict_behind_wall_ms, figures.wall_ratio
    ));
    lines
}
