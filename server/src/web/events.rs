//! Tells a page by a server-sent event that the verdict of its submission has arrived.

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use futures_util::{Stream, StreamExt as _};

use super::resources::reader::Reader;
use super::resources::submissions::load_seen;
use super::resources::verdicts;
use super::route::{at, read};
use super::visit::Visit;
use crate::error::AppError;
use crate::store::{self, SubmissionId};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/submissions/{id}/events", read().to(events)));
}

async fn events(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let id = SubmissionId(id.into_inner());
    let (reader, now) = (Reader::of(&visit), visit.now);
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_seen(conn, id, reader, now).map(drop))
    })
    .await?;
    Ok(stream_events(verdicts::stream(&visit.app, id)))
}

/// A response of server-sent events, each of which is flushed at once.
pub(super) fn stream_events(messages: impl Stream<Item = Bytes> + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // A compressor would buffer small messages.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(messages.map(Ok::<_, AppError>))
}
