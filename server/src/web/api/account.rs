//! The person to whom a token belongs.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use super::utc;
use crate::error::AppError;
use crate::store::users::{self, OwnAddress};
use crate::store::{self, StoreError};
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/me", read().to(me)));
}

#[derive(OpenApi)]
#[openapi(paths(me))]
pub(super) struct Paths;

/// A mail address, which its owner and organizers see.
#[derive(Serialize, ToSchema)]
pub(super) struct MailAnswer {
    address: String,
    /// Its owner has shown that mail to it arrives.
    verified: bool,
}

impl From<OwnAddress> for MailAnswer {
    fn from(mail: OwnAddress) -> Self {
        Self {
            verified: mail.verified_at.is_some(),
            address: mail.address,
        }
    }
}

/// A person.
#[derive(Serialize, ToSchema)]
struct PersonAnswer {
    /// Sign-in name.
    name: String,
    display_name: String,
    role: &'static str,
    created_at: DateTime<Utc>,
    mail: Option<MailAnswer>,
    /// Who runs the model whose account it is; null of a person's.
    model_of: Option<String>,
}

/// The person to whom the token belongs.
#[utoipa::path(get, path = "/me", responses((status = 200, description = "The person", body = PersonAnswer)))]
async fn me(visit: Visit, bearer: Bearer) -> Result<web::Json<PersonAnswer>, AppError> {
    let user = bearer.0;
    let name = user.name.clone();
    let person = store::run(&visit.app.pool, move |conn| {
        users::find_person(conn, &name).map_err(StoreError::from)
    })
    .await?;
    let (mail, model_of) = person.map_or((None, None), |person| (person.mail, person.operator));
    Ok(web::Json(PersonAnswer {
        role: user.role.as_str(),
        created_at: utc(user.created_at),
        name: user.name,
        display_name: user.display_name,
        mail: mail.map(Into::into),
        model_of,
    }))
}
