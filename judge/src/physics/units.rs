//! Units and dimensions.
