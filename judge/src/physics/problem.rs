//! A physics problem as its author writes it.
