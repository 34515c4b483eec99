//! Expression edit distance (PHYBench).
