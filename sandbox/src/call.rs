//! The request to a guest and its answer. Both can be sent through a pipe.

use serde::{Deserialize, Serialize};
use wasmtime::Trap;

use crate::digest::RuntimeDigest;
use crate::error::SandboxError;
use crate::limits::{Fuel, Limits};
use crate::terms::Stop;

/// A request to a guest, without the source.
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
    /// The ones that every verdict depends on.
    Usual,
    /// Others, which show whether a program depends on them.
    Other,
}

/// The guest's memory when a source starts.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Start {
    /// The memory of a fresh guest.
    Fresh,
    /// The same, and the memory after the run is kept for requests with [`Start::After`] this source.
    FreshAndKept,
    /// The memory after running the first `bytes` bytes of the source, which are a source that starts fresh with this
    /// fuel; or a fresh memory if that run does not finish. Whether that memory was kept or the run is repeated makes
    /// no difference.
    After { bytes: u32, fuel: Fuel },
}

/// The guest's operations on a source.
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
    /// As terms, within the limits; the reader may stop the run.
    Terms,
    /// Kept as it is, for programs of the host.
    Whole,
}

/// The result of a call.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) exit: Exit,
    pub(crate) fuel: Fuel,
    pub(crate) written: Written,
    pub(crate) stderr: String,
    /// The reason from standard error why the call failed, in one line.
    pub(crate) reason: String,
    pub(crate) peak_memory_bytes: u64,
    /// Whether the guest asked for more memory than the limit allows.
    pub(crate) memory_refused: bool,
}

/// The standard output of a call.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Written {
    /// The terms, and why reading stopped, if it did.
    Terms(Vec<String>, Option<Stop>),
    /// The whole output.
    Whole(Vec<u8>),
}

impl Written {
    /// The output of a call with [`Reading::Whole`].
    pub(crate) fn into_whole(self) -> Result<Vec<u8>, SandboxError> {
        match self {
            Self::Whole(bytes) => Ok(bytes),
            Self::Terms(..) => Err(SandboxError::not_as_asked()),
        }
    }
}

/// How a call of the guest ended.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Exit {
    /// The export returned.
    Code(i32),
    /// The guest called `proc_exit`.
    Process,
    /// The term reader stopped the run.
    Stopped,
    /// The fuel ran out.
    Fuel,
    /// The machine stack ran out.
    Stack,
    /// The guest aborted.
    Abort,
    /// Another trap, described in words.
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

/// Answers calls, in this process or in others. Every method may be called from any thread.
pub(crate) trait Guests: Send + Sync {
    /// The digest of everything that a result depends on besides source and limits.
    fn digest(&self) -> &RuntimeDigest;

    /// Sends a request to a guest. Blocks the calling thread; waits while all guests are busy.
    fn call(&self, question: Question, source: &[u8]) -> Result<Finished, SandboxError>;
}
