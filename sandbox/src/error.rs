//! Failures of the sandbox itself, never of the program in it.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// No run takes this long while the limits work: the default fuel takes about ten seconds. Reaching it is our fault
/// and never a verdict.
pub(crate) const WALL_CLOCK_GUARD: Duration = Duration::from_mins(5);

/// Why the sandbox could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The engine refuses its settings or the snapshot.
    #[error("the WebAssembly engine does not start: {0:#}")]
    Engine(wasmtime::Error),
    /// The snapshot in this binary is damaged.
    #[error("{0}")]
    Snapshot(String),
    /// The compiled guest cannot be stored.
    #[error("cannot write the compiled Python sandbox to {path}: {source}")]
    Cache {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Programs should run in separate processes, and these do not start.
    #[error("the process that programs are to run in does not start: {0}")]
    Process(std::io::Error),
}

/// A failure of the sandbox itself, never of the program in it.
#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
pub enum SandboxError {
    /// A memory limit that the sandbox does not support.
    #[error("a memory limit of {asked} bytes is not between {least} and {most}")]
    MemoryLimit {
        /// The requested limit, in bytes.
        asked: u64,
        /// What the interpreter itself needs, in bytes.
        least: u64,
        /// The most that the sandbox supports, in bytes.
        most: u64,
    },
    /// A run went on for so long that a limit must have failed.
    #[error("the run did not end within {} seconds", WALL_CLOCK_GUARD.as_secs())]
    WallClock,
    /// The guest or the engine failed.
    #[error("the guest or the engine broke: {0}")]
    Engine(String),
    /// The process that runs programs failed.
    #[error("the process that runs programs broke: {0}")]
    Process(String),
    /// The guest's report about a source cannot be read.
    #[error("the guest's report cannot be read: {0}")]
    Report(String),
}

impl From<wasmtime::Error> for SandboxError {
    fn from(error: wasmtime::Error) -> Self {
        Self::Engine(format!("{error:#}"))
    }
}

impl SandboxError {
    /// The answer does not fit the question; only a broken process does this.
    pub(crate) fn not_as_asked() -> Self {
        Self::Process("it answered what was not asked".to_owned())
    }
}
