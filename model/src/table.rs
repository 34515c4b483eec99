//! The figures of a table, one in each row: means over problems, differences between models, counts.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::folder::Status;
use crate::statistics::{McNemar, Mean, average, deviation, pass_at};

/// The group of all problems.
pub const ALL: &str = "all";
/// An EED below this is far from the answer.
const FAR: f64 = 30.0;
/// The EED of a wrong answer is below this; the mean over several answers of a problem may be above it.
const RIGHT: f64 = 60.0;

/// The facts about an answer that counts. Shares are from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The model, as tables name it.
    pub model: String,
    /// The problem.
    pub problem: String,
    /// The name of its level, or words that say that it has none.
    pub level: String,
    /// The name of its domain, or words that say that it has none.
    pub domain: String,
    /// Its outcome.
    pub status: Status,
    /// Whether every final answer is matched.
    pub final_correct: bool,
    /// Whether the score is full.
    pub full: bool,
    /// Step accuracy.
    pub step: f64,
    /// EED, from 0 to 100, if it was measured.
    pub eed: Option<f64>,
    /// How long the answer took.
    pub seconds: Option<f64>,
    /// Its cost, if it is known.
    pub cost: Option<f64>,
    /// What was sent of the problem: `text`, or with images.
    pub modality: String,
    /// The scores that judges gave it, by their names.
    pub judged: BTreeMap<String, f64>,
    /// The label of the first wrong step, or words that say that it has none; `None` if no step is wrong.
    pub first_wrong: Option<String>,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The model; for a difference both, as in `one - other`.
    pub model: String,
    /// `all`, a level, a domain, or a domain and a level.
    pub group: String,
    /// The name of the figure.
    pub figure: String,
    /// Its value.
    pub value: Option<f64>,
    /// Its standard error.
    pub se: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// How many problems it covers, or how many answers if answers are counted.
    pub n: usize,
}

/// A figure of each answer that is averaged.
struct Figure {
    name: &'static str,
    of: fn(&Observation) -> Option<f64>,
}

/// The figures with means and differences.
const COMPARED: [Figure; 4] = [
    Figure {
        name: "final",
        of: |one| Some(share(one.final_correct)),
    },
    Figure {
        name: "full",
        of: |one| Some(share(one.full)),
    },
    Figure {
        name: "step",
        of: |one| Some(one.step),
    },
    Figure {
        name: "eed",
        of: |one| one.eed,
    },
];

/// The figures with means only.
const OTHERS: [Figure; 6] = [
    Figure {
        name: "seconds",
        of: |one| one.seconds,
    },
    Figure {
        name: "cost",
        of: |one| one.cost,
    },
    Figure {
        name: "eed 100",
        of: |one| one.eed.map(|eed| share(eed >= 100.0)),
    },
    Figure {
        name: "eed 60 to 100",
        of: |one| one.eed.map(|eed| share((RIGHT..100.0).contains(&eed))),
    },
    Figure {
        name: "eed 30 to 60",
        of: |one| one.eed.map(|eed| share((FAR..RIGHT).contains(&eed))),
    },
    Figure {
        name: "eed below 30",
        of: |one| one.eed.map(|eed| share(eed < FAR)),
    },
];

const fn share(is_so: bool) -> f64 {
    if is_so { 1.0 } else { 0.0 }
}

/// The means of a figure over the samples of each problem, by problem.
fn by_problem(
    observations: &[&Observation],
    of: impl Fn(&Observation) -> Option<f64>,
) -> BTreeMap<String, f64> {
    let mut values: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for one in observations {
        if let Some(value) = of(one) {
            values.entry(&one.problem).or_default().push(value);
        }
    }
    let means = values.into_iter();
    means
        .filter_map(|(problem, values)| Some((problem.to_owned(), average(&values)?)))
        .collect()
}

/// All figures of these models in these groups; `levels` and `domains` are in the order of the table.
pub fn rows(
    observations: &[Observation],
    models: &[String],
    levels: &[String],
    domains: &[String],
) -> Vec<Row> {
    let mut rows = Vec::new();
    for model in models {
        let own: Vec<&Observation> = observations
            .iter()
            .filter(|one| one.model == *model)
            .collect();
        let mut of_model = OfModel {
            model,
            rows: &mut rows,
        };
        of_model.means(ALL, &own);
        let at = |level: Option<&String>, domain: Option<&String>| -> Vec<&Observation> {
            let is_in = |one: &&Observation| {
                level.is_none_or(|level| one.level == *level)
                    && domain.is_none_or(|domain| one.domain == *domain)
            };
            own.iter().copied().filter(is_in).collect()
        };
        for level in levels {
            of_model.means(level, &at(Some(level), None));
        }
        for domain in domains {
            of_model.means(domain, &at(None, Some(domain)));
        }
        for domain in domains {
            for level in levels {
                let group = format!("{domain}, {level}");
                of_model.means(&group, &at(Some(level), Some(domain)));
            }
        }
        of_model.samples(&own);
        of_model.efficiency(&own);
        of_model.judged(&own);
        of_model.statuses(&own);
        of_model.modalities(&own);
        of_model.first_wrong(&own);
    }
    for (at, one) in models.iter().enumerate() {
        for other in &models[at + 1..] {
            differences(observations, one, other, &mut rows);
        }
    }
    rows
}

struct OfModel<'a> {
    model: &'a str,
    rows: &'a mut Vec<Row>,
}

impl OfModel<'_> {
    fn means(&mut self, group: &str, own: &[&Observation]) {
        for figure in COMPARED.iter().chain(&OTHERS) {
            let values: Vec<f64> = by_problem(own, figure.of).into_values().collect();
            if let Some(mean) = Mean::of(&values) {
                self.rows
                    .push(Row::of_mean(self.model, group, figure.name, mean));
            }
        }
    }

    /// How likely one of several samples is right.
    fn samples(&mut self, own: &[&Observation]) {
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for one in own {
            let (samples, right) = counts.entry(&one.problem).or_default();
            *samples += 1;
            *right += usize::from(one.final_correct);
        }
        let most = counts.values().map(|(samples, _)| *samples).min();
        for picked in 1..=most.filter(|most| *most > 1).unwrap_or(0) {
            let each = counts.values();
            let each: Vec<f64> = each
                .map(|&(samples, right)| pass_at(samples, right, picked))
                .collect();
            if let Some(mean) = Mean::of(&each) {
                let figure = format!("pass@{picked}");
                self.rows.push(Row::of_mean(self.model, ALL, &figure, mean));
            }
        }
    }

    /// How many answers judged right or wrong give as much information as one judged by EED: the square of the ratio
    /// of the two coefficients of variation.
    fn efficiency(&mut self, own: &[&Observation]) {
        let variation = |of: fn(&Observation) -> Option<f64>| {
            let values: Vec<f64> = by_problem(own, of).into_values().collect();
            let mean = average(&values).filter(|mean| *mean > 0.0)?;
            // Values that are all the same tell nothing of how well they tell models apart.
            let deviation = deviation(&values).filter(|deviation| *deviation > 0.0)?;
            Some((deviation / mean, values.len()))
        };
        let [accuracy, _, _, eed] = &COMPARED;
        if let Some((accuracy, n)) = variation(accuracy.of)
            && let Some((eed, _)) = variation(eed.of)
        {
            let value = (accuracy / eed).powi(2);
            self.rows
                .push(Row::of_value(self.model, "efficiency", value, n));
        }
    }

    /// The means of the scores that judges gave.
    fn judged(&mut self, own: &[&Observation]) {
        let judges: BTreeSet<&String> = own.iter().flat_map(|one| one.judged.keys()).collect();
        for judge in judges {
            let means = by_problem(own, |one| one.judged.get(judge).copied());
            let means: Vec<f64> = means.into_values().collect();
            if let Some(mean) = Mean::of(&means) {
                let figure = format!("judge {judge}");
                self.rows.push(Row::of_mean(self.model, ALL, &figure, mean));
            }
        }
    }

    /// How many answers are to a text, and how many to images.
    fn modalities(&mut self, own: &[&Observation]) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for one in own {
            *counts.entry(&one.modality).or_default() += 1;
        }
        for (modality, count) in counts {
            let figure = format!("modality {modality}");
            self.rows
                .push(Row::of_value(self.model, &figure, as_f64(count), own.len()));
        }
    }

    fn statuses(&mut self, own: &[&Observation]) {
        for status in Status::ALL {
            let count = own.iter().filter(|one| one.status == status).count();
            let figure = format!("status {}", status.word());
            if count > 0 {
                self.rows
                    .push(Row::of_value(self.model, &figure, as_f64(count), own.len()));
            }
        }
    }

    fn first_wrong(&mut self, own: &[&Observation]) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for label in own.iter().filter_map(|one| one.first_wrong.as_deref()) {
            *counts.entry(label).or_default() += 1;
        }
        let all = counts.values().sum();
        for (label, count) in counts {
            let figure = format!("first wrong {label}");
            self.rows
                .push(Row::of_value(self.model, &figure, as_f64(count), all));
        }
    }
}

/// The differences of two models over the problems that both have.
fn differences(observations: &[Observation], one: &str, other: &str, rows: &mut Vec<Row>) {
    let of = |model: &str| -> Vec<&Observation> {
        observations
            .iter()
            .filter(|row| row.model == model)
            .collect()
    };
    let (first, second) = (of(one), of(other));
    let name = format!("{one} - {other}");
    for figure in &COMPARED {
        let theirs = by_problem(&second, figure.of);
        let pairs = by_problem(&first, figure.of).into_iter();
        let differences: Vec<f64> = pairs
            .filter_map(|(problem, value)| Some(value - theirs.get(&problem)?))
            .collect();
        if let Some(mean) = Mean::of(&differences) {
            rows.push(Row::of_mean(&name, ALL, figure.name, mean));
            if let Some(p) = mean.p() {
                let figure = format!("{} p", figure.name);
                rows.push(Row::of_value(&name, &figure, p, mean.problems));
            }
        }
    }
    let single = |own: &[&Observation]| {
        let mut right: BTreeMap<String, bool> = BTreeMap::new();
        let is_single = own.iter().all(|one| {
            right
                .insert(one.problem.clone(), one.final_correct)
                .is_none()
        });
        is_single.then_some(right)
    };
    if let (Some(first), Some(second)) = (single(&first), single(&second)) {
        let pairs: Vec<(bool, bool)> = first
            .iter()
            .filter_map(|(problem, right)| Some((*right, *second.get(problem)?)))
            .collect();
        if !pairs.is_empty() {
            let test = McNemar::of(&pairs);
            rows.push(Row::of_value(&name, "final McNemar p", test.p, pairs.len()));
        }
    }
}

impl Row {
    /// A mean.
    pub fn of_mean(model: &str, group: &str, figure: &str, mean: Mean) -> Self {
        Self {
            model: model.to_owned(),
            group: group.to_owned(),
            figure: figure.to_owned(),
            value: Some(mean.mean),
            se: mean.se,
            low: mean.low,
            high: mean.high,
            n: mean.problems,
        }
    }

    fn of_value(model: &str, figure: &str, value: f64, n: usize) -> Self {
        Self {
            model: model.to_owned(),
            group: ALL.to_owned(),
            figure: figure.to_owned(),
            value: Some(value),
            se: None,
            low: None,
            high: None,
            n,
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "fewer than 2^52 answers")]
fn as_f64(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(model: &str, problem: &str, right: bool, eed: f64) -> Observation {
        Observation {
            model: model.into(),
            problem: problem.into(),
            level: if problem < "p3" { "Easy" } else { "Hard" }.into(),
            domain: "Optics".into(),
            status: Status::Ok,
            final_correct: right,
            full: right,
            step: share(right),
            eed: Some(eed),
            seconds: Some(2.0),
            cost: None,
            modality: "text".into(),
            judged: BTreeMap::from([("outcome-J".into(), share(right))]),
            first_wrong: (!right).then(|| "DCE".into()),
        }
    }

    fn find<'a>(rows: &'a [Row], model: &str, group: &str, figure: &str) -> &'a Row {
        let is_it = |row: &&Row| row.model == model && row.group == group && row.figure == figure;
        rows.iter().find(is_it).unwrap()
    }

    #[test]
    fn samples_of_a_problem_are_one_value() {
        let observations = [
            observation("A", "p1", true, 100.0),
            observation("A", "p1", false, 40.0),
            observation("A", "p3", false, 20.0),
            observation("A", "p3", false, 50.0),
            observation("B", "p1", true, 100.0),
            observation("B", "p3", true, 100.0),
        ];
        let names = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        let rows = rows(
            &observations,
            &names(&["A", "B"]),
            &names(&["Easy", "Hard"]),
            &names(&["Optics"]),
        );
        let value = |model, group, figure| {
            let row = find(&rows, model, group, figure);
            (row.value.unwrap(), row.n)
        };
        assert_eq!(value("A", ALL, "final"), (0.25, 2));
        assert_eq!(value("A", "Easy", "final"), (0.5, 1));
        assert_eq!(value("A", "Optics, Hard", "eed"), (35.0, 1));
        assert_eq!(value("A", ALL, "pass@2"), (0.5, 2));
        assert_eq!(value("A", ALL, "eed 30 to 60"), (0.5, 2));
        assert_eq!(value("A", ALL, "first wrong DCE"), (3.0, 3));
        assert_eq!(value("B", ALL, "status ok"), (2.0, 2));
        assert_eq!(value("A", ALL, "modality text"), (4.0, 4));
        assert_eq!(value("A", ALL, "judge outcome-J"), (0.25, 2));
        // All of B's answers are right, so nothing is known of how they vary.
        assert!(
            !rows
                .iter()
                .any(|row| row.model == "B" && row.figure == "efficiency")
        );
        assert_eq!(value("A - B", ALL, "final"), (-0.75, 2));
        let p = find(&rows, "A - B", ALL, "final p").value.unwrap();
        assert!((0.0..1.0).contains(&p), "{p}");
        assert_eq!(find(&rows, "A", "Easy", "final").se, None);
        assert!(!rows.iter().any(|row| row.figure.contains("McNemar")));
    }
}
