//! What the server does for each type of contest: how its seasons and problems are read, prepared, judged and
//! presented.

use std::num::NonZeroUsize;

use dojo_judge::contest::{Report, Scoring, Settings};
use dojo_judge::package::{Faults, Files};
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{EarlierTerms, Table};
use dojo_judge::words::UnknownWord;
use dojo_sandbox::Runtime;
use formula::credit::GraderError;
use formula::problem::ProblemError;
use serde_json::Value;

use super::{Editor, Field, PackageReport, Task};
use crate::folder::{Folder, LoadError};
use crate::store::problems::{NewProblem, Problem};
use crate::store::seasons::{NewSeason, Season};
use crate::store::{AnyConnection, StoreError};
use crate::words::say;

/// What the server does for a type of contest.
pub trait Host: Sync {
    /// The keys and tables of `season.toml` that seasons of this type have beside those of all.
    fn keys(&self) -> &'static [&'static str];

    /// Attempts of one person at one problem, unless `season.toml` says otherwise.
    fn attempts(&self) -> i32;

    /// Reads those keys and tables, and by which rules points are counted. What it gives does not count where it
    /// reports faults.
    fn read_settings(
        &self,
        season_file: &Table<'_, '_>,
        faults: &mut Faults<'_>,
    ) -> Option<(Settings, Scoring)>;

    /// The fields of the form that asks an organizer for those keys and tables.
    fn fields(&self) -> &'static [Field];

    /// Those keys and tables, as a season has them set.
    fn write_settings(&self, season: &NewSeason) -> toml::Table;

    /// The form in which a problem is written, where there is one.
    fn editor(&self) -> Option<&'static dyn Editor> {
        None
    }

    /// The files of a problem, as far as they are stored: without its examples.
    fn write_problem(&self, problem: &NewProblem) -> Files;

    /// Reads the problem in a folder of a season.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_problem(
        &self,
        folder: &Folder,
        season: &NewSeason,
        slug: &str,
        position: i32,
    ) -> Result<NewProblem, LoadError>;

    /// Holds the problems of a season's folder against their own examples.
    ///
    /// # Errors
    /// What failed in the first problem that is not valid, or that the sandbox failed.
    fn check_problems(
        &self,
        _folder: &Folder,
        _season: &NewSeason,
        _problems: &[NewProblem],
        _runtime: &Runtime,
    ) -> Result<(), LoadError> {
        Ok(())
    }

    /// Validates a stored problem for its season once more, by the package that it came in, where that is kept.
    ///
    /// # Errors
    /// What is wrong with it, for people, or that there is no sandbox to find out.
    fn check_again(
        &self,
        _season: &NewSeason,
        _problem: &Problem,
        _package: Option<&Files>,
        _runtime: Option<&Runtime>,
    ) -> Result<(), String> {
        Ok(())
    }

    /// The terms of each problem; none where problems have no terms.
    ///
    /// # Errors
    /// When a setter's program does not give them.
    fn make_terms(
        &self,
        _season: &NewSeason,
        problems: &[NewProblem],
        _runtime: &Runtime,
    ) -> Result<Vec<Vec<String>>, LoadError> {
        Ok(vec![Vec::new(); problems.len()])
    }

    /// What judges the submissions to a problem, made once for all of them.
    ///
    /// # Errors
    /// When what is stored makes no sense to this program.
    fn task(
        &self,
        conn: &mut AnyConnection,
        season: &Season,
        problem: &Problem,
    ) -> Result<Box<dyn Task>, RulesError>;

    /// Looks at a package by itself, or for a season.
    ///
    /// # Errors
    /// When it cannot be looked at; what is wrong in it is in the report.
    fn validate(&self, package: &Package<'_>) -> anyhow::Result<PackageReport>;

    /// What a verdict says to this reader.
    fn message(&self, report: &Report, asker: &Asker) -> Option<String>;

    /// As much of a report as this reader may see.
    ///
    /// # Errors
    /// When it is no JSON.
    fn shown(&self, report: &Report, asker: &Asker) -> serde_json::Result<Value>;
}

/// What the reader may see of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The author before Reveal: all, except what would tell of the hidden terms.
    Author,
    /// Somebody else before Reveal: the verdict and how the score comes about.
    Public,
    /// Everybody after Reveal, and staff: all.
    Everything,
}

/// Who asks for a report, and when.
#[derive(Clone, Debug)]
pub struct Asker {
    /// What may be seen.
    pub audience: Audience,
    /// Public terms of the problem, where problems have terms.
    pub n_public: Option<u32>,
    /// Index of the first term.
    pub index_origin: i64,
    /// The season tells scores by now.
    pub shows_scores: bool,
    /// What its organizer set.
    pub settings: Settings,
}

/// A package that somebody wants to know about.
pub struct Package<'a> {
    /// Its files.
    pub files: &'a Files,
    /// How its folder or archive is called, where that is known.
    pub name: Option<&'a str>,
    /// The season that it is for.
    pub season: Option<&'a NewSeason>,
    /// By which rules example programs are judged that are for no season.
    pub scoring: ScoringVersion,
    /// Terms of revealed seasons, where they are to be compared.
    pub earlier: Vec<EarlierTerms>,
    /// Opens the sandbox.
    pub runtime: &'a dyn Fn() -> anyhow::Result<Runtime>,
    /// On how many threads its examples run.
    pub threads: NonZeroUsize,
}

/// A stored season whose parameters make no sense to this program.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// A version that this program does not know.
    #[error("{0}")]
    Scoring(#[from] UnknownWord),
    /// A problem without terms in a season of programs.
    #[error("{}", say!("rules-no-terms"))]
    NoTerms,
    /// What was set for a season of another type of contest.
    #[error("{}", say!("rules-settings"))]
    Settings,
    /// Limits of a problem that are none, or above the season's.
    #[error("{0}")]
    Limits(String),
    /// A reference solution that is no problem.
    #[error("{}", say!("rules-reference", why = .0.to_string()))]
    Problem(#[from] ProblemError),
    /// A reference solution that cannot grade.
    #[error("{}", say!("rules-reference", why = .0.to_string()))]
    Grader(#[from] GraderError),
    /// A season of derivations without a seed: it was never scheduled.
    #[error("{}", say!("rules-no-seed"))]
    NoSeed,
    /// The database failed.
    #[error("{}", say!("rules-database", why = .0.to_string()))]
    Store(#[from] StoreError),
}
