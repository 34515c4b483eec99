//! What organizers see of people and do with their accounts: the list, a person's page, invitations, and accounts
//! made from a list.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{NaiveDate, TimeDelta};
use serde::Deserialize;

use super::body::{ListFields, read_list_form};
use super::cookies::Notice;
use super::provider_views;
use super::resources::people::{
    self as resources, Asking, FoundPeople, PeopleQuery, change, link_address, make_link,
    parse_role, roles_of,
};
use super::route::{at, read};
use super::views::natural;
use super::visit::{FormToken, Visit};
use crate::error::{AppError, AppErrorKind};
use crate::pages::boards::Pager;
use crate::pages::form::FieldErrors;
use crate::pages::people::{
    DeedView, InvitationFields, InvitationView, InvitationsPage, ListPage, MadeLink, MemberPage,
    PeoplePage, PersonView, Standing, StripView, StripsPage, WrongLine,
};
use crate::pages::qr::qr;
use crate::people::accounts::{Change, check_label};
use crate::people::class::MadeAccount;
use crate::people::links::{self, ENTER_LASTS, Invitation, LIST_LASTS};
use crate::people::{Code, DISPLAY_NAME, ListError, MAX_LISTED};
use crate::store::audit::{self, Entry};
use crate::store::links::{self as link_table, Link};
use crate::store::users::{self, Person};
use crate::store::{self, LinkId, Moment, Role, StoreError, identities};
use crate::web::address_query::AddressQuery;
use crate::words::say;

/// Most entries of a person's audit log that the page shows.
const SHOWN_DEEDS: i64 = 50;

/// Most people who may use one invitation.
const MAX_USES: i32 = 1000;

/// Most days for which an invitation may be valid.
pub(super) const MAX_DAYS: i64 = 366;

/// Days for which an invitation is valid by default.
const USUAL_DAYS: i64 = 14;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/people", read().to(people)))
        .service(
            web::resource("/people/list")
                .route(read().to(list_form))
                .route(web::post().to(make_listed)),
        )
        .service(at("/people/links", web::post().to(renew_links)))
        .service(
            web::resource("/people/invitations")
                .route(read().to(invitations))
                .route(web::post().to(invite)),
        )
        .service(at(
            "/people/invitations/{id}/end",
            web::post().to(end_invitation),
        ))
        .service(at("/people/@{name}", read().to(member)))
        .service(
            web::resource("/people/@{name}/{action}")
                .route(read().to(back))
                .route(web::post().to(act)),
        );
}

/// The organizer who asks.
///
/// # Errors
///
/// When the reader is not an organizer: the answer is then the same as for a page that does not exist.
pub(super) fn asking(visit: &Visit) -> Result<Asking, AppError> {
    let user = visit.require_user()?;
    if !visit.is_staff() {
        return Err(AppError::not_found());
    }
    Ok(Asking::of(visit, user))
}

fn person_view(person: Person) -> PersonView {
    PersonView {
        standing: if person.is_deleted {
            Standing::Deleted
        } else if person.disabled_at.is_some() {
            Standing::Disabled
        } else if person.has_password || person.is_connected {
            Standing::Active
        } else {
            Standing::New
        },
        role: person.user.role.as_str(),
        mail: (person.mail).map(|mail| (mail.address, mail.verified_at.is_some())),
        label: person.label,
        second_factor_at: person.user.second_factor_at.map(Moment::utc),
        last_seen_at: person.last_seen_at.map(Moment::utc),
        created_at: person.user.created_at.utc(),
        name: person.user.name,
        display_name: person.user.display_name,
    }
}

async fn people(visit: Visit, query: AddressQuery<PeopleQuery>) -> Result<HttpResponse, AppError> {
    asking(&visit)?;
    let query = query.into_inner();
    let found = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| FoundPeople::load(conn, query))
    })
    .await?;
    visit.page(&PeoplePage {
        shell: visit.shell(),
        text: found.filter.text,
        role: found.filter.role.map_or("", Role::as_str).to_owned(),
        label: found.filter.label,
        roles: Role::ALL.iter().map(|role| role.as_str()).collect(),
        labels: found.labels,
        people: found.people.into_iter().map(person_view).collect(),
        total: found.total,
        pager: Pager {
            page: found.page,
            pages: found.pages,
        },
    })
}

pub(super) fn deed_view(entry: Entry) -> DeedView {
    DeedView {
        at: entry.at.utc(),
        by: entry.by_name,
        address: entry.address,
        deed: entry.deed.as_str(),
        subject: entry.subject,
        details: entry.details,
    }
}

fn made_link(visit: &Visit, code: &Code, expires_at: Moment) -> MadeLink {
    let address = link_address(visit, code);
    MadeLink {
        qr: qr(&address),
        address,
        expires_at: expires_at.utc(),
    }
}

async fn member(visit: Visit, name: web::Path<String>) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit)?;
    show_member(
        &visit,
        &asking,
        name.into_inner(),
        StatusCode::OK,
        None,
        None,
    )
    .await
}

async fn show_member(
    visit: &Visit,
    asking: &Asking,
    name: String,
    status: StatusCode,
    refused: Option<String>,
    made: Option<MadeLink>,
) -> Result<HttpResponse, AppError> {
    let (person, connected, deeds) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let person = users::find_person(conn, &name)?.ok_or_else(|| {
                AppError::because(AppErrorKind::NotFound, say!("people-nobody", name = name))
            })?;
            let deeds = audit::list_latest(conn, Some(&person.user.name), SHOWN_DEEDS)?;
            let connected = identities::list_identities(conn, person.user.id)?;
            Ok::<_, AppError>((person, connected, deeds))
        })
    })
    .await?;
    let page = MemberPage {
        shell: visit.shell(),
        may_change: (person.user.role != Role::Admin || asking.role == Role::Admin)
            && !person.is_deleted,
        is_own: asking.by.is(&person.user.name),
        connected: provider_views::connected_rows(&visit.app, connected),
        person: person_view(person),
        roles: roles_of(asking.role),
        refused,
        made,
        deeds: deeds.into_iter().map(deed_view).collect(),
    };
    visit.page_with(status, &page)
}

/// Leads whoever reloads the address of an action to the page of the person.
async fn back(path: web::Path<(String, String)>) -> HttpResponse {
    let name = path.into_inner().0;
    HttpResponse::SeeOther()
        .insert_header(("Location", format!("/people/@{name}")))
        .finish()
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct MemberForm {
    csrf_token: String,
    role: String,
    label: String,
    /// The sign-in name, where something cannot be taken back.
    confirm: String,
}

async fn act(
    visit: Visit,
    path: web::Path<(String, String)>,
    form: web::Form<MemberForm>,
) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let (name, action) = path.into_inner();
    let wanted = match action.as_str() {
        "role" => Change::Role(parse_role(&form.role)?),
        "label" => {
            let wrong = |message: String| AppError::because(AppErrorKind::Invalid, message);
            Change::Label(check_label(&form.label).map_err(wrong)?)
        }
        "second-factor-off" => Change::NoSecondFactor,
        "disable" => Change::Disabled(true),
        "enable" => Change::Disabled(false),
        "delete" => {
            let done = if form.confirm.trim() == name {
                resources::delete(&visit, asking.clone(), name.clone()).await
            } else {
                let why = say!("member-delete-unconfirmed", name = name);
                Err(AppError::because(AppErrorKind::Conflict, why))
            };
            return after(&visit, &asking, name, done).await;
        }
        "link" => {
            let code = make_link(&visit, asking.clone(), name.clone()).await?;
            let made = made_link(&visit, &code, visit.now.plus(ENTER_LASTS));
            return show_member(&visit, &asking, name, StatusCode::OK, None, Some(made)).await;
        }
        _ => return Err(AppError::not_found()),
    };
    let done = change(&visit, asking.clone(), name.clone(), vec![wanted]).await;
    after(&visit, &asking, name, done).await
}

/// The page of a person after an action, or with the reason why the action was refused.
async fn after(
    visit: &Visit,
    asking: &Asking,
    name: String,
    done: Result<(), AppError>,
) -> Result<HttpResponse, AppError> {
    match done {
        Ok(()) => Ok(visit.see_other(&format!("/people/@{name}"), Some(Notice::Saved))),
        Err(error) if error.kind == AppErrorKind::Conflict => {
            let status = StatusCode::CONFLICT;
            let why = error.detail.map(|why| super::middleware::sentence(&why));
            show_member(visit, asking, name, status, why, None).await
        }
        Err(error) => Err(error),
    }
}

fn invitation_view(link: Link) -> InvitationView {
    InvitationView {
        id: link.id.0,
        role: link.role.as_str(),
        label: link.label,
        uses: natural(link.uses),
        used: natural(link.uses - link.uses_left),
        expires_at: link.expires_at.utc(),
        made_by: link.made_by,
    }
}

async fn show_invitations(
    visit: &Visit,
    asking: &Asking,
    status: StatusCode,
    fields: Option<InvitationFields>,
    errors: FieldErrors,
    made: Option<MadeLink>,
) -> Result<HttpResponse, AppError> {
    let now = visit.now;
    let open = store::run(&visit.app.pool, move |conn| {
        link_table::list_invitations(conn, now).map_err(StoreError::from)
    })
    .await?;
    let usual = || InvitationFields {
        role: Role::Contestant.as_str().to_owned(),
        label: String::new(),
        uses: "30".to_owned(),
        last_day: (now.utc().date_naive() + TimeDelta::days(USUAL_DAYS)).to_string(),
    };
    let page = InvitationsPage {
        shell: visit.shell(),
        fields: fields.unwrap_or_else(usual),
        errors,
        roles: roles_of(asking.role),
        made,
        open: open.into_iter().map(invitation_view).collect(),
    };
    visit.page_with(status, &page)
}

async fn invitations(visit: Visit) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit)?;
    show_invitations(
        &visit,
        &asking,
        StatusCode::OK,
        None,
        FieldErrors::new(),
        None,
    )
    .await
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct InvitationForm {
    csrf_token: String,
    role: String,
    label: String,
    uses: String,
    last_day: String,
}

async fn invite(visit: Visit, form: web::Form<InvitationForm>) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let form = form.into_inner();
    let fields = InvitationFields {
        role: form.role,
        label: form.label,
        uses: form.uses,
        last_day: form.last_day,
    };
    let invitation = match read_invitation(&fields, asking.role, visit.now) {
        Ok(invitation) => invitation,
        Err(errors) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return show_invitations(&visit, &asking, status, Some(fields), errors, None).await;
        }
    };
    let (now, expires_at, asker) = (visit.now, invitation.expires_at, asking.clone());
    let code = store::run_write(&visit.app.pool, move |conn| {
        let asker = (&asker.by, asker.role);
        Ok::<_, AppError>(links::make_invitation(conn, &invitation, asker, now)?)
    })
    .await?;
    let made = made_link(&visit, &code, expires_at);
    let errors = FieldErrors::new();
    show_invitations(&visit, &asking, StatusCode::OK, None, errors, Some(made)).await
}

/// Reads the form of an invitation; the error says what is wrong with it.
fn read_invitation(
    fields: &InvitationFields,
    asker: Role,
    now: Moment,
) -> Result<Invitation, FieldErrors> {
    let mut errors = FieldErrors::new();
    let role = fields.role.parse().unwrap_or(Role::Contestant);
    if !roles_of(asker).contains(&fields.role.as_str()) {
        errors.add("role", say!("invite-role-wrong"));
    }
    let label = check_label(&fields.label).unwrap_or_else(|message| {
        errors.add("label", message);
        String::new()
    });
    let uses = fields.uses.trim().parse().unwrap_or(0);
    if !(1..=MAX_USES).contains(&uses) {
        errors.add("uses", say!("invite-uses-wrong", n = MAX_USES));
    }
    let expires_at = end_of(&fields.last_day, now).unwrap_or_else(|| {
        errors.add("last_day", say!("invite-day-wrong", n = MAX_DAYS));
        now
    });
    if errors.is_empty() {
        Ok(Invitation {
            role,
            label,
            uses,
            expires_at,
        })
    } else {
        Err(errors)
    }
}

/// The moment at which a day is over in every time zone: twelve hours after it is over in UTC.
pub(super) fn end_of(day: &str, now: Moment) -> Option<Moment> {
    let day: NaiveDate = day.trim().parse().ok()?;
    let end = day.and_hms_opt(0, 0, 0)?.and_utc() + TimeDelta::hours(36);
    let from_now = end - now.utc();
    let may_be = from_now > TimeDelta::zero() && from_now < TimeDelta::days(MAX_DAYS + 2);
    may_be.then(|| Moment::from(end))
}

async fn end_invitation(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<FormToken>,
) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let (id, now) = (LinkId(*id), visit.now);
    let ended = store::run_write(&visit.app.pool, move |conn| {
        links::end_invitation(conn, id, &asking.by, now)
    })
    .await?;
    if ended {
        Ok(visit.see_other("/people/invitations", Some(Notice::Saved)))
    } else {
        Err(AppError::not_found())
    }
}

fn list_page(visit: &Visit, label: String, list: String, errors: FieldErrors) -> ListPage {
    ListPage {
        shell: visit.shell(),
        label,
        list,
        errors,
        wrong: Vec::new(),
        max: MAX_LISTED,
    }
}

async fn list_form(visit: Visit) -> Result<HttpResponse, AppError> {
    asking(&visit)?;
    let headings = format!("{DISPLAY_NAME}\n");
    visit.page(&list_page(
        &visit,
        String::new(),
        headings,
        FieldErrors::new(),
    ))
}

async fn make_listed(
    request: HttpRequest,
    visit: Visit,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit)?;
    let ListFields {
        csrf_token,
        label,
        list,
        file,
    } = read_list_form(&request, payload).await?;
    visit.check_form(&csrf_token)?;
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    // The page itself sends this heading, which alone is no list.
    let has_typed = ![&b""[..], DISPLAY_NAME.as_bytes()].contains(&list.trim_ascii());
    if has_typed && !file.is_empty() {
        let typed = String::from_utf8_lossy(&list).into_owned();
        let errors = FieldErrors::one("file", say!("list-both"));
        return visit.page_with(status, &list_page(&visit, label, typed, errors));
    }
    let list = if file.is_empty() { list } else { file };
    let typed = String::from_utf8_lossy(&list).into_owned();
    let label = match check_label(&label) {
        Ok(label) => label,
        Err(message) => {
            let errors = FieldErrors::one("label", message);
            return visit.page_with(status, &list_page(&visit, label, typed, errors));
        }
    };
    match resources::make_listed(&visit, asking, label.clone(), &list).await? {
        Ok(made) => strips_page(&visit, label, made, false).await,
        Err(wrong) => {
            let page = ListPage {
                wrong: wrong.into_iter().map(wrong_line).collect(),
                ..list_page(&visit, label, typed, FieldErrors::new())
            };
            visit.page_with(status, &page)
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LabelForm {
    csrf_token: String,
    label: String,
}

/// New strips for those with a label who have not come yet.
async fn renew_links(visit: Visit, form: web::Form<LabelForm>) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let label = form.into_inner().label;
    // People without a label are nobody's class.
    if label.trim().is_empty() {
        return Err(AppError::not_found());
    }
    let made = resources::renew_links(&visit, asking, label.clone()).await?;
    strips_page(&visit, label, made, true).await
}

async fn strips_page(
    visit: &Visit,
    label: String,
    made: Vec<MadeAccount>,
    are_known: bool,
) -> Result<HttpResponse, AppError> {
    let strips = made.into_iter().map(|made| {
        let address = link_address(visit, &made.code);
        (made.name, made.display_name, address)
    });
    let strips: Vec<_> = strips.collect();
    let draw = || strips.into_iter().map(strip_view).collect();
    visit.page(&StripsPage {
        shell: visit.shell(),
        label,
        are_known,
        strips: visit.app.rendering.run(draw).await?,
        expires_at: visit.now.plus(LIST_LASTS).utc(),
    })
}

fn strip_view((name, display_name, address): (String, String, String)) -> StripView {
    StripView {
        qr: qr(&address),
        name,
        display_name,
        address,
    }
}

fn wrong_line(error: ListError) -> WrongLine {
    WrongLine {
        line: error.line,
        about: error.about.to_string(),
        message: error.message,
    }
}
