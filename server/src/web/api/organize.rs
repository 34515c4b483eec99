//! A season in the hands of its organizers: imported, and taken step by step to its end. What a
//! step does is the business of `season::lifecycle`.
//!
//! A step that has been done already is answered like one that was done now, so that a request whose
//! answer got lost can be sent again.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::season::Digest;
use dojo_judge::sequence::package::{Room, unpack_within};
use serde::Deserialize;
use serde_json::json;

use super::bearer::Bearer;
use super::utc;
use crate::error::{AppError, Kind};
use crate::season::lifecycle::{self, Actor, ChangeError, Dates};
use crate::season::state::Illegal;
use crate::season::status::Status;
use crate::season::{self, Folder, Imported, commit, scores};
use crate::store::seasons::Season;
use crate::store::{self, AnyConnection, IncidentId, Moment, SeasonState, incidents, queue, users};
use crate::web::organize::{self, load_season};
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
    visit.app.limiters.submit.check(visit.address)?;
    let archive = body::read_archive(payload, &Room::SEASON).await?;
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

fn load_status(conn: &mut AnyConnection, slug: &str) -> Result<Status, AppError> {
    store::read(conn, |conn| {
        let season = load_season(conn, slug)?;
        Ok(Status::load(conn, season)?)
    })
}

/// Does something to a season and answers with where it then stands.
pub(super) async fn change(
    visit: &Visit,
    slug: String,
    f: impl FnOnce(&mut AnyConnection, &Season) -> Result<(), AppError> + Send + 'static,
) -> Result<HttpResponse, AppError> {
    let status = store::run_write(&visit.app.pool, move |conn| {
        let season = load_season(conn, &slug)?;
        f(conn, &season)?;
        load_status(conn, &slug)
    })
    .await?;
    visit.app.waker.wake();
    Ok(HttpResponse::Ok().json(status))
}

/// A step that has been done already is as good as one that was done now.
fn once(outcome: Result<(), ChangeError>) -> Result<(), AppError> {
    match outcome {
        Err(ChangeError::Illegal(Illegal { state, event })) if state == event.target() => Ok(()),
        outcome => Ok(outcome?),
    }
}

async fn commit(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let now = visit.now;
    change(&visit, slug.into_inner(), move |conn, season| {
        commit::commit_problems(conn, season.id, now)?;
        Ok(())
    })
    .await
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

async fn schedule(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let actor = bearer.organizer()?;
    let asked: ScheduleJson = body::read_json(&request, payload).await?;
    if asked.freeze_by_hand && asked.freeze_at.is_some() {
        return Err(AppError::because(
            Kind::Invalid,
            "`freeze_at` and `freeze_by_hand`: a season has a date or is frozen by hand",
        ));
    }
    let dates = Dates {
        opens_at: Some(asked.opens_at.into()),
        freeze_at: asked.freeze_at.map(Moment::from),
        blackout_at: asked.blackout_at.map(Moment::from),
        frozen_by_hand: asked.freeze_by_hand,
    };
    let now = visit.now;
    change(&visit, slug.into_inner(), move |conn, season| {
        let outcome = lifecycle::schedule(conn, season.id, dates, &actor, now);
        let stands = (season.opens_at, season.freeze_at, season.blackout_at)
            == (dates.opens_at, dates.freeze_at, dates.blackout_at);
        if stands { once(outcome) } else { Ok(outcome?) }
    })
    .await
}

/// A step that needs to be told nothing.
async fn step(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    f: impl FnOnce(&mut AnyConnection, &Season, &Actor, Moment) -> Result<(), ChangeError>
    + Send
    + 'static,
) -> Result<HttpResponse, AppError> {
    let (actor, now) = (bearer.organizer()?, visit.now);
    change(&visit, slug.into_inner(), move |conn, season| {
        once(f(conn, season, &actor, now))
    })
    .await
}

async fn open(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    step(visit, bearer, slug, |conn, season, actor, now| {
        lifecycle::open(conn, season.id, actor, now)
    })
    .await
}

async fn freeze(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let clock = visit.app.clock.clone();
    step(visit, bearer, slug, move |conn, season, actor, _| {
        lifecycle::freeze(conn, season.id, actor, &|| clock.now())
    })
    .await
}

async fn score(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    step(visit, bearer, slug, |conn, season, _, now| {
        scores::score(conn, season.id, now)?.done()
    })
    .await
}

async fn reveal(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    step(visit, bearer, slug, |conn, season, actor, now| {
        lifecycle::reveal(conn, season.id, actor, now)
    })
    .await
}

async fn cancel(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    step(visit, bearer, slug, |conn, season, actor, now| {
        lifecycle::cancel(conn, season.id, actor, now)
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FinalizeJson {
    /// The results hash that a replay elsewhere gave; it must be the same.
    #[serde(default)]
    replayed: Option<String>,
}

/// Replays the season, every program again, and makes it final when nothing differs.
async fn finalize(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let actor = bearer.organizer()?;
    let FinalizeJson { replayed } = body::read_json(&request, payload).await?;
    let elsewhere: Option<Digest> = replayed
        .map(|text| text.parse())
        .transpose()
        .map_err(|error| AppError::because(Kind::Invalid, format!("`replayed`: {error}")))?;
    let slug = slug.into_inner();
    let status = store::run(&visit.app.pool, {
        let slug = slug.clone();
        move |conn| load_status(conn, &slug)
    })
    .await?;
    let known = elsewhere.is_none_or(|hash| status.results_hash == Some(hash.to_string()));
    if status.state != SeasonState::Final.as_str() || !known {
        organize::finalize(&visit, slug.clone(), elsewhere, actor).await?;
    }
    change(&visit, slug, |_, _| Ok(())).await
}

/// Judges the submissions that failed by our fault once more.
async fn retry(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    step(visit, bearer, slug, |conn, season, _, now| {
        queue::requeue_internal(conn, season.id, now)?;
        Ok(())
    })
    .await
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

async fn resolve(
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    bearer.organizer()?;
    let (slug, id) = path.into_inner();
    let now = visit.now;
    change(&visit, slug, move |conn, season| {
        incidents::resolve_incident(conn, season.id, IncidentId(id), now)?;
        Ok(())
    })
    .await
}
