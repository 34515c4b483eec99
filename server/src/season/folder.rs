//! Reads a season's folder: `season.toml`, and the package of each problem, which the judge reads.
//! The files have a closed schema: a key that is not known is an error, which names the file, the
//! key and the line. Nothing runs here.

use std::fmt;
use std::path::{Path, PathBuf};

use dojo_judge::canonical_json;
use dojo_judge::package::{Fault, Files, is_left_behind};
use dojo_judge::season::commitment;
use dojo_judge::sequence::package;
use dojo_judge::sequence::package::{Package, ProblemLimits};
use serde::de::DeserializeOwned;

use super::{physics, read_season_file, season_limits, upload};
use crate::store::problems::NewProblem;
use crate::store::seasons::NewSeason;
use crate::store::{Contest, Difficulty};

/// Where the files of a season are.
#[derive(Clone, Debug)]
pub enum Folder {
    /// A folder on disk.
    Disk(PathBuf),
    /// A folder built into the program.
    Embedded(&'static include_dir::Dir<'static>),
    /// The files of an archive.
    Unpacked(Files),
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
            Self::Unpacked(files) => files
                .get(path)
                .cloned()
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
            Self::Unpacked(all) => {
                let inside = all.iter().filter_map(|(file, bytes)| {
                    let name = file.strip_prefix(path)?.strip_prefix('/')?;
                    Some((name.to_owned(), bytes.clone()))
                });
                Ok(inside.collect())
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
        if let Some(path) = path.filter(|path| !is_left_behind(path)) {
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
            Contest::Sequence => read_problem(folder, &season, slug, position),
            Contest::Physics => physics::read_problem(folder, slug, position),
        })
        .collect::<Result<_, _>>()?;
    Ok(SeasonContent { season, problems })
}

fn read_problem(
    folder: &Folder,
    season: &NewSeason,
    slug: &str,
    position: i32,
) -> Result<NewProblem, LoadError> {
    let path = format!("problems/{slug}");
    let files = folder.package(&path)?;
    let below = |error: LoadError| LoadError {
        faults: error
            .faults
            .into_iter()
            .map(|fault| fault.below(&path))
            .collect(),
    };
    let problem = stored_form(&files, season, position).map_err(below)?;
    if problem.slug != slug {
        let text = files.get("problem.toml").map_or(&[][..], Vec::as_slice);
        return Err(LoadError::at(
            &format!("{path}/problem.toml"),
            &String::from_utf8_lossy(text),
            "slug",
            format!("the folder is called `{slug}`"),
        ));
    }
    Ok(problem)
}

/// A package as a problem of a season is stored.
///
/// # Errors
/// What is wrong with it.
pub(super) fn stored_form(
    files: &Files,
    season: &NewSeason,
    position: i32,
) -> Result<NewProblem, LoadError> {
    const FILE: &str = "problem.toml";
    let Package {
        problem,
        statement,
        setter,
        examples: _,
    } = Package::read(files).map_err(|faults| LoadError { faults })?;
    let text = files.get(FILE).map_or(&[][..], Vec::as_slice);
    let text = String::from_utf8_lossy(text);
    season_limits(season)
        .map_err(|error| error.to_string())
        .and_then(|limits| problem.limits.within(&limits))
        .map_err(|message| LoadError::new(FILE, message))?;
    let own_limits = (problem.limits != ProblemLimits::default())
        .then(|| canonical_json::to_string(&problem.limits))
        .transpose()
        .map_err(|error| LoadError::new(FILE, error))?;
    let definition =
        commitment::problem_json(&text).map_err(|error| LoadError::new(FILE, error))?;
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
        limits: own_limits,
    })
}
