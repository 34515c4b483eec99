//! Whether the server is alive, and whether it can serve: what it says of itself is for whoever runs it.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use chrono::TimeDelta;

use super::{at, read};
use crate::app::App;
use crate::metrics::METRICS;
use crate::store::queue::Backlog;
use crate::store::{self, StoreError, Trouble, queue};

/// With less free disk nothing new should come here: a submission may be 256 KiB, and the database needs
/// room to tidy up.
const FREE_BYTES: u64 = 16 << 20;

/// A submission that waits for longer while no judge of any server works is stuck.
const STUCK_AFTER: TimeDelta = TimeDelta::minutes(2);

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
    let looked = store::run(&app.pool, |conn| {
        Ok::<_, StoreError>((queue::count_jobs(conn)?, queue::find_oldest(conn)?))
    });
    match looked.await {
        Ok((jobs, oldest)) => {
            let age = oldest.map_or(TimeDelta::zero(), |at| now.since(at));
            METRICS.note_queue(jobs, age);
        }
        Err(error) => tracing::warn!(%error, "cannot look at the queue"),
    }
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(METRICS.text())
}

/// The process answers.
async fn alive() -> HttpResponse {
    text(StatusCode::OK, "ok\n".to_owned())
}

/// The database answers, its disk has room and takes what is written, and the judges work.
async fn ready(app: web::Data<App>) -> HttpResponse {
    let (pool, now) = (app.pool.clone(), app.clock.now());
    let digest = app.waker.digest().to_owned();
    let looked = store::run(&app.pool, move |conn| {
        let backlog = queue::load_backlog(conn, &digest, now)?;
        Ok::<_, StoreError>((backlog, pool.free_bytes(), pool.try_disk()))
    })
    .await;
    let (backlog, free, tried) = match looked {
        Ok(looked) => looked,
        Err(error) => {
            tracing::warn!(%error, "not ready");
            return refuse(&match error.trouble() {
                Some(Trouble::Full) => full(None),
                Some(Trouble::Damaged) => {
                    "the database is damaged; restore a backup with `dojo restore`".to_owned()
                }
                Some(Trouble::Away | Trouble::Busy) | None => "no database".to_owned(),
            });
        }
    };
    if !app.waker.is_working() {
        return refuse("stopping");
    }
    if free.is_some_and(|free| free < FREE_BYTES) {
        return refuse(&full(free));
    }
    if let Err(error) = tried {
        return refuse(&format!("the disk takes nothing: {error}"));
    }
    // What waited before this process began is no fault of its judges.
    let lag = backlog.lag.map(|lag| lag.min(now.since(app.since)));
    // Between two jobs a judge holds none, but its last verdict is young.
    let silent = backlog.silence.is_some_and(|time| time > STUCK_AFTER);
    if let Some(lag) = lag.filter(|lag| silent && *lag > STUCK_AFTER) {
        return refuse(&format!(
            "stuck: a submission has waited for {} s and no judge works",
            lag.num_seconds()
        ));
    }
    let mut lines = vec![format!("ready, {} in the queue", backlog.jobs)];
    lines.extend(behind(&backlog));
    if let Some(by) = app.clock.difference() {
        lines.push(format!(
            "the clock was stepped by {} s, which is not followed; set it right",
            by.num_seconds()
        ));
    }
    text(StatusCode::OK, lines.join("\n") + "\n")
}

fn behind(backlog: &Backlog) -> Option<String> {
    let lag = backlog.lag?.num_seconds();
    (lag > 0).then(|| format!("the oldest waits for {lag} s"))
}

fn full(free: Option<u64>) -> String {
    let free = free.map_or(String::new(), |free| {
        format!(", {} MiB free", free / (1 << 20))
    });
    format!("the disk is full{free}; make room")
}

fn refuse(why: &str) -> HttpResponse {
    text(StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n"))
}

fn text(status: StatusCode, body: String) -> HttpResponse {
    HttpResponse::build(status)
        .content_type("text/plain; charset=utf-8")
        .body(body)
}
