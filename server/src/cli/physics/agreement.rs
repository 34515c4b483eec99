//! `dojo physics agreement`: Kendall's `τ_b` of two rankings, with p-values.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use help::agreement::{self, Agreement, DEFAULT_PERMUTATIONS};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::load;
use crate::cli::{input, jsonl};

/// Longest file of two rankings, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Options of `dojo physics agreement`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A JSON file `{"x": [scores], "y": [human scores]}`; `-` reads standard input.
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    file: Option<PathBuf>,
    /// Permutations behind the permutation p-value, (b+1)/(B+1).
    #[arg(long, default_value_t = DEFAULT_PERMUTATIONS, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    permutations: u32,
    /// Seed of the permutations; the same seed gives the same p-value.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Read `{"id","x":[…],"y":[…]}` lines from standard input and answer each with one line.
    #[arg(long)]
    jsonl: bool,
}

#[derive(Deserialize)]
struct Rankings {
    x: Vec<f64>,
    y: Vec<f64>,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    #[serde(flatten)]
    agreement: Agreement,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let compare = |rankings: &Rankings| {
        agreement::agreement(&rankings.x, &rankings.y, args.permutations, args.seed)
    };
    let Some(file) = &args.file else {
        return jsonl::answer_lines(|question: jsonl::Question<Rankings>| {
            Ok(Answer {
                agreement: compare(&question.body).map_err(|error| error.to_string())?,
                id: question.id,
            })
        });
    };
    let name = || file.display().to_string();
    let bytes = load::bytes(file, MAX_BYTES)?;
    let rankings: Rankings = serde_json::from_slice(&bytes).with_context(name)?;
    let agreement = compare(&rankings).with_context(name)?;
    if args.json {
        input::print_json(&agreement)?;
        return Ok(ExitCode::SUCCESS);
    }
    let shown = |value: Option<f64>| {
        value.map_or_else(
            || "undefined: all values are tied".into(),
            |v| format!("{v:.6}"),
        )
    };
    let p = |value: Option<f64>| value.map_or_else(|| "undefined".into(), |v| format!("{v:.3e}"));
    input::print_lines(&[
        format!("tau_b: {}", shown(agreement.tau_b)),
        format!("p, asymptotic: {}", p(agreement.p_asymptotic)),
        format!(
            "p, {} permutations: {}",
            args.permutations,
            p(agreement.p_permutation)
        ),
    ])?;
    Ok(ExitCode::SUCCESS)
}
