//! Health checks and metrics: whether the server is alive, and whether it can serve.

use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use actix_web::{HttpResponse, web};
use chrono::TimeDelta;

use super::route::{at, read};
use crate::app::{App, Readiness};
use crate::metrics::METRICS;
use crate::store::queue::Backlog;
use crate::store::{self, StoreError, Trouble, queue};

/// The server is not ready when less disk than this is free: a submission may have 256 KiB, and the database needs
/// room for maintenance.
const FREE_BYTES: u64 = 16 << 20;

/// `Retry-After`, in seconds, while the sandbox is being compiled.
const SECONDS_TO_PREPARE: u64 = 5;

/// A submission that waits longer than this while no judge of any server works is stuck.
const STUCK_AFTER: TimeDelta = TimeDelta::minutes(2);

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/healthz", read().to(alive)))
        .service(at("/readyz", read().to(ready)));
}

/// The routes of a server whose sandbox is still being compiled.
pub(crate) fn preparing(service: &mut web::ServiceConfig) {
    service
        .service(at("/healthz", read().to(alive)))
        .default_service(web::to(not_yet));
}

async fn not_yet() -> HttpResponse {
    HttpResponse::ServiceUnavailable()
        .insert_header((RETRY_AFTER, SECONDS_TO_PREPARE))
        .content_type("text/plain; charset=utf-8")
        .body("preparing: the sandbox is being compiled, once; this takes up to a minute\n")
}

/// The metrics, on a listening address of their own.
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

/// The process answers requests.
async fn alive() -> HttpResponse {
    text(StatusCode::OK, "ok\n".to_owned())
}

/// The database answers, accepts writes and has room, and judges work.
async fn ready(app: web::Data<App>) -> HttpResponse {
    let Readiness { is_ready, told } = app.readiness.ask(look(&app)).await;
    let status = if is_ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    text(status, told)
}

async fn look(app: &App) -> Readiness {
    let (pool, now) = (app.pool.clone(), app.clock.now());
    let digest = app.waker.digest().to_owned();
    let looked = store::run(&app.pool, move |conn| {
        let backlog = queue::load_backlog(conn, &digest, now)?;
        Ok::<_, StoreError>((backlog, pool.free_bytes(), pool.refusal(conn)?))
    })
    .await;
    let (backlog, free, refusal) = match looked {
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
    if let Some(refusal) = refusal {
        return refuse(&refusal);
    }
    // The time that submissions waited before this process started is not held against its judges.
    let here = now.since(app.since);
    let stuck = |lag: &TimeDelta| *lag > STUCK_AFTER;
    if let Some(lag) = backlog.lag_of_others.map(|lag| lag.min(here)).filter(stuck) {
        return refuse(&format!(
            "stuck: a submission has waited for {} s for another sandbox than this program has; `dojo season \
             adopt-runtime` judges its season again by this one",
            lag.num_seconds()
        ));
    }
    // Between two jobs a judge holds none, but its last verdict is recent.
    let silent = backlog.silence.is_some_and(|time| time > STUCK_AFTER);
    let lag = backlog.lag.map(|lag| lag.min(here)).filter(stuck);
    if let Some(lag) = lag.filter(|_| silent) {
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
    Readiness {
        is_ready: true,
        told: lines.join("\n") + "\n",
    }
}

fn behind(backlog: &Backlog) -> Option<String> {
    let lag = backlog.lag.max(backlog.lag_of_others)?.num_seconds();
    (lag > 0).then(|| format!("the oldest waits for {lag} s"))
}

fn full(free: Option<u64>) -> String {
    let free = free.map_or(String::new(), |free| {
        format!(", {} MiB free", free / (1 << 20))
    });
    format!("the disk is full{free}; make room")
}

fn refuse(why: &str) -> Readiness {
    Readiness {
        is_ready: false,
        told: format!("{why}\n"),
    }
}

fn text(status: StatusCode, body: String) -> HttpResponse {
    HttpResponse::build(status)
        .content_type("text/plain; charset=utf-8")
        .body(body)
}
