//! Answers that many readers share, from the cache of rendered answers.

use std::future::Future;
use std::time::Duration;

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, Header as _, Preference, Quality,
};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Serialize;

use super::visit::Visit;
use crate::error::AppError;
use crate::rendered::Rendered;
use crate::route_costs::counted;
use crate::season_versions::Version;

/// What differs between kinds of shared answers.
#[derive(Clone, Copy)]
enum Media {
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

/// What an answer depends on, and how long it stays valid.
pub(super) struct Shows {
    /// Its version, where it is known.
    pub(super) version: Option<Version>,
    /// The longest time for which it is valid while the version stays the same.
    pub(super) lasts: Duration,
}

impl Shows {
    /// What the boards of a season show, which changes only with its version.
    pub(super) fn boards(visit: &Visit, slug: &str) -> Self {
        Self {
            version: visit.app.versions.of(slug),
            lasts: Duration::from_mins(1),
        }
    }

    /// The same, but also containing times in minutes and seconds.
    pub(super) fn season(visit: &Visit, slug: &str) -> Self {
        Self {
            lasts: Duration::from_secs(1),
            ..Self::boards(visit, slug)
        }
    }

    /// What depends on all seasons.
    pub(super) fn all(visit: &Visit) -> Self {
        Self {
            version: visit.app.versions.all(),
            lasts: Duration::from_secs(1),
        }
    }
}

/// A page that is the same for all visitors: visitors get it from the cache; for a signed-in reader it is rendered,
/// so that they see their own actions at once.
///
/// # Errors
///
/// Those of `load`.
pub(super) async fn page<P: Template + Send + 'static>(
    visit: &Visit,
    request: &HttpRequest,
    shows: Shows,
    load: impl Future<Output = Result<P, AppError>> + 'static,
) -> Result<HttpResponse, AppError> {
    match shared_version(visit, request, &shows) {
        Some(version) => {
            let make = async move {
                let page = load.await?;
                pack(move || Ok(page.render()?)).await
            };
            answer(visit, request, Media::Html, (version, shows.lasts), make).await
        }
        None => visit.page(&load.await?),
    }
}

/// Data, like [`page`].
///
/// # Errors
///
/// Those of `load`.
pub(super) async fn json<T: Serialize + Send + 'static>(
    visit: &Visit,
    request: &HttpRequest,
    shows: Shows,
    load: impl Future<Output = Result<T, AppError>> + 'static,
) -> Result<HttpResponse, AppError> {
    let version = shared_version(visit, request, &shows);
    data(visit, request, version.zip(Some(shows.lasts)), load).await
}

/// Data that is the same for all who may have it, signed in or not.
///
/// # Errors
///
/// Those of `load`.
pub(super) async fn json_for_all<T: Serialize + Send + 'static>(
    visit: &Visit,
    request: &HttpRequest,
    shows: Shows,
    load: impl Future<Output = Result<T, AppError>> + 'static,
) -> Result<HttpResponse, AppError> {
    let version = shows.version.filter(|_| is_plain(request));
    data(visit, request, version.zip(Some(shows.lasts)), load).await
}

/// Data: from the cache if there is a version, else generated for the reader.
async fn data<T: Serialize + Send + 'static>(
    visit: &Visit,
    request: &HttpRequest,
    shared: Option<(Version, Duration)>,
    load: impl Future<Output = Result<T, AppError>> + 'static,
) -> Result<HttpResponse, AppError> {
    let Some(shared) = shared else {
        return Ok(HttpResponse::Ok().json(load.await?));
    };
    let make = async move {
        let data = load.await?;
        pack(move || {
            serde_json::to_string(&data).map_err(|error| AppError::internal(error.to_string()))
        })
        .await
    };
    answer(visit, request, Media::Json, shared, make).await
}

/// The version under which the answer may be shared, if it may be.
fn shared_version(visit: &Visit, request: &HttpRequest, shows: &Shows) -> Option<Version> {
    let version = shows.version.clone()?;
    (visit.is_anybody() && is_plain(request)).then_some(version)
}

/// Serializes and compresses an answer, off the web threads.
async fn pack(
    write: impl FnOnce() -> Result<String, AppError> + Send + 'static,
) -> Result<Rendered, AppError> {
    web::block(counted(move || Ok(Rendered::new(write()?))))
        .await
        .map_err(|error| AppError::internal(error.to_string()))?
}

/// The response; clients that have the same bytes already get 304.
async fn answer(
    visit: &Visit,
    request: &HttpRequest,
    media: Media,
    (version, lasts): (Version, Duration),
    make: impl Future<Output = Result<Rendered, AppError>> + 'static,
) -> Result<HttpResponse, AppError> {
    let address = request.uri().path_and_query();
    let address = address.map_or(request.path(), |it| it.as_str());
    let rendered = visit.app.boards.get(address, version, lasts, make).await?;
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

/// The address is one of the few that pages link to, not one of the many variants that lead to the same page.
fn is_plain(request: &HttpRequest) -> bool {
    let query = request.query_string();
    let page = query.strip_prefix("page=").unwrap_or_default();
    let is_number = matches!(page.len(), 1..=6) && page.bytes().all(|byte| byte.is_ascii_digit());
    query.is_empty() || is_number
}

/// The reader takes gzip.
pub(super) fn accepts_gzip(request: &HttpRequest) -> bool {
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
