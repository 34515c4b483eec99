//! The versions of a draft: what changed, and taking one back.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use dojo_judge::package::{Files, unpack};
use serde::Deserialize;

use super::drafts::{address, keep_sent, setter};
use super::resources::drafts::load_visible;
use super::route::read;
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::form::FieldErrors;
use crate::pages::versions::{VersionsPage, changes};
use crate::store::{self, DraftId, draft_versions, drafts};
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(
        web::resource("/setter/drafts/{draft}/versions")
            .route(read().to(list))
            .route(web::post().to(take_back)),
    );
}

#[derive(Default, Deserialize)]
struct SinceQuery {
    /// The version since which changes are shown; the one before the last if it is left out.
    since: Option<i32>,
}

async fn list(
    visit: Visit,
    id: web::Path<i64>,
    query: web::Query<SinceQuery>,
) -> Result<HttpResponse, AppError> {
    let status = StatusCode::OK;
    page(
        &visit,
        DraftId(*id),
        query.since,
        status,
        FieldErrors::new(),
    )
    .await
}

async fn page(
    visit: &Visit,
    id: DraftId,
    since: Option<i32>,
    status: StatusCode,
    errors: FieldErrors,
) -> Result<HttpResponse, AppError> {
    let (me, staff) = (setter(visit)?.id, visit.is_staff());
    let (draft, current, earlier, packages) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, me, staff, id)?;
            let current = draft_versions::number_of_current(conn, id)?;
            let earlier = draft_versions::list_versions(conn, id)?;
            let since = since.or(earlier.first().map(|version| version.number));
            let packages = match since {
                Some(since) => {
                    let old = draft_versions::find_version(conn, id, since)?;
                    let old = old.ok_or_else(AppError::not_found)?;
                    Some((since, old, drafts::load_package(conn, id)?))
                }
                None => None,
            };
            Ok::<_, AppError>((draft, current, earlier, packages))
        })
    })
    .await?;
    let (since, changes) = match packages {
        Some((since, old, new)) => {
            let compared = visit
                .app
                .rendering
                .run(move || changes(&files(&old), &files(&new)));
            (Some(since), compared.await?)
        }
        None => (None, Vec::new()),
    };
    let untitled = say!("draft-untitled").to_owned();
    visit.page_with(
        status,
        &VersionsPage {
            shell: visit.shell(),
            draft: address(id),
            can_take_back: draft.setter_id == me && draft.became.is_none(),
            name: draft.title.unwrap_or(untitled),
            current,
            earlier: earlier
                .into_iter()
                .map(|version| (version.number, version.sent_at.utc()))
                .collect(),
            since,
            changes,
            errors,
        },
    )
}

/// The files of an archive that could be opened when it was sent.
fn files(package: &[u8]) -> Files {
    unpack(package).unwrap_or_default()
}

#[derive(Deserialize)]
struct VersionForm {
    csrf_token: String,
    version: i32,
}

/// Restores an earlier package; the current one becomes an earlier version.
async fn take_back(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<VersionForm>,
) -> Result<HttpResponse, AppError> {
    let (user, id, number) = (setter(&visit)?, DraftId(*id), form.version);
    visit.check_form(&form.csrf_token)?;
    let me = user.id;
    let (season, package) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, me, false, id)?;
            let package = draft_versions::find_version(conn, id, number)?;
            let package = package.ok_or_else(AppError::not_found)?;
            Ok::<_, AppError>((draft.held_against, package))
        })
    })
    .await?;
    match keep_sent(&visit, user, Some(id), &season, package).await? {
        Ok(id) => Ok(visit.see_other(&address(id), None)),
        Err(errors) => page(&visit, id, Some(number), StatusCode::CONFLICT, errors).await,
    }
}
