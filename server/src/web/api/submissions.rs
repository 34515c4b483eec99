//! Submitting, and what became of it.

use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::{Member as _, Report};
use dojo_judge::physics;
use dojo_judge::sequence::HELD_BACK;
use serde::Deserialize;
use serde_json::{Value, json};

use super::bearer::Bearer;
use super::utc;
use crate::error::{AppError, Kind};
use crate::pages::submission::Audience;
use crate::store::submissions::{self, ListedSubmission, Submitted};
use crate::store::{self, SubmissionId, SubmissionState};
use crate::web::submissions::{Reader, Seen, Submitter, answer_receipt, load_seen, submit_to};
use crate::web::views::{natural, ruled_word, state_word, submission_row};
use crate::web::visit::Visit;
use crate::web::{arrival, at, body, events, read};

/// Submissions in one list.
const LISTED_SUBMISSIONS: i64 = 100;

/// Longest key of a request.
const MAX_KEY_BYTES: usize = 200;

/// What a submission is told of which the rest is kept back.
const HELD_BACK_MEANS: &str =
    "The public terms are right. What the hidden ones are is told at Reveal.";

/// Longest time for which an answer is held back until there is a verdict.
const MAX_WAIT_SECONDS: u64 = 60;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at(
            "/seasons/{season}/problems/{problem}/submissions",
            web::post().to(submit),
        ))
        .service(at("/submissions", read().to(list_submissions)))
        .service(at("/submissions/{id}", read().to(submission)))
        .service(at("/submissions/{id}/receipt", read().to(receipt)));
}

async fn submit(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    // Before the body, which is dear to take.
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
            .json(json!({
                "id": id,
                "state": "QUEUED",
                "url": format!("/submissions/{id}"),
                "complaints": complaints,
            }))),
        Submitted::Refused(refusal) => Err(refusal.into()),
    }
}

/// The name under which a client sends this, and sends it again when no answer came.
fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, AppError> {
    let Some(value) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(key) if (1..=MAX_KEY_BYTES).contains(&key.len()) => Ok(Some(key.to_owned())),
        _ => Err(AppError::because(
            Kind::Unreadable,
            format!("an Idempotency-Key has 1 to {MAX_KEY_BYTES} printable ASCII characters"),
        )),
    }
}

/// The latest submissions of whom the token belongs to.
async fn list_submissions(visit: Visit, bearer: Bearer) -> Result<HttpResponse, AppError> {
    let me = bearer.0.id;
    let now = visit.now;
    let rows = store::run(&visit.app.pool, move |conn| {
        submissions::list_submissions(conn, me, None, LISTED_SUBMISSIONS, now)
    })
    .await?;
    let rows: Vec<Value> = rows.into_iter().map(listed_json).collect();
    Ok(HttpResponse::Ok().json(json!({"submissions": rows})))
}

fn listed_json(row: ListedSubmission) -> Value {
    let row = submission_row(row);
    json!({
        "id": row.id,
        "season": row.season,
        "problem": row.problem,
        "created_at": row.created_at,
        "verdict": row.verdict.word,
        "score": row.score,
        "l_chars": row.l_chars,
        "on_board": row.counts,
        "practice": row.practice,
    })
}

#[derive(Deserialize)]
struct WaitQuery {
    /// Seconds for which to hold the answer back until there is a verdict.
    #[serde(default)]
    wait: u64,
}

async fn submission(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    id: web::Path<i64>,
    query: web::Query<WaitQuery>,
) -> Result<HttpResponse, AppError> {
    let reader = Reader {
        id: Some(bearer.0.id),
        staff: bearer.is_staff(),
    };
    let id = SubmissionId(*id);
    let mut seen = load(&visit, id, reader).await?;
    if query.wait > 0 && !is_settled(&seen) {
        // Whoever waits holds nobody up.
        arrival::leave(&request);
        let patience = Duration::from_secs(query.wait.min(MAX_WAIT_SECONDS));
        events::wait_for_verdict(&visit.app, id, patience).await;
        seen = load(&visit, id, reader).await?;
    }
    Ok(HttpResponse::Ok().json(submission_json(&seen)))
}

/// The receipt of a submission of whom the token belongs to.
async fn receipt(
    visit: Visit,
    bearer: Bearer,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    answer_receipt(&visit, SubmissionId(*id), bearer.0.id).await
}

async fn load(visit: &Visit, id: SubmissionId, reader: Reader) -> Result<Seen, AppError> {
    // Whoever waited asks for what is there by now.
    let now = visit.app.clock.now();
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_seen(conn, id, reader, now))
    })
    .await
}

fn is_settled(seen: &Seen) -> bool {
    matches!(
        seen.submission.state,
        SubmissionState::Judged | SubmissionState::Internal
    )
}

fn submission_json(seen: &Seen) -> Value {
    let report = seen.judgement.as_ref().map(|judgement| &judgement.report);
    let n_public = natural(seen.problem.n_public);
    if seen.held {
        return held_json(seen);
    }
    let message = report.and_then(|report| match (seen.audience, report) {
        (Audience::Everything, Report::Sequence(report)) => Some(report.verdict.to_string()),
        (Audience::Author, Report::Sequence(report)) => {
            Some(report.verdict.public(n_public).message)
        }
        (Audience::Everything | Audience::Author, Report::Physics(report)) => {
            Some(report.verdict.to_string())
        }
        (Audience::Public, _) => None,
    });
    let result = report.map(|report| match (seen.audience, report) {
        (Audience::Everything, report) => json!(report),
        (Audience::Author, Report::Sequence(report)) => json!(report.public(n_public)),
        (Audience::Author, Report::Physics(report)) => json!(report.public(seen.feedback())),
        (Audience::Public, Report::Sequence(report)) => json!({
            "l_chars": report.l_chars,
            "brevity_bonus": report.brevity_bonus,
            "score": report.score,
        }),
        (Audience::Public, Report::Physics(report)) => json!({
            "formulas_scored": report.formulas_scored,
            "formulas_matched": report.formulas_matched,
            "score": report.score,
        }),
    });
    let all = report.filter(|_| seen.audience == Audience::Everything);
    let scored = report.filter(|_| all.is_some() || seen.season.shows_scores());
    let (word, message) = match (&seen.ruling, report) {
        (Some(ruling), _) => (ruled_word(ruling.kind), Some(ruling.reason.clone())),
        (None, Some(report)) => (report.verdict_word(), message),
        (None, None) => (state_word(seen.submission.state), None),
    };
    json!({
        "id": seen.submission.id,
        "season": seen.season.slug,
        "problem": seen.problem.slug,
        "created_at": utc(seen.submission.created_at),
        "judged_at": seen.judged_at().map(utc),
        "settled": is_settled(seen),
        "verdict": word,
        "message": message,
        "score": scored.map(Report::score),
        "final_answers": all.and_then(Derivations::report).and_then(physics::Report::final_answers),
        "report": result,
    })
}

/// A submission of which only that its public terms are right is told.
fn held_json(seen: &Seen) -> Value {
    let l_chars = seen
        .judgement
        .as_ref()
        .and_then(|it| it.report.worth().length);
    let (word, message) = match &seen.ruling {
        Some(ruling) => (ruled_word(ruling.kind), ruling.reason.as_str()),
        None => (HELD_BACK, HELD_BACK_MEANS),
    };
    json!({
        "id": seen.submission.id,
        "season": seen.season.slug,
        "problem": seen.problem.slug,
        "created_at": utc(seen.submission.created_at),
        "judged_at": null,
        "settled": true,
        "verdict": word,
        "message": message,
        "score": null,
        "final_answers": null,
        "report": {"l_chars": l_chars},
    })
}
