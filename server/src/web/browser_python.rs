//! Serves the judge's interpreter to browsers, which run a program with it before it is submitted.

use std::io::Write as _;
use std::sync::LazyLock;

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, Header as _, Preference,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::assets::Version;
use super::route::{at, read};
use crate::error::AppError;
use crate::pages::trial::{image, image_version};
use crate::web::address_query::AddressQuery;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/assets/python.wasm", read().to(guest)));
}

/// The module compressed with zstd, as it is committed, or with gzip, which every browser accepts.
async fn guest(
    request: HttpRequest,
    version: AddressQuery<Version>,
) -> Result<HttpResponse, AppError> {
    let (encoding, body) = if accepts_zstd(&request) {
        (ContentEncoding::Zstd, Bytes::from_static(image().zstd))
    } else {
        let made = web::block(gzip)
            .await
            .map_err(|error| AppError::internal(error.to_string()))?
            .map_err(AppError::internal)?;
        (ContentEncoding::Gzip, made)
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/wasm"))
        .insert_header((header::CONTENT_ENCODING, encoding))
        .insert_header((header::VARY, "accept-encoding"))
        .insert_header((header::CACHE_CONTROL, version.lasts(image_version())))
        .body(body))
}

fn accepts_zstd(request: &HttpRequest) -> bool {
    let is_zstd = |item: &Preference<Encoding>| {
        matches!(
            item,
            Preference::Specific(Encoding::Known(ContentEncoding::Zstd))
        )
    };
    AcceptEncoding::parse(request).is_ok_and(|accepted| {
        accepted
            .0
            .iter()
            .any(|item| item.quality > header::Quality::ZERO && is_zstd(&item.item))
    })
}

/// Compressed once and cached.
fn gzip() -> Result<Bytes, String> {
    static GZIP: LazyLock<Result<Bytes, String>> = LazyLock::new(|| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let written = encoder.write_all(&image().unpack()?);
        written
            .and_then(|()| encoder.finish())
            .map(Bytes::from)
            .map_err(|error| error.to_string())
    });
    GZIP.clone()
}
