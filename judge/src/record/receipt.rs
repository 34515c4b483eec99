//! Receipts: the proof of submission that a contestant keeps, to show later that it was dropped, changed or
//! backdated.

use serde::{Deserialize, Serialize};

use super::log::{Entry, EntryBody};
use super::merkle::{self, Proof};
use crate::canonical_json;
use crate::digest::{Digest, Salt};

/// A submission as it was stored, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submitted {
    /// Slug of the season.
    pub season: String,
    /// Its number; numbers grow with the time of storing.
    pub submission: u64,
    /// Slug of the problem.
    pub problem: String,
    /// Version of the problem.
    pub version: u32,
    /// The name of its author on the site.
    pub person: String,
    /// Whether its author ranks: staff and the problem's setter do not.
    pub ranked: bool,
    /// When it was received, in µs.
    pub created_at_us: i64,
    /// SHA-256 of the bytes as submitted.
    pub source: Digest,
    /// The method tag as submitted; empty for none.
    pub method_tag: String,
    /// The author's notes.
    pub notes: String,
    /// Random bytes that keep the source from being guessed from the public leaf hash.
    pub salt: Salt,
}

impl Submitted {
    /// The leaf of the Merkle tree: the hash over all of the above as canonical JSON.
    pub fn leaf(&self) -> Digest {
        let json = canonical_json::to_string(self).expect("texts, integers and digests only");
        merkle::leaf_hash(json.as_bytes())
    }
}

/// The receipt of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// The submission as stored.
    pub submitted: Submitted,
    /// The log entry of the submission. Its hash and all later ones depend on the submission.
    pub entry: Entry,
    /// The proof that it is under the published root; available from Freeze on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// What a valid receipt proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// The log entry is for this submission. The caller must check that the public log contains it.
    Logged,
    /// The submission is under the root.
    Included {
        /// The root.
        root: Digest,
    },
}

/// The fault of a receipt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceiptError {
    /// The log entry is not the receipt of a submission.
    #[error("`entry.body`: a {0} entry is no receipt")]
    Kind(&'static str),
    /// The log entry is for another submission.
    #[error("`entry.body.submission` is {entry}, `submitted.submission` is {submitted}")]
    Number {
        /// The number in the entry.
        entry: u64,
        /// The number of the stored submission.
        submitted: u64,
    },
    /// The log entry was made for other content.
    #[error(
        "`submitted` does not hash to `entry.body.receipt`: the submission is not the one that was logged"
    )]
    Leaf,
    /// The log entry was changed.
    #[error("`entry.hash` is not the hash of the entry")]
    Entry,
    /// The path of the proof does not lead to its root.
    #[error("`proof` does not lead from the submission to the root {0}")]
    Proof(Digest),
    /// The proof is for another root than the one published.
    #[error("`proof.root` is {proof}, the published root is {published}")]
    Root {
        /// Root in the receipt.
        proof: Digest,
        /// Root that was published.
        published: Digest,
    },
    /// A root was given, but the receipt has no proof.
    #[error("`proof` is missing; receipts have it from Freeze on")]
    NoProof,
}

impl Receipt {
    /// Checks the receipt by itself and, if `root` is given, against the published root.
    ///
    /// # Errors
    /// The first fault.
    pub fn verify(&self, root: Option<&Digest>) -> Result<Proven, ReceiptError> {
        let leaf = self.submitted.leaf();
        let EntryBody::SubmissionReceived {
            submission,
            receipt,
            carried_from: _,
        } = self.entry.body
        else {
            return Err(ReceiptError::Kind(self.entry.body.kind()));
        };
        if submission != self.submitted.submission {
            return Err(ReceiptError::Number {
                entry: submission,
                submitted: self.submitted.submission,
            });
        }
        if receipt != leaf {
            return Err(ReceiptError::Leaf);
        }
        if self.entry.compute_hash(&self.submitted.season) != self.entry.hash {
            return Err(ReceiptError::Entry);
        }
        match (&self.proof, root) {
            (None, None) => Ok(Proven::Logged),
            (None, Some(_)) => Err(ReceiptError::NoProof),
            (Some(proof), root) => {
                if let Some(&published) = root.filter(|root| **root != proof.root) {
                    return Err(ReceiptError::Root {
                        proof: proof.root,
                        published,
                    });
                }
                if !proof.verify(leaf) {
                    return Err(ReceiptError::Proof(proof.root));
                }
                Ok(Proven::Included { root: proof.root })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::merkle::Tree;

    fn submitted(submission: u64) -> Submitted {
        Submitted {
            season: "s1".to_owned(),
            submission,
            problem: "squares".to_owned(),
            version: 1,
            person: "Ada".to_owned(),
            ranked: true,
            created_at_us: 1_000_000,
            source: Digest::of("for n in range(200):print(n*n)"),
            method_tag: "closed_form".to_owned(),
            notes: String::new(),
            salt: Salt([3; 32]),
        }
    }

    fn receipts() -> Vec<Receipt> {
        let leaves = (1..=5).map(|n| submitted(n).leaf()).collect();
        let tree = Tree::new(leaves);
        (1..=5)
            .map(|n| Receipt {
                submitted: submitted(n),
                entry: Entry::append(
                    "s1",
                    None,
                    1_000_001,
                    EntryBody::SubmissionReceived {
                        submission: n,
                        receipt: submitted(n).leaf(),
                        carried_from: None,
                    },
                ),
                proof: tree.proof(n - 1),
            })
            .collect()
    }

    #[test]
    fn a_receipt_proves_that_its_submission_is_included() {
        for receipt in receipts() {
            let root = receipt.proof.as_ref().unwrap().root;
            assert_eq!(receipt.verify(Some(&root)), Ok(Proven::Included { root }));
            assert!(matches!(
                receipt.verify(Some(&Digest::of("another"))),
                Err(ReceiptError::Root { .. })
            ));
            let early = Receipt {
                proof: None,
                ..receipt
            };
            assert_eq!(early.verify(None), Ok(Proven::Logged));
            assert_eq!(early.verify(Some(&root)), Err(ReceiptError::NoProof));
        }
    }

    #[test]
    fn whatever_of_a_submission_is_changed_is_found() {
        let receipt = receipts().swap_remove(2);
        let changes: [fn(&mut Submitted); 8] = [
            |s| s.created_at_us -= 1,
            |s| s.person = "Bob".to_owned(),
            |s| s.source = Digest::of("print(0)"),
            |s| s.method_tag = "other".to_owned(),
            |s| s.notes = "!".to_owned(),
            |s| s.problem = "cubes".to_owned(),
            |s| s.ranked = false,
            |s| s.salt = Salt([4; 32]),
        ];
        for change in changes {
            let mut other = receipt.clone();
            change(&mut other.submitted);
            assert_eq!(other.verify(None), Err(ReceiptError::Leaf));
        }
        let mut dated_back = receipt.clone();
        dated_back.entry.at_us -= 1;
        assert_eq!(dated_back.verify(None), Err(ReceiptError::Entry));
        let mut moved = receipt;
        moved.proof.as_mut().unwrap().index = 3;
        assert!(matches!(moved.verify(None), Err(ReceiptError::Proof(_))));
    }
}
