//! `dojo model rate`: proposes C1, C2 and the domain of problems into a copy of their file.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use dojo_model::ask::Stop;
use dojo_model::making::{self, Rated, read_rating};
use dojo_model::run::DatasetName;
use dojo_model::settings::Settings;
use formula::problem::domain::Domain;
use serde_json::{Map, Value, json};

use super::ask::{self, BudgetArgs};
use super::make::pretty;
use super::problems::Problems;
use super::prompt_folder::{PromptFolder, one_model};
use crate::cli::input::{self, counted};
use crate::whole_file::write_once;

/// How often a model is asked for a rating that can be read.
const TRIES: u32 = 3;
/// The copy with what was proposed.
const RATED: &str = "rated.json";

/// Options of `dojo model rate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The copy has `difficulty` and `domain` as the model proposes them, whatever the file says; all other keys
stay. Look at it before you take it.")]
pub(super) struct Args {
    /// A problem, a data set (JSON array or JSONL), or a season's folder.
    file: PathBuf,
    /// The models and where they are reached, in TOML.
    #[arg(long, value_name = "FILE")]
    models: PathBuf,
    /// The model of the file that rates, if there are several.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// The folder of the run.
    #[arg(long, value_name = "RUN")]
    out: PathBuf,
    #[command(flatten)]
    budget: BudgetArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let settings = Settings::read(&args.models)?;
    let settings = one_model(&settings, args.model.as_deref(), "--model")?;
    let problems = Problems::read(&args.file)?;
    let mut rows: Vec<(&str, Map<String, Value>)> = Vec::new();
    for (id, json) in problems.rows() {
        rows.push((
            id,
            serde_json::from_str(json).context("a problem is no object")?,
        ));
    }
    let dataset = DatasetName {
        path: fs::canonicalize(&args.file)?,
        sha256: problems.sha256.clone(),
        rows: rows.len(),
    };
    let mut desk = PromptFolder::open(&args.out, dataset, &settings, making::rate())?;
    let stop = Arc::new(Stop::default());
    ask::stop_at_ctrl_c(Arc::clone(&stop));
    let mut rated: Vec<Option<Rated>> = vec![None; rows.len()];
    for tries in 1..=TRIES {
        let open: Vec<usize> = (0..rows.len()).filter(|&at| rated[at].is_none()).collect();
        let asked = open.iter().map(|&at| {
            let (id, row) = &rows[at];
            (format!("{id}/{tries}"), told(row))
        });
        let asked: Vec<(String, String)> = asked.collect();
        let Some(answers) = desk.ask(&asked, args.budget.budget(), &stop)? else {
            let mut lines = desk.failures()?;
            lines.push(ask::used(desk.spent));
            lines.push("not all is rated; the same command goes on".to_owned());
            input::print_lines(&lines)?;
            return Ok(ExitCode::from(1));
        };
        for (at, answer) in open.into_iter().zip(answers) {
            let is_domain = |word: &str| domains().any(|one| one == word);
            rated[at] = answer.and_then(|text| read_rating(&text, is_domain));
        }
    }
    let mut unread = Vec::new();
    for ((id, row), rated) in rows.iter_mut().zip(&rated) {
        match rated {
            Some(rated) => propose(row, rated),
            None => unread.push((*id).to_owned()),
        }
    }
    let file = args.out.join(RATED);
    let copy: Vec<Value> = rows
        .into_iter()
        .map(|(_, row)| Value::Object(row))
        .collect();
    let copy = pretty(&Value::Array(copy))?;
    let stands = write_once(&file, copy.as_bytes()).with_context(|| file.display().to_string())?;
    let file = file.display();
    let mut lines = vec![if stands {
        let n = rated.len() - unread.len();
        format!("{} rated: {file}", counted(n, "problem"))
    } else {
        format!(
            "{file} is not what was proposed now, and stays as it is; move it away for a new one"
        )
    }];
    if !unread.is_empty() {
        lines.push(format!(
            "no rating can be read of {}: each was asked for {TRIES} times; another model or --out asks anew",
            unread.join(", ")
        ));
    }
    lines.push(ask::used(desk.spent));
    input::print_lines(&lines)?;
    Ok(ExitCode::from(u8::from(!unread.is_empty())))
}

/// The domains that are proposed: those of PRISM-Physics, since `PHYBench`'s overlap them.
fn domains() -> impl Iterator<Item = &'static str> {
    let domains = Domain::ALL.into_iter();
    let domains = domains.filter(|domain| domain.is_of_prism());
    domains.map(Domain::name)
}

/// What the model is told of a problem; whatever else a row has may be an answer to what is asked for.
const TOLD: [&str; 8] = [
    "title",
    "context",
    "content",
    "subquestions",
    "constants",
    "solution",
    "answer",
    "grading_standard",
];

/// What it is told of a question or of a formula.
const TOLD_INSIDE: [&str; 8] = [
    "letter",
    "subproblem",
    "final_answer_instructions",
    "solution",
    "index",
    "formula",
    "dependency",
    "is_final_answer",
];

/// The problem with its solution, and which domains there are.
fn told(row: &Map<String, Value>) -> String {
    let mut row = row.clone();
    row.retain(|key, _| TOLD.contains(&key.as_str()));
    for part in row.values_mut().filter_map(Value::as_array_mut).flatten() {
        if let Value::Object(part) = part {
            part.retain(|key, _| TOLD_INSIDE.contains(&key.as_str()));
        }
    }
    format!(
        "The domains are {}.\n\n```json\n{}\n```",
        domains().collect::<Vec<_>>().join("; "),
        Value::Object(row)
    )
}

fn propose(row: &mut Map<String, Value>, rated: &Rated) {
    let difficulty = json!({"C1": rated.conceptual, "C2": rated.computational});
    row.insert("difficulty".to_owned(), difficulty);
    if row.get("domain").and_then(Value::as_str) != Some(rated.domain.as_str()) {
        // A subtopic belongs to its domain.
        row.remove("subtopic");
        row.insert("domain".to_owned(), json!(rated.domain));
    }
}
