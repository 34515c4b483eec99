//! What everybody knows before a submission is read: the state of the coder after reading the primer.
//!
//! Reading the primer takes long, so the resulting state is committed as `primer/known.bin` and searched directly in
//! the binary. A test of `primer` checks that the two agree.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::coder::Past;
use super::model::Knowledge;
use super::shape::Ordinary;

pub(super) const ARCHIVE: &[u8] = include_bytes!("primer/known.bin");

/// The state after the primer, and how it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Known<'a> {
    #[serde(borrow)]
    pub(super) messages: Knowledge<'a>,
    pub(super) shape: Ordinary<'a>,
    /// Which letters follow which in source texts.
    pub(super) letters: Past<'a>,
}

pub(super) fn known() -> &'static Known<'static> {
    static KNOWN: LazyLock<Known<'_>> = LazyLock::new(|| {
        postcard::from_bytes(ARCHIVE).expect("a test holds the archive against the primer")
    });
    &KNOWN
}
