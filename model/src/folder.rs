//! The folder of a run: plain files that any script can read. Lines are appended whole. If a kill cut one off,
//! readers skip it and the next writer removes it.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::reply::Status;
use crate::run::Run;
use crate::spending::Spent;

/// The settings of the run.
pub const RUN: &str = "run.toml";
/// The prompt as it was read.
pub const PROMPT: &str = "prompt.md";
/// One line for each question that was answered or failed.
pub const ANSWERS: &str = "answers.jsonl";
/// One line when a request begins and one when it ends.
pub const ATTEMPTS: &str = "attempts.jsonl";
/// The grades.
pub const GRADES: &str = "grades.jsonl";

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{}: {why}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// Another process uses it.
    #[error("{}: another process works on this run", .0.display())]
    Busy(PathBuf),
    /// It contains no run.
    #[error("{}: there is no run in this folder", .0.display())]
    None(PathBuf),
    /// `run.toml` cannot be read.
    #[error("{}: {why}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// A run with other settings has this name.
    #[error("{}: this run was begun with other settings: {differences}", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// The differences.
        differences: String,
    },
}

/// A line of `answers.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The hash of everything that was asked.
    pub key: String,
    /// The problem.
    pub id: String,
    /// The model, by its name in tables.
    pub model: String,
    /// The number of the sample, from 1.
    pub sample: u32,
    /// The outcome.
    pub status: Status,
    /// The text without thinking; this is graded.
    pub solution: Option<String>,
    /// The model's thinking, if the server reports it.
    pub reasoning: Option<String>,
    /// Why the model stopped, in the server's word.
    pub finish_reason: Option<String>,
    /// The refusal that came instead of an answer.
    pub refusal: Option<String>,
    /// Why it failed.
    pub error: Option<String>,
    /// The server's account of tokens, unchanged.
    pub usage: Option<Value>,
    /// The cost, if it is known.
    pub cost: Option<f64>,
    /// How long the successful request took.
    pub seconds: Option<f64>,
    /// How long it took until the first text, in a stream.
    pub first_token_seconds: Option<f64>,
    /// How many requests it took.
    pub attempts: u32,
    /// The model that answered, by the server's name.
    pub served_model: Option<String>,
    /// When its first request began, in UTC.
    pub started_at: String,
    /// `image` if images were sent, otherwise `text`.
    pub modality: String,
}

/// A line of `attempts.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Attempt {
    /// A request begins.
    Begun {
        /// The key of its answer.
        key: String,
        /// The number of the request for this answer, from 1.
        attempt: u32,
        /// When, in UTC.
        at: String,
        /// The most that it can use.
        worst: Spent,
    },
    /// A request has ended.
    Ended {
        /// The key of its answer.
        key: String,
        /// The number of the request for this answer, from 1.
        attempt: u32,
        /// When, in UTC.
        at: String,
        /// The HTTP status, if one came.
        status: Option<u16>,
        /// Why there is no answer.
        reason: Option<String>,
        /// The pause before the next request.
        wait_seconds: Option<f64>,
        /// The usage; the worst case if the server did not report it.
        spent: Spent,
    },
}

/// The locked folder of a run, which no other process uses.
pub struct Folder {
    path: PathBuf,
    /// `run.toml`, locked.
    _lock: File,
}

/// The existing answers, by key, and the spending.
#[derive(Default)]
pub struct Known {
    /// The status of the last line of each key.
    pub statuses: HashMap<String, Status>,
    /// The total of all requests. An interrupted request counts with its worst case.
    pub spent: Spent,
}

impl Folder {
    /// Begins a run, or opens it if it exists with the same settings.
    ///
    /// # Errors
    /// When it has other settings, another process uses it, or a file cannot be read or written.
    pub fn begin(path: &Path, run: &Run, prompt: &str) -> Result<Self, FolderError> {
        let file = path.join(RUN);
        if !file.exists() {
            let text = toml::to_string(run).map_err(|why| FolderError::Invalid {
                path: file.clone(),
                why: why.to_string(),
            })?;
            let write = || {
                fs::create_dir_all(path)?;
                fs::write(path.join(PROMPT), prompt)?;
                // The file with the final name is always complete.
                let half = path.join("run.toml.new");
                fs::write(&half, text)?;
                fs::rename(half, &file)
            };
            write().map_err(|why| FolderError::Io {
                path: path.to_owned(),
                why,
            })?;
        }
        let folder = Self::open(path)?;
        let differences = read_run(path)?.differences(run);
        if differences.is_empty() {
            Ok(folder)
        } else {
            Err(FolderError::Other {
                path: path.to_owned(),
                differences: differences.join("; "),
            })
        }
    }

    /// Opens an existing run.
    ///
    /// # Errors
    /// When there is none, or another process uses it.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let file = path.join(RUN);
        if !file.exists() {
            return Err(FolderError::None(path.to_owned()));
        }
        Ok(Self {
            path: path.to_owned(),
            _lock: lock(&file)?,
        })
    }

    /// The existing answers and the spending.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn known(&self) -> Result<Known, FolderError> {
        #[derive(Deserialize)]
        struct Line {
            key: String,
            status: Status,
        }
        let mut known = Known {
            spent: read_spent(&self.path)?,
            ..Known::default()
        };
        each_line(&self.path.join(ANSWERS), |line: Line| {
            known.statuses.insert(line.key, line.status);
        })?;
        Ok(known)
    }

    /// Opens one of its files for appending lines.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&self, name: &str) -> Result<Lines, FolderError> {
        Lines::open(&self.path.join(name))
    }
}

/// The usage of all requests of a run. An interrupted request counts with its worst case.
///
/// # Errors
/// When a file cannot be read.
pub fn read_spent(path: &Path) -> Result<Spent, FolderError> {
    let mut all = Spent::default();
    let mut under_way: HashMap<String, Spent> = HashMap::new();
    each_line(&path.join(ATTEMPTS), |line| match line {
        Attempt::Begun { key, worst, .. } => {
            if let Some(lost) = under_way.insert(key, worst) {
                all += lost;
            }
        }
        Attempt::Ended { key, spent, .. } => {
            under_way.remove(&key);
            all += spent;
        }
    })?;
    let mut lost: Vec<(String, Spent)> = under_way.into_iter().collect();
    lost.sort_by(|one, other| one.0.cmp(&other.0));
    for (_, spent) in lost {
        all += spent;
    }
    Ok(all)
}

/// The run of a folder.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn read_run(path: &Path) -> Result<Run, FolderError> {
    let file = path.join(RUN);
    let text = match fs::read_to_string(&file) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::None(path.to_owned()));
        }
        text => text.map_err(|why| FolderError::Io {
            path: file.clone(),
            why,
        })?,
    };
    toml::from_str(&text).map_err(|why| FolderError::Invalid {
        path: file,
        why: why.to_string(),
    })
}

/// The answers of a folder: the last line of each key, in the order of their first lines.
///
/// # Errors
/// When the file cannot be read.
pub fn read_answers(path: &Path) -> Result<Vec<Answer>, FolderError> {
    last_of_each(path, |answer: &Answer| &answer.key)
}

/// The outcome of a question: the parts of an [`Answer`] that summaries need, without its texts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Became {
    key: String,
    /// The model's name in tables.
    pub model: String,
    /// The outcome.
    pub status: Status,
    /// Why it failed.
    pub error: Option<String>,
    /// The cost, if it is known.
    pub cost: Option<f64>,
}

/// The outcomes of the questions of a folder, selected like [`read_answers`].
///
/// # Errors
/// When the file cannot be read.
pub fn read_outcomes(path: &Path) -> Result<Vec<Became>, FolderError> {
    last_of_each(path, |became: &Became| &became.key)
}

/// The last line of each key of a folder's answers, in the order of their first lines.
fn last_of_each<T: DeserializeOwned>(
    path: &Path,
    key: impl Fn(&T) -> &String,
) -> Result<Vec<T>, FolderError> {
    let mut last: Vec<T> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    each_line(&path.join(ANSWERS), |line: T| {
        if let Some(&at) = places.get(key(&line)) {
            last[at] = line;
        } else {
            places.insert(key(&line).clone(), last.len());
            last.push(line);
        }
    })?;
    Ok(last)
}

/// Locks a file for this process, until the handle is dropped.
///
/// # Errors
/// When another process has locked it.
pub fn lock(file: &Path) -> Result<File, FolderError> {
    let io = |why| FolderError::Io {
        path: file.to_owned(),
        why,
    };
    let opened = OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)
        .map_err(io)?;
    match opened.try_lock() {
        Ok(()) => Ok(opened),
        Err(TryLockError::WouldBlock) => {
            Err(FolderError::Busy(file.parent().unwrap_or(file).to_owned()))
        }
        Err(TryLockError::Error(why)) => Err(io(why)),
    }
}

/// Calls `each` for each line that can be read. A missing file has no lines.
fn each_line<T: DeserializeOwned>(path: &Path, mut each: impl FnMut(T)) -> Result<(), FolderError> {
    let io = |why| FolderError::Io {
        path: path.to_owned(),
        why,
    };
    let file = match File::open(path) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file.map_err(io)?,
    };
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut line = Vec::new();
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(io)? == 0 {
            return Ok(());
        }
        if line.ends_with(b"\n")
            && let Ok(read) = serde_json::from_slice(&line)
        {
            each(read);
        }
    }
}

/// A file that grows by lines.
pub struct Lines {
    path: PathBuf,
    file: File,
}

impl Lines {
    fn open(path: &Path) -> Result<Self, FolderError> {
        let open = || {
            let mut file = OpenOptions::new()
                .create(true)
                .truncate(false)
                .read(true)
                .write(true)
                .open(path)?;
            let whole = end_of_last_line(&mut file)?;
            file.set_len(whole)?;
            file.seek(SeekFrom::Start(whole))?;
            Ok(file)
        };
        let file = open().map_err(|why| FolderError::Io {
            path: path.to_owned(),
            why,
        })?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends a line, after `strike_out` has been applied to it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(
        &mut self,
        line: &impl Serialize,
        strike_out: impl Fn(&str) -> String,
    ) -> Result<(), FolderError> {
        let io = |why| FolderError::Io {
            path: self.path.clone(),
            why,
        };
        let line = serde_json::to_string(line).map_err(|why| io(why.into()))?;
        let mut line = strike_out(&line);
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(io)?;
        self.file.flush().map_err(io)
    }
}

/// The end of the last complete line of a file.
fn end_of_last_line(file: &mut File) -> io::Result<u64> {
    const STEP: u64 = 1 << 16;
    let mut end = file.seek(SeekFrom::End(0))?;
    while end > 0 {
        let start = end.saturating_sub(STEP);
        file.seek(SeekFrom::Start(start))?;
        let mut piece = Vec::new();
        (&mut *file).take(end - start).read_to_end(&mut piece)?;
        if let Some(at) = piece.iter().rposition(|byte| *byte == b'\n') {
            return Ok(start + u64::try_from(at).unwrap_or(0) + 1);
        }
        end = start;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plain(line: &str) -> String {
        line.to_owned()
    }

    #[test]
    fn a_line_that_was_cut_off_is_passed_over_and_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(ANSWERS);
        let whole = "{\"n\":1}\n{\"n\":2}\n";
        for cut in ["", "{\"n\":3", &"x".repeat(100_000)] {
            fs::write(&path, format!("{whole}{cut}")).unwrap();
            let read = || {
                let mut read = Vec::new();
                each_line(&path, |line: Value| read.push(line["n"].clone())).unwrap();
                read
            };
            assert_eq!(read(), [1, 2]);
            let mut lines = Lines::open(&path).unwrap();
            lines.append(&json!({"n": 4}), plain).unwrap();
            assert_eq!(read(), [1, 2, 4]);
            assert_eq!(
                fs::read_to_string(&path).unwrap(),
                format!("{whole}{{\"n\":4}}\n")
            );
        }
    }

    #[test]
    fn what_a_kill_cut_off_counts_with_its_worst() {
        let run = tempfile::tempdir().unwrap();
        fs::write(run.path().join(RUN), "").unwrap();
        let folder = Folder::open(run.path()).unwrap();
        assert!(matches!(
            Folder::open(run.path()),
            Err(FolderError::Busy(_))
        ));
        let mut lines = folder.append(ATTEMPTS).unwrap();
        let spent = |tokens| Spent { tokens, money: 0.0 };
        let mut begun = |key: &str| {
            let line = Attempt::Begun {
                key: key.into(),
                attempt: 1,
                at: String::new(),
                worst: spent(100),
            };
            lines.append(&line, plain).unwrap();
        };
        for key in ["a", "b", "b"] {
            begun(key);
        }
        let ended = Attempt::Ended {
            key: "b".into(),
            attempt: 1,
            at: String::new(),
            status: Some(200),
            reason: None,
            wait_seconds: None,
            spent: spent(7),
        };
        lines.append(&ended, plain).unwrap();
        assert_eq!(folder.known().unwrap().spent, spent(207));
    }
}
