//! Validates problems for a season: what a package is held against, and a whole folder at once.

use std::num::NonZeroUsize;

use dojo_judge::digest::terms_hash;
use dojo_judge::sequence::package::{EarlierTerms, SeasonParameters, ValidationReport, validate};
use dojo_sandbox::Runtime;

use super::{Folder, LoadError, RulesError, SeasonContent, physics, season_limits};
use crate::contests;
use crate::store::problems;
use crate::store::seasons::{self, NewSeason};
use crate::store::{AnyConnection, Contest, SeasonState, StoreError};

/// The parameters of a season.
///
/// # Errors
/// When they make no sense to this program.
pub fn parameters_of(
    season: &NewSeason,
    earlier: Vec<EarlierTerms>,
) -> Result<SeasonParameters, RulesError> {
    Ok(SeasonParameters {
        scoring: season.scoring_version.parse()?,
        limits: season_limits(season)?,
        earlier,
    })
}

/// The terms of all seasons that have been revealed. Others are left out: whether two problems
/// have the same terms would tell a setter, who may be a contestant elsewhere, whether a guess at
/// hidden terms is right.
///
/// # Errors
/// When the database fails.
pub fn earlier_terms(conn: &mut AnyConnection) -> Result<Vec<EarlierTerms>, StoreError> {
    let mut earlier = Vec::new();
    for season in seasons::list_seasons(conn, false)? {
        let revealed = matches!(season.state, SeasonState::Revealed | SeasonState::Final);
        if !revealed || !contests::of(season.contest).contest.has_terms() {
            continue;
        }
        for problem in problems::list_problems(conn, season.id)? {
            let terms = problem.check_terms();
            earlier.push(EarlierTerms {
                season: season.slug.clone(),
                n_check: u32::try_from(terms.len()).unwrap_or(u32::MAX),
                terms_hash: terms_hash(&terms),
                slug: problem.slug,
            });
        }
    }
    Ok(earlier)
}

/// Validates every problem of a season's folder, its examples too. Problems of a season of
/// derivations have no reports; what is wrong with them is told when they are read.
///
/// # Errors
/// What failed in the first problem that is not valid, or that the sandbox failed.
pub fn validate_problems(
    folder: &Folder,
    content: &SeasonContent,
    runtime: &Runtime,
) -> Result<Vec<ValidationReport>, LoadError> {
    match content.season.contest {
        Contest::Sequence => {}
        Contest::Physics => {
            return physics::check_examples(folder, content).map(|()| Vec::new());
        }
    }
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let broken = |error: &dyn std::fmt::Display| LoadError::new("season.toml", error);
    let parameters = parameters_of(&content.season, Vec::new()).map_err(|error| broken(&error))?;
    let mut reports = Vec::with_capacity(content.problems.len());
    for problem in &content.problems {
        let path = format!("problems/{}", problem.slug);
        let report = validate(runtime, &parameters, &folder.package(&path)?, threads)
            .map_err(|error| LoadError::new(&path, error))?;
        if !report.valid {
            return Err(LoadError::new(&path, format!("not valid\n{report}")));
        }
        reports.push(report);
    }
    Ok(reports)
}
