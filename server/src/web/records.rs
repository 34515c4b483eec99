//! The published records of a season, with which anybody can verify it: manifest, log, archive.

use actix_web::{HttpResponse, web};

use super::resources::reader::Reader;
use super::resources::records::{self, From};
use super::route::{at, read};
use super::visit::Visit;
use crate::error::AppError;
use crate::web::address_query::AddressQuery;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/manifest.json", read().to(manifest)))
        .service(at("/seasons/{season}/log.jsonl", read().to(log_lines)))
        .service(at("/seasons/{season}/archive.tar.zst", read().to(archive)));
}

async fn manifest(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    records::manifest(&visit, Reader::of(&visit), slug.into_inner()).await
}

async fn log_lines(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<From>,
) -> Result<HttpResponse, AppError> {
    records::log_lines(&visit, Reader::of(&visit), slug.into_inner(), &query).await
}

async fn archive(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    records::archive(&visit, Reader::of(&visit), slug.into_inner()).await
}
