//! The published files of a season, for programs that verify it.

use actix_web::{HttpResponse, web};
use utoipa::OpenApi;

use super::bearer::Asker;
use super::packages::ArchiveFile;
use crate::error::AppError;
use crate::web::address_query::AddressQuery;
use crate::web::resources::records::{self, From};
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/manifest", read().to(manifest)))
        .service(at("/seasons/{season}/log", read().to(log)))
        .service(at("/seasons/{season}/archive", read().to(archive)));
}

#[derive(OpenApi)]
#[openapi(paths(manifest, log, archive))]
pub(super) struct Paths;

/// The manifest, byte for byte what its hash is over.
#[utoipa::path(
    get,
    path = "/seasons/{season}/manifest",
    security((), ("token" = [])),
    responses((status = 200, description = "It", body = Object, content_type = "application/json")),
)]
async fn manifest(
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    records::manifest(&visit, asker.reader(), slug.into_inner()).await
}

/// The log, one entry a line, ten thousand at a time.
#[utoipa::path(
    get,
    path = "/seasons/{season}/log",
    params(("from" = Option<u32>, Query, description = "Place of the first entry wanted")),
    security((), ("token" = [])),
    responses((status = 200, description = "It", body = String, content_type = "application/jsonl; charset=utf-8")),
)]
async fn log(
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
    query: AddressQuery<From>,
) -> Result<HttpResponse, AppError> {
    records::log_lines(&visit, asker.reader(), slug.into_inner(), &query).await
}

/// The archive, which `dojo replay` reads.
#[utoipa::path(
    get,
    path = "/seasons/{season}/archive",
    security((), ("token" = [])),
    responses((status = 200, description = "It", body = ArchiveFile, content_type = "application/zstd")),
)]
async fn archive(
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    records::archive(&visit, asker.reader(), slug.into_inner()).await
}
