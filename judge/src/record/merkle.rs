//! The Merkle tree over all submissions of a season, as in [RFC 6962] §2.1: leaf and node hashes have different
//! prefixes, so that a node can never be presented as a leaf. The root is published at Freeze; an inclusion proof
//! shows that a submission is under it.
//!
//! [RFC 6962]: https://www.rfc-editor.org/rfc/rfc6962#section-2.1

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::digest::Digest;

/// The hash of a leaf.
pub fn leaf_hash(data: &[u8]) -> Digest {
    let mut hash = Sha256::new();
    hash.update([0]);
    hash.update(data);
    Digest(hash.finalize().into())
}

fn node_hash(left: &Digest, right: &Digest) -> Digest {
    let mut hash = Sha256::new();
    hash.update([1]);
    hash.update(left.0);
    hash.update(right.0);
    Digest(hash.finalize().into())
}

/// A proof that a leaf is under a root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Place of the leaf, from 0.
    pub index: u64,
    /// Leaves of the tree.
    pub count: u64,
    /// The neighbours on the path to the root, the leaf's own neighbour first.
    pub path: Vec<Digest>,
    /// The root that was published.
    pub root: Digest,
}

impl Proof {
    /// The root to which the path leads from this leaf hash; `None` if the path does not have the length for a leaf
    /// at this position.
    pub fn root_from(&self, leaf: Digest) -> Option<Digest> {
        if self.index >= self.count {
            return None;
        }
        let (mut place, mut last) = (self.index, self.count - 1);
        let mut hash = leaf;
        for neighbour in &self.path {
            if last == 0 {
                return None;
            }
            if place % 2 == 1 || place == last {
                hash = node_hash(neighbour, &hash);
                // A last node without a neighbour moves up unchanged.
                while place % 2 == 0 && place != 0 {
                    place /= 2;
                    last /= 2;
                }
            } else {
                hash = node_hash(&hash, neighbour);
            }
            place /= 2;
            last /= 2;
        }
        (last == 0).then_some(hash)
    }

    /// Whether the leaf is under the root that the proof names.
    pub fn verify(&self, leaf: Digest) -> bool {
        self.root_from(leaf) == Some(self.root)
    }
}

/// A tree that stores every level, so that a proof needs one look-up for each level.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The leaf hashes first; the last level is only the root.
    levels: Vec<Vec<Digest>>,
}

impl Tree {
    /// The tree over leaf hashes, in their order.
    pub fn new(leaves: Vec<Digest>) -> Self {
        let mut levels = vec![leaves];
        while let Some(level) = levels.last().filter(|level| level.len() > 1) {
            let above = level
                .chunks(2)
                .map(|pair| match pair {
                    [left, right] => node_hash(left, right),
                    alone => alone[0],
                })
                .collect();
            levels.push(above);
        }
        Self { levels }
    }

    /// The root; without leaves, it is the hash of nothing.
    pub fn root(&self) -> Digest {
        let top = self.levels.last().and_then(|level| level.first());
        top.copied().unwrap_or_else(|| Digest::of([]))
    }

    /// Number of leaves.
    pub fn count(&self) -> u64 {
        self.levels[0].len() as u64
    }

    /// The proof for the leaf at this position, from 0; `None` if there is no such leaf.
    pub fn proof(&self, index: u64) -> Option<Proof> {
        let mut place = usize::try_from(index).ok()?;
        self.levels[0].get(place)?;
        let mut path = Vec::new();
        for level in &self.levels {
            if let Some(neighbour) = level.get(place ^ 1) {
                path.push(*neighbour);
            }
            place /= 2;
        }
        Some(Proof {
            index,
            count: self.count(),
            path,
            root: self.root(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(count: u32) -> Vec<Digest> {
        (0..count).map(|n| leaf_hash(&n.to_be_bytes())).collect()
    }

    /// The recursive definition of RFC 6962.
    fn root_by_definition(leaves: &[Digest]) -> Digest {
        match leaves {
            [] => Digest::of([]),
            [leaf] => *leaf,
            _ => {
                let split = leaves.len().next_power_of_two() / 2;
                let (left, right) = leaves.split_at(split);
                node_hash(&root_by_definition(left), &root_by_definition(right))
            }
        }
    }

    /// From the test vectors of certificate-transparency-go: the leaf of no bytes alone.
    #[test]
    fn a_known_leaf() {
        assert_eq!(
            leaf_hash(b"").to_string(),
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
        );
    }

    #[test]
    fn every_leaf_of_every_small_tree_is_proven() {
        for count in 0..70 {
            let leaves = leaves(count);
            let tree = Tree::new(leaves.clone());
            assert_eq!(tree.root(), root_by_definition(&leaves), "{count} leaves");
            for (leaf, index) in leaves.iter().zip(0..) {
                let proof = tree.proof(index).unwrap();
                assert!(proof.verify(*leaf), "leaf {index} of {count}");
                assert!(!proof.verify(leaf_hash(b"another")));
            }
            assert!(tree.proof(count.into()).is_none());
        }
    }

    #[test]
    fn a_changed_proof_proves_nothing() {
        for count in 1..20 {
            let leaves = leaves(count);
            let tree = Tree::new(leaves.clone());
            for (leaf, index) in leaves.iter().zip(0..) {
                let proof = tree.proof(index).unwrap();
                for other in 0..u64::from(count) {
                    let moved = Proof {
                        index: other,
                        ..proof.clone()
                    };
                    assert_eq!(moved.verify(*leaf), other == index);
                }
                let mut longer = proof.clone();
                longer.path.push(*leaf);
                assert!(!longer.verify(*leaf));
                let mut shorter = proof.clone();
                if shorter.path.pop().is_some() {
                    assert!(!shorter.verify(*leaf));
                }
            }
        }
    }
}
