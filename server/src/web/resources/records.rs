//! The published records of a season, with which anybody can verify it.

use std::fs::File;
use std::io::{self, Read as _};
use std::sync::Arc;

use actix_web::body::SizedStream;
use actix_web::http::header;
use actix_web::{HttpResponse, web};
use dojo_judge::record::archive as packed;
use futures_util::Stream;
use futures_util::stream::try_unfold;

use super::reader::Reader;
use super::seasons::load_visible;
use crate::error::AppError;
use crate::store::{self, SeasonState, log, records};
use crate::web::visit::Visit;

/// Entries of the log in one answer.
const LOG_PART: i64 = 10_000;

/// Bytes of an archive that are read at a time.
const PIECE_BYTES: usize = 256 << 10;

/// The manifest, the bytes that its hash is over.
///
/// # Errors
/// `NotFound` when the reader may not see it.
pub(in crate::web) async fn manifest(
    visit: &Visit,
    reader: Reader,
    slug: String,
) -> Result<HttpResponse, AppError> {
    let record = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, reader)?;
            records::find_record(conn, season.id)?.ok_or_else(AppError::not_found)
        })
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .body(record.manifest))
}

/// Which part of a log is asked for.
#[derive(serde::Deserialize)]
pub(in crate::web) struct From {
    /// Place of the first entry wanted.
    #[serde(default)]
    from: u32,
}

/// The log, one entry per line, ten thousand at a time, starting at `?from=`. Before Reveal only for organizers: the
/// times of verdicts tell more than the boards do.
///
/// # Errors
///
/// `NotFound` when the reader may not see it.
pub(in crate::web) async fn log_lines(
    visit: &Visit,
    reader: Reader,
    slug: String,
    query: &From,
) -> Result<HttpResponse, AppError> {
    let from = i64::from(query.from);
    let entries = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, reader)?;
            if !reader.staff && !season.is_revealed() {
                return Err(AppError::not_found());
            }
            Ok(log::list_log(conn, season.id, from, LOG_PART)?)
        })
    })
    .await?;
    let mut body = String::new();
    for entry in entries {
        body.push_str(&serde_json::to_string(&entry).map_err(AppError::internal)?);
        body.push('\n');
    }
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/jsonl; charset=utf-8"))
        .body(body))
}

/// The archive: for everybody once the season is final, and from Reveal on for organizers, who have it replayed
/// elsewhere before.
///
/// # Errors
///
/// `NotFound` when the reader may not see it, and when it is too early.
pub(in crate::web) async fn archive(
    visit: &Visit,
    reader: Reader,
    slug: String,
) -> Result<HttpResponse, AppError> {
    let archives = Arc::clone(&visit.app.archives);
    let (name, file, bytes) = store::run(&visit.app.pool, move |conn| {
        let season = load_visible(conn, &slug, reader)?;
        if !reader.staff && season.state != SeasonState::Final {
            return Err(AppError::not_found());
        }
        let made = archives.load(conn, season.id)?;
        // The file may be removed from here on: an open file stays readable.
        let file = File::open(&made.path).map_err(AppError::internal)?;
        let bytes = file.metadata().map_err(AppError::internal)?.len();
        Ok::<_, AppError>((packed::file_name(&season.slug), file, bytes))
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/zstd"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ))
        .body(SizedStream::new(bytes, pieces(file))))
}

/// The contents of a file, read piece by piece on blocking threads.
fn pieces(file: File) -> impl Stream<Item = Result<web::Bytes, io::Error>> {
    try_unfold(file, |mut file| async {
        let read = web::block(move || {
            let mut piece = Vec::with_capacity(PIECE_BYTES);
            let read = (&mut file).take(PIECE_BYTES as u64).read_to_end(&mut piece);
            read.map(|_| (piece, file))
        });
        let (piece, file) = read.await.map_err(io::Error::other)??;
        Ok((!piece.is_empty()).then(|| (web::Bytes::from(piece), file)))
    })
}
