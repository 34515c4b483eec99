//! Expression edit distance (`PHYBench`).

mod distance;
mod score;
mod tree;

pub use distance::{MAX_NODES, TooLarge, distance};
pub use score::{relative_distance, score};
pub use tree::Tree;
