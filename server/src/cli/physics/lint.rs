//! `dojo physics lint`: every rule that a problem breaks, with the node.

use std::path::PathBuf;
use std::process::ExitCode;

use dojo_physics::grade::read_latex;
use dojo_physics::lint::{Issue, Severity, lint};
use serde::Serialize;

use super::load;
use crate::cli::input;

/// Options of `dojo physics lint`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Problems or data sets (JSON, JSON array or JSONL); `-` reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// End with 1 on warnings too.
    #[arg(long)]
    strict: bool,
    /// Print one JSON object a problem, one a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    file: String,
    id: &'a str,
    ok: bool,
    errors: usize,
    warnings: usize,
    issues: Vec<Issue>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let (mut broken, mut refused) = (false, false);
    for file in &args.files {
        let dataset = load::dataset(file)?;
        refused |= !dataset.refused.is_empty();
        for item in &dataset.problems {
            let issues = lint(&item.problem, read_latex);
            let count = |severity| issues.iter().filter(|one| one.severity == severity).count();
            let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
            broken |= errors > 0 || (args.strict && warnings > 0);
            let answer = Answer {
                file: file.display().to_string(),
                id: &item.problem.id,
                ok: errors == 0,
                errors,
                warnings,
                issues,
            };
            if args.json {
                input::print_json(&answer)?;
            } else {
                input::print_lines(&describe(&answer))?;
            }
        }
    }
    Ok(if refused {
        ExitCode::from(2)
    } else if broken {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

fn describe(answer: &Answer) -> Vec<String> {
    let verdict = match (answer.errors, answer.warnings) {
        (0, 0) => "all rules are kept".to_owned(),
        (errors, warnings) => format!("{errors} errors, {warnings} warnings"),
    };
    let mut lines = vec![format!("{}: problem {}: {verdict}", answer.file, answer.id)];
    lines.extend(answer.issues.iter().map(|issue| format!("  {issue}")));
    lines
}
