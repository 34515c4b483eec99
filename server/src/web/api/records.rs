//! What is published of a season for whoever wants to check it: the files of the site, for programs.

use actix_web::{HttpResponse, web};

use super::bearer::Asker;
use crate::error::AppError;
use crate::web::records::{From, archive_of, log_of, manifest_of};
use crate::web::visit::Visit;
use crate::web::{at, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/manifest", read().to(manifest)))
        .service(at("/seasons/{season}/log", read().to(log)))
        .service(at("/seasons/{season}/archive", read().to(archive)));
}

async fn manifest(
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    manifest_of(&visit, asker.is_staff(), slug.into_inner()).await
}

async fn log(
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
    query: web::Query<From>,
) -> Result<HttpResponse, AppError> {
    log_of(&visit, asker.is_staff(), slug.into_inner(), &query).await
}

async fn archive(
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    archive_of(&visit, asker.is_staff(), slug.into_inner()).await
}
