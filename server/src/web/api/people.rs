//! People, for organizers: who there is, roles, labels, accounts from a list, links.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{OpenApi, ToSchema};

use super::account::MailAnswer;
use super::bearer::Bearer;
use super::utc;
use crate::error::{AppError, AppErrorKind};
use crate::people::accounts::{Change, check_label};
use crate::people::links::{ENTER_LASTS, LIST_LASTS};
use crate::store::users::{self, Person};
use crate::store::{self, AnyConnection};
use crate::web::address_query::AddressQuery;
use crate::web::body;
use crate::web::resources::people::{
    Asking, FoundPeople, PeopleQuery, change, delete, link_address, make_link, make_listed,
    parse_role,
};
use crate::web::route::{at, read};
use crate::web::visit::Visit;
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/people")
                .route(read().to(list_people))
                .route(web::post().to(make_people)),
        )
        .service(
            web::resource("/people/{person}")
                .route(read().to(person))
                .route(web::put().to(change_person))
                .route(web::delete().to(delete_person)),
        )
        .service(at("/people/{person}/link", web::post().to(link_person)));
}

#[derive(OpenApi)]
#[openapi(paths(
    list_people,
    make_people,
    person,
    change_person,
    delete_person,
    link_person
))]
pub(super) struct Paths;

/// A person, as organizers see one.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "facts of an answer")]
struct MemberAnswer {
    name: String,
    display_name: String,
    role: &'static str,
    /// A word of the organizers', such as a class.
    label: String,
    /// The account is switched off.
    disabled: bool,
    /// The person has chosen a password.
    has_password: bool,
    /// The person signs in through a provider.
    connected: bool,
    mail: Option<MailAnswer>,
    /// Signing in takes a code as well.
    second_factor: bool,
    /// To ten minutes.
    last_seen_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

impl From<Person> for MemberAnswer {
    fn from(person: Person) -> Self {
        Self {
            name: person.user.name,
            display_name: person.user.display_name,
            role: person.user.role.as_str(),
            label: person.label,
            disabled: person.disabled_at.is_some(),
            has_password: person.has_password,
            connected: person.is_connected,
            mail: person.mail.map(Into::into),
            second_factor: person.user.second_factor_at.is_some(),
            last_seen_at: person.last_seen_at.map(utc),
            created_at: utc(person.user.created_at),
        }
    }
}

/// A page of people.
#[derive(Serialize, ToSchema)]
struct PeopleAnswer {
    people: Vec<MemberAnswer>,
    total: u32,
    page: u32,
    pages: u32,
}

fn asking(visit: &Visit, bearer: Bearer) -> Result<Asking, AppError> {
    let user = bearer.0.clone();
    bearer.organizer()?;
    Ok(Asking::of(visit, &user))
}

/// The people there are, a hundred a page, by sign-in name.
#[utoipa::path(
    get,
    path = "/people",
    params(
        ("q" = Option<String>, Query, description = "Part of a name"),
        ("role" = Option<String>, Query, description = "Role"),
        ("label" = Option<String>, Query, description = "Label, whole"),
        ("page" = Option<u32>, Query, description = "From 1"),
    ),
    responses((status = 200, description = "They", body = PeopleAnswer)),
)]
async fn list_people(
    visit: Visit,
    bearer: Bearer,
    query: AddressQuery<PeopleQuery>,
) -> Result<web::Json<PeopleAnswer>, AppError> {
    asking(&visit, bearer)?;
    let query = query.into_inner();
    let found = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| FoundPeople::load(conn, query))
    })
    .await?;
    Ok(web::Json(PeopleAnswer {
        people: found.people.into_iter().map(Into::into).collect(),
        total: found.total,
        page: found.page,
        pages: found.pages,
    }))
}

#[derive(Deserialize)]
struct LabelQuery {
    #[serde(default)]
    label: String,
}

/// An account that was made, with its link, which is told this once.
#[derive(Serialize, ToSchema)]
struct MadeAnswer {
    name: String,
    display_name: String,
    link: String,
}

/// The accounts that were made of a list.
#[derive(Serialize, ToSchema)]
struct MadePeopleAnswer {
    people: Vec<MadeAnswer>,
    /// Until when the links hold.
    expires_at: DateTime<Utc>,
}

/// Makes an account with a link for everybody on a list, or, where a line is wrong, for nobody.
#[utoipa::path(
    post,
    path = "/people",
    params(("label" = Option<String>, Query, description = "Label of all of them")),
    request_body(content = String, description = "The list: one name a line, or with the headings `name` and `display name`", content_type = "text/csv"),
    responses((status = 201, description = "They are made", body = MadePeopleAnswer)),
)]
async fn make_people(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    query: AddressQuery<LabelQuery>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit, bearer)?;
    let label = label(&query.label)?;
    let list = body::read_list(&request, payload).await?;
    let made = make_listed(&visit, asking, label, &list).await?;
    let made = made.map_err(|wrong| {
        let lines = wrong.iter().map(|error| {
            say!(
                "list-wrong",
                line = error.line.to_string(),
                what = error.about.to_string(),
                why = error.message.as_str()
            )
        });
        AppError::because(AppErrorKind::Invalid, lines.collect::<Vec<_>>().join(" "))
    })?;
    let people = made.into_iter().map(|made| MadeAnswer {
        link: link_address(&visit, &made.code),
        name: made.name,
        display_name: made.display_name,
    });
    Ok(HttpResponse::Created().json(MadePeopleAnswer {
        people: people.collect(),
        expires_at: utc(visit.now.plus(LIST_LASTS)),
    }))
}

fn label(text: &str) -> Result<String, AppError> {
    check_label(text).map_err(|message| AppError::because(AppErrorKind::Invalid, message))
}

fn load_person(conn: &mut AnyConnection, name: &str) -> Result<MemberAnswer, AppError> {
    let person = users::find_person(conn, name)?.ok_or_else(|| {
        AppError::because(AppErrorKind::NotFound, say!("people-nobody", name = name))
    })?;
    Ok(person.into())
}

/// A person.
#[utoipa::path(
    get,
    path = "/people/{person}",
    responses((status = 200, description = "The person", body = MemberAnswer)),
)]
async fn person(
    visit: Visit,
    bearer: Bearer,
    name: web::Path<String>,
) -> Result<web::Json<MemberAnswer>, AppError> {
    asking(&visit, bearer)?;
    let person = store::run(&visit.app.pool, move |conn| load_person(conn, &name)).await?;
    Ok(web::Json(person))
}

/// What is to be changed of a person; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MemberRequest {
    role: Option<String>,
    label: Option<String>,
    disabled: Option<bool>,
    /// `false` takes it off, which signs the person out; nobody puts it on somebody else.
    second_factor: Option<bool>,
}

/// Changes role, label, whether an account is switched off, or takes its second factor off.
#[utoipa::path(
    put,
    path = "/people/{person}",
    request_body = MemberRequest,
    responses((status = 200, description = "The person", body = MemberAnswer)),
)]
async fn change_person(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    name: web::Path<String>,
    payload: web::Payload,
) -> Result<web::Json<MemberAnswer>, AppError> {
    let asking = asking(&visit, bearer)?;
    let wanted: MemberRequest = body::read_json(&request, payload).await?;
    let role = wanted.role.as_deref().map(parse_role).transpose()?;
    let label = wanted.label.as_deref().map(label).transpose()?;
    if wanted.second_factor == Some(true) {
        return Err(AppError::because(
            AppErrorKind::Invalid,
            say!("people-factor-on"),
        ));
    }
    let changes = [
        role.map(Change::Role),
        label.map(Change::Label),
        wanted.disabled.map(Change::Disabled),
        wanted.second_factor.map(|_| Change::NoSecondFactor),
    ];
    let name = name.into_inner();
    let changes = changes.into_iter().flatten().collect();
    change(&visit, asking, name.clone(), changes).await?;
    let person = store::run(&visit.app.pool, move |conn| load_person(conn, &name)).await?;
    Ok(web::Json(person))
}

/// Deletes an account. What it sent to seasons that are not revealed is withdrawn; its sign-in name stays in records.
#[utoipa::path(
    delete,
    path = "/people/{person}",
    responses((status = 204, description = "It is deleted")),
)]
async fn delete_person(
    visit: Visit,
    bearer: Bearer,
    name: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit, bearer)?;
    delete(&visit, asking, name.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A link for an account, which is told this once.
#[derive(Serialize, ToSchema)]
struct LinkAnswer {
    link: String,
    /// Until when it holds.
    expires_at: DateTime<Utc>,
}

/// Makes a link with which the person chooses a new password; an earlier one ends.
#[utoipa::path(
    post,
    path = "/people/{person}/link",
    responses((status = 201, description = "It is made", body = LinkAnswer)),
)]
async fn link_person(
    visit: Visit,
    bearer: Bearer,
    name: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let asking = asking(&visit, bearer)?;
    let code = make_link(&visit, asking, name.into_inner()).await?;
    Ok(HttpResponse::Created().json(LinkAnswer {
        link: link_address(&visit, &code),
        expires_at: utc(visit.now.plus(ENTER_LASTS)),
    }))
}
