//! Whether the server is alive, and whether it can serve.

use actix_web::{HttpResponse, web};

use super::{at, read};
use crate::app::App;
use crate::metrics::METRICS;
use crate::store::{self, StoreError, queue};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/healthz", read().to(alive)))
        .service(at("/readyz", read().to(ready)));
}

/// The figures about the server, on an address of their own.
pub(crate) fn metrics(service: &mut web::ServiceConfig) {
    service.service(at("/metrics", read().to(figures)));
}

async fn figures(app: web::Data<App>) -> HttpResponse {
    let waiting = i64::try_from(app.admission.waiting()).unwrap_or(i64::MAX);
    METRICS.waiting.set(waiting);
    METRICS.look_at_disk(&app.data);
    let now = app.clock.now();
    let looked = store::run(&app.pool, move |conn| METRICS.look_at_queue(conn, now)).await;
    if let Err(error) = looked {
        tracing::warn!(%error, "cannot look at the queue");
    }
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(METRICS.text())
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
