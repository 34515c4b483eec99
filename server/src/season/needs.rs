//! What a season still needs for its next step. Pure, over facts that are read in one transaction.

use std::fmt;

use dojo_judge::contest::Scoring;
use dojo_judge::digest::Digest;

use super::state::Event;
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::{
    AnyConnection, ProblemState, RejudgeId, StoreError, problems, records, rejudges, submissions,
};
use crate::words::say;

/// Something that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// No problem at all.
    Problems,
    /// These are not committed.
    Commitments(Vec<String>),
    /// No day on which it opens.
    OpeningDate,
    /// No day on which it freezes, and nobody said that it is frozen by hand.
    FreezingDate,
    /// The days are not in their order.
    DatesInOrder,
    /// A scoring version that this program knows.
    Scoring(String),
    /// The digest of the runtime that made the terms.
    RuntimeDigest,
    /// Submissions wait to be judged.
    EmptyQueue(i64),
    /// Submissions failed by our fault.
    NoInternal(i64),
    /// The bonuses are not computed.
    Bonuses,
    /// The programs of these problems are not what was committed to.
    Verified(Vec<String>),
    /// Rejudgings wait for a decision.
    NoOpenRejudge(Vec<RejudgeId>),
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Problems => say!("need-problems").into(),
            Self::Commitments(slugs) => say!("need-commitments", name = slugs.join(", ")),
            Self::OpeningDate => say!("need-opening-date").into(),
            Self::FreezingDate => say!("need-freezing-date").into(),
            Self::DatesInOrder => say!("need-dates-in-order").into(),
            Self::Scoring(version) => say!("need-scoring", version = version),
            Self::RuntimeDigest => say!("need-runtime").into(),
            Self::EmptyQueue(count) => say!("need-empty-queue", n = count.to_string()),
            Self::NoInternal(count) => say!("need-no-internal", n = count.to_string()),
            Self::Bonuses => say!("need-bonuses").into(),
            Self::Verified(slugs) => say!("need-verified", name = slugs.join(", ")),
            Self::NoOpenRejudge(ids) => {
                let ids: Vec<String> = ids.iter().map(RejudgeId::to_string).collect();
                say!("need-no-rejudge", id = ids.join(", "))
            }
        })
    }
}

/// What the needs are read from.
pub struct Facts {
    /// The season.
    pub season: Season,
    /// Its problems.
    pub problems: Vec<Problem>,
    /// Submissions that wait.
    pub queued: i64,
    /// Submissions that failed by our fault.
    pub internal: i64,
    /// Rejudgings that wait for a decision.
    pub open_rejudges: Vec<RejudgeId>,
    /// Hash of the results, once they are computed.
    pub results_hash: Option<String>,
    /// Nobody expects a date of the freeze.
    pub frozen_by_hand: bool,
}

impl Facts {
    /// Reads them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(conn: &mut AnyConnection, season: Season) -> Result<Self, StoreError> {
        let (queued, internal) = submissions::count_unsettled(conn, season.id)?;
        let record = records::find_record(conn, season.id)?;
        Ok(Self {
            problems: problems::list_problems(conn, season.id)?,
            queued,
            internal,
            open_rejudges: rejudges::list_open_rejudges(conn, season.id)?,
            results_hash: record.and_then(|record| record.results_hash),
            frozen_by_hand: false,
            season,
        })
    }

    /// What is missing for an event; empty when nothing is.
    pub fn needs(&self, event: Event) -> Vec<Need> {
        match event {
            Event::Schedule => self.needs_to_schedule(),
            Event::Open => self.uncommitted().into_iter().collect(),
            Event::Freeze | Event::Cancel => Vec::new(),
            Event::Reveal => self.needs_to_reveal(),
            Event::Finalize => self.needs_to_finalize(),
        }
    }

    fn uncommitted(&self) -> Option<Need> {
        let slugs: Vec<String> = self
            .problems
            .iter()
            .filter(|problem| {
                problem.state != ProblemState::Withdrawn && problem.commitment.is_none()
            })
            .map(|problem| problem.slug.clone())
            .collect();
        (!slugs.is_empty()).then_some(Need::Commitments(slugs))
    }

    fn needs_to_schedule(&self) -> Vec<Need> {
        let Season {
            opens_at,
            freeze_at,
            blackout_at,
            ..
        } = self.season;
        let mut needs = Vec::new();
        if self.problems.is_empty() {
            needs.push(Need::Problems);
        }
        needs.extend(self.uncommitted());
        if opens_at.is_none() {
            needs.push(Need::OpeningDate);
        }
        if freeze_at.is_none() && !self.frozen_by_hand {
            needs.push(Need::FreezingDate);
        }
        let in_order = [opens_at, blackout_at, freeze_at]
            .into_iter()
            .flatten()
            .is_sorted_by(|a, b| a < b);
        if !in_order {
            needs.push(Need::DatesInOrder);
        }
        if self.season.scoring_version.parse::<Scoring>().is_err() {
            needs.push(Need::Scoring(self.season.scoring_version.clone()));
        }
        if self.season.runtime_digest.parse::<Digest>().is_err() {
            needs.push(Need::RuntimeDigest);
        }
        needs
    }

    /// What is missing before the bonuses can be computed.
    pub fn needs_to_score(&self) -> Vec<Need> {
        let mut needs = Vec::new();
        if self.queued > 0 {
            needs.push(Need::EmptyQueue(self.queued));
        }
        if self.internal > 0 {
            needs.push(Need::NoInternal(self.internal));
        }
        needs
    }

    fn needs_to_reveal(&self) -> Vec<Need> {
        let mut needs = self.needs_to_score();
        if self.season.scored_at.is_none() {
            needs.push(Need::Bonuses);
        }
        let wrong: Vec<String> = self
            .problems
            .iter()
            .filter(|problem| !super::commit::verifies(&self.season, problem))
            .map(|problem| problem.slug.clone())
            .collect();
        if !wrong.is_empty() {
            needs.push(Need::Verified(wrong));
        }
        needs
    }

    fn needs_to_finalize(&self) -> Vec<Need> {
        let mut needs = self.needs_to_score();
        if !self.open_rejudges.is_empty() {
            needs.push(Need::NoOpenRejudge(self.open_rejudges.clone()));
        }
        if self.results_hash.is_none() {
            needs.push(Need::Bonuses);
        }
        needs
    }
}
