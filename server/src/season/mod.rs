//! Seasons: how they and their problems come into the database, what happens to them there, and what
//! the judge needs to know of them.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use dojo_judge::sequence::package::ProblemLimits;
use dojo_judge::sequence::{Rules, ScoringVersion};
use dojo_judge::words::UnknownWord;
use dojo_physics::grade::GraderError;
use dojo_physics::problem::ProblemError;
use dojo_sandbox::{End, Fuel, Limits, Runtime, in_order};

use crate::store::problems::{self, NewProblem, Problem};
use crate::store::seasons::{NewSeason, Season};
use crate::store::{AnyConnection, SeasonId, StoreError};

pub mod archives;
pub mod command;
pub mod commit;
pub mod finalize;
mod folder;
pub mod hand_in;
mod import;
pub mod lifecycle;
mod manifest;
pub mod needs;
mod physics;
pub mod record;
pub mod rejudge;
pub mod rulings;
pub mod runtime;
pub mod scores;
mod season_file;
pub mod state;
pub mod status;
pub mod upload;
mod validation;

pub use dojo_judge::sequence::package::MAX_SETTER_BYTES;
pub use folder::{Folder, LoadError, SeasonContent, read_season};
pub use import::{ImportError, Imported, import};
pub use manifest::manifest;
pub use physics::{NoSequence, expect_sequence, grader, seed, settings_of};
pub use season_file::{new_season, read_season_file};
pub use validation::{earlier_terms, parameters_of, validate_problems};

/// Runs the setters' programs, on all cores.
fn make_terms(runtime: &Runtime, content: &SeasonContent) -> Result<Vec<Vec<String>>, LoadError> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut all = Vec::with_capacity(content.problems.len());
    in_order(
        threads,
        content.problems.iter(),
        |problem| setter_terms(runtime, &content.season, problem),
        |terms| {
            all.push(terms?);
            Ok::<_, LoadError>(())
        },
    )?;
    Ok(all)
}

/// The terms of one setter's program, which must come within half of the season's limits
/// (`docs/SPEC.md`, Problem), so that contestants have room for another way.
fn setter_terms(
    runtime: &Runtime,
    season: &NewSeason,
    problem: &NewProblem,
) -> Result<Vec<String>, LoadError> {
    let file = format!("problems/{}/setter.py", problem.slug);
    let whole = limits(season, problem).map_err(|error| LoadError::new(&file, error))?;
    let half = Limits {
        fuel: Fuel(whole.fuel.0 / 2),
        output_bytes: whole.output_bytes / 2,
        ..whole
    };
    let run = runtime
        .run(problem.setter_source.as_bytes(), &half)
        .map_err(|error| LoadError::new(&file, error))?;
    match run.end {
        End::Enough => Ok(run.terms),
        end => Err(LoadError::new(
            &file,
            format!(
                "gave {} of {} terms within half of the season's fuel and output: {end}",
                run.terms.len(),
                problem.n_check
            ),
        )),
    }
}

/// A stored season whose parameters make no sense to this program.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// A version that this program does not know.
    #[error("{0}")]
    Scoring(#[from] UnknownWord),
    /// A negative number.
    #[error("`{0}` is negative")]
    Negative(&'static str),
    /// Limits of a problem that are none, or above the season's.
    #[error("{0}")]
    Limits(String),
    /// A reference solution that is no problem.
    #[error("the reference solution: {0}")]
    Problem(#[from] ProblemError),
    /// A reference solution that cannot grade.
    #[error("the reference solution: {0}")]
    Grader(#[from] GraderError),
    /// A season of derivations without a seed: it was never scheduled.
    #[error("the season has no seed")]
    NoSeed,
    /// The database failed.
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

/// What a run may use in a season.
fn season_limits(season: &NewSeason) -> Result<Limits, RulesError> {
    Ok(Limits {
        fuel: Fuel(positive("fuel_limit", season.fuel_limit)?),
        memory_bytes: positive("memory_limit_bytes", season.memory_limit_bytes)?,
        output_bytes: positive("output_limit_bytes", season.output_limit_bytes)?,
        max_term_digits: positive("max_term_digits", season.max_term_digits)?,
        ..Limits::default()
    })
}

/// What a run for a problem may use: the season's limits, or its own where it has them.
fn limits(season: &NewSeason, problem: &NewProblem) -> Result<Limits, RulesError> {
    let whole = Limits {
        max_terms: positive("n_check", problem.n_check)?,
        ..season_limits(season)?
    };
    let Some(own) = &problem.limits else {
        return Ok(whole);
    };
    let own: ProblemLimits =
        serde_json::from_str(own).map_err(|error| RulesError::Limits(error.to_string()))?;
    own.within(&whole).map_err(RulesError::Limits)
}

fn positive<T, U: TryFrom<T>>(what: &'static str, value: T) -> Result<U, RulesError> {
    U::try_from(value).map_err(|_| RulesError::Negative(what))
}

/// The rules by which submissions to a problem are judged.
///
/// # Errors
/// When the stored parameters make no sense to this program.
pub fn rules(season: &Season, problem: &Problem) -> Result<Rules, RulesError> {
    let scoring: ScoringVersion = season.scoring_version.parse()?;
    Ok(Rules {
        scoring,
        n_check: positive("n_check", problem.n_check)?,
        n_stage: positive("n_stage", problem.n_stage)?,
        limits: limits(&NewSeason::from(season), &NewProblem::from(problem))?,
        room: scoring.room_beside(problem.setter_source()),
    })
}

/// The newest versions of the problems of a season, by slug.
///
/// # Errors
/// When the database fails.
pub fn problems_by_slug(
    conn: &mut AnyConnection,
    id: SeasonId,
) -> Result<BTreeMap<String, Problem>, StoreError> {
    let problems = problems::list_newest(conn, id)?;
    Ok(problems
        .into_iter()
        .map(|problem| (problem.slug.clone(), problem))
        .collect())
}
