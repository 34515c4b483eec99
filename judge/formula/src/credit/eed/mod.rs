//! Expression edit distance (`PHYBench`): measures how near a wrong answer is to the right one.
//!
//! An answer that is equivalent to the reference gets 100. Otherwise `SymPy` simplifies both in the sandbox, and the
//! score follows from the edit distance of their trees divided by the reference's size. `docs/physics-eed.md`
//! describes it in full.

mod cache;
mod compare;
mod distance;
mod open_notation;
mod score;
mod sides;
mod simplify;
mod sympy;
mod tree;

pub use compare::{Caveat, Eed, EedError, EedFinding, Mode, settled};
pub use distance::{MAX_NODES, TooLarge, distance};
pub use score::{EedScore, relative_distance, score};
pub(crate) use sides::result;
pub use simplify::{Before, FUEL, Fuel, Simple, Simplified, Simplify, SimplifyError};
pub use sympy::{Names, Unsupported, to_sympy, to_tree};
pub use tree::Tree;

/// Must change with every change that can change a score, so that stored scores of different versions are never
/// mixed.
pub const EED_VERSION: u32 = 2;
