//! The setter's page: own drafts, and the form with which a package is sent, validated and kept.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::package::{MAX_ARCHIVE_BYTES, unpack};
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{SeasonParameters, ValidationReport};
use dojo_sandbox::Limits;

use super::body::{PackageFields, read_package_form};
use super::drafts::{self, MAX_DRAFTS, draft_row, keep};
use super::read;
use super::visit::Visit;
use crate::contests::{self, sequence};
use crate::error::{AppError, Kind};
use crate::pages::SetterPage;
use crate::pages::form::FieldErrors;
use crate::pages::setter::SeasonChoice;
use crate::season::{earlier_terms, hand_in};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::users::User;
use crate::store::{self, AnyConnection, Role, StoreError, drafts as draft_table};

/// What a package is validated against when nothing is named.
pub(super) const DEFAULT_SEASON: &str = ScoringVersion::FOR_NEW_SEASONS.as_str();

/// Drafts of other setters that organizers see.
const SHOWN_OTHERS: i64 = 200;

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
    page(&visit, StatusCode::OK, "", FieldErrors::new()).await
}

async fn upload(
    visit: Visit,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    require_setter(user)?;
    let PackageFields {
        csrf_token,
        season,
        package,
    } = read_package_form(&visit, &request, payload).await?;
    visit.check_form(&csrf_token)?;
    match keep(&visit, user, None, &season, package).await {
        Ok(id) => Ok(visit.see_other(&drafts::address(id), None)),
        Err(error) => {
            let errors = drafts::package_errors(error)?;
            page(&visit, StatusCode::UNPROCESSABLE_ENTITY, &season, errors).await
        }
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
        let season = list_known(conn, is_staff)?
            .into_iter()
            .find(|known| known.slug == season)
            .ok_or_else(AppError::not_found)?;
        if !contests::of(season.contest).takes_packages {
            let contest = season.contest;
            let message =
                format!("packages of a {contest} season are checked by `dojo season import`");
            return Err(AppError::because(Kind::Invalid, message));
        }
        sequence::parameters_of(&NewSeason::from(&season), earlier).map_err(AppError::internal)
    })
    .await
}

/// The seasons of programs that a setter may know of: what everybody may, and drafts that take
/// problems.
fn list_known(conn: &mut AnyConnection, is_staff: bool) -> Result<Vec<Season>, StoreError> {
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

/// What a package can be validated against.
pub(super) fn choices(
    conn: &mut AnyConnection,
    is_staff: bool,
    chosen: &str,
) -> Result<Vec<SeasonChoice>, StoreError> {
    let known = list_known(conn, is_staff)?;
    let seasons = known.iter().map(|season| {
        let taking = if season.takes_problems && hand_in::TAKING.contains(&season.state) {
            " (takes problems)"
        } else {
            ""
        };
        (season.slug.clone(), format!("{}{taking}", season.title))
    });
    let defaults = ScoringVersion::ALL.iter().rev().map(|&version| {
        let label = format!("a season of default limits, scoring {version}");
        (version.as_str().to_owned(), label)
    });
    Ok(seasons
        .chain(defaults)
        .map(|(value, label)| SeasonChoice {
            chosen: value == chosen,
            value,
            label,
        })
        .collect())
}

async fn page(
    visit: &Visit,
    status: StatusCode,
    chosen: &str,
    errors: FieldErrors,
) -> Result<HttpResponse, AppError> {
    let (is_staff, me, chosen) = (visit.is_staff(), visit.user_id(), chosen.to_owned());
    let (seasons, own, others) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let seasons = choices(conn, is_staff, &chosen)?;
            let own = draft_table::list_drafts(conn, me, i64::MAX)?;
            let mut others = Vec::new();
            if is_staff {
                others = draft_table::list_drafts(conn, None, SHOWN_OTHERS)?;
                others.retain(|draft| Some(draft.setter_id) != me);
            }
            Ok::<_, StoreError>((seasons, own, others))
        })
    })
    .await?;
    visit.page_with(
        status,
        &SetterPage {
            shell: visit.shell(),
            seasons,
            errors,
            max_mib: MAX_ARCHIVE_BYTES >> 20,
            max_drafts: MAX_DRAFTS,
            own: own.into_iter().map(draft_row).collect(),
            others: others.into_iter().map(draft_row).collect(),
        },
    )
}
