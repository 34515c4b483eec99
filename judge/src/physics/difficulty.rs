//! How hard a problem is, from its graph and its author's ratings.
