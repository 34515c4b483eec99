//! Registering, signing in by a password and, if there is a second factor, a code, and signing out.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::cookies::Notice;
use super::guess::guess;
use super::provider_views;
use super::route::{at, read};
use super::visit::{FormToken, Next, Visit, local_path};
use crate::auth::{self, PASSWORD_MIN_CHARS};
use crate::config::Registration;
use crate::error::{AppError, AppErrorKind};
use crate::pages::form::FieldErrors;
use crate::pages::{CodePage, LoginPage, RegisterPage};
use crate::people::second_factor::{self, FactorError, TypedCode};
use crate::store::users::{self, NewUser, Registered, User};
use crate::store::{self, Role, StoreError, sign_ins};
use crate::web::address_query::AddressQuery;
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
        .service(
            web::resource("/login/code")
                .route(read().to(code_form))
                .route(web::post().to(enter_code)),
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
struct CodeForm {
    #[serde(default)]
    csrf_token: String,
    code: String,
    #[serde(default)]
    next: String,
}

fn register_page(visit: &Visit, form: &RegisterForm, errors: FieldErrors) -> RegisterPage {
    RegisterPage {
        shell: visit.shell(),
        name: form.name.clone(),
        display_name: form.display_name.clone(),
        errors,
        next: form.next.clone(),
        password_min: u32::try_from(PASSWORD_MIN_CHARS).unwrap_or(u32::MAX),
        providers: provider_views::views(&visit.app, |one| one.settings.create),
    }
}

async fn register_form(visit: Visit, query: AddressQuery<Next>) -> Result<HttpResponse, AppError> {
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
        users::register(conn, &user, now)
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

/// The display name as it will be stored, and what is wrong with the fields of a new account.
pub(super) fn check_account(
    name: &str,
    display_name: &str,
    password: &str,
) -> (String, FieldErrors) {
    let (display_name, mut errors) = check_names(name, display_name);
    if let Err(error) = auth::check_password(password, name) {
        errors.add("password", error.to_string());
    }
    (display_name, errors)
}

/// The display name as it will be stored, and what is wrong with the names of a new account. Without a display name the
/// sign-in name is shown.
pub(super) fn check_names(name: &str, display_name: &str) -> (String, FieldErrors) {
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
    (display_name, errors)
}

/// Refuses people without a link if accounts are made by invitation only.
fn check_open(visit: &Visit) -> Result<(), AppError> {
    match visit.app.config.registration {
        Registration::Open => Ok(()),
        Registration::Invited => Err(AppError::because(
            AppErrorKind::Forbidden,
            say!("refused-invited-only"),
        )),
    }
}

pub(super) fn login_page(visit: &Visit, name: &str, next: &str, errors: FieldErrors) -> LoginPage {
    LoginPage {
        shell: visit.shell(),
        name: name.to_owned(),
        errors,
        next: next.to_owned(),
        hint: visit.app.config.login_hint.clone(),
        providers: provider_views::views(&visit.app, |_| true),
    }
}

async fn login_form(visit: Visit, query: AddressQuery<Next>) -> Result<HttpResponse, AppError> {
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
        // One message for both cases, so that it does not reveal which names exist.
        let errors = FieldErrors::one("", say!("login-wrong"));
        let page = login_page(&visit, &form.name, &form.next, errors);
        return visit.form_page(StatusCode::UNPROCESSABLE_ENTITY, &page);
    };
    if user.second_factor_at.is_none() {
        visit.app.guesses.remember(&user.name, visit.address);
    }
    visit
        .sign_in(user.id, local_path(&form.next), Notice::SignedIn)
        .await
}

/// The person who has given the password in this browser but not yet the code.
async fn find_half_signed_in(visit: &Visit) -> Result<Option<(User, String)>, AppError> {
    let Some(hash) = visit.sign_in_hash() else {
        return Ok(None);
    };
    let (wanted, now) = (hash.clone(), visit.now);
    let found = store::run(&visit.app.pool, move |conn| {
        let Some(user) = sign_ins::find_sign_in(conn, &wanted, now)? else {
            return Ok::<_, StoreError>(None);
        };
        Ok(Some(users::load_user(conn, user)?))
    })
    .await?;
    Ok(found.map(|user| (user, hash)))
}

/// Asks for the password again when the code did not come in time.
fn sign_in_again(visit: &Visit, next: &str) -> Result<HttpResponse, AppError> {
    let errors = FieldErrors::one("", say!("login-again"));
    visit.form_page(
        StatusCode::UNPROCESSABLE_ENTITY,
        &login_page(visit, "", next, errors),
    )
}

fn code_page(visit: &Visit, user: &User, next: &str, errors: FieldErrors) -> CodePage {
    CodePage {
        shell: visit.shell(),
        display_name: user.display_name.clone(),
        errors,
        next: next.to_owned(),
    }
}

async fn code_form(visit: Visit, query: web::Query<Next>) -> Result<HttpResponse, AppError> {
    if visit.user().is_some() {
        return Ok(visit.see_other(local_path(&query.next), None));
    }
    match find_half_signed_in(&visit).await? {
        Some((user, _)) => visit.form_page(
            StatusCode::OK,
            &code_page(&visit, &user, &query.next, FieldErrors::new()),
        ),
        None => Ok(visit.see_other(&visit.shell().address_of("/login", &query.next), None)),
    }
}

/// The second step of signing in: as with passwords, only a wrong code counts against the address.
async fn enter_code(visit: Visit, form: web::Form<CodeForm>) -> Result<HttpResponse, AppError> {
    visit.check_form(&form.csrf_token)?;
    let Some((user, hash)) = find_half_signed_in(&visit).await? else {
        return sign_in_again(&visit, &form.next);
    };
    visit.app.limiters.login.check(visit.address)?;
    visit.app.code_guesses.check(&user.name, visit.address)?;
    let (key, now) = (Arc::clone(&visit.app.factor_key), visit.now);
    let (typed, by, whose) = (TypedCode::parse(&form.code), visit.by(&user), user.clone());
    let is_right = store::run_transaction(&visit.app.pool, move |conn| {
        let Some(typed) = typed else {
            return Ok(false);
        };
        if !second_factor::take_code(conn, &key, &whose, &typed, (&by, now))? {
            return Ok(false);
        }
        Ok::<_, FactorError>(sign_ins::delete_sign_in(conn, &hash)?)
    })
    .await?;
    if !is_right {
        visit.app.limiters.login.count(visit.address);
        let errors = FieldErrors::one("code", say!("login-code-wrong"));
        let page = code_page(&visit, &user, &form.next, errors);
        return visit.form_page(StatusCode::UNPROCESSABLE_ENTITY, &page);
    }
    visit.app.guesses.remember(&user.name, visit.address);
    visit.app.code_guesses.remember(&user.name, visit.address);
    visit
        .begin_session(user.id, local_path(&form.next), Notice::SignedIn)
        .await
}

async fn logout(visit: Visit, form: web::Form<FormToken>) -> Result<HttpResponse, AppError> {
    visit.check_form(&form.csrf_token)?;
    visit.sign_out().await
}
