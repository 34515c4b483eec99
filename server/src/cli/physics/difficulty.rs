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

/// Where the classes end. The paper gives no values; these defaults are ours.
#[derive(Debug, clap::Args)]
pub(super) struct ThresholdArgs {
    /// C3 is 1 below this entropy of the graph.
    #[arg(long, default_value_t = Thresholds::default().tau_1)]
    tau_1: f64,
    /// C3 is 3 from this entropy on.
    #[arg(long, default_value_t = Thresholds::default().tau_2)]
    tau_2: f64,
    /// Largest sum C1+C2+C3 that is Easy.
    #[arg(long, default_value_t = Thresholds::default().easy_most)]
    easy_most: u8,
    /// Largest sum that is Medium.
    #[arg(long, default_value_t = Thresholds::default().medium_most)]
    medium_most: u8,
}

impl ThresholdArgs {
    pub(super) fn thresholds(&self) -> Thresholds {
        Thresholds {
            tau_1: self.tau_1,
            tau_2: self.tau_2,
            easy_most: self.easy_most,
            medium_most: self.medium_most,
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
