//! People's rows in a table: as somebody measured them, or as `PHYBench` publishes them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use dojo_model::statistics::{Mean, average};
use dojo_model::table::{ALL, Observation, Row};
use formula::problem::Format;
use help::dataset::Item;

use crate::cli::csv::Csv;
use crate::cli::physics::load;

/// Longest file of scores, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// The names of such rows.
const MEASURED: &str = "people";
const PUBLISHED: &str = "people, as published";
/// Both, as tables list them.
pub(super) const NAMES: [&str; 2] = [MEASURED, PUBLISHED];
/// What people may have been measured by, and the most that each can be.
const FIGURES: [(&str, f64); 4] = [("final", 1.0), ("full", 1.0), ("step", 1.0), ("eed", 100.0)];
/// What people reach on `PHYBench`, with its ±, by its own card.
const PHYBENCH: [(&str, f64, f64); 2] = [("final", 0.619, 0.021), ("eed", 70.4, 1.8)];

/// The rows for a file of scores, else those that are published for these problems.
pub(super) fn rows(
    file: Option<&Path>,
    items: &[Item],
    observed: &[Observation],
) -> anyhow::Result<Vec<Row>> {
    if let Some(file) = file {
        return measured(file, observed).with_context(|| file.display().to_string());
    }
    let is_phybench = |item: &Item| item.problem.format == Format::PhyBench;
    if items.is_empty() || !items.iter().all(is_phybench) {
        return Ok(Vec::new());
    }
    let published = PHYBENCH.into_iter();
    Ok(published
        .map(|(figure, value, reach)| Row {
            model: PUBLISHED.to_owned(),
            group: ALL.to_owned(),
            figure: figure.to_owned(),
            value: Some(value),
            se: None,
            low: Some(value - reach),
            high: Some(value + reach),
            n: 0,
        })
        .collect())
}

/// Means over the rows of a problem, then over problems: of all that the table has, of each level and domain.
fn measured(file: &Path, observed: &[Observation]) -> anyhow::Result<Vec<Row>> {
    let bytes = load::bytes(file, MAX_BYTES)?;
    let csv = Csv::read(std::str::from_utf8(&bytes)?)?;
    let groups: BTreeMap<&str, [&str; 3]> = observed
        .iter()
        .map(|one| {
            (
                one.problem.as_str(),
                [ALL, one.level.as_str(), one.domain.as_str()],
            )
        })
        .collect();
    let mut rows = Vec::new();
    for (figure, most) in FIGURES {
        if csv.column(figure).is_err() {
            continue;
        }
        let mut values: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (id, value) in csv.column("id")?.zip(csv.numbers(figure)?) {
            ensure!(
                (0.0..=most).contains(&value),
                "`{figure}` of {id} is {value}, and it goes from 0 to {most}"
            );
            values.entry(id).or_default().push(value);
        }
        let mut of_group: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (id, values) in &values {
            let mean = average(values).expect("there is a value");
            for group in groups.get(id).into_iter().flatten() {
                of_group.entry(group).or_default().push(mean);
            }
        }
        let means = of_group.into_iter();
        rows.extend(means.filter_map(|(group, values)| {
            Some(Row::of_mean(MEASURED, group, figure, Mean::of(&values)?))
        }));
    }
    ensure!(
        !rows.is_empty(),
        "there is none of {} of a problem of this table in it",
        FIGURES.map(|(figure, _)| figure).join(", ")
    );
    Ok(rows)
}
