//! Whole seasons: archived, read, replayed, tampered with.

mod archive;
pub(crate) mod derivations;
mod forged;
mod kept;
mod packed;
pub(crate) mod played;
mod programs;
mod scoring;
mod tampering;

use std::io::{self, Cursor};

use dojo_judge::record::archive::{self as season_archive, Archive, ArchiveError};
use dojo_judge::record::replay::{Difference, Published, replay};
use dojo_judge::record::season::SeasonRecord;

fn pack(record: &SeasonRecord) -> Vec<u8> {
    let mut bytes = Vec::new();
    season_archive::write(record, &mut bytes).unwrap();
    bytes
}

fn unpack(bytes: &[u8]) -> Result<Archive, ArchiveError> {
    season_archive::read(|| Ok::<_, io::Error>(Cursor::new(bytes)))
}

/// What a replay that runs nothing finds.
fn differences(record: &SeasonRecord) -> Vec<Difference> {
    let archive = unpack(&pack(record)).unwrap();
    replay(&archive, None, &Published::default()).differences
}

/// Everything that is found in some bytes, as text; empty when all is well.
fn complaints(bytes: &[u8]) -> Vec<String> {
    match unpack(bytes) {
        Err(error) => vec![error.to_string()],
        Ok(archive) => replay(&archive, None, &Published::default())
            .differences
            .iter()
            .map(ToString::to_string)
            .collect(),
    }
}
