//! A mistake in a file of a package, with its place.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Path of the file.
    pub file: String,
    /// Line, from 1, when it is known.
    pub line: Option<u32>,
    /// What is wrong, in a clause.
    pub message: String,
}

impl Fault {
    /// A mistake that concerns a whole file.
    pub fn of(file: &str, message: impl fmt::Display) -> Self {
        Self {
            file: file.to_owned(),
            line: None,
            message: message.to_string(),
        }
    }

    /// A mistake on a line, counted from 1.
    pub fn at(file: &str, line: usize, message: impl fmt::Display) -> Self {
        Self {
            line: u32::try_from(line).ok(),
            ..Self::of(file, message)
        }
    }

    /// The same fault with its path seen from a parent folder.
    #[must_use]
    pub fn below(self, folder: &str) -> Self {
        Self {
            file: format!("{folder}/{}", self.file),
            ..self
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for Fault {}

/// Collects the faults of one text file.
#[derive(Debug)]
pub struct Faults<'t> {
    file: &'t str,
    text: &'t str,
    list: Vec<Fault>,
}

impl<'t> Faults<'t> {
    /// A collection without faults.
    pub fn new(file: &'t str, text: &'t str) -> Self {
        Self {
            file,
            text,
            list: Vec::new(),
        }
    }

    /// Adds a fault at a byte of the text.
    pub fn add(&mut self, offset: usize, message: impl fmt::Display) {
        let line = self.line(offset);
        self.list.push(Fault::at(self.file, line, message));
    }

    /// Adds a fault of the whole file.
    pub fn add_whole(&mut self, message: impl fmt::Display) {
        self.list.push(Fault::of(self.file, message));
    }

    /// The line, from 1, of a byte of the text.
    pub fn line(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        line_after(before)
    }

    /// Whether there are no faults so far.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The faults, sorted by line.
    pub fn into_list(mut self) -> Vec<Fault> {
        self.list
            .sort_by_key(|fault| fault.line.unwrap_or(u32::MAX));
        self.list
    }
}

/// The line, from 1, of the first byte after these.
pub(super) fn line_after(before: &[u8]) -> usize {
    before.split(|&byte| byte == b'\n').count()
}
