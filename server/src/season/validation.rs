//! Validates problems for a season: provides the terms of earlier problems, and validates whole folders.

use dojo_judge::digest::terms_hash;
use dojo_judge::sequence::package::EarlierTerms;
use dojo_sandbox::Runtime;

use super::SeasonContent;
use crate::contests;
use crate::folder::{Folder, LoadError};
use crate::store::{AnyConnection, SeasonState, StoreError, problems, seasons};

/// The terms of all revealed seasons. Others are left out: whether two problems have the same terms would tell a
/// setter, who may be a contestant elsewhere, whether a guess at hidden terms is right.
///
/// # Errors
/// When the database fails.
pub fn earlier_terms(conn: &mut AnyConnection) -> Result<Vec<EarlierTerms>, StoreError> {
    let mut earlier = Vec::new();
    for season in seasons::list_seasons(conn, false)? {
        let revealed = matches!(season.state, SeasonState::Revealed | SeasonState::Final);
        if !revealed || !season.contest.has_terms() {
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

/// Validates every problem of a season's folder, including its examples.
///
/// # Errors
/// What failed in the first invalid problem, or that the sandbox failed.
pub fn validate_problems(
    folder: &Folder,
    content: &SeasonContent,
    runtime: &Runtime,
) -> Result<(), LoadError> {
    let SeasonContent { season, problems } = content;
    let host = contests::of(season.contest).host;
    host.check_problems(folder, season, problems, runtime)
}
