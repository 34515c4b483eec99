//! Reads `season.toml`: what a season asks for, its limits and the names of its problems' folders.

use std::collections::BTreeSet;

use dojo_judge::physics::contest;
use dojo_judge::season::{self, Scoring};
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{check_line, check_slug};
use dojo_sandbox::{Fuel, Limits};
use serde::Deserialize;

use super::{Folder, LoadError};
use crate::store::seasons::NewSeason;
use crate::store::{Contest, Feedback};

/// Terms of a problem unless its file says otherwise.
const DEFAULT_TERMS: Terms = Terms {
    check: 200,
    stage: 100,
    public: 100,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonFile {
    slug: String,
    title: String,
    summary: String,
    contest: Option<String>,
    scoring: Option<String>,
    problems: Vec<String>,
    attempts: Option<AttemptsTable>,
    limits: Option<LimitsTable>,
    grading: Option<GradingTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttemptsTable {
    max: u32,
    interval_seconds: u32,
}

impl AttemptsTable {
    fn of(contest: Contest) -> Self {
        Self {
            max: match contest {
                Contest::Sequence => 50,
                Contest::Physics => 10,
            },
            interval_seconds: 15,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct GradingTable {
    max_formulas: Option<u32>,
    feedback: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsTable {
    fuel: Option<u64>,
    memory_mib: Option<u32>,
    output_kib: Option<u32>,
    max_term_digits: Option<u32>,
}

#[derive(Clone, Copy)]
struct Terms {
    check: u32,
    stage: u32,
    public: u32,
}

/// Reads `season.toml`: the season, and the names of its problems' folders.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read_season_file(folder: &Folder) -> Result<(NewSeason, Vec<String>), LoadError> {
    const FILE: &str = "season.toml";
    let (file, text): (SeasonFile, _) = folder.read_toml(FILE)?;
    let wrong = |key, message: &str| LoadError::at(FILE, &text, key, message);
    check_slug(&file.slug).map_err(|message| wrong("slug", message))?;
    check_line(&file.title, 100).map_err(|message| wrong("title", message))?;
    check_line(&file.summary, 500).map_err(|message| wrong("summary", message))?;
    let contest: Contest = match &file.contest {
        None => Contest::Sequence,
        Some(word) => word
            .parse::<season::Contest>()
            .map_err(|error| LoadError::at(FILE, &text, "contest", error))?
            .into(),
    };
    let attempts = file.attempts.unwrap_or(AttemptsTable::of(contest));
    if file.problems.is_empty() {
        return Err(wrong("problems", "a season needs at least one problem"));
    }
    let distinct: BTreeSet<&String> = file.problems.iter().collect();
    if distinct.len() != file.problems.len() {
        return Err(wrong("problems", "a problem is named twice"));
    }
    if attempts.max == 0 {
        return Err(wrong("max", "nobody could submit"));
    }
    let small =
        |key, value: u32| i32::try_from(value).map_err(|_| wrong(key, "the number is too large"));
    for slug in &file.problems {
        check_slug(slug).map_err(|message| wrong("problems", message))?;
    }
    // What only the other type of contest has is 0 or nothing here.
    let season = NewSeason {
        slug: file.slug,
        title: file.title,
        summary: file.summary,
        scoring_version: Scoring::Physics.as_str().to_owned(),
        n_check: 0,
        n_stage: 0,
        n_public: 0,
        fuel_limit: 0,
        memory_limit_bytes: 0,
        output_limit_bytes: 0,
        max_term_digits: 0,
        attempts_max: small("max", attempts.max)?,
        attempt_interval_seconds: small("interval_seconds", attempts.interval_seconds)?,
        contest,
        max_formulas: None,
        feedback: None,
    };
    let foreign = |key: &str| {
        let message = format!("a {contest} season has none");
        Err(LoadError::at(FILE, &text, key, message))
    };
    let season = match contest {
        Contest::Sequence if file.grading.is_some() => foreign("grading")?,
        Contest::Sequence => {
            let scoring = file.scoring.as_deref();
            let scoring = scoring.ok_or_else(|| wrong("scoring", "it is missing"))?;
            let scoring: ScoringVersion = scoring
                .parse()
                .map_err(|error| LoadError::at(FILE, &text, "scoring", error))?;
            let limits = file.limits.unwrap_or_default();
            let limits = limits
                .limits()
                .map_err(|(key, message)| wrong(key, message))?;
            NewSeason {
                scoring_version: scoring.as_str().to_owned(),
                n_check: small("n_check", DEFAULT_TERMS.check)?,
                n_stage: small("n_stage", DEFAULT_TERMS.stage)?,
                n_public: small("n_public", DEFAULT_TERMS.public)?,
                fuel_limit: i64::try_from(limits.fuel.0)
                    .map_err(|_| wrong("fuel", "the number is too large"))?,
                memory_limit_bytes: i64::try_from(limits.memory_bytes)
                    .map_err(|_| wrong("memory_mib", "the number is too large"))?,
                output_limit_bytes: small("output_kib", limits.output_bytes)?,
                max_term_digits: small("max_term_digits", limits.max_term_digits)?,
                ..season
            }
        }
        Contest::Physics if file.scoring.is_some() => foreign("scoring")?,
        Contest::Physics if file.limits.is_some() => foreign("limits")?,
        Contest::Physics => {
            let grading = file.grading.unwrap_or_default();
            let most = grading
                .max_formulas
                .unwrap_or(contest::Rules::DEFAULT_MAX_FORMULAS);
            if !(1..=contest::MAX_FORMULAS).contains(&most) {
                let message = format!("{most}; it must be 1 to {}", contest::MAX_FORMULAS);
                return Err(wrong("max_formulas", &message));
            }
            let feedback = match grading.feedback.as_deref() {
                None => Feedback::Score,
                Some(word) => word.parse().map_err(|_| {
                    let message = format!("`{word}` is none of score, read, none");
                    wrong("feedback", &message)
                })?,
            };
            NewSeason {
                max_formulas: Some(small("max_formulas", most)?),
                feedback: Some(feedback),
                ..season
            }
        }
    };
    Ok((season, file.problems))
}

impl LimitsTable {
    fn limits(&self) -> Result<Limits, (&'static str, &'static str)> {
        let default = Limits::default();
        let kib = self.output_kib.unwrap_or(default.output_bytes >> 10);
        let limits = Limits {
            fuel: self.fuel.map_or(default.fuel, Fuel),
            memory_bytes: self
                .memory_mib
                .map_or(default.memory_bytes, |mib| u64::from(mib) << 20),
            output_bytes: kib
                .checked_mul(1024)
                .ok_or(("output_kib", "the number is too large"))?,
            max_term_digits: self.max_term_digits.unwrap_or(default.max_term_digits),
            ..default
        };
        match limits {
            Limits { fuel: Fuel(0), .. } => Err(("fuel", "nothing could run")),
            Limits {
                memory_bytes: 0, ..
            } => Err(("memory_mib", "nothing could run")),
            Limits {
                output_bytes: 0, ..
            } => Err(("output_kib", "nothing could be written")),
            Limits {
                max_term_digits: 0, ..
            } => Err(("max_term_digits", "no term could be written")),
            _ => Ok(limits),
        }
    }
}
