//! What leaves the contest, and what comes back into it.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use serde_json::json;

use super::ask::Ask;
use super::bearer::Bearer;
use crate::error::{AppError, Kind};
use crate::season::command::Command;
use crate::season::rulings::Target;
use crate::store::{self, SubmissionId, rulings as ruling_table};
use crate::web::organize::{SHOWN_RULINGS, load_season};
use crate::web::visit::Visit;
use crate::web::{at, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/rulings", read().to(list)))
        .service(at(
            "/seasons/{season}/problems/{problem}/withdraw",
            web::post().to(withdraw_problem),
        ))
        .service(at(
            "/seasons/{season}/disqualify",
            web::post().to(disqualify),
        ))
        .service(at("/seasons/{season}/reinstate", web::post().to(reinstate)));
}

/// The submissions that are out of the contest, the latest ruling first.
async fn list(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let out = store::run(&visit.app.pool, move |conn| {
        let season = load_season(conn, &slug)?;
        Ok::<_, AppError>(ruling_table::list_rulings(conn, season.id, SHOWN_RULINGS)?)
    })
    .await?;
    let out: Vec<_> = out
        .into_iter()
        .map(|(ruling, author)| {
            json!({
                "submission": ruling.submission_id,
                "person": author,
                "kind": ruling.kind.as_str(),
                "reason": ruling.reason,
            })
        })
        .collect();
    Ok(HttpResponse::Ok().json(json!({"rulings": out})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithdrawJson {
    reason: String,
}

async fn withdraw_problem(
    ask: Ask,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let WithdrawJson { reason } = ask.read(payload).await?;
    let (_, problem) = path.into_inner();
    ask.ensure(Command::WithdrawProblem { problem, reason })
        .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulingJson {
    #[serde(default)]
    submission: Option<i64>,
    #[serde(default)]
    person: Option<String>,
    reason: String,
}

impl RulingJson {
    fn target(self) -> Result<(Target, String), AppError> {
        let target = match (self.submission, self.person) {
            (Some(id), None) => Target::Submission(SubmissionId(id)),
            (None, Some(name)) => Target::Person(name),
            (None, None) | (Some(_), Some(_)) => {
                let detail = "name either a `submission` or a `person`";
                return Err(AppError::because(Kind::Invalid, detail));
            }
        };
        Ok((target, self.reason))
    }
}

async fn disqualify(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let (target, reason) = ask.read::<RulingJson>(payload).await?.target()?;
    ask.ensure(Command::Disqualify { target, reason }).await
}

async fn reinstate(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let (target, reason) = ask.read::<RulingJson>(payload).await?.target()?;
    ask.ensure(Command::Reinstate { target, reason }).await
}
