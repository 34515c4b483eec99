//! Judging submissions again: a set is made, looked at, then applied or discarded.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::Ask;
use super::bearer::Bearer;
use super::utc;
use crate::error::AppError;
use crate::season::command::Command;
use crate::season::rejudge;
use crate::store::rejudges::{self, Filter, Rejudge};
use crate::store::{self, RejudgeId};
use crate::web::organize::load_season;
use crate::web::visit::Visit;
use crate::web::{at, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/seasons/{season}/rejudges")
                .route(read().to(list))
                .route(web::post().to(create)),
        )
        .service(at("/seasons/{season}/rejudges/{id}", read().to(show)))
        .service(at(
            "/seasons/{season}/rejudges/{id}/apply",
            web::post().to(apply),
        ))
        .service(at(
            "/seasons/{season}/rejudges/{id}/discard",
            web::post().to(discard),
        ));
}

fn set_json(set: &Rejudge) -> Value {
    json!({
        "id": set.id,
        "state": set.state.as_str(),
        "reason": set.reason,
        "filter": serde_json::from_str::<Value>(&set.filter).unwrap_or_default(),
        "created_at": utc(set.created_at),
    })
}

async fn list(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let sets = store::run(&visit.app.pool, move |conn| {
        let season = load_season(conn, &slug)?;
        Ok::<_, AppError>(rejudges::list_rejudges(conn, season.id)?)
    })
    .await?;
    let sets: Vec<Value> = sets.iter().map(set_json).collect();
    Ok(HttpResponse::Ok().json(json!({"rejudges": sets})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CreateJson {
    #[serde(default)]
    problem: Option<String>,
    #[serde(default)]
    person: Option<String>,
    #[serde(default)]
    verdict: Option<String>,
    #[serde(default)]
    submission: Option<i64>,
    reason: String,
}

impl From<CreateJson> for Command {
    fn from(asked: CreateJson) -> Self {
        Self::Rejudge {
            filter: Filter {
                problem: asked.problem,
                person: asked.person,
                verdict: asked.verdict,
                submission: asked.submission,
            },
            reason: asked.reason,
        }
    }
}

async fn create(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let asked: CreateJson = ask.read(payload).await?;
    ask.ensure(asked.into()).await
}

/// Old beside new, whether or not it changes.
async fn show(
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let (slug, id) = path.into_inner();
    let (set, rows) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_season(conn, &slug)?;
            let set = rejudge::load(conn, season.id, RejudgeId(id))?;
            let rows = rejudges::list_comparisons(conn, set.id)?;
            Ok::<_, AppError>((set, rows))
        })
    })
    .await?;
    let mut body = set_json(&set);
    body["left"] = json!(rows.iter().filter(|row| row.new.is_none()).count());
    body["changed"] = json!(rows.iter().filter(|row| row.changes()).count());
    body["submissions"] = rows.iter().map(rejudge::comparison).collect();
    Ok(HttpResponse::Ok().json(body))
}

async fn apply(ask: Ask, path: web::Path<(String, i64)>) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Apply(RejudgeId(path.1))).await
}

async fn discard(ask: Ask, path: web::Path<(String, i64)>) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Discard(RejudgeId(path.1))).await
}
