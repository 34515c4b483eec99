//! Snapshots of the memory that sources left, for other calls to start with.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};
use std::{io, iter};

use sha2::{Digest as _, Sha256};
use wasmtime::{AsContextMut, Memory};

use crate::limits::Limits;

/// A memory is compared in lines of this size: within changed pages of the host, most lines are unchanged.
const LINE_BYTES: usize = 64;

/// The size of the cache, in bytes. A memory in which `SymPy` simplified something takes a fifth of a megabyte.
const KEPT_BYTES: usize = 64 << 20;

/// The compression level: higher levels take more time for the same size.
const PACKING_LEVEL: i32 = 1;

/// A memory, stored as its differences from a fresh guest's memory; by default there are none.
#[derive(Default)]
pub(crate) struct Left {
    /// The length of the whole memory, in bytes.
    length: usize,
    /// The ranges of bytes that differ.
    stretches: Vec<Range<usize>>,
    /// The differences, one range after the other, by exclusive or; compressed.
    differences: Vec<u8>,
}

impl Left {
    /// The differences between `fresh` and a memory that a source left. Both consist of whole lines.
    ///
    /// # Errors
    ///
    /// When compression fails.
    pub(crate) fn new(fresh: &[u8], memory: &[u8]) -> io::Result<Self> {
        let (lines, _) = memory.as_chunks::<LINE_BYTES>();
        let (fresh, _) = fresh.as_chunks::<LINE_BYTES>();
        let fresh = fresh.iter().chain(iter::repeat(&[0; LINE_BYTES]));
        let mut stretches: Vec<Range<usize>> = Vec::new();
        let mut differences = Vec::new();
        for ((line, before), start) in lines.iter().zip(fresh).zip((0..).step_by(LINE_BYTES)) {
            if line == before {
                continue;
            }
            differences.extend(line.iter().zip(before).map(|(is, was)| is ^ was));
            let end = start + LINE_BYTES;
            match stretches.last_mut() {
                Some(last) if last.end == start => last.end = end,
                Some(_) | None => stretches.push(start..end),
            }
        }
        Ok(Self {
            length: memory.len(),
            stretches,
            differences: zstd::bulk::compress(&differences, PACKING_LEVEL)?,
        })
    }

    /// Turns a fresh memory into this one.
    ///
    /// # Errors
    ///
    /// When the memory cannot grow to the length.
    pub(crate) fn restore(
        &self,
        memory: Memory,
        mut store: impl AsContextMut,
    ) -> wasmtime::Result<()> {
        let missing = self.length.saturating_sub(memory.data_size(&store));
        if missing > 0 {
            let pages = missing as u64 / memory.page_size(&store);
            memory.grow(&mut store, pages)?;
        }
        self.apply(memory.data_mut(&mut store))?;
        Ok(())
    }

    fn apply(&self, memory: &mut [u8]) -> io::Result<()> {
        let bytes = self.stretches.iter().map(ExactSizeIterator::len).sum();
        if bytes == 0 {
            return Ok(());
        }
        let differences = zstd::bulk::decompress(&self.differences, bytes)?;
        let mut rest = &differences[..];
        for place in &self.stretches {
            let (here, after) = rest.split_at(place.len());
            for (byte, difference) in memory[place.clone()].iter_mut().zip(here) {
                *byte ^= difference;
            }
            rest = after;
        }
        Ok(())
    }

    /// The approximate size of what is kept. The ranges are about a fifth of it, and are kept uncompressed.
    fn bytes(&self) -> usize {
        size_of_val(&self.stretches[..]) + self.differences.len()
    }
}

/// A cache of memories, those of the last sources.
#[derive(Default)]
pub(crate) struct Memories {
    /// The memory of a fresh guest, stored when the first comparison needs it.
    pub(crate) fresh: OnceLock<Box<[u8]>>,
    /// The newest is last.
    kept: Mutex<VecDeque<(Key, Arc<Left>)>>,
}

/// The key of a memory: a digest of the source and its limits. All kept memories were made by the same operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key([u8; 32]);

impl Key {
    pub(crate) fn new(source: &[u8], limits: &Limits) -> Self {
        let digest = Sha256::new()
            .chain_update(limits.fuel.0.to_le_bytes())
            .chain_update(limits.memory_bytes.to_le_bytes())
            .chain_update(source);
        Self(digest.finalize().into())
    }
}

impl Memories {
    /// The memory that was kept for a source.
    pub(crate) fn find(&self, key: Key) -> Option<Arc<Left>> {
        let mut kept = self.kept.lock().expect("no panic while locked");
        let at = kept.iter().position(|(other, _)| *other == key)?;
        let found = kept.remove(at).expect("it was found there");
        let left = found.1.clone();
        kept.push_back(found);
        Some(left)
    }

    /// Keeps a memory, and drops the oldest ones if there is no room.
    pub(crate) fn keep(&self, key: Key, left: Arc<Left>) {
        let mut kept = self.kept.lock().expect("no panic while locked");
        kept.retain(|(other, _)| *other != key);
        kept.push_back((key, left));
        let bytes = |(_, left): &(Key, Arc<Left>)| left.bytes() + size_of::<Key>();
        let mut all: usize = kept.iter().map(bytes).sum();
        while all > KEPT_BYTES
            && kept.len() > 1
            && let Some(oldest) = kept.pop_front()
        {
            all -= bytes(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A memory of which so many bytes are kept, or a little more.
    fn left(bytes: usize) -> Arc<Left> {
        let mut seed: u32 = 1;
        let mut chance = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed.to_be_bytes()[0]
        };
        let memory: Vec<u8> = (0..bytes).map(|_| chance()).collect();
        Arc::new(Left::new(&[], &memory).unwrap())
    }

    #[test]
    fn only_what_differs_is_kept() {
        let fresh: Vec<u8> = (0..=255).cycle().take(1 << 20).collect();
        let mut memory = fresh.clone();
        memory.resize(fresh.len() + (1 << 20), 0);
        for (place, byte) in [
            (3, 9),
            (LINE_BYTES - 1, 9),
            (LINE_BYTES, 9),
            (900_000, 9),
            (1_500_000, 9),
        ] {
            memory[place] = byte;
        }
        let left = Left::new(&fresh, &memory).unwrap();
        assert_eq!(left.length, memory.len());
        assert!(left.bytes() < 200, "{} bytes are kept", left.bytes());
        let mut again = fresh;
        again.resize(memory.len(), 0);
        left.apply(&mut again).unwrap();
        assert!(again == memory);
    }

    #[test]
    fn the_memories_asked_for_last_are_kept() {
        let memories = Memories::default();
        let key = |name: &str| Key::new(name.as_bytes(), &Limits::default());
        memories.keep(key("a"), left(KEPT_BYTES / 3));
        memories.keep(key("b"), left(KEPT_BYTES / 3));
        memories.keep(key("empty"), Arc::default());
        assert!(memories.find(key("a")).is_some());
        memories.keep(key("c"), left(KEPT_BYTES / 2));
        assert!(memories.find(key("a")).is_some());
        assert!(memories.find(key("b")).is_none());
        assert!(memories.find(key("empty")).is_some());
        // One that is larger than the room is kept as long as no other comes.
        memories.keep(key("large"), left(2 * KEPT_BYTES));
        assert!(memories.find(key("large")).is_some());
        assert!(memories.find(key("c")).is_none());
    }
}
