//! A person's own account: name, tokens for the API, sessions, submissions.

use std::sync::Arc;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use chrono::TimeDelta;
use serde::Deserialize;

use super::accounts::{MAX_DAYS, end_of};
use super::cookies::Notice;
use super::export;
use super::guess::guess;
use super::middleware::sentence;
use super::provider_views;
use super::resources::people::{self, Asking};
use super::route::{at, read};
use super::views::{natural, submission_row};
use super::visit::{FormToken, Visit};
use crate::auth::{self, API_TOKEN_PREFIX, PASSWORD_MIN_CHARS, Secret, hash_token};
use crate::error::{AppError, AppErrorKind};
use crate::events::News;
use crate::pages::AccountPage;
use crate::pages::account::{NewToken, ScopeView, SessionRow, TokenRow};
use crate::pages::form::FieldErrors;
use crate::pages::mail::{AddressView, OwnMail};
use crate::pages::providers::WaysIn;
use crate::store::identities::{self, Connected};
use crate::store::mail_addresses::{self, MailAddress};
use crate::store::sessions::ListedSession;
use crate::store::submissions::{self, ListedSubmission};
use crate::store::tokens::{self, Token};
use crate::store::users::User;
use crate::store::{self, Moment, Role, Scope, StoreError, TokenId, mails, sessions, users};
use crate::words::say;

/// Submissions shown on the page.
const SHOWN_SUBMISSIONS: i64 = 100;

/// How long after signing in a person without a password may choose one.
const FRESH: TimeDelta = TimeDelta::minutes(15);

/// Longest label of a token, in characters.
const MAX_LABEL_CHARS: usize = 60;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/account")
                .route(read().to(account))
                .route(web::post().to(rename)),
        )
        .service(
            web::resource("/account/profile")
                .route(read().to(back_to_account))
                .route(web::post().to(change_profile)),
        )
        .service(
            web::resource("/account/tokens")
                .route(read().to(back_to_account))
                .route(web::post().to(new_token)),
        )
        .service(at(
            "/account/tokens/{id}/revoke",
            web::post().to(revoke_token),
        ))
        .service(
            web::resource("/account/password")
                .route(read().to(back_to_account))
                .route(web::post().to(change_password)),
        )
        .service(
            web::resource("/account/delete")
                .route(read().to(back_to_account))
                .route(web::post().to(delete_account)),
        )
        .service(at("/account/export.zip", read().to(export)))
        .service(at("/account/sessions/end", web::post().to(end_sessions)))
        .service(at(
            "/account/sessions/{code}/end",
            web::post().to(end_session),
        ));
}

#[derive(Deserialize)]
struct RenameForm {
    #[serde(default)]
    csrf_token: String,
    display_name: String,
}

#[derive(Deserialize)]
struct ProfileForm {
    #[serde(default)]
    csrf_token: String,
    /// There when the box is checked.
    private: Option<String>,
}

#[derive(Deserialize)]
struct PasswordForm {
    #[serde(default)]
    csrf_token: String,
    /// Not there when there is none yet.
    #[serde(default)]
    password: String,
    new_password: String,
}

#[derive(Deserialize)]
struct DeleteForm {
    #[serde(default)]
    csrf_token: String,
    password: String,
}

#[derive(Deserialize)]
struct TokenForm {
    #[serde(default)]
    csrf_token: String,
    label: String,
    /// Without one the token does all that its owner may.
    scope: Option<Scope>,
    #[serde(default)]
    last_day: String,
}

/// What the forms of the page show after a refusal.
#[derive(Default)]
pub(super) struct Said {
    mail_address: String,
    display_name: Option<String>,
    label: String,
    scope: Option<Scope>,
    last_day: String,
    new_token: Option<NewToken>,
    errors: FieldErrors,
}

impl Said {
    /// An error about a field whose value is not shown again.
    pub(super) fn about(field: &'static str, why: impl Into<String>) -> Self {
        Self {
            errors: FieldErrors::one(field, why),
            ..Self::default()
        }
    }

    /// An error about a mail address, with the address as it was typed.
    pub(super) fn about_mail(typed: &str, field: &'static str, why: impl Into<String>) -> Self {
        Self {
            mail_address: typed.to_owned(),
            errors: FieldErrors::one(field, why),
            ..Self::default()
        }
    }
}

struct LoadedAccount {
    has_password: bool,
    connected: Vec<Connected>,
    mail: Option<MailAddress>,
    refused: Option<String>,
    tokens: Vec<Token>,
    sessions: Vec<ListedSession>,
    submissions: Vec<ListedSubmission>,
    submissions_total: i64,
}

pub(super) async fn page(
    visit: &Visit,
    user: &User,
    status: StatusCode,
    said: Said,
) -> Result<HttpResponse, AppError> {
    let (id, now) = (user.id, visit.now);
    let loaded = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            Ok::<_, StoreError>(LoadedAccount {
                has_password: users::has_password(conn, id)?,
                connected: identities::list_identities(conn, id)?,
                mail: mail_addresses::find_address(conn, id)?,
                refused: mails::find_refused_verify(conn, id)?,
                tokens: tokens::list_tokens(conn, id)?,
                sessions: sessions::list_sessions(conn, id, now)?,
                submissions: submissions::list_submissions(conn, id, None, SHOWN_SUBMISSIONS, now)?,
                submissions_total: submissions::count_submissions(conn, id)?,
            })
        })
    })
    .await?;
    let page = AccountPage {
        shell: visit.shell(),
        mail: OwnMail {
            sends_mail: visit.app.config.sends_mail,
            refused: loaded.refused.filter(|_| {
                loaded
                    .mail
                    .as_ref()
                    .is_some_and(|it| it.unverified().is_some())
            }),
            present: loaded.mail.map(address_view),
            typed: said.mail_address,
        },
        name: user.name.clone(),
        display_name: said
            .display_name
            .unwrap_or_else(|| user.display_name.clone()),
        is_private: user.is_private,
        role: user.role.as_str().to_owned(),
        created_at: user.created_at.utc(),
        second_factor_at: user.second_factor_at.map(Moment::utc),
        ways_in: ways_in(visit, loaded.has_password, loaded.connected),
        errors: said.errors,
        password_min: u32::try_from(PASSWORD_MIN_CHARS).unwrap_or(u32::MAX),
        token_label: said.label,
        new_token: said.new_token,
        token_scopes: scopes_of(user.role)
            .map(|scope| ScopeView {
                word: scope.as_str(),
                explained: explain_scope(scope),
                chosen: scope == said.scope.unwrap_or(Scope::Submit),
            })
            .collect(),
        token_last_day: said.last_day,
        tokens: loaded
            .tokens
            .into_iter()
            .map(|token| token_row(token, now))
            .collect(),
        sessions: loaded
            .sessions
            .into_iter()
            .map(|session| session_row(session, visit.session_hash()))
            .collect(),
        submissions: loaded.submissions.into_iter().map(submission_row).collect(),
        submissions_total: natural(loaded.submissions_total),
    };
    visit.page_with(status, &page)
}

fn ways_in(visit: &Visit, has_password: bool, connected: Vec<Connected>) -> WaysIn {
    let is_new = |issuer: &str| connected.iter().all(|one| one.issuer != issuer);
    WaysIn {
        has_password,
        others: provider_views::views(&visit.app, |one| is_new(one.settings.issuer.as_str())),
        connected: provider_views::connected_rows(&visit.app, connected),
    }
}

/// Why a typed password is not accepted as the reader's.
pub(super) async fn why_wrong(visit: &Visit, user: &User) -> Result<String, AppError> {
    let id = user.id;
    let has_one = store::run(&visit.app.pool, move |conn| {
        users::has_password(conn, id).map_err(StoreError::from)
    })
    .await?;
    Ok(if has_one {
        say!("account-password-wrong").to_owned()
    } else {
        say!("provider-needs-password").to_owned()
    })
}

fn address_view(mail: MailAddress) -> AddressView {
    AddressView {
        is_verified: mail.verified_at.is_some(),
        wants_answers: mail.wants_answers,
        wants_announcements: mail.wants_announcements,
        address: mail.address,
        next: mail.next_address,
    }
}

/// The scopes that a token may have when its owner has that role.
fn scopes_of(role: Role) -> impl Iterator<Item = Scope> {
    let most = match role {
        Role::Contestant => Scope::Submit,
        Role::Setter => Scope::Set,
        Role::Organizer | Role::Admin => Scope::Organize,
    };
    Scope::ALL
        .iter()
        .copied()
        .filter(move |scope| *scope <= most)
}

fn explain_scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => say!("account-scope-read"),
        Scope::Submit => say!("account-scope-submit"),
        Scope::Set => say!("account-scope-set"),
        Scope::Organize => say!("account-scope-organize"),
    }
}

/// Identifies a session in an address; it is not the hash by which the session is found.
fn session_code(token_hash: &str) -> String {
    hash_token(token_hash)
}

fn session_row(session: ListedSession, here: Option<&str>) -> SessionRow {
    SessionRow {
        is_here: here == Some(session.token_hash.as_str()),
        code: session_code(&session.token_hash),
        browser: session.browser,
        created_at: session.created_at.utc(),
        last_seen_at: session.last_seen_at.utc(),
    }
}

fn token_row(token: Token, now: Moment) -> TokenRow {
    TokenRow {
        works: token.works(now),
        scope: explain_scope(token.scope),
        expires_at: token.expires_at.map(Moment::utc),
        id: token.id.0,
        label: token.label,
        created_at: token.created_at.utc(),
        last_used_at: token.last_used_at.map(Moment::utc),
        revoked_at: token.revoked_at.map(Moment::utc),
    }
}

async fn account(visit: Visit) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    page(&visit, user, StatusCode::OK, Said::default()).await
}

/// Leads whoever reloads the answer with a new token back to the account page.
pub(super) async fn back_to_account() -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header(("Location", "/account"))
        .finish()
}

async fn rename(visit: Visit, form: web::Form<RenameForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    match auth::check_display_name(&form.display_name) {
        Ok(name) => {
            let id = user.id;
            store::run_transaction(&visit.app.pool, move |conn| {
                users::set_display_name(conn, id, &name).map_err(StoreError::from)
            })
            .await?;
            visit.app.events.publish(News::Changed);
            Ok(visit.see_other("/account", Some(Notice::NameChanged)))
        }
        Err(error) => {
            let said = Said {
                display_name: Some(form.into_inner().display_name),
                errors: FieldErrors::one("display_name", error.to_string()),
                ..Said::default()
            };
            page(&visit, user, StatusCode::UNPROCESSABLE_ENTITY, said).await
        }
    }
}

async fn change_profile(
    visit: Visit,
    form: web::Form<ProfileForm>,
) -> Result<HttpResponse, AppError> {
    let id = visit.require_user()?.id;
    visit.check_form(&form.csrf_token)?;
    let is_private = form.private.is_some();
    store::run_transaction(&visit.app.pool, move |conn| {
        users::set_private(conn, id, is_private).map_err(StoreError::from)
    })
    .await?;
    let notice = if is_private {
        Notice::ProfileKept
    } else {
        Notice::ProfileOpened
    };
    Ok(visit.see_other("/account", Some(notice)))
}

/// Changes the password of a person who knows the present one, and ends all other sessions.
async fn change_password(
    visit: Visit,
    form: web::Form<PasswordForm>,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let (form, id) = (form.into_inner(), user.id);
    let is_first = !store::run(&visit.app.pool, move |conn| {
        users::has_password(conn, id).map_err(StoreError::from)
    })
    .await?;
    let wrong = match auth::check_password(&form.new_password, &user.name) {
        Err(error) => Some(("new_password", error.to_string())),
        Ok(()) if is_first => may_choose(&visit, user)
            .await?
            .map(|why| ("new_password", why)),
        Ok(()) => match guess(&visit, &user.name, &form.password).await? {
            Some(_) => None,
            None => Some(("password", say!("account-password-wrong").to_owned())),
        },
    };
    if let Some((field, message)) = wrong {
        let said = Said {
            errors: FieldErrors::one(field, message),
            ..Said::default()
        };
        return page(&visit, user, StatusCode::UNPROCESSABLE_ENTITY, said).await;
    }
    let hash = visit.app.passwords.hash(form.new_password).await?;
    let (id, now) = (user.id, visit.now);
    let kept = visit.session_hash().map(str::to_owned);
    store::run_write(&visit.app.pool, move |conn| {
        users::change_password(conn, id, &hash, kept.as_deref(), now).map_err(StoreError::from)
    })
    .await?;
    let notice = if is_first {
        Notice::PasswordChosen
    } else {
        Notice::PasswordChanged
    };
    Ok(visit.see_other("/account", Some(notice)))
}

/// Why a person without a password may not choose one now: somebody who finds a signed-in browser could lock out its
/// owner. A person who has signed in through a provider a short time ago may.
async fn may_choose(visit: &Visit, user: &User) -> Result<Option<String>, AppError> {
    let (id, now) = (user.id, visit.now);
    let here = visit.session_hash().unwrap_or("").to_owned();
    let is_fresh = store::run(&visit.app.pool, move |conn| {
        let all = sessions::list_sessions(conn, id, now)?;
        let session = all.iter().find(|session| session.token_hash == here);
        Ok::<_, StoreError>(session.is_some_and(|it| now.since(it.created_at) < FRESH))
    })
    .await?;
    Ok((!is_fresh).then(|| say!("provider-sign-in-again").to_owned()))
}

/// Deletes the account of a person who gives its password.
async fn delete_account(
    visit: Visit,
    form: web::Form<DeleteForm>,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let refused = match guess(&visit, &user.name, &form.password).await? {
        None => (
            StatusCode::UNPROCESSABLE_ENTITY,
            why_wrong(&visit, user).await?,
        ),
        Some(_) => {
            match people::delete(&visit, Asking::of(&visit, user), user.name.clone()).await {
                Ok(()) => return visit.go_out(Notice::AccountDeleted),
                Err(error) if error.kind == AppErrorKind::Conflict => {
                    (StatusCode::CONFLICT, sentence(&error.to_string()))
                }
                Err(error) => return Err(error),
            }
        }
    };
    let said = Said {
        errors: FieldErrors::one("delete_password", refused.1),
        ..Said::default()
    };
    page(&visit, user, refused.0, said).await
}

/// Sends a person everything that the site knows about them, as JSON files.
async fn export(visit: Visit) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.clone();
    let name = user.name.clone();
    let (kept, now) = (Arc::clone(&visit.app.sealed), visit.now);
    let files = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| export::load_files(conn, &user, &kept, now))
    })
    .await?;
    let zip = web::block(move || export::pack(&files))
        .await
        .map_err(|error| AppError::internal(error.to_string()))?
        .map_err(AppError::internal)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/zip"))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}.zip\""),
        ))
        .body(zip))
}

async fn new_token(visit: Visit, form: web::Form<TokenForm>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let TokenForm {
        label,
        scope,
        last_day,
        ..
    } = form.into_inner();
    let refuse_field = |label: String, field: &'static str, message: String| Said {
        label,
        scope,
        last_day: last_day.clone(),
        errors: FieldErrors::one(field, message),
        ..Said::default()
    };
    let refuse = |label, message| refuse_field(label, "label", message);
    let wrong = if label.trim().is_empty() {
        Some(say!("account-token-unnamed").to_owned())
    } else if label.chars().count() > MAX_LABEL_CHARS {
        Some(say!("account-token-long", n = MAX_LABEL_CHARS))
    } else if label.chars().any(char::is_control) {
        Some(say!("account-token-control").to_owned())
    } else {
        None
    };
    if let Some(message) = wrong {
        return page(
            &visit,
            user,
            StatusCode::UNPROCESSABLE_ENTITY,
            refuse(label, message),
        )
        .await;
    }
    let expires_at = match last_day.trim() {
        "" => None,
        day => {
            let Some(end) = end_of(day, visit.now) else {
                let message = say!("invite-day-wrong", n = MAX_DAYS);
                let said = refuse_field(label, "last_day", message);
                return page(&visit, user, StatusCode::UNPROCESSABLE_ENTITY, said).await;
            };
            Some(end)
        }
    };
    let secret = format!("{API_TOKEN_PREFIX}{}", Secret::random().as_str());
    let (id, now, hash, stored_label) = (
        user.id,
        visit.now,
        hash_token(&secret),
        label.trim().to_owned(),
    );
    let stored = store::run_write(&visit.app.pool, move |conn| {
        let new = tokens::NewToken {
            label: &stored_label,
            token_hash: &hash,
            scope: scope.unwrap_or(Scope::Organize),
            expires_at,
        };
        tokens::insert_limited(conn, id, &new, tokens::MAX_TOKENS, now).map_err(StoreError::from)
    })
    .await?;
    if !stored {
        let said = refuse(label, say!("account-token-many", n = tokens::MAX_TOKENS));
        return page(&visit, user, StatusCode::CONFLICT, said).await;
    }
    let said = Said {
        new_token: Some(NewToken { label, secret }),
        ..Said::default()
    };
    page(&visit, user, StatusCode::OK, said).await
}

async fn revoke_token(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<FormToken>,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    visit.check_form(&form.csrf_token)?;
    let (id, now) = (TokenId(id.into_inner()), visit.now);
    let revoked = store::run_transaction(&visit.app.pool, move |conn| {
        tokens::revoke_token(conn, user, id, now).map_err(StoreError::from)
    })
    .await?;
    if revoked {
        Ok(visit.see_other("/account", Some(Notice::TokenRevoked)))
    } else {
        Err(AppError::because(
            AppErrorKind::NotFound,
            say!("account-token-none"),
        ))
    }
}

/// Ends one of the sessions of the person; a session that is over already is no error.
async fn end_session(
    visit: Visit,
    code: web::Path<String>,
    form: web::Form<FormToken>,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    visit.check_form(&form.csrf_token)?;
    let now = visit.now;
    store::run_transaction(&visit.app.pool, move |conn| {
        let all = sessions::list_sessions(conn, user, now)?;
        let named = all
            .iter()
            .find(|session| session_code(&session.token_hash) == *code);
        if let Some(session) = named {
            sessions::delete_session(conn, &session.token_hash)?;
        }
        Ok::<_, StoreError>(())
    })
    .await?;
    Ok(visit.see_other("/account", Some(Notice::Saved)))
}

async fn end_sessions(visit: Visit, form: web::Form<FormToken>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    visit.check_form(&form.csrf_token)?;
    let kept = visit.session_hash().unwrap_or("").to_owned();
    store::run_transaction(&visit.app.pool, move |conn| {
        sessions::delete_other_sessions(conn, user, &kept).map_err(StoreError::from)
    })
    .await?;
    Ok(visit.see_other("/account", Some(Notice::SessionsEnded)))
}
