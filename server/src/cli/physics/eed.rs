//! `dojo physics eed`: the expression edit distance score of an answer.

use std::path::PathBuf;
use std::process::ExitCode;

use formula::credit::eed::{self, EedFinding, Mode, Names, Tree};
use formula::same::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::simplified_cache;
use crate::cli::{input, jsonl};

/// Options of `dojo physics eed`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The score is 100 for an equivalent answer. Otherwise both are simplified, and it is 60 - 100 r for
the edit distance r of their trees in parts of the reference's, 0 from r = 0.6 on. Of a text with
relations the last side counts. Ends with 0 if the answer is equivalent, and with 1 if it is not.")]
pub(super) struct Args {
    /// The right answer, in LaTeX.
    #[arg(
        required_unless_present = "jsonl",
        conflicts_with = "jsonl",
        allow_hyphen_values = true
    )]
    reference: Option<String>,
    /// The answer to score, in LaTeX.
    #[arg(
        required_unless_present = "jsonl",
        conflicts_with = "jsonl",
        allow_hyphen_values = true
    )]
    answer: Option<String>,
    /// `phybench` also applies the rules by which `PHYBench`'s program decides before it reads:
    /// integrals and sums score 0, and so does an answer that is three times as long.
    #[arg(long, value_enum)]
    compat: Option<Compat>,
    /// Compare trees as they are, without reading or simplifying anything; lines are
    /// `{"id","answer":[label,[children]],"test":[…]}`.
    #[arg(long, requires = "jsonl")]
    trees: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Read `{"id","gt_latex","gen_latex"}` lines from standard input and answer each with one
    /// line.
    #[arg(long)]
    jsonl: bool,
    /// Folder for data; the prepared sandbox is kept there.
    #[arg(long, env = "DOJO_DATA")]
    data: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Compat {
    Phybench,
}

#[derive(Deserialize)]
struct Trees {
    answer: Tree,
    test: Tree,
}

#[derive(Serialize)]
struct TreesAnswer {
    id: Value,
    distance: f64,
    score: f64,
}

#[derive(Deserialize)]
struct Pair {
    gt_latex: String,
    gen_latex: String,
}

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    score: f64,
    relative_distance: Option<f64>,
    tree_size: Option<usize>,
    distance: Option<f64>,
    equivalent: bool,
    note: Option<String>,
}

impl Answer {
    fn new(found: &EedFinding) -> Self {
        Self {
            id: None,
            score: found.score,
            relative_distance: found.relative_distance(),
            tree_size: found.tree_size,
            distance: found.distance,
            equivalent: found.equivalent,
            note: found.caveat.as_ref().map(ToString::to_string),
        }
    }
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    if args.trees {
        return compare_trees();
    }
    let mode = match args.compat {
        Some(Compat::Phybench) => Mode::Phybench,
        None => Mode::Dojo,
    };
    let eed = simplified_cache::eed(args.data.as_deref(), mode);
    // The published program takes `\log` for the decimal logarithm.
    let context = Context {
        log_is_decimal: args.compat.is_some(),
        ..Context::default()
    };
    let score = |reference: &str, answer: &str| {
        let found = eed.compare(
            reference,
            answer,
            Names::from(&context),
            |reference, answer| eed::settled(reference, answer, &context),
        );
        found.map(|found| Answer::new(&found))
    };
    let (Some(reference), Some(answer)) = (&args.reference, &args.answer) else {
        return jsonl::answer_lines(|question: jsonl::Question<Pair>| {
            let pair = question.body;
            let mut answer = score(&pair.gt_latex, &pair.gen_latex)
                .map_err(|error| format!("{:#}", anyhow::Error::from(error)))?;
            answer.id = Some(question.id);
            Ok(answer)
        });
    };
    let answer = score(reference, answer)?;
    if args.json {
        input::print_json(&answer)?;
    } else {
        let mut lines = vec![format!("score {:.4}", answer.score)];
        if let (Some(distance), Some(size)) = (answer.distance, answer.tree_size) {
            lines.push(format!("edit distance {distance} of {size} nodes"));
        }
        lines.extend(answer.note.iter().map(|note| format!("note: {note}")));
        input::print_lines(&lines)?;
    }
    Ok(if answer.equivalent {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn compare_trees() -> anyhow::Result<ExitCode> {
    jsonl::answer_lines(|question: jsonl::Question<Trees>| {
        let Trees { answer, test } = question.body;
        let distance = eed::distance(&answer, &test).map_err(|error| error.to_string())?;
        Ok(TreesAnswer {
            id: question.id,
            distance,
            score: eed::score(distance, answer.size()),
        })
    })
}
