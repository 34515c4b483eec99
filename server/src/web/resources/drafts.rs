//! Drafts: packages that setters keep here until they hand them in. Only their setter and organizers
//! see them, and only their setter changes them.

use std::net::IpAddr;
use std::num::NonZeroUsize;

use actix_web::HttpResponse;
use actix_web::http::header;
use dojo_judge::package::unpack;

use super::packages::validate;
use crate::error::{AppError, AppErrorKind};
use crate::pages::setter::conclusion;
use crate::season::earlier_terms;
use crate::season::hand_in::{self, Giver, HandedIn, PrepareError};
use crate::store::audit::{self, By};
use crate::store::drafts::{self, Draft, NewDraft};
use crate::store::seasons;
use crate::store::users::User;
use crate::store::{self, AnyConnection, Deed, DraftId, Moment, StoreError, UserId};
use crate::web::visit::Visit;
use crate::words::say;

/// Drafts that a setter may keep; those that have become problems are not counted.
pub(in crate::web) const MAX_DRAFTS: u32 = 40;

/// Bytes of all their packages.
const MAX_DRAFT_BYTES: i64 = 16 << 20;

/// A draft that this person may see.
///
/// # Errors
/// `NotFound` when there is none.
pub(in crate::web) fn load_visible(
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
///
/// # Errors
/// When there is none, or it has become a problem.
pub(in crate::web) fn load_to_change(
    conn: &mut AnyConnection,
    user: UserId,
    id: DraftId,
) -> Result<Draft, AppError> {
    let draft = load_visible(conn, user, false, id)?;
    match &draft.became {
        None => Ok(draft),
        Some(became) => Err(AppError::because(
            AppErrorKind::Conflict,
            say!(
                "refused-draft-committed",
                problem = became.problem,
                season = became.season
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
            AppErrorKind::Conflict,
            say!("refused-drafts", what = what),
        ))
    };
    if kept.drafts >= i64::from(MAX_DRAFTS) {
        return full(say!("refused-drafts-many", n = MAX_DRAFTS));
    }
    if kept.bytes + i64::try_from(bytes).unwrap_or(i64::MAX) > MAX_DRAFT_BYTES {
        return full(say!("refused-drafts-large", n = MAX_DRAFT_BYTES >> 20));
    }
    Ok(())
}

/// Validates a package and keeps it with its report, valid or not, as a new draft or in the place of
/// one.
///
/// # Errors
/// When it is no package, when there is no room or no such season, and when another one has its turn.
pub(in crate::web) async fn keep(
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
        return Err(AppError::because(
            AppErrorKind::Invalid,
            say!("draft-no-file"),
        ));
    }
    // Nobody should wait for a report and then be told that there is no room.
    store::run_write(&visit.app.pool, move |conn| store::write(conn, check)).await?;
    let staff = user.role.sees_hidden_terms();
    let new = NewDraft {
        report: validate(visit, season, staff, &package).await?,
        held_against: season.to_owned(),
        package,
    };
    let (now, by) = (visit.app.clock.now(), visit.by(user));
    store::run_write(&visit.app.pool, move |conn| {
        store::write(conn, |conn| {
            check(conn)?;
            let (id, deed) = match replaced {
                None => (drafts::insert_draft(conn, me, &new, now)?, Deed::DraftKept),
                Some(id) => {
                    drafts::replace_draft(conn, id, &new, now)?;
                    (id, Deed::DraftReplaced)
                }
            };
            let slug = new.report.slug().unwrap_or_default();
            audit::note(conn, &by, (deed, &id.to_string(), slug), now)?;
            Ok(id)
        })
    })
    .await
}

/// Notes what its setter did with a draft.
fn note(
    conn: &mut AnyConnection,
    draft: &Draft,
    address: IpAddr,
    (deed, details): (Deed, &str),
    now: Moment,
) -> Result<(), StoreError> {
    let by = By {
        name: draft.setter.clone(),
        address: Some(address),
    };
    let number = draft.id.to_string();
    Ok(audit::note(conn, &by, (deed, &number, details), now)?)
}

/// Removes a draft.
///
/// # Errors
/// When there is none, or it has become a problem.
pub(in crate::web) async fn remove(
    visit: &Visit,
    user: UserId,
    id: DraftId,
) -> Result<(), AppError> {
    let (now, address) = (visit.now, visit.address);
    store::run_write(&visit.app.pool, move |conn| {
        store::write(conn, |conn| {
            let draft = load_to_change(conn, user, id)?;
            drafts::delete_draft(conn, id)?;
            let slug = draft.slug.clone().unwrap_or_default();
            note(conn, &draft, address, (Deed::DraftDeleted, &slug), now)?;
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
pub(in crate::web) async fn hand_in(
    visit: &Visit,
    user: &User,
    id: DraftId,
    season: &str,
) -> Result<HandedIn, AppError> {
    visit.app.limiters.submit.check(visit.address)?;
    let staff = user.role.sees_hidden_terms();
    let user = user.id;
    let slug = season.to_owned();
    let (draft, package, season, earlier) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_to_change(conn, user, id)?;
            let taking = seasons::list_taking(conn, &hand_in::TAKING, staff)?;
            let season = taking.into_iter().find(|season| season.slug == slug);
            let season = season.ok_or_else(|| {
                AppError::because(
                    AppErrorKind::Conflict,
                    say!("refused-season-takes", name = slug),
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
        .map_err(|error| match error {
            PrepareError::Failed(error) => AppError::internal(error),
            told => AppError::because(AppErrorKind::Conflict, told.to_string()),
        })?;
    let (now, address) = (visit.app.clock.now(), visit.address);
    store::run_write(&visit.app.pool, move |conn| match prepared {
        Ok(prepared) => {
            let kept = Some((draft.id, draft.updated_at));
            let giver = Giver {
                setter: user,
                staff,
            };
            let done = hand_in::hand_in(conn, season_id, &prepared, &giver, kept, now)?;
            let details = format!("{held_against}/{}", done.problem);
            store::write(conn, |conn| {
                note(conn, &draft, address, (Deed::HandedIn, &details), now)
            })?;
            Ok(done)
        }
        Err(report) => {
            drafts::set_report(conn, id, &held_against, &report)?;
            Err(AppError::because(
                AppErrorKind::Conflict,
                say!(
                    "refused-package",
                    season = held_against,
                    what = conclusion(&report)
                ),
            ))
        }
    })
    .await
}

/// The archive of a draft, for whoever may see it.
///
/// # Errors
/// `NotFound` when there is none.
pub(in crate::web) async fn download(
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
