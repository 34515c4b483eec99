//! Opens the sandbox and runs programs in it.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use wasmtime::Trap;

use crate::cache::Progress;
use crate::call::{
    Exit, Export, Finished, Guests, Question, Reading, Start, Surroundings, Written,
};
use crate::digest::RuntimeDigest;
use crate::engine::runtime_digest;
use crate::error::{OpenError, SandboxError};
use crate::guest;
use crate::guest_process::open_guests;
use crate::limits::{Fuel, Limits};
use crate::outcome::{Count, End, Run};
use crate::terms::Stop;

/// What `CPython` says when one of its functions failed and did not set an exception.
const FAILED_WITHOUT_A_WORD: &str = "SystemError: error return without exception set";

/// The exception of a program that kept standard error to itself.
const UNNAMED: &str = "an exception that standard error does not name";

/// Fuel that counting may take. The densest source of 64 KiB, a comparison on each line, takes 2.6·10⁹;
/// only f-strings of thousands of fields take more, which `CPython` 3.13 reads in quadratic time.
const COUNTING_FUEL: Fuel = Fuel(3_000_000_000);

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
    guests: Arc<dyn Guests>,
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
        let guests = open_guests(&guest::PYTHON, cache_folder, None, progress)?;
        Ok(Self { guests })
    }

    /// Opens the sandbox as [`Runtime::open`] does, to run programs in processes of their own that
    /// are shut off as [`wall_off`](crate::wall_off) does it. `program`, with two more arguments, is
    /// to call [`answer_behind_the_wall`](crate::answer_behind_the_wall) with them.
    ///
    /// # Errors
    ///
    /// When the engine does not start, the cache cannot be written, or such a process does not
    /// start or has no wall.
    pub fn open_apart(
        cache_folder: &Path,
        program: &[&str],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, OpenError> {
        let guests = open_guests(&guest::PYTHON, cache_folder, Some(program), progress)?;
        Ok(Self { guests })
    }

    /// The digest that every sandbox of this program has. It need not be open.
    pub fn digest_of_program() -> RuntimeDigest {
        runtime_digest(&guest::PYTHON.manifest().image_sha256)
    }

    /// The digest of everything a result depends on besides source and limits.
    pub fn digest(&self) -> &RuntimeDigest {
        self.guests.digest()
    }

    /// Runs `source` as `__main__` until it ends, meets a limit or has written enough terms.
    /// Blocks the calling thread; waits while all slots are busy.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails. Whatever the program does is in the [`Run`].
    pub fn run(&self, source: &[u8], limits: &Limits) -> Result<Run, SandboxError> {
        self.run_in(Surroundings::Usual, source, limits)
    }

    /// The same under another clock and another stream of entropy: what then differs comes from these.
    ///
    /// # Errors
    ///
    /// As [`Self::run`].
    pub fn run_elsewhere(&self, source: &[u8], limits: &Limits) -> Result<Run, SandboxError> {
        self.run_in(Surroundings::Other, source, limits)
    }

    fn run_in(
        &self,
        surroundings: Surroundings,
        source: &[u8],
        limits: &Limits,
    ) -> Result<Run, SandboxError> {
        let question = Question {
            export: Export::Run,
            reading: Reading::Terms,
            limits: *limits,
            start: Start::Fresh,
            surroundings,
        };
        let finished = self.guests.call(question, source)?;
        let (terms, stop) = match finished.written {
            Written::Terms(terms, stop) => (terms, stop),
            Written::Whole(_) => return Err(SandboxError::not_as_asked()),
        };
        let end = match (stop, finished.exit) {
            (Some(Stop::Enough), _) => End::Enough,
            (Some(Stop::BadToken { index, token }), _) => End::BadToken { index, token },
            (Some(Stop::TermSize { index }), _) => End::TermSize { index },
            (Some(Stop::Output), _) => End::Output,
            (None, Exit::Code(code::ENDED) | Exit::Process) => End::Finished,
            (None, Exit::Code(code::DOES_NOT_COMPILE)) => End::Syntax {
                message: finished.reason,
            },
            (None, Exit::Code(code::MEMORY_ERROR)) => End::Memory,
            (None, Exit::Fuel) => End::Fuel,
            (None, Exit::Code(code::RECURSION_ERROR) | Exit::Stack) => End::Stack,
            (None, Exit::Code(_)) => match finished.reason {
                // Where a frame finds no memory, `CPython` may forget to say so.
                message if finished.memory_refused && message == FAILED_WITHOUT_A_WORD => {
                    End::Memory
                }
                message if message.is_empty() => End::Exception {
                    message: UNNAMED.to_owned(),
                },
                message => End::Exception { message },
            },
            (None, Exit::Abort | Exit::Fault(_)) if finished.memory_refused => End::Memory,
            (None, Exit::Abort) => fault(&Trap::UnreachableCodeReached.to_string()),
            (None, Exit::Fault(trap)) => fault(&trap),
            (None, Exit::Stopped) => return Err(SandboxError::not_as_asked()),
        };
        Ok(Run {
            end,
            terms,
            fuel: finished.fuel,
            peak_memory_bytes: finished.peak_memory_bytes,
            stderr: finished.stderr,
        })
    }

    /// Lets the guest's own `ast` module count the literals of `source`, which is parsed and
    /// compiled but never run.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails. A source that takes too much fuel or memory to be parsed
    /// is answered as one that does not compile.
    pub fn count(&self, source: &[u8]) -> Result<Count, SandboxError> {
        let limits = Limits {
            fuel: COUNTING_FUEL,
            ..Limits::default()
        };
        let finished = self.ask(Export::Count, source, &limits)?;
        let (exit, report) = (finished.exit, finished.written.into_whole()?);
        let unreadable = |error: serde_json::Error| SandboxError::Report(error.to_string());
        match exit {
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
            Exit::Code(_)
            | Exit::Process
            | Exit::Stopped
            | Exit::Fuel
            | Exit::Stack
            | Exit::Abort
            | Exit::Fault(_) => Ok(Count::Syntax {
                message: "the source is too deeply nested or too large to be parsed".into(),
                line: 0,
            }),
        }
    }

    /// Runs a program of the host's own and gives what it wrote, whole, whatever the limits say of
    /// output; `None` when it did not end well, or not in so much memory. Blocks the calling thread as
    /// [`Runtime::run`] does.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails.
    pub fn evaluate(
        &self,
        program: &[u8],
        limits: &Limits,
    ) -> Result<Option<Vec<u8>>, SandboxError> {
        let finished = self.ask(Export::Run, program, limits)?;
        let ended_well =
            matches!(finished.exit, Exit::Code(code::ENDED)) && !finished.memory_refused;
        let written = finished.written.into_whole()?;
        Ok(ended_well.then_some(written))
    }

    fn ask(
        &self,
        export: Export,
        source: &[u8],
        limits: &Limits,
    ) -> Result<Finished, SandboxError> {
        let question = Question {
            export,
            reading: Reading::Whole,
            limits: *limits,
            start: Start::Fresh,
            surroundings: Surroundings::Usual,
        };
        self.guests.call(question, source)
    }
}

fn fault(trap: &str) -> End {
    End::Exception {
        message: format!("a fault that ended the interpreter ({trap})"),
    }
}

#[derive(Deserialize)]
struct SyntaxReport {
    error: String,
    line: u32,
}
