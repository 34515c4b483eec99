//! What leaves the contest, and what comes back into it.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use serde_json::json;

use super::bearer::Bearer;
use super::organize::change;
use crate::error::{AppError, Kind};
use crate::season::rulings::{self, Target};
use crate::store::{self, SubmissionId, rulings as ruling_table};
use crate::web::organize::{SHOWN_RULINGS, load_season};
use crate::web::visit::Visit;
use crate::web::{at, body, read};

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
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let WithdrawJson { reason } = body::read_json(&request, payload).await?;
    let (slug, problem) = path.into_inner();
    let now = visit.now;
    change(&visit, slug, move |conn, season| {
        Ok(rulings::withdraw_problem(
            conn, season.id, &problem, &reason, now,
        )?)
    })
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

async fn disqualify(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let actor = bearer.organizer()?;
    let asked = RulingJson::read(&request, payload).await?;
    let now = visit.now;
    change(&visit, slug.into_inner(), move |conn, season| {
        rulings::disqualify(conn, season.id, asked.target(), &asked.reason, &actor, now)?;
        Ok(())
    })
    .await
}

impl RulingJson {
    async fn read(request: &HttpRequest, payload: web::Payload) -> Result<Self, AppError> {
        let asked: Self = body::read_json(request, payload).await?;
        if asked.submission.is_some() == asked.person.is_some() {
            return Err(AppError::because(
                Kind::Invalid,
                "name either a `submission` or a `person`",
            ));
        }
        Ok(asked)
    }

    fn target(&self) -> Target<'_> {
        match self.submission {
            Some(id) => Target::Submission(SubmissionId(id)),
            None => Target::Person(self.person.as_deref().unwrap_or_default()),
        }
    }
}

async fn reinstate(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let actor = bearer.organizer()?;
    let asked = RulingJson::read(&request, payload).await?;
    let now = visit.now;
    change(&visit, slug.into_inner(), move |conn, season| {
        Ok(rulings::reinstate(
            conn,
            season.id,
            asked.target(),
            &asked.reason,
            &actor,
            now,
        )?)
    })
    .await
}
