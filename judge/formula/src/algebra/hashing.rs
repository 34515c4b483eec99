//! A fast hash for the nodes of a graph.

use std::hash::Hasher;

/// A fast hash without protection against chosen collisions. Its input is the comparison's own node numbers and the
/// bits of numbers in the formulas. Someone may choose numbers that collide, but a formula has too few of them to make
/// a search among them slow.
#[derive(Debug, Default)]
pub(crate) struct NodeHasher(u64);

impl Hasher for NodeHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        // 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming 6.4).
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
