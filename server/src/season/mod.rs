//! Seasons as folders: how one comes into the database, and what the judge needs to know of it.
//!
//! Loading is idempotent. The same content again changes nothing; other content replaces a draft
//! except for problems that are committed, and is refused for a season that contestants have seen.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use dojo_judge::physics::grade::GraderError;
use dojo_judge::physics::problem::ProblemError;
use dojo_judge::season::grader_digest;
use dojo_judge::sequence::{Rules, UnknownScoringVersion};
use dojo_sandbox::{End, Fuel, Limits, Runtime, in_order};

use crate::store::problems::{self, NewProblem, Problem};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::{
    self, AnyConnection, Contest, Moment, SeasonId, SeasonState, StoreError, UserId,
};

pub mod commit;
mod folder;
pub mod lifecycle;
mod manifest;
pub mod needs;
mod physics;
pub mod record;
pub mod rejudge;
pub mod rulings;
pub mod scores;
mod season_file;
pub mod state;
pub mod upload;
mod validation;

pub use dojo_judge::sequence::package::MAX_SETTER_BYTES;
pub use folder::{Folder, LoadError, SeasonContent, read_season};
pub use manifest::manifest;
pub use physics::{grader, seed};
pub use season_file::read_season_file;
pub use validation::{earlier_terms, parameters_of, validate_problems};

/// Why a season does not come into the database.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Something is wrong with its files.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// Contestants have seen it in another form.
    #[error(
        "season `{slug}` is {state} and its {what} differs from the folder; what contestants have seen is never changed"
    )]
    Differs {
        /// The season.
        slug: String,
        /// Its state.
        state: SeasonState,
        /// The first thing that differs.
        what: String,
    },
    /// A problem of a draft is committed, and what is committed is never changed.
    #[error(
        "problem `{problem}` of season `{slug}` is committed and differs from the folder; put it back as it was, withdraw it with `dojo season withdraw-problem`, and add its new version under a slug of its own after the others"
    )]
    Committed {
        /// The season.
        slug: String,
        /// The problem.
        problem: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

impl From<diesel::result::Error> for ImportError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Store(error.into())
    }
}

/// What an import did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// The season is new, a draft.
    New(SeasonId),
    /// It was a draft and has been replaced.
    Replaced(SeasonId),
    /// It was there already, just the same.
    Unchanged(SeasonId),
}

impl Imported {
    /// The season's number.
    pub fn id(self) -> SeasonId {
        match self {
            Self::New(id) | Self::Replaced(id) | Self::Unchanged(id) => id,
        }
    }
}

/// Brings a season into the database. The setters' programs run only when something has changed; a
/// season of derivations needs no sandbox.
///
/// # Errors
/// When a setter's program does not give its terms, when the season is there in another form, or
/// when the database fails.
pub fn import(
    conn: &mut AnyConnection,
    runtime: &Runtime,
    content: &SeasonContent,
    setter: Option<UserId>,
    now: Moment,
) -> Result<Imported, ImportError> {
    if let Some(id) = unchanged(conn, content)? {
        return Ok(Imported::Unchanged(id));
    }
    let (terms, digest) = match content.season.contest {
        Contest::Sequence => (make_terms(runtime, content)?, runtime.digest().to_string()),
        Contest::Physics => (
            vec![Vec::new(); content.problems.len()],
            grader_digest().to_string(),
        ),
    };
    store::write(conn, |conn| {
        let imported = match seasons::find_season(conn, &content.season.slug)? {
            Some(Season { id, .. }) => {
                seasons::load_season_to_change(conn, id)?;
                if unchanged(conn, content)?.is_some() {
                    return Ok(Imported::Unchanged(id));
                }
                seasons::replace_draft(conn, id, &content.season, &digest)?;
                Imported::Replaced(id)
            }
            None => Imported::New(seasons::insert_season(conn, &content.season, &digest, now)?),
        };
        let id = imported.id();
        // What is left of a draft is committed.
        let kept = problems_by_slug(conn, id)?;
        let fresh = content.problems.iter().zip(&terms);
        for (problem, terms) in fresh.filter(|(problem, _)| !kept.contains_key(&problem.slug)) {
            problems::insert_problem(conn, id, problem, setter, terms, now)?;
        }
        Ok(imported)
    })
}

/// The season's number when it is stored just so; an error when it differs and may not.
fn unchanged(
    conn: &mut AnyConnection,
    content: &SeasonContent,
) -> Result<Option<SeasonId>, ImportError> {
    let Some(season) = seasons::find_season(conn, &content.season.slug)? else {
        return Ok(None);
    };
    let stored = problems::list_problems(conn, season.id)?;
    let Some(what) = difference(content, &season, &stored) else {
        return Ok(Some(season.id));
    };
    if season.state == SeasonState::Draft {
        let changed = stored.iter().find(|old| {
            old.commitment.is_some() && !content.problems.iter().any(|new| is_same(new, old))
        });
        return match changed {
            None => Ok(None),
            Some(problem) => Err(ImportError::Committed {
                slug: season.slug,
                problem: problem.slug.clone(),
            }),
        };
    }
    Err(ImportError::Differs {
        slug: season.slug,
        state: season.state,
        what,
    })
}

fn difference(content: &SeasonContent, season: &Season, stored: &[Problem]) -> Option<String> {
    if content.season != NewSeason::from(season) {
        return Some("season.toml".to_owned());
    }
    if content.problems.len() != stored.len() {
        return Some("list of problems".to_owned());
    }
    content
        .problems
        .iter()
        .zip(stored)
        .find(|(new, old)| !is_same(new, old))
        .map(|(new, _)| format!("problem `{}`", new.slug))
}

/// The problem of a folder is the stored one.
fn is_same(new: &NewProblem, old: &Problem) -> bool {
    // What was stored before definitions were kept has none.
    let definition = old.definition.as_ref().and(new.definition.clone());
    let new = NewProblem {
        definition,
        ..new.clone()
    };
    new == NewProblem::from(old)
}

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
                "gave {} of {} terms within half of the season's fuel and output, then ended with {end:?}",
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
    Scoring(#[from] UnknownScoringVersion),
    /// A negative number.
    #[error("`{0}` is negative")]
    Negative(&'static str),
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

fn limits(season: &NewSeason, problem: &NewProblem) -> Result<Limits, RulesError> {
    Ok(Limits {
        fuel: Fuel(positive("fuel_limit", season.fuel_limit)?),
        memory_bytes: positive("memory_limit_bytes", season.memory_limit_bytes)?,
        output_bytes: positive("output_limit_bytes", season.output_limit_bytes)?,
        max_terms: positive("n_check", problem.n_check)?,
        max_term_digits: positive("max_term_digits", season.max_term_digits)?,
        ..Limits::default()
    })
}

fn positive<T, U: TryFrom<T>>(what: &'static str, value: T) -> Result<U, RulesError> {
    U::try_from(value).map_err(|_| RulesError::Negative(what))
}

/// The rules by which submissions to a problem are judged.
///
/// # Errors
/// When the stored parameters make no sense to this program.
pub fn rules(season: &Season, problem: &Problem) -> Result<Rules, RulesError> {
    Ok(Rules {
        scoring: season.scoring_version.parse()?,
        n_check: positive("n_check", problem.n_check)?,
        n_stage: positive("n_stage", problem.n_stage)?,
        limits: limits(&NewSeason::from(season), &NewProblem::from(problem))?,
    })
}

/// The problems of a season by slug.
///
/// # Errors
/// When the database fails.
pub fn problems_by_slug(
    conn: &mut AnyConnection,
    id: SeasonId,
) -> Result<BTreeMap<String, Problem>, StoreError> {
    let problems = problems::list_problems(conn, id)?;
    Ok(problems
        .into_iter()
        .map(|problem| (problem.slug.clone(), problem))
        .collect())
}
