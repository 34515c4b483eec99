//! What a package is validated against: a season's parameters and the problems before it.

use dojo_judge::season::commitment::terms_hash;
use dojo_judge::sequence::package::{EarlierTerms, SeasonParameters};
use dojo_sandbox::{Fuel, Limits};

use super::{RulesError, positive};
use crate::store::problems;
use crate::store::seasons::{self, NewSeason};
use crate::store::{AnyConnection, SeasonState, StoreError};

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
        limits: Limits {
            fuel: Fuel(positive("fuel_limit", season.fuel_limit)?),
            memory_bytes: positive("memory_limit_bytes", season.memory_limit_bytes)?,
            output_bytes: positive("output_limit_bytes", season.output_limit_bytes)?,
            max_term_digits: positive("max_term_digits", season.max_term_digits)?,
            ..Limits::default()
        },
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
        if !matches!(season.state, SeasonState::Revealed | SeasonState::Final) {
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
