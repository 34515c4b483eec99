//! The WebAssembly engine and the digest of everything that a result depends on.
//!
//! Settings that change a verdict, the fuel or the memory of a run are part of [`RuntimeDigest`]; settings that only
//! change speed (how memory is reused) are not.

use wasmtime::{
    Config, Enabled, Engine, Inlining, InstanceAllocationStrategy, OptLevel,
    PoolingAllocationConfig, Result,
};

use crate::digest::RuntimeDigest;
use crate::wasi::{
    ENTROPY_SEED, FROZEN_TIME_SECONDS, FUEL_PER_BUFFER, FUEL_PER_CALL, FUEL_PER_RANDOM_BYTE,
};

/// The version of wasmtime, pinned in `Cargo.toml`; fuel may differ between versions.
const WASMTIME_VERSION: &str = "48.0.8";

/// The machine stack of the guest. `CPython` needs about 8 MiB to reach its own recursion limits first.
const WASM_STACK_BYTES: usize = 8 << 20;

/// The stack left to host functions below the guest's.
const HOST_STACK_BYTES: usize = 1 << 20;

/// The largest memory limit that can be requested.
pub const MAX_MEMORY_BYTES: u64 = 1 << 30;

/// The most entries of the guest's function table.
const MAX_TABLE_ELEMENTS: usize = 40_000;

/// This much memory of a slot is reset in place instead of being unmapped; `pagemap_scan` tells which pages a run has
/// written. Starting is 4.6 times as fast as without.
const KEEP_RESIDENT_BYTES: usize = 8 << 20;

/// The digest of everything that results of the guest with this snapshot depend on.
pub(crate) fn runtime_digest(snapshot_sha256: &str) -> RuntimeDigest {
    RuntimeDigest::of(&format!(
        "sequence-dojo/runtime/1\nwasmtime {WASMTIME_VERSION}\nsnapshot {snapshot_sha256}\n\
         stack {WASM_STACK_BYTES}\nnan canonical\nrelaxed-simd off\n\
         time {FROZEN_TIME_SECONDS}\nentropy chacha20 {ENTROPY_SEED}\n\
         call {FUEL_PER_CALL} buffer {FUEL_PER_BUFFER} random byte {FUEL_PER_RANDOM_BYTE}\n"
    ))
}

/// An engine with room for `slots` concurrent runs.
pub(crate) fn new_engine(slots: u32) -> Result<Engine> {
    let mut pool = PoolingAllocationConfig::default();
    pool.total_core_instances(slots)
        .total_memories(slots)
        .total_tables(slots)
        .total_stacks(slots)
        .max_memory_size(usize::try_from(MAX_MEMORY_BYTES).expect("1 GiB fits"))
        .table_elements(MAX_TABLE_ELEMENTS)
        .linear_memory_keep_resident(KEEP_RESIDENT_BYTES)
        .table_keep_resident(MAX_TABLE_ELEMENTS * size_of::<usize>())
        .pagemap_scan(Enabled::Auto);
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .max_wasm_stack(WASM_STACK_BYTES)
        .async_stack_size(WASM_STACK_BYTES + HOST_STACK_BYTES)
        .cranelift_opt_level(OptLevel::Speed)
        // clang has already inlined the snapshot. Inlining again makes nothing faster, and takes 4.7 GB and three
        // times as long where this takes 0.3 GB.
        .compiler_inlining(Inlining::No)
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        .memory_init_cow(true)
        .memory_guaranteed_dense_image_size(MAX_MEMORY_BYTES)
        // A trap is a normal end of a run here, and nobody reads WebAssembly backtraces.
        .wasm_backtrace_max_frames(None)
        .concurrency_support(false)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    Engine::new(&config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_names_the_engine_that_is_linked() {
        let lock = include_str!("../../Cargo.lock");
        let entry = format!("name = \"wasmtime\"\nversion = \"{WASMTIME_VERSION}\"");
        assert!(lock.contains(&entry), "WASMTIME_VERSION is out of date");
    }

    #[test]
    fn another_snapshot_is_another_runtime() {
        assert_ne!(runtime_digest("a"), runtime_digest("b"));
        assert_eq!(runtime_digest("a").to_string().len(), 64);
    }
}
