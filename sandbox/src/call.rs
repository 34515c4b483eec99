//! A call of a guest: what is asked, and what comes back. Both can go through a pipe.

use serde::{Deserialize, Serialize};
use wasmtime::Trap;

use crate::digest::RuntimeDigest;
use crate::error::SandboxError;
use crate::limits::{Fuel, Limits};
use crate::terms::Stop;

/// What is asked of a guest, besides a source.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) export: Export,
    pub(crate) reading: Reading,
    pub(crate) limits: Limits,
    pub(crate) start: Start,
    pub(crate) surroundings: Surroundings,
}

/// The clock and the entropy that a source sees.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Surroundings {
    /// Those that every verdict depends on.
    Usual,
    /// Others, which show what a program takes from them.
    Other,
}

/// What the guest's memory is like when a source begins.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Start {
    /// That of a fresh guest.
    Fresh,
    /// The same, and what becomes of it is kept: others are to start [`Start::After`] this source.
    FreshAndKept,
    /// As the first so many bytes of the source leave it, which are a source of their own that starts fresh and has
    /// this fuel; or fresh if that one does not come to its end. Whether it was kept or has to be run again makes no
    /// difference.
    After { bytes: u32, fuel: Fuel },
}

/// What the guest can do with a source.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Export {
    Run,
    Count,
}

impl Export {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Count => "count",
        }
    }
}

/// How standard output is read.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Reading {
    /// As terms, under the limits; the reader may stop the run.
    Terms,
    /// Kept as it is; for the guest's own reports.
    Whole,
}

/// What a call leaves behind.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) exit: Exit,
    pub(crate) fuel: Fuel,
    pub(crate) written: Written,
    pub(crate) stderr: String,
    /// What standard error says of why the call failed, in a line.
    pub(crate) reason: String,
    pub(crate) peak_memory_bytes: u64,
    /// More memory was asked for than the limit allows.
    pub(crate) memory_refused: bool,
}

/// What was written to standard output.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Written {
    /// The terms, and why reading stopped, if it did.
    Terms(Vec<String>, Option<Stop>),
    /// All of it.
    Whole(Vec<u8>),
}

impl Written {
    /// What a call with [`Reading::Whole`] wrote.
    pub(crate) fn into_whole(self) -> Result<Vec<u8>, SandboxError> {
        match self {
            Self::Whole(bytes) => Ok(bytes),
            Self::Terms(..) => Err(SandboxError::not_as_asked()),
        }
    }
}

/// How a call of the guest came back.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Exit {
    /// The export returned.
    Code(i32),
    /// The guest ended itself with `proc_exit`.
    Process,
    /// The term reader stopped the run.
    Stopped,
    /// The fuel was used up.
    Fuel,
    /// The machine stack was used up.
    Stack,
    /// The guest gave itself up.
    Abort,
    /// Another trap, in words.
    Fault(String),
}

impl From<Trap> for Exit {
    fn from(trap: Trap) -> Self {
        match trap {
            Trap::OutOfFuel => Self::Fuel,
            Trap::StackOverflow => Self::Stack,
            Trap::UnreachableCodeReached => Self::Abort,
            trap => Self::Fault(trap.to_string()),
        }
    }
}

/// Where calls are answered: in this process or in others. Every method may be called from any
/// thread.
pub(crate) trait Guests: Send + Sync {
    /// The digest of everything a result depends on besides source and limits.
    fn digest(&self) -> &RuntimeDigest;

    /// Asks a guest. Blocks the calling thread; waits while all are busy.
    fn call(&self, question: Question, source: &[u8]) -> Result<Finished, SandboxError>;
}
