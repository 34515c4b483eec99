//! The second factor of the own account: setting it up, new recovery codes, taking it off.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::account::why_wrong;
use super::cookies::Notice;
use super::guess::guess;
use super::middleware::sentence;
use super::route::read;
use super::staff_factor::ADDRESS;
use super::views::natural;
use super::visit::{Next, Visit, local_path};
use crate::auth::FactorSecret;
use crate::config::StaffSecondFactor;
use crate::error::{AppError, AppErrorKind};
use crate::pages::account::{FactorState, SecondFactorPage};
use crate::pages::form::FieldErrors;
use crate::pages::qr::qr;
use crate::people::Code;
use crate::people::second_factor::{self, FactorError};
use crate::store::users::User;
use crate::store::{self, StoreError, second_factors};
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/account/second-factor")
                .route(read().to(show))
                .route(web::post().to(begin)),
        )
        .service(
            web::resource("/account/second-factor/confirm")
                .route(read().to(back))
                .route(web::post().to(confirm)),
        )
        .service(
            web::resource("/account/second-factor/codes")
                .route(read().to(back))
                .route(web::post().to(make_codes)),
        )
        .service(
            web::resource("/account/second-factor/off")
                .route(read().to(back))
                .route(web::post().to(take_off)),
        );
}

impl From<FactorError> for AppError {
    fn from(error: FactorError) -> Self {
        let refused = Self::because(AppErrorKind::Conflict, error.to_string());
        match error {
            FactorError::IsOn | FactorError::NotBegun | FactorError::IsOff => refused,
            FactorError::Unreadable(cause) => refused.caused_by(cause),
            FactorError::Key(cause) => Self::internal(cause),
            FactorError::Store(error) => error.into(),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FactorForm {
    csrf_token: String,
    password: String,
    code: String,
    /// Where to go on afterwards.
    next: String,
}

/// Leads whoever reloads the answer to a form to the page itself.
async fn back() -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header(("Location", ADDRESS))
        .finish()
}

fn page(
    visit: &Visit,
    status: StatusCode,
    state: FactorState,
    (next, errors): (&str, FieldErrors),
) -> Result<HttpResponse, AppError> {
    let is_needed = visit.app.config.staff_second_factor == StaffSecondFactor::Required
        && visit
            .user()
            .is_some_and(|user| user.role.sees_hidden_terms());
    visit.page_with(
        status,
        &SecondFactorPage {
            shell: visit.shell(),
            is_needed,
            next: match next {
                "" => String::new(),
                next => local_path(next).to_owned(),
            },
            state,
            errors,
        },
    )
}

/// The state of a person's second factor.
async fn load_state(visit: &Visit, user: &User) -> Result<FactorState, AppError> {
    let Some(since) = user.second_factor_at else {
        return Ok(FactorState::Off);
    };
    let id = user.id;
    let codes_left = store::run(&visit.app.pool, move |conn| {
        second_factors::count_recovery_codes(conn, id).map_err(StoreError::from)
    })
    .await?;
    Ok(FactorState::On {
        since: since.utc(),
        codes_left: natural(codes_left),
    })
}

async fn show(visit: Visit, query: web::Query<Next>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    let state = load_state(&visit, user).await?;
    let said = (query.next.as_str(), FieldErrors::new());
    page(&visit, StatusCode::OK, state, said)
}

/// The page with an error at a field and the current state.
async fn refuse(
    visit: &Visit,
    user: &User,
    next: &str,
    (field, message): (&'static str, String),
) -> Result<HttpResponse, AppError> {
    let state = load_state(visit, user).await?;
    let said = (next, FieldErrors::one(field, message));
    page(visit, StatusCode::UNPROCESSABLE_ENTITY, state, said)
}

/// Answers after a form failed: an error that the person can correct is shown on the page.
async fn refuse_error(
    visit: &Visit,
    user: &User,
    next: &str,
    error: FactorError,
) -> Result<HttpResponse, AppError> {
    match error {
        FactorError::IsOn | FactorError::NotBegun | FactorError::IsOff => {
            refuse(visit, user, next, ("", sentence(&error.to_string()))).await
        }
        error => Err(error.into()),
    }
}

fn begun(visit: &Visit, user: &User, secret: &FactorSecret) -> FactorState {
    let address = secret.address(&user.name, &visit.origin);
    FactorState::Begun {
        qr: qr(&address),
        address,
        typed: secret.typed(),
    }
}

fn made(codes: &[Code], is_new: bool) -> FactorState {
    FactorState::Made {
        codes: codes.iter().map(Code::to_string).collect(),
        is_new,
    }
}

/// Checks the password of a form; returns the message to show if it is wrong.
async fn check_password(
    visit: &Visit,
    user: &User,
    password: &str,
) -> Result<Option<String>, AppError> {
    let found = guess(visit, &user.name, password).await?;
    match found {
        Some(_) => Ok(None),
        None => why_wrong(visit, user).await.map(Some),
    }
}

async fn begin(visit: Visit, form: web::Form<FactorForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    if let Some(wrong) = check_password(&visit, user, &form.password).await? {
        return refuse(&visit, user, &form.next, ("password", wrong)).await;
    }
    let (key, id, now) = (Arc::clone(&visit.app.factor_key), user.id, visit.now);
    let secret = store::run_write(&visit.app.pool, move |conn| {
        second_factor::begin(conn, &key, id, now)
    })
    .await;
    match secret {
        Ok(secret) => {
            let state = begun(&visit, user, &secret);
            page(
                &visit,
                StatusCode::OK,
                state,
                (&form.next, FieldErrors::new()),
            )
        }
        Err(error) => refuse_error(&visit, user, &form.next, error).await,
    }
}

async fn confirm(visit: Visit, form: web::Form<FactorForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let (key, whose, typed) = (
        Arc::clone(&visit.app.factor_key),
        user.clone(),
        form.code.clone(),
    );
    let (by, now) = (visit.by(user), visit.now);
    let kept = visit.session_hash().unwrap_or("").to_owned();
    let done = store::run_write(&visit.app.pool, move |conn| {
        let codes = second_factor::confirm(conn, &key, &whose, (&typed, &kept), (&by, now))?;
        match codes {
            Some(codes) => Ok(Ok(codes)),
            None => second_factor::load_begun(conn, &key, &whose, now).map(Err),
        }
    })
    .await;
    match done {
        Ok(Ok(codes)) => page(
            &visit,
            StatusCode::OK,
            made(&codes, true),
            (&form.next, FieldErrors::new()),
        ),
        Ok(Err(secret)) => page(
            &visit,
            StatusCode::UNPROCESSABLE_ENTITY,
            begun(&visit, user, &secret),
            (
                &form.next,
                FieldErrors::one("code", say!("factor-code-wrong")),
            ),
        ),
        Err(error) => refuse_error(&visit, user, &form.next, error).await,
    }
}

async fn make_codes(visit: Visit, form: web::Form<FactorForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    if let Some(wrong) = check_password(&visit, user, &form.password).await? {
        return refuse(&visit, user, &form.next, ("codes_password", wrong)).await;
    }
    let (whose, by, now) = (user.clone(), visit.by(user), visit.now);
    let codes = store::run_write(&visit.app.pool, move |conn| {
        second_factor::make_codes(conn, &whose, &by, now)
    })
    .await;
    match codes {
        Ok(codes) => page(
            &visit,
            StatusCode::OK,
            made(&codes, false),
            (&form.next, FieldErrors::new()),
        ),
        Err(error) => refuse_error(&visit, user, &form.next, error).await,
    }
}

async fn take_off(visit: Visit, form: web::Form<FactorForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    if let Some(wrong) = check_password(&visit, user, &form.password).await? {
        return refuse(&visit, user, &form.next, ("off_password", wrong)).await;
    }
    let (whose, by, now) = (user.clone(), visit.by(user), visit.now);
    store::run_write(&visit.app.pool, move |conn| {
        second_factor::take_off(conn, &whose, &by, now)
    })
    .await?;
    Ok(visit.see_other(ADDRESS, Some(Notice::SecondFactorOff)))
}
