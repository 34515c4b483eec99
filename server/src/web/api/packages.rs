//! A setter's packages.

use actix_web::{HttpResponse, web};
use dojo_judge::package::Room;
use serde::Deserialize;
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use crate::error::AppError;
use crate::web::address_query::AddressQuery;
use crate::web::body;
use crate::web::resources::packages;
use crate::web::route::at;
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/problems/validate", web::post().to(validate)));
}

/// A zip or a tar.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "it is read and written piece by piece")]
pub(super) struct ArchiveFile(Vec<u8>);

#[derive(Deserialize)]
pub(super) struct ValidateQuery {
    /// A season's slug or a scoring version.
    #[serde(default)]
    season: Option<String>,
}

impl ValidateQuery {
    pub(super) fn season(&self) -> &str {
        self.season.as_deref().unwrap_or(packages::DEFAULT_SEASON)
    }
}

#[derive(OpenApi)]
#[openapi(paths(validate))]
pub(super) struct Paths;

/// The report on a package that is the whole body, as `dojo problem validate --json` prints it.
#[utoipa::path(
    post,
    path = "/problems/validate",
    request_body(content = ArchiveFile, description = "The package as zip or tar", content_type = "application/octet-stream"),
    params(("season" = Option<String>, Query, description = "A season's slug or a scoring version")),
    responses((status = 200, description = "The report", body = Object)),
)]
async fn validate(
    bearer: Bearer,
    visit: Visit,
    query: AddressQuery<ValidateQuery>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    packages::require_setter(&bearer.0)?;
    let archive = body::read_archive(&visit, payload, &Room::PACKAGE).await?;
    let report = packages::validate(&visit, query.season(), bearer.is_staff(), &archive).await?;
    Ok(HttpResponse::Ok().json(report))
}
