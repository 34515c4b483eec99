//! A person's mail address, unsubscribing by a link, and the organizers' list of mails that could not be sent.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::account::{self, Said};
use super::accounts::asking;
use super::cookies::Notice;
use super::guess::guess;
use super::route::{at, read};
use super::views::natural;
use super::visit::{FormToken, Visit};
use crate::error::{AppError, AppErrorKind};
use crate::pages::mail::{MailPage, RefusedView, UnsubscribePage};
use crate::people::Code;
use crate::people::mail::{self, Asked};
use crate::store::mails::{self, RefusedMail};
use crate::store::{self, MailId, MailKind, Moment, StoreError, mail_addresses};
use crate::words::say;

/// Most mails that are listed.
const LISTED: i64 = 200;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/account/mail")
                .route(read().to(account::back_to_account))
                .route(web::post().to(set)),
        )
        .service(
            web::resource("/account/mail/again")
                .route(read().to(account::back_to_account))
                .route(web::post().to(again)),
        )
        .service(at("/account/mail/remove", web::post().to(remove)))
        .service(at("/account/mail/wishes", web::post().to(wish)))
        .service(
            web::resource("/link/{code}/{action}")
                .route(read().to(unsubscribe_form))
                .route(web::post().to(unsubscribe)),
        )
        .service(at("/people/mail", read().to(list)))
        .service(at("/people/mail/{id}/again", web::post().to(send_again)));
}

#[derive(Deserialize)]
struct AddressForm {
    #[serde(default)]
    csrf_token: String,
    address: String,
    password: String,
}

#[derive(Deserialize)]
struct WishForm {
    #[serde(default)]
    csrf_token: String,
    /// There when the box is checked.
    answers: Option<String>,
    /// Likewise.
    announcements: Option<String>,
}

fn check_sends_mail(visit: &Visit) -> Result<(), AppError> {
    if visit.app.config.sends_mail {
        Ok(())
    } else {
        let why = say!("refused-no-mail");
        Err(AppError::because(AppErrorKind::Conflict, why))
    }
}

/// Sets the mail address of a person who gives the password.
async fn set(visit: Visit, form: web::Form<AddressForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    check_sends_mail(&visit)?;
    let form = form.into_inner();
    let refuse = |field, why: String| Said::about_mail(&form.address, field, why);
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    let address = match mail::check_address(&form.address) {
        Ok(address) => address,
        Err(why) => return account::page(&visit, user, status, refuse("mail_address", why)).await,
    };
    if guess(&visit, &user.name, &form.password).await?.is_none() {
        let why = account::why_wrong(&visit, user).await?;
        return account::page(&visit, user, status, refuse("mail_password", why)).await;
    }
    let (owner, by, now) = (user.clone(), visit.by(user), visit.now);
    let asked = store::run_write(&visit.app.pool, move |conn| {
        mail::set_address(conn, &owner, &address, &by, now)
    })
    .await?;
    match asked {
        Asked::Queued => Ok(visit.see_other("/account", Some(Notice::MailSet))),
        Asked::Nothing => Ok(visit.see_other("/account", Some(Notice::MailVerified))),
        Asked::TooMany => {
            let said = refuse("mail_address", say!("mail-many").to_owned());
            account::page(&visit, user, StatusCode::TOO_MANY_REQUESTS, said).await
        }
    }
}

async fn again(visit: Visit, form: web::Form<FormToken>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    check_sends_mail(&visit)?;
    let (id, now) = (user.id, visit.now);
    let asked = store::run_write(&visit.app.pool, move |conn| {
        mail::verify_again(conn, id, now)
    })
    .await?;
    match asked {
        Asked::Queued => Ok(visit.see_other("/account", Some(Notice::MailSet))),
        Asked::Nothing => Ok(visit.see_other("/account", None)),
        Asked::TooMany => {
            let said = Said::about_mail("", "mail_again", say!("mail-many"));
            account::page(&visit, user, StatusCode::TOO_MANY_REQUESTS, said).await
        }
    }
}

async fn remove(visit: Visit, form: web::Form<FormToken>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let (owner, by, now) = (user.clone(), visit.by(user), visit.now);
    store::run_write(&visit.app.pool, move |conn| {
        mail::remove_address(conn, &owner, &by, now)
    })
    .await?;
    Ok(visit.see_other("/account", Some(Notice::MailRemoved)))
}

async fn wish(visit: Visit, form: web::Form<WishForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    visit.check_form(&form.csrf_token)?;
    let (answers, announcements) = (form.answers.is_some(), form.announcements.is_some());
    store::run_transaction(&visit.app.pool, move |conn| {
        mail_addresses::set_wishes(conn, user, answers, announcements).map_err(StoreError::from)
    })
    .await?;
    Ok(visit.see_other("/account", Some(Notice::Saved)))
}

/// What a link in a mail unsubscribes from, if its address is well formed.
fn ended_by(code: &str, action: &str) -> Result<(Code, MailKind), AppError> {
    let kind = match action {
        "no-answers" => MailKind::Answer,
        "no-announcements" => MailKind::Announcement,
        _ => return Err(AppError::not_found()),
    };
    Ok((Code::parse(code).ok_or_else(AppError::not_found)?, kind))
}

fn unsubscribe_page(code: &Code, kind: MailKind, visit: &Visit, done: bool) -> UnsubscribePage {
    let is_announcements = kind == MailKind::Announcement;
    let action = if is_announcements {
        "no-announcements"
    } else {
        "no-answers"
    };
    UnsubscribePage {
        shell: visit.shell(),
        address: format!("/link/{code}/{action}"),
        is_announcements,
        done,
    }
}

/// Asks for confirmation, since programs that scan mail open every link.
async fn unsubscribe_form(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (code, kind) = ended_by(&path.0, &path.1)?;
    let wanted = code.to_string();
    let found = store::run(&visit.app.pool, move |conn| {
        mail_addresses::find_by_code(conn, &wanted).map_err(StoreError::from)
    })
    .await?;
    found.ok_or_else(AppError::not_found)?;
    visit.page(&unsubscribe_page(&code, kind, &visit, false))
}

/// Unsubscribes from mails of a kind. The secret of the link authorizes this: a mail program sends the request
/// without a page of ours (RFC 8058), so it has no anti-forgery token.
async fn unsubscribe(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (code, kind) = ended_by(&path.0, &path.1)?;
    let wanted = code.clone();
    let found = store::run_write(&visit.app.pool, move |conn| {
        mail::unsubscribe(conn, &wanted, kind)
    })
    .await?;
    if !found {
        return Err(AppError::not_found());
    }
    visit.page(&unsubscribe_page(&code, kind, &visit, true))
}

fn refused_view(mail: RefusedMail) -> RefusedView {
    RefusedView {
        id: mail.id.0,
        kind: mail.kind.as_str(),
        name: mail.name,
        address: mail.address.unwrap_or_default(),
        why: mail.refusal.unwrap_or_default(),
        tries: natural(mail.tries),
        queued_at: mail.queued_at.utc(),
        next_try_at: mail.next_try_at.map(Moment::utc),
    }
}

async fn list(visit: Visit) -> Result<HttpResponse, AppError> {
    asking(&visit)?;
    let (counts, refused) = store::run(&visit.app.pool, |conn| {
        store::read(conn, |conn| {
            let refused = mails::list_refused(conn, LISTED)?;
            Ok::<_, StoreError>((mails::count_mails(conn)?, refused))
        })
    })
    .await?;
    visit.page(&MailPage {
        shell: visit.shell(),
        sends_mail: visit.app.config.sends_mail,
        waiting: natural(counts.waiting),
        sent: natural(counts.sent),
        total: natural(counts.refused),
        refused: refused.into_iter().map(refused_view).collect(),
    })
}

async fn send_again(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<FormToken>,
) -> Result<HttpResponse, AppError> {
    asking(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let (id, now) = (MailId(*id), visit.now);
    let found = store::run_transaction(&visit.app.pool, move |conn| {
        mails::try_again(conn, id, now).map_err(StoreError::from)
    })
    .await?;
    if found {
        Ok(visit.see_other("/people/mail", Some(Notice::Saved)))
    } else {
        Err(AppError::not_found())
    }
}
