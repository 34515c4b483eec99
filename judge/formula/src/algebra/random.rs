//! The random numbers of a comparison; the same inputs always give the same numbers.
//!
//! A stream is seeded by SHA-256 over the season's seed, the node and the formula. So a verdict can be reproduced
//! after the season, and nobody can predict it before the seed is known.

use sha2::{Digest, Sha256};

/// A deterministic stream of numbers (`xoshiro256**`, Blackman and Vigna 2018).
#[derive(Debug, Clone)]
pub(crate) struct RandomStream {
    state: [u64; 4],
}

impl RandomStream {
    /// The stream of a season's seed and the parts that name a comparison.
    pub(crate) fn seeded(seed: &[u8], parts: &[&str]) -> Self {
        let mut hash = Sha256::new();
        hash.update(length(seed.len()));
        hash.update(seed);
        for part in parts {
            hash.update(length(part.len()));
            hash.update(part.as_bytes());
        }
        let digest = hash.finalize();
        let mut state = [0u64; 4];
        for (word, bytes) in state.iter_mut().zip(digest.chunks_exact(8)) {
            *word = bytes
                .iter()
                .fold(0, |word, &byte| (word << 8) | u64::from(byte));
        }
        if state == [0; 4] {
            state[0] = 1;
        }
        Self { state }
    }

    fn next(&mut self) -> u64 {
        let [_, second, _, _] = self.state;
        let result = second.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = second << 17;
        self.state[2] ^= self.state[0];
        self.state[3] ^= self.state[1];
        self.state[1] ^= self.state[2];
        self.state[0] ^= self.state[3];
        self.state[2] ^= shifted;
        self.state[3] = self.state[3].rotate_left(45);
        result
    }

    /// A number in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
        let bits = (self.next() >> 11) as f64;
        bits / 9_007_199_254_740_992.0
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number below `count`, which must not be 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        assert!(count > 0, "a choice among nothing");
        let count = u64::try_from(count).expect("a count fits 64 bits");
        usize::try_from(self.next() % count).expect("below a usize")
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

fn length(bytes: usize) -> [u8; 8] {
    u64::try_from(bytes)
        .expect("a length fits 64 bits")
        .to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_every_part_and_on_nothing_else() {
        let first = |parts: &[&str]| RandomStream::seeded(b"season", parts).unit().to_bits();
        assert_eq!(first(&["node", "x"]), first(&["node", "x"]));
        assert_ne!(first(&["node", "x"]), first(&["nodex"]));
        assert_ne!(first(&["node", "x"]), first(&["nod", "ex"]));
        assert_ne!(
            RandomStream::seeded(b"a", &["x"]).unit().to_bits(),
            RandomStream::seeded(b"b", &["x"]).unit().to_bits()
        );
    }

    #[test]
    fn numbers_stay_in_their_range_and_spread() {
        let mut stream = RandomStream::seeded(b"", &[]);
        let numbers: Vec<f64> = (0..1000).map(|_| stream.between(2.0, 20.0)).collect();
        assert!(numbers.iter().all(|x| (2.0..20.0).contains(x)));
        let mean = numbers.iter().sum::<f64>() / 1000.0;
        assert!((mean - 11.0).abs() < 0.6, "{mean}");
        assert!((0..100).all(|_| stream.below(3) < 3));
    }
}
