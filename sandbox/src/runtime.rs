//! Opens the sandbox and runs programs in it.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use wasmtime::{Engine, InstancePre, Linker, Module, Store, Trap};
use wasmtime_wasi::I32Exit;

use crate::cache::{self, Progress};
use crate::engine::{self, MAX_MEMORY_BYTES, RuntimeDigest};
use crate::guest;
use crate::limits::{Fuel, Limits};
use crate::outcome::{Count, End, Run};
use crate::terms::{Stop, TermReader};
use crate::world::{Output, Stopped, World};

/// Fuel after which the host looks at the wall clock, about a tenth of a second of running.
const FUEL_BETWEEN_LOOKS: u64 = 100_000_000;

/// Wall-clock time that no run reaches while the limits work: the default fuel takes some ten
/// seconds. Reaching it is our fault and never a verdict.
const WALL_CLOCK_GUARD: Duration = Duration::from_mins(5);

/// What the guest's `run` and `count` return; anything else is an uncaught exception.
mod code {
    pub(super) const ENDED: i32 = 0;
    pub(super) const MEMORY_ERROR: i32 = 2;
    pub(super) const RECURSION_ERROR: i32 = 3;
    pub(super) const DOES_NOT_COMPILE: i32 = 4;
}

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
}

/// A failure of the sandbox itself, never of the program in it.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A memory limit that the sandbox cannot give.
    #[error("a memory limit of {asked} bytes is not between {least} and {most}")]
    MemoryLimit {
        /// The limit asked for, in bytes.
        asked: u64,
        /// What the interpreter itself needs, in bytes.
        least: u64,
        /// What the sandbox can give, in bytes.
        most: u64,
    },
    /// A run went on for so long that a limit must have failed.
    #[error("the run did not end within {} seconds", WALL_CLOCK_GUARD.as_secs())]
    WallClock,
    /// The guest or the engine broke.
    #[error("the guest or the engine broke: {0:#}")]
    Engine(wasmtime::Error),
    /// The guest's report about a source cannot be read.
    #[error("the guest's report cannot be read: {0}")]
    Report(String),
}

/// The opened sandbox. Cheap to clone; every method may be called from any thread.
#[derive(Clone)]
pub struct Runtime {
    shared: Arc<Shared>,
}

struct Shared {
    engine: Engine,
    guest: InstancePre<World>,
    digest: RuntimeDigest,
    least_memory_bytes: u64,
    free_slots: Mutex<u32>,
    slot_freed: Condvar,
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
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        // A slot is memory, so there are as many as can be of use, and callers wait for one.
        let slots = u32::try_from(cores).unwrap_or(u32::MAX).saturating_add(1);
        let manifest = guest::manifest();
        let digest = RuntimeDigest::new(&manifest.image_sha256);
        let engine = engine::new_engine(slots).map_err(OpenError::Engine)?;
        let module = cache::load_or_compile(&engine, cache_folder, &manifest, &digest, progress)?;
        let least_memory_bytes = initial_memory_bytes(&module);
        let guest = link(&engine, &module).map_err(OpenError::Engine)?;
        Ok(Self {
            shared: Arc::new(Shared {
                engine,
                guest,
                digest,
                least_memory_bytes,
                free_slots: Mutex::new(slots),
                slot_freed: Condvar::new(),
            }),
        })
    }

    /// The digest of everything a result depends on besides source and limits.
    pub fn digest(&self) -> &RuntimeDigest {
        &self.shared.digest
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
        let finished = self.call("run", source, limits, Output::Terms(reader))?;
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
            // The guest's own stack lies at the bottom of its memory, so it ends out of bounds.
            (
                None,
                Exit::Code(code::RECURSION_ERROR)
                | Exit::Trap(Trap::StackOverflow | Trap::MemoryOutOfBounds),
            ) => End::Stack,
            (None, Exit::Code(_)) => End::Exception {
                message: stderr.last_line(),
            },
            (None, Exit::Trap(_)) if usage.refused => End::Memory,
            (None, Exit::Trap(trap)) => End::Exception {
                message: format!("the interpreter was aborted ({trap})"),
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
        let finished = self.call(
            "count",
            source,
            &Limits::default(),
            Output::Kept(Vec::new()),
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

    /// Calls an export of a fresh guest with the source in its buffer.
    fn call(
        &self,
        export: &str,
        source: &[u8],
        limits: &Limits,
        output: Output,
    ) -> Result<Finished, SandboxError> {
        let least = self.shared.least_memory_bytes;
        if !(least..=MAX_MEMORY_BYTES).contains(&limits.memory_bytes) {
            return Err(SandboxError::MemoryLimit {
                asked: limits.memory_bytes,
                least,
                most: MAX_MEMORY_BYTES,
            });
        }
        let _slot = self.shared.take_slot();
        let mut store = Store::new(&self.shared.engine, World::new(limits, output));
        store.limiter(|world| &mut world.usage);
        let prepared = store
            .set_fuel(limits.fuel.0)
            .and_then(|()| store.fuel_async_yield_interval(Some(FUEL_BETWEEN_LOOKS)));
        prepared.map_err(SandboxError::Engine)?;
        let result = block_on(call_export(&self.shared.guest, &mut store, export, source))?;
        let exit = match result {
            Ok(code) => Exit::Code(code),
            Err(error) if error.is::<Stopped>() => Exit::Stopped,
            Err(error) if error.is::<I32Exit>() => Exit::Process,
            Err(error) => match error.downcast_ref::<Trap>() {
                Some(trap) => Exit::Trap(*trap),
                None => return Err(SandboxError::Engine(error)),
            },
        };
        let left = store.get_fuel().map_err(SandboxError::Engine)?;
        Ok(Finished {
            exit,
            fuel: Fuel(limits.fuel.0 - left),
            world: store.into_data(),
        })
    }
}

/// How a call of the guest came back.
enum Exit {
    /// The export returned.
    Code(i32),
    /// The guest ended itself with `proc_exit`.
    Process,
    /// The term reader stopped the run.
    Stopped,
    /// A trap.
    Trap(Trap),
}

struct Finished {
    exit: Exit,
    fuel: Fuel,
    world: World,
}

#[derive(Deserialize)]
struct SyntaxReport {
    error: String,
    line: u32,
}

impl Shared {
    fn take_slot(&self) -> Slot<'_> {
        let free = self.free_slots.lock().expect("no panic while locked");
        let mut free = self
            .slot_freed
            .wait_while(free, |free| *free == 0)
            .expect("no panic while locked");
        *free -= 1;
        Slot { shared: self }
    }
}

/// A place in the engine's pool, given back when dropped.
struct Slot<'a> {
    shared: &'a Shared,
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self
            .shared
            .free_slots
            .lock()
            .expect("no panic while locked") += 1;
        self.shared.slot_freed.notify_one();
    }
}

fn link(engine: &Engine, module: &Module) -> wasmtime::Result<InstancePre<World>> {
    let mut linker = Linker::new(engine);
    World::link(&mut linker)?;
    linker.instantiate_pre(module)
}

fn initial_memory_bytes(module: &Module) -> u64 {
    let memory = module
        .exports()
        .find_map(|export| export.ty().memory().cloned())
        .expect("the guest exports its memory");
    memory.minimum() * memory.page_size()
}

async fn call_export(
    guest: &InstancePre<World>,
    store: &mut Store<World>,
    export: &str,
    source: &[u8],
) -> wasmtime::Result<i32> {
    let length = u32::try_from(source.len())?;
    let instance = guest.instantiate_async(&mut *store).await?;
    let memory = instance
        .get_memory(&mut *store, "memory")
        .expect("the guest exports its memory");
    store.data_mut().memory = Some(memory);
    let reserve = instance.get_typed_func::<u32, u32>(&mut *store, "buf")?;
    let call = instance.get_typed_func::<u32, i32>(&mut *store, export)?;
    let address = reserve.call_async(&mut *store, length).await?;
    memory.write(&mut *store, usize::try_from(address)?, source)?;
    call.call_async(&mut *store, length).await
}

/// Drives a run on the calling thread. The guest yields whenever it has used
/// [`FUEL_BETWEEN_LOOKS`], which is when the wall clock is looked at.
fn block_on<T>(future: impl Future<Output = T>) -> Result<T, SandboxError> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    let started = Instant::now();
    loop {
        if let Poll::Ready(result) = future.as_mut().poll(&mut context) {
            return Ok(result);
        }
        if started.elapsed() > WALL_CLOCK_GUARD {
            return Err(SandboxError::WallClock);
        }
    }
}
