//! `dojo model agreement`: how far graders and judges of a run agree with people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use dojo_model::folder::Answer;
use dojo_model::table::ALL;
use formula::credit::eed::EedScore;
use formula::problem::domain::Domain;
use help::agreement::{Agreement, agreement, interval};
use help::dataset::Graded;
use serde::Serialize;

use super::graded::{GradedRun, GradingArgs, NO_DOMAIN};
use super::grid::Grid;
use super::problem_pages::{file_of, place_of};
use super::terminal_width::width;
use crate::cli::csv::{self, Csv};
use crate::cli::input::{self, counted};
use crate::cli::physics::agreement::Chance;
use crate::cli::physics::load;

/// Longest file of scores, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// So many of the largest differences are told.
const LARGEST: usize = 20;
/// The score whose largest differences are told.
const SCORE: &str = "score";

/// Options of `dojo model agreement`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file of scores is CSV with the columns id, model, annotator and score, and sample where there are
several. Scores are from 0 to 1, or from 0 to 100 if one is above 1. Of an answer the first two annotators
count with their mean; where they differ by more than --differ, the third decides.")]
pub(super) struct Args {
    /// The folder of a run.
    run: PathBuf,
    /// People's scores.
    #[arg(long, value_name = "FILE")]
    people: PathBuf,
    /// Two annotators differ if their scores are further apart than this share.
    #[arg(long, default_value_t = 0.3)]
    differ: f64,
    #[command(flatten)]
    chance: Chance,
    #[command(flatten)]
    grading: GradingArgs,
}

/// An answer, as people know it: problem, model, sample.
type Name = (String, String, u32);

/// What people gave an answer, in the order of the file.
struct People(BTreeMap<Name, Vec<(String, f64)>>);

/// An answer with people's score and those of each grader.
struct Observed<'a> {
    answer: &'a Answer,
    domain: &'a str,
    people: f64,
    graders: BTreeMap<String, f64>,
}

/// One agreement.
#[derive(Serialize)]
struct Row {
    grader: String,
    group: String,
    #[serde(flatten)]
    agreement: Agreement,
    low: Option<f64>,
    high: Option<f64>,
    /// Answers.
    n: usize,
}

/// How two annotators agree.
#[derive(Serialize)]
struct Pair {
    annotators: [String; 2],
    #[serde(flatten)]
    agreement: Agreement,
    /// Answers that both scored.
    n: usize,
    /// Those where they differ.
    differ: usize,
}

/// One of the largest differences.
#[derive(Serialize)]
struct Difference {
    id: String,
    model: String,
    sample: u32,
    people: f64,
    score: f64,
    page: String,
}

#[derive(Serialize)]
struct Output {
    answers: usize,
    /// Answers where two differ and no third decides.
    undecided: usize,
    rows: Vec<Row>,
    annotators: Vec<Pair>,
    differences: Vec<Difference>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let people = People::read(&args.people).with_context(|| args.people.display().to_string())?;
    let run = GradedRun::grade(&args.run, &args.grading)?;
    let (observed, undecided) = observe(&run, &people, args);
    ensure!(
        observed.len() > 1,
        "{}: {} to answers of this run; at least 2 are needed",
        args.people.display(),
        counted(observed.len(), "score")
    );
    let output = Output {
        answers: observed.len(),
        undecided,
        rows: rows(&observed, args.chance)?,
        annotators: people.pairs(args)?,
        differences: differences(&observed, &run, &args.run),
    };
    let mut json = serde_json::to_string_pretty(&output)?;
    json.push('\n');
    write(&args.run, "agreement.json", &json)?;
    write(&args.run, "agreement.csv", &csv(&output.rows))?;
    input::print_lines(&lines(&output, args))?;
    Ok(ExitCode::SUCCESS)
}

fn write(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let file = folder.join(name);
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
}

impl People {
    fn read(file: &Path) -> anyhow::Result<Self> {
        let bytes = load::bytes(file, MAX_BYTES)?;
        let csv = Csv::read(std::str::from_utf8(&bytes)?)?;
        let scores = csv.numbers("score")?;
        let most = scores.iter().copied().fold(0.0, f64::max);
        let of = if most > 1.0 { 100.0 } else { 1.0 };
        if most > of || scores.iter().any(|score| *score < 0.0) {
            bail!("scores are from 0 to 1, or from 0 to 100");
        }
        let samples = match csv.column("sample") {
            Ok(_) => csv.numbers("sample")?,
            Err(_) => vec![1.0; scores.len()],
        };
        let names = csv.column("id")?.zip(csv.column("model")?);
        let names = names.zip(csv.column("annotator")?).zip(samples);
        let mut people: BTreeMap<Name, Vec<(String, f64)>> = BTreeMap::new();
        for ((((id, model), annotator), sample), score) in names.zip(scores) {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it saturates, and is no sample then"
            )]
            let name = (id.to_owned(), model.to_owned(), sample as u32);
            let own = people.entry(name).or_default();
            if own.iter().any(|(other, _)| other == annotator) {
                bail!("{annotator} scored the answer of {model} to {id} twice");
            }
            own.push((annotator.to_owned(), score / of));
        }
        Ok(Self(people))
    }

    /// How each two annotators agree who scored the same answers.
    fn pairs(&self, args: &Args) -> anyhow::Result<Vec<Pair>> {
        let mut both: BTreeMap<[&str; 2], (Vec<f64>, Vec<f64>)> = BTreeMap::new();
        for scores in self.0.values() {
            for (at, (one, x)) in scores.iter().enumerate() {
                for (other, y) in &scores[at + 1..] {
                    let (names, x, y) = if one < other {
                        ([one.as_str(), other.as_str()], *x, *y)
                    } else {
                        ([other.as_str(), one.as_str()], *y, *x)
                    };
                    let (xs, ys) = both.entry(names).or_default();
                    xs.push(x);
                    ys.push(y);
                }
            }
        }
        let several = both.into_iter().filter(|(_, (x, _))| x.len() > 1);
        several
            .map(|(names, (x, y))| {
                let pairs = x.iter().zip(&y);
                let Chance { permutations, seed } = args.chance;
                Ok(Pair {
                    annotators: names.map(str::to_owned),
                    agreement: agreement(&x, &y, permutations, seed)?,
                    n: x.len(),
                    differ: pairs.filter(|(x, y)| differ(**x, **y, args.differ)).count(),
                })
            })
            .collect()
    }
}

/// Whether two scores are further apart than this. What is as far apart as scores can be written does not differ by it.
fn differ(one: f64, other: f64, most: f64) -> bool {
    (one - other).abs() > most + 1e-9
}

/// The mean of two scores to nine decimals: means that are equal are ties, whatever binary fractions they came from.
fn mean(one: f64, other: f64) -> f64 {
    const DECIMALS: f64 = 1e9;
    (f64::midpoint(one, other) * DECIMALS).round() / DECIMALS
}

/// The score of an answer, and whether somebody more would have to decide.
fn settled(scores: &[(String, f64)], most: f64) -> (f64, bool) {
    match scores {
        [(_, only)] => (*only, false),
        [(_, one), (_, other), rest @ ..] => match rest.first() {
            Some((_, third)) if differ(*one, *other, most) => (*third, false),
            _ => (mean(*one, *other), differ(*one, *other, most)),
        },
        [] => (0.0, true),
    }
}

/// The answers that people scored, with what the graders say of them; and how many are not decided.
fn observe<'a>(run: &'a GradedRun, people: &People, args: &Args) -> (Vec<Observed<'a>>, usize) {
    let mut left: BTreeSet<&Name> = people.0.keys().collect();
    let (mut observed, mut undecided) = (Vec::new(), 0);
    for (answer, grade) in &run.graded {
        let name = (answer.id.clone(), answer.model.clone(), answer.sample);
        let Some(scores) = people.0.get(&name) else {
            continue;
        };
        left.remove(&name);
        let (score, is_open) = settled(scores, args.differ);
        undecided += usize::from(is_open);
        observed.push(Observed {
            answer,
            domain: if grade.domain.is_empty() {
                NO_DOMAIN
            } else {
                &grade.domain
            },
            people: score,
            graders: graders(grade, run.judged(answer)),
        });
    }
    if let Some((id, model, sample)) = left.first() {
        eprintln!(
            "warning: {} scored and not graded in this run, the first {id} of {model}, sample {sample}",
            counted(left.len(), "answer")
        );
    }
    (observed, undecided)
}

fn graders(grade: &Graded, judged: BTreeMap<String, f64>) -> BTreeMap<String, f64> {
    let share = |is_so: bool| f64::from(u8::from(is_so));
    let own = [
        ("final", Some(share(grade.final_correct))),
        ("full", Some(share(grade.full))),
        ("step", Some(grade.step_accuracy)),
        (SCORE, Some(grade.score)),
        ("eed", grade.eed.map(EedScore::points)),
    ];
    let own = own.into_iter();
    let own = own.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    own.chain(judged).collect()
}

/// The agreement of each grader with people, over all answers and in each domain.
fn rows(observed: &[Observed], chance: Chance) -> anyhow::Result<Vec<Row>> {
    let graders: BTreeSet<&String> = observed.iter().flat_map(|one| one.graders.keys()).collect();
    let domains = Domain::ALL.iter().map(|domain| domain.name());
    let groups: Vec<&str> = [ALL]
        .into_iter()
        .chain(domains)
        .chain([NO_DOMAIN])
        .collect();
    let mut rows = Vec::new();
    for grader in graders {
        for &group in &groups {
            let own: Vec<(&Observed, f64)> = observed
                .iter()
                .filter(|one| group == ALL || one.domain == group)
                .filter_map(|one| Some((one, *one.graders.get(grader)?)))
                .collect();
            if own.len() < 2 {
                continue;
            }
            let x: Vec<f64> = own.iter().map(|(_, score)| *score).collect();
            let y: Vec<f64> = own.iter().map(|(one, _)| one.people).collect();
            let problems: Vec<&str> = own.iter().map(|(one, _)| one.answer.id.as_str()).collect();
            let between = interval(&x, &y, &problems, chance.seed)?;
            rows.push(Row {
                grader: grader.clone(),
                group: group.to_owned(),
                agreement: agreement(&x, &y, chance.permutations, chance.seed)?,
                low: between.map(|(low, _)| low),
                high: between.map(|(_, high)| high),
                n: own.len(),
            });
        }
    }
    Ok(rows)
}

/// Where people and the score differ most, each with the place on the page of its problem.
fn differences(observed: &[Observed], run: &GradedRun, folder: &Path) -> Vec<Difference> {
    let models: Vec<&String> = run.opened.run.models.keys().collect();
    let mut differences: Vec<Difference> = observed
        .iter()
        .filter_map(|one| {
            let answer = one.answer;
            let at = models.iter().position(|model| **model == answer.model)?;
            let file = folder.join("page").join(file_of(&answer.id));
            let place = place_of(at, answer.sample);
            Some(Difference {
                id: answer.id.clone(),
                model: answer.model.clone(),
                sample: answer.sample,
                people: one.people,
                score: *one.graders.get(SCORE)?,
                page: format!("{}#{place}", file.display()),
            })
        })
        .collect();
    let size = |one: &Difference| (one.people - one.score).abs();
    differences.retain(|one| size(one) > 0.0);
    differences.sort_by(|one, other| size(other).total_cmp(&size(one)));
    differences.truncate(LARGEST);
    differences
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("grader,group,tau_b,p_asymptotic,p_permutation,low,high,n\r\n");
    for row in rows {
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let Agreement {
            tau_b,
            p_asymptotic,
            p_permutation,
        } = row.agreement;
        let numbers = [tau_b, p_asymptotic, p_permutation, row.low, row.high].map(number);
        let names = [row.grader.clone(), row.group.clone()];
        text.push_str(&csv::line(
            [&names[..], &numbers, &[row.n.to_string()]].concat(),
        ));
        text.push_str("\r\n");
    }
    text
}

fn lines(output: &Output, args: &Args) -> Vec<String> {
    let width = width();
    let mut lines = vec![format!(
        "{} scored by people: {}",
        counted(output.answers, "answer"),
        args.people.display()
    )];
    if output.undecided > 0 {
        lines.push(format!(
            "{} on which two annotators differ by more than {} and no third decides: their mean counts",
            counted(output.undecided, "answer"),
            args.differ
        ));
    }
    let mut section = |title: &str, grid: &Grid| {
        lines.extend([String::new(), title.to_owned()]);
        lines.extend(grid.lines(width));
    };
    let mut all = Grid::new([
        "",
        "tau_b",
        "95 % interval",
        "p",
        "p, permutations",
        "answers",
    ]);
    let in_all = |row: &&Row| row.group == ALL;
    for row in output.rows.iter().filter(in_all) {
        all.push(
            [
                std::slice::from_ref(&row.grader),
                &shown(&row.agreement, Some(row))[..],
                &[row.n.to_string()],
            ]
            .concat(),
        );
    }
    section("Agreement with people", &all);
    let groups = output.rows.iter().map(|row| row.group.as_str());
    let mut domains: Vec<&str> = Vec::new();
    for group in groups.filter(|group| *group != ALL) {
        if !domains.contains(&group) {
            domains.push(group);
        }
    }
    if !domains.is_empty() {
        let mut grid = Grid::new([""].into_iter().chain(domains.iter().copied()));
        for head in output.rows.iter().filter(in_all) {
            let cells = domains.iter().map(|domain| {
                let mut rows = output.rows.iter();
                let row = rows.find(|row| row.grader == head.grader && row.group == *domain);
                row.and_then(|row| row.agreement.tau_b)
                    .map_or_else(|| "–".to_owned(), |tau| format!("{tau:.3}"))
            });
            grid.push([head.grader.clone()].into_iter().chain(cells).collect());
        }
        section("tau_b by domain", &grid);
    }
    if !output.annotators.is_empty() {
        let mut grid = Grid::new(["", "tau_b", "p", "p, permutations", "answers", "differ"]);
        for pair in &output.annotators {
            let numbers = shown(&pair.agreement, None);
            let counts = [pair.n.to_string(), pair.differ.to_string()];
            grid.push([&[pair.annotators.join(", ")], &numbers[..], &counts].concat());
        }
        section("Annotators with each other", &grid);
    }
    if !output.differences.is_empty() {
        lines.extend([String::new(), "Largest differences".to_owned()]);
    }
    for one in &output.differences {
        let mut line = format!("{}, {}", one.id, one.model);
        if one.sample > 1 {
            write!(line, ", sample {}", one.sample).expect("writing to a string cannot fail");
        }
        lines.push(format!(
            "  {line}: people {:.2}, score {:.2}: {}",
            one.people, one.score, one.page
        ));
    }
    lines
}

/// The numbers of an agreement, with the interval of a row that has one.
fn shown(agreement: &Agreement, row: Option<&Row>) -> Vec<String> {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let p = |value: Option<f64>| or_dash(value.map(|p| format!("{p:.2e}")));
    let mut cells = vec![or_dash(agreement.tau_b.map(|tau| format!("{tau:.3}")))];
    if let Some(row) = row {
        let ends = row.low.zip(row.high);
        cells.push(or_dash(
            ends.map(|(low, high)| format!("[{low:.3}, {high:.3}]")),
        ));
    }
    cells.extend([p(agreement.p_asymptotic), p(agreement.p_permutation)]);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_decides_where_two_differ() {
        let scores = |scores: &[f64]| -> Vec<(String, f64)> {
            scores.iter().map(|score| (String::new(), *score)).collect()
        };
        for (given, settled_as) in [
            (&[0.4][..], (0.4_f64, false)),
            (&[0.4, 0.7], (0.55, false)),
            // As much as the mean of 0.3 and 0, whatever fractions a computer has for them.
            (&[0.1, 0.2], (0.15, false)),
            (&[0.4, 0.8], (0.6, true)),
            (&[0.4, 0.8, 0.9], (0.9, false)),
            (&[0.4, 0.5, 0.9], (0.45, false)),
        ] {
            let (score, is_open) = settled(&scores(given), 0.3);
            let found = (score.to_bits(), is_open);
            assert_eq!(found, (settled_as.0.to_bits(), settled_as.1), "{given:?}");
        }
    }
}
