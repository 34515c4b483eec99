//! `dojo physics agreement`: Kendall's `τ_b` of rankings, with p-values.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use help::agreement::{self, Agreement, DEFAULT_PERMUTATIONS};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::load;
use crate::cli::csv::Csv;
use crate::cli::{input, jsonl};

/// Longest file of rankings, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Options of `dojo physics agreement`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dojo physics agreement scores.json
  dojo physics agreement scores.csv --x dag,judge --y human

Exit codes: 0 compared; 1 undefined, as all values of one side are tied; 2 the input cannot be used.")]
pub(super) struct Args {
    /// A JSON file `{"x": [scores], "y": [human scores]}`, or a CSV file whose first line names its columns; `-` reads
    /// standard input.
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    file: Option<PathBuf>,
    /// The columns of a CSV file that are compared with `--y`.
    #[arg(long, value_delimiter = ',', default_value = "x")]
    x: Vec<String>,
    /// The column of a CSV file that they are compared with.
    #[arg(long, default_value = "y")]
    y: String,
    #[command(flatten)]
    chance: Chance,
    /// Print one JSON object: of a CSV file, by column.
    #[arg(long)]
    json: bool,
    /// Read `{"id","x":[…],"y":[…]}` lines from standard input and answer each with one line.
    #[arg(long)]
    jsonl: bool,
}

/// What comes of chance, the same each time.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Chance {
    /// Permutations behind the permutation p-value, (b+1)/(B+1).
    #[arg(long, default_value_t = DEFAULT_PERMUTATIONS, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) permutations: u32,
    /// Seed of what is drawn; the same seed gives the same numbers.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
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
    let Chance { permutations, seed } = args.chance;
    let compare =
        |rankings: &Rankings| agreement::agreement(&rankings.x, &rankings.y, permutations, seed);
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
    if bytes.trim_ascii_start().starts_with(b"{") {
        let rankings: Rankings = serde_json::from_slice(&bytes).with_context(name)?;
        let agreement = compare(&rankings).with_context(name)?;
        if args.json {
            input::print_json(&agreement)?;
        } else {
            input::print_lines(&lines(&agreement, permutations))?;
        }
        return Ok(ending([&agreement]));
    }
    let read = || {
        let csv = Csv::read(std::str::from_utf8(&bytes)?)?;
        let y = csv.numbers(&args.y)?;
        let mut found = BTreeMap::new();
        for column in &args.x {
            let x = csv.numbers(column)?;
            found.insert(column, compare(&Rankings { x, y: y.clone() })?);
        }
        Ok::<_, anyhow::Error>(found)
    };
    let found = read().with_context(name)?;
    if args.json {
        input::print_json(&found)?;
    } else {
        let each = found.iter().flat_map(|(column, agreement)| {
            let head = format!("{column}, {}:", args.y);
            let indented = lines(agreement, permutations).into_iter();
            let indented = indented.map(|line| format!("  {line}"));
            [head].into_iter().chain(indented)
        });
        input::print_lines(&each.collect::<Vec<_>>())?;
    }
    Ok(ending(found.values()))
}

/// What is undefined is no agreement.
fn ending<'a>(all: impl IntoIterator<Item = &'a Agreement>) -> ExitCode {
    let is_known = all.into_iter().all(|one| one.tau_b.is_some());
    ExitCode::from(u8::from(!is_known))
}

fn lines(agreement: &Agreement, permutations: u32) -> Vec<String> {
    let shown = |value: Option<f64>| {
        value.map_or_else(
            || "undefined: all values are tied".into(),
            |v| format!("{v:.6}"),
        )
    };
    let p = |value: Option<f64>| value.map_or_else(|| "undefined".into(), |v| format!("{v:.3e}"));
    vec![
        format!("tau_b: {}", shown(agreement.tau_b)),
        format!("p, asymptotic: {}", p(agreement.p_asymptotic)),
        format!(
            "p, {permutations} permutations: {}",
            p(agreement.p_permutation)
        ),
    ]
}
