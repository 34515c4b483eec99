//! What a season still needs for its next step. Pure, over facts that are read in one transaction.

use std::fmt;

use chrono::TimeDelta;
use dojo_judge::contest::Scoring;
use dojo_judge::digest::Digest;

use super::lifecycle::Dates;
use super::state::Event;
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::{
    AnyConnection, Moment, ProblemState, RejudgeId, StoreError, problems, records, rejudges,
    submissions,
};
use crate::words::say;

/// Something that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// There are no problems.
    Problems,
    /// These problems are not committed.
    Commitments(Vec<String>),
    /// There is no opening date.
    OpeningDate,
    /// There is no freeze date, and nobody said that the season is frozen by hand.
    FreezingDate,
    /// The opening date has passed.
    OpeningAhead,
    /// The freeze date has passed.
    FreezingAhead,
    /// The blackout date has passed.
    BlackoutAhead,
    /// The Reveal must begin in the future.
    RevealAhead,
    /// The end is not after the opening.
    EndAfterOpening,
    /// The blackout is not after the opening.
    BlackoutAfterOpening,
    /// The blackout is not before the end.
    BlackoutBeforeEnd,
    /// The Reveal is not after the end.
    RevealAfterEnd,
    /// This program does not know the scoring version.
    Scoring(String),
    /// There is no digest of the runtime that made the terms.
    RuntimeDigest,
    /// Submissions wait to be judged.
    EmptyQueue(i64),
    /// Submissions failed by the server's fault.
    NoInternal(i64),
    /// The bonuses are not computed.
    Bonuses,
    /// The programs of these problems do not match their commitments.
    Verified(Vec<String>),
    /// Rejudgings wait for a decision.
    NoOpenRejudge(Vec<RejudgeId>),
}

impl Need {
    /// Whether it is resolved by itself, within seconds or minutes.
    pub fn comes_by_itself(&self) -> bool {
        matches!(self, Self::EmptyQueue(_) | Self::Bonuses)
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Problems => say!("need-problems").into(),
            Self::Commitments(slugs) => say!("need-commitments", name = slugs.join(", ")),
            Self::OpeningDate => say!("need-opening-date").into(),
            Self::FreezingDate => say!("need-freezing-date").into(),
            Self::OpeningAhead => say!("need-opening-ahead").into(),
            Self::FreezingAhead => say!("need-freezing-ahead").into(),
            Self::BlackoutAhead => say!("need-blackout-ahead").into(),
            Self::RevealAhead => say!("need-reveal-ahead").into(),
            Self::EndAfterOpening => say!("need-end-after-opening").into(),
            Self::BlackoutAfterOpening => say!("need-blackout-after-opening").into(),
            Self::BlackoutBeforeEnd => say!("need-blackout-before-end").into(),
            Self::RevealAfterEnd => say!("need-reveal-after-end").into(),
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

/// Where the next date is further away, its year may be a slip of the finger. A season of exactly a year is planned.
const FAR: TimeDelta = TimeDelta::days(365);

/// A season shorter than this may have a mistyped hour.
const SHORT: TimeDelta = TimeDelta::minutes(5);

/// Something that is allowed but rarely intended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The season opens in this many days.
    FarOpening(i64),
    /// The season lasts this many seconds.
    ShortSeason(i64),
    /// The season takes so many days.
    LongSeason(i64),
    /// The Reveal comes so many days after the end.
    FarReveal(i64),
    /// A draft opens for everybody, and there is no way back.
    AtOnce,
    /// The person with this sign-in name has no part in the season.
    Stranger(String),
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::FarOpening(days) => say!("doubt-far-opening", n = *days),
            Self::ShortSeason(seconds) => say!("doubt-short-season", n = *seconds / 60 + 1),
            Self::LongSeason(days) => say!("doubt-long-season", n = *days),
            Self::FarReveal(days) => say!("doubt-far-reveal", n = *days),
            Self::AtOnce => say!("doubt-at-once").into(),
            Self::Stranger(name) => say!("doubt-stranger", name = name),
        })
    }
}

/// The dates that are not after a date that they must follow.
pub(super) fn disorder(
    opens_at: Option<Moment>,
    blackout_at: Option<Moment>,
    freeze_at: Option<Moment>,
    reveals_at: Option<Moment>,
) -> Vec<Need> {
    let before_reveal = opens_at.max(blackout_at).max(freeze_at);
    let pairs = [
        (opens_at, freeze_at, Need::EndAfterOpening),
        (opens_at, blackout_at, Need::BlackoutAfterOpening),
        (blackout_at, freeze_at, Need::BlackoutBeforeEnd),
        (before_reveal, reveals_at, Need::RevealAfterEnd),
    ];
    let wrong = pairs.into_iter().filter(|(first, then, _)| {
        let both = first.zip(*then);
        both.is_some_and(|(first, then)| first >= then)
    });
    wrong.map(|(_, _, need)| need).collect()
}

/// What is allowed in dates and seldom meant: more than a year from one date to the next, or a season of minutes.
pub(super) fn doubts_in(
    now: Moment,
    opens_at: Moment,
    freeze_at: Option<Moment>,
    reveals_at: Option<Moment>,
) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let ahead = opens_at.since(now);
    if ahead >= FAR {
        doubts.push(Doubt::FarOpening(ahead.num_days()));
    }
    let length = freeze_at.map(|freeze_at| freeze_at.since(opens_at));
    match length {
        // An end before the opening is refused, and nothing to be asked about.
        Some(length) if length < SHORT && length > TimeDelta::zero() => {
            doubts.push(Doubt::ShortSeason(length.num_seconds()));
        }
        Some(length) if length > FAR => doubts.push(Doubt::LongSeason(length.num_days())),
        _ => {}
    }
    let wait =
        (reveals_at.zip(freeze_at)).map(|(reveals_at, freeze_at)| reveals_at.since(freeze_at));
    if let Some(wait) = wait.filter(|wait| *wait > FAR) {
        doubts.push(Doubt::FarReveal(wait.num_days()));
    }
    doubts
}

/// What the needs are read from.
pub struct Facts {
    /// The season.
    pub season: Season,
    /// Its problems.
    pub problems: Vec<Problem>,
    /// How many submissions wait.
    pub queued: i64,
    /// How many submissions failed by the server's fault.
    pub internal: i64,
    /// Rejudgings that wait for a decision.
    pub open_rejudges: Vec<RejudgeId>,
    /// Hash of the results, once they are computed.
    pub results_hash: Option<String>,
    /// Whether it is known that there is no freeze date.
    pub frozen_by_hand: bool,
    /// When the dates are chosen, if somebody chooses them: they must be later than that.
    pub chosen_at: Option<Moment>,
}

impl Facts {
    /// Loads the facts.
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
            chosen_at: None,
            season,
        })
    }

    /// The same facts with dates that are chosen now.
    #[must_use]
    pub fn with_dates(mut self, dates: &Dates, now: Moment) -> Self {
        self.season.opens_at = dates.opens_at;
        self.season.freeze_at = dates.freeze_at;
        self.season.blackout_at = dates.blackout_at;
        self.season.reveals_at = dates.reveals_at;
        self.frozen_by_hand = dates.frozen_by_hand;
        self.chosen_at = Some(now);
        self
    }

    /// What is allowed in the dates but rarely intended.
    pub fn doubts(&self) -> Vec<Doubt> {
        let season = &self.season;
        let (freeze_at, reveals_at) = (season.freeze_at, season.reveals_at);
        match (self.chosen_at, season.opens_at) {
            (Some(now), Some(opens_at)) => doubts_in(now, opens_at, freeze_at, reveals_at),
            _ => Vec::new(),
        }
    }

    /// What is missing for an event; empty if nothing is.
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
            reveals_at,
            ..
        } = self.season;
        let mut needs = Vec::new();
        let mut problems = self.problems.iter();
        if problems.all(|problem| problem.state == ProblemState::Withdrawn) {
            needs.push(Need::Problems);
        }
        needs.extend(self.uncommitted());
        if opens_at.is_none() {
            needs.push(Need::OpeningDate);
        }
        if freeze_at.is_none() && !self.frozen_by_hand {
            needs.push(Need::FreezingDate);
        }
        let is_over =
            |at: Option<Moment>| at.zip(self.chosen_at).is_some_and(|(at, now)| at <= now);
        if is_over(opens_at) {
            needs.push(Need::OpeningAhead);
        }
        if is_over(freeze_at) {
            needs.push(Need::FreezingAhead);
        }
        needs.extend(disorder(opens_at, blackout_at, freeze_at, reveals_at));
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
