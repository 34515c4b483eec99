//! `dojo physics eed`: the expression edit distance score of an answer.

use std::process::ExitCode;

use dojo_judge::physics::eed::{self, Tree};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::jsonl;

/// Options of `dojo physics eed`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Compare trees as they are, without reading or simplifying anything.
    #[arg(long, requires = "jsonl")]
    trees: bool,
    /// Read lines from standard input and answer each with one line: `{"id","gt_latex","gen_latex"}`,
    /// or with --trees `{"id","answer":[label,[children]],"test":[…]}`.
    #[arg(long)]
    jsonl: bool,
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

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    if args.trees {
        return jsonl::answer_lines(|question: jsonl::Question<Trees>| {
            let Trees { answer, test } = question.body;
            let distance = eed::distance(&answer, &test).map_err(|error| error.to_string())?;
            Ok(TreesAnswer {
                id: question.id,
                distance,
                score: eed::score(distance, answer.size()),
            })
        });
    }
    anyhow::bail!("only --trees --jsonl is there yet");
}
