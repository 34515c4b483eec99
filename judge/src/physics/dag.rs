//! The reference solution as a directed acyclic graph of formulas.
