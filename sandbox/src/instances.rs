//! An opened guest: makes an instance for each call, with fresh memory or with the memory that another source left.

use std::num::NonZeroUsize;
use std::path::Path;
use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use wasmtime::{Engine, Instance, InstancePre, Linker, Module, Store, Trap};

use crate::cache::{self, Progress};
use crate::call::{Exit, Finished, Guests, Question, Start};
use crate::digest::RuntimeDigest;
use crate::engine::{self, MAX_MEMORY_BYTES};
use crate::error::{OpenError, SandboxError, WALL_CLOCK_GUARD};
use crate::guest::Guest;
use crate::limits::{Fuel, Limits};
use crate::memory_snapshots::{Key, Left, Memories};
use crate::wasi::{Ended, Stopped, World};

/// After this much fuel the host checks the wall clock, about every tenth of a second of running.
const FUEL_BETWEEN_LOOKS: u64 = 100_000_000;

/// The pauses before repeating a call that failed because the host lacked something, such as memory. Nothing of the
/// failed call was visible, and calls with the same input end the same way.
pub(crate) const PAUSES: [Duration; 4] = [
    Duration::from_millis(5),
    Duration::from_millis(30),
    Duration::from_millis(200),
    Duration::from_secs(1),
];

/// The stack that a leaf function of the guest may use without moving the stack pointer.
const LEAF_STACK_BYTES: u32 = 128;

/// How many concurrent calls make sense: each takes memory, and callers wait for one.
pub(crate) fn useful_slots() -> u32 {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    u32::try_from(cores).unwrap_or(u32::MAX).saturating_add(1)
}

/// A compiled guest with its engine. Every method may be called from any thread.
pub(crate) struct Instances {
    engine: Engine,
    guest: InstancePre<World>,
    digest: RuntimeDigest,
    least_memory_bytes: u64,
    free_slots: Mutex<u32>,
    slot_freed: Condvar,
    memories: Memories,
}

impl Instances {
    /// Opens a guest with room for `slots` concurrent calls. It is compiled on first use and cached in
    /// `cache_folder`.
    pub(crate) fn open(
        guest: &Guest,
        slots: u32,
        cache_folder: &Path,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, OpenError> {
        let manifest = guest.manifest();
        let digest = engine::runtime_digest(&manifest.image_sha256);
        let engine = engine::new_engine(slots).map_err(OpenError::Engine)?;
        let module =
            cache::load_or_compile(&engine, cache_folder, guest, &manifest, &digest, progress)?;
        let least_memory_bytes = initial_memory_bytes(&module);
        let guest = link(&engine, &module).map_err(OpenError::Engine)?;
        Ok(Self {
            engine,
            guest,
            digest,
            least_memory_bytes,
            free_slots: Mutex::new(slots),
            slot_freed: Condvar::new(),
            memories: Memories::default(),
        })
    }

    fn attempt(&self, question: Question, source: &[u8]) -> Result<Finished, SandboxError> {
        match question.start {
            Start::Fresh => Ok(self.run(question, source, &Left::default())?.0),
            Start::FreshAndKept => Ok(self.run_and_keep(question, source)?.0),
            Start::After { bytes, fuel } => {
                let (first, source) = (source.split_at_checked(bytes as usize))
                    .ok_or_else(SandboxError::not_as_asked)?;
                let limits = Limits {
                    fuel,
                    ..question.limits
                };
                let left = if let Some(left) = self.memories.find(Key::new(first, &limits)) {
                    left
                } else {
                    let before = Question {
                        limits,
                        start: Start::FreshAndKept,
                        ..question
                    };
                    self.run_and_keep(before, first)?.1
                };
                Ok(self.run(question, source, &left)?.0)
            }
        }
    }

    /// Calls a fresh guest and keeps the memory that the source leaves.
    fn run_and_keep(
        &self,
        question: Question,
        source: &[u8],
    ) -> Result<(Finished, Arc<Left>), SandboxError> {
        let (finished, left) = self.run(question, source, &Left::default())?;
        let left = Arc::new(left);
        let key = Key::new(source, &question.limits);
        self.memories.keep(key, Arc::clone(&left));
        Ok((finished, left))
    }

    /// Calls a guest whose memory is `before`. Returns the memory after the call if it is to be kept and the call
    /// finished.
    fn run(
        &self,
        question: Question,
        source: &[u8],
        before: &Left,
    ) -> Result<(Finished, Left), SandboxError> {
        let limits = &question.limits;
        let mut store = Store::new(&self.engine, World::new(&question));
        store.limiter(|world| &mut world.usage);
        store.set_fuel(limits.fuel.0)?;
        store.fuel_async_yield_interval(Some(FUEL_BETWEEN_LOOKS))?;
        let export = question.export.name();
        let fresh = matches!(question.start, Start::FreshAndKept).then_some(&self.memories.fresh);
        let called = async {
            let instance = start(&self.guest, &mut store, before, fresh).await?;
            call_export(&instance, &mut store, export, source).await
        };
        let result = block_on(called)?;
        let exit = match result {
            Ok(code) => Exit::Code(code),
            Err(error) if error.is::<Stopped>() => Exit::Stopped,
            Err(error) if error.is::<Ended>() => Exit::Process,
            Err(error) => match error.downcast_ref::<Trap>() {
                Some(trap) => Exit::from(*trap),
                None => return Err(error.into()),
            },
        };
        let fuel = Fuel(limits.fuel.0 - store.get_fuel()?);
        let left = match (&exit, store.data().memory, fresh.and_then(OnceLock::get)) {
            (Exit::Code(_), Some(memory), Some(fresh)) => {
                Left::new(fresh, memory.data(&store)).map_err(wasmtime::Error::from)?
            }
            _ => Left::default(),
        };
        Ok((store.into_data().finish(exit, fuel), left))
    }

    fn take_slot(&self) -> Slot<'_> {
        let free = self.free_slots.lock().expect("no panic while locked");
        let mut free = self
            .slot_freed
            .wait_while(free, |free| *free == 0)
            .expect("no panic while locked");
        *free -= 1;
        Slot { instances: self }
    }
}

impl Guests for Instances {
    fn digest(&self) -> &RuntimeDigest {
        &self.digest
    }

    /// Calls an export of a guest with the source in its buffer.
    fn call(&self, question: Question, source: &[u8]) -> Result<Finished, SandboxError> {
        let least = self.least_memory_bytes;
        let asked = question.limits.memory_bytes;
        if !(least..=MAX_MEMORY_BYTES).contains(&asked) {
            return Err(SandboxError::MemoryLimit {
                asked,
                least,
                most: MAX_MEMORY_BYTES,
            });
        }
        let _slot = self.take_slot();
        let mut pauses = PAUSES.iter();
        loop {
            match (self.attempt(question, source), pauses.next()) {
                (Err(SandboxError::Engine(_)), Some(pause)) => thread::sleep(*pause),
                (result, _) => return result,
            }
        }
    }
}

/// A place in the engine's pool, returned when dropped.
struct Slot<'a> {
    instances: &'a Instances,
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self
            .instances
            .free_slots
            .lock()
            .expect("no panic while locked") += 1;
        self.instances.slot_freed.notify_one();
    }
}

fn link(engine: &Engine, module: &Module) -> wasmtime::Result<InstancePre<World>> {
    let mut linker = Linker::new(engine);
    World::link(&mut linker, module)?;
    linker.instantiate_pre(module)
}

fn initial_memory_bytes(module: &Module) -> u64 {
    let memory = module
        .exports()
        .find_map(|export| export.ty().memory().cloned())
        .expect("the guest exports its memory");
    memory.minimum() * memory.page_size()
}

/// Instantiates a guest whose memory is `before`. Stores the fresh memory in `fresh` if it is not yet known.
async fn start(
    guest: &InstancePre<World>,
    store: &mut Store<World>,
    before: &Left,
    fresh: Option<&OnceLock<Box<[u8]>>>,
) -> wasmtime::Result<Instance> {
    let instance = guest.instantiate_async(&mut *store).await?;
    let memory = instance
        .get_memory(&mut *store, "memory")
        .expect("the guest exports its memory");
    store.data_mut().memory = Some(memory);
    if let Some(fresh) = fresh {
        fresh.get_or_init(|| memory.data(&*store).into());
    }
    before.restore(memory, &mut *store)?;
    Ok(instance)
}

async fn call_export(
    instance: &Instance,
    store: &mut Store<World>,
    export: &str,
    source: &[u8],
) -> wasmtime::Result<i32> {
    let length = u32::try_from(source.len())?;
    let memory = (store.data().memory).expect("the guest has started");
    let reserve = instance.get_typed_func::<u32, u32>(&mut *store, "buf")?;
    let call = instance.get_typed_func::<u32, i32>(&mut *store, export)?;
    let address = reserve.call_async(&mut *store, length).await?;
    memory.write(&mut *store, usize::try_from(address)?, source)?;
    let stack_top = stack_pointer(instance, store);
    let result = call.call_async(&mut *store, length).await;
    result.map_err(|error| match error.downcast_ref::<Trap>() {
        // The guest's own stack is at the bottom of its memory: a stack that overflowed is below it.
        Some(Trap::MemoryOutOfBounds)
            if !(LEAF_STACK_BYTES..=stack_top).contains(&stack_pointer(instance, store)) =>
        {
            Trap::StackOverflow.into()
        }
        _ => error,
    })
}

fn stack_pointer(instance: &Instance, store: &mut Store<World>) -> u32 {
    let pointer = instance.get_global(&mut *store, "__stack_pointer");
    let value = pointer.expect("the guest exports it").get(store);
    value.unwrap_i32().cast_unsigned()
}

/// Drives a run on the calling thread. The guest yields whenever it has used [`FUEL_BETWEEN_LOOKS`]; then the wall
/// clock is checked.
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
