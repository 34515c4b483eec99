//! The log of a season: entries are only ever appended, and each is chained to the one before by its hash. Anybody
//! who keeps the hash of one entry can later check that nothing before it was changed.
//!
//! No entry reveals hidden terms, sources or salts before Reveal: commitments and receipts are hashes over something
//! random, and a verdict is only its word.

mod chain;

use serde::{Deserialize, Serialize};

use super::commitment::Commitment;
use crate::canonical_json::{self, JsonError};
use crate::digest::{Digest, Salt, Seed};

pub use chain::{ChainError, ChainFault, Entry, Head, verify_chain};

/// The announced dates of a season, in µs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedDates {
    /// When it opens.
    pub opens_at_us: Option<i64>,
    /// When it freezes; none if an organizer freezes it by hand.
    pub freezes_at_us: Option<i64>,
    /// From when on boards are not updated.
    pub blackout_at_us: Option<i64>,
}

/// The event of a log entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EntryBody {
    /// The season's manifest was published; its parameters are fixed from here on.
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
        /// Name of the setter, who does not rank on this problem.
        setter: Option<String>,
        /// Its commitment.
        commitment: Commitment,
    },
    /// A problem was withdrawn: it gives 0 points to everyone.
    ProblemWithdrawn {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
        /// Public reason.
        reason: String,
        /// Who did it; the first archives do not record it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A correction of a problem's statement, which is shown above the statement from here on.
    ProblemCorrected {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
        /// The text of the correction.
        text: String,
        /// Who did it.
        by: String,
    },
    /// A problem is hidden and accepts no submissions. Earlier submissions still count.
    ProblemHeld {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// A hidden problem is shown again.
    ProblemReleased {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// A draft's problem was removed before it became public. A later commitment with the same slug is independent.
    ProblemTakenOut {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
        /// Who did it.
        by: String,
    },
    /// A draft's problem was moved to another place on the board.
    ProblemMoved {
        /// Slug of the problem.
        problem: String,
        /// Version of the problem.
        version: u32,
        /// Place on the season's board, from 1.
        position: u32,
        /// Who did it.
        by: String,
    },
    /// The dates for opening, blackout or freeze were changed.
    DatesMoved {
        /// The dates announced before.
        old: PlannedDates,
        /// The new dates.
        new: PlannedDates,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// The organizer disqualified a person from the season. Submissions that no longer count follow as entries of
    /// their own.
    PersonDisqualified {
        /// Sign-in name.
        person: String,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// A disqualified person was reinstated. Submissions that count again follow as entries of their own.
    PersonReinstated {
        /// Sign-in name.
        person: String,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// The season changed its state.
    Transition {
        /// State before.
        from: String,
        /// State after.
        to: String,
        /// Who did it: a name, or `timer`.
        by: String,
        /// The last moment of the contest, in µs; only if the season was frozen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        freeze_started_at_us: Option<i64>,
    },
    /// A submission was stored.
    SubmissionReceived {
        /// Its number.
        submission: u64,
        /// Leaf hash of its receipt.
        receipt: Digest,
        /// The submission to the previous version that was sent again for its author when the problem was replaced.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        carried_from: Option<u64>,
    },
    /// A submission got its verdict, first or by a rejudging.
    SubmissionJudged {
        /// Its number.
        submission: u64,
        /// The word of the verdict.
        verdict: String,
        /// Digest of the sandbox.
        runtime_digest: Digest,
        /// The number of the rejudging; none for the first verdict.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rejudge: Option<u64>,
    },
    /// A rejudging was applied; its verdicts follow.
    RejudgeApplied {
        /// Its number.
        rejudge: u64,
        /// How many verdicts it sets.
        submissions: u64,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// A rejudging was discarded.
    RejudgeDiscarded {
        /// Its number.
        rejudge: u64,
        /// Who did it.
        by: String,
    },
    /// The organizer disqualified a submission.
    SubmissionDisqualified {
        /// Its number.
        submission: u64,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// An author withdrew a submission.
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
    /// The Merkle tree over all submissions was published, at Freeze.
    SubmissionsSealed {
        /// How many submissions there are.
        count: u64,
        /// Merkle root over their receipts, in the order of their numbers.
        root: Digest,
    },
    /// Results were computed, with bonuses. The last such entry counts.
    ResultsComputed {
        /// Their hash.
        results: Digest,
    },
    /// The salt of a problem, published at Reveal.
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
    /// From here on another sandbox judges submissions; it has judged all earlier ones again.
    RuntimeAdopted {
        /// Digest of the sandbox.
        runtime_digest: Digest,
        /// Public reason.
        reason: String,
        /// Who did it.
        by: String,
    },
    /// The record up to the previous entry was replayed without a difference.
    Replayed {
        /// The hash of the results of the replay.
        results: Digest,
        /// How many programs were run or derivations graded again; 0 if only scores were computed.
        judged_again: u64,
        /// Nothing was judged again: the judgements were taken as they are.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        scores_only: bool,
    },
}

impl EntryBody {
    /// The word for the kind of event, as in the JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ManifestPublished { .. } => "manifest_published",
            Self::ProblemCommitted { .. } => "problem_committed",
            Self::ProblemWithdrawn { .. } => "problem_withdrawn",
            Self::ProblemCorrected { .. } => "problem_corrected",
            Self::ProblemHeld { .. } => "problem_held",
            Self::ProblemReleased { .. } => "problem_released",
            Self::ProblemTakenOut { .. } => "problem_taken_out",
            Self::ProblemMoved { .. } => "problem_moved",
            Self::DatesMoved { .. } => "dates_moved",
            Self::PersonDisqualified { .. } => "person_disqualified",
            Self::PersonReinstated { .. } => "person_reinstated",
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
            Self::RuntimeAdopted { .. } => "runtime_adopted",
            Self::Replayed { .. } => "replayed",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::too_many_lines, reason = "one for each kind of entry")]
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
                by: Some(text("Olga")),
            },
            EntryBody::ProblemCorrected {
                problem: text("squares"),
                version: 1,
                text: text("n begins with 0"),
                by: text("Olga"),
            },
            EntryBody::ProblemHeld {
                problem: text("squares"),
                version: 1,
                reason: text("a leak"),
                by: text("Olga"),
            },
            EntryBody::ProblemReleased {
                problem: text("squares"),
                version: 1,
                reason: text("no leak"),
                by: text("Olga"),
            },
            EntryBody::ProblemTakenOut {
                problem: text("squares"),
                version: 1,
                by: text("Olga"),
            },
            EntryBody::ProblemMoved {
                problem: text("squares"),
                version: 1,
                position: 2,
                by: text("Olga"),
            },
            EntryBody::DatesMoved {
                old: PlannedDates::default(),
                new: PlannedDates {
                    freezes_at_us: Some(7),
                    ..PlannedDates::default()
                },
                reason: text("a power cut"),
                by: text("Olga"),
            },
            EntryBody::PersonDisqualified {
                person: text("pit"),
                reason: text("shared the terms"),
                by: text("Olga"),
            },
            EntryBody::PersonReinstated {
                person: text("pit"),
                reason: text("it was somebody else"),
                by: text("Olga"),
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
                carried_from: None,
            },
            EntryBody::SubmissionReceived {
                submission: 2,
                receipt: digest,
                carried_from: Some(1),
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
}
