//! The page of a table: one HTML file that needs nothing else, and no script.

use std::collections::BTreeMap;

use askama::Template;
use dojo_model::folder::{Answer, Status};
use dojo_model::table::{ALL, Observation};
use formula::credit::GRADER_VERSION;

use super::charts::{Scatter, WrongBars, drawn_name, scatter, wrong_bars};
use super::graded::{GradedRun, title};
use super::people;
use super::problem_pages::{file_of, place_of};
use super::progress::amount;
use super::terminal_table::{Shown, TEXT, half};
use crate::words::{Phrase, filters, say};

/// Where 0 % is in the drawing of means, and how many units 1 % is.
const LEFT: f64 = 200.0;
const UNITS: f64 = 4.4;
/// Height of one model there.
const ROW: u32 = 44;
/// Shades of a cell, beside none.
const SHADES: f64 = 5.0;

#[derive(Template)]
#[template(path = "model_run.html")]
struct Page<'a> {
    title: String,
    problems: usize,
    without_reference: usize,
    /// Rows of the data set that cannot be read.
    unread: usize,
    unanswered: usize,
    prompts: Vec<String>,
    /// Who asked and graded, and what it cost.
    facts: Vec<String>,
    ticks: Vec<Tick>,
    means_height: u32,
    means: Vec<ModelMeans>,
    columns: Vec<&'a str>,
    differences: Vec<DifferenceRow<'a>>,
    undecided: Option<String>,
    tables: Vec<NamedTable>,
    levels: &'a [String],
    heat: Vec<HeatMap<'a>>,
    scatter: Option<Scatter>,
    wrong_bars: Option<WrongBars>,
    answers: Vec<AnswerRow<'a>>,
    asked_only: Vec<AskedOnly<'a>>,
    left_out: &'a BTreeMap<String, String>,
}

/// A line of the drawing's scale.
struct Tick {
    percent: u32,
    x: f64,
}

struct ModelMeans {
    /// Its name, as long as there is room for.
    model: String,
    y: u32,
    points: Vec<Point>,
}

/// A mean with its interval.
struct Point {
    x: f64,
    y: u32,
    low: f64,
    high: f64,
    is_open: bool,
    text: String,
}

struct DifferenceRow<'a> {
    name: &'a str,
    cells: Vec<Option<DifferenceCell>>,
}

struct DifferenceCell {
    text: String,
    /// The same in words.
    words: String,
    is_sure: bool,
}

/// Two models that cannot be told apart, with the number of problems that would do it.
struct Undecided<'a> {
    models: [&'a str; 2],
    problems: u64,
}

/// More pairs than this are counted and not named.
const NAMED_PAIRS: usize = 4;

/// What cannot be told apart, in a sentence; nothing where everything can.
fn told_undecided(pairs: &[Undecided]) -> Option<String> {
    let least = pairs.iter().map(|pair| pair.problems).min()?;
    let names: Vec<String> = pairs
        .iter()
        .map(
            |Undecided {
                 models: [one, other],
                 ..
             }| say!("model-pair", name = *one, what = *other),
        )
        .collect();
    Some(match names.as_slice() {
        [only] => say!("model-undecided", name = only.as_str(), n = least),
        few if few.len() <= NAMED_PAIRS => {
            say!("model-undecided-several", name = few.join("; "), n = least)
        }
        many => {
            let name = say!("model-pairs", n = many.len());
            say!("model-undecided-several", name = name, n = least)
        }
    })
}

/// A table of which a line is a model.
struct NamedTable {
    title: Phrase,
    legend: Phrase,
    columns: Vec<String>,
    rows: Vec<NamedRow>,
}

struct NamedRow {
    name: String,
    cells: Vec<String>,
}

struct HeatMap<'a> {
    model: &'a str,
    rows: Vec<HeatRow<'a>>,
}

struct HeatRow<'a> {
    domain: &'a str,
    cells: Vec<Option<HeatCell>>,
}

struct HeatCell {
    percent: String,
    shade: u8,
    problems: usize,
}

struct AnswerRow<'a> {
    model: &'a str,
    /// In the order of the problems; nothing where there is no answer.
    cells: Vec<Option<AnswerCell>>,
}

/// The answers of a model to a problem.
struct AnswerCell {
    problem: String,
    href: String,
    percent: String,
    status: String,
    shade: u8,
}

/// A problem without a reference.
struct AskedOnly<'a> {
    problem: &'a str,
    href: String,
}

/// Renders the page.
pub(super) fn render(
    shown: &Shown,
    runs: &[GradedRun],
    observed: &[Observation],
    unanswered: usize,
) -> anyhow::Result<String> {
    let first = &runs[0].opened;
    let mut prompts: Vec<String> = runs
        .iter()
        .map(|run| run.opened.run.prompt.to_string())
        .collect();
    prompts.dedup();
    let best = best_first(shown);
    let (differences, undecided) = differences(shown, &best);
    let page = Page {
        title: title(runs),
        problems: first.problems.dataset.problems.len(),
        without_reference: first.problems.dataset.without_reference.len(),
        unread: first.problems.dataset.refused.len(),
        unanswered,
        prompts,
        facts: facts(runs),
        ticks: (0..=5).map(|step| Tick::at(20 * step)).collect(),
        means_height: u32::try_from(best.len()).unwrap_or(0) * ROW + 40,
        means: means(shown, &best),
        columns: best.iter().skip(1).copied().collect(),
        differences,
        undecided: told_undecided(&undecided),
        tables: tables(shown, &best),
        levels: shown.levels,
        heat: best.iter().map(|model| heat(shown, model)).collect(),
        scatter: scatter(shown, runs),
        wrong_bars: wrong_bars(shown, &best),
        answers: answers(&best, shown.models, observed),
        asked_only: (first.problems.dataset.without_reference.iter())
            .map(|question| AskedOnly {
                problem: &question.id,
                href: file_of(&question.id),
            })
            .collect(),
        left_out: &runs[0].left_out,
    };
    Ok(page.render()?)
}

/// The versions that asked and graded, how many answers there are, and what they cost.
fn facts(runs: &[GradedRun]) -> Vec<String> {
    let mut versions: Vec<&str> = runs
        .iter()
        .map(|run| run.opened.run.dojo.as_str())
        .collect();
    versions.sort_unstable();
    versions.dedup();
    let answers = runs.iter().flat_map(|run| &run.opened.answers);
    let answers: Vec<&Answer> =
        (answers.filter(|answer| answer.status != Status::Failed)).collect();
    let costs: Vec<f64> = answers.iter().filter_map(|answer| answer.cost).collect();
    let mut facts = vec![
        say!("model-answer-count", n = answers.len()),
        say!(
            "model-versions",
            what = versions.join(", "),
            n = GRADER_VERSION
        ),
    ];
    if !costs.is_empty() {
        facts.push(say!("model-money", what = amount(costs.iter().sum())));
    }
    let unknown = answers.len() - costs.len();
    if unknown > 0 {
        facts.push(say!("model-money-unknown", n = unknown));
    }
    facts
}

/// The models by Final, and among equals by Step.
fn best_first<'a>(shown: &Shown<'a>) -> Vec<&'a str> {
    let mut models: Vec<&str> = shown.models.iter().map(String::as_str).collect();
    let value = |model: &str, figure| shown.value(model, ALL, figure).unwrap_or(-1.0);
    let key = |model: &str| (value(model, "final"), value(model, "step"));
    models.sort_by(|one, other| {
        let ((one_final, one_step), (final_, step)) = (key(one), key(other));
        final_.total_cmp(&one_final).then(step.total_cmp(&one_step))
    });
    models
}

fn x_of(share: f64) -> f64 {
    (LEFT + 100.0 * share.clamp(0.0, 1.0) * UNITS).round()
}

impl Tick {
    fn at(percent: u32) -> Self {
        Self {
            percent,
            x: x_of(f64::from(percent) / 100.0),
        }
    }
}

fn means(shown: &Shown, models: &[&str]) -> Vec<ModelMeans> {
    let point = |model: &str, figure: &str, y: u32, is_open: bool| {
        let row = shown.find(model, ALL, figure)?;
        let value = row.value?;
        Some(Point {
            x: x_of(value),
            y,
            low: x_of(row.low.unwrap_or(value)),
            high: x_of(row.high.unwrap_or(value)),
            is_open,
            text: short(Some(value), 100.0),
        })
    };
    (0..)
        .zip(models)
        .map(|(at, model)| {
            let y = 12 + at * ROW;
            let points = [
                point(model, "final", y + 8, false),
                point(model, "step", y + 26, true),
            ];
            ModelMeans {
                model: drawn_name(model),
                y,
                points: points.into_iter().flatten().collect(),
            }
        })
        .collect()
}

/// The differences of each two models, of which the better comes first.
fn differences<'a>(
    shown: &Shown<'a>,
    models: &[&'a str],
) -> (Vec<DifferenceRow<'a>>, Vec<Undecided<'a>>) {
    let (mut rows, mut undecided) = (Vec::new(), Vec::new());
    for (at, one) in models
        .iter()
        .enumerate()
        .take(models.len().saturating_sub(1))
    {
        let mut cells: Vec<Option<DifferenceCell>> = (0..at).map(|_| None).collect();
        for other in &models[at + 1..] {
            let Some((value, low, high, n)) = shown.difference(one, other, "final") else {
                cells.push(None);
                continue;
            };
            if !is_sure(low, high)
                && let Some(problems) = problems_needed(value, (high - low) / 2.0, n)
            {
                undecided.push(Undecided {
                    models: [one, other],
                    problems,
                });
            }
            cells.push(Some(DifferenceCell::new(one, other, [value, low, high])));
        }
        rows.push(DifferenceRow { name: one, cells });
    }
    (rows, undecided)
}

/// Whether a difference has this sign by more than chance.
fn is_sure(low: f64, high: f64) -> bool {
    low > 0.0 || high < 0.0
}

impl DifferenceCell {
    /// The difference of two models with the ends of its interval, as shares.
    fn new(one: &str, other: &str, difference: [f64; 3]) -> Self {
        let [_, low, high] = difference;
        let is_sure = is_sure(low, high);
        let [value, low, high] = difference.map(|share| format!("{:+.1}", 100.0 * share));
        let text = format!("{value} [{low}, {high}]");
        let numbers = say!(
            "model-difference",
            name = one,
            what = other,
            score = value,
            low = low,
            high = high
        );
        let meaning = if is_sure {
            say!("model-difference-sure")
        } else {
            say!("model-difference-unsure")
        };
        Self {
            text,
            words: format!("{numbers} {meaning}"),
            is_sure,
        }
    }
}

/// How many problems would make an interval as short as the difference is: it shrinks by the root of their number. Two
/// digits, and nothing where there is no difference.
fn problems_needed(difference: f64, reach: f64, n: usize) -> Option<u64> {
    if difference == 0.0 || reach == 0.0 {
        return None;
    }
    #[allow(clippy::cast_precision_loss, reason = "fewer than 2^52 problems")]
    let needed = n as f64 * (reach / difference).powi(2);
    let digit = 10_f64.powf((needed.log10().floor() - 1.0).max(0.0));
    let rounded = (needed / digit).ceil() * digit;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive, and bounded here"
    )]
    (rounded < 1e9).then_some(rounded as u64)
}

fn tables(shown: &Shown, models: &[&str]) -> Vec<NamedTable> {
    let mut tables = vec![by_level(shown, models)];
    tables.extend(by_eed(shown, models));
    tables.extend(by_samples(shown, models));
    tables.extend(by_judges(shown, models));
    for (title, legend, prefix) in [
        (
            Phrase("model-statuses"),
            Phrase("model-statuses-legend"),
            "status ",
        ),
        (
            Phrase("model-modalities"),
            Phrase("model-modalities-legend"),
            "modality ",
        ),
        (
            Phrase("model-first-wrong"),
            Phrase("model-first-wrong-legend"),
            "first wrong ",
        ),
    ] {
        let names = shown.figures(prefix);
        // Where all was asked as text, that needs no table.
        if names.is_empty() || (prefix == "modality " && names.iter().all(|name| *name == TEXT)) {
            continue;
        }
        let counts = |model: &str| {
            let count = |name: &str| shown.value(model, ALL, &format!("{prefix}{name}"));
            names
                .iter()
                .map(|name| format!("{:.0}", count(name).unwrap_or(0.0)))
                .collect()
        };
        tables.push(NamedTable {
            title,
            legend,
            columns: names.iter().map(|name| (*name).to_owned()).collect(),
            rows: named(models.iter().copied(), &counts),
        });
    }
    tables
}

/// A row for each of these, with its cells.
fn named<'a>(
    names: impl Iterator<Item = &'a str>,
    cells: &dyn Fn(&str) -> Vec<String>,
) -> Vec<NamedRow> {
    let row = |name: &str| NamedRow {
        name: name.to_owned(),
        cells: cells(name),
    };
    names.map(row).collect()
}

/// The models, and the people of whom a figure is known.
fn with_people<'a>(
    shown: &'a Shown,
    models: &'a [&str],
    figure: &'a str,
) -> impl Iterator<Item = &'a str> {
    let people = people::NAMES.into_iter();
    let people = people.filter(move |name| shown.find(name, ALL, figure).is_some());
    models.iter().copied().chain(people)
}

fn by_level(shown: &Shown, models: &[&str]) -> NamedTable {
    let levels = shown.levels.iter().map(String::as_str);
    let groups: Vec<&str> = levels.chain([ALL]).collect();
    let cells = |model: &str| {
        let cell = |group: &&str| {
            let percent = |figure| short(shown.value(model, group, figure), 100.0);
            let seconds = short(shown.value(model, group, "seconds"), 1.0);
            format!(
                "{} / {} / {}, {seconds} s",
                percent("final"),
                percent("full"),
                percent("step")
            )
        };
        groups.iter().map(cell).collect()
    };
    NamedTable {
        title: Phrase("model-table"),
        legend: Phrase("model-table-legend"),
        columns: groups.iter().map(|group| (*group).to_owned()).collect(),
        rows: named(with_people(shown, models, "final"), &cells),
    }
}

/// What `PHYBench` tells, where EED was measured.
fn by_eed(shown: &Shown, models: &[&str]) -> Option<NamedTable> {
    let figures = shown.by_eed();
    let cells = |model: &str| {
        let mean = |figure, times| {
            let row = shown.find(model, ALL, figure);
            let value = row.and_then(|row| row.value);
            format!("{} ± {}", short(value, times), half(row, times))
        };
        let others = figures.iter();
        let others =
            others.map(|(figure, _, times)| short(shown.value(model, ALL, figure), *times));
        let means = [mean("final", 100.0), mean("eed", 1.0)].into_iter();
        means.chain(others).collect()
    };
    let columns = ["accuracy", "EED"].into_iter();
    let columns = columns.chain(figures.iter().map(|it| it.1));
    shown.has_eed().then(|| NamedTable {
        title: Phrase("model-by-eed"),
        legend: Phrase("model-by-eed-legend"),
        columns: columns.map(str::to_owned).collect(),
        rows: named(with_people(shown, models, "eed"), &cells),
    })
}

/// What judges say, where there are any.
fn by_judges(shown: &Shown, models: &[&str]) -> Option<NamedTable> {
    let judges = shown.figures("judge ");
    let cells = |model: &str| {
        let cells = judges.iter().map(|judge| {
            let row = shown.find(model, ALL, &format!("judge {judge}"));
            let value = row.and_then(|row| row.value);
            format!("{} ± {}", short(value, 100.0), half(row, 100.0))
        });
        cells.collect()
    };
    (!judges.is_empty()).then(|| NamedTable {
        title: Phrase("model-judges"),
        legend: Phrase("model-judges-legend"),
        rows: named(models.iter().copied(), &cells),
        columns: judges.iter().map(|judge| (*judge).to_owned()).collect(),
    })
}

/// pass@k, where there are samples.
fn by_samples(shown: &Shown, models: &[&str]) -> Option<NamedTable> {
    let picked = shown.picked();
    let cells = |model: &str| {
        let cells = picked.iter();
        let cells = cells.map(|figure| short(shown.value(model, ALL, figure), 100.0));
        cells.collect()
    };
    (!picked.is_empty()).then(|| NamedTable {
        title: Phrase("model-samples"),
        legend: Phrase("model-samples-legend"),
        rows: named(models.iter().copied(), &cells),
        columns: picked.clone(),
    })
}

fn heat<'a>(shown: &Shown<'a>, model: &'a str) -> HeatMap<'a> {
    let row = |domain: &'a String| {
        let cell = |level: &String| {
            let row = shown.find(model, &format!("{domain}, {level}"), "step")?;
            let value = row.value?;
            Some(HeatCell {
                percent: format!("{:.0}", 100.0 * value),
                shade: shade(value),
                problems: row.n,
            })
        };
        HeatRow {
            domain,
            cells: shown.levels.iter().map(cell).collect(),
        }
    };
    HeatMap {
        model,
        rows: shown.domains.iter().map(row).collect(),
    }
}

/// A number with one digit behind the point: the files have them all.
fn short(value: Option<f64>, times: f64) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1}", times * value))
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to SHADES"
)]
fn shade(share: f64) -> u8 {
    (share.clamp(0.0, 1.0) * SHADES).round() as u8
}

/// A cell for each problem and model, the problems that go best first.
fn answers<'a>(models: &[&'a str], all: &[String], observed: &[Observation]) -> Vec<AnswerRow<'a>> {
    #[derive(Default)]
    struct Cell {
        sum: f64,
        count: f64,
        statuses: Vec<&'static str>,
    }
    let mut cells: BTreeMap<(&str, &str), Cell> = BTreeMap::new();
    let mut problems: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for one in observed {
        let cell = cells.entry((&one.model, &one.problem)).or_default();
        cell.sum += one.step;
        cell.count += 1.0;
        cell.statuses.push(one.status.word());
        let (sum, count) = problems.entry(&one.problem).or_default();
        *sum += one.step;
        *count += 1.0;
    }
    let mut order: Vec<&str> = problems.keys().copied().collect();
    let mean = |problem: &str| problems[problem].0 / problems[problem].1;
    order.sort_by(|one, other| mean(other).total_cmp(&mean(one)));
    let files: Vec<String> = order.iter().map(|problem| file_of(problem)).collect();
    let place = |model: &str| {
        let at = all.iter().position(|name| name == model);
        place_of(at.unwrap_or(0), 1)
    };
    let row = |model: &&'a str| AnswerRow {
        model,
        cells: order
            .iter()
            .zip(&files)
            .map(|(problem, file)| {
                let cell = cells.get(&(*model, *problem))?;
                let share = cell.sum / cell.count;
                Some(AnswerCell {
                    problem: (*problem).to_owned(),
                    href: format!("{file}#{}", place(model)),
                    percent: format!("{:.0}", 100.0 * share),
                    status: cell.statuses.join(", "),
                    shade: shade(share),
                })
            })
            .collect(),
    };
    models.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_problems_grows_with_the_square() {
        assert_eq!(problems_needed(0.05, 0.1, 40), Some(160));
        assert_eq!(problems_needed(-0.05, 0.204, 40), Some(670));
        assert_eq!(problems_needed(0.0, 0.1, 40), None);
    }

    #[test]
    fn the_page_of_thirty_thousand_answers_is_small() {
        let models: Vec<String> = (0..20).map(|at| format!("model number {at}")).collect();
        let observed: Vec<Observation> = models
            .iter()
            .flat_map(|model| {
                (0..1500).map(|problem| Observation {
                    model: model.clone(),
                    problem: format!("prism-07-{problem:04}"),
                    level: "Hard".into(),
                    domain: "Optics".into(),
                    status: Status::Ok,
                    final_correct: false,
                    full: false,
                    step: 0.5,
                    eed: None,
                    seconds: None,
                    cost: None,
                    modality: TEXT.into(),
                    judged: BTreeMap::new(),
                    first_wrong: None,
                })
            })
            .collect();
        let names: Vec<&str> = models.iter().map(String::as_str).collect();
        let page = Page {
            title: String::new(),
            problems: 1500,
            without_reference: 0,
            unread: 0,
            unanswered: 0,
            prompts: Vec::new(),
            facts: Vec::new(),
            ticks: Vec::new(),
            means_height: 0,
            means: Vec::new(),
            columns: Vec::new(),
            differences: Vec::new(),
            undecided: None,
            tables: Vec::new(),
            levels: &[],
            heat: Vec::new(),
            scatter: None,
            wrong_bars: None,
            answers: answers(&names, &models, &observed),
            asked_only: Vec::new(),
            left_out: &BTreeMap::new(),
        };
        let html = page.render().unwrap();
        assert!(html.contains("prism-07-1499.html#m20"));
        assert!(html.len() < 4_000_000, "{}", html.len());
    }

    #[test]
    fn shades_are_from_none_to_full() {
        assert_eq!([0.0, 0.09, 0.1, 0.5, 1.0].map(shade), [0, 0, 1, 3, 5]);
    }
}
