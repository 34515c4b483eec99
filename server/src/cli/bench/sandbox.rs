//! The sandbox against Python started as a process, program by program on one core.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use dojo_sandbox::{Limits, Runtime};
use serde::{Deserialize, Serialize};

use super::figures::{milliseconds, percentile};
use super::python::Python;
use super::{Args, TRIVIAL};
use crate::cli::demo;

#[derive(Deserialize)]
struct Program {
    id: String,
    #[serde(rename = "program")]
    source: String,
    terms: Option<Vec<String>>,
}

#[derive(Serialize)]
pub(super) struct Figures {
    python: Option<String>,
    python_build: Option<String>,
    programs: usize,
    programs_with_known_terms_all_equal: usize,
    trivial: Timing,
    sandbox_ms_p50: f64,
    sandbox_ms_p99: f64,
    sandbox_ms_sum: f64,
    ratio: Option<Ratios>,
}

/// Sandbox time divided by the time of the process.
#[derive(Serialize)]
struct Ratios {
    p50: f64,
    p95: f64,
    p99: f64,
    sum: f64,
    trivial: f64,
    computing: Option<Computing>,
}

/// The same without what a trivial program takes, of programs that take twice as long as one in the process: in
/// the others starting is nearly all.
#[derive(Serialize)]
struct Computing {
    programs: usize,
    p50: f64,
    worst: f64,
}

#[derive(Serialize)]
struct Timing {
    sandbox_ms: f64,
    python_ms: Option<f64>,
}

/// Measures every program of the corpus.
pub(super) fn bench(runtime: &Runtime, args: &Args) -> anyhow::Result<Figures> {
    let programs = match &args.corpus {
        Some(path) => read_corpus(path)?,
        None => demo_solutions()?,
    };
    ensure!(!programs.is_empty(), "there is no program to measure");
    let python = Python::find(&args.python);
    if python.is_none() {
        eprintln!(
            "{} does not start, so there is nothing to compare with",
            args.python
        );
    }
    let trivial = measure(runtime, python.as_ref(), TRIVIAL, 10 * args.rounds)?;
    let mut times = Vec::new();
    let mut known = 0;
    for program in &programs {
        let measured = measure(runtime, python.as_ref(), &program.source, args.rounds)
            .with_context(|| format!("program {}", program.id))?;
        if let Some(terms) = &program.terms {
            ensure!(
                measured.terms[..] == terms[..measured.terms.len().min(terms.len())],
                "program {} gives other terms than it should",
                program.id
            );
            known += 1;
        }
        times.push((measured.sandbox, measured.python));
    }
    Ok(summarize(python, &trivial, &times, known))
}

struct Measured {
    sandbox: Duration,
    python: Option<Duration>,
    terms: Vec<String>,
}

/// Blocks of runs in which the two are measured in turns, so that a busy moment of the machine
/// meets both. Within a block the runs follow each other, as they do where many are judged.
const BLOCKS: u32 = 3;

/// Median times of both.
fn measure(
    runtime: &Runtime,
    python: Option<&Python>,
    source: &str,
    rounds: u32,
) -> anyhow::Result<Measured> {
    let limits = Limits::default();
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(source.as_bytes())?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut terms = Vec::new();
    for _ in 0..BLOCKS {
        for _ in 0..rounds {
            let started = Instant::now();
            let run = runtime.run(source.as_bytes(), &limits)?;
            ours.push(started.elapsed());
            terms = run.terms;
        }
        if let Some(python) = python {
            for _ in 0..rounds {
                theirs.push(python.time(file.path(), limits.max_terms)?);
            }
        }
    }
    Ok(Measured {
        sandbox: percentile(&mut ours, 0.5),
        python: python.map(|_| percentile(&mut theirs, 0.5)),
        terms,
    })
}

fn read_corpus(path: &Path) -> anyhow::Result<Vec<Program>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| {
            serde_json::from_str(line)
                .with_context(|| format!("{}, line {}", path.display(), index + 1))
        })
        .collect()
}

/// The Reward Correct solutions of the demo season.
fn demo_solutions() -> anyhow::Result<Vec<Program>> {
    demo::reward_examples()
        .map(|(id, source)| {
            let source =
                String::from_utf8(source.to_vec()).with_context(|| format!("{id} is not UTF-8"))?;
            Ok(Program {
                id,
                source,
                terms: None,
            })
        })
        .collect()
}

fn summarize(
    python: Option<Python>,
    trivial: &Measured,
    times: &[(Duration, Option<Duration>)],
    known: usize,
) -> Figures {
    let mut ours: Vec<Duration> = times.iter().map(|(ours, _)| *ours).collect();
    let divide = |ours: Duration, theirs: Duration| ours.as_secs_f64() / theirs.as_secs_f64();
    let mut ratios: Vec<f64> = times
        .iter()
        .filter_map(|(ours, theirs)| Some(divide(*ours, (*theirs)?)))
        .collect();
    let theirs: Duration = times.iter().filter_map(|(_, theirs)| *theirs).sum();
    let ratio = trivial.python.map(|trivial_python| Ratios {
        p50: percentile(&mut ratios, 0.5),
        p95: percentile(&mut ratios, 0.95),
        p99: percentile(&mut ratios, 0.99),
        sum: divide(ours.iter().sum(), theirs),
        trivial: divide(trivial.sandbox, trivial_python),
        computing: computing(trivial.sandbox, trivial_python, times),
    });
    let (python, python_build) = python.map(|python| (python.version, python.build)).unzip();
    Figures {
        python,
        python_build,
        programs: times.len(),
        programs_with_known_terms_all_equal: known,
        trivial: Timing {
            sandbox_ms: milliseconds(trivial.sandbox),
            python_ms: trivial.python.map(milliseconds),
        },
        sandbox_ms_sum: milliseconds(ours.iter().sum()),
        sandbox_ms_p50: milliseconds(percentile(&mut ours, 0.5)),
        sandbox_ms_p99: milliseconds(percentile(&mut ours, 0.99)),
        ratio,
    }
}

fn computing(
    start: Duration,
    start_of_python: Duration,
    times: &[(Duration, Option<Duration>)],
) -> Option<Computing> {
    let mut ratios: Vec<f64> = times
        .iter()
        .filter_map(|(ours, theirs)| {
            let theirs = (*theirs)?.saturating_sub(start_of_python);
            let ours = ours.saturating_sub(start);
            (theirs >= start_of_python).then(|| ours.as_secs_f64() / theirs.as_secs_f64())
        })
        .collect();
    (!ratios.is_empty()).then(|| Computing {
        programs: ratios.len(),
        p50: percentile(&mut ratios, 0.5),
        worst: percentile(&mut ratios, 1.0),
    })
}

/// The figures in words.
pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let mut lines = vec![
        format!(
            "{} programs, {} of them with known terms, all equal",
            figures.programs, figures.programs_with_known_terms_all_equal
        ),
        format!(
            "sandbox: trivial program {:.2} ms; p50 {:.2} ms, p99 {:.1} ms, sum {:.0} ms",
            figures.trivial.sandbox_ms,
            figures.sandbox_ms_p50,
            figures.sandbox_ms_p99,
            figures.sandbox_ms_sum
        ),
    ];
    if let (Some(python), Some(ratio)) = (&figures.python, &figures.ratio) {
        lines.push(format!("ratio to {python} -u -S -E started as a process:"));
        lines.push(format!(
            "  trivial {:.3}; p50 {:.2}, p95 {:.2}, p99 {:.2}, sum {:.2}",
            ratio.trivial, ratio.p50, ratio.p95, ratio.p99, ratio.sum
        ));
        if let Some(computing) = &ratio.computing {
            lines.push(format!(
                "  computing alone, {} programs: p50 {:.2}, worst {:.2}",
                computing.programs, computing.p50, computing.worst
            ));
        }
        if let Some(build) = &figures.python_build {
            lines.push(format!("  that Python was built with {build}"));
        }
    }
    lines
}
