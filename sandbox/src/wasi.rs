//! The WASI preview 1 implementation that a guest sees, which gives it nothing.
//!
//! There are no files, folders, environment variables, arguments, sockets or input; the clocks stand still, and the
//! entropy is one fixed stream. Standard output goes to the term reader. Other imports of the guest answer "bad file
//! descriptor".
//!
//! `wasmtime-wasi` ends a run with an error of the host's where this world returns a number; `comparison.rs` says where.
//!
//! A call of the host costs fuel, or a loop of calls would take the host's time for nothing.

use rand::rngs::ChaCha20Rng;
use rand::{Rng as _, SeedableRng as _};
use wasmtime::{Caller, Error, Linker, Memory, Module, ResourceLimiter, Result, Trap, Val};

use crate::call::{Exit, Finished, Question, Reading, Surroundings, Written};
use crate::limits::Fuel;
use crate::stderr::Stderr;
use crate::terms::TermReader;

/// The time that every program sees: 2025-01-01T00:00:00Z, in seconds since 1970.
pub(crate) const FROZEN_TIME_SECONDS: u64 = 1_735_689_600;

/// The seed of the entropy stream that every program sees.
pub(crate) const ENTROPY_SEED: u64 = 0;

/// How much larger the seed is in a run elsewhere.
const SEED_ELSEWHERE: u64 = 100_000_007;

/// How many nanoseconds later the clocks are in a run elsewhere: some years, and a part of a second.
const LATER_ELSEWHERE: u64 = 100_000_007_123_456_789;

/// The fuel of one call of the host. A call takes as long as about three hundred instructions.
pub(crate) const FUEL_PER_CALL: u64 = 400;

/// The fuel of one buffer of a scattered write.
pub(crate) const FUEL_PER_BUFFER: u64 = 20;

/// The fuel of one byte of entropy, which takes as long as about ten instructions.
pub(crate) const FUEL_PER_RANDOM_BYTE: u64 = 20;

const WASI: &str = "wasi_snapshot_preview1";
const NANOSECONDS: u64 = 1_000_000_000;
const STDIN: u32 = 0;
const STDOUT: u32 = 1;
const STDERR: u32 = 2;
const REALTIME: u32 = 0;
const MONOTONIC: u32 = 1;

// The error codes of WASI.
const SUCCESS: i32 = 0;
const BAD_DESCRIPTOR: i32 = 8;
const FAULT: i32 = 21;
const NOT_SUPPORTED: i32 = 58;
const ILLEGAL_SEEK: i32 = 70;

/// The state of one run on the host's side.
pub(crate) struct World {
    /// Which of the standard descriptors are open. Closing one only changes the answer to closing it again: output is
    /// still read.
    open: [bool; 3],
    entropy: ChaCha20Rng,
    /// How much later than usual both clocks are.
    later_nanoseconds: u64,
    /// The guest's memory, set once the guest is instantiated.
    pub(crate) memory: Option<Memory>,
    output: Output,
    stderr: Stderr,
    pub(crate) usage: MemoryUsage,
}

/// The destination of standard output.
enum Output {
    /// To the term reader, which may stop the run.
    Terms(TermReader),
    /// Kept as it is, up to a limit; for programs of the host.
    Kept(Vec<u8>),
}

/// The memory limit and how it was used.
pub(crate) struct MemoryUsage {
    limit: usize,
    peak: usize,
    refused: bool,
}

/// The guest has called `proc_exit`, with any code.
#[derive(Debug, thiserror::Error)]
#[error("the guest has ended itself")]
pub(crate) struct Ended;

/// The trap that ends a run because the term reader has stopped.
#[derive(Debug, thiserror::Error)]
#[error("the term reader has stopped")]
pub(crate) struct Stopped;

impl World {
    pub(crate) fn new(question: &Question) -> Self {
        let limits = &question.limits;
        let output = match question.reading {
            Reading::Terms => Output::Terms(TermReader::new(
                limits.max_terms,
                limits.max_term_digits,
                limits.output_bytes,
            )),
            Reading::Whole => Output::Kept(Vec::new()),
        };
        let (seed, later_nanoseconds) = match question.surroundings {
            Surroundings::Usual => (ENTROPY_SEED, 0),
            Surroundings::Other => (ENTROPY_SEED + SEED_ELSEWHERE, LATER_ELSEWHERE),
        };
        Self {
            open: [true; 3],
            entropy: ChaCha20Rng::seed_from_u64(seed),
            later_nanoseconds,
            memory: None,
            output,
            stderr: Stderr::new(limits.stderr_bytes as usize),
            usage: MemoryUsage {
                limit: usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX),
                peak: 0,
                refused: false,
            },
        }
    }

    /// The result of a call that ended in this way.
    pub(crate) fn finish(self, exit: Exit, fuel: Fuel) -> Finished {
        let written = match self.output {
            Output::Kept(kept) => Written::Whole(kept),
            Output::Terms(mut reader) => {
                // The program has ended by itself, possibly by an exception: its output is complete.
                if matches!(exit, Exit::Code(_) | Exit::Process) {
                    reader.finish();
                }
                let (terms, stop) = reader.into_parts();
                Written::Terms(terms, stop)
            }
        };
        let peak = u64::try_from(self.usage.peak);
        Finished {
            exit,
            fuel,
            written,
            stderr: self.stderr.text(),
            reason: self.stderr.reason(),
            peak_memory_bytes: peak.expect("a wasm memory is at most 4 GiB"),
            memory_refused: self.usage.refused,
        }
    }

    /// The imports of the guest.
    pub(crate) fn link(linker: &mut Linker<Self>, module: &Module) -> Result<()> {
        for import in module.imports() {
            if let (WASI, Some(function)) = (import.module(), import.ty().func()) {
                linker.func_new(WASI, import.name(), function.clone(), absent)?;
            }
        }
        linker.allow_shadowing(true);
        linker.func_wrap(WASI, "environ_sizes_get", environ_sizes_get)?;
        linker.func_wrap(WASI, "environ_get", environ_get)?;
        linker.func_wrap(WASI, "clock_res_get", clock_res_get)?;
        linker.func_wrap(WASI, "clock_time_get", clock_time_get)?;
        linker.func_wrap(WASI, "random_get", random_get)?;
        linker.func_wrap(WASI, "fd_write", fd_write)?;
        linker.func_wrap(WASI, "fd_read", fd_read)?;
        linker.func_wrap(WASI, "fd_close", fd_close)?;
        linker.func_wrap(WASI, "fd_fdstat_get", fd_fdstat_get)?;
        linker.func_wrap(WASI, "fd_filestat_get", fd_filestat_get)?;
        linker.func_wrap(WASI, "fd_seek", fd_seek)?;
        linker.func_wrap(WASI, "fd_tell", fd_tell)?;
        linker.func_wrap(WASI, "poll_oneoff", poll_oneoff)?;
        linker.func_wrap(WASI, "sched_yield", sched_yield)?;
        linker.func_wrap(WASI, "proc_exit", proc_exit)?;
        Ok(())
    }

    fn is_open(&self, fd: u32) -> bool {
        let open = usize::try_from(fd).ok().and_then(|fd| self.open.get(fd));
        open.copied().unwrap_or(false)
    }

    fn write(&mut self, fd: u32, bytes: &[u8]) -> Result<()> {
        if fd == STDERR {
            self.stderr.write(bytes);
            return Ok(());
        }
        match &mut self.output {
            Output::Kept(kept) => kept.extend_from_slice(bytes),
            Output::Terms(reader) => {
                reader.feed(bytes);
                if reader.stop().is_some() {
                    return Err(Error::new(Stopped));
                }
            }
        }
        Ok(())
    }
}

impl ResourceLimiter for MemoryUsage {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        if desired > self.limit {
            self.refused = true;
            return Ok(false);
        }
        self.peak = self.peak.max(desired);
        Ok(true)
    }

    fn table_growing(&mut self, current: usize, _: usize, _: Option<usize>) -> Result<bool> {
        // The table is created with the guest, and the guest never grows it.
        Ok(current == 0)
    }
}

/// Charges the fuel of a call, and `extra` for the requested work.
///
/// The host checks the wall clock when a certain amount of fuel is used without a call; this charge ends a guest that
/// only makes calls.
fn charge(caller: &mut Caller<'_, World>, extra: u64) -> Result<()> {
    let price = FUEL_PER_CALL.saturating_add(extra);
    let fuel = caller.get_fuel()?;
    caller.set_fuel(fuel.saturating_sub(price))?;
    if fuel < price {
        return Err(Trap::OutOfFuel.into());
    }
    Ok(())
}

/// The guest's memory and the host state.
fn parts<'a>(caller: &'a mut Caller<'_, World>) -> (&'a mut [u8], &'a mut World) {
    let memory = caller.data().memory;
    let memory = memory.expect("a guest calls after it was instantiated");
    memory.data_and_store_mut(caller)
}

/// An import of the guest that is not implemented.
fn absent(mut caller: Caller<'_, World>, _: &[Val], results: &mut [Val]) -> Result<()> {
    charge(&mut caller, 0)?;
    results.fill(Val::I32(BAD_DESCRIPTOR));
    Ok(())
}

fn environ_sizes_get(mut caller: Caller<'_, World>, count: u32, bytes: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    let (guest, _) = parts(&mut caller);
    let none = 0u32.to_le_bytes();
    put(guest, count, &none);
    Ok(put(guest, bytes, &none))
}

fn environ_get(mut caller: Caller<'_, World>, _: u32, _: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    Ok(SUCCESS)
}

fn clock_res_get(mut caller: Caller<'_, World>, clock: u32, resolution: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    let (guest, _) = parts(&mut caller);
    Ok(match clock {
        REALTIME | MONOTONIC => put(guest, resolution, &NANOSECONDS.to_le_bytes()),
        _ => BAD_DESCRIPTOR,
    })
}

fn clock_time_get(mut caller: Caller<'_, World>, clock: u32, _: u64, now: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    let (guest, world) = parts(&mut caller);
    let seconds = match clock {
        REALTIME => FROZEN_TIME_SECONDS,
        MONOTONIC => 0,
        _ => return Ok(BAD_DESCRIPTOR),
    };
    let nanoseconds = seconds * NANOSECONDS + world.later_nanoseconds;
    Ok(put(guest, now, &nanoseconds.to_le_bytes()))
}

fn random_get(mut caller: Caller<'_, World>, start: u32, length: u32) -> Result<i32> {
    charge(&mut caller, FUEL_PER_RANDOM_BYTE * u64::from(length))?;
    let (guest, world) = parts(&mut caller);
    let Some(place) = slice_mut(guest, start, length as usize) else {
        return Ok(FAULT);
    };
    for byte in place {
        [*byte, ..] = world.entropy.next_u32().to_le_bytes();
    }
    Ok(SUCCESS)
}

fn fd_write(
    mut caller: Caller<'_, World>,
    fd: u32,
    buffers: u32,
    count: u32,
    written: u32,
) -> Result<i32> {
    charge(&mut caller, FUEL_PER_BUFFER * u64::from(count))?;
    if fd != STDOUT && fd != STDERR {
        return Ok(BAD_DESCRIPTOR);
    }
    let (guest, world) = parts(&mut caller);
    let mut total = 0u32;
    for buffer in 0..count {
        let at = u64::from(buffers) + 8 * u64::from(buffer);
        let (Some(start), Some(length)) = (read_u32(guest, at), read_u32(guest, at + 4)) else {
            return Ok(FAULT);
        };
        let Some(bytes) = slice(guest, u64::from(start), u64::from(length)) else {
            return Ok(FAULT);
        };
        world.write(fd, bytes)?;
        total = length.saturating_add(total);
    }
    Ok(put(guest, written, &total.to_le_bytes()))
}

/// Standard input is always at its end.
fn fd_read(mut caller: Caller<'_, World>, fd: u32, _: u32, _: u32, read: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    let (guest, world) = parts(&mut caller);
    if fd == STDIN && world.is_open(fd) {
        Ok(put(guest, read, &0u32.to_le_bytes()))
    } else {
        Ok(BAD_DESCRIPTOR)
    }
}

fn fd_close(mut caller: Caller<'_, World>, fd: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    let (_, world) = parts(&mut caller);
    if !world.is_open(fd) {
        return Ok(BAD_DESCRIPTOR);
    }
    world.open[fd as usize] = false;
    Ok(SUCCESS)
}

/// A standard descriptor has no known type and can be read or written.
fn fd_fdstat_get(mut caller: Caller<'_, World>, fd: u32, status: u32) -> Result<i32> {
    const MAY_READ: u64 = 1 << 1;
    const MAY_WRITE: u64 = 1 << 6;
    charge(&mut caller, 0)?;
    let (guest, world) = parts(&mut caller);
    if !world.is_open(fd) {
        return Ok(BAD_DESCRIPTOR);
    }
    let rights = if fd == STDIN { MAY_READ } else { MAY_WRITE };
    let mut record = [0; 24];
    record[8..16].copy_from_slice(&rights.to_le_bytes());
    record[16..].copy_from_slice(&rights.to_le_bytes());
    Ok(put(guest, status, &record))
}

fn fd_filestat_get(mut caller: Caller<'_, World>, fd: u32, status: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    let (guest, world) = parts(&mut caller);
    if world.is_open(fd) {
        Ok(put(guest, status, &[0; 64]))
    } else {
        Ok(BAD_DESCRIPTOR)
    }
}

fn fd_seek(mut caller: Caller<'_, World>, fd: u32, _: i64, _: u32, _: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    Ok(no_seeking(caller.data(), fd))
}

fn fd_tell(mut caller: Caller<'_, World>, fd: u32, _: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    Ok(no_seeking(caller.data(), fd))
}

fn no_seeking(world: &World, fd: u32) -> i32 {
    if world.is_open(fd) {
        ILLEGAL_SEEK
    } else {
        BAD_DESCRIPTOR
    }
}

/// There is nothing to wait for. The guest's own `sleep` returns at once without calling this.
fn poll_oneoff(mut caller: Caller<'_, World>, _: u32, _: u32, _: u32, _: u32) -> Result<i32> {
    charge(&mut caller, 0)?;
    Ok(NOT_SUPPORTED)
}

fn sched_yield(mut caller: Caller<'_, World>) -> Result<i32> {
    charge(&mut caller, 0)?;
    Ok(SUCCESS)
}

fn proc_exit(_: Caller<'_, World>, _: u32) -> Result<()> {
    Err(Error::new(Ended))
}

fn slice(guest: &[u8], start: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(start).ok()?;
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    guest.get(start..end)
}

fn slice_mut(guest: &mut [u8], start: u32, length: usize) -> Option<&mut [u8]> {
    let start = usize::try_from(start).ok()?;
    guest.get_mut(start..start.checked_add(length)?)
}

fn read_u32(guest: &[u8], at: u64) -> Option<u32> {
    let bytes = slice(guest, at, 4)?;
    Some(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
}

fn put(guest: &mut [u8], at: u32, bytes: &[u8]) -> i32 {
    match slice_mut(guest, at, bytes.len()) {
        Some(place) => {
            place.copy_from_slice(bytes);
            SUCCESS
        }
        None => FAULT,
    }
}

#[cfg(test)]
mod comparison;

#[cfg(test)]
mod tests {
    use super::{FUEL_PER_CALL, FUEL_PER_RANDOM_BYTE};

    #[test]
    fn the_document_names_the_prices() {
        let document = include_str!("../../docs/PLATFORM.md");
        let calls = format!("{FUEL_PER_CALL} units for each call");
        let entropy = format!("and {FUEL_PER_RANDOM_BYTE} for each random byte");
        assert!(document.contains(&calls) && document.contains(&entropy));
    }
}
