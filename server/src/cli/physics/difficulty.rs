//! `dojo physics difficulty`: C1, C2, C3 and the level of problems.

use std::path::PathBuf;
use std::process::ExitCode;

use formula::problem::dag::Dag;
use formula::problem::difficulty::{Difficulty, Thresholds, rate};
use serde::Serialize;

use super::load;
use crate::cli::input;

/// Options of `dojo physics difficulty`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A problem, or a data set (JSON array or JSONL); `-` reads standard input.
    file: PathBuf,
    #[command(flatten)]
    thresholds: ThresholdArgs,
    /// Print one JSON object a problem, one a line.
    #[arg(long)]
    json: bool,
}

/// Where the classes end.
#[derive(Debug, clap::Args)]
pub(crate) struct ThresholdArgs {
    /// Whose thresholds: `ours`, or those of `PRISM-Physics`' `released` scripts, which also count half of C3.
    #[arg(long, value_enum, default_value_t)]
    thresholds: Source,
    /// C3 is 1 up to this entropy of the graph.
    #[arg(long)]
    tau_1: Option<f64>,
    /// C3 is 3 above this entropy.
    #[arg(long)]
    tau_2: Option<f64>,
    /// Largest sum that is Easy.
    #[arg(long)]
    easy_most: Option<f64>,
    /// Largest sum that is Medium.
    #[arg(long)]
    medium_most: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Source {
    #[default]
    Ours,
    Released,
}

impl ThresholdArgs {
    pub(crate) fn thresholds(&self) -> Thresholds {
        let source = match self.thresholds {
            Source::Ours => Thresholds::default(),
            Source::Released => Thresholds::RELEASED,
        };
        Thresholds {
            tau_1: self.tau_1.unwrap_or(source.tau_1),
            tau_2: self.tau_2.unwrap_or(source.tau_2),
            c3_weight: source.c3_weight,
            easy_most: self.easy_most.unwrap_or(source.easy_most),
            medium_most: self.medium_most.unwrap_or(source.medium_most),
        }
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    #[serde(flatten)]
    difficulty: Difficulty,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let dataset = load::dataset(&args.file)?;
    let thresholds = args.thresholds.thresholds();
    let mut refused = !dataset.refused.is_empty();
    for item in &dataset.problems {
        let problem = &item.problem;
        let dag = match Dag::new(&problem.nodes) {
            Ok(dag) => dag,
            Err(error) => {
                eprintln!(
                    "error: {}: problem {}: {error}",
                    args.file.display(),
                    problem.id
                );
                refused = true;
                continue;
            }
        };
        let answer = Answer {
            id: &problem.id,
            difficulty: rate(&dag, &problem.difficulty, &thresholds),
        };
        if args.json {
            input::print_json(&answer)?;
        } else {
            input::print_lines(&[describe(&answer)])?;
        }
    }
    Ok(if refused {
        ExitCode::from(2)
    } else {
        ExitCode::SUCCESS
    })
}

fn describe(answer: &Answer) -> String {
    let rated = &answer.difficulty;
    let score = |score: Option<u8>| score.map_or_else(|| "?".to_owned(), |s| s.to_string());
    let level = rated.level.map_or("not rated", |level| level.word());
    format!(
        "{}: {level} (C1 {}, C2 {}, C3 {}; entropy {:.4} over {} layers)",
        answer.id,
        score(rated.c1),
        score(rated.c2),
        rated.c3,
        rated.entropy,
        rated.layer_widths.len()
    )
}
