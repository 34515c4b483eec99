//! Opens the sandbox and runs programs in it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

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

/// `CPython`'s message if one of its functions failed without setting an exception.
const FAILED_WITHOUT_A_WORD: &str = "SystemError: error return without exception set";

/// The exception of a program that did not report it on standard error.
const UNNAMED: &str = "an exception that standard error does not name";

/// The fuel for counting. The densest source of 64 KiB, a comparison on each line, takes 2.6·10⁹; only f-strings with
/// thousands of fields take more, which `CPython` 3.13 parses in quadratic time.
const COUNTING_FUEL: Fuel = Fuel(3_000_000_000);

/// The results of the guest's `run` and `count`; anything else is an uncaught exception.
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
    /// Programs of the host that come before others, each with its code object as the guest writes it down, in
    /// hexadecimal.
    compiled: Arc<Mutex<HashMap<String, Arc<str>>>>,
}

impl Runtime {
    /// Opens the sandbox. The guest is compiled on first use, which takes about half a minute on all cores, and
    /// cached in `cache_folder`; `progress` is told about it.
    ///
    /// # Errors
    ///
    /// When the engine does not start or the cache cannot be written.
    pub fn open(
        cache_folder: &Path,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, OpenError> {
        let guests = open_guests(&guest::PYTHON, cache_folder, None, progress)?;
        Ok(Self::of(guests))
    }

    /// Like [`Runtime::open`], but runs programs in separate processes that are locked down by
    /// [`wall_off`](crate::wall_off). `program`, with two more arguments, must call
    /// [`answer_behind_the_wall`](crate::answer_behind_the_wall) with them.
    ///
    /// # Errors
    ///
    /// When the engine does not start, the cache cannot be written, or such a process does not start or cannot be
    /// locked down.
    pub fn open_apart(
        cache_folder: &Path,
        program: &[&str],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, OpenError> {
        let guests = open_guests(&guest::PYTHON, cache_folder, Some(program), progress)?;
        Ok(Self::of(guests))
    }

    fn of(guests: Arc<dyn Guests>) -> Self {
        Self {
            guests,
            compiled: Arc::default(),
        }
    }

    /// The digest of every sandbox of this program; no sandbox needs to be open.
    pub fn digest_of_program() -> RuntimeDigest {
        runtime_digest(&guest::PYTHON.manifest().image_sha256)
    }

    /// The digest of everything that a result depends on besides source and limits.
    pub fn digest(&self) -> &RuntimeDigest {
        self.guests.digest()
    }

    /// Runs `source` as `__main__` until it ends, reaches a limit or has written enough terms. Blocks the calling
    /// thread; waits while all slots are busy.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails. Anything that the program does is in the [`Run`].
    pub fn run(&self, source: &[u8], limits: &Limits) -> Result<Run, SandboxError> {
        self.run_in(Surroundings::Usual, source, limits)
    }

    /// The same with another clock and another stream of entropy: differences in the result come from these.
    ///
    /// # Errors
    ///
    /// Like [`Self::run`].
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
                // If a frame gets no memory, `CPython` may fail to report it.
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

    /// Counts the literals of `source` with the guest's own `ast` module. The source is parsed and compiled but never
    /// run.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails. A source that needs too much fuel or memory to be parsed is reported as
    /// one that does not compile.
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

    /// Runs a program of the host and returns its whole output, ignoring the output limits; `None` if it did not
    /// finish normally, or not within this much memory. Blocks the calling thread like [`Runtime::run`].
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

    /// Like [`Runtime::evaluate`], behind a program that is compiled once and not before each of those that need it: it
    /// defines what `program` uses.
    ///
    /// # Errors
    ///
    /// When the sandbox itself fails, and when the guest does not compile `before`.
    pub fn evaluate_after(
        &self,
        before: &str,
        program: &str,
        limits: &Limits,
    ) -> Result<Option<Vec<u8>>, SandboxError> {
        let code = self.compiled(before)?;
        let program =
            format!("exec(__import__('marshal').loads(bytes.fromhex('{code}')))\n{program}");
        self.evaluate(program.as_bytes(), limits)
    }

    fn compiled(&self, program: &str) -> Result<Arc<str>, SandboxError> {
        let mut known = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(code) = known.get(program) {
            return Ok(Arc::clone(code));
        }
        let source = hex::encode(program);
        let compile = format!(
            "code = compile(bytes.fromhex('{source}').decode(), 'main.py', 'exec')\n\
             print(end=__import__('marshal').dumps(code).hex())"
        );
        let written = self.evaluate(compile.as_bytes(), &Limits::default())?;
        let written = written.and_then(|written| String::from_utf8(written).ok());
        let code: Arc<str> = written
            .ok_or_else(|| SandboxError::Engine("a program of the host does not compile".into()))?
            .into();
        known.insert(program.to_owned(), Arc::clone(&code));
        Ok(code)
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
