//! Runs Python programs in an isolated, deterministic WebAssembly sandbox.
//!
//! The guest is a real `CPython` for wasm32-wasi, started from a snapshot of its whole memory (`sandbox/guest/`). A
//! [`Runtime`] runs one source at a time on the calling thread; any number of threads may use it at once, and each
//! run gets a fresh copy of the snapshot.
//!
//! This crate knows WebAssembly, fuel, memory and output, but no contests. A [`Run`] depends only on the source, the
//! [`Limits`] and the [`RuntimeDigest`].

mod cache;
mod call;
mod digest;
mod engine;
mod error;
mod guest;
mod guest_process;
mod instances;
mod limits;
mod memory_snapshots;
mod outcome;
mod parallel;
mod runtime;
mod simplifier;
mod stderr;
mod terms;
mod wall;
mod wasi;

pub use cache::Progress;
pub use digest::RuntimeDigest;
pub use engine::MAX_MEMORY_BYTES;
pub use error::{OpenError, SandboxError};
pub use guest::Image;
pub use guest_process::answer_behind_the_wall;
pub use limits::{Fuel, Limits};
pub use outcome::{Count, End, GuestCounts, Run};
pub use parallel::in_order;
pub use runtime::Runtime;
pub use simplifier::{Before, Simplified, Simplifier};
pub use stderr::OMITTED;
pub use wall::{WallError, wall_off};
