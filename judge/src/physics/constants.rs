//! Physical constants and what a problem's own definitions make of them.
