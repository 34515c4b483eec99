//! Memories of guests as sources left them, for others to start with.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock};

use sha2::{Digest as _, Sha256};
use wasmtime::{AsContextMut, Memory};

use crate::limits::Limits;

/// What is kept of one memory is told in pages of the host.
const PAGE_BYTES: usize = 4096;

/// Room for memories. `SymPy` leaves five to twenty megabytes of its own behind.
const KEPT_BYTES: usize = 64 << 20;

/// A memory, by what tells it from that of a fresh guest: by default nothing.
#[derive(Default)]
pub(crate) struct Left {
    /// The length of the whole memory, in bytes.
    length: usize,
    /// Stretches of pages, each with the address of the first.
    stretches: Vec<(usize, Box<[u8]>)>,
}

impl Left {
    /// What a source left of a memory that was `fresh`.
    pub(crate) fn new(fresh: &[u8], memory: &[u8]) -> Self {
        let differs = |at: usize, page: &[u8]| match fresh.get(at..at + page.len()) {
            Some(before) => before != page,
            None => page.iter().any(|&byte| byte != 0),
        };
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for (number, page) in memory.chunks(PAGE_BYTES).enumerate() {
            let start = number * PAGE_BYTES;
            let end = start + page.len();
            match stretches.last_mut() {
                _ if !differs(start, page) => {}
                Some((_, last)) if *last == start => *last = end,
                Some(_) | None => stretches.push((start, end)),
            }
        }
        let stretches = stretches.into_iter();
        Self {
            length: memory.len(),
            stretches: stretches
                .map(|(start, end)| (start, memory[start..end].into()))
                .collect(),
        }
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
        let data = memory.data_mut(&mut store);
        for (start, bytes) in &self.stretches {
            data[*start..*start + bytes.len()].copy_from_slice(bytes);
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.stretches.iter().map(|(_, bytes)| bytes.len()).sum()
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

/// By what a memory is found: a digest of the source and its limits.
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

    fn left(byte: u8, pages: usize) -> Arc<Left> {
        Arc::new(Left::new(&[], &vec![byte; pages * PAGE_BYTES]))
    }

    #[test]
    fn only_pages_that_differ_are_kept() {
        let fresh = vec![7; 4 * PAGE_BYTES];
        let mut memory = fresh.clone();
        memory.resize(6 * PAGE_BYTES, 0);
        memory[PAGE_BYTES + 3] = 1;
        memory[2 * PAGE_BYTES] = 1;
        memory[5 * PAGE_BYTES] = 1;
        let left = Left::new(&fresh, &memory);
        let stretches: Vec<_> = (left.stretches.iter())
            .map(|(start, bytes)| (start / PAGE_BYTES, bytes.len() / PAGE_BYTES))
            .collect();
        assert_eq!(stretches, [(1, 2), (5, 1)]);
        assert_eq!((left.length, left.bytes()), (memory.len(), 3 * PAGE_BYTES));
    }

    #[test]
    fn the_memories_asked_for_last_are_kept() {
        let memories = Memories::default();
        let key = |name: &str| Key::new(name.as_bytes(), &Limits::default());
        let most = KEPT_BYTES / PAGE_BYTES;
        memories.keep(key("a"), left(1, most / 3));
        memories.keep(key("b"), left(1, most / 3));
        memories.keep(key("empty"), Arc::default());
        assert!(memories.find(key("a")).is_some());
        memories.keep(key("c"), left(1, most / 2));
        assert!(memories.find(key("a")).is_some());
        assert!(memories.find(key("b")).is_none());
        assert!(memories.find(key("empty")).is_some());
        // One that is larger than the room is kept as long as no other comes.
        memories.keep(key("large"), left(1, 2 * most));
        assert!(memories.find(key("large")).is_some());
        assert!(memories.find(key("c")).is_none());
    }
}
