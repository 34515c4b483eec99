//! The setter's page: validates a package that is uploaded. Nothing of it is stored.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{
    MAX_ARCHIVE_BYTES, SeasonParameters, ValidationReport, unpack,
};
use dojo_sandbox::Limits;

use super::body::{PackageFields, read_package_form};
use super::read;
use super::visit::Visit;
use crate::error::{AppError, Kind};
use crate::pages::SetterPage;
use crate::pages::form::FieldErrors;
use crate::pages::setter::SeasonChoice;
use crate::season::{self, earlier_terms};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::users::User;
use crate::store::{self, Contest, Role, StoreError};

/// What a package is validated against when nothing is named.
pub(super) const DEFAULT_SEASON: &str = ScoringVersion::V0_1.as_str();

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(
        web::resource("/setter")
            .route(read().to(form))
            .route(web::post().to(upload)),
    );
}

/// Only those who write problems have something to validate, and it costs as much as many
/// submissions.
///
/// # Errors
/// When this person is no setter.
pub(super) fn require_setter(user: &User) -> Result<(), AppError> {
    match user.role {
        Role::Setter | Role::Organizer | Role::Admin => Ok(()),
        Role::Contestant => Err(AppError::because(
            Kind::Forbidden,
            "only setters validate problems; ask the organizers to become one",
        )),
    }
}

async fn form(visit: Visit) -> Result<HttpResponse, AppError> {
    require_setter(visit.require_user()?)?;
    page(&visit, StatusCode::OK, "", FieldErrors::new(), None).await
}

async fn upload(
    visit: Visit,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    require_setter(visit.require_user()?)?;
    let PackageFields {
        csrf_token,
        season,
        package,
    } = read_package_form(&request, payload).await?;
    visit.check_form(&csrf_token)?;
    if package.is_empty() {
        let errors = FieldErrors::one("package", "Choose a zip or tar.");
        return page(
            &visit,
            StatusCode::UNPROCESSABLE_ENTITY,
            &season,
            errors,
            None,
        )
        .await;
    }
    match validate(&visit, &season, visit.is_staff(), &package).await {
        Ok(report) => {
            let errors = FieldErrors::new();
            page(&visit, StatusCode::OK, &season, errors, Some(report)).await
        }
        Err(error) if error.kind == Kind::Invalid => {
            let message = error.detail.unwrap_or_default();
            let errors = FieldErrors::one("package", format!("This is no package: {message}."));
            page(
                &visit,
                StatusCode::UNPROCESSABLE_ENTITY,
                &season,
                errors,
                None,
            )
            .await
        }
        Err(error) => Err(error),
    }
}

/// Validates a package against the parameters of a season, or the defaults of a scoring version.
///
/// # Errors
/// When there is no such season, the archive cannot be opened, or another one has its turn.
pub(super) async fn validate(
    visit: &Visit,
    season: &str,
    is_staff: bool,
    archive: &[u8],
) -> Result<ValidationReport, AppError> {
    visit.app.limiters.submit.check(visit.address)?;
    let files =
        unpack(archive).map_err(|error| AppError::because(Kind::Invalid, error.to_string()))?;
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
        if let Ok(scoring) = season.parse::<ScoringVersion>() {
            return Ok(SeasonParameters {
                scoring,
                limits: Limits::default(),
                earlier,
            });
        }
        let season = seasons::list_seasons(conn, is_staff)
            .map_err(StoreError::from)?
            .into_iter()
            .find(|known| known.slug == season)
            .ok_or_else(AppError::not_found)?;
        if season.contest != Contest::Sequence {
            let message = "packages of a physics season are checked by `dojo season import`";
            return Err(AppError::because(Kind::Invalid, message));
        }
        season::parameters_of(&NewSeason::from(&season), earlier).map_err(AppError::internal)
    })
    .await
}

async fn page(
    visit: &Visit,
    status: StatusCode,
    chosen: &str,
    errors: FieldErrors,
    report: Option<ValidationReport>,
) -> Result<HttpResponse, AppError> {
    let is_staff = visit.is_staff();
    let known = store::run(&visit.app.pool, move |conn| {
        seasons::list_seasons(conn, is_staff).map_err(StoreError::from)
    })
    .await?;
    visit.page_with(
        status,
        &SetterPage {
            shell: visit.shell(),
            seasons: choices(&known, chosen),
            errors,
            max_mib: MAX_ARCHIVE_BYTES >> 20,
            report,
        },
    )
}

/// The seasons, newest first, then the defaults, the latest scoring version first.
fn choices(known: &[Season], chosen: &str) -> Vec<SeasonChoice> {
    let seasons = known
        .iter()
        .filter(|season| season.contest == Contest::Sequence)
        .map(|season| (season.slug.clone(), season.title.clone()));
    let defaults = ScoringVersion::ALL.into_iter().rev().map(|version| {
        let label = format!("a season of default limits, scoring {version}");
        (version.as_str().to_owned(), label)
    });
    seasons
        .chain(defaults)
        .map(|(value, label)| SeasonChoice {
            chosen: value == chosen,
            value,
            label,
        })
        .collect()
}
