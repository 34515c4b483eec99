//! Organizers' announcements to everybody or to one person: the list, the form, and dismissing them.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::announcement_views::announcement_view;
use super::cookies::Notice;
use super::middleware::sentence;
use super::resources::messages::{Message, tell};
use super::route::read;
use super::visit::{Visit, local_path};
use crate::error::AppError;
use crate::messages::MessageError;
use crate::messages::announcements::LISTED;
use crate::pages::messages::AnnouncementsPage;
use crate::store::announcements::{self, AnnouncementFilter};
use crate::store::{self, AnnouncementId, SeasonState, StoreError, seasons};
use crate::web::address_query::AddressQuery;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/announcements")
                .route(read().to(list))
                .route(web::post().to(send)),
        )
        .service(
            web::resource("/announcements/read")
                .route(read().to(back))
                .route(web::post().to(dismiss)),
        );
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TellForm {
    csrf_token: String,
    season: String,
    person: String,
    text: String,
    sure: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct AboutQuery {
    season: String,
    person: String,
}

async fn list(visit: Visit, query: AddressQuery<AboutQuery>) -> Result<HttpResponse, AppError> {
    let query = query.into_inner();
    let form = TellForm {
        season: query.season,
        person: query.person,
        ..TellForm::default()
    };
    show(&visit, form, StatusCode::OK, None).await
}

async fn show(
    visit: &Visit,
    form: TellForm,
    status: StatusCode,
    refused: Option<MessageError>,
) -> Result<HttpResponse, AppError> {
    let filter = AnnouncementFilter {
        reader: visit.user_id(),
        ..AnnouncementFilter::default()
    };
    let (told, all) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let told = announcements::list_announcements(conn, &filter, LISTED)?;
            Ok::<_, StoreError>((told, seasons::list_seasons(conn, false)?))
        })
    })
    .await?;
    visit.page_with(
        status,
        &AnnouncementsPage {
            shell: visit.shell(),
            announcements: told.into_iter().map(announcement_view).collect(),
            may_tell: visit.is_staff(),
            seasons: all
                .into_iter()
                .filter(|season| season.state != SeasonState::Cancelled)
                .map(|season| (season.slug, season.title))
                .collect(),
            season: form.season,
            person: form.person,
            text: form.text,
            asks: matches!(refused, Some(MessageError::Doubtful(_))),
            refused: refused.map(|error| sentence(&error.to_string())),
        },
    )
}

async fn send(visit: Visit, form: web::Form<TellForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    if !visit.is_staff() {
        return Err(AppError::not_found());
    }
    visit.check_form(&form.csrf_token)?;
    let form = form.into_inner();
    let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let message = Message {
        text: form.text.clone(),
        season: filled(&form.season),
        person: filled(&form.person),
        sure: !form.sure.is_empty(),
    };
    match tell(&visit, message, user).await? {
        Ok(_) => Ok(visit.see_other("/announcements", Some(Notice::Told))),
        Err(error) => {
            let status = match error {
                MessageError::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
                _ => StatusCode::CONFLICT,
            };
            show(&visit, form, status, Some(error)).await
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct DismissForm {
    csrf_token: String,
    /// The last announcement that the reader has seen.
    until: i64,
    next: String,
}

/// Leads whoever reloads the address of an action to the list.
async fn back() -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header(("Location", "/announcements"))
        .finish()
}

async fn dismiss(visit: Visit, form: web::Form<DismissForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    visit.check_form(&form.csrf_token)?;
    let until = AnnouncementId(form.until);
    store::run_transaction(&visit.app.pool, move |conn| {
        announcements::set_mark(conn, user, until).map_err(StoreError::from)
    })
    .await?;
    Ok(visit.see_other(local_path(&form.next), None))
}
