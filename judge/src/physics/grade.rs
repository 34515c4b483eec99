//! A derivation's score.
