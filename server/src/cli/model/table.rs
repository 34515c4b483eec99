//! `dojo model table`: grades what is new, prints the table, and writes it with its page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use dojo_model::table::{Row, rows};
use formula::problem::Level;
use formula::problem::domain::Domain;
use serde::Serialize;

use super::graded::{GradedRun, GradingArgs, NO_DOMAIN, NO_LEVEL, observations};
use super::terminal_table::Shown;
use super::terminal_width::width;
use super::{page, people, problem_pages};
use crate::cli::csv;
use crate::cli::input::{self, counted};
use crate::cli::physics::errata;

/// Options of `dojo model table`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Means are over the samples of a problem, then over problems; intervals are 95 %, by Student's t over
problems. An answer that was cut off, is empty or was refused counts as it stands; one that failed is in no
mean. docs/models.md explains each figure.")]
pub(super) struct Args {
    /// The folders of runs over the same problems.
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    grading: GradingArgs,
    /// People's scores, for a row of their own: CSV with the columns `id` and any of `final`, `full`, `step` (from 0 to 1) and
    /// `eed` (of 100).
    /// [default: for `PHYBench` what its card says of people]
    #[arg(long, value_name = "FILE")]
    people: Option<PathBuf>,
    /// End with 0 although answers failed or are missing; the table says so.
    #[arg(long)]
    partial: bool,
    /// Where table.json, table.csv and page/index.html are written.
    /// [default: the folder of the first run]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// `table.json`.
#[derive(Serialize)]
struct Output<'a> {
    runs: Vec<OutputRun<'a>>,
    dataset_sha256: &'a str,
    problems: usize,
    without_reference: usize,
    /// Rows of the data set that cannot be read, by their place, with why.
    unread: BTreeMap<usize, &'a str>,
    left_out: &'a BTreeMap<String, String>,
    /// Answers that failed or are not there.
    unanswered: usize,
    rows: &'a [Row],
}

#[derive(Serialize)]
struct OutputRun<'a> {
    name: String,
    prompt: String,
    prompt_sha256: &'a str,
    samples: u32,
    models: Vec<&'a str>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let runs = GradedRun::grade_all(&args.runs, &args.grading)?;
    let (models, observed) = observations(&runs);
    let levels: Vec<String> = Level::ALL
        .map(Level::word)
        .into_iter()
        .chain([NO_LEVEL])
        .filter(|level| observed.iter().any(|one| one.level == *level))
        .map(str::to_owned)
        .collect();
    let domains: Vec<String> = Domain::ALL
        .iter()
        .map(|domain| domain.name())
        .chain([NO_DOMAIN])
        .filter(|domain| observed.iter().any(|one| one.domain == *domain))
        .map(str::to_owned)
        .collect();
    let mut rows = rows(&observed, &models, &levels, &domains);
    let items = &runs[0].opened.problems.dataset.problems;
    rows.extend(people::rows(args.people.as_deref(), items, &observed)?);
    let unanswered: usize = runs.iter().map(|run| run.unanswered).sum();
    let out = args.out.as_ref().unwrap_or(&args.runs[0]);
    write(&runs, &rows, unanswered, out)?;

    let shown = Shown::new(&rows, &models, &levels, &domains);
    let page = page::render(&shown, &runs, &observed, unanswered)?;
    write_file(&out.join("page"), "index.html", &page)?;
    problem_pages::write(&runs, &models, &out.join("page"))?;
    let mut lines = head(&runs, unanswered);
    lines.extend(shown.lines(width()));
    lines.extend(errata::told(&runs[0].left_out));
    input::print_lines(&lines)?;
    if unanswered == 0 || args.partial {
        return Ok(ExitCode::SUCCESS);
    }
    for run in runs.iter().filter(|run| run.unanswered > 0) {
        eprintln!(
            "{} missing or failed: `dojo model ask {}` asks again; --partial does without",
            counted(run.unanswered, "answer"),
            run.opened.path.display()
        );
    }
    Ok(ExitCode::from(1))
}

fn write(runs: &[GradedRun], rows: &[Row], unanswered: usize, out: &Path) -> anyhow::Result<()> {
    let dataset = &runs[0].opened.problems.dataset;
    let output = Output {
        runs: runs
            .iter()
            .map(|run| OutputRun {
                name: run.opened.name(),
                prompt: run.opened.prompt.to_string(),
                prompt_sha256: &run.opened.run.prompt.sha256,
                samples: run.opened.run.samples,
                models: run.opened.run.models.keys().map(String::as_str).collect(),
            })
            .collect(),
        dataset_sha256: &runs[0].opened.run.dataset.sha256,
        problems: dataset.problems.len(),
        without_reference: dataset.without_reference.len(),
        unread: (dataset.refused.iter())
            .map(|refused| (refused.row, refused.why.as_str()))
            .collect(),
        left_out: &runs[0].left_out,
        unanswered,
        rows,
    };
    let mut json = serde_json::to_string_pretty(&output)?;
    json.push('\n');
    write_file(out, "table.json", &json)?;
    write_file(out, "table.csv", &csv(rows))
}

fn write_file(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let file = folder.join(name);
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// The rows as CSV (RFC 4180).
fn csv(rows: &[Row]) -> String {
    let mut text = String::from("model,group,figure,value,se,low,high,n\r\n");
    for row in rows {
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let names = [&row.model, &row.group, &row.figure].map(String::clone);
        let numbers = [row.value, row.se, row.low, row.high].map(number);
        text.push_str(&csv::line(
            [names.as_slice(), &numbers, &[row.n.to_string()]].concat(),
        ));
        text.push_str("\r\n");
    }
    text
}

/// What a table is of.
fn head(runs: &[GradedRun], unanswered: usize) -> Vec<String> {
    let first = &runs[0].opened;
    let dataset = &first.problems.dataset;
    let mut lines = vec![format!(
        "{}: {}",
        first.run.dataset.path.display(),
        counted(dataset.problems.len(), "problem")
    )];
    if !dataset.without_reference.is_empty() {
        let count = counted(dataset.without_reference.len(), "problem");
        lines.push(format!(
            "{count} without a reference that can be used, not graded"
        ));
    }
    if !dataset.refused.is_empty() {
        let count = counted(dataset.refused.len(), "row");
        lines.push(format!(
            "{count} of the data set cannot be read: asked of nobody, and in no mean"
        ));
    }
    let prompts: BTreeSet<String> = runs
        .iter()
        .map(|run| run.opened.run.prompt.to_string())
        .collect();
    let prompts: Vec<String> = prompts.into_iter().collect();
    lines.push(format!("prompt {}", prompts.join(", ")));
    for (answer, graded) in runs.iter().flat_map(|run| &run.graded) {
        if let Some(error) = &graded.error {
            lines.push(format!(
                "the answer of {} to {} cannot be graded, and counts 0: {error}",
                answer.model, answer.id
            ));
        }
    }
    if unanswered > 0 {
        lines.push(format!(
            "PARTIAL: {} missing or failed, and in no mean",
            counted(unanswered, "answer")
        ));
    }
    lines
}
