//! `dojo submit`: sends a solution, waits for its verdict and prints it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use dojo_judge::derivation::FULL_MARKS;
use help::tidy::tidy;
use ureq::unversioned::multipart::{Form, Part};

use super::status::{await_verdict, show};
use super::{Client, ServerArgs, read, segment, text};
use crate::cli::data_folder::say;
use crate::cli::input;

/// Options of `dojo submit`.
#[expect(clippy::struct_excessive_bools, reason = "flags of a command")]
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Slug of the season; by default the one that is open.
    #[arg(long, short)]
    season: Option<String>,
    /// Slug of the problem.
    problem: String,
    /// The program, as in solver.py, or the derivation, as in solution.md; `-` reads it from standard
    /// input.
    file: PathBuf,
    /// How you classify the method, as in `closed_form`.
    #[arg(long, value_name = "TAG")]
    method: Option<String>,
    /// A short reason for the method.
    #[arg(long, value_name = "TEXT")]
    notes: Option<String>,
    /// A solution.json with method and notes.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["method", "notes"])]
    solution: Option<PathBuf>,
    /// Submit a derivation as it stands, also where formulas stand where they are not graded.
    #[arg(long)]
    as_written: bool,
    /// When the last attempt is too recent, wait until the server takes this one.
    #[arg(long)]
    wait: bool,
    /// Do not wait for the verdict.
    #[arg(long)]
    no_wait: bool,
    /// Print the server's answer, one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
}

pub(in crate::cli) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let source = read(&args.file)?;
    let solution = args.solution.as_deref().map(read).transpose()?;
    let client = Client::signed_in(&args.server)?;
    let season = match &args.season {
        Some(season) => season.clone(),
        None => client.open_season()?,
    };
    if !args.as_written && is_given_back(&client, &season, &source, &args.file)? {
        return Ok(ExitCode::FAILURE);
    }
    let name = args.file.file_name().unwrap_or_default().to_string_lossy();
    let form = || {
        let mut form = Form::new().part("source", Part::bytes(&source).file_name(&name));
        if let Some(method) = &args.method {
            form = form.text("method_tag", method);
        }
        if let Some(notes) = &args.notes {
            form = form.text("notes", notes);
        }
        if let Some(solution) = &solution {
            form = form.part("solution", Part::bytes(solution).file_name("solution.json"));
        }
        form
    };
    let (season, problem) = (segment(&season), segment(&args.problem));
    let path = format!("/seasons/{season}/problems/{problem}/submissions");
    let send = || client.post(&path, form);
    let stored = if args.wait {
        Client::in_turn(send)?
    } else {
        send()?
    };
    for complaint in stored["complaints"].as_array().into_iter().flatten() {
        eprintln!("warning: {}", text(complaint));
    }
    let id = stored["id"]
        .as_i64()
        .context("the server gave the submission no number")?;
    if args.no_wait {
        if args.json {
            input::print_json(&stored)?;
        } else {
            say(&format!(
                "submission {id}; `dojo status {id}` shows its verdict"
            ))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if !args.json {
        say(&format!("submission {id}"))?;
    }
    let submission = await_verdict(&client, id)?;
    show(&submission, args.json)?;
    match text(&submission["verdict"]).as_str() {
        "REWARD" => Ok(ExitCode::SUCCESS),
        "GRADED" if submission["score"] == FULL_MARKS => Ok(ExitCode::SUCCESS),
        "INTERNAL" => bail!("the server failed, not your solution; this was no attempt"),
        _ => Ok(ExitCode::FAILURE),
    }
}

/// Whether a derivation has formulas that are meant to count and stand where they do not: the author is told, and
/// nothing is submitted.
fn is_given_back(
    client: &Client,
    season: &str,
    source: &[u8],
    file: &Path,
) -> anyhow::Result<bool> {
    let Ok(source) = str::from_utf8(source) else {
        return Ok(false);
    };
    let tidied = tidy(source);
    // The server is only asked what kind of contest it is where that matters.
    if tidied.changes.is_empty()
        || client.get(&format!("/seasons/{}", segment(season)))?["contest"] != "physics"
    {
        return Ok(false);
    }
    for change in &tidied.changes {
        eprintln!("{change}");
    }
    eprintln!(
        "nothing was submitted: these formulas stand where they are not graded; `dojo physics tidy {}` prints the \
         text with them where they are, and --as-written submits it as it stands",
        file.display()
    );
    Ok(true)
}
