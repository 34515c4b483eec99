//! The chain of log entries.

use serde::{Deserialize, Serialize};

use super::EntryBody;
use crate::digest::{Digest, Fields};

/// One entry of the log of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The position in the log, from 0.
    pub seq: u64,
    /// When it was appended, in µs; never before the entry before it.
    pub at_us: i64,
    /// The event.
    pub body: EntryBody,
    /// Hash of the entry before; 32 zero bytes for the first.
    pub prev: Digest,
    /// Hash of this entry.
    pub hash: Digest,
}

impl Entry {
    /// The entry that follows `last` in the log of a season, or the first one. If the clock was set back, the entry
    /// gets the time of `last`.
    pub fn append(season: &str, last: Option<&Self>, at_us: i64, body: EntryBody) -> Self {
        let head = last.map(|last| Head {
            seq: last.seq,
            at_us: last.at_us,
            hash: last.hash,
        });
        Self::append_to(season, head, at_us, body)
    }

    /// Like [`append`](Self::append), given only what is needed of the last entry.
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

/// What the next entry needs to know about the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its place.
    pub seq: u64,
    /// Its time, in µs.
    pub at_us: i64,
    /// Its hash.
    pub hash: Digest,
}

/// The first faulty entry of a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("log entry {place}: {fault}")]
pub struct ChainError {
    /// Place of the entry in the list, from 0.
    pub place: u64,
    /// What is wrong with it.
    pub fault: ChainFault,
}

/// The fault of an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// Entries are missing, duplicated or reordered.
    #[error("`seq` is {0}")]
    Seq(u64),
    /// It does not follow the entry before it.
    #[error("`prev` is not the hash of the entry before it")]
    Prev,
    /// Its content was changed.
    #[error("`hash` is not the hash of its content")]
    Hash,
    /// Its time is before that of the entry before it.
    #[error("`at_us` is earlier than that of the entry before it")]
    Time,
}

/// Checks that the entries are the log of the season from its beginning, without gaps or changes.
///
/// # Errors
/// The first faulty entry.
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
    use super::super::tests::one_of_each;
    use super::*;

    fn chain() -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for (body, at_us) in one_of_each().into_iter().zip(1000..) {
            entries.push(Entry::append("s1", entries.last(), at_us, body));
        }
        entries
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

            // Recomputing the hash of the changed entry breaks the next one.
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
