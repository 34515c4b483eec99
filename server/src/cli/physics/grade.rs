//! `dojo physics grade`: one solution against one problem, or the answers to a whole data set.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use formula::credit::eed::{Eed, Mode};
use formula::credit::{
    Credit, DEFAULT_MAX_FORMULAS, EedReport, FormulaReport, Grader, NodeReport, Report, Settings,
    Shares,
};
use formula::found::{Inline, MAX_FORMULAS};
use help::dataset::without_thinking;
use help::tidy::{TIDY_VERSION, tidy};
use serde::Serialize;

use super::difficulty::ThresholdArgs;
use super::{benchmark, load, simplified_cache};
use crate::cli::input;

/// Options of `dojo physics grade`.
#[expect(clippy::struct_excessive_bools, reason = "flags of a command")]
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A solution is Markdown. Formulas between `$$` and `$$`, or `\\[` and `\\]`, are compared with the
problem's; formulas between single `$` inside a sentence are asides, unless the problem or --inline
says that they count. Each formula that is equivalent to one of the problem's credits it and
everything that it follows from. The score is the credited share, by points where the problem gives
points.

With --dataset, answers are JSONL or a JSON array of {\"id\": …, \"solution\": \"…\"}, with an
optional \"model\"; problems without an answer count as 0, formulas inside sentences count, and an
answer is tidied first, since a model has nobody to ask. What is graded is kept in a state file, so that the same command goes on where it was interrupted.")]
pub(super) struct Args {
    /// A problem, or a data set that holds it; `-` reads standard input.
    #[arg(long, requires = "solution", required_unless_present = "dataset")]
    problem: Option<PathBuf>,
    /// The id of the problem, when the file holds several.
    #[arg(long, requires = "problem")]
    id: Option<String>,
    /// The solution, in Markdown with LaTeX; `-` reads standard input.
    #[arg(long, requires = "problem")]
    solution: Option<PathBuf>,
    /// A whole data set: a JSON array or JSONL of problems.
    #[arg(long, requires = "answers", conflicts_with = "problem")]
    pub(super) dataset: Option<PathBuf>,
    /// The answers to the data set.
    #[arg(long, requires = "dataset")]
    pub(super) answers: Option<PathBuf>,
    /// Leave these problems out of every mean: a CSV file with the columns `id` and `reason`.
    #[arg(long, value_name = "FILE", requires = "dataset")]
    pub(super) exclude: Option<PathBuf>,
    /// Write one line an answer into this file, as CSV.
    #[arg(long, requires = "dataset")]
    pub(super) csv: Option<PathBuf>,
    /// Write a page with the table and plots into this file.
    #[arg(long, requires = "dataset")]
    pub(super) html: Option<PathBuf>,
    /// Where results are kept, so that an interrupted run can go on.
    /// [default: the file of answers with `.state.jsonl` after it]
    #[arg(long, requires = "dataset")]
    pub(super) state: Option<PathBuf>,
    /// Keep no results, and use none that were kept.
    #[arg(long, requires = "dataset", conflicts_with = "state")]
    pub(super) no_state: bool,
    /// Formulas of a solution that are scored; a chain counts as many as it has relations.
    /// [default: 60; with --dataset all]
    #[arg(long, value_parser = limit)]
    max_formulas: Option<usize>,
    /// What a formula between single `$` inside a sentence is: `aside` or `count`.
    /// [default: what the problem says, else `aside`; with --dataset `count`]
    #[arg(long, value_parser = inline)]
    inline: Option<Inline>,
    /// Grade answers as they stand. Without it, formulas that are meant to count are put where they
    /// do, as `dojo physics tidy` does.
    #[arg(long, requires = "dataset")]
    no_tidy: bool,
    /// The season's seed, any text: where the random trials of comparisons come from.
    #[arg(long, default_value = "")]
    seed: String,
    #[command(flatten)]
    pub(super) thresholds: ThresholdArgs,
    /// Do not measure how near wrong final answers are (EED), which takes `SymPy` and more time.
    #[arg(long)]
    no_eed: bool,
    /// Folder for data; the prepared sandbox of `SymPy` is kept there.
    #[arg(long, env = "DOJO_DATA")]
    data: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub(super) json: bool,
}

/// A limit of formulas from 1 to 10,000.
fn limit(text: &str) -> Result<usize, String> {
    let limit: usize = text.parse().map_err(|_| "a whole number is expected")?;
    if (1..=10_000).contains(&limit) {
        Ok(limit)
    } else {
        Err("a number from 1 to 10000 is expected".into())
    }
}

fn inline(word: &str) -> Result<Inline, String> {
    match word {
        "aside" => Ok(Inline::Aside),
        "count" => Ok(Inline::Count),
        _ => Err("`aside` or `count` is expected".into()),
    }
}

impl Args {
    pub(super) fn settings(&self) -> Settings {
        Settings {
            max_formulas: self.max_formulas.unwrap_or(match self.dataset {
                // What comes after so many is one error.
                Some(_) => MAX_FORMULAS,
                None => DEFAULT_MAX_FORMULAS as usize,
            }),
            seed: self.seed.clone().into_bytes(),
            // Models write their steps into sentences.
            inline: self
                .inline
                .or(self.dataset.is_some().then_some(Inline::Count)),
        }
    }

    /// The number of the rules by which answers are tidied first.
    pub(super) fn tidy(&self) -> Option<u32> {
        (!self.no_tidy).then_some(TIDY_VERSION)
    }

    /// What measures EED, unless it is not wanted.
    pub(super) fn eed(&self) -> Option<Eed> {
        (!self.no_eed).then(|| simplified_cache::eed(self.data.as_deref(), Mode::Dojo))
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    shares: Shares,
    #[serde(flatten)]
    report: &'a Report,
    /// What it would come to with its formulas where they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    tidied: Option<Tidied>,
}

/// What a text comes to that `dojo physics tidy` has put right.
#[derive(Serialize)]
struct Tidied {
    /// Formulas that were moved or marked.
    changes: usize,
    contest_score: u32,
}

impl Tidied {
    fn of(grader: &Grader, solution: &str) -> Option<Self> {
        let tidied = tidy(solution);
        (!tidied.changes.is_empty()).then(|| Self {
            changes: tidied.changes.len(),
            contest_score: grader.grade(&tidied.text).contest_score,
        })
    }

    fn line(&self) -> String {
        let Self {
            changes,
            contest_score,
        } = self;
        let formulas = if *changes == 1 { "formula" } else { "formulas" };
        format!(
            "note: {changes} {formulas} that seem meant to count stand elsewhere; with what `dojo physics tidy` prints \
             the score is {contest_score} of 1000"
        )
    }
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    if let (Some(dataset), Some(answers)) = (&args.dataset, &args.answers) {
        return benchmark::main(args, dataset, answers);
    }
    let (Some(problem), Some(solution)) = (&args.problem, &args.solution) else {
        anyhow::bail!("--problem and --solution, or --dataset and --answers, are needed");
    };
    let item = load::problem(problem, args.id.as_deref())?;
    let solution = load::solution(solution)?;
    let solution = without_thinking(&solution).unwrap_or_default();
    let grader = Grader::new(&item.problem, &args.settings())
        .with_context(|| problem.display().to_string())?;
    let report = match args.eed() {
        Some(eed) => grader
            .grade_and_measure(&solution, &eed)
            .context("EED cannot be measured; --no-eed does without")?,
        None => grader.grade(&solution),
    };
    let tidied = Tidied::of(&grader, &solution);
    if args.json {
        input::print_json(&Answer {
            shares: report.shares(),
            report: &report,
            tidied,
        })?;
    } else {
        let mut lines = describe(&report);
        lines.extend(tidied.iter().map(Tidied::line));
        input::print_lines(&lines)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn describe(report: &Report) -> Vec<String> {
    let answers = if report.final_correct {
        "right"
    } else {
        "not all right"
    };
    let mut lines = vec![
        format!(
            "score {} of 1000 ({} = {:.4})",
            report.contest_score,
            report.score_fraction,
            report.shares().score
        ),
        format!("final answers: {} ({answers})", report.final_answers),
    ];
    lines.extend(report.eed.iter().flat_map(eed_lines));
    lines.extend([format!(
        "formulas: {} found, {} compared, {} match",
        report.formulas_found, report.formulas_scored, report.formulas_matched
    )]);
    lines.extend(report.formulas.iter().map(formula_line));
    lines.push("nodes:".into());
    lines.extend(report.nodes.iter().map(node_line));
    if let Some(wrong) = &report.first_wrong {
        let label = wrong.suggested_label.map_or_else(String::new, |label| {
            format!(" ({label}: {})", label.meaning())
        });
        lines.push(format!(
            "first wrong step: formula {}: {}{label}",
            wrong.formula, wrong.reason
        ));
    }
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    lines
}

fn eed_lines(eed: &EedReport) -> Vec<String> {
    let answers = eed.answers.iter().map(|answer| {
        let mut parts = vec![format!("  node {}: {}", answer.node, answer.score)];
        parts.extend(
            answer
                .formula
                .map(|formula| format!("compared with formula {formula}")),
        );
        if let (Some(distance), Some(size)) = (&answer.distance, answer.tree_size) {
            parts.push(format!("edit distance {distance} of {size} nodes"));
        }
        parts.extend(answer.note.clone());
        parts.join(", ")
    });
    let whole = format!("EED: {} of 100", eed.score);
    [whole].into_iter().chain(answers).collect()
}

fn formula_line(formula: &FormulaReport) -> String {
    let became = match (&formula.error, formula.matches.as_slice()) {
        (Some(error), _) => format!("cannot be read: {error}"),
        (None, []) => "matches nothing".into(),
        (None, nodes) => format!("matches {}", list(nodes)),
    };
    let source: String = formula
        .source
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    format!(
        "  {}. line {}: {source}: {became}",
        formula.number, formula.line
    )
}

fn node_line(node: &NodeReport) -> String {
    let how = match node.credit {
        Credit::Matched => format!(
            "matched by formula {}: {}",
            list(&node.formulas),
            node.reason
        ),
        Credit::Descendant => format!(
            "credited through node {}",
            node.through
                .map_or_else(String::new, |node| node.to_string())
        ),
        Credit::Missed => format!("missed: {}", node.reason),
    };
    format!("  {}. {how}", node.index)
}

fn list<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}
