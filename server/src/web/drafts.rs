//! Drafts: packages that setters keep here until they hand them in. Only their setter and organizers
//! see them, and only their setter changes them. The API has the same in `web::api::drafts`.

use std::num::NonZeroUsize;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::package::{MAX_ARCHIVE_BYTES, unpack};
use serde::Deserialize;

use super::answer::sentence;
use super::body::{PackageFields, read_package_form};
use super::setter::{choices, require_setter, validate};
use super::views::natural;
use super::visit::Visit;
use super::{at, read};
use crate::error::{AppError, Kind};
use crate::pages::DraftPage;
use crate::pages::form::FieldErrors;
use crate::pages::setter::{BecameView, DraftRow, SeasonChoice};
use crate::season::earlier_terms;
use crate::season::hand_in::{self, HandedIn};
use crate::store::drafts::{self, Draft, NewDraft};
use crate::store::seasons;
use crate::store::users::User;
use crate::store::{self, AnyConnection, DraftId, Moment, StoreError, UserId};

/// Drafts that a setter may keep; those that have become problems are not counted.
pub(super) const MAX_DRAFTS: u32 = 40;

/// Bytes of all their packages.
const MAX_DRAFT_BYTES: i64 = 16 << 20;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/setter/drafts/{draft}")
                .route(read().to(show))
                .route(web::post().to(replace)),
        )
        .service(at("/setter/drafts/{draft}/package", read().to(package)))
        .service(at("/setter/drafts/{draft}/delete", web::post().to(delete)))
        .service(at("/setter/drafts/{draft}/commit", web::post().to(commit)));
}

/// The page of a draft.
pub(super) fn address(id: DraftId) -> String {
    format!("/setter/drafts/{id}")
}

/// A draft that this person may see.
///
/// # Errors
/// `NotFound` when there is none.
pub(super) fn load_visible(
    conn: &mut AnyConnection,
    user: UserId,
    staff: bool,
    id: DraftId,
) -> Result<Draft, AppError> {
    drafts::find_draft(conn, id)?
        .filter(|draft| staff || draft.setter_id == user)
        .ok_or_else(AppError::not_found)
}

/// A draft that this person may change.
fn load_to_change(conn: &mut AnyConnection, user: UserId, id: DraftId) -> Result<Draft, AppError> {
    let draft = load_visible(conn, user, false, id)?;
    match &draft.became {
        None => Ok(draft),
        Some(became) => Err(AppError::because(
            Kind::Conflict,
            format!(
                "the draft has become the problem `{}` of season `{}`, and what is committed is never changed",
                became.problem, became.season
            ),
        )),
    }
}

/// Refuses what is more than the site keeps for one setter.
fn check_room(
    conn: &mut AnyConnection,
    user: UserId,
    replaced: Option<DraftId>,
    bytes: usize,
) -> Result<(), AppError> {
    let kept = drafts::count_kept(conn, user, replaced)?;
    let full = |what: String| {
        Err(AppError::because(
            Kind::Conflict,
            format!("you keep {what}, which is all that there is room for; delete a draft first"),
        ))
    };
    if kept.drafts >= i64::from(MAX_DRAFTS) {
        return full(format!("{MAX_DRAFTS} drafts"));
    }
    if kept.bytes + i64::try_from(bytes).unwrap_or(i64::MAX) > MAX_DRAFT_BYTES {
        return full(format!("{} MiB of drafts", MAX_DRAFT_BYTES >> 20));
    }
    Ok(())
}

/// Validates a package and keeps it with its report, valid or not, as a new draft or in the place of
/// one.
///
/// # Errors
/// When it is no package, when there is no room or no such season, and when another one has its turn.
pub(super) async fn keep(
    visit: &Visit,
    user: &User,
    replaced: Option<DraftId>,
    season: &str,
    package: Vec<u8>,
) -> Result<DraftId, AppError> {
    let (me, bytes) = (user.id, package.len());
    let check = move |conn: &mut AnyConnection| {
        if let Some(id) = replaced {
            load_to_change(conn, me, id)?;
        }
        check_room(conn, me, replaced, bytes)
    };
    if package.is_empty() {
        return Err(AppError::because(Kind::Invalid, "there is no file"));
    }
    // Nobody should wait for a report and then be told that there is no room.
    store::run_write(&visit.app.pool, move |conn| store::write(conn, check)).await?;
    let staff = user.role.sees_hidden_terms();
    let new = NewDraft {
        report: validate(visit, season, staff, &package).await?,
        held_against: season.to_owned(),
        package,
    };
    let now = visit.app.clock.now();
    store::run_write(&visit.app.pool, move |conn| {
        store::write(conn, |conn| {
            check(conn)?;
            match replaced {
                None => Ok(drafts::insert_draft(conn, me, &new, now)?),
                Some(id) => {
                    drafts::replace_draft(conn, id, &new, now)?;
                    Ok(id)
                }
            }
        })
    })
    .await
}

/// Removes a draft.
///
/// # Errors
/// When there is none, or it has become a problem.
pub(super) async fn remove(visit: &Visit, user: UserId, id: DraftId) -> Result<(), AppError> {
    store::run_write(&visit.app.pool, move |conn| {
        store::write(conn, |conn| {
            load_to_change(conn, user, id)?;
            drafts::delete_draft(conn, id)?;
            Ok(())
        })
    })
    .await
}

/// Makes a draft a problem of a season and commits it. The draft is validated once more, for that
/// season; when it is not valid, the new report is kept.
///
/// # Errors
/// When the season does not take it, or it is not valid.
pub(super) async fn hand_in(
    visit: &Visit,
    user: UserId,
    id: DraftId,
    season: &str,
) -> Result<HandedIn, AppError> {
    visit.app.limiters.submit.check(visit.address)?;
    let slug = season.to_owned();
    let (draft, package, season, earlier) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_to_change(conn, user, id)?;
            let taking = seasons::list_taking(conn, &hand_in::TAKING)?;
            let season = taking.into_iter().find(|season| season.slug == slug);
            let season = season.ok_or_else(|| {
                AppError::because(
                    Kind::Conflict,
                    format!("there is no season `{slug}` that takes problems"),
                )
            })?;
            let package = drafts::load_package(conn, id)?;
            Ok::<_, AppError>((draft, package, season, earlier_terms(conn)?))
        })
    })
    .await?;
    let files = unpack(&package).map_err(AppError::internal)?;
    let (season_id, held_against) = (season.id, season.slug.clone());
    let prepared = visit
        .app
        .validator
        .run(move |runtime| hand_in::prepare(runtime, &season, earlier, &files, NonZeroUsize::MIN))
        .await?
        .map_err(AppError::internal)?;
    let now = visit.app.clock.now();
    store::run_write(&visit.app.pool, move |conn| match prepared {
        Ok(prepared) => {
            let draft = Some((draft.id, draft.updated_at));
            Ok(hand_in::hand_in(
                conn, season_id, &prepared, user, draft, now,
            )?)
        }
        Err(report) => {
            drafts::set_report(conn, id, &held_against, &report)?;
            Err(AppError::because(
                Kind::Conflict,
                format!(
                    "for season `{held_against}` the package is {}; see the report",
                    report.conclusion()
                ),
            ))
        }
    })
    .await
}

/// What a draft's page and lists show of it.
pub(super) fn draft_row(draft: Draft) -> DraftRow {
    DraftRow {
        id: draft.id.0,
        setter: draft.setter,
        slug: draft.slug,
        title: draft.title,
        state: draft.state.as_str(),
        held_against: draft.held_against,
        updated_at: draft.updated_at.utc(),
        became: draft.became.map(|became| BecameView {
            season: became.season,
            problem: became.problem,
            version: natural(became.version),
            commitment: became.commitment.unwrap_or_default(),
            committed_at: became.committed_at.map(Moment::utc),
        }),
    }
}

/// Messages beside the field of the package, for an error that is about what was sent.
///
/// # Errors
/// Any other error.
pub(super) fn package_errors(error: AppError) -> Result<FieldErrors, AppError> {
    let detail = error.detail.as_deref().unwrap_or_default();
    match error.kind {
        Kind::Invalid => {
            let message = if detail == "there is no file" {
                "Choose a zip or tar.".to_owned()
            } else {
                format!("This is no package: {detail}.")
            };
            Ok(FieldErrors::one("package", message))
        }
        Kind::Conflict => Ok(FieldErrors::one("package", sentence(detail))),
        _ => Err(error),
    }
}

/// The setter who asks.
fn setter(visit: &Visit) -> Result<&User, AppError> {
    let user = visit.require_user()?;
    require_setter(user)?;
    Ok(user)
}

async fn show(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    page(&visit, DraftId(*id), StatusCode::OK, FieldErrors::new()).await
}

async fn page(
    visit: &Visit,
    id: DraftId,
    status: StatusCode,
    errors: FieldErrors,
) -> Result<HttpResponse, AppError> {
    let (me, staff) = (setter(visit)?.id, visit.is_staff());
    let (draft, report, seasons, taking) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, me, staff, id)?;
            let report = drafts::load_report(conn, id)?;
            let seasons = choices(conn, staff, &draft.held_against)?;
            let taking = seasons::list_taking(conn, &hand_in::TAKING)?;
            Ok::<_, AppError>((draft, report, seasons, taking))
        })
    })
    .await?;
    visit.page_with(
        status,
        &DraftPage {
            shell: visit.shell(),
            is_own: draft.setter_id == me,
            taking: taking
                .into_iter()
                .map(|season| SeasonChoice {
                    chosen: season.slug == draft.held_against,
                    value: season.slug,
                    label: season.title,
                })
                .collect(),
            draft: draft_row(draft),
            report,
            seasons,
            errors,
            max_mib: MAX_ARCHIVE_BYTES >> 20,
        },
    )
}

async fn replace(
    visit: Visit,
    id: web::Path<i64>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let (user, id) = (setter(&visit)?, DraftId(*id));
    let PackageFields {
        csrf_token,
        season,
        package,
    } = read_package_form(&visit, &request, payload).await?;
    visit.check_form(&csrf_token)?;
    match keep(&visit, user, Some(id), &season, package).await {
        Ok(id) => Ok(visit.see_other(&address(id), None)),
        Err(error) => {
            let errors = package_errors(error)?;
            page(&visit, id, StatusCode::UNPROCESSABLE_ENTITY, errors).await
        }
    }
}

/// The archive as it was sent.
async fn package(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let me = setter(&visit)?.id;
    download(&visit, me, visit.is_staff(), DraftId(*id)).await
}

/// The archive of a draft, for whoever may see it.
///
/// # Errors
/// `NotFound` when there is none.
pub(super) async fn download(
    visit: &Visit,
    user: UserId,
    staff: bool,
    id: DraftId,
) -> Result<HttpResponse, AppError> {
    let (draft, bytes) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, user, staff, id)?;
            let bytes = drafts::load_package(conn, id).map_err(StoreError::from)?;
            Ok::<_, AppError>((draft, bytes))
        })
    })
    .await?;
    let name = draft.slug.unwrap_or_else(|| format!("draft-{id}"));
    let disposition = format!("attachment; filename=\"{name}.{}\"", ending(&bytes));
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/octet-stream"))
        .insert_header((header::CONTENT_DISPOSITION, disposition))
        .body(bytes))
}

/// The usual ending of such a file's name.
fn ending(archive: &[u8]) -> &'static str {
    match archive {
        [b'P', b'K', ..] => "zip",
        [0x1f, 0x8b, ..] => "tar.gz",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "tar.zst",
        _ => "tar",
    }
}

#[derive(Deserialize)]
struct ActionForm {
    csrf_token: String,
    #[serde(default)]
    season: String,
}

async fn delete(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<ActionForm>,
) -> Result<HttpResponse, AppError> {
    let user = setter(&visit)?.id;
    visit.check_form(&form.csrf_token)?;
    remove(&visit, user, DraftId(*id)).await?;
    Ok(visit.see_other("/setter", None))
}

async fn commit(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<ActionForm>,
) -> Result<HttpResponse, AppError> {
    let (user, id) = (setter(&visit)?.id, DraftId(*id));
    visit.check_form(&form.csrf_token)?;
    match hand_in(&visit, user, id, &form.season).await {
        Ok(_) => Ok(visit.see_other(&address(id), None)),
        Err(error) if error.kind == Kind::Conflict => {
            let text = error.detail.as_deref().map(sentence).unwrap_or_default();
            let errors = FieldErrors::one("commit", text);
            page(&visit, id, StatusCode::CONFLICT, errors).await
        }
        Err(error) => Err(error),
    }
}
