//! Drafts: packages that setters keep on the server until they hand them in. Only a draft's setter and organizers see
//! it, and only its setter changes it.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::package::{Files, MAX_ARCHIVE_BYTES, unpack};
use serde::Deserialize;

use super::body::{PackageFields, read_package_form};
use super::cookies::Notice;
use super::middleware::sentence;
use super::organize::organizer;
use super::problems::show_preview;
use super::resources::drafts::{
    NOTE_MAX_CHARS, Outcome, agree, download, hand_in, keep, load_preview, load_visible, remove,
    send_back, take_back,
};
use super::resources::packages::require_setter;
use super::route::{at, read};
use super::setter::choices;
use super::views::draft_row;
use super::visit::Visit;
use crate::error::{AppError, AppErrorKind};
use crate::pages::DraftPage;
use crate::pages::confirm::ConfirmPage;
use crate::pages::form::FieldErrors;
use crate::pages::setter::{DraftRow, SeasonChoice};
use crate::season::hand_in::{Giver, TAKING, would_take};
use crate::season::lifecycle::ChangeError;
use crate::store::draft_versions;
use crate::store::drafts;
use crate::store::hand_ins::{self, HandIn};
use crate::store::problems;
use crate::store::seasons;
use crate::store::users::User;
use crate::store::{self, DraftId, HandingIn};
use crate::web::address_query::AddressQuery;
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/setter/drafts/{draft}")
                .route(read().to(show))
                .route(web::post().to(replace)),
        )
        .service(at("/setter/drafts/{draft}/package", read().to(package)))
        .service(at("/setter/drafts/{draft}/preview", read().to(preview)))
        .service(
            web::resource("/setter/drafts/{draft}/delete")
                .route(read().to(ask_to_delete))
                .route(web::post().to(delete)),
        )
        .service(
            web::resource("/setter/drafts/{draft}/commit")
                .route(read().to(ask))
                .route(web::post().to(commit)),
        )
        .service(at(
            "/setter/drafts/{draft}/take-back",
            web::post().to(take_it_back),
        ))
        .service(
            web::resource("/setter/drafts/{draft}/agree")
                .route(read().to(ask_to_agree))
                .route(web::post().to(agree_to_it)),
        )
        .service(at(
            "/setter/drafts/{draft}/send-back",
            web::post().to(send_it_back),
        ));
}

/// The page of a draft.
pub(super) fn address(id: DraftId) -> String {
    format!("/setter/drafts/{id}")
}

/// Stores the package that a form sent; a refusal is shown beside its field.
///
/// # Errors
///
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
    page(&visit, DraftId(*id), StatusCode::OK, Said::default()).await
}

/// What the page of a draft shows after a form was refused.
#[derive(Default)]
struct Said {
    errors: FieldErrors,
    /// What was typed into the note.
    note: String,
}

impl Said {
    fn of(errors: FieldErrors) -> Self {
        Self {
            errors,
            note: String::new(),
        }
    }
}

async fn page(
    visit: &Visit,
    id: DraftId,
    status: StatusCode,
    Said { errors, note }: Said,
) -> Result<HttpResponse, AppError> {
    let (me, staff) = (setter(visit)?.id, visit.is_staff());
    let (draft, (hand_in, versions), (report, package), seasons, taking) =
        store::run(&visit.app.pool, move |conn| {
            store::read(conn, |conn| {
                let draft = load_visible(conn, me, staff, id)?;
                let hand_in = hand_ins::find_hand_in(conn, id)?;
                let versions = draft_versions::number_of_current(conn, id)?;
                let report = drafts::load_report(conn, id)?;
                let seasons = choices(conn, staff, &draft.held_against, None)?;
                let mut taking = seasons::list_taking(conn, &TAKING, staff)?;
                taking.retain(|season| season.contest == crate::contests::of_package(&report));
                let waits = hand_in.as_ref().is_some_and(HandIn::waits);
                let package = (staff && waits)
                    .then(|| drafts::load_package(conn, id))
                    .transpose()?;
                let read = (report, package);
                Ok::<_, AppError>((draft, (hand_in, versions), read, seasons, taking))
            })
        })
        .await?;
    let files = match package {
        Some(package) => unpack(&package).map_err(AppError::internal)?,
        None => Files::new(),
    };
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    visit.page_with(
        status,
        &DraftPage {
            shell: visit.shell(),
            files: (files.into_iter())
                .map(|(path, bytes)| (path, text(bytes)))
                .collect(),
            is_own: draft.setter_id == me,
            is_staff: staff,
            taking: taking
                .into_iter()
                .map(|season| SeasonChoice {
                    chosen: season.slug == draft.held_against,
                    label: if season.handing_in == HandingIn::Agreed && !staff {
                        say!("draft-agreed-first", season = season.title)
                    } else {
                        season.title
                    },
                    value: season.slug,
                })
                .collect(),
            draft: draft_row((draft, hand_in)),
            report,
            seasons,
            errors,
            versions,
            note,
            max_note: NOTE_MAX_CHARS,
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
        Err(errors) => {
            page(
                &visit,
                id,
                StatusCode::UNPROCESSABLE_ENTITY,
                Said::of(errors),
            )
            .await
        }
    }
}

/// The archive as it was sent.
async fn package(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let me = setter(&visit)?.id;
    download(&visit, me, visit.is_staff(), DraftId(*id)).await
}

/// The page of the problem as contestants will see it.
async fn preview(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let (me, id) = (setter(&visit)?.id, DraftId(*id));
    match load_preview(&visit, me, visit.is_staff(), id).await {
        Ok(place) => show_preview(&visit, place, address(id)).await,
        Err(error) => answer_with(&visit, id, Err(error), String::new()).await,
    }
}

#[derive(Deserialize)]
struct ActionForm {
    csrf_token: String,
    #[serde(default)]
    season: String,
}

/// The page before something that is done to a draft: its form is sent to the address that ends in `action`.
fn before(
    visit: &Visit,
    draft: &DraftRow,
    action: &str,
    label: &'static str,
    facts: Vec<String>,
) -> ConfirmPage {
    let page = address(DraftId(draft.id));
    let sent_to = format!("{page}/{action}");
    let about = draft.name().to_owned();
    ConfirmPage::ready(visit.shell(), about, (page, sent_to), label, facts)
}

/// Says what is lost with a draft. Whoever cannot delete it is led to it.
async fn ask_to_delete(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let (me, staff, id) = (setter(&visit)?.id, visit.is_staff(), DraftId(*id));
    let draft = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_visible(conn, me, staff, id))
    })
    .await?;
    if draft.setter_id != me || draft.became.is_some() {
        return Ok(visit.see_other(&address(id), None));
    }
    let label = say!("draft-delete-this-draft");
    let facts = vec![say!("consequence-delete-draft").to_owned()];
    visit.page(&before(
        &visit,
        &draft_row((draft, None)),
        "delete",
        label,
        facts,
    ))
}

async fn delete(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<ActionForm>,
) -> Result<HttpResponse, AppError> {
    let user = setter(&visit)?.id;
    visit.check_form(&form.csrf_token)?;
    remove(&visit, user, DraftId(*id)).await?;
    Ok(visit.see_other("/setter", Some(Notice::DraftDeleted)))
}

#[derive(Deserialize)]
struct SeasonQuery {
    #[serde(default)]
    season: String,
}

/// Shows what a commit would fix, and asks for confirmation.
async fn ask(
    visit: Visit,
    id: web::Path<i64>,
    query: AddressQuery<SeasonQuery>,
) -> Result<HttpResponse, AppError> {
    let (me, staff) = (setter(&visit)?.id, visit.is_staff());
    let (id, slug) = (DraftId(*id), query.into_inner().season);
    let (draft, season, problems, refused) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = load_visible(conn, me, staff, id)?;
            let taking = seasons::list_taking(conn, &TAKING, staff)?;
            let season = taking.into_iter().find(|season| season.slug == slug);
            let (mut problems, mut refused) = (0, None);
            if let Some(season) = &season {
                problems = problems::count_problems(conn, season.id)?;
                let giver = Giver { setter: me, staff };
                match would_take(
                    conn,
                    season,
                    draft.slug.as_deref().unwrap_or_default(),
                    &giver,
                ) {
                    Err(ChangeError::Refused(why)) => refused = Some(sentence(&why)),
                    taken => taken?,
                }
            }
            Ok::<_, AppError>((draft, season, problems, refused))
        })
    })
    .await?;
    // Leads whoever reloads the address of a commit, or has nothing to commit, to the draft.
    let Some(season) = season.filter(|_| draft.setter_id == me && draft.became.is_none()) else {
        return Ok(visit.see_other(&address(id), None));
    };
    let draft = draft_row((draft, None));
    let waits = season.handing_in == HandingIn::Agreed && !staff;
    let mut facts = Vec::new();
    if waits {
        facts.push(say!("consequence-offer").to_owned());
    }
    facts.push(say!("consequence-commit", n = 1));
    facts.push(say!(
        "consequence-hand-in",
        season = season.title,
        n = problems + 1
    ));
    let label = if waits {
        say!("draft-hand-it-in")
    } else {
        say!("draft-commit")
    };
    visit.page(&ConfirmPage {
        hidden: vec![("season", season.slug)],
        returns: waits,
        needs: refused.into_iter().collect(),
        ..before(&visit, &draft, "commit", label, facts)
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
        // For organizers of the season the next step is on the season's page.
        Ok(Outcome::Committed(_)) if visit.is_staff() => {
            Ok(visit.see_other(&format!("/seasons/{}/organize", form.season), None))
        }
        Ok(_) => Ok(visit.see_other(&address(id), None)),
        Err(error) if error.kind == AppErrorKind::Conflict => {
            let text = error.detail.as_deref().map(sentence).unwrap_or_default();
            let errors = FieldErrors::one("commit", text);
            page(&visit, id, StatusCode::CONFLICT, Said::of(errors)).await
        }
        Err(error) => Err(error),
    }
}

async fn take_it_back(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<ActionForm>,
) -> Result<HttpResponse, AppError> {
    let (user, id) = (setter(&visit)?.id, DraftId(*id));
    visit.check_form(&form.csrf_token)?;
    answer_with(&visit, id, take_back(&visit, user, id).await, String::new()).await
}

/// Shows an organizer what they are about to agree to.
async fn ask_to_agree(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let id = DraftId(*id);
    let (draft, waiting, problems) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let draft = drafts::find_draft(conn, id)?.ok_or_else(AppError::not_found)?;
            let waiting = hand_ins::find_hand_in(conn, id)?.filter(HandIn::waits);
            let problems = match &waiting {
                Some(waiting) => problems::count_problems(conn, waiting.season_id)?,
                None => 0,
            };
            Ok::<_, AppError>((draft, waiting, problems))
        })
    })
    .await?;
    let Some(waiting) = waiting else {
        return Ok(visit.see_other(&address(id), None));
    };
    let seen = waiting.handed_in_at.utc().to_rfc3339();
    let draft = draft_row((draft, None));
    let facts = vec![
        say!("consequence-commit", n = 1),
        say!(
            "consequence-agree",
            season = waiting.title,
            n = problems + 1,
            name = draft.setter
        ),
    ];
    visit.page(&ConfirmPage {
        hidden: vec![("handed_in_at", seen)],
        ..before(&visit, &draft, "agree", say!("draft-agree"), facts)
    })
}

#[derive(Deserialize)]
struct DecisionForm {
    csrf_token: String,
    /// When the draft was handed in, as the organizer's page showed it.
    handed_in_at: DateTime<Utc>,
    #[serde(default)]
    note: String,
}

async fn agree_to_it(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<DecisionForm>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let id = DraftId(*id);
    match agree(&visit, visit.require_user()?, id, Some(form.handed_in_at)).await {
        Ok((season, _)) => {
            let page = format!("/seasons/{season}/organize");
            Ok(visit.see_other(&page, Some(Notice::Done)))
        }
        Err(error) => answer_with(&visit, id, Err(error), String::new()).await,
    }
}

async fn send_it_back(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<DecisionForm>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let (id, form) = (DraftId(*id), form.into_inner());
    let seen = Some(form.handed_in_at);
    let done = send_back(&visit, visit.require_user()?, id, seen, &form.note).await;
    answer_with(&visit, id, done, form.note).await
}

/// Leads back to the page of a draft, which shows the refusal if there is one.
async fn answer_with(
    visit: &Visit,
    id: DraftId,
    done: Result<(), AppError>,
    note: String,
) -> Result<HttpResponse, AppError> {
    let error = match done {
        Ok(()) => return Ok(visit.see_other(&address(id), None)),
        Err(error) => error,
    };
    let field = match error.kind {
        AppErrorKind::Conflict => "commit",
        AppErrorKind::Invalid => "note",
        _ => return Err(error),
    };
    let text = error.detail.as_deref().map(sentence).unwrap_or_default();
    let said = Said {
        errors: FieldErrors::one(field, text),
        note,
    };
    page(visit, id, error.kind.parts().0, said).await
}
