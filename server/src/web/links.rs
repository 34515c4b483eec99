//! Links with which people come in, and the form for forgotten passwords.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::cookies::Notice;
use super::provider_views;
use super::route::read;
use super::visit::Visit;
use crate::auth::{self, PASSWORD_MIN_CHARS};
use crate::error::{AppError, AppErrorKind};
use crate::pages::form::FieldErrors;
use crate::pages::mail::VerifyPage;
use crate::pages::people::{EnterPage, ForgotPage, JoinPage};
use crate::people::class::suggest_name;
use crate::people::links::{self, Entered, RESET_LASTS, Way};
use crate::people::{Code, NAMED_ORGANIZERS};
use crate::store::audit::By;
use crate::store::users::{self, NewUser, User};
use crate::store::{self, LinkKind, MailKind, Role, StoreError, mails};
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/link/{code}")
                .route(read().to(open))
                .route(web::post().to(go)),
        )
        .service(
            web::resource("/forgot")
                .route(read().to(forgot))
                .route(web::post().to(ask_for_link)),
        );
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LinkForm {
    csrf_token: String,
    name: String,
    display_name: String,
    password: String,
}

fn gone() -> AppError {
    AppError::because(AppErrorKind::NotFound, say!("refused-link"))
}

fn password_min() -> u32 {
    u32::try_from(PASSWORD_MIN_CHARS).unwrap_or(u32::MAX)
}

async fn find_way(visit: &Visit, code: &str) -> Result<(Code, Way), AppError> {
    let code = Code::parse(code).ok_or_else(gone)?;
    let (wanted, now) = (code.clone(), visit.now);
    let way = store::run(&visit.app.pool, move |conn| {
        links::find_way(conn, &wanted, now)
    })
    .await?;
    Ok((code, way.ok_or_else(gone)?))
}

/// Shows what a link is for, and changes nothing.
async fn open(visit: Visit, code: web::Path<String>) -> Result<HttpResponse, AppError> {
    let (code, way) = find_way(&visit, &code).await?;
    let mut form = LinkForm::default();
    if let Way::Register(link) = &way
        && link.kind == LinkKind::Invite
    {
        form.name = store::run(&visit.app.pool, suggest_name).await?;
    }
    page(
        &visit,
        &code,
        &way,
        form,
        StatusCode::OK,
        FieldErrors::new(),
    )
}

fn page(
    visit: &Visit,
    code: &Code,
    way: &Way,
    form: LinkForm,
    status: StatusCode,
    errors: FieldErrors,
) -> Result<HttpResponse, AppError> {
    let (shell, address) = (visit.shell(), format!("/link/{code}"));
    match way {
        Way::Register(link) => visit.form_page(
            status,
            &JoinPage {
                shell,
                address,
                is_setup: link.kind == LinkKind::Setup,
                role: link.role.as_str().to_owned(),
                name: form.name,
                display_name: form.display_name,
                errors,
                password_min: password_min(),
                providers: provider_views::views(&visit.app, |one| one.settings.create),
            },
        ),
        Way::Enter(_, user) => visit.form_page(
            status,
            &EnterPage {
                shell,
                address,
                name: user.name.clone(),
                display_name: user.display_name.clone(),
                errors,
                password_min: password_min(),
            },
        ),
        Way::Verify(_, user, mail) => visit.form_page(
            status,
            &VerifyPage {
                shell,
                address,
                name: user.name.clone(),
                mail: mail.address_for(MailKind::Verify).to_owned(),
            },
        ),
    }
}

/// Does what the link is for, and signs the person in.
async fn go(
    visit: Visit,
    code: web::Path<String>,
    form: web::Form<LinkForm>,
) -> Result<HttpResponse, AppError> {
    visit.check_form(&form.csrf_token)?;
    let (code, way) = find_way(&visit, &code).await?;
    if let Way::Verify(_, user, _) = way {
        return verify(visit, code, user).await;
    }
    let form = form.into_inner();
    let refuse = |form, errors| {
        page(
            &visit,
            &code,
            &way,
            form,
            StatusCode::UNPROCESSABLE_ENTITY,
            errors,
        )
    };
    let (display_name, errors) = match &way {
        Way::Register(_) => {
            super::sign_in::check_account(&form.name, &form.display_name, &form.password)
        }
        Way::Enter(_, user) => {
            let wrong = auth::check_password(&form.password, &user.name).err();
            let errors = wrong.map(|error| FieldErrors::one("password", error.to_string()));
            (String::new(), errors.unwrap_or_default())
        }
        Way::Verify(..) => return Err(gone()),
    };
    if !errors.is_empty() {
        return refuse(form, errors);
    }
    let hash = visit.app.passwords.hash(form.password.clone()).await?;
    let (secret, now) = (code.clone(), visit.now);
    let is_new = matches!(way, Way::Register(_));
    let name = match &way {
        Way::Register(_) => form.name.clone(),
        Way::Enter(_, user) | Way::Verify(_, user, _) => user.name.clone(),
    };
    let by = By {
        name: name.clone(),
        address: Some(visit.address),
    };
    let entered = store::run_write(&visit.app.pool, move |conn| {
        if is_new {
            let new = NewUser {
                name: &name,
                display_name: &display_name,
                password_hash: &hash,
                role: Role::Contestant,
            };
            links::register(conn, &secret, &new, &by, now)
        } else {
            links::enter(conn, &secret, &hash, &by, now)
        }
    })
    .await?;
    match entered {
        Entered::Done(user) => {
            let notice = if is_new {
                Notice::Registered
            } else {
                Notice::SignedIn
            };
            visit.sign_in(user, "/", notice).await
        }
        Entered::Gone => Err(gone()),
        Entered::NameTaken => {
            let errors = FieldErrors::one("name", say!("register-name-taken"));
            refuse(form, errors)
        }
    }
}

/// Uses up a link that verifies a mail address.
async fn verify(visit: Visit, code: Code, user: User) -> Result<HttpResponse, AppError> {
    let (by, now) = (visit.by(&user), visit.now);
    let entered = store::run_write(&visit.app.pool, move |conn| {
        links::verify(conn, &code, &by, now)
    })
    .await?;
    if entered == Entered::Gone {
        return Err(gone());
    }
    let is_here = visit.user_id() == Some(user.id);
    let path = if is_here { "/account" } else { "/" };
    Ok(visit.see_other(path, Some(Notice::MailVerified)))
}

async fn forgot(visit: Visit) -> Result<HttpResponse, AppError> {
    show_forgot(&visit, None).await
}

#[derive(Deserialize)]
struct ForgotForm {
    #[serde(default)]
    csrf_token: String,
    name: String,
}

/// Asks for a password link by mail. The account is looked up only when the mail is written, so that text, status and
/// timing of this answer do not tell whether it exists.
async fn ask_for_link(visit: Visit, form: web::Form<ForgotForm>) -> Result<HttpResponse, AppError> {
    visit.check_form(&form.csrf_token)?;
    if !visit.app.config.sends_mail {
        let why = say!("refused-no-mail");
        return Err(AppError::because(AppErrorKind::Conflict, why));
    }
    visit.app.limiters.mail.check(visit.address)?;
    let name = form.into_inner().name.trim().to_owned();
    // An account cannot have any other name.
    if auth::check_name(&name).is_ok() {
        visit.app.limiters.mail_for.check(&name)?;
        let (typed, from, now) = (name.clone(), visit.address.to_string(), visit.now);
        store::run_transaction(&visit.app.pool, move |conn| {
            mails::queue_reset(conn, &typed, &from, now).map_err(StoreError::from)
        })
        .await?;
    }
    show_forgot(&visit, Some(name)).await
}

async fn show_forgot(visit: &Visit, asked_for: Option<String>) -> Result<HttpResponse, AppError> {
    let shell = visit.shell();
    // Who is no member learns of nobody.
    let most = if shell.is_shut { 0 } else { NAMED_ORGANIZERS };
    let organizers = store::run(&visit.app.pool, move |conn| {
        users::list_organizers(conn, most).map_err(StoreError::from)
    })
    .await?;
    let page = ForgotPage {
        shell,
        organizers,
        sends_mail: visit.app.config.sends_mail,
        asked_for,
        minutes: RESET_LASTS.num_minutes(),
    };
    visit.form_page(StatusCode::OK, &page)
}
