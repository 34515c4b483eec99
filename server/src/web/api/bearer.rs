//! Authentication of API requests: the owner of the token that came with a request.

use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::{Method, header};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use futures_util::future::LocalBoxFuture;

use crate::auth::{API_TOKEN_PREFIX, Whose, hash_token};
use crate::config::StaffSecondFactor;
use crate::error::{AppError, AppErrorKind};
use crate::season::lifecycle::Actor;
use crate::store::tokens::{self, Owned};
use crate::store::users::User;
use crate::store::{self, Role, Scope, StoreError};
use crate::web::resources::reader::Reader;
use crate::web::visit::{Name, Visit};

/// The owner of the token that came with a request.
pub(super) struct Bearer(pub(super) User, Rests);

/// The owner of the token, or a visitor when no token came. An invalid token is an error.
pub(super) struct Asker(Option<User>);

/// The result of looking up the token of a request.
#[derive(Clone)]
struct Owner(Owned, Rests);

/// The settings demand a second factor from staff, and the owner has none: until then the token has only the rights
/// of a setter.
#[derive(Clone, Copy)]
pub(super) struct Rests(bool);

fn refuse(detail: &str) -> AppError {
    AppError::because(AppErrorKind::SignIn, detail)
}

/// Refuses requests without a token on a site for members.
///
/// # Errors
///
/// `SignIn`, and when the database fails.
pub(in crate::web) async fn require_member(request: &HttpRequest) -> Result<(), AppError> {
    find_owner(request).await?.map(drop).ok_or_else(no_token)
}

fn no_token() -> AppError {
    refuse("send a token of your account page as `Authorization: Bearer …`")
}

/// The owner of the token, looked up once per request.
async fn find_owner(request: &HttpRequest) -> Result<Option<Owner>, AppError> {
    if let Some(owner) = request.extensions().get::<Owner>() {
        return Ok(Some(owner.clone()));
    }
    let Some(value) = request.headers().get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let token = value
        .to_str()
        .ok()
        .and_then(|value| value.split_once(' '))
        // Names of schemes are case-insensitive: RFC 9110, section 11.1.
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer"))
        .map(|(_, token)| token.trim().to_owned())
        .filter(|token| token.starts_with(API_TOKEN_PREFIX))
        .ok_or_else(|| refuse("this is no token of the API"))?;
    let visit = Visit::of(request).await?;
    let now = visit.now;
    let mut owned = store::run(&visit.app.pool, move |conn| {
        tokens::find_owned(conn, &hash_token(&token), now).map_err(StoreError::from)
    })
    .await?
    .ok_or_else(|| refuse("this token does not exist, is revoked, or its last day is over"))?;
    if owned.is_to_be_noted(now) {
        let id = owned.id;
        store::run_later(&visit.app.pool, move |conn| {
            Ok(tokens::note_used(conn, id, now)?)
        });
    }
    let rests = visit.app.config.staff_second_factor == StaffSecondFactor::Required
        && owned.user.is_staff_without_factor();
    if rests {
        owned.user.role = Role::Setter;
    }
    let found = Owner(owned, Rests(rests));
    let mut known = request.extensions_mut();
    known.insert(Name(found.0.user.name.clone()));
    known.insert(found.clone());
    drop(known);
    Ok(Some(found))
}

/// The owner of the token, if its scope allows this request.
async fn find_allowed(request: &HttpRequest) -> Result<Option<(User, Rests)>, AppError> {
    let Some(Owner(owned, rests)) = find_owner(request).await? else {
        return Ok(None);
    };
    let needed = needed_scope(request);
    if owned.scope < needed {
        let detail = format!(
            "this token is made to `{}`; what you ask for takes one that is made to `{needed}`",
            owned.scope
        );
        return Err(AppError::because(AppErrorKind::Forbidden, detail));
    }
    if rests.0 && needed == Scope::Organize {
        return Err(AppError::new(AppErrorKind::SecondFactor));
    }
    Ok(Some((owned.user, rests)))
}

/// The scope that the request needs. A request that changes something and is not listed here needs the widest.
fn needed_scope(request: &HttpRequest) -> Scope {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Scope::Read;
    }
    let pattern = request.match_pattern().unwrap_or_default();
    match pattern.strip_prefix("/api/v1").unwrap_or_default() {
        "/seasons/{season}/problems/{problem}/submissions"
        | "/seasons/{season}/problems/{problem}/try"
        | "/seasons/{season}/questions"
        | "/submissions/{id}/transcript"
        | "/announcements/read" => Scope::Submit,
        "/problems/validate"
        | "/drafts"
        | "/drafts/{draft}"
        | "/drafts/{draft}/commit"
        | "/drafts/{draft}/take-back"
        | "/seasons/{season}/questions/{id}/draft" => Scope::Set,
        _ => Scope::Organize,
    }
}

impl FromRequest for Bearer {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let (user, rests) = find_allowed(&request).await?.ok_or_else(no_token)?;
            Ok(Self(user, rests))
        })
    }
}

impl FromRequest for Asker {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let found = find_allowed(&request).await?;
            Ok(Self(found.map(|(user, _)| user)))
        })
    }
}

impl Bearer {
    pub(super) fn is_staff(&self) -> bool {
        self.reader().staff
    }

    pub(super) fn reader(&self) -> Reader {
        Reader::person(&self.0)
    }

    /// The organizer who asks.
    ///
    /// # Errors
    ///
    /// When the owner is not an organizer, whether or not anything exists at the address.
    pub(super) fn organizer(self) -> Result<Actor, AppError> {
        if self.1.0 {
            return Err(AppError::new(AppErrorKind::SecondFactor));
        }
        if !self.is_staff() {
            return Err(AppError::because(
                AppErrorKind::Forbidden,
                "only organizers do this; the token is of somebody else",
            ));
        }
        Ok(Actor::Person {
            id: self.0.id,
            name: self.0.name,
        })
    }
}

impl Asker {
    /// To whom a request is counted by the rate limits.
    pub(super) fn whose(&self, address: IpAddr) -> Whose {
        self.0
            .as_ref()
            .map_or(Whose::Address(address), |user| Whose::Account(user.id))
    }

    pub(super) fn reader(&self) -> Reader {
        self.0.as_ref().map_or(Reader::ANYBODY, Reader::person)
    }
}
