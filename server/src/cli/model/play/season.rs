//! A season's public data, stored with the run that plays it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use dojo_judge::derivation::SharedConstant;
use serde::{Deserialize, Serialize};

use crate::cli::client::{Client, segment};
use crate::whole_file;

/// The season as it was when the run began.
pub(in crate::cli::model) const SEASON: &str = "season.json";

/// A season with its problems.
#[derive(Serialize, Deserialize)]
pub(in crate::cli::model) struct Season {
    pub(in crate::cli::model) slug: String,
    /// The type of its contest.
    #[serde(default = "programs")]
    pub(super) contest: String,
    pub(super) scoring_version: String,
    /// Most formulas of a derivation that are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) max_formulas: Option<u32>,
    pub(in crate::cli::model) problems: Vec<Problem>,
}

/// The contest of seasons that were kept without one.
fn programs() -> String {
    "sequence".to_owned()
}

#[derive(Serialize, Deserialize)]
pub(in crate::cli::model) struct Problem {
    pub(in crate::cli::model) slug: String,
    pub(super) title: String,
    pub(super) statement: String,
    /// What stands above the statement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    corrections: Vec<Correction>,
    #[serde(default)]
    pub(super) index_origin: i64,
    #[serde(default)]
    pub(super) public_terms: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) limits: Option<ProblemLimits>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    card: Option<Card>,
}

#[derive(Serialize, Deserialize)]
struct Correction {
    text: String,
}

#[derive(Serialize, Deserialize)]
pub(super) struct ProblemLimits {
    pub(super) fuel: u64,
    pub(super) memory_bytes: u64,
    pub(super) output_bytes: u32,
    pub(super) max_term_digits: u32,
}

/// What the page of a derivation's problem tells beside its statement.
#[derive(Serialize, Deserialize)]
struct Card {
    #[serde(default)]
    constants: Vec<SharedConstant>,
}

impl Season {
    /// The season of the run in `out`, as it was when the run began; else as the server tells of it now.
    pub(super) fn load(slug: &str, out: &Path, client: &Client) -> anyhow::Result<Self> {
        if out.join(SEASON).is_file() {
            let season = Self::read(out)?;
            ensure!(
                season.slug == slug,
                "{} is a run in the season {}",
                out.display(),
                season.slug
            );
            return Ok(season);
        }
        let season = Self::fetch(slug, client)?;
        let file = out.join(SEASON);
        let text = serde_json::to_string_pretty(&season)?;
        whole_file::write(&file, text.as_bytes()).with_context(|| file.display().to_string())?;
        Ok(season)
    }

    /// The season of a run.
    pub(in crate::cli::model) fn read(out: &Path) -> anyhow::Result<Self> {
        let file = out.join(SEASON);
        let name = || file.display().to_string();
        let text = fs::read_to_string(&file).with_context(name)?;
        serde_json::from_str(&text).with_context(name)
    }

    fn fetch(slug: &str, client: &Client) -> anyhow::Result<Self> {
        let path = format!("/seasons/{}", segment(slug));
        let told = client.get(&path)?;
        let listed = client.get(&format!("{path}/problems"))?;
        let mut problems = Vec::new();
        for problem in listed["problems"].as_array().into_iter().flatten() {
            let slug = problem["slug"].as_str().context("a problem has no slug")?;
            if problem["state"] == "withdrawn" {
                continue;
            }
            let mut stated = client.get(&format!("{path}/problems/{}", segment(slug)))?;
            // What a type of contest has not is left out or null.
            if let Some(stated) = stated.as_object_mut() {
                stated.retain(|_, value| !value.is_null());
            }
            let read = serde_json::from_value(stated);
            problems.push(read.with_context(|| format!("the server's problem {slug}"))?);
        }
        let max_formulas = told["max_formulas"].as_u64();
        Ok(Self {
            slug: slug.to_owned(),
            contest: told["contest"].as_str().unwrap_or_default().to_owned(),
            scoring_version: told["scoring_version"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            max_formulas: max_formulas.map(u32::try_from).transpose()?,
            problems,
        })
    }
}

impl Problem {
    /// What its page says first: the title, what was corrected, the statement, and what symbols stand for.
    pub(super) fn stated(&self) -> String {
        let mut parts = vec![format!("# {}", self.title)];
        let corrections = self.corrections.iter();
        parts.extend(corrections.map(|it| format!("Correction: {}", it.text.trim())));
        parts.push(self.statement.trim().to_owned());
        let constants = self.card.iter().flat_map(|card| &card.constants);
        let constants: Vec<String> = constants
            .map(|it| format!("${} = {}$", it.symbol, it.value))
            .collect();
        if !constants.is_empty() {
            parts.push(format!("Constants: {}.", constants.join(", ")));
        }
        parts.join("\n\n")
    }
}
