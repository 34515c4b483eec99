//! Who asks: the owner of the token that came with a request.

use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use futures_util::future::LocalBoxFuture;

use crate::auth::{API_TOKEN_PREFIX, Whose, hash_token};
use crate::error::{AppError, AppErrorKind};
use crate::season::lifecycle::Actor;
use crate::store::users::User;
use crate::store::{self, StoreError, tokens};
use crate::web::resources::reader::Reader;
use crate::web::visit::{Name, Visit};

/// The owner of the token that came with a request.
pub(super) struct Bearer(pub(super) User);

/// The owner of the token, or a visitor when none came. One that does not work is an error.
pub(super) struct Asker(Option<User>);

fn refuse(detail: &str) -> AppError {
    AppError::because(AppErrorKind::SignIn, detail)
}

async fn find_owner(request: &HttpRequest) -> Result<Option<User>, AppError> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let token = value
        .to_str()
        .ok()
        .and_then(|value| value.strip_prefix("Bearer "))
        .map(|token| token.trim().to_owned())
        .filter(|token| token.starts_with(API_TOKEN_PREFIX))
        .ok_or_else(|| refuse("this is no token of the API"))?;
    let visit = Visit::of(request).await?;
    let now = visit.now;
    let owned = store::run(&visit.app.pool, move |conn| {
        tokens::find_owned(conn, &hash_token(&token)).map_err(StoreError::from)
    })
    .await?
    .ok_or_else(|| refuse("this token does not exist or is revoked"))?;
    if owned.is_to_be_noted(now) {
        let id = owned.id;
        store::run_later(&visit.app.pool, move |conn| {
            Ok(tokens::note_used(conn, id, now)?)
        });
    }
    request
        .extensions_mut()
        .insert(Name(owned.user.name.clone()));
    Ok(Some(owned.user))
}

impl FromRequest for Bearer {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            find_owner(&request).await?.map(Self).ok_or_else(|| {
                refuse("send a token of your account page as `Authorization: Bearer …`")
            })
        })
    }
}

impl FromRequest for Asker {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { find_owner(&request).await.map(Self) })
    }
}

impl Bearer {
    pub(super) fn is_staff(&self) -> bool {
        self.reader().staff
    }

    pub(super) fn reader(&self) -> Reader {
        Reader::person(&self.0)
    }

    /// Who organizes.
    ///
    /// # Errors
    /// When it is not an organizer, whatever there is at the address.
    pub(super) fn organizer(self) -> Result<Actor, AppError> {
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
    /// Whose a request is, for limits.
    pub(super) fn whose(&self, address: IpAddr) -> Whose {
        self.0
            .as_ref()
            .map_or(Whose::Address(address), |user| Whose::Account(user.id))
    }

    pub(super) fn reader(&self) -> Reader {
        self.0.as_ref().map_or(Reader::ANYBODY, Reader::person)
    }
}
