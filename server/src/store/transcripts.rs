//! Transcripts of models, published after Reveal: `transcripts`. They never change.

use diesel::prelude::*;

use super::schema::transcripts;
use super::{AnyConnection, Moment, SubmissionId};

/// Publishes the transcript of a submission.
pub fn insert_transcript(
    conn: &mut AnyConnection,
    id: SubmissionId,
    transcript: &str,
    now: Moment,
) -> QueryResult<()> {
    diesel::insert_into(transcripts::table)
        .values((
            transcripts::submission_id.eq(id),
            transcripts::transcript.eq(transcript),
            transcripts::published_at.eq(now),
        ))
        .execute(conn)
        .map(drop)
}

/// The transcript of a submission, once it is published.
pub fn find_transcript(conn: &mut AnyConnection, id: SubmissionId) -> QueryResult<Option<String>> {
    transcripts::table
        .find(id)
        .select(transcripts::transcript)
        .first(conn)
        .optional()
}
