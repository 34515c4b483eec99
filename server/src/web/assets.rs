//! The static files that pages load, which are built into the program.

use actix_web::http::header::{self, ContentEncoding, EntityTag, Header as _, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::route::{at, read};
use super::shared_pages::accepts_gzip;
use crate::error::AppError;
use crate::pages::assets;
use crate::web::address_query::AddressQuery;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/assets/{name}", read().to(asset)))
        .service(at("/favicon.ico", read().to(favicon)));
}

/// Only the worker may compile WebAssembly; pages may not.
const WORKER: (&str, &str) = (
    "worker.js",
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
);

/// The version of a file that is asked for.
#[derive(Deserialize)]
pub(super) struct Version {
    v: Option<String>,
}

impl Version {
    /// How long the file may be cached: for ever at the address that names its content.
    pub(super) fn lasts(&self, current: &str) -> &'static str {
        if self.v.as_deref() == Some(current) {
            "public, max-age=31536000, immutable"
        } else {
            "public, no-cache"
        }
    }
}

/// One file.
async fn asset(
    name: web::Path<String>,
    version: AddressQuery<Version>,
    request: HttpRequest,
) -> Result<HttpResponse, AppError> {
    let asset = assets::find(&name).ok_or_else(AppError::not_found)?;
    let tag = EntityTag::new_strong(asset.version.clone());
    let lasts = version.lasts(&asset.version);
    let known = has_already(&request, &tag);
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((header::CACHE_CONTROL, lasts))
        .insert_header(header::ETag(tag))
        .insert_header((header::CONTENT_TYPE, asset.content_type));
    if asset.name == WORKER.0 {
        answer.insert_header((header::CONTENT_SECURITY_POLICY, WORKER.1));
    }
    if known {
        return Ok(answer.finish());
    }
    Ok(match asset.gzip().filter(|_| accepts_gzip(&request)) {
        Some(gzip) => answer
            .insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip))
            .insert_header((header::VARY, "accept-encoding"))
            .body(gzip),
        // A file that names its encoding is not compressed again, which would make a font larger.
        None => answer
            .insert_header((header::CONTENT_ENCODING, ContentEncoding::Identity))
            .body(&*asset.body),
    })
}

/// Whether the reader already has the version that the tag names.
pub(super) fn has_already(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Ok(IfNoneMatch::Any) => true,
        Err(_) => false,
    }
}

/// Serves the icon to browsers that ask for the old file name.
async fn favicon() -> HttpResponse {
    HttpResponse::MovedPermanently()
        .insert_header((header::LOCATION, "/assets/icon.svg"))
        .finish()
}
