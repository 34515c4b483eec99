//! `dojo physics equivalent`: whether two formulas say the same.

use std::process::ExitCode;

use anyhow::Context as _;
use formula::algebra::constants::{Definition, Definitions};
use formula::credit::read_latex;
use formula::same::{self, Context, Parameters};
use formula::tree::Formula;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cli::{input, jsonl};

/// Options of `dojo physics equivalent`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Ends with 0 if the formulas say the same, and with 1 if they do not.")]
pub(super) struct Args {
    /// The reference formula, in LaTeX.
    #[arg(
        required_unless_present = "jsonl",
        conflicts_with = "jsonl",
        allow_hyphen_values = true
    )]
    reference: Option<String>,
    /// The other formula, in LaTeX.
    #[arg(
        required_unless_present = "jsonl",
        conflicts_with = "jsonl",
        allow_hyphen_values = true
    )]
    other: Option<String>,
    /// What a symbol stands for, as in `g=9.81` or `\hbar=\frac{h}{2\pi}`; may be repeated.
    #[arg(
        long = "constant",
        value_name = "SYMBOL=VALUE",
        conflicts_with = "jsonl"
    )]
    constants: Vec<String>,
    /// Compare numbers to this many significant figures.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=15))]
    significant_figures: Option<u32>,
    /// Most trials.
    #[arg(long, default_value_t = Parameters::default().max_trials, value_parser = clap::value_parser!(u32).range(1..=1000))]
    trials: u32,
    /// Relative tolerance.
    #[arg(long, default_value_t = Parameters::default().tolerance)]
    tolerance: f64,
    /// The seed of the trials, any text.
    #[arg(long, default_value = "")]
    seed: String,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Read `{"id","ref_latex","gen_latex","constants"}` lines from standard input and answer each
    /// with one line.
    #[arg(long)]
    jsonl: bool,
}

#[derive(Deserialize)]
struct Pair {
    ref_latex: String,
    gen_latex: String,
    #[serde(default)]
    constants: Option<Map<String, Value>>,
}

#[derive(Serialize)]
pub(in crate::cli) struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    pub(in crate::cli) equivalent: bool,
    trials: u32,
    reason: String,
    notes: Vec<String>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let (Some(reference), Some(other)) = (&args.reference, &args.other) else {
        return jsonl::answer_lines(|question: jsonl::Question<Pair>| {
            let pair = question.body;
            let context = context(args, definitions(&pair.constants.unwrap_or_default())?);
            let mut answer = compare(&pair.ref_latex, &pair.gen_latex, &context)?;
            answer.id = Some(question.id);
            Ok(answer)
        });
    };
    let mut constants = Map::new();
    for constant in &args.constants {
        let (symbol, value) = constant
            .split_once('=')
            .with_context(|| format!("--constant {constant}: SYMBOL=VALUE is expected"))?;
        let value = value.trim();
        let number = value.parse::<f64>().ok().map(Value::from);
        constants.insert(
            symbol.trim().to_owned(),
            number.unwrap_or_else(|| Value::from(value)),
        );
    }
    let definitions = definitions(&constants).map_err(anyhow::Error::msg)?;
    let answer =
        compare(reference, other, &context(args, definitions)).map_err(anyhow::Error::msg)?;
    if args.json {
        input::print_json(&answer)?;
    } else {
        let verdict = if answer.equivalent {
            "the same"
        } else {
            "not the same"
        };
        let mut lines = vec![format!(
            "{verdict}: {} ({} trials)",
            answer.reason, answer.trials
        )];
        lines.extend(answer.notes.iter().map(|note| format!("note: {note}")));
        input::print_lines(&lines)?;
    }
    Ok(if answer.equivalent {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn context(args: &Args, definitions: Definitions) -> Context {
    Context {
        parameters: Parameters {
            max_trials: args.trials,
            needed: Parameters::default().needed.min(args.trials),
            tolerance: args.tolerance,
            ..Parameters::default()
        },
        definitions,
        significant_figures: args.significant_figures,
        seed: args.seed.clone().into_bytes(),
        ..Context::default()
    }
}

/// Constants as JSON has them: numbers, or LaTeX.
pub(in crate::cli) fn definitions(constants: &Map<String, Value>) -> Result<Definitions, String> {
    let mut read = Vec::with_capacity(constants.len());
    for (symbol, value) in constants {
        let definition = match value {
            Value::Number(number) => number.as_f64().map(Definition::Number),
            Value::String(text) => Some(Definition::Text(text.clone())),
            _ => None,
        };
        let definition = definition
            .ok_or_else(|| format!("constants: `{symbol}` has to be a number or LaTeX"))?;
        read.push((symbol.as_str(), definition));
    }
    Definitions::read(read.iter().map(|(symbol, value)| (*symbol, value)))
        .map_err(|error| format!("constants: {error}"))
}

/// Reads two formulas and compares them.
pub(in crate::cli) fn compare(
    reference: &str,
    other: &str,
    context: &Context,
) -> Result<Answer, String> {
    let read = |name: &str, latex: &str| -> Result<Formula, String> {
        read_latex(latex).map_err(|why| format!("{name}: {why}"))
    };
    let reference = read("ref_latex", reference)?;
    let other = read("gen_latex", other)?;
    let answer = same::compare(&reference, &other, context);
    Ok(Answer {
        id: None,
        equivalent: answer.equivalent,
        trials: answer.trials,
        reason: answer.reason.to_string(),
        notes: answer.notes.iter().map(ToString::to_string).collect(),
    })
}
