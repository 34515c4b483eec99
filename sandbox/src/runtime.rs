//! Opens the sandbox and runs programs in it.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use wasmtime::Trap;

use crate::cache::Progress;
use crate::engine::RuntimeDigest;
use crate::guest;
use crate::instances::{Exit, Instances, OpenError, SandboxError};
use crate::limits::Limits;
use crate::outcome::{Count, End, Run};
use crate::terms::{Stop, TermReader};
use crate::world::{Output, World};

/// What `CPython` says when one of its functions failed and did not set an exception.
const FAILED_WITHOUT_A_WORD: &str = "SystemError: error return without exception set";

/// What the guest's `run` and `count` return; anything else is an uncaught exception.
mod code {
    pub(super) const ENDED: i32 = 0;
    pub(super) const MEMORY_ERROR: i32 = 2;
    pub(super) const RECURSION_ERROR: i32 = 3;
    pub(super) const DOES_NOT_COMPILE: i32 = 4;
}

/// The opened sandbox. Cheap to clone; every method may be called from any thread.
#[derive(Clone)]
pub struct Runtime {
    instances: Arc<Instances>,
}

impl Runtime {
    /// Opens the sandbox. The guest is compiled on first use, which takes about half a minute of
    /// all cores, and kept in `cache_folder`; `progress` hears of it.
    ///
    /// # Errors
    ///
    /// When the engine does not start or the cache cannot be written.
    pub fn open(
        cache_folder: &Path,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, OpenError> {
        Ok(Self {
            instances: Arc::new(Instances::open(&guest::PYTHON, cache_folder, progress)?),
        })
    }

    /// The digest of everything a result depends on besides source and limits.
    pub fn digest(&self) -> &RuntimeDigest {
        self.instances.digest()
    }

    /// Runs `source` as `__main__` until it ends, meets a limit or has written enough terms.
    /// Blocks the calling thread; waits while all slots are busy.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails. Whatever the program does is in the [`Run`].
    pub fn run(&self, source: &[u8], limits: &Limits) -> Result<Run, SandboxError> {
        let reader = TermReader::new(
            limits.max_terms,
            limits.max_term_digits,
            limits.output_bytes,
        );
        let finished = self
            .instances
            .call("run", source, limits, &Output::Terms(reader))?;
        let World {
            output,
            stderr,
            usage,
            ..
        } = finished.world;
        let Output::Terms(mut reader) = output else {
            unreachable!("the output given is the output got back");
        };
        // The program has ended by itself, by an exception too: its output is all there.
        if matches!(finished.exit, Exit::Code(_) | Exit::Process) {
            reader.finish();
        }
        let (terms, stop) = reader.into_parts();
        let end = match (stop, finished.exit) {
            (Some(Stop::Enough), _) => End::Enough,
            (Some(Stop::BadToken { index, token }), _) => End::BadToken { index, token },
            (Some(Stop::TermSize { index }), _) => End::TermSize { index },
            (Some(Stop::Output), _) => End::Output,
            (None, Exit::Code(code::ENDED) | Exit::Process) => End::Finished,
            (None, Exit::Code(code::DOES_NOT_COMPILE)) => End::Syntax {
                message: stderr.last_line(),
            },
            (None, Exit::Code(code::MEMORY_ERROR)) => End::Memory,
            (None, Exit::Trap(Trap::OutOfFuel)) => End::Fuel,
            (None, Exit::Code(code::RECURSION_ERROR) | Exit::Trap(Trap::StackOverflow)) => {
                End::Stack
            }
            (None, Exit::Code(_)) => match stderr.last_line() {
                // Where a frame finds no memory, `CPython` may forget to say so.
                message if usage.refused && message == FAILED_WITHOUT_A_WORD => End::Memory,
                message => End::Exception { message },
            },
            (None, Exit::Trap(_)) if usage.refused => End::Memory,
            (None, Exit::Trap(trap)) => End::Exception {
                message: format!("a fault that ended the interpreter ({trap})"),
            },
            (None, Exit::Stopped) => unreachable!("the reader says why it stopped"),
        };
        Ok(Run {
            end,
            terms,
            fuel: finished.fuel,
            peak_memory_bytes: u64::try_from(usage.peak).expect("a wasm memory is at most 4 GiB"),
            stderr: stderr.text(),
        })
    }

    /// Lets the guest's own `ast` module count the literals of `source`, which is parsed and
    /// compiled but never run.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails. A source that takes more than the limits of a run to
    /// parse is answered as one that does not compile.
    pub fn count(&self, source: &[u8]) -> Result<Count, SandboxError> {
        let finished = self.instances.call(
            "count",
            source,
            &Limits::default(),
            &Output::Kept(Vec::new()),
        )?;
        let Output::Kept(report) = finished.world.output else {
            unreachable!("the output given is the output got back");
        };
        let unreadable = |error: serde_json::Error| SandboxError::Report(error.to_string());
        match finished.exit {
            Exit::Code(code::ENDED) => serde_json::from_slice(&report)
                .map(Count::Counted)
                .map_err(unreadable),
            Exit::Code(code::DOES_NOT_COMPILE) => {
                let SyntaxReport { error, line } =
                    serde_json::from_slice(&report).map_err(unreadable)?;
                Ok(Count::Syntax {
                    message: error,
                    line,
                })
            }
            Exit::Code(_) | Exit::Trap(_) | Exit::Process | Exit::Stopped => Ok(Count::Syntax {
                message: "the source is too deeply nested or too large to be parsed".into(),
                line: 0,
            }),
        }
    }

    /// Runs a program of the host's own and gives what it wrote, whole; `None` when it did not end
    /// well. Blocks the calling thread as [`Runtime::run`] does.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails.
    pub fn evaluate(&self, program: &[u8]) -> Result<Option<Vec<u8>>, SandboxError> {
        let output = Output::Kept(Vec::new());
        let finished = self
            .instances
            .call("run", program, &Limits::default(), &output)?;
        let Output::Kept(written) = finished.world.output else {
            unreachable!("the output given is the output got back");
        };
        Ok(matches!(finished.exit, Exit::Code(code::ENDED)).then_some(written))
    }
}

#[derive(Deserialize)]
struct SyntaxReport {
    error: String,
    line: u32,
}
