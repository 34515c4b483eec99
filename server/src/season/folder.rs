//! Reads a season's folder: `season.toml`, and the package of each problem, which the judge reads.
//! The files have a closed schema: a key that is not known is an error, which names the file, the
//! key and the line. Nothing runs here.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use dojo_judge::physics::contest;
use dojo_judge::season::{self, Scoring, commitment};
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{
    self, Fault, Files, Package, ProblemLimits, check_line, check_slug,
};
use dojo_sandbox::{Fuel, Limits};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{physics, upload};
use crate::store::problems::NewProblem;
use crate::store::seasons::NewSeason;
use crate::store::{Contest, Difficulty, Feedback};

/// Terms of a problem unless its file says otherwise.
const DEFAULT_TERMS: Terms = Terms {
    check: 200,
    stage: 100,
    public: 100,
};

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

    /// The files of a package, by their paths below its folder. A folder that is not there has
    /// none.
    pub(super) fn package(&self, path: &str) -> Result<Files, LoadError> {
        match self {
            Self::Disk(folder) => {
                let folder = folder.join(path);
                if !folder.exists() {
                    return Ok(Files::new());
                }
                upload::read_folder(&folder).map_err(|error| LoadError::new(path, error))
            }
            Self::Embedded(folder) => {
                let mut files = Files::new();
                if let Some(folder) = folder.get_dir(Path::new(path)) {
                    collect_embedded(folder, path, &mut files);
                }
                Ok(files)
            }
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
            Err(error) => Err(match error.span() {
                Some(span) => Fault::at(path, line_at(&text, span.start), error.message()).into(),
                None => LoadError::new(path, error.message()),
            }),
        }
    }
}

fn collect_embedded(folder: &include_dir::Dir<'_>, package: &str, files: &mut Files) {
    for file in folder.files() {
        let path = file
            .path()
            .strip_prefix(package)
            .ok()
            .and_then(Path::to_str);
        if let Some(path) = path.filter(|path| !package::is_left_behind(path)) {
            files.insert(path.to_owned(), file.contents().to_vec());
        }
    }
    for folder in folder.dirs() {
        collect_embedded(folder, package, files);
    }
}

/// What is wrong with a season's folder, and where: one line a mistake.
#[derive(Debug, PartialEq, Eq)]
pub struct LoadError {
    faults: Vec<Fault>,
}

impl LoadError {
    /// Something about a file.
    pub fn new(file: &str, message: impl fmt::Display) -> Self {
        Fault::of(file, message).into()
    }

    /// Something about the value of a key, or about a table.
    pub fn at(file: &str, text: &str, key: &str, message: impl fmt::Display) -> Self {
        let message = format!("`{key}`: {message}");
        let line = text.lines().position(|line| {
            let line = line.trim();
            let rest = line.strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
                || line
                    .strip_prefix('[')
                    .and_then(|line| line.strip_suffix(']'))
                    == Some(key)
        });
        match line {
            Some(line) => Fault::at(file, line + 1, message).into(),
            None => Self::new(file, message),
        }
    }
}

impl From<Vec<Fault>> for LoadError {
    fn from(faults: Vec<Fault>) -> Self {
        Self { faults }
    }
}

impl From<Fault> for LoadError {
    fn from(fault: Fault) -> Self {
        Self {
            faults: vec![fault],
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.faults.iter().enumerate() {
            let newline = if place == 0 { "" } else { "\n" };
            write!(f, "{newline}{fault}")?;
        }
        Ok(())
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

/// Reads a whole season.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read_season(folder: &Folder) -> Result<SeasonContent, LoadError> {
    let (season, slugs) = read_season_file(folder)?;
    let problems = slugs
        .iter()
        .zip(1..)
        .map(|(slug, position)| match season.contest {
            Contest::Sequence => read_problem(folder, slug, position),
            Contest::Physics => physics::read_problem(folder, slug, position),
        })
        .collect::<Result<_, _>>()?;
    Ok(SeasonContent { season, problems })
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

fn read_problem(folder: &Folder, slug: &str, position: i32) -> Result<NewProblem, LoadError> {
    let path = format!("problems/{slug}");
    let files = folder.package(&path)?;
    let package = Package::read(&files).map_err(|faults| LoadError {
        faults: faults.into_iter().map(|fault| fault.below(&path)).collect(),
    })?;
    let Package {
        problem,
        statement,
        setter,
        examples: _,
    } = package;
    let file = format!("{path}/problem.toml");
    let text = files.get("problem.toml").map_or(&[][..], Vec::as_slice);
    let text = String::from_utf8_lossy(text);
    let wrong = |key, message: &str| LoadError::at(&file, &text, key, message);
    if problem.slug != slug {
        return Err(wrong("slug", &format!("the folder is called `{slug}`")));
    }
    if problem.limits != ProblemLimits::default() {
        return Err(wrong(
            "limits",
            "this server keeps no limits of a single problem; those of season.toml hold",
        ));
    }
    let definition =
        commitment::problem_json(&text).map_err(|error| LoadError::new(&file, error))?;
    let small = |value: u32| i32::try_from(value).expect("at most MAX_CHECKED_TERMS");
    Ok(NewProblem {
        slug: problem.slug,
        position,
        title: problem.title,
        statement,
        index_origin: problem.index_origin,
        tags: problem.tags.join("\n"),
        licence: problem.licence,
        known_as: problem.known_as,
        difficulty: problem.difficulty.map(|difficulty| match difficulty {
            package::Difficulty::Easy => Difficulty::Easy,
            package::Difficulty::Medium => Difficulty::Medium,
            package::Difficulty::Hard => Difficulty::Hard,
        }),
        setter_source: setter.text().to_owned(),
        n_check: small(problem.n_check),
        n_stage: small(problem.n_stage),
        n_public: small(problem.n_public),
        definition: Some(definition),
    })
}
