//! Results: `judgements`. There is one for each submission, runtime and scoring version; old ones are kept.

use diesel::prelude::*;
use dojo_judge::contest::Report;
use dojo_judge::record::log::EntryBody;
use dojo_judge::record::season;
use dojo_judge::sequence::gate::Gates;
use serde::{Deserialize, Serialize};

use super::schema::{judgements, problems, submissions};
use super::{
    AnyConnection, JudgementId, Moment, RejudgeId, SeasonId, StoreError, SubmissionId,
    SubmissionKind,
};

/// A judgement to be stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewJudgement {
    /// The report of the judge.
    pub report: Report,
    /// The runtime that made it.
    pub runtime_digest: String,
    /// The scoring version by which it counted.
    pub scoring_version: String,
    /// Wall-clock time, in microseconds.
    pub wall_us: i64,
    /// The worker that judged.
    pub worker: String,
    /// When the judging ended.
    pub judged_at: Moment,
    /// Why the program cannot deserve the method tag that its author declared, if it cannot.
    pub contradiction: Option<String>,
}

/// A stored judgement.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The report of the judge.
    pub report: Report,
    /// When the judging ended.
    pub judged_at: Moment,
    /// Wall-clock time, in microseconds.
    pub wall_us: i64,
    /// The runtime that made it.
    pub runtime_digest: String,
    /// Why the declared tag does not count, if it does not.
    pub contradiction: Option<String>,
}

fn stored_small(what: &str, value: u32) -> Result<i32, StoreError> {
    i32::try_from(value).map_err(|_| StoreError::Value(format!("no {what} above 2^31")))
}

/// Stores a judgement.
///
/// # Errors
/// When one exists already, and when the database fails.
pub fn insert_judgement(
    conn: &mut AnyConnection,
    submission: SubmissionId,
    new: &NewJudgement,
    rejudge: Option<RejudgeId>,
) -> Result<JudgementId, StoreError> {
    let report = &new.report;
    let unwritable = |error: serde_json::Error| StoreError::Value(error.to_string());
    let text = serde_json::to_string(report).map_err(unwritable)?;
    let details = serde_json::to_string(&report.details()).map_err(unwritable)?;
    let length = report.worth().length;
    Ok(diesel::insert_into(judgements::table)
        .values((
            (
                judgements::submission_id.eq(submission),
                judgements::runtime_digest.eq(&new.runtime_digest),
                judgements::scoring_version.eq(&new.scoring_version),
                judgements::verdict.eq(report.verdict_word()),
                judgements::report.eq(text),
                judgements::solver_hash.eq(report.content_hash()),
                judgements::l_chars.eq(length
                    .map(|length| stored_small("length", length))
                    .transpose()?),
                judgements::stage_pass.eq(report.gates() >= Gates::Stage),
                judgements::reward_correct.eq(report.gates() == Gates::Reward),
            ),
            (
                judgements::score.eq(stored_small("score", report.score())?),
                judgements::wall_us.eq(new.wall_us),
                judgements::worker.eq(&new.worker),
                judgements::judged_at.eq(new.judged_at),
                judgements::contradiction.eq(new.contradiction.as_deref()),
                judgements::rejudge_id.eq(rejudge),
                judgements::details.eq(details),
            ),
        ))
        .returning(judgements::id)
        .get_result(conn)?)
}

/// The log entry of a judgement.
///
/// # Errors
/// When a number or the digest is not valid in records.
pub fn judged_entry(
    submission: SubmissionId,
    new: &NewJudgement,
    rejudge: Option<RejudgeId>,
) -> Result<EntryBody, StoreError> {
    let verdict = new.report.verdict_word().to_owned();
    entry(submission, verdict, &new.runtime_digest, rejudge)
}

fn entry(
    submission: SubmissionId,
    verdict: String,
    runtime_digest: &str,
    rejudge: Option<RejudgeId>,
) -> Result<EntryBody, StoreError> {
    let number = |id: i64| {
        u64::try_from(id).map_err(|_| StoreError::Value(format!("the negative number {id}")))
    };
    Ok(EntryBody::SubmissionJudged {
        submission: number(submission.0)?,
        verdict,
        runtime_digest: runtime_digest
            .parse()
            .map_err(|error| StoreError::Value(format!("a runtime digest: {error}")))?,
        rejudge: rejudge.map(|id| number(id.0)).transpose()?,
    })
}

/// The judgements that count in a season, without practice; a macro, because the type of such a query is longer than
/// the query.
macro_rules! that_count_in {
    ($season:expr) => {
        submissions::table
            .inner_join(problems::table)
            .inner_join(
                judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())),
            )
            .filter(problems::season_id.eq($season))
            .filter(submissions::kind.ne(SubmissionKind::Practice))
    };
}

/// The log entries of the judgements that count in a season, in the order of the submissions.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn list_entries(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> Result<Vec<EntryBody>, StoreError> {
    let rows: Vec<(SubmissionId, String, String)> = that_count_in!(season)
        .order(submissions::id)
        .select((
            submissions::id,
            judgements::verdict,
            judgements::runtime_digest,
        ))
        .load(conn)?;
    let rows = rows.into_iter();
    rows.map(|(id, verdict, digest)| entry(id, verdict, &digest, None))
        .collect()
}

/// The runtimes of the judgements that count in a season, each once.
pub fn list_digests(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<String>> {
    that_count_in!(season)
        .select(judgements::runtime_digest)
        .distinct()
        .order(judgements::runtime_digest)
        .load(conn)
}

/// When the latest judging ended.
pub fn last_judged_at(conn: &mut AnyConnection) -> QueryResult<Option<Moment>> {
    judgements::table
        .order(judgements::id.desc())
        .select(judgements::judged_at)
        .first(conn)
        .optional()
}

/// When one of these runtimes last judged something.
pub fn last_judged_by(conn: &mut AnyConnection, digests: &[&str]) -> QueryResult<Option<Moment>> {
    judgements::table
        .filter(judgements::runtime_digest.eq_any(digests))
        .order(judgements::id.desc())
        .select(judgements::judged_at)
        .first(conn)
        .optional()
}

impl Judgement {
    /// Whether it would reveal something about terms that are not public.
    pub fn depends_on_more(&self, n_public: Option<u32>) -> bool {
        n_public.is_none_or(|public| self.report.depends_on_more(public))
    }
}

/// The judgement that counts for a submission, if there is one.
///
/// # Errors
/// When the database fails or contains a report that cannot be read.
pub fn find_judgement(
    conn: &mut AnyConnection,
    submission: SubmissionId,
) -> Result<Option<Judgement>, StoreError> {
    let found: Option<(String, Moment, i64, String, Option<String>)> = submissions::table
        .inner_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .filter(submissions::id.eq(submission))
        .select((
            judgements::report,
            judgements::judged_at,
            judgements::wall_us,
            judgements::runtime_digest,
            judgements::contradiction,
        ))
        .first(conn)
        .optional()?;
    found
        .map(
            |(text, judged_at, wall_us, runtime_digest, contradiction)| {
                let report = serde_json::from_str(&text)
                    .map_err(|error| StoreError::Value(format!("an unreadable report: {error}")))?;
                Ok(Judgement {
                    report,
                    judged_at,
                    wall_us,
                    runtime_digest,
                    contradiction,
                })
            },
        )
        .transpose()
}

/// The judgements that count in a season, as its record has them, in the order of the submissions. Submissions
/// without one are left out.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn list_record(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> Result<Vec<season::Judgement>, StoreError> {
    let wrong = |error: &dyn std::fmt::Display| {
        StoreError::Value(format!("an unreadable judgement: {error}"))
    };
    let rows: Vec<(SubmissionId, String, String, String)> = that_count_in!(season)
        .order(submissions::id)
        .select((
            submissions::id,
            judgements::runtime_digest,
            judgements::scoring_version,
            judgements::report,
        ))
        .load(conn)?;
    rows.into_iter()
        .map(|(id, digest, scoring, report)| {
            Ok(season::Judgement {
                submission: u64::try_from(id.0).map_err(|error| wrong(&error))?,
                runtime_digest: digest.parse().map_err(|error| wrong(&error))?,
                scoring: scoring.parse().map_err(|error| wrong(&error))?,
                report: serde_json::from_str(&report).map_err(|error| wrong(&error))?,
            })
        })
        .collect()
}
