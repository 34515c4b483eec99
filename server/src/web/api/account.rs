//! The person to whom a token belongs.

use actix_web::{HttpResponse, web};
use serde_json::json;

use super::bearer::Bearer;
use super::utc;
use crate::web::{at, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/me", read().to(me)));
}

async fn me(bearer: Bearer) -> HttpResponse {
    HttpResponse::Ok().json(json!({
        "name": bearer.0.name,
        "display_name": bearer.0.display_name,
        "role": bearer.0.role.as_str(),
        "created_at": utc(bearer.0.created_at),
    }))
}
