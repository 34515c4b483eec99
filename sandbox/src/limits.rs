//! The limits of a run. They are part of its result: the same limits and the same source always end the same way.

use serde::{Deserialize, Serialize};

/// An amount of wasmtime fuel, roughly one unit for each executed WebAssembly instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fuel(pub u64);

/// The limits of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The most instructions that the program may execute.
    pub fuel: Fuel,
    /// The largest size of the guest's linear memory, in bytes, including the interpreter.
    pub memory_bytes: u64,
    /// The most bytes written to standard output before the last term is read.
    pub output_bytes: u32,
    /// How many bytes of standard error are kept; the rest is dropped, which is never an error.
    pub stderr_bytes: u32,
    /// After this many terms the run is stopped.
    pub max_terms: u32,
    /// The most decimal digits of one term, without its sign.
    pub max_term_digits: u32,
}

impl Default for Limits {
    /// Ten thousand million instructions, 128 MiB, 256 KiB of output, 200 terms of 1000 digits.
    /// The heaviest of 400 real sequence programs took 3.4·10⁹ instructions.
    fn default() -> Self {
        Self {
            fuel: Fuel(10_000_000_000),
            memory_bytes: 128 << 20,
            output_bytes: 256 << 10,
            stderr_bytes: 16 << 10,
            max_terms: 200,
            max_term_digits: 1000,
        }
    }
}
