//! Drafts: packages that setters keep here until they hand them in. Only their setter and organizers
//! see them, and only their setter changes them.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::package::MAX_ARCHIVE_BYTES;
use serde::Deserialize;

use super::answer::sentence;
use super::body::{PackageFields, read_package_form};
use super::resources::drafts::{download, hand_in, keep, load_visible, remove};
use super::resources::packages::require_setter;
use super::route::{at, read};
use super::setter::choices;
use super::views::natural;
use super::visit::Visit;
use crate::error::{AppError, AppErrorKind};
use crate::pages::DraftPage;
use crate::pages::confirm::ConfirmPage;
use crate::pages::form::FieldErrors;
use crate::pages::setter::{BecameView, DraftRow, SeasonChoice};
use crate::season::hand_in::TAKING;
use crate::store::drafts::{self, Draft};
use crate::store::problems;
use crate::store::seasons;
use crate::store::users::User;
use crate::store::{self, DraftId, Moment};
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/setter/drafts/{draft}")
                .route(read().to(show))
                .route(web::post().to(replace)),
        )
        .service(at("/setter/drafts/{draft}/package", read().to(package)))
        .service(at("/setter/drafts/{draft}/delete", web::post().to(delete)))
        .service(
            web::resource("/setter/drafts/{draft}/commit")
                .route(read().to(ask))
                .route(web::post().to(commit)),
        );
}

/// The page of a draft.
pub(super) fn address(id: DraftId) -> String {
    format!("/setter/drafts/{id}")
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

/// Keeps the package that a form sent, or says beside its field why not.
///
/// # Errors
/// Any error that is not about what was sent.
pub(super) async fn keep_sent(
    visit: &Visit,
    user: &User,
    replaced: Option<DraftId>,
    season: &str,
    package: Vec<u8>,
) -> Result<Result<DraftId, FieldErrors>, AppError> {
    let about_package = |message: String| Ok(Err(FieldErrors::one("package", message)));
    if package.is_empty() {
        return about_package(say!("draft-choose-file").to_owned());
    }
    match keep(visit, user, replaced, season, package).await {
        Ok(id) => Ok(Ok(id)),
        Err(error) => {
            let detail = error.detail.as_deref().unwrap_or_default();
            match error.kind {
                AppErrorKind::Invalid => about_package(say!("draft-no-package", why = detail)),
                AppErrorKind::Conflict => about_package(sentence(detail)),
                _ => Err(error),
            }
        }
    }
}

/// The setter who asks.
pub(super) fn setter(visit: &Visit) -> Result<&User, AppError> {
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
            let seasons = choices(conn, staff, &draft.held_against, None)?;
            let mut taking = seasons::list_taking(conn, &TAKING, staff)?;
            taking.retain(|season| season.contest == crate::contests::of_package(&report));
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
    match keep_sent(&visit, user, Some(id), &season, package).await? {
        Ok(id) => Ok(visit.see_other(&address(id), None)),
        Err(errors) => page(&visit, id, StatusCode::UNPROCESSABLE_ENTITY, errors).await,
    }
}

/// The archive as it was sent.
async fn package(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let me = setter(&visit)?.id;
    download(&visit, me, visit.is_staff(), DraftId(*id)).await
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

#[derive(Deserialize)]
struct SeasonQuery {
    #[serde(default)]
    season: String,
}

/// What a commit fixes, before it is made.
async fn ask(
    visit: Visit,
    id: web::Path<i64>,
    query: web::Query<SeasonQuery>,
) -> Result<HttpResponse, AppError> {
    let (me, staff) = (setter(&visit)?.id, visit.is_staff());
    let (id, slug) = (DraftId(*id), query.into_inner().season);
    let (draft, season, problems) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, me, staff, id)?;
            let taking = seasons::list_taking(conn, &TAKING, staff)?;
            let season = taking.into_iter().find(|season| season.slug == slug);
            let problems = match &season {
                Some(season) => problems::count_problems(conn, season.id)?,
                None => 0,
            };
            Ok::<_, AppError>((draft, season, problems))
        })
    })
    .await?;
    // Whoever reloads the address of a commit, or has nothing to commit, comes to the draft.
    let Some(season) = season.filter(|_| draft.setter_id == me && draft.became.is_none()) else {
        return Ok(visit.see_other(&address(id), None));
    };
    let draft = draft_row(draft);
    visit.page(&ConfirmPage {
        shell: visit.shell(),
        back: address(id),
        address: format!("{}/commit", address(id)),
        about: draft.name().to_owned(),
        label: say!("draft-commit"),
        facts: vec![
            say!("consequence-commit", n = 1),
            say!(
                "consequence-hand-in",
                season = season.title,
                n = problems + 1
            ),
        ],
        plan: Vec::new(),
        preview: None,
        needs: Vec::new(),
        looks_again: false,
        doubts: Vec::new(),
        refused: None,
        typed: None,
        hidden: vec![("season", season.slug)],
    })
}

async fn commit(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<ActionForm>,
) -> Result<HttpResponse, AppError> {
    let (user, id) = (setter(&visit)?, DraftId(*id));
    visit.check_form(&form.csrf_token)?;
    match hand_in(&visit, user, id, &form.season).await {
        // Whoever organizes the season has the next step there.
        Ok(_) if visit.is_staff() => {
            Ok(visit.see_other(&format!("/seasons/{}/organize", form.season), None))
        }
        Ok(_) => Ok(visit.see_other(&address(id), None)),
        Err(error) if error.kind == AppErrorKind::Conflict => {
            let text = error.detail.as_deref().map(sentence).unwrap_or_default();
            let errors = FieldErrors::one("commit", text);
            page(&visit, id, StatusCode::CONFLICT, errors).await
        }
        Err(error) => Err(error),
    }
}
