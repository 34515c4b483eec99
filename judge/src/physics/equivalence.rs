//! Whether two formulas say the same.
