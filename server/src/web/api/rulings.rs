//! Rulings: taking problems, submissions and people out of the contest, and back in.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use super::season_commands::Ask;
use super::utc;
use crate::error::{AppError, AppErrorKind};
use crate::season::command::Command;
use crate::season::replacing::Replacement;
use crate::season::rulings::{LISTED, Target};
use crate::season::status::Status;
use crate::store::{self, DraftId, SubmissionId, rulings};
use crate::web::resources::seasons::load_any;
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/rulings", read().to(list_rulings)))
        .service(at(
            "/seasons/{season}/problems/{problem}/withdraw",
            web::post().to(withdraw_problem),
        ))
        .service(at(
            "/seasons/{season}/problems/{problem}/correct",
            web::post().to(correct_problem),
        ))
        .service(at(
            "/seasons/{season}/problems/{problem}/hold",
            web::post().to(hold_problem),
        ))
        .service(at(
            "/seasons/{season}/problems/{problem}/release",
            web::post().to(release_problem),
        ))
        .service(at(
            "/seasons/{season}/problems/{problem}/replace",
            web::post().to(replace_problem),
        ))
        .service(at(
            "/seasons/{season}/disqualify",
            web::post().to(disqualify),
        ))
        .service(at("/seasons/{season}/reinstate", web::post().to(reinstate)));
}

#[derive(OpenApi)]
#[openapi(paths(
    list_rulings,
    withdraw_problem,
    correct_problem,
    hold_problem,
    release_problem,
    replace_problem,
    disqualify,
    reinstate
))]
pub(super) struct Paths;

/// A submission that is out of the contest.
#[derive(Serialize, ToSchema)]
struct RulingAnswer {
    #[schema(value_type = i64)]
    submission: SubmissionId,
    /// Sign-in name of its author.
    person: String,
    /// `disqualified` or `withdrawn`.
    kind: &'static str,
    reason: String,
}

/// A person who is out of the contest.
#[derive(Serialize, ToSchema)]
struct PersonOutAnswer {
    /// Sign-in name.
    person: String,
    reason: String,
    since: DateTime<Utc>,
}

/// Those that are out.
#[derive(Serialize, ToSchema)]
struct RulingsAnswer {
    people: Vec<PersonOutAnswer>,
    rulings: Vec<RulingAnswer>,
}

/// The people and the submissions that are out of the contest, the latest ruling first.
#[utoipa::path(get, path = "/seasons/{season}/rulings", responses((status = 200, description = "They", body = RulingsAnswer)))]
async fn list_rulings(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<web::Json<RulingsAnswer>, AppError> {
    bearer.organizer()?;
    let (people, out) = store::run(&visit.app.pool, move |conn| {
        let season = load_any(conn, &slug)?;
        let people = rulings::list_people_out(conn, season.id, LISTED)?;
        Ok::<_, AppError>((people, rulings::list_rulings(conn, season.id, LISTED)?))
    })
    .await?;
    let rulings = out
        .into_iter()
        .map(|(ruling, person)| RulingAnswer {
            submission: ruling.submission_id,
            person,
            kind: ruling.kind.as_str(),
            reason: ruling.reason,
        })
        .collect();
    let people = people
        .into_iter()
        .map(|out| PersonOutAnswer {
            person: out.name,
            reason: out.reason,
            since: utc(out.since),
        })
        .collect();
    Ok(web::Json(RulingsAnswer { people, rulings }))
}

/// Why a problem is taken out, hidden or shown.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReasonRequest {
    /// For everybody to read.
    reason: String,
}

/// Takes a problem out of the contest: 0 points for everyone.
#[utoipa::path(post, path = "/seasons/{season}/problems/{problem}/withdraw", request_body = ReasonRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn withdraw_problem(
    ask: Ask,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let ReasonRequest { reason } = ask.read(payload).await?;
    let (_, problem) = path.into_inner();
    ask.ensure(Command::WithdrawProblem { problem, reason })
        .await
}

/// What is wrong in a statement.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CorrectRequest {
    /// What stands above the statement from now on; at most 2,000 characters.
    text: String,
}

/// Puts words above the statement of a problem, for ever, and tells everybody. Each request adds one.
#[utoipa::path(post, path = "/seasons/{season}/problems/{problem}/correct", request_body = CorrectRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn correct_problem(
    ask: Ask,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let CorrectRequest { text } = ask.read(payload).await?;
    let (_, problem) = path.into_inner();
    ask.ensure(Command::CorrectProblem { problem, text }).await
}

/// Hides a problem for a while: nobody reads it or submits to it. Points stay.
#[utoipa::path(post, path = "/seasons/{season}/problems/{problem}/hold", request_body = ReasonRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn hold_problem(
    ask: Ask,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let ReasonRequest { reason } = ask.read(payload).await?;
    let (_, problem) = path.into_inner();
    ask.ensure(Command::HoldProblem { problem, reason }).await
}

/// Shows a hidden problem again.
#[utoipa::path(post, path = "/seasons/{season}/problems/{problem}/release", request_body = ReasonRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn release_problem(
    ask: Ask,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let ReasonRequest { reason } = ask.read(payload).await?;
    let (_, problem) = path.into_inner();
    ask.ensure(Command::ReleaseProblem { problem, reason })
        .await
}

/// What takes the place of a problem.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReplaceRequest {
    /// Number of the draft, which may have the same slug.
    draft: i64,
    /// Every attempt that counts is sent again, not only the best of each person.
    #[serde(default)]
    all: bool,
    /// Why, for everybody to read.
    reason: String,
}

/// Puts the problem of a draft in the place of one that is wrong, while the season is open. What counts is sent again
/// for its authors and costs no attempt; the old version is withdrawn.
#[utoipa::path(post, path = "/seasons/{season}/problems/{problem}/replace", request_body = ReplaceRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn replace_problem(
    ask: Ask,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let ReplaceRequest { draft, all, reason } = ask.read(payload).await?;
    let (_, problem) = path.into_inner();
    let draft = DraftId(draft);
    ask.ensure(Command::ReplaceProblem(Replacement {
        problem,
        draft,
        all,
        reason,
    }))
    .await
}

/// Whom a ruling is about: a submission or a person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RulingRequest {
    #[serde(default)]
    submission: Option<i64>,
    #[serde(default)]
    person: Option<String>,
    /// For everybody to read.
    reason: String,
}

impl RulingRequest {
    fn target(self) -> Result<(Target, String), AppError> {
        let target = match (self.submission, self.person) {
            (Some(id), None) => Target::Submissions(vec![SubmissionId(id)]),
            (None, Some(name)) => Target::Person(name),
            (None, None) | (Some(_), Some(_)) => {
                let detail = "name either a `submission` or a `person`";
                return Err(AppError::because(AppErrorKind::Invalid, detail));
            }
        };
        Ok((target, self.reason))
    }
}

/// Takes a submission out, or a person: all submissions, and those to come.
#[utoipa::path(post, path = "/seasons/{season}/disqualify", request_body = RulingRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn disqualify(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let (target, reason) = ask.read::<RulingRequest>(payload).await?.target()?;
    ask.ensure(Command::Disqualify { target, reason }).await
}

/// Takes a submission back in, or a person with the submissions that went out with the person.
#[utoipa::path(post, path = "/seasons/{season}/reinstate", request_body = RulingRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn reinstate(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let (target, reason) = ask.read::<RulingRequest>(payload).await?.target()?;
    ask.ensure(Command::Reinstate { target, reason }).await
}
