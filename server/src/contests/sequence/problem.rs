//! Problems of programs: from a package into the database, and their terms.

use std::num::NonZeroUsize;

use dojo_judge::canonical_json;
use dojo_judge::package::{EDITORIAL, Files};
use dojo_judge::record::commitment;
use dojo_judge::sequence::package::{
    self, EarlierTerms, Package, ProblemLimits, SeasonParameters, validate,
};
use dojo_sandbox::{End, Fuel, Limits, Runtime, in_order};

use super::rules::{limits, settings};
use crate::contests::RulesError;
use crate::folder::{Folder, LoadError, SEASON_FILE};
use crate::store::Difficulty;
use crate::store::problems::{NewProblem, Problem, TermCounts};
use crate::store::seasons::NewSeason;
use crate::words::say;

pub(super) const FILE: &str = "problem.toml";

/// See [`Host::read_problem`](crate::contests::Host::read_problem).
pub(super) fn read(
    folder: &Folder,
    season: &NewSeason,
    slug: &str,
    position: i32,
) -> Result<NewProblem, LoadError> {
    let path = format!("problems/{slug}");
    let files = folder.package(&path)?;
    let problem = stored_form(&files, season, position).map_err(|error| error.below(&path))?;
    if problem.slug != slug {
        let text = files.get(FILE).map_or(&[][..], Vec::as_slice);
        return Err(LoadError::at(
            &format!("{path}/{FILE}"),
            &String::from_utf8_lossy(text),
            "slug",
            say!("folder-slug", name = slug),
        ));
    }
    Ok(problem)
}

/// See [`Host::write_problem`](crate::contests::Host::write_problem).
pub(super) fn write(problem: &NewProblem) -> Files {
    let definition: Option<toml::Table> = problem
        .definition
        .as_deref()
        .and_then(|json| serde_json::from_str(json).ok());
    let definition = definition.unwrap_or_default().to_string();
    let mut files = Files::from([
        (FILE.to_owned(), definition.into_bytes()),
        (
            "statement.md".to_owned(),
            problem.statement.clone().into_bytes(),
        ),
        (
            "setter.py".to_owned(),
            problem.setter_source.clone().into_bytes(),
        ),
    ]);
    let editorial = problem.editorial.clone();
    files.extend(editorial.map(|text| (EDITORIAL.to_owned(), text.into_bytes())));
    files
}

/// A package as a problem of a season is stored.
///
/// # Errors
/// What is wrong with it.
fn stored_form(files: &Files, season: &NewSeason, position: i32) -> Result<NewProblem, LoadError> {
    let Package {
        problem,
        statement,
        editorial,
        setter,
        examples: _,
    } = Package::read(files).map_err(LoadError::from)?;
    let text = files.get(FILE).map_or(&[][..], Vec::as_slice);
    let text = String::from_utf8_lossy(text);
    settings(season)
        .map_err(|error| error.to_string())
        .and_then(|settings| problem.limits.within(&settings.limits()))
        .map_err(|message| LoadError::new(FILE, message))?;
    let own_limits = (problem.limits != ProblemLimits::default())
        .then(|| canonical_json::to_string(&problem.limits))
        .transpose()
        .map_err(|error| LoadError::new(FILE, error))?;
    let definition =
        commitment::problem_json(&text).map_err(|error| LoadError::new(FILE, error))?;
    Ok(NewProblem {
        slug: problem.slug,
        position,
        title: problem.title,
        statement,
        tags: problem.tags.join("\n"),
        licence: problem.licence,
        known_as: problem.known_as,
        difficulty: problem.difficulty.map(|difficulty| match difficulty {
            package::Difficulty::Easy => Difficulty::Easy,
            package::Difficulty::Medium => Difficulty::Medium,
            package::Difficulty::Hard => Difficulty::Hard,
        }),
        setter_source: setter.text().to_owned(),
        term_counts: Some(TermCounts {
            index_origin: problem.index_origin,
            n_check: problem.n_check,
            n_stage: problem.n_stage,
            n_public: problem.n_public,
        }),
        definition: Some(definition),
        limits: own_limits,
        editorial,
    })
}

/// The parameters of a season that packages are held against.
///
/// # Errors
/// When they make no sense to this program.
pub(super) fn parameters_of(
    season: &NewSeason,
    earlier: Vec<EarlierTerms>,
) -> Result<SeasonParameters, RulesError> {
    Ok(SeasonParameters {
        scoring: season.scoring_version.parse()?,
        limits: settings(season)?.limits(),
        earlier,
    })
}

/// Validates every problem of a season's folder, its examples too.
pub(super) fn check_all(
    folder: &Folder,
    season: &NewSeason,
    problems: &[NewProblem],
    runtime: &Runtime,
) -> Result<(), LoadError> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let parameters = parameters_of(season, Vec::new());
    let parameters = parameters.map_err(|error| LoadError::new(SEASON_FILE, error))?;
    for problem in problems {
        let path = format!("problems/{}", problem.slug);
        let report = validate(runtime, &parameters, &folder.package(&path)?, threads)
            .map_err(|error| LoadError::new(&path, error))?;
        if !report.valid {
            return Err(LoadError::new(
                &path,
                say!("folder-not-valid", what = report.to_string()),
            ));
        }
    }
    Ok(())
}

/// See [`Host::check_again`](crate::contests::Host::check_again).
pub(super) fn check_again(
    season: &NewSeason,
    problem: &Problem,
    package: Option<&Files>,
    runtime: &Runtime,
) -> Result<(), String> {
    let Some(files) = package else {
        let terms = setter_terms(runtime, season, &NewProblem::from(problem))
            .map_err(|error| error.to_string())?;
        return if terms == problem.check_terms() {
            Ok(())
        } else {
            Err(say!("folder-terms-differ").to_owned())
        };
    };
    let parameters = parameters_of(season, Vec::new()).map_err(|error| error.to_string())?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let report =
        validate(runtime, &parameters, files, threads).map_err(|error| error.to_string())?;
    if report.valid {
        Ok(())
    } else {
        Err(report.to_string())
    }
}

/// Runs the setters' programs, on all cores.
pub(super) fn make_all_terms(
    season: &NewSeason,
    problems: &[NewProblem],
    runtime: &Runtime,
) -> Result<Vec<Vec<String>>, LoadError> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut all = Vec::with_capacity(problems.len());
    in_order(
        threads,
        problems.iter(),
        |problem| setter_terms(runtime, season, problem),
        |terms| {
            all.push(terms?);
            Ok::<_, LoadError>(())
        },
    )?;
    Ok(all)
}

/// The terms of one setter's program, which must come within half of the season's limits
/// (`docs/SPEC.md`, Problem), so that contestants have room for another way.
///
/// # Errors
/// When they do not.
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
            say!(
                "folder-few-terms",
                n = run.terms.len().to_string(),
                of = whole.max_terms.to_string(),
                why = end.to_string()
            ),
        )),
    }
}
