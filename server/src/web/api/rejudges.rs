//! Judging submissions again: a set is made, looked at, then applied or discarded.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use super::season_commands::Ask;
use super::utc;
use crate::error::AppError;
use crate::season::command::Command;
use crate::season::rejudge::{Compared, load};
use crate::season::status::Status;
use crate::store::rejudges::{self, Filter, Rejudge};
use crate::store::{self, RejudgeId, SubmissionId};
use crate::web::resources::seasons::load_any;
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/seasons/{season}/rejudges")
                .route(read().to(list_rejudges))
                .route(web::post().to(create_rejudge)),
        )
        .service(at("/seasons/{season}/rejudges/{id}", read().to(rejudge)))
        .service(at(
            "/seasons/{season}/rejudges/{id}/apply",
            web::post().to(apply_rejudge),
        ))
        .service(at(
            "/seasons/{season}/rejudges/{id}/discard",
            web::post().to(discard_rejudge),
        ));
}

#[derive(OpenApi)]
#[openapi(paths(list_rejudges, create_rejudge, rejudge, apply_rejudge, discard_rejudge))]
pub(super) struct Paths;

/// A set of submissions judged again.
#[derive(Serialize, ToSchema)]
struct RejudgeAnswer {
    #[schema(value_type = i64)]
    id: RejudgeId,
    /// `running`, `ready`, `applied` or `discarded`.
    state: &'static str,
    reason: String,
    /// Which submissions: `problem`, `person`, `verdict`, `submissions`.
    #[schema(value_type = Object)]
    filter: Value,
    created_at: DateTime<Utc>,
}

impl From<Rejudge> for RejudgeAnswer {
    fn from(set: Rejudge) -> Self {
        Self {
            id: set.id,
            state: set.state.as_str(),
            filter: serde_json::from_str(&set.filter).unwrap_or_default(),
            created_at: utc(set.created_at),
            reason: set.reason,
        }
    }
}

/// The sets of a season.
#[derive(Serialize, ToSchema)]
struct RejudgesAnswer {
    rejudges: Vec<RejudgeAnswer>,
}

/// A set, old beside new.
#[derive(Serialize, ToSchema)]
struct ComparedAnswer {
    #[serde(flatten)]
    set: RejudgeAnswer,
    /// Submissions that are not judged again yet.
    left: usize,
    /// Submissions whose verdict or score changes.
    changed: usize,
    submissions: Vec<Compared>,
}

/// A set that was made.
#[derive(Serialize, ToSchema)]
pub(super) struct RejudgingAnswer {
    #[schema(value_type = i64)]
    pub(super) id: RejudgeId,
    /// How many submissions it has.
    pub(super) submissions: usize,
}

/// The sets of submissions judged again, the newest first.
#[utoipa::path(get, path = "/seasons/{season}/rejudges", responses((status = 200, description = "They", body = RejudgesAnswer)))]
async fn list_rejudges(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
) -> Result<web::Json<RejudgesAnswer>, AppError> {
    bearer.organizer()?;
    let sets = store::run(&visit.app.pool, move |conn| {
        let season = load_any(conn, &slug)?;
        Ok::<_, AppError>(rejudges::list_rejudges(conn, season.id)?)
    })
    .await?;
    let rejudges = sets.into_iter().map(RejudgeAnswer::from).collect();
    Ok(web::Json(RejudgesAnswer { rejudges }))
}

/// Which submissions are to be judged again; what is not given does not matter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RejudgeRequest {
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

impl From<RejudgeRequest> for Command {
    fn from(asked: RejudgeRequest) -> Self {
        Self::Rejudge {
            filter: Filter {
                problem: asked.problem,
                person: asked.person,
                verdict: asked.verdict,
                submissions: asked.submission.map(SubmissionId).into_iter().collect(),
            },
            reason: asked.reason,
        }
    }
}

/// Makes a set of submissions to be judged again.
#[utoipa::path(post, path = "/seasons/{season}/rejudges", request_body = RejudgeRequest,
    responses((status = 201, description = "The set", body = RejudgingAnswer)))]
async fn create_rejudge(ask: Ask, payload: web::Payload) -> Result<HttpResponse, AppError> {
    let asked: RejudgeRequest = ask.read(payload).await?;
    ask.ensure(asked.into()).await
}

/// Old beside new, whether or not it changes.
#[utoipa::path(get, path = "/seasons/{season}/rejudges/{id}", responses((status = 200, description = "The set", body = ComparedAnswer)))]
async fn rejudge(
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, i64)>,
) -> Result<web::Json<ComparedAnswer>, AppError> {
    bearer.organizer()?;
    let (slug, id) = path.into_inner();
    let (set, rows) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let set = load(conn, season.id, RejudgeId(id))?;
            let rows = rejudges::list_comparisons(conn, set.id)?;
            Ok::<_, AppError>((set, rows))
        })
    })
    .await?;
    Ok(web::Json(ComparedAnswer {
        set: set.into(),
        left: rows.iter().filter(|row| row.new.is_none()).count(),
        changed: rows.iter().filter(|row| row.changes()).count(),
        submissions: rows.into_iter().map(Compared::from).collect(),
    }))
}

/// Makes the new judgements count.
#[utoipa::path(post, path = "/seasons/{season}/rejudges/{id}/apply",
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn apply_rejudge(ask: Ask, path: web::Path<(String, i64)>) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Apply(RejudgeId(path.1))).await
}

/// Throws the new judgements away.
#[utoipa::path(post, path = "/seasons/{season}/rejudges/{id}/discard",
    responses((status = 200, description = "Where the season then stands", body = Status)))]
async fn discard_rejudge(
    ask: Ask,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    ask.ensure(Command::Discard(RejudgeId(path.1))).await
}
