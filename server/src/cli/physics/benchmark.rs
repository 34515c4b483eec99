//! `dojo physics grade --dataset`: all answers to a data set, on all cores, as the paper's table.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use help::dataset::{Answers, Cell, Graded, Item, Table, csv};
use serde::Serialize;

use super::errata::{self, Errata};
use super::grading::{Grading, Job};
use super::state::State;
use super::{grade::Args, load, page};
use crate::cli::input::{self, counted};

#[derive(Serialize)]
struct Output<'a> {
    dataset: String,
    answers: String,
    problems: usize,
    /// The number of the rules by which answers were tidied.
    tidy: Option<u32>,
    without_reference: usize,
    left_out: &'a BTreeMap<String, String>,
    tables: &'a [Table],
    results: &'a [Graded],
}

pub(super) fn main(args: &Args, dataset: &Path, answers: &Path) -> anyhow::Result<ExitCode> {
    let errata = Errata::read(args.exclude.as_deref())?;
    let mut problems = load::dataset(dataset)?;
    let known: BTreeSet<&str> = (problems.problems.iter())
        .map(|item| item.problem.id.as_str())
        .chain((problems.without_reference.iter()).map(|question| question.id.as_str()))
        .collect();
    let given = load::answers(answers, |id| known.contains(id))?;
    for refused in &given.refused {
        eprintln!(
            "error: {}: answer {}: {}",
            answers.display(),
            refused.row,
            refused.why
        );
    }
    tell_strangers(&known, &given, answers)?;
    tell_references(&given, answers);
    let left_out = errata.leave_out(&mut problems.problems);
    let broken = load::set_broken_aside(dataset, &mut problems);
    let models = given.models();
    let grading = Grading::new(
        args.settings(),
        args.thresholds.thresholds(),
        args.eed(),
        args.tidy(),
    );
    let jobs = jobs(&problems.problems, &given, &models, &grading);
    let mut state = open_state(args, answers);
    let results = grading.run(&jobs, &mut state)?;
    let tables: Vec<Table> = models
        .iter()
        .map(|model| Table::new(model, &results))
        .collect();

    if let Some(file) = &args.csv {
        write(file, &csv(&results))?;
    }
    if let Some(file) = &args.html {
        let title = dataset.file_name().unwrap_or(dataset.as_os_str());
        write(
            file,
            &page::render(&title.to_string_lossy(), &tables, &results, &left_out)?,
        )?;
    }
    if args.json {
        input::print_json(&Output {
            dataset: dataset.display().to_string(),
            answers: answers.display().to_string(),
            problems: problems.problems.len(),
            tidy: args.tidy(),
            without_reference: problems.without_reference.len(),
            left_out: &left_out,
            tables: &tables,
            results: &results,
        })?;
    } else {
        for table in &tables {
            input::print_lines(&describe(table))?;
        }
        input::print_lines(&[match args.tidy() {
            Some(rules) => {
                format!("answers were tidied by rules {rules}; --no-tidy grades them as they stand")
            }
            None => "answers were graded as they stand".to_owned(),
        }])?;
        if !problems.without_reference.is_empty() {
            let count = counted(problems.without_reference.len(), "problem");
            input::print_lines(&[format!(
                "{count} without a reference that can be used, not graded"
            )])?;
        }
        input::print_lines(&errata::told(&left_out))?;
    }
    let refused = problems.refused.len() + broken + given.refused.len();
    let failed: usize = tables.iter().map(|table| table.failed).sum();
    Ok(if refused + failed > 0 {
        ExitCode::from(2)
    } else {
        ExitCode::SUCCESS
    })
}

/// Tells of answers that are perhaps those of the references, which are always right.
fn tell_references(answers: &Answers, file: &Path) {
    let all = answers.by_problem.values().flatten();
    let count = all.filter(|answer| answer.is_beside_problem).count();
    if count > 0 {
        eprintln!(
            "warning: {}: {} from `solution` or `answer` of a row that also holds the problem: if that is of the data set \
             and not of a model, name the model's answer `model_solution`",
            file.display(),
            counted(count, "answer")
        );
    }
}

/// Answers to problems that are not there are told and left out; a file without any other is none of this data set, and
/// would give a table of zeros.
fn tell_strangers(known: &BTreeSet<&str>, answers: &Answers, file: &Path) -> anyhow::Result<()> {
    ensure!(
        !answers.by_problem.is_empty(),
        "{}: there is no answer in it that can be read",
        file.display()
    );
    let ids = answers.by_problem.keys();
    let strangers: Vec<&String> = ids.filter(|id| !known.contains(id.as_str())).collect();
    if let Some(first) = strangers.first()
        && strangers.len() == answers.by_problem.len()
    {
        anyhow::bail!(
            "{}: no answer is to a problem of the data set; the first is to `{first}`",
            file.display()
        );
    }
    if let Some(first) = strangers.first() {
        eprintln!(
            "warning: {}: {} to no problem of the data set, the first to `{first}`",
            file.display(),
            counted(strangers.len(), "answer")
        );
    }
    Ok(())
}

fn jobs<'a>(
    items: &'a [Item],
    answers: &'a Answers,
    models: &'a [String],
    grading: &Grading,
) -> Vec<Job<'a>> {
    let mut jobs = Vec::with_capacity(items.len() * models.len());
    for item in items {
        let own = answers.by_problem.get(&item.problem.id);
        for model in models {
            let own = own.into_iter().flatten();
            let own = own.filter(|answer| answer.model == *model);
            let samples = own.map(|answer| (answer.sample.as_str(), Some(&*answer.solution)));
            let mut samples: Vec<(&str, Option<&str>)> = samples.collect();
            if samples.is_empty() {
                samples.push(("", None));
            }
            let of_sample = |(sample, solution)| grading.job(item, model, sample, solution);
            jobs.extend(samples.into_iter().map(of_sample));
        }
    }
    jobs
}

/// The state file that was asked for. Where it cannot be written the run goes on without.
fn open_state(args: &Args, answers: &Path) -> State {
    if args.no_state || (args.state.is_none() && answers == Path::new("-")) {
        return State::none();
    }
    let path = args.state.clone().unwrap_or_else(|| {
        let mut name = answers.as_os_str().to_owned();
        name.push(".state.jsonl");
        PathBuf::from(name)
    });
    State::open(&path).unwrap_or_else(|error| {
        eprintln!(
            "warning: results are not kept: cannot write {}: {error}",
            path.display()
        );
        State::none()
    })
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// The table for a terminal.
fn describe(table: &Table) -> Vec<String> {
    let mut lines = Vec::new();
    if !table.model.is_empty() {
        lines.push(table.model.clone());
    }
    let has_eed = table.all.eed.is_some();
    let has_people = table.all.human_final.is_some() || table.all.human_step.is_some();
    let mut head = format!(
        "{:<46} {:>8} {:>7} {:>7} {:>7}",
        "", "problems", "Final", "Full", "Step"
    );
    if has_eed {
        head = format!("{head} {:>7}", "EED");
    }
    if has_people {
        head = format!("{head} {:>12} {:>12}", "Final, human", "Step, human");
    }
    lines.push(head);
    let groups = table.by_difficulty.iter().chain(&table.by_domain);
    for group in groups {
        lines.push(line(&group.name, &group.cell, has_eed, has_people));
    }
    lines.push(line("Avg.", &table.all, has_eed, has_people));
    if table.unanswered > 0 {
        lines.push(format!(
            "{} without an answer, counted as 0",
            counted(table.unanswered, "problem")
        ));
    }
    if table.failed > 0 {
        lines.push(format!(
            "{} that could not be graded, counted as 0",
            counted(table.failed, "answer")
        ));
    }
    lines
}

fn line(name: &str, cell: &Cell, has_eed: bool, has_people: bool) -> String {
    let percent = |share: f64| format!("{:.2}", 100.0 * share);
    let mut line = format!(
        "{name:<46} {:>8} {:>7} {:>7} {:>7}",
        cell.problems,
        percent(cell.final_accuracy),
        percent(cell.full),
        percent(cell.step)
    );
    if has_eed {
        let eed = cell
            .eed
            .map_or_else(|| "–".to_owned(), |eed| format!("{eed:.2}"));
        line = format!("{line} {eed:>7}");
    }
    if has_people {
        let people = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), percent);
        line = format!(
            "{line} {:>12} {:>12}",
            people(cell.human_final),
            people(cell.human_step)
        );
    }
    line
}
