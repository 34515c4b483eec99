//! Transcripts of models: publishing and reading them.

use dojo_judge::digest::Digest;

use super::reader::Reader;
use super::submissions::load_seen;
use crate::error::{AppError, AppErrorKind};
use crate::store::{self, SubmissionId, receipts, transcripts};
use crate::web::visit::Visit;
use crate::words::say;

/// From Reveal on, publishes the transcript of a submission of that person: the one whose hash is in the notes of its
/// receipt. Returns whether it is newly published.
///
/// # Errors
///
/// `NotFound` when there is no such submission of that person, `Conflict` before Reveal, `Invalid` when the receipt
/// does not contain its hash, and when the database fails.
pub(in crate::web) async fn publish(
    visit: &Visit,
    id: SubmissionId,
    reader: Reader,
    bytes: Vec<u8>,
) -> Result<bool, AppError> {
    let now = visit.now;
    store::run_transaction(&visit.app.pool, move |conn| {
        let seen = load_seen(conn, id, reader, now)?;
        if !seen.own {
            return Err(AppError::because(
                AppErrorKind::Forbidden,
                say!("refused-transcript-other"),
            ));
        }
        if !seen.season.is_revealed() {
            return Err(AppError::because(
                AppErrorKind::Conflict,
                say!("refused-transcript-early"),
            ));
        }
        let hash = Digest::of(&bytes).to_string();
        let receipt = receipts::find_receipt(conn, id, None)?;
        let has_hash = |notes: &str| notes.contains(&format!("sha256:{hash}"));
        if !receipt.is_some_and(|receipt| has_hash(&receipt.submitted.notes)) {
            let message = say!("refused-transcript-hash", id = id.to_string(), hash = hash);
            return Err(AppError::because(AppErrorKind::Invalid, message));
        }
        let text = String::from_utf8(bytes).map_err(|_| {
            AppError::because(AppErrorKind::Invalid, say!("refused-transcript-text"))
        })?;
        if transcripts::find_transcript(conn, id)?.is_some() {
            return Ok(false);
        }
        transcripts::insert_transcript(conn, id, &text, now)?;
        Ok(true)
    })
    .await
}

/// The published transcript of a submission.
///
/// # Errors
///
/// `NotFound` when there is none, and when the database fails.
pub(in crate::web) async fn find(visit: &Visit, id: SubmissionId) -> Result<String, AppError> {
    let (reader, now) = (Reader::of(visit), visit.now);
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            load_seen(conn, id, reader, now)?;
            transcripts::find_transcript(conn, id)?.ok_or_else(AppError::not_found)
        })
    })
    .await
}
