//! Derives the `SymPy` guest from the Python guest, at build time. A tool of
//! `guest/sympy/build.sh`; the product never runs it.
//!
//! `sympy-image GUEST SOURCES OUTPUT`: GUEST is the folder `sandbox/guest`, whose Python guest is
//! the beginning, SOURCES a folder with the packages `sympy` and `mpmath`. The guest is started,
//! lets the host give it one module after another, simplifies a few expressions, and its memory
//! becomes OUTPUT.wasm and OUTPUT.wasm.zst.
//!
//! The clocks stand still and the randomness is fixed, so the result is a function of what is
//! given.

#![allow(missing_docs, reason = "a program, not an interface")]

use std::collections::VecDeque;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use wasmtime::{Caller, Config, Engine, Instance, Linker, Memory, Module, Store};
use wasmtime_wasi::p1::{self, WasiP1Ctx};
use wasmtime_wasi::random::Deterministic;
use wasmtime_wasi::{HostMonotonicClock, HostWallClock, WasiCtxBuilder};

const WASI: &str = "wasi_snapshot_preview1";
/// 2025-01-01T00:00:00Z, as every program sees it later, in seconds since 1970.
const NOW_SECONDS: u64 = 1_735_689_600;
const STACK_BYTES: usize = 8 << 20;
const PAGE_BYTES: usize = 4096;
const WASM_PAGE_BYTES: usize = 65_536;
/// As small as zstd gets it, with a window over the whole image.
const ZSTD_LEVEL: i32 = 22;

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

struct FrozenClock;

impl HostWallClock for FrozenClock {
    fn resolution(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn now(&self) -> Duration {
        Duration::from_secs(NOW_SECONDS)
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

/// What the guest sees.
struct World {
    wasi: WasiP1Ctx,
    memory: Option<Memory>,
    /// Standard output since it was last taken.
    output: Vec<u8>,
    /// What standard input still holds.
    input: VecDeque<u8>,
    /// Answers requests for modules.
    library: Option<Library>,
}

/// A started Python guest.
struct Guest {
    store: Store<World>,
    instance: Instance,
    memory: Memory,
}

impl Guest {
    fn start(engine: &Engine, module: &Module, library: Option<Library>) -> Result<Self> {
        let wasi = WasiCtxBuilder::new()
            .wall_clock(FrozenClock)
            .monotonic_clock(FrozenClock)
            .secure_random(Deterministic::new(vec![0]))
            .insecure_random(Deterministic::new(vec![0]))
            .insecure_random_seed(0)
            .build_p1();
        let world = World {
            wasi,
            memory: None,
            output: Vec::new(),
            input: VecDeque::new(),
            library,
        };
        let mut store = Store::new(engine, world);
        let mut linker = Linker::new(engine);
        p1::add_to_linker_sync(&mut linker, |world: &mut World| &mut world.wasi)?;
        linker.allow_shadowing(true);
        linker.func_wrap(WASI, "fd_write", fd_write)?;
        linker.func_wrap(WASI, "fd_read", fd_read)?;
        let instance = linker.instantiate(&mut store, module)?;
        let memory = instance
            .get_memory(&mut store, "memory")
            .ok_or("the guest exports no memory")?;
        store.data_mut().memory = Some(memory);
        Ok(Self {
            store,
            instance,
            memory,
        })
    }

    /// Runs a source and gives what it printed.
    fn run(&mut self, source: &str) -> Result<Vec<u8>> {
        let length = u32::try_from(source.len())?;
        let store = &mut self.store;
        let reserve = self
            .instance
            .get_typed_func::<u32, u32>(&mut *store, "buf")?;
        let run = self
            .instance
            .get_typed_func::<u32, i32>(&mut *store, "run")?;
        let address = usize::try_from(reserve.call(&mut *store, length)?)?;
        self.memory.write(&mut *store, address, source.as_bytes())?;
        let status = run.call(&mut *store, length)?;
        let output = std::mem::take(&mut store.data_mut().output);
        if status == 0 {
            return Ok(output);
        }
        let output = String::from_utf8_lossy(&output);
        Err(format!("the guest ended with status {status}\n{output}").into())
    }
}

/// The packages' sources, and a guest that compiles them.
struct Library {
    sources: PathBuf,
    packer: Box<Guest>,
}

impl Library {
    /// The answer to a request: 0 for none, 1 for a module and 2 for a package, then four bytes
    /// of length and the marshalled code.
    fn answer(&mut self, name: &str) -> Result<Vec<u8>> {
        let relative = name.replace('.', "/");
        let module = format!("{relative}.py");
        let package = format!("{relative}/__init__.py");
        let (kind, path) = if self.sources.join(&package).is_file() {
            (2, package)
        } else if self.sources.join(&module).is_file() {
            (1, module)
        } else {
            return Ok(vec![0; 5]);
        };
        let source = fs::read_to_string(self.sources.join(&path))?;
        let call = format!("pack({}, {})\n", literal(&source)?, literal(&path)?);
        let code = hex::decode(self.packer.run(&call)?.trim_ascii())?;
        let mut answer = vec![kind];
        answer.extend_from_slice(&u32::try_from(code.len())?.to_le_bytes());
        answer.extend_from_slice(&code);
        Ok(answer)
    }
}

/// A Python literal: JSON's strings are Python's as well.
fn literal(text: &str) -> Result<String> {
    Ok(serde_json::to_string(text)?)
}

/// Gathers output, and answers a line `? name`.
fn fd_write(
    mut caller: Caller<'_, World>,
    fd: u32,
    vectors: u32,
    count: u32,
    written: u32,
) -> wasmtime::Result<i32> {
    let memory = caller.data().memory.expect("the guest has started");
    let (guest, world) = memory.data_and_store_mut(&mut caller);
    let mut bytes = Vec::new();
    for (start, length) in buffers(guest, vectors, count) {
        bytes.extend_from_slice(&guest[start..start + length]);
    }
    let total = u32::try_from(bytes.len()).expect("a wasm memory is at most 4 GiB");
    put(guest, written, total);
    match (fd, bytes.strip_prefix(b"? ")) {
        (1, Some(name)) => {
            let name = String::from_utf8_lossy(name.trim_ascii()).into_owned();
            let library = world.library.as_mut().expect("only one guest asks");
            let answer = library
                .answer(&name)
                .map_err(|error| wasmtime::Error::msg(format!("{name}: {error}")))?;
            world.input.extend(answer);
        }
        _ => world.output.extend_from_slice(&bytes),
    }
    Ok(0)
}

fn fd_read(mut caller: Caller<'_, World>, _: u32, vectors: u32, count: u32, read: u32) -> i32 {
    let memory = caller.data().memory.expect("the guest has started");
    let (guest, world) = memory.data_and_store_mut(&mut caller);
    let mut total = 0;
    for (start, length) in buffers(guest, vectors, count) {
        let length = length.min(world.input.len());
        for (place, byte) in guest[start..start + length]
            .iter_mut()
            .zip(world.input.drain(..length))
        {
            *place = byte;
        }
        total += u32::try_from(length).expect("a wasm memory is at most 4 GiB");
    }
    put(guest, read, total);
    0
}

/// The buffers of a scattered read or write.
fn buffers(guest: &[u8], vectors: u32, count: u32) -> Vec<(usize, usize)> {
    let word = |at: usize| {
        let bytes = guest[at..at + 4].try_into().expect("four bytes");
        u32::from_le_bytes(bytes) as usize
    };
    (0..count as usize)
        .map(|vector| vectors as usize + 8 * vector)
        .map(|at| (word(at), word(at + 4)))
        .collect()
}

fn put(guest: &mut [u8], at: u32, number: u32) {
    guest[at as usize..at as usize + 4].copy_from_slice(&number.to_le_bytes());
}

// ---- the image ----

mod section {
    pub(super) const CUSTOM: u8 = 0;
    pub(super) const MEMORY: u8 = 5;
    pub(super) const GLOBAL: u8 = 6;
    pub(super) const DATA: u8 = 11;
    pub(super) const DATA_COUNT: u8 = 12;
}

/// The module with `memory` as what its memory starts out with.
///
/// Right for a module with one memory of its own whose only mutable global is the stack pointer,
/// which is where it began whenever no call is going on, and whose table never changes.
fn with_memory(module: &[u8], memory: &[u8]) -> Result<Vec<u8>> {
    let (header, mut rest) = module.split_at(8);
    let mut image = header.to_vec();
    let mut data_written = false;
    while let Some((&kind, after)) = rest.split_first() {
        rest = after;
        let size = read_unsigned(&mut rest)?;
        let (body, after) = rest.split_at_checked(size).ok_or("a cut section")?;
        rest = after;
        let body = match kind {
            section::CUSTOM | section::DATA_COUNT => continue,
            section::MEMORY => memory_section(body, memory.len() / WASM_PAGE_BYTES)?,
            section::GLOBAL => {
                if mutable_globals(body)? != 1 {
                    return Err("the guest has a mutable global besides its stack pointer".into());
                }
                body.to_vec()
            }
            section::DATA => {
                data_written = true;
                data_section(memory)
            }
            _ => body.to_vec(),
        };
        image.push(kind);
        write_unsigned(&mut image, body.len());
        image.extend_from_slice(&body);
    }
    if data_written {
        Ok(image)
    } else {
        Err("the guest has no data section".into())
    }
}

fn memory_section(mut body: &[u8], pages: usize) -> Result<Vec<u8>> {
    let count = read_unsigned(&mut body)?;
    let (&flags, mut limits) = body.split_first().ok_or("an empty memory section")?;
    read_unsigned(&mut limits)?;
    if count != 1 {
        return Err("the guest has not one memory".into());
    }
    let mut section = vec![1, flags];
    write_unsigned(&mut section, pages);
    section.extend_from_slice(limits);
    Ok(section)
}

/// Globals that can change. Each is a type, a flag, and a constant of one instruction.
fn mutable_globals(mut body: &[u8]) -> Result<usize> {
    const I32: u8 = 0x7f;
    const I32_CONST: u8 = 0x41;
    const END: u8 = 0x0b;
    let mut mutable = 0;
    for _ in 0..read_unsigned(&mut body)? {
        let [I32, is_mutable, I32_CONST, value @ ..] = body else {
            return Err("a global that is not a plain 32-bit number".into());
        };
        let length = value.iter().take_while(|byte| **byte >= 0x80).count() + 1;
        if value.get(length) != Some(&END) {
            return Err("a global whose value is computed".into());
        }
        mutable += usize::from(*is_mutable == 1);
        body = &value[length + 1..];
    }
    Ok(mutable)
}

/// The pages that are not zero, neighbours as one segment.
fn data_section(memory: &[u8]) -> Vec<u8> {
    let mut segments: Vec<(usize, &[u8])> = Vec::new();
    let mut start = None;
    let zero = [0; PAGE_BYTES];
    for (number, page) in memory.chunks(PAGE_BYTES).enumerate() {
        let at = number * PAGE_BYTES;
        match (page == &zero[..page.len()], start) {
            (true, Some(from)) => {
                segments.push((from, &memory[from..at]));
                start = None;
            }
            (false, None) => start = Some(at),
            (true, None) | (false, Some(_)) => {}
        }
    }
    if let Some(from) = start {
        segments.push((from, &memory[from..]));
    }
    let mut section = Vec::with_capacity(memory.len());
    write_unsigned(&mut section, segments.len());
    for (at, bytes) in segments {
        // An active segment of the one memory, at a constant address.
        section.extend_from_slice(&[0, 0x41]);
        write_signed(&mut section, at);
        section.push(0x0b);
        write_unsigned(&mut section, bytes.len());
        section.extend_from_slice(bytes);
    }
    section
}

fn read_unsigned(bytes: &mut &[u8]) -> Result<usize> {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or("a cut number")?;
        *bytes = rest;
        value |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err("a number that is too long".into())
}

fn write_unsigned(bytes: &mut Vec<u8>, mut value: usize) {
    loop {
        let low = u8::try_from(value & 0x7f).expect("seven bits");
        value >>= 7;
        if value == 0 {
            bytes.push(low);
            return;
        }
        bytes.push(low | 0x80);
    }
}

/// A number that is not negative as a signed one: its highest bit stays clear.
fn write_signed(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= 0x40 {
        bytes.push(u8::try_from(value & 0x7f).expect("seven bits") | 0x80);
        value >>= 7;
    }
    bytes.push(u8::try_from(value).expect("six bits"));
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [guest, sources, output] = &arguments[..] else {
        return Err("usage: sympy-image GUEST SOURCES OUTPUT".into());
    };
    let guest = Path::new(guest);
    let read = |path: PathBuf| {
        fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let program = |name| -> Result<String> {
        Ok(String::from_utf8(read(
            guest.join("sympy/lib").join(name),
        )?)?)
    };
    let python = zstd::decode_all(read(guest.join("python.wasm.zst"))?.as_slice())?;
    let mut config = Config::new();
    config
        .max_wasm_stack(STACK_BYTES)
        .async_stack_size(2 * STACK_BYTES)
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false);
    let engine = Engine::new(&config)?;
    let module = Module::new(&engine, &python)?;

    let mut packer = Guest::start(&engine, &module, None)?;
    packer.run(&program("pack.py")?)?;
    let library = Library {
        sources: sources.into(),
        packer: Box::new(packer),
    };
    let mut guest = Guest::start(&engine, &module, Some(library))?;
    for part in ["bootstrap.py", "simplify.py", "warmup.py"] {
        guest.run(&program(part)?)?;
    }
    let image = with_memory(&python, guest.memory.data(&guest.store))?;
    Module::validate(&engine, &image)?;
    fs::write(format!("{output}.wasm"), &image)?;
    let compressed = zstd::encode_all(image.as_slice(), ZSTD_LEVEL)?;
    fs::write(format!("{output}.wasm.zst"), compressed)?;
    Ok(())
}
