//! The rows of a table as people read them on a terminal.

use std::collections::{BTreeSet, HashMap};

use dojo_model::folder::Status;
use dojo_model::table::{ALL, Row};

use super::ask::MAX_SAMPLES;
use super::grid::Grid;
use super::people;

/// How a problem is asked without its images.
pub(super) const TEXT: &str = "text";

/// Rows by model, group and figure, as they are shown.
pub(super) struct Shown<'a> {
    rows: HashMap<(&'a str, &'a str, &'a str), &'a Row>,
    pub(super) models: &'a [String],
    pub(super) levels: &'a [String],
    pub(super) domains: &'a [String],
}

/// What `PHYBench` tells besides means: the figure, what it is called, and by what it is multiplied.
const BY_EED: [(&str, &str, f64); 5] = [
    ("eed 100", "EED 100", 100.0),
    ("eed 60 to 100", "60 to 100", 100.0),
    ("eed 30 to 60", "30 to 60", 100.0),
    ("eed below 30", "below 30", 100.0),
    ("efficiency", "sample efficiency", 1.0),
];

impl<'a> Shown<'a> {
    pub(super) fn new(
        rows: &'a [Row],
        models: &'a [String],
        levels: &'a [String],
        domains: &'a [String],
    ) -> Self {
        let named = |row: &'a Row| {
            let name = (row.model.as_str(), row.group.as_str(), row.figure.as_str());
            (name, row)
        };
        Self {
            rows: rows.iter().map(named).collect(),
            models,
            levels,
            domains,
        }
    }

    pub(super) fn find(&self, model: &str, group: &str, figure: &str) -> Option<&'a Row> {
        self.rows.get(&(model, group, figure)).copied()
    }

    pub(super) fn value(&self, model: &str, group: &str, figure: &str) -> Option<f64> {
        self.find(model, group, figure)?.value
    }

    /// How much more one model has than another: value, interval and problems, whichever comes first in the table.
    pub(super) fn difference(
        &self,
        one: &str,
        other: &str,
        figure: &str,
    ) -> Option<(f64, f64, f64, usize)> {
        let find = |one: &str, other: &str| self.find(&format!("{one} - {other}"), ALL, figure);
        let (row, sign) = match find(one, other) {
            Some(row) => (row, 1.0),
            None => (find(other, one)?, -1.0),
        };
        let (low, high) = (sign * row.low?, sign * row.high?);
        Some((sign * row.value?, low.min(high), low.max(high), row.n))
    }

    /// Those figures of EED that are shown. Only where problems have several answers is any between 60 and 100.
    pub(super) fn by_eed(&self) -> Vec<(&'static str, &'static str, f64)> {
        let is_there = |figure: &str| {
            let mut values =
                (self.models.iter()).filter_map(|model| self.value(model, ALL, figure));
            values.any(|value| value > 0.0)
        };
        let all = BY_EED.into_iter();
        all.filter(|(figure, _, _)| *figure != "eed 60 to 100" || is_there(figure))
            .collect()
    }

    /// The names of figures behind a prefix.
    pub(super) fn figures(&self, prefix: &str) -> BTreeSet<&'a str> {
        let figures = self.rows.keys();
        figures
            .filter_map(|(_, _, figure)| figure.strip_prefix(prefix))
            .collect()
    }

    /// The tables for a terminal of this width.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut section = |title: &str, grid: &Grid| {
            lines.extend([String::new(), title.to_owned()]);
            lines.extend(grid.lines(width));
        };
        for (figure, title, times) in [
            ("final", "Final: every final answer is matched, in %", 100.0),
            ("full", "Full: the score is 1, in %", 100.0),
            (
                "step",
                "Step: reference formulas that are reached, in %",
                100.0,
            ),
            ("eed", "EED: how near final answers come, of 100", 1.0),
            ("seconds", "Seconds an answer", 1.0),
        ] {
            if self
                .models
                .iter()
                .any(|model| self.find(model, ALL, figure).is_some())
            {
                section(title, &self.by_level(figure, times));
            }
        }
        if self
            .models
            .iter()
            .any(|model| self.find(model, ALL, "pass@1").is_some())
        {
            section(
                "pass@k: at least one of k samples has every final answer, in %",
                &self.samples(),
            );
        }
        if self.has_eed() {
            section(
                "Shares of problems by EED, in %, and how many answers judged right or wrong tell as much as one by EED",
                &self.nearness(),
            );
        }
        if let Some(judges) = self.judges() {
            section(
                "Judges: their mean scores, in % ± half of the 95 % interval",
                &judges,
            );
        }
        section("Answers", &self.statuses());
        section("By domain: Final / Step, in %", &self.by_domain());
        if self.models.len() > 1 {
            section(
                "Differences, in % ± half of the 95 % interval",
                &self.differences(),
            );
        }
        let wrong = self.first_wrong();
        if let Some(wrong) = wrong {
            section("First wrong steps, by the rules alone", &wrong);
        }
        lines
    }

    /// Whether EED was measured of any answer.
    pub(super) fn has_eed(&self) -> bool {
        let mut models = self.models.iter();
        models.any(|model| self.find(model, ALL, "eed").is_some())
    }

    fn nearness(&self) -> Grid {
        let figures = self.by_eed();
        let mut grid = Grid::new([""].into_iter().chain(figures.iter().map(|it| it.1)));
        for model in self.models {
            let cells = figures.iter().map(|(figure, _, times)| {
                let row = self.find(model, ALL, figure);
                number(row.and_then(|row| row.value), *times)
            });
            grid.push([model.clone()].into_iter().chain(cells).collect());
        }
        grid
    }

    fn by_level(&self, figure: &str, times: f64) -> Grid {
        let levels = self.levels.iter().map(String::as_str);
        let mut grid = Grid::new([""].into_iter().chain(levels).chain([ALL, "±", "problems"]));
        let models = self.models.iter().map(String::as_str);
        let people = people::NAMES.into_iter();
        let people = people.filter(|name| self.find(name, ALL, figure).is_some());
        for model in models.chain(people) {
            let value = |group: &str| {
                let row = self.find(model, group, figure);
                number(row.and_then(|row| row.value), times)
            };
            let all = self.find(model, ALL, figure);
            let cells = [model.to_owned()].into_iter();
            let cells = cells.chain(self.levels.iter().map(|level| value(level)));
            let cells = cells.chain([
                value(ALL),
                half(all, times),
                all.filter(|row| row.n > 0)
                    .map_or_else(|| "–".to_owned(), |row| row.n.to_string()),
            ]);
            grid.push(cells.collect());
        }
        grid
    }

    fn by_domain(&self) -> Grid {
        let models = self.models.iter().map(String::as_str);
        let mut grid = Grid::new([""].into_iter().chain(models));
        for domain in self.domains {
            let cells = self.models.iter().map(|model| {
                let value = |figure| {
                    let row = self.find(model, domain, figure);
                    number(row.and_then(|row| row.value), 100.0)
                };
                format!("{} / {}", value("final"), value("step"))
            });
            grid.push([domain.clone()].into_iter().chain(cells).collect());
        }
        grid
    }

    /// The figures `pass@1`, `pass@2` and so on, as far as there are samples.
    pub(super) fn picked(&self) -> Vec<String> {
        (1..=MAX_SAMPLES)
            .map(|picked| format!("pass@{picked}"))
            .take_while(|figure| {
                self.models
                    .iter()
                    .any(|model| self.find(model, ALL, figure).is_some())
            })
            .collect()
    }

    fn samples(&self) -> Grid {
        let picked = self.picked();
        let mut grid = Grid::new([""].into_iter().chain(picked.iter().map(String::as_str)));
        for model in self.models {
            let cells = picked.iter().map(|figure| {
                let row = self.find(model, ALL, figure);
                number(row.and_then(|row| row.value), 100.0)
            });
            grid.push([model.clone()].into_iter().chain(cells).collect());
        }
        grid
    }

    fn judges(&self) -> Option<Grid> {
        let judges = self.figures("judge ");
        if judges.is_empty() {
            return None;
        }
        let mut grid = Grid::new([""].into_iter().chain(judges.iter().copied()));
        for model in self.models {
            let cells = judges.iter().map(|judge| {
                let row = self.find(model, ALL, &format!("judge {judge}"));
                let value = row.and_then(|row| row.value);
                format!("{} ± {}", number(value, 100.0), half(row, 100.0))
            });
            grid.push([model.clone()].into_iter().chain(cells).collect());
        }
        Some(grid)
    }

    fn statuses(&self) -> Grid {
        let statuses: Vec<Status> = Status::ALL
            .into_iter()
            .filter(|status| *status != Status::Failed)
            .collect();
        let mut figures: Vec<(String, String)> = statuses
            .iter()
            .map(|status| {
                (
                    status.word().to_owned(),
                    format!("status {}", status.word()),
                )
            })
            .collect();
        // Where all was asked as text, that needs no column.
        let modalities = self.figures("modality ");
        if modalities.iter().any(|modality| *modality != TEXT) {
            let asked = modalities.iter();
            figures.extend(asked.map(|it| (format!("asked: {it}"), format!("modality {it}"))));
        }
        let words = figures.iter().map(|(word, _)| word.as_str());
        let mut grid = Grid::new([""].into_iter().chain(words));
        for model in self.models {
            let cells = figures.iter().map(|(_, figure)| {
                let row = self.find(model, ALL, figure);
                format!("{:.0}", row.and_then(|row| row.value).unwrap_or(0.0))
            });
            grid.push([model.clone()].into_iter().chain(cells).collect());
        }
        grid
    }

    fn differences(&self) -> Grid {
        let mut grid = Grid::new(["", "Final", "p", "Step", "p", "McNemar p", "problems"]);
        for (at, one) in self.models.iter().enumerate() {
            for other in &self.models[at + 1..] {
                let name = format!("{one} - {other}");
                let find = |figure| self.find(&name, ALL, figure);
                let with_half = |figure| {
                    let row = find(figure);
                    let value = row.and_then(|row| row.value);
                    let sign = if value.is_some_and(|value| value > 0.0) {
                        "+"
                    } else {
                        ""
                    };
                    format!("{sign}{} ± {}", number(value, 100.0), half(row, 100.0))
                };
                let p = |figure| {
                    let value = find(figure).and_then(|row| row.value);
                    match value {
                        None => "–".to_owned(),
                        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
                        Some(p) => format!("{p:.4}"),
                    }
                };
                grid.push(vec![
                    name.clone(),
                    with_half("final"),
                    p("final p"),
                    with_half("step"),
                    p("step p"),
                    p("final McNemar p"),
                    find("final").map_or(0, |row| row.n).to_string(),
                ]);
            }
        }
        grid
    }

    fn first_wrong(&self) -> Option<Grid> {
        let labels = self.figures("first wrong ");
        if labels.is_empty() {
            return None;
        }
        let mut grid = Grid::new([""].into_iter().chain(labels.iter().copied()));
        for model in self.models {
            let cells = labels.iter().map(|label| {
                let row = self.find(model, ALL, &format!("first wrong {label}"));
                format!("{:.0}", row.and_then(|row| row.value).unwrap_or(0.0))
            });
            grid.push([model.clone()].into_iter().chain(cells).collect());
        }
        Some(grid)
    }
}

fn number(value: Option<f64>, times: f64) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.2}", times * value))
}

/// Half of the interval of a row.
pub(super) fn half(row: Option<&Row>, times: f64) -> String {
    let half = row.and_then(|row| Some((row.high? - row.low?) / 2.0));
    number(half, times)
}
