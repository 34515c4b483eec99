//! A season in the hands of its organizers: imported, and taken step by step to its end. What a
//! step does is the business of `season::command`.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::package::{Room, unpack_within};
use serde::Deserialize;
use serde_json::json;

use super::ask::{Ask, load_status};
use super::bearer::Bearer;
use super::utc;
use crate::error::{AppError, Kind};
use crate::season::command::Command;
use crate::season::lifecycle::Dates;
use crate::season::{self, Folder, Imported};
use crate::store::{self, IncidentId, Moment, incidents, users};
use crate::web::organize::load_season;
use crate::web::visit::Visit;
use crate::web::{at, body, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/status", read().to(status)))
        .service(at("/seasons/{season}/commit", web::post().to(commit)))
        .service(at("/seasons/{season}/schedule", web::post().to(schedule)))
        .service(at("/seasons/{season}/open", web::post().to(open)))
        .service(at("/seasons/{season}/freeze", web::post().to(freeze)))
        .service(at("/seasons/{season}/score", web::post().to(score)))
        .service(at("/seasons/{season}/reveal", web::post().to(reveal)))
        .service(at("/seasons/{season}/finalize", web::post().to(finalize)))
        .service(at("/seasons/{season}/cancel", web::post().to(cancel)))
        .service(at("/seasons/{season}/retry", web::post().to(retry)))
        .service(at("/seasons/{season}/incidents", read().to(list_incidents)))
        .service(at(
            "/seasons/{season}/incidents/{id}/resolve",
            web::post().to(resolve),
        ));
}

#[derive(Deserialize)]
pub(super) struct ImportQuery {
    /// Sign-in name of the setter, who does not rank on these problems.
    #[serde(default)]
    setter: Option<String>,
}

/// Checks the folder of a season, which is the body as a zip or tar, runs its setters' programs and
/// stores it as a draft.
pub(super) async fn import(
    visit: Visit,
    bearer: Bearer,
    query: web::Query<ImportQuery>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let archive = body::read_archive(&visit, payload, &Room::SEASON).await?;
    let invalid = |message: String| AppError::because(Kind::Invalid, message);
    let files =
        unpack_within(&archive, &Room::SEASON).map_err(|error| invalid(error.to_string()))?;
    let folder = Folder::Unpacked(files);
    let content = season::read_season(&folder).map_err(|error| invalid(error.to_string()))?;
    let setter = match query.into_inner().setter {
        None => None,
        Some(name) => {
            let found = store::run(&visit.app.pool, {
                let name = name.clone();
                move |conn| users::find_user(conn, &name).map_err(AppError::from)
            });
            let user = found.await?;
            Some(
                user.ok_or_else(|| invalid(format!("there is no user `{name}`")))?
                    .id,
            )
        }
    };
    let (pool, now, slug) = (
        visit.app.pool.clone(),
        visit.now,
        content.season.slug.clone(),
    );
    let problems = content.problems.len();
    let imported = visit
        .app
        .validator
        .run(move |runtime| {
            season::validate_problems(&folder, &content, runtime)?;
            store::blocking(&pool, |conn| {
                season::import(conn, runtime, &content, setter, now)
            })
        })
        .await??;
    let (mut answer, outcome) = match imported {
        Imported::New(_) => (HttpResponse::Created(), "new"),
        Imported::Replaced(_) => (HttpResponse::Ok(), "replaced"),
        Imported::Versions(_) => (HttpResponse::Ok(), "versions"),
        Imported::Unchanged(_) => (HttpResponse::Ok(), "unchanged"),
    };
    Ok(answer
        .insert_header(("Location", format!("/api/v1/seasons/{slug}")))
        .json(json!({"season": slug, "outcome": outcome, "problems": problems})))
}

async fn status(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let status = store::run(&visit.app.pool, move |conn| load_status(conn, &slug)).await?;
    Ok(HttpResponse::Ok().json(status))
}

async fn commit(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Commit).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScheduleJson {
    opens_at: DateTime<Utc>,
    #[serde(default)]
    freeze_at: Option<DateTime<Utc>>,
    #[serde(default)]
    blackout_at: Option<DateTime<Utc>>,
    #[serde(default)]
    freeze_by_hand: bool,
}

impl TryFrom<ScheduleJson> for Command {
    type Error = AppError;

    fn try_from(asked: ScheduleJson) -> Result<Self, AppError> {
        if asked.freeze_by_hand && asked.freeze_at.is_some() {
            return Err(AppError::because(
                Kind::Invalid,
                "`freeze_at` and `freeze_by_hand`: a season has a date or is frozen by hand",
            ));
        }
        Ok(Self::Schedule(Dates {
            opens_at: Some(asked.opens_at.into()),
            freeze_at: asked.freeze_at.map(Moment::from),
            blackout_at: asked.blackout_at.map(Moment::from),
            frozen_by_hand: asked.freeze_by_hand,
        }))
    }
}

async fn schedule(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let asked: ScheduleJson = ask.read(payload).await?;
    ask.ensure(asked.try_into()?).await
}

async fn open(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Open).await
}

async fn freeze(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Freeze).await
}

async fn score(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Score).await
}

async fn reveal(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Reveal).await
}

async fn cancel(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Cancel).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FinalizeJson {
    /// The results hash that a replay elsewhere gave; it must be the same.
    #[serde(default)]
    replayed: Option<String>,
}

/// Replays the season, every program again, and makes it final when nothing differs.
async fn finalize(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let FinalizeJson { replayed } = ask.read(payload).await?;
    let elsewhere = replayed
        .map(|text| text.parse())
        .transpose()
        .map_err(|error| AppError::because(Kind::Invalid, format!("`replayed`: {error}")))?;
    ask.ensure(Command::Finalize {
        elsewhere,
        scores_only: false,
    })
    .await
}

/// Judges the submissions that failed by our fault once more.
async fn retry(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Retry).await
}

/// What must not happen and did, as long as nobody has seen to it.
async fn list_incidents(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let open = store::run(&visit.app.pool, move |conn| {
        let season = load_season(conn, &slug)?;
        Ok::<_, AppError>(incidents::list_open_incidents(conn, season.id)?)
    })
    .await?;
    let open: Vec<_> = open
        .into_iter()
        .map(|incident| {
            json!({
                "id": incident.id,
                "submission": incident.submission_id,
                "what": incident.what,
                "happened_at": utc(incident.happened_at),
            })
        })
        .collect();
    Ok(HttpResponse::Ok().json(json!({"incidents": open})))
}

async fn resolve(ask: Ask, path: web::Path<(String, i64)>) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Resolve(IncidentId(path.1))).await
}
