//! The page of a run over a data set: one HTML file that needs nothing else, with the table and
//! plots as SVG.

use std::collections::BTreeMap;

use askama::Template;
use help::dataset::{Cell, Graded, Group, Table};

use crate::words::filters;

/// Width of a bar that means 100 %, in units of the drawing.
const FULL: f64 = 400.0;
/// Height of one group of bars.
const ROW: f64 = 34.0;
/// Classes of the histogram of scores.
const CLASSES: usize = 10;

#[derive(Template)]
#[template(path = "physics_benchmark.html")]
struct Page<'a> {
    title: &'a str,
    sections: Vec<Section<'a>>,
    left_out: &'a BTreeMap<String, String>,
}

struct Section<'a> {
    name: &'a str,
    table: &'a Table,
    has_people: bool,
    has_eed: bool,
    rows: Vec<Row<'a>>,
    plots: Vec<Plot>,
    histogram: Histogram,
    answers: Vec<&'a Graded>,
}

/// A line of the table, its shares in percent.
struct Row<'a> {
    name: &'a str,
    problems: usize,
    final_accuracy: String,
    step: String,
    eed: Option<String>,
    human_final: String,
    human_step: String,
}

impl<'a> Row<'a> {
    fn new(name: &'a str, cell: &Cell) -> Self {
        Self {
            name,
            problems: cell.problems,
            final_accuracy: percent(cell.final_accuracy),
            step: percent(cell.step),
            eed: cell.eed.map(|eed| format!("{eed:.2}")),
            human_final: people(cell.human_final),
            human_step: people(cell.human_step),
        }
    }
}

/// Bars of Final, Step and people's Final, for each group.
struct Plot {
    title: &'static str,
    height: f64,
    groups: Vec<Bars>,
}

struct Bars {
    name: String,
    y: f64,
    list: Vec<Bar>,
}

struct Bar {
    class: &'static str,
    label: String,
    y: f64,
    width: f64,
}

/// How many answers have which score.
struct Histogram {
    columns: Vec<Column>,
}

struct Column {
    x: f64,
    y: f64,
    height: f64,
    count: usize,
    from: usize,
    to: usize,
}

/// Renders the page.
pub(super) fn render(
    title: &str,
    tables: &[Table],
    results: &[Graded],
    left_out: &BTreeMap<String, String>,
) -> anyhow::Result<String> {
    let sections = tables.iter().map(|table| section(table, results)).collect();
    let page = Page {
        title,
        sections,
        left_out,
    };
    Ok(page.render()?)
}

fn section<'a>(table: &'a Table, results: &'a [Graded]) -> Section<'a> {
    let answers: Vec<&Graded> = results.iter().filter(|r| r.model == table.model).collect();
    let groups = table.by_difficulty.iter().chain(&table.by_domain);
    Section {
        name: &table.model,
        has_people: table.all.human_final.is_some() || table.all.human_step.is_some(),
        has_eed: table.all.eed.is_some(),
        rows: groups
            .map(|group| Row::new(&group.name, &group.cell))
            .chain([Row::new("Avg.", &table.all)])
            .collect(),
        plots: vec![
            plot("Accuracy by difficulty", &table.by_difficulty),
            plot("Accuracy by domain", &table.by_domain),
        ],
        histogram: histogram(&answers),
        answers,
        table,
    }
}

fn plot(title: &'static str, groups: &[Group]) -> Plot {
    let mut y = 24.0;
    let mut drawn = Vec::with_capacity(groups.len());
    for group in groups {
        let cell = &group.cell;
        let shares = [
            ("final", "Final", Some(cell.final_accuracy)),
            ("step", "Step", Some(cell.step)),
            ("human", "Final, human", cell.human_final),
        ];
        let mut bars = Vec::new();
        for (class, name, share) in shares {
            if let Some(share) = share {
                let above = if bars.is_empty() { 0.0 } else { 10.0 };
                bars.push(Bar {
                    class,
                    label: format!("{name} {}", percent(share)),
                    y: bars.last().map_or(y, |bar: &Bar| bar.y + above),
                    width: FULL * share.clamp(0.0, 1.0),
                });
            }
        }
        drawn.push(Bars {
            name: group.name.clone(),
            y: y + 14.0,
            list: bars,
        });
        y += ROW + 6.0;
    }
    Plot {
        title,
        height: y,
        groups: drawn,
    }
}

fn histogram(answers: &[&Graded]) -> Histogram {
    let mut counts = [0_usize; CLASSES];
    for answer in answers {
        let thousandths = usize::try_from(answer.contest_score).unwrap_or(1000);
        counts[(thousandths * CLASSES / 1000).min(CLASSES - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    #[allow(clippy::cast_precision_loss, reason = "positions in a drawing")]
    let columns = counts
        .iter()
        .enumerate()
        .map(|(class, &count)| {
            let height = 160.0 * count as f64 / most as f64;
            Column {
                x: 40.0 + 60.0 * class as f64,
                y: 180.0 - height,
                height,
                count,
                from: class * 1000 / CLASSES,
                to: (class + 1) * 1000 / CLASSES,
            }
        })
        .collect();
    Histogram { columns }
}

fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

fn people(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), percent)
}
