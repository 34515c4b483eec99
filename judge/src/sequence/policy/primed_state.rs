//! What everybody knows before a submission is read: the state of the coder after the primer.
//!
//! Reading the primer takes long, so what comes of it is committed as `primer/known.bin` and looked up where it lies in the
//! binary. A test of `primer` holds the two against each other.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::coder::Past;
use super::model::Knowledge;
use super::shape::Ordinary;

pub(super) const ARCHIVE: &[u8] = include_bytes!("primer/known.bin");

/// What the primer says, and how it is made.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Known<'a> {
    #[serde(borrow)]
    pub(super) messages: Knowledge<'a>,
    pub(super) shape: Ordinary<'a>,
    /// What follows which letters in sources as they stand.
    pub(super) letters: Past<'a>,
}

pub(super) fn known() -> &'static Known<'static> {
    static KNOWN: LazyLock<Known<'_>> = LazyLock::new(|| {
        postcard::from_bytes(ARCHIVE).expect("a test holds the archive against the primer")
    });
    &KNOWN
}
