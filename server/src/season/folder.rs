//! Reads a season's folder: `season.toml` and the problems' `problem.toml`, `setter.py` and
//! `statement.md`. The files have a closed schema: a key that is not known is an error, which
//! names the file, the key and the line. Nothing runs here.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use dojo_judge::season::commitment;
use dojo_judge::sequence::{Canonical, ScoringVersion};
use dojo_sandbox::{Fuel, Limits};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::store::Difficulty;
use crate::store::problems::NewProblem;
use crate::store::seasons::NewSeason;

/// Longest setter's program, in canonical bytes (`docs/SPEC.md`, Problem).
pub const MAX_SETTER_BYTES: usize = 4096;

/// Longest statement, in bytes.
const MAX_STATEMENT_BYTES: usize = 64 << 10;

/// Terms of a problem unless its file says otherwise.
const DEFAULT_TERMS: Terms = Terms {
    check: 200,
    stage: 100,
    public: 100,
};

/// Most terms that a problem may check.
const MAX_TERMS: u32 = 10_000;

/// Where the files of a season are.
#[derive(Clone, Debug)]
pub enum Folder {
    /// A folder on disk.
    Disk(PathBuf),
    /// A folder built into the program.
    Embedded(&'static include_dir::Dir<'static>),
}

impl Folder {
    /// The content of a file, by its path below the folder.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        match self {
            Self::Disk(folder) => {
                std::fs::read(folder.join(path)).map_err(|error| LoadError::new(path, error))
            }
            Self::Embedded(folder) => folder
                .get_file(Path::new(path))
                .map(|file| file.contents().to_vec())
                .ok_or_else(|| LoadError::new(path, "there is no such file")),
        }
    }

    fn read_text(&self, path: &str) -> Result<String, LoadError> {
        let text = String::from_utf8(self.read(path)?)
            .map_err(|_| LoadError::new(path, "the file is not UTF-8"))?;
        match text.find('\0') {
            Some(_) => Err(LoadError::new(path, "the file has a NUL in it")),
            None => Ok(text),
        }
    }

    /// Reads a TOML file of a closed schema.
    ///
    /// # Errors
    /// When it is missing, no TOML, or holds what the schema does not.
    pub fn read_toml<T: DeserializeOwned>(&self, path: &str) -> Result<(T, String), LoadError> {
        let text = self.read_text(path)?;
        match toml::from_str(&text) {
            Ok(value) => Ok((value, text)),
            Err(error) => Err(LoadError {
                file: path.to_owned(),
                line: error.span().map(|span| line_at(&text, span.start)),
                message: error.message().to_owned(),
            }),
        }
    }
}

/// What is wrong with a season's folder, and where.
#[derive(Debug, PartialEq, Eq)]
pub struct LoadError {
    file: String,
    line: Option<usize>,
    message: String,
}

impl LoadError {
    /// Something about a file.
    pub fn new(file: &str, message: impl fmt::Display) -> Self {
        Self {
            file: file.to_owned(),
            line: None,
            message: message.to_string(),
        }
    }

    /// Something about the value of a key.
    pub fn at(file: &str, text: &str, key: &str, message: impl fmt::Display) -> Self {
        let line = text.lines().position(|line| {
            let rest = line.trim_start().strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        });
        Self {
            file: file.to_owned(),
            line: line.map(|line| line + 1),
            message: format!("`{key}`: {message}"),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for LoadError {}

fn line_at(text: &str, offset: usize) -> usize {
    text.get(..offset)
        .map_or(1, |before| before.matches('\n').count() + 1)
}

/// What a season's folder says.
#[derive(Clone, PartialEq, Eq)]
pub struct SeasonContent {
    /// The season.
    pub season: NewSeason,
    /// Its problems in board order.
    pub problems: Vec<NewProblem>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonFile {
    slug: String,
    title: String,
    summary: String,
    scoring: String,
    problems: Vec<String>,
    #[serde(default)]
    attempts: AttemptsTable,
    #[serde(default)]
    limits: LimitsTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttemptsTable {
    max: u32,
    interval_seconds: u32,
}

impl Default for AttemptsTable {
    fn default() -> Self {
        Self {
            max: 50,
            interval_seconds: 15,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsTable {
    fuel: Option<u64>,
    memory_mib: Option<u32>,
    output_kib: Option<u32>,
    max_term_digits: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemFile {
    slug: String,
    title: String,
    index_origin: i64,
    tags: Vec<String>,
    licence: String,
    known_as: Option<String>,
    n_check: Option<u32>,
    n_stage: Option<u32>,
    n_public: Option<u32>,
}

#[derive(Clone, Copy)]
struct Terms {
    check: u32,
    stage: u32,
    public: u32,
}

/// Reads a whole season.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read_season(folder: &Folder) -> Result<SeasonContent, LoadError> {
    const FILE: &str = "season.toml";
    let (file, text): (SeasonFile, _) = folder.read_toml(FILE)?;
    let wrong = |key, message: &str| LoadError::at(FILE, &text, key, message);
    check_slug(&file.slug).map_err(|message| wrong("slug", message))?;
    check_line(&file.title, 100).map_err(|message| wrong("title", message))?;
    check_line(&file.summary, 500).map_err(|message| wrong("summary", message))?;
    let scoring: ScoringVersion = file
        .scoring
        .parse()
        .map_err(|error| LoadError::at(FILE, &text, "scoring", error))?;
    if file.problems.is_empty() {
        return Err(wrong("problems", "a season needs at least one problem"));
    }
    let distinct: BTreeSet<&String> = file.problems.iter().collect();
    if distinct.len() != file.problems.len() {
        return Err(wrong("problems", "a problem is named twice"));
    }
    if file.attempts.max == 0 {
        return Err(wrong("max", "nobody could submit"));
    }
    let limits = file
        .limits
        .limits()
        .map_err(|(key, message)| wrong(key, message))?;
    let small =
        |key, value: u32| i32::try_from(value).map_err(|_| wrong(key, "the number is too large"));
    let mut problems = Vec::with_capacity(file.problems.len());
    for (slug, position) in file.problems.iter().zip(1..) {
        check_slug(slug).map_err(|message| wrong("problems", message))?;
        problems.push(read_problem(folder, slug, position)?);
    }
    let season = NewSeason {
        slug: file.slug,
        title: file.title,
        summary: file.summary,
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
        attempts_max: small("max", file.attempts.max)?,
        attempt_interval_seconds: small("interval_seconds", file.attempts.interval_seconds)?,
    };
    Ok(SeasonContent { season, problems })
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

fn read_problem(folder: &Folder, slug: &str, position: i32) -> Result<NewProblem, LoadError> {
    let path = |name: &str| format!("problems/{slug}/{name}");
    let file_name = path("problem.toml");
    let (file, text): (ProblemFile, _) = folder.read_toml(&file_name)?;
    let wrong = |key, message: &str| LoadError::at(&file_name, &text, key, message);
    if file.slug != slug {
        return Err(wrong("slug", &format!("the folder is called `{slug}`")));
    }
    check_line(&file.title, 100).map_err(|message| wrong("title", message))?;
    check_line(&file.licence, 100).map_err(|message| wrong("licence", message))?;
    if let Some(known_as) = &file.known_as {
        check_line(known_as, 200).map_err(|message| wrong("known_as", message))?;
    }
    if file.index_origin.unsigned_abs() > 1_000_000 {
        return Err(wrong("index_origin", "no further from 0 than a million"));
    }
    let terms = Terms {
        check: file.n_check.unwrap_or(DEFAULT_TERMS.check),
        stage: file.n_stage.unwrap_or(DEFAULT_TERMS.stage),
        public: file.n_public.unwrap_or(DEFAULT_TERMS.public),
    };
    if terms.check > MAX_TERMS {
        return Err(wrong("n_check", &format!("at most {MAX_TERMS}")));
    }
    if terms.stage > terms.check || terms.stage == 0 {
        return Err(wrong(
            "n_stage",
            &format!("between 1 and n_check, which is {}", terms.check),
        ));
    }
    if terms.public > terms.stage || terms.public == 0 {
        return Err(wrong(
            "n_public",
            &format!("between 1 and n_stage, which is {}", terms.stage),
        ));
    }
    let (difficulty, tags) = split_tags(&file.tags).map_err(|message| wrong("tags", message))?;
    let statement = folder.read_text(&path("statement.md"))?;
    if statement.len() > MAX_STATEMENT_BYTES {
        return Err(LoadError::new(&path("statement.md"), "longer than 64 KiB"));
    }
    let definition =
        commitment::problem_json(&text).map_err(|error| LoadError::new(&file_name, error))?;
    let small = |value: u32| i32::try_from(value).expect("below MAX_TERMS");
    Ok(NewProblem {
        slug: file.slug,
        position,
        title: file.title,
        statement,
        index_origin: file.index_origin,
        tags: tags.join("\n"),
        licence: file.licence,
        known_as: file.known_as,
        difficulty,
        setter_source: read_setter(folder, &path("setter.py"))?,
        n_check: small(terms.check),
        n_stage: small(terms.stage),
        n_public: small(terms.public),
        definition: Some(definition),
    })
}

fn read_setter(folder: &Folder, path: &str) -> Result<String, LoadError> {
    let canonical = Canonical::new(&folder.read(path)?)
        .map_err(|rejection| LoadError::new(path, format!("no canonical source: {rejection:?}")))?;
    let source = canonical.text();
    if source.len() > MAX_SETTER_BYTES {
        return Err(LoadError::new(
            path,
            format!("{} bytes, at most {MAX_SETTER_BYTES}", source.len()),
        ));
    }
    Ok(source.to_owned())
}

/// The first tag may be the difficulty; the others are topic words.
fn split_tags(tags: &[String]) -> Result<(Option<Difficulty>, &[String]), &'static str> {
    let difficulty = tags.first().and_then(|tag| tag.parse().ok());
    let topics = tags
        .get(usize::from(difficulty.is_some())..)
        .unwrap_or_default();
    for tag in topics {
        check_line(tag, 40)?;
        if tag.parse::<Difficulty>().is_ok() {
            return Err("the difficulty comes first and once");
        }
    }
    Ok((difficulty, topics))
}

fn check_slug(slug: &str) -> Result<(), &'static str> {
    let fine = (1..=64).contains(&slug.len())
        && slug
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
        && !slug.starts_with('-')
        && !slug.ends_with('-');
    if fine {
        Ok(())
    } else {
        Err("1 to 64 of a-z, 0-9 and hyphens between them")
    }
}

fn check_line(text: &str, max_chars: usize) -> Result<(), &'static str> {
    if text.trim().is_empty() {
        Err("may not be empty")
    } else if text.chars().any(char::is_control) {
        Err("one line without control characters")
    } else if text.chars().count() > max_chars {
        Err("too long")
    } else {
        Ok(())
    }
}
