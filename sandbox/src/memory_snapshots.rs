//! Memories of guests as sources left them, for others to start with.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};
use std::{io, iter};

use sha2::{Digest as _, Sha256};
use wasmtime::{AsContextMut, Memory};

use crate::limits::Limits;

/// A memory is kept in lines of so many bytes: in pages of the host's that differ, most lines do not.
const LINE_BYTES: usize = 64;

/// Room for memories, in bytes. Of one in which `SymPy` simplified something a fifth of a megabyte is kept.
const KEPT_BYTES: usize = 64 << 20;

/// How hard memories are packed: higher levels take more time and leave as much.
const PACKING_LEVEL: i32 = 1;

/// A memory, by what tells it from that of a fresh guest: by default nothing.
#[derive(Default)]
pub(crate) struct Left {
    /// The length of the whole memory, in bytes.
    length: usize,
    /// Where lines differ: stretches of bytes.
    stretches: Vec<Range<usize>>,
    /// How they differ, one after the other, by exclusive or; packed.
    differences: Vec<u8>,
}

impl Left {
    /// What a source left of a memory that was `fresh`. The bytes of both are whole lines.
    ///
    /// # Errors
    ///
    /// When it cannot be packed.
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

    /// Makes a fresh memory this one.
    ///
    /// # Errors
    ///
    /// When it does not grow to the length.
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

    /// How much is kept of it. Stretches are some fifth of that, and kept as they are.
    fn bytes(&self) -> usize {
        size_of_val(&self.stretches[..]) + self.differences.len()
    }
}

/// The memories that are kept, those of the last sources.
#[derive(Default)]
pub(crate) struct Memories {
    /// That of a fresh guest, once one is compared with it.
    pub(crate) fresh: OnceLock<Box<[u8]>>,
    /// The latest last.
    kept: Mutex<VecDeque<(Key, Arc<Left>)>>,
}

/// By what a memory is found: a digest of the source and its limits. All that is kept was called in one way.
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
    /// What was kept of a source.
    pub(crate) fn find(&self, key: Key) -> Option<Arc<Left>> {
        let mut kept = self.kept.lock().expect("no panic while locked");
        let at = kept.iter().position(|(other, _)| *other == key)?;
        let found = kept.remove(at).expect("it was found there");
        let left = found.1.clone();
        kept.push_back(found);
        Some(left)
    }

    /// Keeps a memory, and forgets the oldest that there is no room for.
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
