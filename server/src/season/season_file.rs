//! Reads `season.toml`: what a season asks for, its limits and the names of its problems' folders.

use std::collections::BTreeSet;

use dojo_judge::contest::Contest;
use dojo_judge::package::{check_line, check_slug};
use dojo_judge::sequence::ScoringVersion;
use serde::Deserialize;
use toml::de::DeTable;

use crate::contests::{self, Host};
use crate::folder::{Folder, LoadError, SEASON_FILE as FILE, read_toml};
use crate::store::Boards;
use crate::store::seasons::NewSeason;
use crate::words::say;

/// What seasons of every type of contest have.
const KEYS: [&str; 7] = [
    "slug", "title", "summary", "contest", "boards", "problems", "attempts",
];

/// The same; what only one type has is in its room.
#[derive(Deserialize)]
struct SeasonFile {
    slug: String,
    title: String,
    summary: String,
    contest: Option<String>,
    boards: Option<String>,
    #[serde(default)]
    problems: Vec<String>,
    #[serde(default)]
    attempts: AttemptsTable,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttemptsTable {
    max: Option<u32>,
    interval_seconds: Option<u32>,
}

/// Seconds between two attempts, unless the file says otherwise.
const DEFAULT_INTERVAL_SECONDS: u32 = 15;

/// Reads `season.toml`: the season, and the names of its problems' folders.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read_season_file(folder: &Folder) -> Result<(NewSeason, Vec<String>), LoadError> {
    let text = folder.read_text(FILE)?;
    let keys = keys_of(&text)?;
    let file: SeasonFile = read_toml(FILE, &text)?;
    let season = season(&file, &keys, &text)?;
    Ok((season, file.problems))
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
        boards: None,
        problems: Vec::new(),
        attempts: AttemptsTable::default(),
    };
    let text = scoring.map_or_else(String::new, |version| format!("scoring = \"{version}\""));
    season(&file, &[], &text)
}

/// The keys and tables of a file in order; each is one of some type of contest.
fn keys_of(text: &str) -> Result<Vec<String>, LoadError> {
    let table = DeTable::parse(text).map_err(|error| LoadError::of_toml(FILE, text, &error))?;
    let mut keys: Vec<_> = (table.get_ref().keys())
        .map(|key| (key.span().start, key.get_ref().to_string()))
        .collect();
    keys.sort();
    let mut known = KEYS.to_vec();
    for contest in Contest::ALL {
        known.extend(contests::of(*contest).host.keys());
    }
    if let Some((at, key)) = keys.iter().find(|(_, key)| !known.contains(&key.as_str())) {
        let known: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let message = say!("folder-unknown-key", name = key, of = known.join(", "));
        return Err(LoadError::at_offset(FILE, text, *at, message));
    }
    Ok(keys.into_iter().map(|(_, key)| key).collect())
}

/// What `season.toml` says, in `text`, with these keys.
fn season(file: &SeasonFile, keys: &[String], text: &str) -> Result<NewSeason, LoadError> {
    let wrong = |key, message: &str| LoadError::at(FILE, text, key, message);
    check_slug(&file.slug).map_err(|message| wrong("slug", message))?;
    check_line(&file.title, 100).map_err(|message| wrong("title", message))?;
    check_line(&file.summary, 500).map_err(|message| wrong("summary", message))?;
    let contest = match &file.contest {
        None => Contest::default(),
        Some(word) => word
            .parse()
            .map_err(|error| LoadError::at(FILE, text, "contest", error))?,
    };
    let boards = match &file.boards {
        None => Boards::UntilReveal,
        Some(word) => word
            .parse()
            .map_err(|error| LoadError::at(FILE, text, "boards", error))?,
    };
    let distinct: BTreeSet<&String> = file.problems.iter().collect();
    if distinct.len() != file.problems.len() {
        return Err(wrong("problems", say!("folder-named-twice")));
    }
    for slug in &file.problems {
        check_slug(slug).map_err(|message| wrong("problems", message))?;
    }
    let host = contests::of(contest).host;
    let AttemptsTable {
        max,
        interval_seconds,
    } = file.attempts;
    let attempts_max = max.unwrap_or(host.attempts());
    if attempts_max == 0 {
        return Err(wrong("max", say!("folder-no-attempts")));
    }
    check_keys(contest, host, keys, text)?;
    let (settings, scoring) = host.read_settings(text)?;
    let interval_seconds = interval_seconds.unwrap_or(DEFAULT_INTERVAL_SECONDS);
    Ok(NewSeason {
        slug: file.slug.clone(),
        title: file.title.clone(),
        summary: file.summary.clone(),
        scoring_version: scoring.as_str().to_owned(),
        attempts_max: small(text, "max", attempts_max)?,
        attempt_interval_seconds: small(text, "interval_seconds", interval_seconds)?,
        contest,
        settings,
        boards,
    })
}

/// No key or table is for another type of contest.
fn check_keys(
    contest: Contest,
    host: &dyn Host,
    keys: &[String],
    text: &str,
) -> Result<(), LoadError> {
    let is_own = |key: &str| KEYS.contains(&key) || host.keys().contains(&key);
    match keys.iter().find(|key| !is_own(key)) {
        None => Ok(()),
        Some(key) => {
            let message = say!("folder-other-contest", what = contest.as_str());
            Err(LoadError::at(FILE, text, key, message))
        }
    }
}

fn small(text: &str, key: &str, value: u32) -> Result<i32, LoadError> {
    i32::try_from(value).map_err(|_| LoadError::at(FILE, text, key, say!("folder-number-large")))
}
