//! Agreement of grades with human scores: Kendall's τ_b and its significance.
