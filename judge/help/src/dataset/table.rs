//! The paper's table: final-answer and step accuracy by difficulty and by domain, beside the results of people if the
//! data set has them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Graded;
use formula::credit::eed::EedScore;
use formula::problem::Level;
use formula::problem::domain::Domain;

/// Averages over some answers, as shares from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Number of problems.
    pub problems: usize,
    /// The share of problems whose final answers are all right.
    #[serde(rename = "final")]
    pub final_accuracy: f64,
    /// The share of problems with the full score: S = 1, including what the closure credits.
    pub full: f64,
    /// Mean step accuracy.
    pub step: f64,
    /// The mean score; differs from `step` if problems have points.
    pub score: f64,
    /// The mean EED, from 0 to 100, if it was measured.
    pub eed: Option<f64>,
    /// People's final-answer accuracy over the problems where it is known.
    pub human_final: Option<f64>,
    /// People's step accuracy over the problems where it is known.
    pub human_step: Option<f64>,
}

/// A line of the table: a name and its averages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// A level or a domain.
    pub name: String,
    /// Its averages.
    #[serde(flatten)]
    pub cell: Cell,
}

/// The results of one model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The model; empty if the answers do not say.
    pub model: String,
    /// Easy, Medium, Hard, and `not rated` if there are such problems.
    pub by_difficulty: Vec<Group>,
    /// Domains that have a problem, and `no domain` if there are such problems.
    pub by_domain: Vec<Group>,
    /// All problems.
    pub all: Cell,
    /// Problems without an answer; they count as 0.
    pub unanswered: usize,
    /// Answers that could not be graded; they count as 0.
    pub failed: usize,
}

impl Table {
    /// Averages the results of one model.
    pub fn new(model: &str, results: &[Graded]) -> Self {
        let own: Vec<&Graded> = results.iter().filter(|r| r.model == model).collect();
        let group = |name: &str, wanted: &str, of: fn(&Graded) -> &str| {
            let members: Vec<&Graded> = own.iter().copied().filter(|r| of(r) == wanted).collect();
            (!members.is_empty()).then(|| Group {
                name: name.to_owned(),
                cell: Cell::of(&members),
            })
        };
        let level: fn(&Graded) -> &str = |result| &result.level;
        let domain: fn(&Graded) -> &str = |result| &result.domain;
        let levels = Level::ALL.map(|one| group(one.word(), one.word(), level));
        let domains = Domain::ALL.map(|one| group(one.name(), one.name(), domain));
        Self {
            model: model.to_owned(),
            by_difficulty: levels
                .into_iter()
                .chain([group("not rated", "", level)])
                .flatten()
                .collect(),
            by_domain: domains
                .into_iter()
                .chain([group("no domain", "", domain)])
                .flatten()
                .collect(),
            all: Cell::of(&own),
            unanswered: own.iter().filter(|result| !result.answered).count(),
            failed: own.iter().filter(|result| result.error.is_some()).count(),
        }
    }
}

impl Cell {
    fn of(members: &[&Graded]) -> Self {
        let known = |value: fn(&Graded) -> Option<f64>| {
            let values: Vec<f64> = members.iter().filter_map(|member| value(member)).collect();
            (!values.is_empty()).then(|| mean(values.iter().copied()))
        };
        // Averages over the samples of a problem first, then over problems: samples are not additional problems.
        let mut samples: BTreeMap<&str, Vec<&Graded>> = BTreeMap::new();
        for member in members {
            samples.entry(&member.id).or_default().push(member);
        }
        let over = |value: fn(&Graded) -> f64| {
            let of_one = |own: &Vec<&Graded>| mean(own.iter().map(|member| value(member)));
            mean(samples.values().map(of_one))
        };
        Self {
            problems: samples.len(),
            final_accuracy: over(|member| f64::from(u8::from(member.final_correct))),
            full: over(|member| f64::from(u8::from(member.full))),
            step: over(|member| member.step_accuracy),
            score: over(|member| member.score),
            eed: known(|member| member.eed.map(EedScore::points)),
            human_final: known(|member| member.human_final),
            human_step: known(|member| member.human_step),
        }
    }
}

/// The mean; 0 for no values. Summed in order, so that the result does not depend on threads.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    #[allow(
        clippy::cast_precision_loss,
        reason = "a data set has fewer than 2^52 problems"
    )]
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// The results as CSV (RFC 4180), one answer on each line.
pub fn csv(results: &[Graded]) -> String {
    let mut text = String::from(
        "id,model,level,domain,answered,score,contest_score,final_correct,step_accuracy,matched,achieved,formulas_found,formulas_scored,formulas_matched,eed,error,sample,full,first_wrong,first_wrong_label\r\n",
    );
    for result in results {
        let indices = |list: &[u32]| {
            let list: Vec<String> = list.iter().map(ToString::to_string).collect();
            list.join(" ")
        };
        let fields = [
            field(&result.id),
            field(&result.model),
            field(&result.level),
            field(&result.domain),
            result.answered.to_string(),
            result.score.to_string(),
            result.contest_score.to_string(),
            result.final_correct.to_string(),
            result.step_accuracy.to_string(),
            indices(&result.matched),
            indices(&result.achieved),
            result.formulas_found.to_string(),
            result.formulas_scored.to_string(),
            result.formulas_matched.to_string(),
            result.eed.map_or_else(String::new, |eed| eed.to_string()),
            field(result.error.as_deref().unwrap_or_default()),
            field(&result.sample),
            result.full.to_string(),
            (result.first_wrong).map_or_else(String::new, |wrong| wrong.formula.to_string()),
            (result.first_wrong.and_then(|wrong| wrong.label))
                .map_or_else(String::new, |label| label.to_string()),
        ];
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

/// A text as a field. A quote is put before text that a spreadsheet would read as a formula.
fn field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
