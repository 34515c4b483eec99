//! The log of a season: entries that are only ever appended, each chained to the one before by its
//! hash. Whoever keeps the hash of one entry can later see whether anything up to it was changed.
//!
//! Nothing in an entry tells of hidden terms, sources or salts before Reveal: commitments and
//! receipts are hashes over something random, a verdict is its word.

use serde::{Deserialize, Serialize};

use super::canonical_json::{self, JsonError};
use super::commitment::Commitment;
use super::digest::{Digest, Fields, Salt, Seed};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EntryBody {
    /// The season's manifest was published; parameters are fixed from here on.
    ManifestPublished {
        /// Hash of the manifest.
        manifest: Digest,
    },
    /// A problem was committed.
    ProblemCommitted {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem, from 1.
        version: u32,
        /// Place on the season's board, from 1.
        position: u32,
        /// Name of the setter, who does not rank on it.
        setter: Option<String>,
        /// Its commitment.
        commitment: Commitment,
    },
    /// A problem was taken out of the contest: 0 points for everyone.
    ProblemWithdrawn {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
        /// Public reason.
        reason: String,
    },
    /// The season went from one state to another.
    Transition {
        /// State before.
        from: String,
        /// State after.
        to: String,
        /// Who did it: a name, or `timer`.
        by: String,
        /// The last moment of the contest, in µs; only when the season is frozen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        freeze_started_at_us: Option<i64>,
    },
    /// A submission was stored.
    SubmissionReceived {
        /// Its number.
        submission: u64,
        /// Leaf hash of its receipt.
        receipt: Digest,
    },
    /// A submission got its verdict, for the first time or by a rejudging.
    SubmissionJudged {
        /// Its number.
        submission: u64,
        /// The word of the verdict.
        verdict: String,
        /// Digest of the sandbox.
        runtime_digest: Digest,
        /// Number of the rejudging; none the first time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rejudge: Option<u64>,
    },
    /// A rejudging was applied; its verdicts follow.
    RejudgeApplied {
        /// Its number.
        rejudge: u64,
        /// Submissions whose verdict it sets.
        submissions: u64,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// A rejudging was thrown away.
    RejudgeDiscarded {
        /// Its number.
        rejudge: u64,
        /// Who did it.
        by: String,
    },
    /// A submission counts no longer, by the organizer.
    SubmissionDisqualified {
        /// Its number.
        submission: u64,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// A submission counts no longer, by its author.
    SubmissionWithdrawn {
        /// Its number.
        submission: u64,
        /// Public reason.
        reason: String,
    },
    /// A disqualified or withdrawn submission counts again.
    SubmissionReinstated {
        /// Its number.
        submission: u64,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// The tree over all submissions was published, at Freeze.
    SubmissionsSealed {
        /// How many there are.
        count: u64,
        /// Merkle root over their receipts, in the order of their numbers.
        root: Digest,
    },
    /// Results were computed, with bonuses. The last such entry counts.
    ResultsComputed {
        /// Their hash.
        results: Digest,
    },
    /// Salt of a problem, published at Reveal.
    ProblemRevealed {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
        /// The salt of its commitment.
        salt: Salt,
    },
    /// The seed of a season of derivations, published at Reveal.
    SeedRevealed {
        /// The seed that the manifest committed to.
        seed: Seed,
    },
    /// All judgements with their details, sealed at Reveal. The last such entry counts.
    JudgementsSealed {
        /// Hash over all of them.
        judgements: Digest,
    },
}

impl EntryBody {
    /// The word of the kind, as in the JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ManifestPublished { .. } => "manifest_published",
            Self::ProblemCommitted { .. } => "problem_committed",
            Self::ProblemWithdrawn { .. } => "problem_withdrawn",
            Self::Transition { .. } => "transition",
            Self::SubmissionReceived { .. } => "submission_received",
            Self::SubmissionJudged { .. } => "submission_judged",
            Self::RejudgeApplied { .. } => "rejudge_applied",
            Self::RejudgeDiscarded { .. } => "rejudge_discarded",
            Self::SubmissionDisqualified { .. } => "submission_disqualified",
            Self::SubmissionWithdrawn { .. } => "submission_withdrawn",
            Self::SubmissionReinstated { .. } => "submission_reinstated",
            Self::SubmissionsSealed { .. } => "submissions_sealed",
            Self::ResultsComputed { .. } => "results_computed",
            Self::ProblemRevealed { .. } => "problem_revealed",
            Self::SeedRevealed { .. } => "seed_revealed",
            Self::JudgementsSealed { .. } => "judgements_sealed",
        }
    }

    /// The body as canonical JSON, as it is stored and hashed.
    pub fn to_json(&self) -> String {
        canonical_json::to_string(self).expect("a body holds texts and integers only")
    }

    /// Reads a stored body.
    ///
    /// # Errors
    /// When the text is not the canonical JSON of a body.
    pub fn from_json(json: &str) -> Result<Self, JsonError> {
        canonical_json::from_slice(json.as_bytes())
    }
}

/// One entry of the log of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Place in the log, from 0.
    pub seq: u64,
    /// When it was appended, in µs; never before the entry before it.
    pub at_us: i64,
    /// What happened.
    pub body: EntryBody,
    /// Hash of the entry before; 32 zero bytes for the first.
    pub prev: Digest,
    /// Hash of this entry.
    pub hash: Digest,
}

impl Entry {
    /// The entry that follows `last` in the log of a season, or the first one. A clock that was put
    /// back does not take the log with it: the time is at least that of `last`.
    pub fn append(season: &str, last: Option<&Self>, at_us: i64, body: EntryBody) -> Self {
        let head = last.map(|last| Head {
            seq: last.seq,
            at_us: last.at_us,
            hash: last.hash,
        });
        Self::append_to(season, head, at_us, body)
    }

    /// As [`append`](Self::append), from what is needed to know of the last entry.
    pub fn append_to(season: &str, head: Option<Head>, at_us: i64, body: EntryBody) -> Self {
        let (seq, prev, at_us) = match head {
            None => (0, Digest([0; 32]), at_us),
            Some(head) => (head.seq + 1, head.hash, at_us.max(head.at_us)),
        };
        let mut entry = Self {
            seq,
            at_us,
            body,
            prev,
            hash: Digest([0; 32]),
        };
        entry.hash = entry.compute_hash(season);
        entry
    }

    /// `SHA-256("sequence-dojo/log/1" ‖ season ‖ seq ‖ at_us ‖ body ‖ prev)`, every field preceded
    /// by its length as eight bytes, most significant first; numbers are decimal text, the body is
    /// its canonical JSON.
    pub fn compute_hash(&self, season: &str) -> Digest {
        Fields::new("sequence-dojo/log/1")
            .text(season)
            .text(&self.seq.to_string())
            .text(&self.at_us.to_string())
            .text(&self.body.to_json())
            .digest(&self.prev)
            .finish()
    }
}

/// What the next entry needs to know of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its place.
    pub seq: u64,
    /// Its time, in µs.
    pub at_us: i64,
    /// Its hash.
    pub hash: Digest,
}

/// The first entry of a log that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("log entry {place}: {fault}")]
pub struct ChainError {
    /// Place of the entry in the list, from 0.
    pub place: u64,
    /// What is wrong with it.
    pub fault: ChainFault,
}

/// What is wrong with an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// Entries are missing, doubled or in another order.
    #[error("`seq` is {0}")]
    Seq(u64),
    /// It does not follow the entry before it.
    #[error("`prev` is not the hash of the entry before it")]
    Prev,
    /// Something in it was changed.
    #[error("`hash` is not the hash of its content")]
    Hash,
    /// It was appended before the entry before it.
    #[error("`at_us` is earlier than that of the entry before it")]
    Time,
}

/// Whether the entries are the log of the season from its beginning, without a gap or a change.
///
/// # Errors
/// The first entry that is wrong.
pub fn verify_chain(season: &str, entries: &[Entry]) -> Result<(), ChainError> {
    let mut prev = Digest([0; 32]);
    let mut last_at = i64::MIN;
    for (entry, place) in entries.iter().zip(0..) {
        let fault = if entry.seq != place {
            Some(ChainFault::Seq(entry.seq))
        } else if entry.prev != prev {
            Some(ChainFault::Prev)
        } else if entry.compute_hash(season) != entry.hash {
            Some(ChainFault::Hash)
        } else if entry.at_us < last_at {
            Some(ChainFault::Time)
        } else {
            None
        };
        if let Some(fault) = fault {
            return Err(ChainError { place, fault });
        }
        prev = entry.hash;
        last_at = entry.at_us;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn one_of_each() -> Vec<EntryBody> {
        let digest = Digest::of("x");
        let text = |text: &str| text.to_owned();
        vec![
            EntryBody::ManifestPublished { manifest: digest },
            EntryBody::ProblemCommitted {
                problem: text("squares"),
                version: 1,
                position: 1,
                setter: Some(text("Sonja")),
                commitment: Commitment(digest),
            },
            EntryBody::ProblemWithdrawn {
                problem: text("squares"),
                version: 1,
                reason: text("an error in the statement"),
            },
            EntryBody::Transition {
                from: text("open"),
                to: text("frozen"),
                by: text("timer"),
                freeze_started_at_us: Some(7),
            },
            EntryBody::SubmissionReceived {
                submission: 1,
                receipt: digest,
            },
            EntryBody::SubmissionJudged {
                submission: 1,
                verdict: text("REWARD"),
                runtime_digest: digest,
                rejudge: None,
            },
            EntryBody::RejudgeApplied {
                rejudge: 1,
                submissions: 1,
                reason: text("a new sandbox"),
                by: text("Olga"),
            },
            EntryBody::RejudgeDiscarded {
                rejudge: 2,
                by: text("Olga"),
            },
            EntryBody::SubmissionDisqualified {
                submission: 1,
                reason: text("a shared program"),
                by: text("Olga"),
            },
            EntryBody::SubmissionWithdrawn {
                submission: 1,
                reason: text(""),
            },
            EntryBody::SubmissionReinstated {
                submission: 1,
                reason: text("a mistake"),
                by: text("Olga"),
            },
            EntryBody::SubmissionsSealed {
                count: 1,
                root: digest,
            },
            EntryBody::ResultsComputed { results: digest },
            EntryBody::ProblemRevealed {
                problem: text("squares"),
                version: 1,
                salt: Salt([1; 32]),
            },
            EntryBody::SeedRevealed {
                seed: Seed([2; 32]),
            },
            EntryBody::JudgementsSealed { judgements: digest },
        ]
    }

    fn chain() -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for (body, at_us) in one_of_each().into_iter().zip(1000..) {
            entries.push(Entry::append("s1", entries.last(), at_us, body));
        }
        entries
    }

    #[test]
    fn bodies_survive_storage_and_name_their_kind() {
        for body in one_of_each() {
            let json = body.to_json();
            assert_eq!(EntryBody::from_json(&json).unwrap(), body);
            let kind = format!(r#""kind":"{}""#, body.kind());
            assert!(json.contains(&kind), "{json}");
        }
        assert!(EntryBody::from_json(r#"{"kind":"party"}"#).is_err());
    }

    #[test]
    fn an_untouched_log_is_right_and_only_for_its_season() {
        assert_eq!(verify_chain("s1", &chain()), Ok(()));
        assert_eq!(verify_chain("s1", &[]), Ok(()));
        let error = verify_chain("s2", &chain()).unwrap_err();
        assert_eq!((error.place, error.fault), (0, ChainFault::Hash));
    }

    #[test]
    fn the_first_wrong_entry_is_named() {
        for place in 0..chain().len() {
            let number = place as u64;
            let mut changed = chain();
            changed[place].at_us -= 1;
            let error = verify_chain("s1", &changed).unwrap_err();
            assert_eq!((error.place, error.fault), (number, ChainFault::Hash));

            // Whoever mends the hash of the changed entry breaks the next one.
            changed[place].hash = changed[place].compute_hash("s1");
            match verify_chain("s1", &changed) {
                Err(error) => {
                    assert_eq!((error.place, error.fault), (number + 1, ChainFault::Prev));
                }
                Ok(()) => assert_eq!(place, changed.len() - 1),
            }

            let mut shorter = chain();
            shorter.remove(place);
            match verify_chain("s1", &shorter) {
                Err(error) => assert_eq!(error.place, number),
                Ok(()) => assert_eq!(place, shorter.len()),
            }
        }
    }

    #[test]
    fn a_clock_that_was_put_back_does_not_break_the_log() {
        let body = EntryBody::RejudgeDiscarded {
            rejudge: 2,
            by: "Olga".to_owned(),
        };
        let first = Entry::append("s1", None, 1000, body.clone());
        let second = Entry::append("s1", Some(&first), 5, body);
        assert_eq!(second.at_us, 1000);
        assert_eq!(verify_chain("s1", &[first, second]), Ok(()));
    }
}
