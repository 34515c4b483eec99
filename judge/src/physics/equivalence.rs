//! Whether two formulas say the same.

mod complex;
mod context;
mod derive;
mod graph;
mod lower;
mod maps;
mod polynomial;
mod quadrature;
mod stream;
mod tape;

pub use context::{Context, Parameters};
#[cfg(test)]
fn scratch(_: &lower::Lowering) {}
