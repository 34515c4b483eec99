//! Packages of problems, validated against a season.

use std::num::NonZeroUsize;

use dojo_judge::contest::Contest;
use dojo_judge::package::{Files, unpack};
use dojo_judge::sequence::ScoringVersion;

use crate::contests::{self, Package, PackageReport};
use crate::error::{AppError, AppErrorKind};
use crate::folder::upload::refusal;
use crate::season::earlier_terms;
use crate::season::hand_in::{self, PrepareError};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::users::User;
use crate::store::{self, AnyConnection, StoreError};
use crate::web::visit::Visit;
use crate::words::say;

/// What a package is validated against when nothing is named.
pub(in crate::web) const DEFAULT_SEASON: &str = ScoringVersion::FOR_NEW_SEASONS.as_str();

/// Only people who write problems have packages to validate, and a validation costs as much as many submissions.
///
/// # Errors
///
/// When this person is not a setter.
pub(in crate::web) fn require_setter(user: &User) -> Result<(), AppError> {
    if user.role.sets_problems() {
        return Ok(());
    }
    Err(AppError::because(
        AppErrorKind::Forbidden,
        say!("refused-no-setter"),
    ))
}

/// Validates a package against the parameters of a season, or the defaults of a scoring version.
///
/// # Errors
///
/// When there is no such season or its type of contest differs, the archive cannot be opened, or there is no turn for
/// it.
pub(in crate::web) async fn validate(
    visit: &Visit,
    season: &str,
    is_staff: bool,
    archive: &[u8],
) -> Result<PackageReport, AppError> {
    let files = unpack(archive)
        .map_err(|error| AppError::because(AppErrorKind::Invalid, refusal(&error)))?;
    // A package of no known type is reported on as a package of programs.
    let contest = Contest::of_package(&files).unwrap_or_default();
    let scoring = season.parse().ok();
    let scoring = scoring.filter(|scoring: &ScoringVersion| !scoring.is_retired());
    let slug = season.to_owned();
    let (season, earlier) = store::run(&visit.app.pool, move |conn| {
        let earlier = earlier_terms(conn)?;
        if scoring.is_some() {
            return Ok((None, earlier));
        }
        let mut known = list_known(conn, is_staff)?.into_iter();
        let season = known.find(|known| known.slug == slug);
        Ok::<_, AppError>((Some(season.ok_or_else(AppError::not_found)?), earlier))
    })
    .await?;
    if let Some(season) = season.as_ref().filter(|season| season.contest != contest) {
        let error = PrepareError::OtherContest(season.slug.clone(), contest);
        return Err(AppError::because(AppErrorKind::Invalid, error.to_string()));
    }
    let validated = visit.app.validator.run(move |runtime| {
        contests::of(contest).host.validate(&Package {
            files: &files,
            name: None,
            season: season.as_ref().map(NewSeason::from).as_ref(),
            scoring: scoring.unwrap_or(ScoringVersion::FOR_NEW_SEASONS),
            earlier,
            runtime: &|| Ok(runtime.clone()),
            threads: NonZeroUsize::MIN,
        })
    });
    validated.await?.map_err(AppError::internal)
}

/// The seasons that a setter may know of: the public ones, and drafts that accept problems.
pub(in crate::web) fn list_known(
    conn: &mut AnyConnection,
    is_staff: bool,
) -> Result<Vec<Season>, StoreError> {
    let mut known = seasons::list_taking(conn, &hand_in::TAKING, is_staff)?;
    for season in seasons::list_seasons(conn, is_staff)? {
        if known.iter().all(|taking| taking.id != season.id) {
            known.push(season);
        }
    }
    Ok(known)
}

/// Packs files into a tar.
///
/// # Errors
///
/// When one of them has a name that a tar cannot hold.
pub(in crate::web) fn packed(files: &Files) -> Result<Vec<u8>, AppError> {
    let mut tar = tar::Builder::new(Vec::new());
    let failed = |error: std::io::Error| AppError::internal(error.to_string());
    for (path, bytes) in files {
        let mut head = tar::Header::new_gnu();
        head.set_size(bytes.len() as u64);
        head.set_mode(0o644);
        tar.append_data(&mut head, path, bytes.as_slice())
            .map_err(failed)?;
    }
    tar.into_inner().map_err(failed)
}
