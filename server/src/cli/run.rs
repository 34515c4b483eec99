//! `dojo run`: one program in the sandbox, and what it wrote.

use std::path::PathBuf;
use std::process::ExitCode;

use dojo_judge::sequence::{Canonical, Rejection, ScoringVersion};
use dojo_sandbox::{End, Limits, Run, Runtime};
use serde::Serialize;
use serde_json::Value;

use super::input;
use super::jsonl::{self, Program, SharedArgs};
use super::runtime;

/// Options of `dojo run`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The program; `-` reads it from standard input.
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    file: Option<PathBuf>,
    /// Stop the program once it has written this many terms.
    #[arg(long, default_value_t = Limits::default().max_terms)]
    terms: u32,
    #[command(flatten)]
    shared: SharedArgs,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    status: &'static str,
    terms: Vec<String>,
    fuel: u64,
    peak_memory_bytes: u64,
    stderr: String,
    detail: String,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let runtime = args.shared.runtime()?;
    let limits = Limits {
        max_terms: args.terms,
        ..ScoringVersion::FOR_NEW_SEASONS.default_limits()
    };
    let Some(file) = &args.file else {
        runtime::wall_off();
        return jsonl::answer_lines(|question: jsonl::Question<Program>| {
            run(
                &runtime,
                &limits,
                question.id,
                question.body.source.as_bytes(),
            )
        });
    };
    let (id, source) = input::read_program(file)?;
    runtime::wall_off();
    let answer = run(&runtime, &limits, id, &source).map_err(anyhow::Error::msg)?;
    if args.shared.json {
        input::print_json(&answer)?;
    } else {
        input::print_lines(&answer.terms)?;
        eprint!("{}", answer.stderr);
        eprintln!(
            "{}: {} terms, {} fuel, {} bytes of memory{}{}",
            answer.status,
            answer.terms.len(),
            answer.fuel,
            answer.peak_memory_bytes,
            if answer.detail.is_empty() { "" } else { ": " },
            answer.detail
        );
    }
    let complete = answer.status == "OK";
    Ok(if complete {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn run(runtime: &Runtime, limits: &Limits, id: Value, source: &[u8]) -> Result<Answer, String> {
    let canonical = match Canonical::new(source) {
        Ok(canonical) => canonical,
        Err(rejection) => return Ok(refused(id, &rejection)),
    };
    let Run {
        end,
        terms,
        fuel,
        peak_memory_bytes,
        stderr,
    } = runtime
        .run(canonical.text().as_bytes(), limits)
        .map_err(|error| error.to_string())?;
    let (status, detail) = describe(end, &terms, limits);
    Ok(Answer {
        id,
        status,
        terms,
        fuel: fuel.0,
        peak_memory_bytes,
        stderr,
        detail,
    })
}

fn refused(id: Value, rejection: &Rejection) -> Answer {
    Answer {
        id,
        status: rejection.word(),
        terms: Vec::new(),
        fuel: 0,
        peak_memory_bytes: 0,
        stderr: String::new(),
        detail: rejection.to_string(),
    }
}

/// The word for an end, as the verdicts have it, and its particulars.
pub(super) fn describe(end: End, terms: &[String], limits: &Limits) -> (&'static str, String) {
    match end {
        End::Enough => ("OK", String::new()),
        End::Finished => (
            "SHORT",
            format!(
                "the program ended after {} of {} terms",
                terms.len(),
                limits.max_terms
            ),
        ),
        End::Exception { message } => ("EXCEPTION", message),
        End::Syntax { message } => ("REJECT_SYNTAX", message),
        End::BadToken { index, token } => (
            "BAD_TOKEN",
            format!("after {index} terms, “{token}” is not a decimal integer"),
        ),
        End::Fuel => (
            "FUEL",
            format!("the program used up its {} fuel", limits.fuel.0),
        ),
        End::Memory => (
            "MEMORY",
            format!(
                "the program asked for more than {} bytes",
                limits.memory_bytes
            ),
        ),
        End::Output => (
            "OUTPUT",
            format!(
                "more than {} bytes before the last term",
                limits.output_bytes
            ),
        ),
        End::TermSize { index } => (
            "TERM_SIZE",
            format!(
                "after {index} terms, the next has more than {} digits",
                limits.max_term_digits
            ),
        ),
        End::Stack => ("STACK", "the recursion is too deep".to_owned()),
    }
}
