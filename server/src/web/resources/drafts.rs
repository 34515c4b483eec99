//! Drafts: packages that setters keep on the server until they hand them in. Only a draft's setter and organizers see
//! it, and only its setter changes it.

use std::net::IpAddr;
use std::num::NonZeroUsize;

use actix_web::HttpResponse;
use actix_web::http::header;
use chrono::{DateTime, Utc};
use dojo_judge::package::unpack;

use super::packages::validate;
use super::problems::VisibleProblem;
use crate::contests;
use crate::error::{AppError, AppErrorKind};
use crate::events::News;
use crate::messages::check_text;
use crate::pages::setter::conclusion;
use crate::season::earlier_terms;
use crate::season::form;
use crate::season::hand_in::{self, Giver, HandedIn, PrepareError, Prepared};
use crate::store::announcements::{self, NewAnnouncement};
use crate::store::audit::{self, By};
use crate::store::drafts::{self, Draft, NewDraft};
use crate::store::hand_ins::{self, HandIn};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::users::User;
use crate::store::{
    self, AnyConnection, Deed, DraftId, HandingIn, Moment, SeasonId, StoreError, UserId,
};
use crate::web::visit::Visit;
use crate::words::say;

/// Most drafts of one setter; drafts that have become problems are not counted.
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

/// Refuses a package when its setter has used up the space.
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

/// Validates a package and stores it with its report, valid or not, as a new draft or in place of an existing one.
///
/// # Errors
///
/// When the archive cannot be opened, when there is no space or no such season, and when there is no turn for it.
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
    // Checked before the validation too, so that nobody waits for a report only to learn that there is no space.
    store::run_transaction(&visit.app.pool, check).await?;
    let staff = user.role.sees_hidden_terms();
    let new = NewDraft {
        report: validate(visit, season, staff, &package).await?,
        held_against: season.to_owned(),
        package,
    };
    let (now, by) = (visit.app.clock.now(), visit.by(user));
    store::run_transaction(&visit.app.pool, move |conn| {
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
    .await
}

/// Records in the audit log what a setter did with a draft.
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
    store::run_transaction(&visit.app.pool, move |conn| {
        let draft = load_to_change(conn, user, id)?;
        drafts::delete_draft(conn, id)?;
        let slug = draft.slug.clone().unwrap_or_default();
        note(conn, &draft, address, (Deed::DraftDeleted, &slug), now)?;
        Ok(())
    })
    .await
}

/// The result of handing in.
pub(in crate::web) enum Outcome {
    /// It is a problem of the season.
    Committed(HandedIn),
    /// It has been waiting for an organizer since then.
    Waits(Moment),
}

/// Hands a draft in to a season: makes it a problem and commits it, or lets it wait if an organizer has to agree
/// first. The draft is validated again, for that season; if it is invalid, the new report is stored.
///
/// # Errors
///
/// When the season does not accept it, or it is invalid.
pub(in crate::web) async fn hand_in(
    visit: &Visit,
    user: &User,
    id: DraftId,
    season: &str,
) -> Result<Outcome, AppError> {
    visit.app.limiters.submit.check(visit.address)?;
    let staff = user.role.sees_hidden_terms();
    let user = user.id;
    let slug = season.to_owned();
    let (draft, season) = store::run(&visit.app.pool, move |conn| {
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
            Ok::<_, AppError>((draft, season))
        })
    })
    .await?;
    let prepared = prepare(visit, &draft, &season).await?;
    let (now, address) = (visit.app.clock.now(), visit.address);
    let outcome = store::run_transaction(&visit.app.pool, move |conn| {
        load_to_change(conn, user, id)?;
        let kept = (draft.id, draft.updated_at);
        if season.handing_in == HandingIn::Agreed && !staff {
            hand_in::offer(conn, season.id, &prepared, kept, user, now)?;
            let details = details(&season.slug, &draft);
            note(conn, &draft, address, (Deed::HandInOffered, &details), now)?;
            return Ok::<_, AppError>(Outcome::Waits(now));
        }
        let giver = Giver {
            setter: user,
            staff,
        };
        let done = hand_in::hand_in(conn, season.id, &prepared, &giver, Some(kept), now)?;
        let details = details(&season.slug, &draft);
        note(conn, &draft, address, (Deed::HandedIn, &details), now)?;
        Ok(Outcome::Committed(done))
    })
    .await?;
    visit.app.events.publish(News::Changed);
    Ok(outcome)
}

/// How the audit log names a draft and a season.
fn details(season: &str, draft: &Draft) -> String {
    format!("{season}/{}", draft.slug.as_deref().unwrap_or_default())
}

/// Validates a draft for a season. If it is invalid, the new report is stored.
async fn prepare(visit: &Visit, draft: &Draft, season: &Season) -> Result<Prepared, AppError> {
    let id = draft.id;
    let (package, earlier) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            Ok::<_, AppError>((drafts::load_package(conn, id)?, earlier_terms(conn)?))
        })
    })
    .await?;
    let files = unpack(&package).map_err(AppError::internal)?;
    let for_season = season.clone();
    let prepared = visit
        .app
        .validator
        .run(move |runtime| {
            hand_in::prepare(runtime, &for_season, earlier, &files, NonZeroUsize::MIN)
        })
        .await?
        .map_err(|error| match error {
            PrepareError::Failed(error) => AppError::internal(error),
            told => AppError::because(AppErrorKind::Conflict, told.to_string()),
        })?;
    let (kept, held_against) = ((id, draft.updated_at), season.slug.clone());
    match prepared {
        Ok(prepared) => Ok(prepared),
        Err(report) => {
            let what = conclusion(&report);
            let why = say!("refused-package", season = held_against, what = what);
            store::run_transaction(&visit.app.pool, move |conn| {
                drafts::set_report(conn, kept, &held_against, &report)
            })
            .await?;
            Err(AppError::because(AppErrorKind::Conflict, why))
        }
    }
}

/// A draft that waits for an organizer, and its hand-in. `seen` is when it was handed in, as the organizer saw it.
fn load_waiting(
    conn: &mut AnyConnection,
    id: DraftId,
    seen: Option<DateTime<Utc>>,
) -> Result<(Draft, HandIn), AppError> {
    let draft = drafts::find_draft(conn, id)?.ok_or_else(AppError::not_found)?;
    let waiting = hand_ins::find_hand_in(conn, id)?.filter(HandIn::waits);
    let conflict = |why: &str| AppError::because(AppErrorKind::Conflict, why);
    let waiting = waiting.ok_or_else(|| conflict(say!("refused-draft-does-not-wait")))?;
    if seen.is_some_and(|seen| seen != waiting.handed_in_at.utc()) {
        return Err(conflict(say!("refused-draft-changed")));
    }
    Ok((draft, waiting))
}

/// The drafts that wait for an organizer of a season, oldest first.
///
/// # Errors
///
/// When the database fails.
pub(in crate::web) fn list_waiting(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> Result<Vec<(Draft, Option<HandIn>)>, StoreError> {
    let mut waiting = Vec::new();
    for id in hand_ins::list_waiting(conn, season)? {
        waiting.extend(drafts::find_draft(conn, id)?);
    }
    with_hand_ins(conn, waiting)
}

/// Drafts, each with its hand-in if it has one.
///
/// # Errors
///
/// When the database fails.
pub(in crate::web) fn with_hand_ins(
    conn: &mut AnyConnection,
    drafts: Vec<Draft>,
) -> Result<Vec<(Draft, Option<HandIn>)>, StoreError> {
    let ids: Vec<DraftId> = drafts.iter().map(|draft| draft.id).collect();
    let mut handed_in = hand_ins::list_hand_ins(conn, &ids)?;
    let with = |draft: Draft| {
        let hand_in = handed_in.remove(&draft.id);
        (draft, hand_in)
    };
    Ok(drafts.into_iter().map(with).collect())
}

/// Takes back a draft that waits for an organizer.
///
/// # Errors
///
/// When there is none, or it is not waiting.
pub(in crate::web) async fn take_back(
    visit: &Visit,
    user: UserId,
    id: DraftId,
) -> Result<(), AppError> {
    let (now, address) = (visit.now, visit.address);
    store::run_transaction(&visit.app.pool, move |conn| {
        load_to_change(conn, user, id)?;
        let (draft, waiting) = load_waiting(conn, id, None)?;
        hand_ins::take_back(conn, id)?;
        let details = details(&waiting.season, &draft);
        note(
            conn,
            &draft,
            address,
            (Deed::HandInTakenBack, &details),
            now,
        )?;
        Ok(())
    })
    .await
}

/// Agrees to a waiting draft: it becomes a problem of its season and is committed, and its setter is told.
///
/// # Errors
///
/// When it is no longer waiting, the season does not accept it, or it is invalid.
pub(in crate::web) async fn agree(
    visit: &Visit,
    organizer: &User,
    id: DraftId,
    seen: Option<DateTime<Utc>>,
) -> Result<(String, HandedIn), AppError> {
    visit.app.limiters.submit.check(visit.address)?;
    let (draft, season) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let (draft, waiting) = load_waiting(conn, id, seen)?;
            Ok::<_, AppError>((draft, seasons::load_season(conn, waiting.season_id)?))
        })
    })
    .await?;
    let prepared = prepare(visit, &draft, &season).await?;
    let (by, now) = (visit.by(organizer), visit.app.clock.now());
    let handed_in = store::run_transaction(&visit.app.pool, move |conn| {
        load_waiting(conn, id, seen)?;
        let giver = Giver {
            setter: draft.setter_id,
            staff: true,
        };
        let kept = Some((draft.id, draft.updated_at));
        let done = hand_in::hand_in(conn, season.id, &prepared, &giver, kept, now)?;
        let details = details(&season.slug, &draft);
        let deed = (Deed::HandInAgreed, id.to_string());
        audit::note(conn, &by, (deed.0, &deed.1, &details), now)?;
        let title = title(&draft);
        let text = say!("told-agreed", problem = title, season = season.title);
        tell_setter(conn, &draft, &text, &by, now)?;
        Ok::<_, AppError>((season.slug, done))
    })
    .await?;
    visit.app.events.publish(News::Changed);
    Ok(handed_in)
}

/// Sends back a waiting draft, with a note to its setter.
///
/// # Errors
///
/// When it is no longer waiting, or the note is refused.
pub(in crate::web) async fn send_back(
    visit: &Visit,
    organizer: &User,
    id: DraftId,
    seen: Option<DateTime<Utc>>,
    text: &str,
) -> Result<(), AppError> {
    let text = check_text(text, NOTE_MAX_CHARS)
        .map_err(|error| AppError::because(AppErrorKind::Invalid, error.to_string()))?;
    let (by, now) = (visit.by(organizer), visit.app.clock.now());
    store::run_transaction(&visit.app.pool, move |conn| {
        let (draft, waiting) = load_waiting(conn, id, seen)?;
        hand_ins::send_back(conn, id, &text, now)?;
        let details = format!("{}: {text}", details(&waiting.season, &draft));
        let number = id.to_string();
        audit::note(conn, &by, (Deed::HandInSentBack, &number, &details), now)?;
        let title = title(&draft);
        let told = say!(
            "told-sent-back",
            problem = title,
            season = waiting.title,
            text = text
        );
        Ok::<_, AppError>(tell_setter(conn, &draft, &told, &by, now)?)
    })
    .await?;
    visit.app.events.publish(News::Changed);
    Ok(())
}

/// Longest note with which a draft is sent back, in characters.
pub(in crate::web) const NOTE_MAX_CHARS: usize = 1000;

fn title(draft: &Draft) -> &str {
    let title = draft.title.as_deref().or(draft.slug.as_deref());
    title.unwrap_or(say!("draft-untitled"))
}

/// Tells the setter of a draft, and nobody else, what an organizer did with it. The message names no season: the
/// setter may not be allowed to see its pages yet.
fn tell_setter(
    conn: &mut AnyConnection,
    draft: &Draft,
    text: &str,
    by: &By,
    now: Moment,
) -> Result<(), StoreError> {
    let telling = NewAnnouncement {
        season_id: None,
        problem: None,
        to_id: Some(draft.setter_id),
        question_id: None,
        text,
        made_by: &by.name,
        made_at: now,
        tells_holding: false,
    };
    announcements::insert_announcement(conn, &telling)?;
    Ok(())
}

/// A draft as a problem of an open season: the season that it was validated for, or one with default settings.
///
/// # Errors
///
/// `NotFound` when there is none, and what is wrong with it.
pub(in crate::web) async fn load_preview(
    visit: &Visit,
    user: UserId,
    staff: bool,
    id: DraftId,
) -> Result<VisibleProblem, AppError> {
    let now = visit.now;
    let (package, slug, season) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, user, staff, id)?;
            let contest = contests::of_package(&drafts::load_report(conn, id)?);
            let season = seasons::find_season(conn, &draft.held_against)?;
            let season = season.filter(|season| season.contest == contest);
            let new = match &season {
                Some(season) => NewSeason::from(season),
                None => {
                    form::plain(contest, &draft.held_against).ok_or_else(AppError::not_found)?
                }
            };
            let package = drafts::load_package(conn, id)?;
            Ok::<_, AppError>((package, draft.slug, Season::unstored(new, now)))
        })
    })
    .await?;
    let conflict = |why: String| AppError::because(AppErrorKind::Conflict, why);
    let slug = slug.ok_or_else(|| conflict(say!("refused-no-preview").to_owned()))?;
    let files = unpack(&package).map_err(AppError::internal)?;
    let shown = visit.app.validator.run(move |runtime| {
        hand_in::preview(runtime, &season, &slug, &files)
            .map(|problem| VisibleProblem { season, problem })
    });
    let shown = shown.await?;
    shown.map_err(|error| conflict(say!("refused-preview", why = error.to_string())))
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

/// The usual file name extension of such an archive.
fn ending(archive: &[u8]) -> &'static str {
    match archive {
        [b'P', b'K', ..] => "zip",
        [0x1f, 0x8b, ..] => "tar.gz",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "tar.zst",
        _ => "tar",
    }
}
