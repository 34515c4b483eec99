//! `dojo try`: runs a program in the sandbox of this machine and holds it against the terms that a server has made
//! public. Nothing is sent.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use dojo_judge::sequence::Canonical;
use dojo_sandbox::{Fuel, Limits};
use serde_json::{Value, json};

use super::{Client, ServerArgs, read, segment};
use crate::cli::input;
use crate::cli::runtime::{self, RunsWhere};
use crate::pages::server_trial::Tried;

/// Options of `dojo try`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Slug of the season; by default the one that is open.
    #[arg(long, short)]
    season: Option<String>,
    /// Slug of the problem.
    problem: String,
    /// The program, as in solver.py; `-` reads it from standard input.
    file: PathBuf,
    /// Print one JSON object, as `POST …/try` answers.
    #[arg(long)]
    json: bool,
    /// Folder for data; the prepared sandbox is kept there.
    #[arg(long, env = "DOJO_DATA")]
    data: Option<PathBuf>,
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let source = read(&args.file)?;
    let client = Client::open(&args.server)?;
    let season = match &args.season {
        Some(season) => season.clone(),
        None => client.open_season()?,
    };
    let (season, problem) = (segment(&season), segment(&args.problem));
    let problem = client.get(&format!("/seasons/{season}/problems/{problem}"))?;
    let Some(limits) = limits_of(&problem) else {
        bail!(
            "{} asks for a derivation, and only programs are tried; `dojo physics tidy` shows how it is read",
            args.problem
        );
    };
    let terms = problem["public_terms"].as_array().into_iter().flatten();
    let known: Vec<String> = terms.map(super::text).collect();
    let origin = problem["index_origin"].as_i64().unwrap_or(0);
    let runtime = runtime::open(args.data.as_deref(), RunsWhere::Here)?;
    runtime::wall_off();
    let canonical =
        Canonical::new(&source).map_err(|rejection| anyhow::Error::msg(rejection.to_string()))?;
    let run = runtime
        .run(canonical.text().as_bytes(), &limits)
        .context("the sandbox failed")?;
    let all = usize::try_from(limits.max_terms).unwrap_or(usize::MAX);
    let tried = Tried::beside(origin, all, known, run);
    let is_right = tried.right() == tried.known() && tried.ran_through();
    if args.json {
        input::print_json(&json!({
            "right": tried.right(),
            "known": tried.known(),
            "made": tried.made(),
            "message": tried.words(),
            "stderr": tried.trace(),
            "l_chars": canonical.l_chars(),
        }))?;
    } else {
        let bytes = format!("{} bytes", canonical.l_chars());
        let lines = [Some(tried.words()), tried.advice(), Some(bytes)];
        input::print_lines(&lines.into_iter().flatten().collect::<Vec<_>>())?;
        if !tried.trace().is_empty() {
            eprintln!("{}", tried.trace());
        }
    }
    Ok(if is_right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The limits of a run for a problem; `None` where no program is asked for.
fn limits_of(problem: &Value) -> Option<Limits> {
    let number = |value: &Value| value.as_u64();
    let small = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let limits = &problem["limits"];
    Some(Limits {
        fuel: Fuel(number(&limits["fuel"])?),
        memory_bytes: number(&limits["memory_bytes"])?,
        output_bytes: small(&limits["output_bytes"])?,
        max_term_digits: small(&limits["max_term_digits"])?,
        max_terms: small(&problem["n_check"])?,
        ..Limits::default()
    })
}
