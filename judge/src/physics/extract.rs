//! The formulas of a Markdown text.
