//! Reads LaTeX.
