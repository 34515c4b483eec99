//! What scoring v0.2 weighs: the information that a source carries as data, in bytes.

use serde::{Deserialize, Serialize};

/// The payload of a source by where it sits. Each part is rounded up to whole bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payload {
    /// All of it; what the limit is for.
    pub total_bytes: u32,
    /// In numbers.
    pub number_bytes: u32,
    /// In strings and bytes.
    pub text_bytes: u32,
    /// In the spelling of names.
    pub name_bytes: u32,
    /// In choices that the program makes again and again in the same setting.
    pub shape_bytes: u32,
    /// In spaces, blank lines and comments.
    pub layout_bytes: u32,
    /// The heaviest places, the heaviest first.
    pub heaviest: Vec<Weight>,
}

/// One place of a source and what it weighs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// Line of the canonical source, from 1.
    pub line: u32,
    /// What is there, in a few words.
    pub what: String,
    /// What it weighs, in bytes, rounded up.
    pub bytes: u32,
}
