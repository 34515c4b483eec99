//! How organizers import a season and take it step by step to its end. `season::command` decides what a step does.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::package::{Room, unpack_within};
use serde::{Deserialize, Serialize};
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use super::packages::ArchiveFile;
use super::season_commands::{Ask, load_status};
use super::utc;
use crate::error::{AppError, AppErrorKind};
use crate::folder::Folder;
use crate::folder::upload::refusal;
use crate::season::audit::note_import;
use crate::season::command::Command;
use crate::season::date_changes::Moves;
use crate::season::lifecycle::Dates;
use crate::season::show::Step;
use crate::season::status::Status;
use crate::season::{self, Imported};
use crate::store::incidents::{self, Incident};
use crate::store::{self, IncidentId, Moment, SubmissionId, users};
use crate::web::address_query::AddressQuery;
use crate::web::body;
use crate::web::resources::seasons::load_any;
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/status", read().to(status)))
        .service(at(
            "/seasons/{season}/commit",
            web::post().to(commit_problems),
        ))
        .service(at("/seasons/{season}/schedule", web::post().to(schedule)))
        .service(at("/seasons/{season}/dates", web::post().to(move_dates)))
        .service(at("/seasons/{season}/open", web::post().to(open)))
        .service(at("/seasons/{season}/freeze", web::post().to(freeze)))
        .service(at("/seasons/{season}/score", web::post().to(score)))
        .service(at("/seasons/{season}/reveal", web::post().to(reveal)))
        .service(at("/seasons/{season}/finalize", web::post().to(finalize)))
        .service(at("/seasons/{season}/cancel", web::post().to(cancel)))
        .service(at("/seasons/{season}/retry", web::post().to(retry)))
        .service(at(
            "/seasons/{season}/show/start",
            web::post().to(start_show),
        ))
        .service(at(
            "/seasons/{season}/show/pause",
            web::post().to(pause_show),
        ))
        .service(at(
            "/seasons/{season}/show/resume",
            web::post().to(resume_show),
        ))
        .service(at("/seasons/{season}/incidents", read().to(list_incidents)))
        .service(at(
            "/seasons/{season}/incidents/{id}/resolve",
            web::post().to(resolve_incident),
        ));
}

#[derive(OpenApi)]
#[openapi(paths(
    import,
    status,
    commit_problems,
    schedule,
    move_dates,
    open,
    freeze,
    score,
    reveal,
    finalize,
    cancel,
    retry,
    start_show,
    pause_show,
    resume_show,
    list_incidents,
    resolve_incident
))]
pub(super) struct Paths;

#[derive(Deserialize)]
pub(super) struct ImportQuery {
    /// Sign-in name of the setter, who does not rank on these problems.
    #[serde(default)]
    setter: Option<String>,
}

/// What became of a folder.
#[derive(Serialize, ToSchema)]
struct ImportAnswer {
    /// Slug of the season.
    season: String,
    /// `new`, `replaced`, `versions` or `unchanged`.
    outcome: &'static str,
    /// How many problems it has.
    problems: usize,
    /// What the folder has that nothing reads.
    passed_over: Vec<String>,
}

/// Checks the folder of a season, which is the body as a zip or tar, runs its setters' programs and
/// stores it as a draft.
#[utoipa::path(
    post,
    path = "/seasons",
    params(("setter" = Option<String>, Query, description = "Sign-in name of the setter, who does not rank on these problems")),
    request_body(content = ArchiveFile, description = "The folder as zip or tar", content_type = "application/octet-stream"),
    responses(
        (status = 201, description = "It is new", body = ImportAnswer),
        (status = 200, description = "It was there", body = ImportAnswer),
    ),
)]
pub(super) async fn import(
    visit: Visit,
    bearer: Bearer,
    query: AddressQuery<ImportQuery>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let by = visit.by(&bearer.0);
    bearer.organizer()?;
    let archive = body::read_archive(&visit, payload, &Room::SEASON).await?;
    let invalid = |message: String| AppError::because(AppErrorKind::Invalid, message);
    let files = unpack_within(&archive, &Room::SEASON).map_err(|error| invalid(refusal(&error)))?;
    let folder = Folder::Unpacked(files);
    let content = season::read_season(&folder).map_err(|error| invalid(error.to_string()))?;
    let passed_over = season::passed_over(&folder).map_err(|error| invalid(error.to_string()))?;
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
                note_import(conn, &content.season.slug, &by, now, |conn| {
                    season::import(conn, runtime, &content, setter, now)
                })
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
        .json(ImportAnswer {
            season: slug,
            outcome,
            problems,
            passed_over,
        }))
}

/// Where a season stands and what its next step needs.
#[utoipa::path(get, path = "/seasons/{season}/status", responses((status = 200, description = "Where it stands", body = Status)))]
async fn status(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<web::Json<Status>, AppError> {
    bearer.organizer()?;
    let status = store::run(&visit.app.pool, move |conn| load_status(conn, &slug)).await?;
    Ok(web::Json(status))
}

/// Commits every validated problem.
#[utoipa::path(post, path = "/seasons/{season}/commit", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn commit_problems(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Commit).await
}

/// The dates of a season.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ScheduleRequest {
    opens_at: DateTime<Utc>,
    /// When it freezes, unless that is done by hand.
    #[serde(default)]
    freeze_at: Option<DateTime<Utc>>,
    /// From when on boards show nothing new of others.
    #[serde(default)]
    blackout_at: Option<DateTime<Utc>>,
    /// When its Reveal begins by itself.
    #[serde(default)]
    reveals_at: Option<DateTime<Utc>>,
    /// It has no date at which it freezes.
    #[serde(default)]
    freeze_by_hand: bool,
}

impl TryFrom<ScheduleRequest> for Command {
    type Error = AppError;

    fn try_from(asked: ScheduleRequest) -> Result<Self, AppError> {
        if asked.freeze_by_hand && asked.freeze_at.is_some() {
            return Err(AppError::because(
                AppErrorKind::Invalid,
                "`freeze_at` and `freeze_by_hand`: a season has a date or is frozen by hand",
            ));
        }
        Ok(Self::Schedule(Dates {
            opens_at: Some(asked.opens_at.into()),
            freeze_at: asked.freeze_at.map(Moment::from),
            blackout_at: asked.blackout_at.map(Moment::from),
            reveals_at: asked.reveals_at.map(Moment::from),
            frozen_by_hand: asked.freeze_by_hand,
        }))
    }
}

/// Fixes the parameters and dates and publishes the manifest.
#[utoipa::path(post, path = "/seasons/{season}/schedule", request_body = ScheduleRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn schedule(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let asked: ScheduleRequest = ask.read(payload).await?;
    ask.ensure(asked.try_into()?).await
}

/// New dates of a season that is announced or open; those that are left out stay.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MoveRequest {
    /// Only before the opening.
    #[serde(default)]
    opens_at: Option<DateTime<Utc>>,
    #[serde(default)]
    freeze_at: Option<DateTime<Utc>>,
    #[serde(default)]
    blackout_at: Option<DateTime<Utc>>,
    /// Until it begins.
    #[serde(default)]
    reveals_at: Option<DateTime<Utc>>,
    /// Why, for everybody to read.
    reason: String,
}

/// Moves dates that were announced, into the future; the log tells the reason.
#[utoipa::path(post, path = "/seasons/{season}/dates", request_body = MoveRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn move_dates(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let asked: MoveRequest = ask.read(payload).await?;
    let moves = Moves {
        opens_at: asked.opens_at.map(Moment::from),
        freeze_at: asked.freeze_at.map(Moment::from),
        blackout_at: asked.blackout_at.map(Moment::from),
        reveals_at: asked.reveals_at.map(Moment::from),
    };
    let reason = asked.reason;
    ask.ensure(Command::MoveDates { moves, reason }).await
}

/// Opens it now; at its date it opens by itself.
#[utoipa::path(post, path = "/seasons/{season}/open", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn open(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Open).await
}

/// Ends the submissions now; at its date it freezes by itself.
#[utoipa::path(post, path = "/seasons/{season}/freeze", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn freeze(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Freeze).await
}

/// Computes the bonuses now; the server does so by itself once everything is judged.
#[utoipa::path(post, path = "/seasons/{season}/score", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn score(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Score).await
}

/// Publishes setters' programs, salts and terms, and opens practice.
#[utoipa::path(post, path = "/seasons/{season}/reveal", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn reveal(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Reveal).await
}

/// Calls it off.
#[utoipa::path(post, path = "/seasons/{season}/cancel", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn cancel(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Cancel).await
}

/// What a replay elsewhere gave.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FinalizeRequest {
    /// The results hash that a replay elsewhere gave; it must be the same.
    #[serde(default)]
    replayed: Option<String>,
}

/// Replays the season, every program again, and makes it final when nothing differs.
#[utoipa::path(post, path = "/seasons/{season}/finalize", request_body = FinalizeRequest,
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn finalize(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let FinalizeRequest { replayed } = ask.read(payload).await?;
    let elsewhere = replayed
        .map(|text| text.parse())
        .transpose()
        .map_err(|error| {
            AppError::because(AppErrorKind::Invalid, format!("`replayed`: {error}"))
        })?;
    ask.ensure(Command::Finalize {
        elsewhere,
        scores_only: false,
    })
    .await
}

/// Judges the submissions that failed by our fault once more.
#[utoipa::path(post, path = "/seasons/{season}/retry", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn retry(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Retry).await
}

/// Plays the Reveal for everybody, from the beginning.
#[utoipa::path(post, path = "/seasons/{season}/show/start", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn start_show(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Show(Step::Start)).await
}

/// Lets the show stand still.
#[utoipa::path(post, path = "/seasons/{season}/show/pause", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn pause_show(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Show(Step::Pause)).await
}

/// Lets the show go on.
#[utoipa::path(post, path = "/seasons/{season}/show/resume", responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn resume_show(ask: Ask) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Show(Step::Resume)).await
}

/// Something that must not happen and did.
#[derive(Serialize, ToSchema)]
struct IncidentAnswer {
    #[schema(value_type = i64)]
    id: IncidentId,
    #[schema(value_type = Option<i64>)]
    submission: Option<SubmissionId>,
    what: String,
    happened_at: DateTime<Utc>,
}

impl From<Incident> for IncidentAnswer {
    fn from(incident: Incident) -> Self {
        Self {
            id: incident.id,
            submission: incident.submission_id,
            what: incident.what,
            happened_at: utc(incident.happened_at),
        }
    }
}

/// All that nobody has seen to.
#[derive(Serialize, ToSchema)]
struct IncidentsAnswer {
    incidents: Vec<IncidentAnswer>,
}

/// What must not happen and did, as long as nobody has seen to it.
#[utoipa::path(get, path = "/seasons/{season}/incidents", responses((status = 200, description = "They", body = IncidentsAnswer)))]
async fn list_incidents(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<web::Json<IncidentsAnswer>, AppError> {
    bearer.organizer()?;
    let open = store::run(&visit.app.pool, move |conn| {
        let season = load_any(conn, &slug)?;
        Ok::<_, AppError>(incidents::list_open_incidents(conn, season.id)?)
    })
    .await?;
    let incidents = open.into_iter().map(IncidentAnswer::from).collect();
    Ok(web::Json(IncidentsAnswer { incidents }))
}

/// Notes that somebody has seen to an incident.
#[utoipa::path(post, path = "/seasons/{season}/incidents/{id}/resolve",
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn resolve_incident(
    ask: Ask,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Resolve(IncidentId(path.1))).await
}
