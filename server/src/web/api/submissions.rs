//! Submitting, and the results of submissions.

use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::{Member as _, Report};
use dojo_judge::derivation::{self, FinalAnswers};
use dojo_judge::sequence::HELD_BACK;
use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use super::utc;
use crate::auth::Whose;
use crate::contests::{self, Audience};
use crate::error::{AppError, AppErrorKind};
use crate::pages::submission::BoardPlace;
use crate::store::submissions::{self, ListedSubmission, Submitted};
use crate::store::{self, AnyConnection, Moment, StoreError, SubmissionId, SubmissionState};
use crate::web::address_query::AddressQuery;
use crate::web::after_verdict::load_place;
use crate::web::resources::reader::Reader;
use crate::web::resources::submissions::{
    SeenSubmission, Submitter, answer_receipt, load_seen, submit_to,
};
use crate::web::resources::{transcripts, verdicts};
use crate::web::route::{at, read};
use crate::web::views::{ruled_word, state_word, submission_row};
use crate::web::visit::Visit;
use crate::web::{body, body_limits, trial_runs};

/// Most submissions in one list.
const LISTED_SUBMISSIONS: i64 = 100;

/// Most bytes of an idempotency key.
const MAX_KEY_BYTES: usize = 200;

/// The verdict of a source that Python cannot parse.
const REJECT_SYNTAX: &str = "REJECT_SYNTAX";

/// The message about a submission whose verdict is held back.
const HELD_BACK_MEANS: &str =
    "The public terms are right. What the hidden ones are is told at Reveal.";

/// The longest time for which an answer may wait for a verdict.
const MAX_WAIT_SECONDS: u64 = 60;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at(
            "/seasons/{season}/problems/{problem}/submissions",
            web::post().to(submit),
        ))
        .service(at("/submissions", read().to(list_submissions)))
        .service(at("/submissions/{id}", read().to(submission)))
        .service(at("/submissions/{id}/receipt", read().to(receipt)))
        .service(at(
            "/submissions/{id}/transcript",
            web::put().to(publish_transcript),
        ));
}

#[derive(OpenApi)]
#[openapi(paths(submit, list_submissions, submission, receipt, publish_transcript))]
pub(super) struct Paths;

/// What is submitted.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the form is read by `web::body`, from JSON or multipart"
)]
struct SubmitRequest {
    /// The program, or the derivation in Markdown.
    source: String,
    method_tag: Option<String>,
    notes: Option<String>,
}

/// A submission that is stored.
#[derive(Serialize, ToSchema)]
struct StoredAnswer {
    #[schema(value_type = i64)]
    id: SubmissionId,
    /// `QUEUED`.
    state: &'static str,
    /// Its page on the site.
    url: String,
    /// What is wrong with the tag or the notes.
    complaints: Vec<String>,
}

/// Submits; the same under the same `Idempotency-Key` is the same submission.
#[utoipa::path(
    post,
    path = "/seasons/{season}/problems/{problem}/submissions",
    params(("idempotency-key" = Option<String>, Header, description = "A word of your own")),
    request_body(
        content((SubmitRequest = "application/json"), (SubmitRequest = "multipart/form-data")),
    ),
    responses((status = 201, description = "It is stored", body = StoredAnswer)),
)]
async fn submit(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    // Checked before the body is read, which is expensive.
    visit.app.limiters.submit.check(visit.address)?;
    let body::Submission { source, solution } = body::read_submission(&request, payload).await?;
    let complaints: Vec<String> = solution
        .complaints
        .iter()
        .map(ToString::to_string)
        .collect();
    let submitter = Submitter {
        id: bearer.0.id,
        staff: bearer.is_staff(),
    };
    let key = idempotency_key(&request)?;
    match submit_to(&visit, path.into_inner(), submitter, source, solution, key).await? {
        Submitted::Stored(id) => Ok(HttpResponse::Created()
            .insert_header((header::LOCATION, format!("/api/v1/submissions/{id}")))
            .json(StoredAnswer {
                id,
                state: "QUEUED",
                url: format!("/submissions/{id}"),
                complaints,
            })),
        Submitted::Refused(refusal) => Err(refusal.into()),
    }
}

/// The idempotency key: the name under which a client sends a submission, and sends it again when no answer came.
fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, AppError> {
    let Some(value) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(key) if (1..=MAX_KEY_BYTES).contains(&key.len()) => Ok(Some(key.to_owned())),
        _ => Err(AppError::because(
            AppErrorKind::Unreadable,
            format!("an Idempotency-Key has 1 to {MAX_KEY_BYTES} printable ASCII characters"),
        )),
    }
}

/// A submission in a list.
#[derive(Serialize, ToSchema)]
struct ListedAnswer {
    id: i64,
    season: String,
    problem: String,
    created_at: DateTime<Utc>,
    verdict: String,
    score: Option<u32>,
    l_chars: Option<u32>,
    on_board: bool,
    practice: bool,
}

impl From<ListedSubmission> for ListedAnswer {
    fn from(row: ListedSubmission) -> Self {
        let row = submission_row(row);
        Self {
            id: row.id,
            season: row.season,
            problem: row.problem,
            created_at: row.created_at,
            verdict: row.verdict.word.into(),
            score: row.score,
            l_chars: row.l_chars,
            on_board: row.counts,
            practice: row.practice,
        }
    }
}

/// Submissions of one person.
#[derive(Serialize, ToSchema)]
struct SubmissionsAnswer {
    submissions: Vec<ListedAnswer>,
}

/// The latest hundred submissions of whom the token belongs to.
#[utoipa::path(get, path = "/submissions", responses((status = 200, description = "They", body = SubmissionsAnswer)))]
async fn list_submissions(
    visit: Visit,
    bearer: Bearer,
) -> Result<web::Json<SubmissionsAnswer>, AppError> {
    let me = bearer.0.id;
    let now = visit.now;
    let rows = store::run(&visit.app.pool, move |conn| {
        submissions::list_submissions(conn, me, None, LISTED_SUBMISSIONS, now)
    })
    .await?;
    let submissions = rows.into_iter().map(ListedAnswer::from).collect();
    Ok(web::Json(SubmissionsAnswer { submissions }))
}

#[derive(Deserialize)]
struct WaitQuery {
    /// Seconds for which to hold the answer back until there is a verdict.
    #[serde(default)]
    wait: WaitSeconds,
}

/// Seconds for which an answer may be held back.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(try_from = "u64")]
struct WaitSeconds(u64);

impl TryFrom<u64> for WaitSeconds {
    type Error = String;

    fn try_from(seconds: u64) -> Result<Self, String> {
        if seconds <= MAX_WAIT_SECONDS {
            Ok(Self(seconds))
        } else {
            Err(format!("`wait` is at most {MAX_WAIT_SECONDS}"))
        }
    }
}

/// A submission, and what became of it.
#[utoipa::path(
    get,
    path = "/submissions/{id}",
    params(("wait" = Option<u64>, Query, description = "Seconds for which to hold the answer back until there is a verdict, at most 60")),
    responses((status = 200, description = "The submission", body = SubmissionAnswer)),
)]
async fn submission(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    id: web::Path<i64>,
    query: AddressQuery<WaitQuery>,
) -> Result<web::Json<SubmissionAnswer>, AppError> {
    let reader = bearer.reader();
    let id = SubmissionId(*id);
    let mut seen = load(&visit, id, reader).await?;
    if query.wait.0 > 0 && !is_settled(&seen.0) {
        // A request that waits for a verdict gives its turn to others.
        body_limits::leave(&request);
        let patience = Duration::from_secs(query.wait.0);
        verdicts::wait(&visit.app, id, patience).await;
        seen = load(&visit, id, reader).await?;
    }
    let excerpt = load_excerpt(&visit, &bearer, &seen.0).await?;
    let answer = SubmissionAnswer::of(seen)?;
    Ok(web::Json(SubmissionAnswer { excerpt, ..answer }))
}

/// The line of a source that Python cannot parse, for readers who may read the whole source.
async fn load_excerpt(
    visit: &Visit,
    bearer: &Bearer,
    seen: &SeenSubmission,
) -> Result<Option<String>, AppError> {
    let report = seen.judgement.as_ref().map(|judgement| &judgement.report);
    let is_syntax = report.is_some_and(|report| report.verdict_word() == REJECT_SYNTAX);
    if !is_syntax || seen.held || seen.audience == Audience::Public {
        return Ok(None);
    }
    let id = seen.submission.id;
    let source = store::run(&visit.app.pool, move |conn| {
        submissions::load_source(conn, id).map_err(StoreError::from)
    })
    .await?;
    let whose = Whose::Account(bearer.0.id);
    Ok(trial_runs::syntax_excerpt(visit, whose, &source).await)
}

/// The receipt of a submission of whom the token belongs to.
#[utoipa::path(get, path = "/submissions/{id}/receipt", responses((status = 200, description = "The receipt", body = Object)))]
async fn receipt(
    visit: Visit,
    bearer: Bearer,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    answer_receipt(&visit, SubmissionId(*id), bearer.0.id).await
}

/// A transcript that is published.
#[derive(Serialize, ToSchema)]
struct TranscriptAnswer {
    /// Where everybody reads it, on the site.
    url: String,
}

/// From Reveal on, publishes the transcript whose hash is in the notes of the receipt.
#[utoipa::path(
    put,
    path = "/submissions/{id}/transcript",
    request_body(content((Object = "application/json"))),
    responses(
        (status = 201, description = "It is published", body = TranscriptAnswer),
        (status = 200, description = "It was published before", body = TranscriptAnswer),
    ),
)]
async fn publish_transcript(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    id: web::Path<i64>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let bytes = body::read_transcript(&visit, &request, payload).await?;
    let is_new = transcripts::publish(&visit, SubmissionId(*id), bearer.reader(), bytes).await?;
    let mut answer = if is_new {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    };
    Ok(answer.json(TranscriptAnswer {
        url: format!("/submissions/{id}/transcript.json"),
    }))
}

/// A submission; for its author with the place on the board of the problem.
async fn load(
    visit: &Visit,
    id: SubmissionId,
    reader: Reader,
) -> Result<(SeenSubmission, Option<BoardPlace>), AppError> {
    // The time is read anew: the request may have waited for the verdict.
    let now = visit.app.clock.now();
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_with_place(conn, id, reader, now))
    })
    .await
}

fn load_with_place(
    conn: &mut AnyConnection,
    id: SubmissionId,
    reader: Reader,
    now: Moment,
) -> Result<(SeenSubmission, Option<BoardPlace>), AppError> {
    let seen = load_seen(conn, id, reader, now)?;
    let place = if seen.own && seen.judgement.is_some() && seen.ruling.is_none() {
        load_place(conn, &seen.season, &seen.problem, &seen.submission)?
    } else {
        None
    };
    Ok((seen, place))
}

/// A submission as the API shows it to one reader.
///
/// # Errors
///
/// `NotFound` when there is none that the reader may see.
pub(in crate::web) fn load_submission(
    conn: &mut AnyConnection,
    id: SubmissionId,
    reader: Reader,
    now: Moment,
) -> Result<Value, AppError> {
    let told = SubmissionAnswer::of(load_with_place(conn, id, reader, now)?)?;
    to_value(told).map_err(AppError::internal)
}

fn is_settled(seen: &SeenSubmission) -> bool {
    matches!(
        seen.submission.state,
        SubmissionState::Judged | SubmissionState::Internal
    )
}

/// A submission as one reader may see it.
#[derive(Serialize, ToSchema)]
struct SubmissionAnswer {
    #[schema(value_type = i64)]
    id: SubmissionId,
    season: String,
    problem: String,
    created_at: DateTime<Utc>,
    judged_at: Option<DateTime<Utc>>,
    /// The verdict stands.
    settled: bool,
    verdict: String,
    message: Option<String>,
    /// Of a source that Python cannot read, for its author: the line, with a caret under the place.
    excerpt: Option<String>,
    score: Option<u32>,
    /// From Reveal on, of a derivation.
    #[schema(value_type = Option<Object>)]
    final_answers: Option<FinalAnswers>,
    /// The author's place on the board of the problem, for the author.
    board: Option<BoardAnswer>,
    /// As much of the report as the reader may see.
    #[schema(value_type = Option<Object>)]
    report: Option<Value>,
}

impl SubmissionAnswer {
    fn of((seen, place): (SeenSubmission, Option<BoardPlace>)) -> Result<Self, AppError> {
        if seen.held {
            return Self::held(seen);
        }
        let report = seen.judgement.as_ref().map(|judgement| &judgement.report);
        let host = contests::of(seen.season.contest).host;
        let asker = seen.asker();
        let shown = report.map(|report| host.shown(report, &asker)).transpose();
        let all = report.filter(|_| seen.audience == Audience::Everything);
        let scored = report.filter(|_| all.is_some() || seen.shows_scores());
        let (word, message) = match (&seen.ruling, report) {
            (Some(ruling), _) => (ruled_word(ruling.kind), Some(ruling.reason.clone())),
            (None, Some(report)) => (report.verdict_word(), host.message(report, &asker)),
            (None, None) => (state_word(seen.submission.state), None),
        };
        Ok(Self {
            id: seen.submission.id,
            created_at: utc(seen.submission.created_at),
            judged_at: seen.judged_at().map(utc),
            settled: is_settled(&seen),
            verdict: word.to_owned(),
            message,
            excerpt: None,
            score: scored.map(Report::score),
            board: place.map(BoardAnswer::from),
            final_answers: all
                .and_then(Derivations::report)
                .and_then(derivation::Report::final_answers),
            report: shown.map_err(AppError::internal)?,
            season: seen.season.slug,
            problem: seen.problem.slug,
        })
    }

    /// A submission of which the reader only learns that its public terms are right.
    fn held(seen: SeenSubmission) -> Result<Self, AppError> {
        let judgement = seen.judgement.as_ref();
        let shown = HeldProgram {
            l_chars: judgement.and_then(|judgement| judgement.report.worth().length),
        };
        let (word, message) = match seen.ruling {
            Some(ruling) => (ruled_word(ruling.kind), ruling.reason),
            None => (HELD_BACK, HELD_BACK_MEANS.to_owned()),
        };
        Ok(Self {
            id: seen.submission.id,
            season: seen.season.slug,
            problem: seen.problem.slug,
            created_at: utc(seen.submission.created_at),
            judged_at: None,
            settled: true,
            verdict: word.to_owned(),
            message: Some(message),
            excerpt: None,
            score: None,
            board: None,
            final_answers: None,
            report: Some(to_value(shown).map_err(AppError::internal)?),
        })
    }
}

/// A place on the board of a problem.
#[derive(Serialize, ToSchema)]
struct BoardAnswer {
    /// From 1.
    rank: u32,
    /// People on the board.
    people: u32,
    /// Bytes more than the shortest right program, where lengths count and the author has a right one.
    bytes_behind: Option<u32>,
    /// It is the board of all time, on which practice stands.
    all_time: bool,
    /// The submission that stands there, if it is another one.
    best: Option<i64>,
}

impl From<BoardPlace> for BoardAnswer {
    fn from(place: BoardPlace) -> Self {
        Self {
            rank: place.rank,
            people: place.people,
            bytes_behind: place.behind,
            all_time: place.all_time,
            best: place.best,
        }
    }
}

/// What is told of a program whose verdict is held back.
#[derive(Serialize)]
struct HeldProgram {
    l_chars: Option<u32>,
}
