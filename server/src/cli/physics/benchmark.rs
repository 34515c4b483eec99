//! `dojo physics grade --dataset`: all answers to a data set, on all cores, as the paper's table.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use anyhow::Context as _;
use dojo_judge::contest::physics::EedParameters;
use formula::credit::eed::{Eed, EedScore, SimplifyError};
use formula::credit::{GRADER_VERSION, Grader, Settings};
use formula::problem::Level;
use formula::problem::dag::Dag;
use formula::problem::difficulty::{Thresholds, rate};
use help::dataset::{Answers, Cell, Graded, Item, Key, Table, csv, key, without_thinking};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::state::State;
use super::{grade::Args, load, page};
use crate::cli::input;
use crate::pages::text;

/// One answer to grade.
struct Job<'a> {
    item: &'a Item,
    model: &'a str,
    sample: &'a str,
    solution: Option<&'a str>,
    key: Key,
}

#[derive(Serialize)]
struct Output<'a> {
    dataset: String,
    answers: String,
    problems: usize,
    without_reference: usize,
    tables: &'a [Table],
    results: &'a [Graded],
}

pub(super) fn main(args: &Args, dataset: &Path, answers: &Path) -> anyhow::Result<ExitCode> {
    let problems = load::dataset(dataset)?;
    let known: BTreeSet<&str> = (problems.problems.iter())
        .map(|item| item.problem.id.as_str())
        .chain(problems.without_reference.iter().map(String::as_str))
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
    let settings = args.settings();
    let thresholds = args.thresholds.thresholds();
    let models = models(&given);
    let eed = args.eed();
    let parameters = parameters(&settings, &thresholds, eed.is_some());
    let jobs = jobs(&problems.problems, &given, &models, &parameters);
    let mut state = open_state(args, answers);
    let results = run(&jobs, &settings, &thresholds, eed.as_ref(), &mut state)?;
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
            &page::render(&title.to_string_lossy(), &tables, &results)?,
        )?;
    }
    if args.json {
        input::print_json(&Output {
            dataset: dataset.display().to_string(),
            answers: answers.display().to_string(),
            problems: problems.problems.len(),
            without_reference: problems.without_reference.len(),
            tables: &tables,
            results: &results,
        })?;
    } else {
        for table in &tables {
            input::print_lines(&describe(table))?;
        }
        if !problems.without_reference.is_empty() {
            let count = counted(problems.without_reference.len(), "problem");
            input::print_lines(&[format!("{count} without a reference, not graded")])?;
        }
    }
    let refused = problems.refused.len() + given.refused.len();
    let failed: usize = tables.iter().map(|table| table.failed).sum();
    Ok(if refused + failed > 0 {
        ExitCode::from(2)
    } else {
        ExitCode::SUCCESS
    })
}

/// Everybody who answered; nobody in particular when nobody did.
fn models(answers: &Answers) -> Vec<String> {
    let models = answers.models();
    if models.is_empty() {
        vec![String::new()]
    } else {
        models
    }
}

/// Answers to problems that are not there are told and left out; a file without any other is none of this data set.
fn tell_strangers(known: &BTreeSet<&str>, answers: &Answers, file: &Path) -> anyhow::Result<()> {
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

/// All that a result depends on besides problem and answer.
fn parameters(settings: &Settings, thresholds: &Thresholds, measured: bool) -> String {
    let eed = measured.then(EedParameters::default);
    format!("{GRADER_VERSION} {settings:?} {thresholds:?} {eed:?}")
}

fn jobs<'a>(
    items: &'a [Item],
    answers: &'a Answers,
    models: &'a [String],
    parameters: &str,
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
            jobs.extend(samples.into_iter().map(|(sample, solution)| Job {
                item,
                model,
                sample,
                solution,
                key: key(&item.json, model, solution, parameters),
            }));
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

/// Grades what is not known yet, on all cores, and gives all results in the order of the jobs.
fn run(
    jobs: &[Job],
    settings: &Settings,
    thresholds: &Thresholds,
    eed: Option<&Eed>,
    state: &mut State,
) -> anyhow::Result<Vec<Graded>> {
    let mut results: Vec<Option<Graded>> = jobs
        .iter()
        .map(|job| state.find(&job.key).cloned())
        .collect();
    let open: Vec<usize> = (0..jobs.len())
        .filter(|&at| results[at].is_none())
        .collect();
    if open.len() < jobs.len() {
        eprintln!(
            "{} of {} known already",
            jobs.len() - open.len(),
            counted(jobs.len(), "result")
        );
    }
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let bar = progress_bar(open.len());
    let started = Instant::now();
    let work = |at: usize| (at, grade(&jobs[at], settings, thresholds, eed));
    dojo_sandbox::in_order(threads, open.iter().copied(), work, |(at, graded)| {
        let graded = graded.context("EED cannot be measured; --no-eed does without")?;
        bar.inc(1);
        state
            .keep(&jobs[at].key, &graded)
            .context("cannot keep a result")?;
        results[at] = Some(graded);
        Ok::<(), anyhow::Error>(())
    })?;
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    eprintln!(
        "{} graded in {seconds:.2} s on {}",
        counted(open.len(), "answer"),
        counted(threads.get(), "core")
    );
    let named = results.into_iter().flatten().zip(jobs);
    Ok(named
        .map(|(graded, job)| Graded {
            sample: job.sample.to_owned(),
            ..graded
        })
        .collect())
}

fn progress_bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} answers, {eta} left");
    let bar = ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn grade(
    job: &Job,
    settings: &Settings,
    thresholds: &Thresholds,
    eed: Option<&Eed>,
) -> Result<Graded, SimplifyError> {
    let problem = &job.item.problem;
    let level: Option<Level> = Dag::new(&problem.nodes)
        .ok()
        .and_then(|dag| rate(&dag, &problem.difficulty, thresholds).level);
    let missing = Graded {
        eed: eed.map(|_| EedScore::default()),
        ..Graded::missing(problem, level, job.model)
    };
    let Some(solution) = job.solution.and_then(without_thinking) else {
        return Ok(missing);
    };
    let solution = &*solution;
    if let Err(why) = load::check_solution(solution) {
        return Ok(missing.with_error(why));
    }
    let grader = match Grader::new(problem, settings) {
        Ok(grader) => grader,
        Err(error) => return Ok(missing.with_error(error)),
    };
    let report = match eed {
        Some(eed) => grader.grade_and_measure(solution, eed)?,
        None => grader.grade(solution),
    };
    Ok(missing.with_report(&report))
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// `1 answer`, `2 answers`.
pub(super) fn counted(number: impl Display, noun: &str) -> String {
    text::count(&number.to_string(), noun)
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
