//! Answers that many readers share, from the shelf of rendered ones.

use std::future::Future;

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, Header as _, Preference, Quality,
};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::visit::Visit;
use crate::app::App;
use crate::error::AppError;
use crate::rendered::Rendered;

/// What of an answer is the same for all who share it.
#[derive(Clone, Copy)]
pub(super) enum Media {
    /// A page.
    Html,
    /// Data.
    Json,
}

impl Media {
    fn content_type(self) -> &'static str {
        match self {
            Self::Html => "text/html; charset=utf-8",
            Self::Json => "application/json",
        }
    }
}

/// The answer at the request's address, which whoever has the same bytes already is told so.
///
/// # Errors
/// What `make` says.
pub(super) async fn answer(
    app: &web::Data<App>,
    request: &HttpRequest,
    media: Media,
    make: impl Future<Output = Result<String, AppError>>,
) -> Result<HttpResponse, AppError> {
    let address = request.uri().path_and_query();
    let address = address.map_or(request.path(), |it| it.as_str());
    let make = async {
        let body = make.await?;
        let packed = web::block(move || Rendered::new(body)).await;
        packed.map_err(|error| AppError::internal(error.to_string()))
    };
    let rendered = app.boards.get(address, make).await?;
    let known = request.headers().get(header::IF_NONE_MATCH);
    let is_known = known.is_some_and(|known| known.as_bytes() == rendered.etag.as_bytes());
    let mut response = if is_known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "accept-encoding, cookie"))
        .insert_header((header::ETAG, rendered.etag.as_str()));
    if is_known {
        return Ok(response.finish());
    }
    response.insert_header((header::CONTENT_TYPE, media.content_type()));
    Ok(if accepts_gzip(request) {
        response
            .insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip))
            .body(rendered.gzip.clone())
    } else {
        response.body(rendered.plain.clone())
    })
}

/// Data that is the same for everybody: from the shelf for visitors at an address that is kept, else made
/// anew, so that whoever is signed in finds what they did just now.
///
/// # Errors
/// What `make` says.
pub(super) async fn json<T: Serialize>(
    visit: &Visit,
    request: &HttpRequest,
    make: impl Future<Output = Result<T, AppError>>,
) -> Result<HttpResponse, AppError> {
    if !visit.is_anybody() || !is_plain(request) {
        return Ok(HttpResponse::Ok().json(make.await?));
    }
    let make = async {
        let data = make.await?;
        serde_json::to_string(&data).map_err(|error| AppError::internal(error.to_string()))
    };
    answer(&visit.app, request, Media::Json, make).await
}

/// The address is one of the few that pages link to, and not one of the many that lead to the same.
pub(super) fn is_plain(request: &HttpRequest) -> bool {
    let query = request.query_string();
    let page = query.strip_prefix("page=").unwrap_or_default();
    let is_number = matches!(page.len(), 1..=6) && page.bytes().all(|byte| byte.is_ascii_digit());
    query.is_empty() || is_number
}

fn accepts_gzip(request: &HttpRequest) -> bool {
    let is_gzip = |item: &Preference<Encoding>| {
        matches!(
            item,
            Preference::Specific(Encoding::Known(ContentEncoding::Gzip))
        )
    };
    AcceptEncoding::parse(request).is_ok_and(|accepted| {
        let mut all = accepted.0.iter();
        all.any(|item| item.quality > Quality::ZERO && is_gzip(&item.item))
    })
}
