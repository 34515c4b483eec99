//! Results: `judgements`. One a submission, runtime and scoring version; old ones are kept.

use diesel::prelude::*;
use dojo_judge::sequence::Report;

use super::schema::{judgements, submissions};
use super::{AnyConnection, JudgementId, Moment, StoreError, SubmissionId};

/// A judgement to be stored.
#[derive(Clone, Debug)]
pub struct NewJudgement {
    /// What the judge found.
    pub report: Report,
    /// Runtime in which it found it.
    pub runtime_digest: String,
    /// Version of the scoring by which it counted.
    pub scoring_version: String,
    /// Wall-clock time, in microseconds.
    pub wall_us: i64,
    /// Who judged.
    pub worker: String,
    /// When the judging ended.
    pub judged_at: Moment,
}

/// A stored judgement.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What the judge found.
    pub report: Report,
    /// When the judging ended.
    pub judged_at: Moment,
    /// Wall-clock time, in microseconds.
    pub wall_us: i64,
}

fn stored<T: TryInto<i64>>(what: &str, value: T) -> Result<i64, StoreError> {
    value
        .try_into()
        .map_err(|_| StoreError::Value(format!("no {what} above 2^63")))
}

fn stored_small(what: &str, value: u32) -> Result<i32, StoreError> {
    i32::try_from(value).map_err(|_| StoreError::Value(format!("no {what} above 2^31")))
}

/// Stores a judgement.
///
/// # Errors
/// When there is one already, and when the database fails.
pub fn insert_judgement(
    conn: &mut AnyConnection,
    submission: SubmissionId,
    new: &NewJudgement,
) -> Result<JudgementId, StoreError> {
    let report = &new.report;
    let text =
        serde_json::to_string(report).map_err(|error| StoreError::Value(error.to_string()))?;
    Ok(diesel::insert_into(judgements::table)
        .values((
            (
                judgements::submission_id.eq(submission),
                judgements::runtime_digest.eq(&new.runtime_digest),
                judgements::scoring_version.eq(&new.scoring_version),
                judgements::verdict.eq(report.verdict.word()),
                judgements::report.eq(text),
                judgements::solver_hash.eq(report.solver_hash.as_deref()),
                judgements::l_chars.eq(stored_small("length", report.l_chars)?),
                judgements::stage_pass.eq(report.stage_pass),
                judgements::reward_correct.eq(report.reward_correct),
            ),
            (
                judgements::terms_matched.eq(stored_small("count of terms", report.terms_matched)?),
                judgements::fuel.eq(stored("fuel", report.fuel.0)?),
                judgements::peak_memory_bytes.eq(stored("memory", report.peak_memory_bytes)?),
                judgements::brevity_bonus.eq(stored_small("bonus", report.brevity_bonus)?),
                judgements::score.eq(stored_small("score", report.score)?),
                judgements::wall_us.eq(new.wall_us),
                judgements::worker.eq(&new.worker),
                judgements::judged_at.eq(new.judged_at),
            ),
        ))
        .returning(judgements::id)
        .get_result(conn)?)
}

/// The judgement that counts for a submission, once there is one.
///
/// # Errors
/// When the database fails or holds a report that cannot be read.
pub fn find_judgement(
    conn: &mut AnyConnection,
    submission: SubmissionId,
) -> Result<Option<Judgement>, StoreError> {
    let found: Option<(String, Moment, i64)> = submissions::table
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .filter(submissions::id.eq(submission))
        .select((
            judgements::report,
            judgements::judged_at,
            judgements::wall_us,
        ))
        .first(conn)
        .optional()?;
    found
        .map(|(text, judged_at, wall_us)| {
            let report = serde_json::from_str(&text)
                .map_err(|error| StoreError::Value(format!("an unreadable report: {error}")))?;
            Ok(Judgement {
                report,
                judged_at,
                wall_us,
            })
        })
        .transpose()
}
