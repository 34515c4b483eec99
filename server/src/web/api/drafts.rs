//! A setter's drafts.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::package::Room;
use serde::{Deserialize, Serialize};
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use super::packages::{ArchiveFile, ValidateQuery};
use crate::contests::PackageReport;
use crate::error::AppError;
use crate::season::hand_in::HandedIn;
use crate::store::drafts::{self, Draft, Whose};
use crate::store::hand_ins::{self, HandIn};
use crate::store::users::User;
use crate::store::{self, DraftId, Moment};
use crate::web::address_query::AddressQuery;
use crate::web::body;
use crate::web::resources::drafts::{
    Outcome, agree, download, hand_in, keep, list_waiting, load_visible, remove, send_back,
    take_back, with_hand_ins,
};
use crate::web::resources::packages::require_setter;
use crate::web::resources::seasons::load_any;
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/drafts")
                .route(read().to(list_drafts))
                .route(web::post().to(send_draft)),
        )
        .service(
            web::resource("/drafts/{draft}")
                .route(read().to(draft))
                .route(web::put().to(replace_draft))
                .route(web::delete().to(delete_draft)),
        )
        .service(at("/drafts/{draft}/package", read().to(draft_package)))
        .service(at("/drafts/{draft}/commit", web::post().to(commit_draft)))
        .service(at(
            "/drafts/{draft}/take-back",
            web::post().to(take_draft_back),
        ))
        .service(at("/drafts/{draft}/agree", web::post().to(agree_to_draft)))
        .service(at(
            "/drafts/{draft}/send-back",
            web::post().to(send_draft_back),
        ))
        .service(at("/seasons/{season}/hand-ins", read().to(list_hand_ins)));
}

fn setter(bearer: &Bearer) -> Result<&User, AppError> {
    require_setter(&bearer.0)?;
    Ok(&bearer.0)
}

#[derive(OpenApi)]
#[openapi(paths(
    list_drafts,
    send_draft,
    draft,
    replace_draft,
    delete_draft,
    draft_package,
    commit_draft,
    take_draft_back,
    agree_to_draft,
    send_draft_back,
    list_hand_ins
))]
pub(super) struct Paths;

/// A package that its setter keeps here.
#[derive(Serialize, ToSchema)]
struct DraftAnswer {
    #[schema(value_type = i64)]
    id: DraftId,
    /// Sign-in name of its setter.
    setter: String,
    slug: Option<String>,
    title: Option<String>,
    /// `invalid`, `valid` or `committed`.
    state: &'static str,
    /// What it was validated against: a season's slug or a scoring version.
    held_against: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    /// The problem that it has become.
    became: Option<BecameAnswer>,
    /// Where it waits for an organizer, or was sent back.
    hand_in: Option<HandInAnswer>,
}

/// Where a draft stands that was handed in.
#[derive(Serialize, ToSchema)]
struct HandInAnswer {
    /// Slug of the season to which it is to go.
    season: String,
    handed_in_at: DateTime<Utc>,
    /// When an organizer sent it back; until then it waits.
    sent_back_at: Option<DateTime<Utc>>,
    /// What the organizer wrote.
    note: Option<String>,
}

impl From<HandIn> for HandInAnswer {
    fn from(hand_in: HandIn) -> Self {
        Self {
            season: hand_in.season,
            handed_in_at: hand_in.handed_in_at.utc(),
            sent_back_at: hand_in.sent_back_at.map(Moment::utc),
            note: hand_in.note,
        }
    }
}

/// The problem that a draft has become.
#[derive(Serialize, ToSchema)]
struct BecameAnswer {
    season: String,
    problem: String,
    version: i32,
    commitment: Option<String>,
    committed_at: Option<DateTime<Utc>>,
}

impl From<(Draft, Option<HandIn>)> for DraftAnswer {
    fn from((draft, hand_in): (Draft, Option<HandIn>)) -> Self {
        Self {
            hand_in: hand_in.map(Into::into),
            id: draft.id,
            setter: draft.setter,
            slug: draft.slug,
            title: draft.title,
            state: draft.state.as_str(),
            held_against: draft.held_against,
            created_at: draft.created_at.utc(),
            updated_at: draft.updated_at.utc(),
            became: draft.became.map(|became| BecameAnswer {
                season: became.season,
                problem: became.problem,
                version: became.version,
                commitment: became.commitment,
                committed_at: became.committed_at.map(Moment::utc),
            }),
        }
    }
}

/// The drafts of a setter.
#[derive(Serialize, ToSchema)]
struct DraftsAnswer {
    drafts: Vec<DraftAnswer>,
}

/// A draft with its report.
#[derive(Serialize, ToSchema)]
struct ReportedDraftAnswer {
    #[serde(flatten)]
    draft: DraftAnswer,
    /// What was found when it was validated, as `dojo problem validate --json` prints it.
    #[schema(value_type = Object)]
    report: PackageReport,
}

/// One's own drafts, the newest first.
#[utoipa::path(get, path = "/drafts", responses((status = 200, description = "They", body = DraftsAnswer)))]
async fn list_drafts(bearer: Bearer, visit: Visit) -> Result<web::Json<DraftsAnswer>, AppError> {
    let me = setter(&bearer)?.id;
    let drafts = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let all = drafts::list_drafts(conn, Whose::Of(me), i64::MAX)?;
            with_hand_ins(conn, all)
        })
    })
    .await?;
    Ok(web::Json(answers(drafts)))
}

fn answers(drafts: Vec<(Draft, Option<HandIn>)>) -> DraftsAnswer {
    let drafts = drafts.into_iter();
    DraftsAnswer {
        drafts: drafts.map(DraftAnswer::from).collect(),
    }
}

async fn load(visit: &Visit, user: &User, id: DraftId) -> Result<ReportedDraftAnswer, AppError> {
    let (me, staff) = (user.id, user.role.sees_hidden_terms());
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, me, staff, id)?;
            let draft = DraftAnswer::from((draft, hand_ins::find_hand_in(conn, id)?));
            let report = drafts::load_report(conn, id)?;
            Ok(ReportedDraftAnswer { draft, report })
        })
    })
    .await
}

/// Keeps the package that is the whole body, as a new draft or in the place of one.
async fn keep_sent(
    bearer: &Bearer,
    visit: &Visit,
    place: Option<DraftId>,
    query: &ValidateQuery,
    payload: web::Payload,
) -> Result<ReportedDraftAnswer, AppError> {
    let user = setter(bearer)?;
    let package = body::read_archive(visit, payload, &Room::PACKAGE).await?;
    let id = keep(visit, user, place, query.season(), package.to_vec()).await?;
    load(visit, user, id).await
}

/// A draft with its report.
#[utoipa::path(get, path = "/drafts/{draft}", responses((status = 200, description = "The draft", body = ReportedDraftAnswer)))]
async fn draft(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
) -> Result<web::Json<ReportedDraftAnswer>, AppError> {
    let draft = load(&visit, setter(&bearer)?, DraftId(*id)).await?;
    Ok(web::Json(draft))
}

/// Keeps a package.
#[utoipa::path(
    post,
    path = "/drafts",
    request_body(content = ArchiveFile, description = "The package as zip or tar", content_type = "application/octet-stream"),
    params(("season" = Option<String>, Query, description = "A season's slug or a scoring version")),
    responses((status = 201, description = "The draft", body = ReportedDraftAnswer)),
)]
async fn send_draft(
    bearer: Bearer,
    visit: Visit,
    query: AddressQuery<ValidateQuery>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let kept = keep_sent(&bearer, &visit, None, &query, payload).await?;
    let address = format!("/api/v1/drafts/{}", kept.draft.id);
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, address))
        .json(kept))
}

/// Puts another package in the place of one that is kept.
#[utoipa::path(
    put,
    path = "/drafts/{draft}",
    request_body(content = ArchiveFile, description = "The package as zip or tar", content_type = "application/octet-stream"),
    params(("season" = Option<String>, Query, description = "A season's slug or a scoring version")),
    responses((status = 200, description = "The draft", body = ReportedDraftAnswer)),
)]
async fn replace_draft(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
    query: AddressQuery<ValidateQuery>,
    payload: web::Payload,
) -> Result<web::Json<ReportedDraftAnswer>, AppError> {
    let kept = keep_sent(&bearer, &visit, Some(DraftId(*id)), &query, payload).await?;
    Ok(web::Json(kept))
}

/// Removes a draft.
#[utoipa::path(delete, path = "/drafts/{draft}", responses((status = 204, description = "It is removed")))]
async fn delete_draft(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    remove(&visit, setter(&bearer)?.id, DraftId(*id)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The package as it was sent.
#[utoipa::path(get, path = "/drafts/{draft}/package",
    responses((status = 200, description = "The package", body = ArchiveFile, content_type = "application/octet-stream")))]
async fn draft_package(
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

/// What a draft has become.
#[derive(Serialize, ToSchema)]
struct CommittedAnswer {
    season: String,
    problem: String,
    version: i32,
    commitment: String,
    committed_at: DateTime<Utc>,
}

impl CommittedAnswer {
    fn new(season: String, done: HandedIn) -> Self {
        Self {
            season,
            problem: done.problem,
            version: done.version,
            commitment: done.commitment,
            committed_at: done.committed_at.utc(),
        }
    }
}

/// A draft that waits until an organizer agrees to it.
#[derive(Serialize, ToSchema)]
struct WaitsAnswer {
    season: String,
    handed_in_at: DateTime<Utc>,
}

/// Hands a draft in to a season, where it is committed at once, or waits until an organizer agrees.
#[utoipa::path(
    post,
    path = "/drafts/{draft}/commit",
    params(("season" = String, Query, description = "Slug of the season")),
    responses(
        (status = 201, description = "The problem", body = CommittedAnswer),
        (status = 202, description = "It waits for an organizer", body = WaitsAnswer),
    ),
)]
async fn commit_draft(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
    wanted: AddressQuery<CommitQuery>,
) -> Result<HttpResponse, AppError> {
    let season = wanted.into_inner().season;
    Ok(
        match hand_in(&visit, setter(&bearer)?, DraftId(*id), &season).await? {
            Outcome::Committed(done) => {
                HttpResponse::Created().json(CommittedAnswer::new(season, done))
            }
            Outcome::Waits(at) => HttpResponse::Accepted().json(WaitsAnswer {
                season,
                handed_in_at: at.utc(),
            }),
        },
    )
}

/// Takes a draft back that waits for an organizer.
#[utoipa::path(post, path = "/drafts/{draft}/take-back", responses((status = 204, description = "It waits no longer")))]
async fn take_draft_back(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    take_back(&visit, setter(&bearer)?.id, DraftId(*id)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The drafts that wait for an organizer of a season.
#[utoipa::path(get, path = "/seasons/{season}/hand-ins", responses((status = 200, description = "They, the first one first", body = DraftsAnswer)))]
async fn list_hand_ins(
    bearer: Bearer,
    visit: Visit,
    slug: web::Path<String>,
) -> Result<web::Json<DraftsAnswer>, AppError> {
    bearer.organizer()?;
    let drafts = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let waiting = list_waiting(conn, season.id)?;
            Ok::<_, AppError>(waiting)
        })
    })
    .await?;
    Ok(web::Json(answers(drafts)))
}

#[derive(Deserialize)]
struct SeenQuery {
    /// When it was handed in, as the organizer saw it; it is refused when it was handed in again since.
    handed_in_at: Option<DateTime<Utc>>,
}

/// Agrees to a draft that waits: it becomes a problem of its season, and is committed.
#[utoipa::path(
    post,
    path = "/drafts/{draft}/agree",
    params(("handed_in_at" = Option<DateTime<Utc>>, Query, description = "When it was handed in, as you saw it")),
    responses((status = 201, description = "The problem", body = CommittedAnswer)),
)]
async fn agree_to_draft(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
    seen: AddressQuery<SeenQuery>,
) -> Result<HttpResponse, AppError> {
    let user = bearer.0.clone();
    bearer.organizer()?;
    let (season, done) = agree(&visit, &user, DraftId(*id), seen.handed_in_at).await?;
    Ok(HttpResponse::Created().json(CommittedAnswer::new(season, done)))
}

/// Why a draft is sent back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoteRequest {
    note: String,
    /// When it was handed in, as you saw it.
    handed_in_at: Option<DateTime<Utc>>,
}

/// Sends a draft back that waits, with a note for its setter.
#[utoipa::path(post, path = "/drafts/{draft}/send-back", request_body = NoteRequest, responses((status = 204, description = "It is sent back")))]
async fn send_draft_back(
    bearer: Bearer,
    visit: Visit,
    id: web::Path<i64>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let user = bearer.0.clone();
    bearer.organizer()?;
    let NoteRequest { note, handed_in_at } = body::read_json(&request, payload).await?;
    send_back(&visit, &user, DraftId(*id), handed_in_at, &note).await?;
    Ok(HttpResponse::NoContent().finish())
}
