//! The results of a run over a data set, kept in a file as they come, one a line, so that a run
//! that was interrupted goes on where it stopped. A result is found by its key, which covers the
//! problem, the answer and the parameters: what has changed is graded anew.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;

use help::dataset::{Graded, Key};
use serde::{Deserialize, Serialize};

/// The file of results.
pub(crate) struct State {
    known: BTreeMap<Key, Graded>,
    file: Option<File>,
}

#[derive(Serialize, Deserialize)]
struct Line<G> {
    key: Key,
    result: G,
}

impl State {
    /// Nothing is kept.
    pub(crate) fn none() -> Self {
        Self {
            known: BTreeMap::new(),
            file: None,
        }
    }

    /// Reads what a file holds and opens it for more. A last line that was cut off in the writing
    /// is passed over, as is every other line that is none of ours.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut known = BTreeMap::new();
        let mut ends_in_line = true;
        if path.exists() {
            for line in BufReader::new(File::open(path)?).split(b'\n') {
                let line = line?;
                if let Ok(Line { key, result }) = serde_json::from_slice(&line) {
                    known.insert(key, result);
                }
            }
            ends_in_line = fs::read(path)?.last().is_none_or(|last| *last == b'\n');
        }
        let mut file = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)?;
        if !ends_in_line {
            file.write_all(b"\n")?;
        }
        Ok(Self {
            known,
            file: Some(file),
        })
    }

    /// The result of this key, if it is known.
    pub(crate) fn find(&self, key: &Key) -> Option<&Graded> {
        self.known.get(key)
    }

    /// Keeps a result. One write a line, so that a line is whole or the last.
    pub(crate) fn keep(&mut self, key: &Key, result: &Graded) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let mut line = serde_json::to_vec(&Line {
            key: key.clone(),
            result,
        })?;
        line.push(b'\n');
        file.write_all(&line)
    }
}
