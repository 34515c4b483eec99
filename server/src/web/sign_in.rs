//! Registering, signing in, signing out.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::cookies::Notice;
use super::guess::guess;
use super::route::{at, read};
use super::visit::{Next, Visit, local_path};
use crate::auth::{self, PASSWORD_MIN_CHARS};
use crate::config::Registration;
use crate::error::{AppError, AppErrorKind};
use crate::pages::form::FieldErrors;
use crate::pages::{LoginPage, RegisterPage};
use crate::store::users::{self, NewUser, Registered};
use crate::store::{self, Role};
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/register")
                .route(read().to(register_form))
                .route(web::post().to(register)),
        )
        .service(
            web::resource("/login")
                .route(read().to(login_form))
                .route(web::post().to(login)),
        )
        .service(at("/logout", web::post().to(logout)));
}

#[derive(Deserialize)]
struct RegisterForm {
    #[serde(default)]
    csrf_token: String,
    name: String,
    #[serde(default)]
    display_name: String,
    password: String,
    #[serde(default)]
    next: String,
}

#[derive(Deserialize)]
struct LoginForm {
    #[serde(default)]
    csrf_token: String,
    name: String,
    password: String,
    #[serde(default)]
    next: String,
}

#[derive(Deserialize)]
struct TokenOnly {
    #[serde(default)]
    csrf_token: String,
}

fn register_page(visit: &Visit, form: &RegisterForm, errors: FieldErrors) -> RegisterPage {
    RegisterPage {
        shell: visit.shell(),
        name: form.name.clone(),
        display_name: form.display_name.clone(),
        errors,
        next: form.next.clone(),
        password_min: u32::try_from(PASSWORD_MIN_CHARS).unwrap_or(u32::MAX),
    }
}

async fn register_form(visit: Visit, query: web::Query<Next>) -> Result<HttpResponse, AppError> {
    if visit.user().is_some() {
        return Ok(visit.see_other(local_path(&query.next), None));
    }
    check_open(&visit)?;
    let empty = RegisterForm {
        csrf_token: String::new(),
        name: String::new(),
        display_name: String::new(),
        password: String::new(),
        next: query.into_inner().next,
    };
    visit.form_page(
        StatusCode::OK,
        &register_page(&visit, &empty, FieldErrors::new()),
    )
}

async fn register(visit: Visit, form: web::Form<RegisterForm>) -> Result<HttpResponse, AppError> {
    visit.check_form(&form.csrf_token)?;
    check_open(&visit)?;
    let refuse = |errors| {
        visit.form_page(
            StatusCode::UNPROCESSABLE_ENTITY,
            &register_page(&visit, &form, errors),
        )
    };
    let (display_name, errors) = check_account(&form.name, &form.display_name, &form.password);
    if !errors.is_empty() {
        return refuse(errors);
    }
    visit.app.limiters.register.check(visit.address)?;
    let password_hash = visit.app.passwords.hash(form.password.clone()).await?;
    let name = form.name.clone();
    let now = visit.now;
    let registered = store::run_write(&visit.app.pool, move |conn| {
        let user = NewUser {
            name: &name,
            display_name: &display_name,
            password_hash: &password_hash,
            role: Role::Contestant,
        };
        users::insert_user(conn, &user, now)
    })
    .await?;
    match registered {
        Registered::New(id) => {
            visit
                .sign_in(id, local_path(&form.next), Notice::Registered)
                .await
        }
        Registered::NameTaken => refuse(FieldErrors::one("name", say!("register-name-taken"))),
    }
}

/// The display name as it will be stored, and what is wrong with the fields of a new account. Without a display name the
/// sign-in name is shown.
pub(super) fn check_account(
    name: &str,
    display_name: &str,
    password: &str,
) -> (String, FieldErrors) {
    let mut errors = FieldErrors::new();
    if let Err(error) = auth::check_name(name) {
        errors.add("name", error.to_string());
    }
    let is_given = !display_name.trim().is_empty();
    let shown = if is_given { display_name } else { name };
    let display_name = auth::check_display_name(shown).unwrap_or_else(|error| {
        if is_given {
            errors.add("display_name", error.to_string());
        }
        String::new()
    });
    if let Err(error) = auth::check_password(password, name) {
        errors.add("password", error.to_string());
    }
    (display_name, errors)
}

/// Refuses who has no link where accounts are made by invitation.
fn check_open(visit: &Visit) -> Result<(), AppError> {
    match visit.app.config.registration {
        Registration::Open => Ok(()),
        Registration::Invited => Err(AppError::because(
            AppErrorKind::Forbidden,
            say!("refused-invited-only"),
        )),
    }
}

fn login_page(visit: &Visit, name: &str, next: &str, errors: FieldErrors) -> LoginPage {
    LoginPage {
        shell: visit.shell(),
        name: name.to_owned(),
        errors,
        next: next.to_owned(),
        hint: visit.app.config.login_hint.clone(),
    }
}

async fn login_form(visit: Visit, query: web::Query<Next>) -> Result<HttpResponse, AppError> {
    if visit.user().is_some() {
        return Ok(visit.see_other(local_path(&query.next), None));
    }
    visit.form_page(
        StatusCode::OK,
        &login_page(&visit, "", &query.next, FieldErrors::new()),
    )
}

async fn login(visit: Visit, form: web::Form<LoginForm>) -> Result<HttpResponse, AppError> {
    visit.check_form(&form.csrf_token)?;
    let Some(user) = guess(&visit, form.name.trim(), &form.password).await? else {
        // One message for both, so that it does not tell which names exist.
        let errors = FieldErrors::one("", say!("login-wrong"));
        let page = login_page(&visit, &form.name, &form.next, errors);
        return visit.form_page(StatusCode::UNPROCESSABLE_ENTITY, &page);
    };
    visit.app.guesses.remember(&user.name, visit.address);
    visit
        .sign_in(user.id, local_path(&form.next), Notice::SignedIn)
        .await
}

async fn logout(visit: Visit, form: web::Form<TokenOnly>) -> Result<HttpResponse, AppError> {
    visit.check_form(&form.csrf_token)?;
    visit.sign_out().await
}
