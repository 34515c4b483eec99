//! Formulas as trees.
