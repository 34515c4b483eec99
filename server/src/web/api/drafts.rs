//! A setter's drafts, as `web::drafts` has them on pages.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use dojo_judge::package::Room;
use serde::Deserialize;
use serde_json::{Value, json};

use super::bearer::Bearer;
use super::setting::ValidateQuery;
use crate::error::AppError;
use crate::store::drafts::{self, Draft};
use crate::store::users::User;
use crate::store::{self, DraftId, StoreError};
use crate::web::drafts::{download, hand_in, keep, load_visible, remove};
use crate::web::setter::require_setter;
use crate::web::visit::Visit;
use crate::web::{at, body, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/drafts")
                .route(read().to(list))
                .route(web::post().to(send)),
        )
        .service(
            web::resource("/drafts/{draft}")
                .route(read().to(show))
                .route(web::put().to(replace))
                .route(web::delete().to(delete)),
        )
        .service(at("/drafts/{draft}/package", read().to(package)))
        .service(at("/drafts/{draft}/commit", web::post().to(commit)));
}

fn setter(bearer: &Bearer) -> Result<&User, AppError> {
    require_setter(&bearer.0)?;
    Ok(&bearer.0)
}

fn draft_json(draft: &Draft) -> Value {
    json!({
        "id": draft.id,
        "setter": draft.setter,
        "slug": draft.slug,
        "title": draft.title,
        "state": draft.state.as_str(),
        "held_against": draft.held_against,
        "created_at": draft.created_at.utc(),
        "updated_at": draft.updated_at.utc(),
        "became": draft.became.as_ref().map(|became| json!({
            "season": became.season,
            "problem": became.problem,
            "version": became.version,
            "commitment": became.commitment,
            "committed_at": became.committed_at.map(store::Moment::utc),
        })),
    })
}

/// One's own drafts, the newest first.
async fn list(bearer: Bearer, visit: Visit) -> Result<HttpResponse, AppError> {
    let me = setter(&bearer)?.id;
    let all = store::run(&visit.app.pool, move |conn| {
        drafts::list_drafts(conn, Some(me), i64::MAX).map_err(StoreError::from)
    })
    .await?;
    let all: Vec<Value> = all.iter().map(draft_json).collect();
    Ok(HttpResponse::Ok().json(json!({"drafts": all})))
}

/// A draft with its report.
async fn load(visit: &Visit, user: &User, id: DraftId) -> Result<Value, AppError> {
    let (me, staff) = (user.id, user.role.sees_hidden_terms());
    let (draft, report) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, me, staff, id)?;
            Ok::<_, AppError>((draft, drafts::load_report(conn, id)?))
        })
    })
    .await?;
    let mut value = draft_json(&draft);
    value["report"] = json!(report);
    Ok(value)
}

async fn show(bearer: Bearer, visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    Ok(HttpResponse::Ok().json(load(&visit, setter(&bearer)?, DraftId(*id)).await?))
}

async fn send(
    bearer: Bearer,
    visit: Visit,
    query: web::Query<ValidateQuery>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let user = setter(&bearer)?;
    let package = body::read_archive(&visit, payload, &Room::PACKAGE)
        .await?
        .to_vec();
    let id = keep(&visit, user, None, query.season(), package).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/api/v1/drafts/{id}")))
        .json(load(&visit, user, id).await?))
}

async fn replace(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
    query: web::Query<ValidateQuery>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let user = setter(&bearer)?;
    let package = body::read_archive(&visit, payload, &Room::PACKAGE)
        .await?
        .to_vec();
    let id = keep(&visit, user, Some(DraftId(*id)), query.season(), package).await?;
    Ok(HttpResponse::Ok().json(load(&visit, user, id).await?))
}

async fn delete(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    remove(&visit, setter(&bearer)?.id, DraftId(*id)).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn package(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    let user = setter(&bearer)?;
    download(&visit, user.id, user.role.sees_hidden_terms(), DraftId(*id)).await
}

#[derive(Deserialize)]
struct CommitQuery {
    season: String,
}

async fn commit(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
    wanted: web::Query<CommitQuery>,
) -> Result<HttpResponse, AppError> {
    let handed_in = hand_in(&visit, setter(&bearer)?.id, DraftId(*id), &wanted.season).await?;
    Ok(HttpResponse::Created().json(json!({
        "season": wanted.season,
        "problem": handed_in.problem,
        "version": handed_in.version,
        "commitment": handed_in.commitment,
        "committed_at": handed_in.committed_at.utc(),
    })))
}
