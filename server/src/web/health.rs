//! Whether the server is alive, and whether it can serve.

use actix_web::{HttpResponse, web};

use super::{at, read};
use crate::app::App;
use crate::store::{self, StoreError, queue};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/healthz", read().to(alive)))
        .service(at("/readyz", read().to(ready)));
}

/// The process answers.
async fn alive() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("ok\n")
}

/// The database answers and the judges work.
async fn ready(app: web::Data<App>) -> HttpResponse {
    let jobs = store::run(&app.pool, |conn| {
        queue::count_jobs(conn).map_err(StoreError::from)
    })
    .await;
    match jobs {
        Ok(jobs) if app.waker.is_working() => HttpResponse::Ok()
            .content_type("text/plain; charset=utf-8")
            .body(format!("ready, {jobs} in the queue\n")),
        Ok(_) => HttpResponse::ServiceUnavailable().body("stopping\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            HttpResponse::ServiceUnavailable().body("no database\n")
        }
    }
}
