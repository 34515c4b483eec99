//! Runs the linked Python guest once, at build time. A tool of `guest/build.sh`; the product never
//! runs it.
//!
//! - `snapshot image LINKED LIB GUEST OUTPUT` calls `wizer-initialize` and writes OUTPUT.wasm, a
//!   module whose memory starts out as that call left it, and OUTPUT.wasm.zst, the same compressed.
//! - `snapshot profile LINKED LIB GUEST FOLDER` does it with an instrumented build, which writes its
//!   execution counters into FOLDER.
//!
//! LIB is the folder with the packed library, GUEST the folder `sandbox/guest`. The clocks stand
//! still and the randomness is fixed, so the result is a function of what is given.

use std::time::Duration;

use wasmtime::error::Context as _;
use wasmtime::{Config, Engine, Linker, Result, Store, bail};
use wasmtime_wasi::p1::{self, WasiP1Ctx};
use wasmtime_wasi::random::Deterministic;
use wasmtime_wasi::{FsPerms, HostMonotonicClock, HostWallClock, WasiCtxBuilder};
use wasmtime_wizer::Wizer;

/// 2024-01-01T00:00:00Z.
const NOW: Duration = Duration::from_secs(1_704_067_200);
/// `CPython` wants more than wasmtime's half megabyte.
const STACK_BYTES: usize = 8 << 20;
/// As small as zstd gets it within its 8 MiB window.
const ZSTD_LEVEL: i32 = 19;

struct FrozenClock;

impl HostWallClock for FrozenClock {
    fn resolution(&self) -> Duration {
        Duration::from_micros(1)
    }

    fn now(&self) -> Duration {
        NOW
    }
}

impl HostMonotonicClock for FrozenClock {
    fn resolution(&self) -> u64 {
        1000
    }

    fn now(&self) -> u64 {
        0
    }
}

/// The two read-only folders the guest is set up from, and the one it may write a profile to.
struct World<'a> {
    lib: &'a str,
    guest: &'a str,
    profile: Option<&'a str>,
}

impl World<'_> {
    fn build(&self) -> Result<WasiP1Ctx> {
        let mut builder = WasiCtxBuilder::new();
        builder
            .inherit_stdout()
            .inherit_stderr()
            .wall_clock(FrozenClock)
            .monotonic_clock(FrozenClock)
            .secure_random(Deterministic::new(vec![0]))
            .insecure_random(Deterministic::new(vec![0]))
            .insecure_random_seed(0)
            .preopened_dir(self.lib, "/Lib", FsPerms::ReadOnly)?
            .preopened_dir(self.guest, "/guest", FsPerms::ReadOnly)?;
        if let Some(folder) = self.profile {
            builder.preopened_dir(folder, "/profile", FsPerms::ReadWrite)?;
        }
        Ok(builder.build_p1())
    }
}

async fn initialize(linked: &[u8], world: WasiP1Ctx) -> Result<Vec<u8>> {
    let mut config = Config::new();
    config
        .max_wasm_stack(STACK_BYTES)
        .async_stack_size(2 * STACK_BYTES);
    let engine = Engine::new(&config)?;
    let mut store = Store::new(&engine, world);
    Wizer::new()
        .init_func("wizer-initialize")
        .run(&mut store, linked, async |store, module| {
            let mut linker: Linker<WasiP1Ctx> = Linker::new(store.engine());
            p1::add_to_linker_async(&mut linker, |wasi| wasi)?;
            linker.instantiate_async(store, module).await
        })
        .await
}

fn write(path: &str, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {path}"))
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [what @ ("image" | "profile"), linked, lib, guest, output] = arguments[..] else {
        bail!("usage: snapshot image|profile LINKED LIB GUEST OUTPUT");
    };
    let profile = (what == "profile").then_some(output);
    let linked = std::fs::read(linked).with_context(|| format!("cannot read {linked}"))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let world = World {
        lib,
        guest,
        profile,
    }
    .build()?;
    let image = runtime.block_on(initialize(&linked, world))?;
    if profile.is_none() {
        write(&format!("{output}.wasm"), &image)?;
        let compressed = zstd::encode_all(image.as_slice(), ZSTD_LEVEL)?;
        write(&format!("{output}.wasm.zst"), &compressed)?;
    }
    Ok(())
}
