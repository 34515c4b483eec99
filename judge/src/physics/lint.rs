//! The rules that a problem has to keep.
