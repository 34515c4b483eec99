//! The world a guest sees: wasmtime-wasi with everything shut.
//!
//! No folder is preopened, there is no environment, argument, socket or input, the clocks stand
//! still and the entropy is one fixed stream. Standard output goes to the term reader.
//!
//! Two imports are ours instead of wasmtime-wasi's: `fd_write`, the one hot call, so that a
//! `print` does not pass through its asynchronous stream machinery, and `poll_oneoff`, so that
//! nothing can be waited for. The guest's own `sleep` is over at once without it.

use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;
use wasmtime::{Caller, Error, Linker, Memory, ResourceLimiter, Result};
use wasmtime_wasi::p1::{self, WasiP1Ctx};
use wasmtime_wasi::{HostMonotonicClock, HostWallClock, WasiCtxBuilder};

use crate::limits::Limits;
use crate::terms::TermReader;

/// The time that every program sees: 2025-01-01T00:00:00Z, in seconds since 1970.
pub(crate) const FROZEN_TIME_SECONDS: u64 = 1_735_689_600;

/// Seed of the entropy stream that every program sees.
pub(crate) const ENTROPY_SEED: u64 = 0;

const WASI: &str = "wasi_snapshot_preview1";
const ERRNO_SUCCESS: u16 = 0;
const ERRNO_BADF: u16 = 8;
const ERRNO_FAULT: u16 = 21;
const ERRNO_NOTSUP: u16 = 58;

/// What one run owns on the host's side.
pub(crate) struct World {
    wasi: WasiP1Ctx,
    /// The guest's memory, known once the guest is instantiated.
    pub(crate) memory: Option<Memory>,
    pub(crate) output: Output,
    pub(crate) stderr: Stderr,
    pub(crate) usage: MemoryUsage,
}

/// Where standard output goes.
pub(crate) enum Output {
    /// To the term reader, which may stop the run.
    Terms(TermReader),
    /// Kept as it is, up to a limit; for the guest's own reports.
    Kept(Vec<u8>),
}

/// Standard error: its beginning, to be shown, and its end, where an exception names itself.
pub(crate) struct Stderr {
    kept: Vec<u8>,
    limit: usize,
    last: Vec<u8>,
}

impl Stderr {
    /// Bytes at the end that are looked at for the last line.
    const LAST_BYTES: usize = 1024;

    fn write(&mut self, bytes: &[u8]) {
        let room = self.limit.saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.last
            .extend_from_slice(&bytes[bytes.len().saturating_sub(Self::LAST_BYTES)..]);
        let surplus = self.last.len().saturating_sub(Self::LAST_BYTES);
        self.last.drain(..surplus);
    }

    /// The beginning, with invalid UTF-8 replaced.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.kept).into_owned()
    }

    /// The last line, shortened at its front if it is very long. The frame that `CPython` draws
    /// around the exceptions of a group is no part of it.
    pub(crate) fn last_line(&self) -> String {
        let text = String::from_utf8_lossy(&self.last);
        let lines = text.lines().rev();
        let mut lines = lines.filter(|line| !line.trim_matches([' ', '+', '-']).is_empty());
        let line = lines.next().unwrap_or_default().trim();
        line.strip_prefix("| ").unwrap_or(line).trim().to_owned()
    }
}

/// The memory limit and what became of it.
pub(crate) struct MemoryUsage {
    limit: usize,
    pub(crate) peak: usize,
    pub(crate) refused: bool,
}

/// The trap that ends a run because the term reader has stopped.
#[derive(Debug, thiserror::Error)]
#[error("the term reader has stopped")]
pub(crate) struct Stopped;

impl World {
    pub(crate) fn new(limits: &Limits, output: Output) -> Self {
        let mut wasi = WasiCtxBuilder::new();
        wasi.wall_clock(FrozenClock)
            .monotonic_clock(FrozenClock)
            .secure_random(ChaCha20Rng::seed_from_u64(ENTROPY_SEED))
            .insecure_random(ChaCha20Rng::seed_from_u64(ENTROPY_SEED))
            .insecure_random_seed(u128::from(ENTROPY_SEED))
            .allow_tcp(false)
            .allow_udp(false);
        Self {
            wasi: wasi.build_p1(),
            memory: None,
            output,
            stderr: Stderr {
                kept: Vec::new(),
                limit: limits.stderr_bytes as usize,
                last: Vec::new(),
            },
            usage: MemoryUsage {
                limit: usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX),
                peak: 0,
                refused: false,
            },
        }
    }

    /// The imports of the guest.
    pub(crate) fn link(linker: &mut Linker<Self>) -> Result<()> {
        p1::add_to_linker_async(linker, |world| &mut world.wasi)?;
        linker.allow_shadowing(true);
        linker.func_wrap(WASI, "fd_write", fd_write)?;
        linker.func_wrap(WASI, "poll_oneoff", |_: u32, _: u32, _: u32, _: u32| {
            i32::from(ERRNO_NOTSUP)
        })?;
        Ok(())
    }

    fn write(&mut self, fd: u32, bytes: &[u8]) -> Result<()> {
        if fd == 2 {
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
        // The table is made with the guest, and the guest never grows it.
        Ok(current == 0)
    }
}

/// A clock that stands still.
struct FrozenClock;

impl HostWallClock for FrozenClock {
    fn resolution(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn now(&self) -> Duration {
        Duration::from_secs(FROZEN_TIME_SECONDS)
    }
}

impl HostMonotonicClock for FrozenClock {
    fn resolution(&self) -> u64 {
        1_000_000_000
    }

    fn now(&self) -> u64 {
        0
    }
}

/// `fd_write` of WASI preview 1 for standard output and standard error.
fn fd_write(
    mut caller: Caller<'_, World>,
    fd: u32,
    vectors: u32,
    count: u32,
    written: u32,
) -> Result<i32> {
    if fd != 1 && fd != 2 {
        return Ok(i32::from(ERRNO_BADF));
    }
    let Some(memory) = caller.data().memory else {
        return Ok(i32::from(ERRNO_FAULT));
    };
    let (guest, world) = memory.data_and_store_mut(&mut caller);
    let mut total = 0;
    for vector in 0..count {
        let at = u64::from(vectors) + 8 * u64::from(vector);
        let (Some(start), Some(length)) = (read_u32(guest, at), read_u32(guest, at + 4)) else {
            return Ok(i32::from(ERRNO_FAULT));
        };
        let Some(bytes) = slice(guest, u64::from(start), u64::from(length)) else {
            return Ok(i32::from(ERRNO_FAULT));
        };
        world.write(fd, bytes)?;
        total = length.saturating_add(total);
    }
    Ok(i32::from(put(
        guest,
        u64::from(written),
        &total.to_le_bytes(),
    )))
}

fn slice(guest: &[u8], start: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(start).ok()?;
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    guest.get(start..end)
}

fn read_u32(guest: &[u8], at: u64) -> Option<u32> {
    let bytes = slice(guest, at, 4)?;
    Some(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
}

fn put(guest: &mut [u8], at: u64, bytes: &[u8]) -> u16 {
    let place = usize::try_from(at)
        .ok()
        .and_then(|start| guest.get_mut(start..)?.get_mut(..bytes.len()));
    match place {
        Some(place) => {
            place.copy_from_slice(bytes);
            ERRNO_SUCCESS
        }
        None => ERRNO_FAULT,
    }
}
