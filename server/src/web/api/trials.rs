//! Trying a program without submitting it.

use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use super::bearer::Asker;
use crate::error::AppError;
use crate::pages::server_trial::Tried;
use crate::web::resources::trials;
use crate::web::route::at;
use crate::web::visit::Visit;
use crate::web::{body, body_limits};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at(
        "/seasons/{season}/problems/{problem}/try",
        web::post().to(try_out),
    ));
}

#[derive(OpenApi)]
#[openapi(paths(try_out))]
pub(super) struct Paths;

/// A program to be tried.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the body is read by `web::body`, from JSON or multipart"
)]
struct TrialRequest {
    source: String,
}

/// What became of a program that was tried.
#[derive(Serialize, ToSchema)]
struct TrialAnswer {
    /// Public terms printed right before the first difference.
    right: usize,
    /// Public terms.
    known: usize,
    /// Terms printed beyond the public ones, when those are right; only the judge knows whether these are.
    made: usize,
    /// The same in words.
    message: String,
    /// What it wrote to standard error; empty where a term was wrong.
    stderr: String,
}

impl From<&Tried> for TrialAnswer {
    fn from(tried: &Tried) -> Self {
        Self {
            right: tried.right(),
            known: tried.known(),
            made: tried.made(),
            message: tried.words(),
            stderr: tried.trace().to_owned(),
        }
    }
}

/// Runs a program and compares what it prints with the public terms. Nothing is stored.
#[utoipa::path(
    post,
    path = "/seasons/{season}/problems/{problem}/try",
    request_body(
        content((TrialRequest = "application/json"), (TrialRequest = "multipart/form-data")),
    ),
    security((), ("token" = [])),
    responses((status = 200, description = "What became of it", body = TrialAnswer)),
)]
async fn try_out(
    request: HttpRequest,
    visit: Visit,
    asker: Asker,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<web::Json<TrialAnswer>, AppError> {
    let source = body::read_submission(&request, payload).await?.source;
    body_limits::leave(&request);
    let whose = asker.whose(visit.address);
    let path = path.into_inner();
    let tried = trials::run(&visit, whose, asker.reader(), path, source).await?;
    Ok(web::Json(TrialAnswer::from(&tried)))
}
