//! Physics problems: from a folder into the database.

use std::num::NonZeroUsize;

use dojo_judge::canonical_json;
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::{Kind as _, Member as _};
use dojo_judge::derivation::{Package, validate};
use dojo_judge::package::{EDITORIAL, Files, check_slug};
use dojo_sandbox::in_order;
use formula::credit::Settings;
use serde_json::Value;

use crate::contests::RulesError;
use crate::contests::editor::address_of;
use crate::folder::{Folder, LoadError, SEASON_FILE};
use crate::store::problems::{NewProblem, Problem};
use crate::store::seasons::NewSeason;

pub(super) const FILE: &str = Derivations::NAMES.package;

fn read_package(folder: &Folder, slug: &str) -> Result<Package, LoadError> {
    let path = format!("problems/{slug}");
    let files = folder.package(&path)?;
    Package::read(slug, &files).map_err(|faults| LoadError::from(faults).below(&path))
}

/// See [`Host::read_problem`](crate::contests::Host::read_problem).
pub(super) fn read(folder: &Folder, slug: &str, position: i32) -> Result<NewProblem, LoadError> {
    let package = read_package(folder, slug)?;
    let definition = canonical_json::to_string(&package.card)
        .map_err(|error| LoadError::new(&format!("problems/{slug}/problem.json"), error))?;
    let card = package.card;
    Ok(NewProblem {
        slug: slug.to_owned(),
        position,
        statement: package.statement,
        tags: card.topics().join("\n"),
        known_as: None,
        difficulty: card
            .difficulty
            .as_deref()
            .and_then(|level| level.to_ascii_lowercase().parse().ok()),
        title: card.title,
        licence: card.licence,
        setter_source: package.reference,
        term_counts: None,
        definition: Some(definition),
        limits: None,
        editorial: package.editorial,
    })
}

/// See [`Host::write_problem`](crate::contests::Host::write_problem).
pub(super) fn write(problem: &NewProblem) -> Files {
    let reference = problem.setter_source.clone();
    let statement = problem.statement.clone();
    let mut files = Files::from([
        (FILE.to_owned(), reference.into_bytes()),
        ("statement.md".to_owned(), statement.into_bytes()),
    ]);
    let editorial = problem.editorial.clone();
    files.extend(editorial.map(|text| (EDITORIAL.to_owned(), text.into_bytes())));
    files
}

/// The slug of a problem that is sent by itself: its id, where that may be one, else one made of its title.
pub(super) fn slug(files: &Files) -> String {
    let file = files.get(FILE).map_or(&[][..], Vec::as_slice);
    let file: Value = serde_json::from_slice(file).unwrap_or_default();
    let text = |key: &str| file[key].as_str().unwrap_or_default();
    let id = Some(text("id")).filter(|id| check_slug(id).is_ok());
    id.map_or_else(|| address_of(text("title")), str::to_owned)
}

/// See [`Host::check_again`](crate::contests::Host::check_again).
pub(super) fn check_again(
    season: &NewSeason,
    problem: &Problem,
    package: Option<&Files>,
) -> Result<(), String> {
    let Some(files) = package else {
        return Ok(());
    };
    let settings = settings_of(season).map_err(|error| error.to_string())?;
    let report = validate(&problem.slug, &settings, files);
    if report.valid {
        Ok(())
    } else {
        Err(report.to_string())
    }
}

/// How a season grades derivations before it has a seed.
pub(super) fn settings_of(season: &NewSeason) -> Result<Settings, RulesError> {
    let set = Derivations::settings(&season.settings).ok_or(RulesError::Settings)?;
    Ok(Settings {
        max_formulas: set.max_formulas as usize,
        ..Settings::default()
    })
}

/// Grades the examples of every problem of a season's folder, with the season's number of formulas.
pub(super) fn check_examples(
    folder: &Folder,
    season: &NewSeason,
    problems: &[NewProblem],
) -> Result<(), LoadError> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let settings = settings_of(season).map_err(|error| LoadError::new(SEASON_FILE, error))?;
    in_order(
        threads,
        problems.iter(),
        |problem| {
            let package = read_package(folder, &problem.slug)?;
            let path = format!("problems/{}", problem.slug);
            package
                .check_examples(&settings)
                .map_err(|faults| LoadError::from(faults).below(&path))
        },
        |checked| checked,
    )
}
