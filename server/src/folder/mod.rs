//! Folders of seasons and packages of problems, on disk, built in, or in archives. Their TOML files have a
//! closed schema: a key that is not known is an error, which names the file, the key and the line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use dojo_judge::package::{Fault, Files, is_left_behind};
use serde::de::DeserializeOwned;

use crate::words::say;

pub mod upload;

/// What every season's folder has.
pub const SEASON_FILE: &str = "season.toml";

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
                fs::read(folder.join(path)).map_err(|error| LoadError::new(path, error))
            }
            Self::Embedded(folder) => folder
                .get_file(Path::new(path))
                .map(|file| file.contents().to_vec())
                .ok_or_else(|| LoadError::new(path, say!("folder-no-file"))),
            Self::Unpacked(files) => files
                .get(path)
                .cloned()
                .ok_or_else(|| LoadError::new(path, say!("folder-no-file"))),
        }
    }

    /// What is in a folder, which need not be there, but for what systems leave behind: names of files, and names of
    /// folders with a `/` at their end.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn names(&self, path: &str) -> Result<BTreeSet<String>, LoadError> {
        let names: BTreeSet<String> = match self {
            Self::Disk(folder) => {
                disk_names(&folder.join(path)).map_err(|error| LoadError::new(path, error))?
            }
            Self::Embedded(folder) => {
                let inside = match path {
                    "" => Some(*folder),
                    path => folder.get_dir(path),
                };
                (inside.into_iter().flat_map(include_dir::Dir::entries))
                    .filter_map(|entry| {
                        let name = entry.path().file_name()?.to_str()?;
                        let end = if entry.as_dir().is_some() { "/" } else { "" };
                        Some(format!("{name}{end}"))
                    })
                    .collect()
            }
            Self::Unpacked(files) => (files.keys())
                .filter_map(|file| match path {
                    "" => Some(file.as_str()),
                    path => file.strip_prefix(path)?.strip_prefix('/'),
                })
                .filter_map(|file| file.split_inclusive('/').next())
                .map(str::to_owned)
                .collect(),
        };
        let is_own = |name: &String| !is_left_behind(name.trim_end_matches('/'));
        Ok(names.into_iter().filter(is_own).collect())
    }

    /// The files of a package, by their paths below its folder. A folder that is not there has
    /// none.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn package(&self, path: &str) -> Result<Files, LoadError> {
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

    /// A text without a NUL.
    ///
    /// # Errors
    /// When it is missing, or no such text.
    pub fn read_text(&self, path: &str) -> Result<String, LoadError> {
        let text = String::from_utf8(self.read(path)?)
            .map_err(|_| LoadError::new(path, say!("folder-not-utf8")))?;
        match text.find('\0') {
            Some(_) => Err(LoadError::new(path, say!("folder-nul"))),
            None => Ok(text),
        }
    }
}

/// Reads what a TOML file says.
///
/// # Errors
/// When it is no TOML, or holds what the schema does not.
pub fn read_toml<T: DeserializeOwned>(path: &str, text: &str) -> Result<T, LoadError> {
    toml::from_str(text).map_err(|error| LoadError::of_toml(path, text, &error))
}

fn disk_names(folder: &Path) -> io::Result<BTreeSet<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        entries => entries?,
    };
    entries
        .map(|entry| {
            let entry = entry?;
            let end = if entry.path().is_dir() { "/" } else { "" };
            Ok(format!("{}{end}", entry.file_name().to_string_lossy()))
        })
        .collect()
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

    /// What is wrong with the TOML in a file.
    pub fn of_toml(file: &str, text: &str, error: &toml::de::Error) -> Self {
        match error.span() {
            Some(span) => Self::at_offset(file, text, span.start, error.message()),
            None => Self::new(file, error.message()),
        }
    }

    /// Something at a byte of a file.
    pub fn at_offset(file: &str, text: &str, offset: usize, message: impl fmt::Display) -> Self {
        Fault::at(file, line_at(text, offset), message).into()
    }

    /// What is wrong, without where: for a reader who wrote no file.
    pub fn messages(&self) -> Vec<String> {
        let faults = self.faults.iter();
        faults.map(|fault| fault.message.clone()).collect()
    }

    /// The same in files below a folder.
    #[must_use]
    pub fn below(self, path: &str) -> Self {
        let faults = self.faults.into_iter();
        Self {
            faults: faults.map(|fault| fault.below(path)).collect(),
        }
    }

    /// Something about the value of a key, or about a table.
    pub fn at(file: &str, text: &str, key: &str, message: impl fmt::Display) -> Self {
        let message = say!("folder-key", name = key, why = message.to_string());
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

impl From<LoadError> for Vec<Fault> {
    fn from(error: LoadError) -> Self {
        error.faults
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
