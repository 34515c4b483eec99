//! Packages of problems, validated against a season.

use dojo_judge::package::unpack;
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{SeasonParameters, ValidationReport};

use crate::contests::{self, sequence};
use crate::error::{AppError, AppErrorKind};
use crate::folder::upload::refusal;
use crate::season::{earlier_terms, hand_in};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::users::User;
use crate::store::{self, AnyConnection, Role, StoreError};
use crate::web::visit::Visit;
use crate::words::say;

/// What a package is validated against when nothing is named.
pub(in crate::web) const DEFAULT_SEASON: &str = ScoringVersion::FOR_NEW_SEASONS.as_str();

/// Only those who write problems have something to validate, and it costs as much as many
/// submissions.
///
/// # Errors
/// When this person is no setter.
pub(in crate::web) fn require_setter(user: &User) -> Result<(), AppError> {
    match user.role {
        Role::Setter | Role::Organizer | Role::Admin => Ok(()),
        Role::Contestant => Err(AppError::because(
            AppErrorKind::Forbidden,
            say!("refused-no-setter"),
        )),
    }
}

/// Validates a package against the parameters of a season, or the defaults of a scoring version.
///
/// # Errors
/// When there is no such season, the archive cannot be opened, or another one has its turn.
pub(in crate::web) async fn validate(
    visit: &Visit,
    season: &str,
    is_staff: bool,
    archive: &[u8],
) -> Result<ValidationReport, AppError> {
    let files = unpack(archive)
        .map_err(|error| AppError::because(AppErrorKind::Invalid, refusal(&error)))?;
    let parameters = parameters(visit, season, is_staff).await?;
    visit.app.validator.validate(parameters, files).await
}

async fn parameters(
    visit: &Visit,
    season: &str,
    is_staff: bool,
) -> Result<SeasonParameters, AppError> {
    let season = season.to_owned();
    store::run(&visit.app.pool, move |conn| {
        let earlier = earlier_terms(conn)?;
        if let Ok(scoring) = season.parse::<ScoringVersion>()
            && !scoring.is_retired()
        {
            return Ok(SeasonParameters {
                scoring,
                limits: scoring.default_limits(),
                earlier,
            });
        }
        let season = list_known(conn, is_staff)?
            .into_iter()
            .find(|known| known.slug == season)
            .ok_or_else(AppError::not_found)?;
        if !contests::of(season.contest).takes_packages {
            let message = say!("refused-no-packages", what = season.contest.as_str());
            return Err(AppError::because(AppErrorKind::Invalid, message));
        }
        sequence::parameters_of(&NewSeason::from(&season), earlier).map_err(AppError::internal)
    })
    .await
}

/// The seasons of programs that a setter may know of: what everybody may, and drafts that take
/// problems.
pub(in crate::web) fn list_known(
    conn: &mut AnyConnection,
    is_staff: bool,
) -> Result<Vec<Season>, StoreError> {
    let mut known = seasons::list_taking(conn, &hand_in::TAKING)?;
    for season in seasons::list_seasons(conn, is_staff)? {
        if contests::of(season.contest).takes_packages
            && known.iter().all(|taking| taking.id != season.id)
        {
            known.push(season);
        }
    }
    Ok(known)
}
