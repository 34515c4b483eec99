//! Reads `season.toml`: what a season asks for, its limits and the names of its problems' folders.

use std::collections::BTreeSet;
use std::str::FromStr;

use dojo_judge::contest::{self, Scoring};
use dojo_judge::package::{check_line, check_slug};
use dojo_judge::physics;
use dojo_judge::sequence::ScoringVersion;
use dojo_physics::grade::DEFAULT_MAX_FORMULAS;
use dojo_sandbox::{Fuel, Limits};
use serde::Deserialize;

use super::{Folder, LoadError};
use crate::store::seasons::NewSeason;
use crate::store::{Boards, Contest, Feedback, TermFeedback, UnknownWord};

/// What every season's folder has.
pub(super) const FILE: &str = "season.toml";

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
    boards: Option<String>,
    feedback: Option<String>,
    #[serde(default)]
    problems: Vec<String>,
    #[serde(default)]
    attempts: AttemptsTable,
    limits: Option<LimitsTable>,
    grading: Option<GradingTable>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttemptsTable {
    max: Option<u32>,
    interval_seconds: Option<u32>,
}

/// Attempts of one person at one problem, unless the file says otherwise.
fn default_attempts(contest: Contest) -> u32 {
    match contest {
        Contest::Sequence => 50,
        Contest::Physics => 10,
    }
}

/// Seconds between two of them, unless the file says otherwise.
const DEFAULT_INTERVAL_SECONDS: u32 = 15;

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
    let (file, text): (SeasonFile, _) = folder.read_toml(FILE)?;
    Ok((season(&file, &text)?, file.problems))
}

/// A season of programs without a folder, with the parameters that a `season.toml` without any would
/// give.
///
/// # Errors
/// What is wrong with its slug, title or summary.
pub fn new_season(
    slug: &str,
    title: &str,
    summary: &str,
    scoring: Option<ScoringVersion>,
) -> Result<NewSeason, LoadError> {
    let file = SeasonFile {
        slug: slug.to_owned(),
        title: title.to_owned(),
        summary: summary.to_owned(),
        contest: None,
        scoring: scoring.map(|version| version.as_str().to_owned()),
        boards: None,
        feedback: None,
        problems: Vec::new(),
        attempts: AttemptsTable::default(),
        limits: None,
        grading: None,
    };
    season(&file, "")
}

/// What `season.toml` says, in `text`.
fn season(file: &SeasonFile, text: &str) -> Result<NewSeason, LoadError> {
    let wrong = |key, message: &str| LoadError::at(FILE, text, key, message);
    check_slug(&file.slug).map_err(|message| wrong("slug", message))?;
    check_line(&file.title, 100).map_err(|message| wrong("title", message))?;
    check_line(&file.summary, 500).map_err(|message| wrong("summary", message))?;
    let contest: Contest = match &file.contest {
        None => Contest::Sequence,
        Some(word) => word
            .parse::<contest::Contest>()
            .map_err(|error| LoadError::at(FILE, text, "contest", error))?
            .into(),
    };
    let boards = match &file.boards {
        None => Boards::UntilReveal,
        Some(word) => one_of(word).map_err(|message| wrong("boards", &message))?,
    };
    let distinct: BTreeSet<&String> = file.problems.iter().collect();
    if distinct.len() != file.problems.len() {
        return Err(wrong("problems", "a problem is named twice"));
    }
    for slug in &file.problems {
        check_slug(slug).map_err(|message| wrong("problems", message))?;
    }
    let AttemptsTable {
        max,
        interval_seconds,
    } = file.attempts;
    let attempts_max = max.unwrap_or(default_attempts(contest));
    let interval_seconds = interval_seconds.unwrap_or(DEFAULT_INTERVAL_SECONDS);
    if attempts_max == 0 {
        return Err(wrong("max", "nobody could submit"));
    }
    // What only the other type of contest has is 0 or nothing.
    let season = NewSeason {
        slug: file.slug.clone(),
        title: file.title.clone(),
        summary: file.summary.clone(),
        scoring_version: Scoring::newest(contest.into()).as_str().to_owned(),
        n_check: 0,
        n_stage: 0,
        n_public: 0,
        fuel_limit: 0,
        memory_limit_bytes: 0,
        output_limit_bytes: 0,
        max_term_digits: 0,
        attempts_max: small(text, "max", attempts_max)?,
        attempt_interval_seconds: small(text, "interval_seconds", interval_seconds)?,
        contest,
        max_formulas: None,
        feedback: None,
        boards,
        term_feedback: TermFeedback::Verdict,
    };
    match contest {
        Contest::Sequence => of_programs(season, file, text),
        Contest::Physics => of_derivations(season, file, text),
    }
}

/// A word that the database knows.
fn one_of<T: FromStr<Err = UnknownWord>>(word: &str) -> Result<T, String> {
    word.parse().map_err(|error: UnknownWord| error.to_string())
}

fn small(text: &str, key: &str, value: u32) -> Result<i32, LoadError> {
    i32::try_from(value).map_err(|_| LoadError::at(FILE, text, key, "the number is too large"))
}

/// A key or table that is for the other type of contest.
fn foreign(text: &str, key: &str, contest: Contest) -> LoadError {
    LoadError::at(FILE, text, key, format!("a {contest} season has none"))
}

fn of_programs(season: NewSeason, file: &SeasonFile, text: &str) -> Result<NewSeason, LoadError> {
    let wrong = |key, message: &str| LoadError::at(FILE, text, key, message);
    if file.grading.is_some() {
        return Err(foreign(text, "grading", season.contest));
    }
    let scoring: ScoringVersion = match &file.scoring {
        Some(version) => version
            .parse()
            .map_err(|error| LoadError::at(FILE, text, "scoring", error))?,
        None => ScoringVersion::FOR_NEW_SEASONS,
    };
    let limits = file
        .limits
        .as_ref()
        .map_or_else(|| LimitsTable::default().limits(), LimitsTable::limits);
    let limits = limits.map_err(|(key, message)| wrong(key, message))?;
    let term_feedback = match &file.feedback {
        None => TermFeedback::Verdict,
        Some(word) => one_of(word).map_err(|message| wrong("feedback", &message))?,
    };
    let large =
        |key, value: u64| i64::try_from(value).map_err(|_| wrong(key, "the number is too large"));
    Ok(NewSeason {
        scoring_version: scoring.as_str().to_owned(),
        term_feedback,
        n_check: small(text, "n_check", DEFAULT_TERMS.check)?,
        n_stage: small(text, "n_stage", DEFAULT_TERMS.stage)?,
        n_public: small(text, "n_public", DEFAULT_TERMS.public)?,
        fuel_limit: large("fuel", limits.fuel.0)?,
        memory_limit_bytes: large("memory_mib", limits.memory_bytes)?,
        output_limit_bytes: small(text, "output_kib", limits.output_bytes)?,
        max_term_digits: small(text, "max_term_digits", limits.max_term_digits)?,
        ..season
    })
}

fn of_derivations(
    season: NewSeason,
    file: &SeasonFile,
    text: &str,
) -> Result<NewSeason, LoadError> {
    if file.scoring.is_some() {
        return Err(foreign(text, "scoring", season.contest));
    }
    if file.limits.is_some() {
        return Err(foreign(text, "limits", season.contest));
    }
    if file.feedback.is_some() {
        let message = "a season of derivations has it below [grading]";
        return Err(LoadError::at(FILE, text, "feedback", message));
    }
    let grading = file.grading.as_ref();
    let most = grading
        .and_then(|grading| grading.max_formulas)
        .unwrap_or(DEFAULT_MAX_FORMULAS);
    if !(1..=physics::MAX_FORMULAS).contains(&most) {
        let message = format!("{most}; it must be 1 to {}", physics::MAX_FORMULAS);
        return Err(LoadError::at(FILE, text, "max_formulas", message));
    }
    let feedback = match grading.and_then(|grading| grading.feedback.as_deref()) {
        None => Feedback::Score,
        Some(word) => word.parse().map_err(|_| {
            let message = format!("`{word}` is none of score, read, none");
            LoadError::at(FILE, text, "feedback", message)
        })?,
    };
    Ok(NewSeason {
        max_formulas: Some(small(text, "max_formulas", most)?),
        feedback: Some(feedback),
        ..season
    })
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
