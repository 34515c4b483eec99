//! `dojo physics lint`: every rule that a problem breaks, with the node.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use formula::credit::read_latex;
use formula::lint::{Issue, Severity, lint, lint_examples};
use serde::Serialize;

use super::load;
use crate::cli::input;

/// Options of `dojo physics lint`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Problems or data sets (JSON, JSON array or JSONL); `-` reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Folder of derivations (`*.md`), for names that the problem should know.
    /// [default: `examples` beside the file of a single problem]
    #[arg(long, value_name = "FOLDER")]
    examples: Option<PathBuf>,
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
        let examples = examples(args, file, dataset.problems.len())?;
        for item in &dataset.problems {
            let mut issues = lint(&item.problem, read_latex);
            // What cannot be graded is told of by the other rules.
            if let Ok(names) = lint_examples(&item.problem, examples.iter().map(String::as_str)) {
                issues.extend(names);
            }
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

/// The derivations in the folder that is named, or beside the file of a single problem.
fn examples(args: &Args, file: &Path, problems: usize) -> anyhow::Result<Vec<String>> {
    let beside = || file.with_file_name("examples");
    let folder = match &args.examples {
        Some(folder) => folder.clone(),
        None if problems == 1 && beside().is_dir() => beside(),
        None => return Ok(Vec::new()),
    };
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut files = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    files.iter().map(|path| load::solution(path)).collect()
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
