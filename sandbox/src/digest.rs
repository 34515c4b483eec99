//! The digest that identifies a runtime.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// SHA-256 over everything that a result depends on besides the source and the limits: the snapshot, the engine's
/// version and those of its settings that a program could notice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuntimeDigest([u8; 32]);

impl RuntimeDigest {
    /// The digest of a text that lists all of it.
    pub(crate) fn of(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }
}

impl fmt::Display for RuntimeDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for RuntimeDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RuntimeDigest({self})")
    }
}
