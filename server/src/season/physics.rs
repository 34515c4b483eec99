//! Physics problems: from a folder into the database, and from there to a grader.

use std::num::NonZeroUsize;

use dojo_judge::canonical_json;
use dojo_judge::contest::Contest;
use dojo_judge::digest::Seed;
use dojo_judge::package::{Fault, Files};
use dojo_judge::physics::{Package, Rules};
use dojo_physics::grade::{Grader, Settings};
use dojo_physics::problem;
use dojo_sandbox::in_order;

use super::{Folder, LoadError, RulesError, SeasonContent, positive};
use crate::store::problems::{NewProblem, Problem};
use crate::store::seasons::{NewSeason, Season};
use crate::store::{AnyConnection, SeasonId, StoreError, records};

fn read_package(folder: &Folder, slug: &str) -> Result<Package, LoadError> {
    let path = format!("problems/{slug}");
    let files = folder.package(&path)?;
    Package::read(slug, &files).map_err(|faults| below(faults, &path))
}

fn below(faults: Vec<Fault>, path: &str) -> LoadError {
    let faults = faults.into_iter().map(|fault| fault.below(path));
    faults.collect::<Vec<_>>().into()
}

/// Reads the problem in a folder of a season.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn read_problem(
    folder: &Folder,
    slug: &str,
    position: i32,
) -> Result<NewProblem, LoadError> {
    let package = read_package(folder, slug)?;
    let definition = canonical_json::to_string(&package.card)
        .map_err(|error| LoadError::new(&format!("problems/{slug}/problem.json"), error))?;
    let card = package.card;
    Ok(NewProblem {
        slug: slug.to_owned(),
        position,
        statement: package.statement,
        index_origin: 0,
        tags: card.topics().join("\n"),
        known_as: None,
        difficulty: card
            .difficulty
            .as_deref()
            .and_then(|level| level.to_ascii_lowercase().parse().ok()),
        title: card.title,
        licence: card.licence,
        setter_source: package.reference,
        n_check: 0,
        n_stage: 0,
        n_public: 0,
        definition: Some(definition),
        limits: None,
    })
}

/// A physics problem was sent where a sequence is asked for.
#[derive(Debug, thiserror::Error)]
#[error(
    "this is a physics problem: it belongs into the folder of its season, which `dojo season import` \
     takes; `dojo problem validate` checks it alone"
)]
pub struct NoSequence;

/// Refuses the package of a physics problem.
///
/// # Errors
/// When it is one.
pub fn expect_sequence(files: &Files) -> Result<(), NoSequence> {
    match Contest::of_package(files) {
        Some(Contest::Sequence) | None => Ok(()),
        Some(_) => Err(NoSequence),
    }
}

/// How a season grades derivations before it has a seed.
///
/// # Errors
/// When its parameters make no sense to this program.
pub fn settings_of(season: &NewSeason) -> Result<Settings, RulesError> {
    Ok(Settings {
        max_formulas: positive("max_formulas", season.max_formulas.unwrap_or_default())?,
        ..Settings::default()
    })
}

/// Grades the examples of every problem of a season's folder, with the season's number of formulas.
///
/// # Errors
/// Every example of the first problem that has a wrong one.
pub(super) fn check_examples(folder: &Folder, content: &SeasonContent) -> Result<(), LoadError> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let broken = |error: RulesError| LoadError::new("season.toml", error);
    let settings = settings_of(&content.season).map_err(broken)?;
    in_order(
        threads,
        content.problems.iter(),
        |problem| {
            let package = read_package(folder, &problem.slug)?;
            let path = format!("problems/{}", problem.slug);
            package
                .check_examples(&settings)
                .map_err(|faults| below(faults, &path))
        },
        |checked| checked,
    )
}

/// The seed of a season of derivations, once it is scheduled. It must not reach a page, a log or an
/// answer before Reveal.
///
/// # Errors
/// When the database fails.
pub fn seed(conn: &mut AnyConnection, season: SeasonId) -> Result<Option<Seed>, StoreError> {
    let record = records::find_record(conn, season)?;
    let seed = record.as_ref().and_then(|record| record.seed());
    seed.map(|seed| {
        seed.parse()
            .map_err(|error| StoreError::Value(format!("a seed: {error}")))
    })
    .transpose()
}

/// What grades the derivations of a problem.
///
/// # Errors
/// When the stored parameters or the reference solution make no sense to this program.
pub fn grader(
    conn: &mut AnyConnection,
    season: &Season,
    problem: &Problem,
) -> Result<Grader, RulesError> {
    let rules = Rules {
        max_formulas: positive("max_formulas", season.max_formulas.unwrap_or_default())?,
        seed: seed(conn, season.id)?.ok_or(RulesError::NoSeed)?.0,
    };
    let read = problem::Problem::read(problem.setter_source().as_bytes())?;
    Ok(Grader::new(&read, &rules.settings())?)
}
