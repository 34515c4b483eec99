//! The person to whom a token belongs.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use super::utc;
use crate::web::route::{at, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/me", read().to(me)));
}

#[derive(OpenApi)]
#[openapi(paths(me))]
pub(super) struct Paths;

/// A person.
#[derive(Serialize, ToSchema)]
struct PersonAnswer {
    /// Sign-in name.
    name: String,
    display_name: String,
    role: &'static str,
    created_at: DateTime<Utc>,
}

/// The person to whom the token belongs.
#[utoipa::path(get, path = "/me", responses((status = 200, description = "The person", body = PersonAnswer)))]
async fn me(Bearer(user): Bearer) -> web::Json<PersonAnswer> {
    web::Json(PersonAnswer {
        role: user.role.as_str(),
        created_at: utc(user.created_at),
        name: user.name,
        display_name: user.display_name,
    })
}
