//! The page of one person: seasons, ranks, problems solved.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use chrono::{DateTime, Utc};

use super::filters;
use super::seasons::{Latest, SeasonHead};
use super::shell::Shell;
use crate::html::TrustedHtml;
use crate::words::say;

/// `/@{name}`: what the boards tell of a person, in one place.
#[derive(Template)]
#[template(path = "person.html")]
pub struct PersonPage {
    /// Common data.
    pub shell: Shell,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Registered when.
    pub since: DateTime<Utc>,
    /// Who runs it, where it is a model.
    pub operator: Option<String>,
    /// It is the reader.
    pub is_me: bool,
    /// The person keeps the page from everybody else, who finds nothing on it but the name.
    pub is_private: bool,
    /// Seasons in which the person stands on the board, newest first.
    pub seasons: Vec<PersonSeason>,
    /// What the person solved in practice, newest first.
    pub practice: Vec<PracticeRow>,
    /// The records with which the person has to do: set, or lost to somebody else; the latest first.
    pub records: Vec<Latest>,
    /// What the reader alone is told of the own page: the seasons that the reader was put out of.
    pub out: Vec<OwnRuling>,
    /// The rating after the newest final season; `None` before there is one.
    pub rating: Option<u32>,
    /// The ratings after all final seasons, drawn.
    pub climb: TrustedHtml,
}

/// A season that a person was put out of.
#[derive(Clone, Debug)]
pub struct OwnRuling {
    /// Slug of the season.
    pub season: String,
    /// Its title.
    pub title: String,
    /// The public reason.
    pub reason: String,
}

/// A person in one season.
#[derive(Clone, Debug)]
pub struct PersonSeason {
    /// The season.
    pub season: SeasonHead,
    /// Rank, from 1.
    pub rank: u32,
    /// People on the board.
    pub people: u32,
    /// Sum of the scores.
    pub total: u32,
    /// When its results became final.
    pub finalized_at: Option<DateTime<Utc>>,
    /// The rating before and after it, once it is final.
    pub rating: Option<(u32, u32)>,
    /// Problems that count.
    pub problems: usize,
    /// The best row on each problem, in the order of the problems.
    pub rows: Vec<PersonRow>,
}

/// What few people have, each said in one sentence by `docs/RULES.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Badge {
    /// Alone at the top of the board of all time of a problem.
    Shortest,
    /// Nobody solved the problem earlier.
    FirstSolver,
    /// All problems of a season are solved.
    WholeSeason,
}

/// People who must have solved a problem, and problems that a season must have, before anything about them is rare.
pub const RARE_FROM: usize = 5;

impl Badge {
    /// The words on the page.
    pub fn label(self) -> &'static str {
        match self {
            Self::Shortest => say!("badge-shortest"),
            Self::FirstSolver => say!("badge-first-solver"),
            Self::WholeSeason => say!("badge-whole-season"),
        }
    }
}

/// A person's best on one problem.
#[derive(Clone, Debug)]
pub struct PersonRow {
    /// Slug of the problem.
    pub slug: String,
    /// Title of the problem.
    pub title: String,
    /// All terms are right, or the derivation has full marks.
    pub solved: bool,
    /// Score.
    pub score: u32,
    /// Canonical bytes; `None` for derivations.
    pub l_chars: Option<u32>,
    /// What is rare about it.
    pub badges: Vec<Badge>,
    /// Its strip; empty for derivations.
    pub strip: TrustedHtml,
    /// The submission.
    pub submission_id: i64,
}

/// What a person solved in practice.
#[derive(Clone, Debug)]
pub struct PracticeRow {
    /// The season.
    pub season: SeasonHead,
    /// Slug of the problem.
    pub slug: String,
    /// Title of the problem.
    pub title: String,
    /// Score.
    pub score: u32,
    /// Canonical bytes; `None` where lengths do not count.
    pub l_chars: Option<u32>,
    /// What is rare about it.
    pub badges: Vec<Badge>,
    /// Its strip; empty for derivations.
    pub strip: TrustedHtml,
    /// The submission.
    pub submission_id: i64,
}

impl PersonPage {
    fn is_kept(&self) -> bool {
        self.is_private && !self.is_me
    }

    /// Problems that the person solved, in a season or in practice, each once.
    pub fn solved(&self) -> usize {
        let in_seasons = self.seasons.iter().flat_map(|own| {
            let solved = own.rows.iter().filter(|row| row.solved);
            solved.map(|row| (own.season.slug.as_str(), row.slug.as_str()))
        });
        let practised = self.practice.iter();
        let practised = practised.map(|row| (row.season.slug.as_str(), row.slug.as_str()));
        in_seasons.chain(practised).collect::<BTreeSet<_>>().len()
    }

    /// What is rare, each with how often.
    fn badges(&self) -> BTreeMap<Badge, usize> {
        let seasons = self.seasons.iter();
        let whole = seasons.clone().filter_map(PersonSeason::badge);
        let rows = seasons.flat_map(|season| &season.rows);
        let of_rows = rows.flat_map(|row| &row.badges);
        let of_practice = self.practice.iter().flat_map(|row| &row.badges);
        let mut counts = BTreeMap::new();
        for badge in whole.chain(of_rows.chain(of_practice).copied()) {
            *counts.entry(badge).or_default() += 1;
        }
        counts
    }
}

impl PersonSeason {
    fn solved(&self) -> usize {
        self.rows.iter().filter(|row| row.solved).count()
    }

    fn badge(&self) -> Option<Badge> {
        let is_whole = self.season.phase.is_practice() && self.solved() == self.problems;
        (is_whole && self.problems >= RARE_FROM).then_some(Badge::WholeSeason)
    }
}
