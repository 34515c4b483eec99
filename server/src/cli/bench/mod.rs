//! `dojo bench`: the figures of the README on this machine, each as a ratio against what a user
//! would take instead, measured in the same run.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use super::input;
use super::runtime::{self, RunsWhere};

mod equivalence;
mod figures;
mod generated;
mod http;
mod live;
mod memory;
mod model;
mod process;
mod python;
mod sandbox;
mod season;
mod server;
mod site;

/// What starting anything costs at the least.
const TRIVIAL: &str = "print(1)";

/// Options of `dojo bench`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Programs to measure, one JSON object a line with `id`, `program` and, if known, the first
    /// `terms` it writes; without it the solutions of the demo season.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The Python to compare with, started as `PYTHON -u -S -E FILE`; 3.13 as a distribution builds it is the fair one.
    #[arg(long, default_value = "python3.13")]
    python: String,
    /// Runs of each program in each of three blocks; the median of all counts.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Blocks of 10,000 submissions through HTTP; memory and throughput are read after each.
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..))]
    blocks: u32,
    /// Measure freezing, scoring and the boards of a generated season of that many submissions
    /// instead.
    #[arg(long, value_name = "SUBMISSIONS", value_parser = clap::value_parser!(u32).range(1..))]
    season: Option<u32>,
    /// Measure what each page of a site of 500 seasons, 50,000 people and that many submissions costs instead.
    #[arg(long, value_name = "SUBMISSIONS", value_parser = clap::value_parser!(u32).range(10_000..), conflicts_with = "season")]
    site: Option<u32>,
    /// Measure comparing formulas against `SymPy` instead: pairs, one JSON object a line with
    /// `ref_latex`, `gen_latex` and, if known, `constants` and whether they are `equivalent`.
    #[arg(long, value_name = "PAIRS", conflicts_with_all = ["season", "site"])]
    equivalence: Option<PathBuf>,
    /// Measure a run of `dojo model` of that many answers instead, from a server on this machine that takes 50 ms for each.
    #[arg(long, value_name = "ANSWERS", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["season", "site", "equivalence"])]
    model: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Folder for data; the prepared sandbox is kept there.
    #[arg(long, env = "DOJO_DATA")]
    data: Option<PathBuf>,
}

#[derive(Serialize)]
struct Figures {
    sandbox: sandbox::Figures,
    processes: process::Figures,
    http: http::Figures,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(pairs) = &args.equivalence {
        let figures = equivalence::bench(pairs, &args.python)?;
        if args.json {
            input::print_json(&figures)?;
        } else {
            input::print_lines(&equivalence::describe(&figures))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(answers) = args.model {
        let figures = model::bench(answers)?;
        if args.json {
            input::print_json(&figures)?;
        } else {
            input::print_lines(&model::describe(&figures))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let runtime = runtime::open(args.data.as_deref(), RunsWhere::Here)?;
    if let Some(count) = args.season {
        let figures = season::bench(&runtime, args.data.as_deref(), count)?;
        if args.json {
            input::print_json(&figures)?;
        } else {
            input::print_lines(&season::describe(&figures))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(count) = args.site {
        let figures = site::bench(&runtime, args.data.as_deref(), count)?;
        if args.json {
            input::print_json(&figures)?;
        } else {
            input::print_lines(&site::describe(&figures))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    // It takes minutes: who waits sees each part when it is there.
    let tell = |lines: Vec<String>| {
        if args.json {
            Ok(())
        } else {
            input::print_lines(&lines)
        }
    };
    let sandbox = sandbox::bench(&runtime, args)?;
    tell(sandbox::describe(&sandbox))?;
    let processes = process::bench(&runtime, args)?;
    tell(process::describe(&processes))?;
    let http = http::bench(&runtime, args)?;
    tell(http::describe(&http))?;
    if args.json {
        input::print_json(&Figures {
            sandbox,
            processes,
            http,
        })?;
    }
    Ok(ExitCode::SUCCESS)
}
